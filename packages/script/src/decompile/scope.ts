import type { FormatContext, ObjectSource } from '@ukit/container'
import type {
  ClassSymbol,
  ConstSymbol,
  EnumSymbol,
  FunctionSymbol,
  StateSymbol,
  Type,
  VariableSymbol,
  World,
} from '../symbols/symbol.js'

// Longer chains of super classes are circles.
const MAX_CHAIN = 256

/** Where compilers differ in what source means. */
export interface BodyDialect {
  /** What a backslash and a letter are in a string: the letter, and the character. */
  readonly escapes: Readonly<Record<string, string>>
  /** `Super` in a state looks into the class of the super state first. */
  readonly superLooksIntoClassOfState: boolean
}

/** *Where a body is*: what its names can mean. */
export interface BodyScope {
  readonly world: World
  /** Of the package that the code is in. */
  readonly context: FormatContext
  /** What the compiler of these packages does in its own way. */
  readonly dialect: BodyDialect
  readonly class: ClassSymbol
  readonly state: StateSymbol | null
  /** `null` for the code of a state and for replication conditions. */
  readonly function: FunctionSymbol | null
  /** The name to print for a declaration; for packages whose names the language cannot have. */
  readonly rename?: (name: string) => string
}

/** A class and those it inherits from, nearest first. */
export function* classChain(of: ClassSymbol | null): Generator<ClassSymbol> {
  let at = of
  for (let i = 0; at !== null && i < MAX_CHAIN; i++) {
    yield at
    at = at.super
  }
}

function* stateChain(of: StateSymbol | null): Generator<StateSymbol> {
  let at = of
  for (let i = 0; at !== null && i < MAX_CHAIN; i++) {
    yield at
    at = at.super
  }
}

export function isSubclass(of: ClassSymbol, base: ClassSymbol): boolean {
  for (const at of classChain(of)) if (at === base) return true
  return false
}

const FUNCTIONS = new WeakMap<ClassSymbol, Map<string, FunctionSymbol | undefined>>()

/** The function that a name means in a class. */
export function functionOf(of: ClassSymbol | null, name: string): FunctionSymbol | undefined {
  if (of === null) return undefined
  let known = FUNCTIONS.get(of)
  if (known === undefined) {
    known = new Map()
    FUNCTIONS.set(of, known)
  }
  const key = name.toLowerCase()
  if (known.has(key)) return known.get(key)
  let found: FunctionSymbol | undefined
  for (const at of classChain(of)) {
    found = at.functions.get(key)
    if (found !== undefined) break
  }
  known.set(key, found)
  if (found === undefined && of.extendsInterfaces === true) {
    for (const one of of.interfaces) found ??= functionOf(one, key)
    known.set(key, found)
  }
  return found
}

/** The function that a name by itself means in a state or class. */
export function functionHere(of: ClassSymbol, state: StateSymbol | null, name: string): FunctionSymbol | undefined {
  const key = name.toLowerCase()
  for (const at of stateChain(state)) {
    const found = at.functions.get(key)
    if (found !== undefined) return found
  }
  return functionOf(of, key)
}

/**
 * The function whose object has a name: where a word has several functions, each has a name of its own (SWAT
 * 4).
 */
export function functionNamed(of: ClassSymbol | null, name: string): FunctionSymbol | undefined {
  const key = name.toLowerCase()
  const end = key.indexOf('_')
  for (let at = end; at > 0; at = key.indexOf('_', at + 1)) {
    for (const one of classChain(of)) {
      const found = one.overloads.get(key.slice(0, at))?.find((symbol) => symbol.name.toLowerCase() === key)
      if (found !== undefined) return found
    }
  }
  return undefined
}

/** What `Super.name` means in a body. */
export function superOf({ class: of, state, dialect }: BodyScope, name: string): FunctionSymbol | undefined {
  const above = state?.super ?? null
  if (above === null) return functionOf(of.super, name)
  for (const at of stateChain(above)) {
    const found = at.functions.get(name.toLowerCase())
    if (found !== undefined) return found
  }
  return functionOf(dialect.superLooksIntoClassOfState ? above.class : of.super, name)
}

/** What `Super(Class).name` means in a body. */
export function superFrom({ state }: BodyScope, from: ClassSymbol, name: string): FunctionSymbol | undefined {
  if (state !== null) {
    for (const at of classChain(from)) {
      const same = at.states.get(state.name.toLowerCase())
      if (same === undefined) continue
      for (const up of stateChain(same)) {
        const found = up.functions.get(name.toLowerCase())
        if (found !== undefined) return found
      }
      break
    }
  }
  return functionOf(from, name)
}

/**
 * Constants of a class and of those it inherits from, nearest first, in the order of the text: that is the
 * same for a package and for the built-in table that takes its place.
 */
export function* constantsOf(of: ClassSymbol | null): Generator<ConstSymbol> {
  for (const at of classChain(of)) {
    if (at.hasOrderedMaps === true) yield* at.constants.values()
    else for (const field of at.fields) if (field.kind === 'const') yield field
  }
}

/** Enums of a class and of those it inherits from, in the same order. */
export function* enumsOf(of: ClassSymbol | null): Generator<EnumSymbol> {
  for (const at of classChain(of)) {
    if (at.hasOrderedMaps === true) yield* at.enums.values()
    else for (const field of at.fields) if (field.kind === 'enum') yield field
  }
}

/** The last name of an object's path. */
export function lastName(object: ObjectSource | null): string {
  const path = object?.path ?? 'None'
  return path.slice(path.lastIndexOf('.') + 1)
}

/** The class of the object that a type refers to. */
export function classOfType(type: Type | undefined): ClassSymbol | null {
  return type?.kind === 'object' || type?.kind === 'interface' ? type.class : null
}

/**
 * The class whose members can be named through a value of a type; `isClass` for what goes through `static`.
 */
export function classThrough(
  world: World,
  { type }: { readonly type: Type | undefined },
  isClass: boolean,
): ClassSymbol | null {
  if (type?.kind === 'class') return isClass ? type.metaClass : (world.class('Class') ?? null)
  return classOfType(type)
}

/** Tells whether a name by itself means a local variable, a parameter or a variable of the own class. */
export function isNamedHere({ class: of, function: body }: BodyScope, name: string): boolean {
  const key = name.toLowerCase()
  const isOwn = (one: VariableSymbol): boolean => one.name.toLowerCase() === key
  if (body !== null && (body.parameters.some(isOwn) || body.locals.some(isOwn))) return true
  for (const at of classChain(of)) if (at.variables.has(key)) return true
  return false
}
