import { type FormatContext, Name, type ObjectSource, UString } from '@ukit/container'
import { ExportObject } from '@ukit/core'
import { type Operand, Token, type TokenDefinition, tokenSetOf } from '@ukit/objects/script'
import { memorySize } from '../compile/measure.js'
import { SymbolReference } from '../compile/token-writer.js'
import type { World } from '../symbols/symbol.js'

/** Where two scripts differ first. */
export interface ScriptDifference {
  /** Index of the statement. */
  readonly statement: number
  /** Bytes of memory in front of that statement in the stored script. */
  readonly at: number
  readonly message: string
}

/**
 * *The first difference between a stored script and a compiled one*: names without case, objects by what they
 * are.
 */
export function compareScripts(
  stored: readonly Token[],
  compiled: readonly Token[],
  context: FormatContext,
  world: World,
): ScriptDifference | undefined {
  const set = tokenSetOf(context)
  let at = 0
  const count = Math.max(stored.length, compiled.length)
  for (let i = 0; i < count; i++) {
    const [a, b] = [stored[i], compiled[i]]
    const difference = (message: string): ScriptDifference => ({ statement: i, at, message })
    if (a === undefined)
      return difference(`the stored script ends, the compiled one has ${set.tokens[b?.op ?? 0]?.name}`)
    if (b === undefined) return difference(`the compiled script ends, the stored one has ${set.tokens[a.op]?.name}`)
    const message = compareTokens(a, b, set.tokens, world)
    if (message !== undefined) return difference(message)
    at += memorySize(a, set)
  }
  return undefined
}

function compareTokens(
  a: Token,
  b: Token,
  definitions: readonly (TokenDefinition | undefined)[],
  world: World,
): string | undefined {
  const definition = definitions[a.op]
  if (a.op !== b.op) return `stored ${definition?.name}, compiled ${definitions[b.op]?.name}`
  const count = Math.max(a.operands.length, b.operands.length)
  for (let i = 0; i < count; i++) {
    const message = compareOperands(a.operands[i] ?? null, b.operands[i] ?? null, definitions, world)
    if (message !== undefined) {
      const nested = a.operands[i] instanceof Token || Array.isArray(a.operands[i])
      return nested ? message : `${definition?.name} ${definition?.operands[i]?.name ?? i}: ${message}`
    }
  }
  if (a.debug !== undefined || b.debug !== undefined)
    return compareOperands(a.debug ?? null, b.debug ?? null, definitions, world)
  return undefined
}

function compareOperands(
  a: Operand,
  b: Operand,
  definitions: readonly (TokenDefinition | undefined)[],
  world: World,
): string | undefined {
  if (a instanceof Token) return b instanceof Token ? compareTokens(a, b, definitions, world) : 'compiled nothing'
  if (typeof a === 'number') return a === b ? undefined : `stored ${a}, compiled ${show(b)}`
  if (a instanceof Name) {
    return b instanceof Name && String(a).toLowerCase() === String(b).toLowerCase()
      ? undefined
      : `stored ${a}, compiled ${show(b)}`
  }
  if (a instanceof UString)
    return b instanceof UString && a.text === b.text ? undefined : `stored "${a.text}", compiled ${show(b)}`
  if (a instanceof Float32Array || a instanceof Int32Array || a instanceof Uint16Array) {
    return sameNumbers(a, b) ? undefined : `stored ${show(a)}, compiled ${show(b)}`
  }
  if (Array.isArray(a)) return compareLists(a, b, definitions, world)
  return sameObject(a, b, world) ? undefined : `stored ${show(a)}, compiled ${show(b)}`
}

function sameNumbers(a: Float32Array | Int32Array | Uint16Array, b: Operand): boolean {
  if (!(b instanceof Float32Array || b instanceof Int32Array || b instanceof Uint16Array)) return false
  return a.length === b.length && a.every((value, i) => Object.is(value, b[i]) || value === b[i])
}

function compareLists(
  a: readonly unknown[],
  b: Operand,
  definitions: readonly (TokenDefinition | undefined)[],
  world: World,
): string | undefined {
  if (!Array.isArray(b)) return 'compiled no list'
  const list: readonly unknown[] = b
  const count = Math.max(a.length, list.length)
  for (let i = 0; i < count; i++) {
    const [one, other] = [a[i], list[i]]
    if (one instanceof Token && other instanceof Token) {
      const message = compareTokens(one, other, definitions, world)
      if (message !== undefined) return message
    } else if (isLabel(one) && isLabel(other)) {
      if (one.offset !== other.offset || String(one.name).toLowerCase() !== String(other.name).toLowerCase()) {
        return `stored label ${one.name} at ${one.offset}, compiled ${other.name} at ${other.offset}`
      }
    } else {
      const shown = (entry: unknown): string =>
        entry instanceof Token ? (definitions[entry.op]?.name ?? '?') : 'the end'
      return `argument ${i + 1}: stored ${shown(one)}, compiled ${shown(other)}`
    }
  }
  return undefined
}

function isLabel(value: unknown): value is { readonly name: Name; readonly offset: number } {
  return typeof value === 'object' && value !== null && 'offset' in value && 'name' in value
}

function isObject(value: Operand): value is ObjectSource {
  return typeof value === 'object' && value !== null && 'reference' in value
}

function sameObject(a: Operand, b: Operand, world: World): boolean {
  if (a === null || b === null) return a === b
  if (!isObject(a) || !isObject(b)) return false
  if (a === b) return true
  if (b instanceof SymbolReference) {
    const symbol = world.symbolOf(a)
    if (symbol !== undefined) return symbol === b.symbol
  }
  return fullPath(a).toLowerCase() === fullPath(b).toLowerCase()
}

function fullPath(object: ObjectSource): string {
  return object instanceof ExportObject ? `${object.package.name}.${object.path}` : object.path
}

function show(operand: Operand): string {
  if (operand === null) return 'nothing'
  if (isObject(operand)) return fullPath(operand)
  if (operand instanceof Token) return 'a token'
  if (operand instanceof UString) return `"${operand.text}"`
  return String(operand)
}
