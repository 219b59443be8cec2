import { CAST_NAMES, type Token } from '@ukit/objects/script'
import { plainType } from '../symbols/plain-type.js'
import type { Type } from '../symbols/symbol.js'
import type { TokenView } from './token-view.js'

/** A conversion between types that are not objects. */
export interface Cast {
  readonly code: number
  readonly value: Token
}

const CODES: ReadonlyMap<string, number> = new Map(
  Object.entries(CAST_NAMES).map(([code, name]) => [name, Number(code)]),
)
const RESULTS: ReadonlyMap<number, string> = new Map(
  Object.entries(CAST_NAMES).map(([code, name]) => [Number(code), resultOf(name)]),
)
/** In UE2 a game converts strings to names with the code that UE3 has for delegates. */
const UE2_STRING_TO_NAME = 90

/** A struct of 64 bits (Lineage II). */
const [INT_TO_INT64, STRING_TO_INT64, INT64_TO_INT, INT64_TO_STRING] = [91, 94, 96, 99]

function resultOf(name: string): string {
  const result = name.slice(name.indexOf('To') + 2).toLowerCase()
  return result === 'stringref' ? 'int' : result
}

/** The conversion that a token is. */
export function castOf(token: Token, view: TokenView): Cast | undefined {
  const name = view.name(token)
  const code = name === 'PrimitiveCast' ? view.number(token, 'cast') : CODES.get(name)
  const value = code === undefined ? undefined : view.token(token, 'value')
  return code === undefined || value === undefined ? undefined : { code, value }
}

/** The word of the type that a cast gives. */
export function castResult(code: number, engine: number): string {
  if (engine < 3) {
    if (code === UE2_STRING_TO_NAME) return 'name'
    if (code === INT_TO_INT64 || code === STRING_TO_INT64) return 'INT64'
    if (code === INT64_TO_INT) return 'int'
    if (code === INT64_TO_STRING) return 'string'
  }
  return RESULTS.get(code) ?? 'int'
}

/** The type that a cast gives. */
export function castType(code: number, engine: number): Type | undefined {
  return plainType(castResult(code, engine))
}

/** Casts that compilers put in wherever a value of the type is wanted. */
const IMPLICIT = new Map([
  [58, 'int'],
  [60, 'float'],
  [61, 'byte'],
  [63, 'float'],
  [67, 'byte'],
  [68, 'int'],
])

/** Tells whether compilers put a cast in by themselves where a type is wanted. */
export function isImplicit(code: number, to: Type | undefined, coerce: boolean, engine: number): boolean {
  if (to === undefined) return false
  if (IMPLICIT.get(code) === to.kind) return true
  if (code === INT_TO_INT64 && engine < 3) return to.kind === 'struct' && to.struct?.name.toLowerCase() === 'int64'
  return coerce && castResult(code, engine) === to.kind
}

/** The code of the cast from one type to another; `undefined` when there is none or it is not known. */
export function castCode(from: Type | undefined, to: Type, engine: number): number | undefined {
  const source = from && WORDS[from.kind]
  const structName = from?.kind === 'struct' ? from.struct?.name : undefined
  const target = WORDS[to.kind]
  if (target === undefined) return undefined
  if (from?.kind === 'name' && to.kind === 'string') return 87
  if (from?.kind === 'string' && to.kind === 'name') return engine < 3 ? UE2_STRING_TO_NAME : 96
  const word = structName ?? source
  return word === undefined ? undefined : CODES.get(`${capital(word)}To${target}`)
}

const WORDS: Partial<Record<Type['kind'], string>> = {
  byte: 'Byte',
  int: 'Int',
  bool: 'Bool',
  float: 'Float',
  string: 'String',
  name: 'Name',
  object: 'Object',
  class: 'Object',
  none: 'Object',
  interface: 'Interface',
  delegate: 'Delegate',
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
}
