import { FunctionFlag } from '@ukit/container'
import type {
  ClassSymbol,
  ConstSymbol,
  EnumSymbol,
  FunctionSymbol,
  StateSymbol,
  StructSymbol,
  Type,
  VariableSymbol,
} from '../symbols/symbol.js'

const MAX_SUPERS = 512
/** Interfaces that extend each other: ends a circle. */
const MAX_INTERFACES = 32

/** *Where code is*: its class, and the state and function that it is in. */
export class Scope {
  readonly class: ClassSymbol
  readonly state: StateSymbol | null
  readonly function: FunctionSymbol | null
  readonly #locals = new Map<string, VariableSymbol>()

  constructor(owner: ClassSymbol, state: StateSymbol | null, fn: FunctionSymbol | null) {
    this.class = owner
    this.state = state
    this.function = fn
    if (fn === null) return
    for (const variable of [...fn.parameters, ...fn.locals]) {
      const key = variable.name.toLowerCase()
      if (!this.#locals.has(key)) this.#locals.set(key, variable)
    }
  }

  /** A parameter or local variable; names in lower case here and below. */
  local(key: string): VariableSymbol | undefined {
    return this.#locals.get(key)
  }

  get localNames(): Iterable<string> {
    return this.#locals.keys()
  }
}

type Table<T> = WeakMap<ClassSymbol, Map<string, T | null>>

/** A lookup through the supers of a class, remembered: code asks for the same names again and again. */
function chainLookup<T>(
  of: (owner: ClassSymbol) => ReadonlyMap<string, T>,
): (owner: ClassSymbol | null, key: string) => T | undefined {
  const tables: Table<T> = new WeakMap()
  return (owner, key) => {
    if (owner === null) return undefined
    let table = tables.get(owner)
    if (table === undefined) {
      table = new Map()
      tables.set(owner, table)
    }
    const known = table.get(key)
    if (known !== undefined) return known ?? undefined
    let found: T | null = null
    let at: ClassSymbol | null = owner
    for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
      const here = of(at).get(key)
      if (here !== undefined) {
        found = here
        break
      }
      at = at.super
    }
    table.set(key, found)
    return found ?? undefined
  }
}

export const variableOf = chainLookup<VariableSymbol>((owner) => owner.variables)
export const constantOf = chainLookup<ConstSymbol>((owner) => owner.constants)
export const enumOf = chainLookup<EnumSymbol>((owner) => owner.enums)
const inherited = chainLookup<FunctionSymbol>((owner) => owner.functions)

/**
 * A function of a class; of an interface also of those that it extends when they are not its supers (SWAT 4).
 */
export function functionOf(owner: ClassSymbol | null, key: string, depth = 0): FunctionSymbol | undefined {
  const found = inherited(owner, key)
  if (found !== undefined || owner?.extendsInterfaces !== true || depth >= MAX_INTERFACES) return found
  for (const one of owner.interfaces) {
    const here = functionOf(one, key, depth + 1)
    if (here !== undefined) return here
  }
  return undefined
}

/** An operator by its name as an object: `ClockwiseFrom_IntInt`. */
export function operatorOf(owner: ClassSymbol | null, key: string): FunctionSymbol | undefined {
  let at = owner
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    for (const field of at.fields)
      if (field.kind === 'function' && (field.flags & FunctionFlag.Operator) !== 0 && field.name.toLowerCase() === key)
        return field
    at = at.super
  }
  return undefined
}

export const stateOf = chainLookup<StateSymbol>((owner) => owner.states)

/** A function in a state or one of its supers. */
export function functionInState(state: StateSymbol | null, key: string): FunctionSymbol | undefined {
  let at = state
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    const found = at.functions.get(key)
    if (found !== undefined) return found
    at = at.super
  }
  return undefined
}

/** A member of a struct or one of its supers. */
export function memberOf(struct: StructSymbol | null, key: string): VariableSymbol | undefined {
  let at = struct
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    const found = membersOf(at).get(key)
    if (found !== undefined) return found
    at = at.super
  }
  return undefined
}

const MEMBERS = new WeakMap<StructSymbol, Map<string, VariableSymbol>>()

function membersOf(struct: StructSymbol): Map<string, VariableSymbol> {
  let members = MEMBERS.get(struct)
  if (members === undefined) {
    members = new Map(struct.members.map((member) => [member.name.toLowerCase(), member]))
    MEMBERS.set(struct, members)
  }
  return members
}

/** The package that has no class of a name, which a type is of. */
export function lackedBy(type: Type): string | undefined {
  if (type.kind === 'array') return lackedBy(type.inner)
  const of = type.kind === 'class' ? type.metaClass : type.kind === 'object' ? type.class : null
  return of?.lackedBy ?? undefined
}

/** The missing package that a struct or what is in it comes from, when its members are not all known. */
export function missingInStruct(struct: StructSymbol | null, depth = 0): string | null {
  let at = struct
  for (let n = 0; at !== null && n < MAX_SUPERS && depth < 8; n++) {
    if (at.missingPackage !== null) return at.missingPackage
    for (const { type } of at.members) {
      const missing = type.kind === 'struct' && type.struct !== at ? missingInStruct(type.struct, depth + 1) : null
      if (missing !== null) return missing
    }
    at = at.super
  }
  return null
}

/** The missing package in a chain of supers, when what is inherited is not all known. */
export function missingAbove(owner: ClassSymbol | null): string | null {
  let at = owner
  for (let depth = 0; at !== null && depth < MAX_SUPERS; depth++) {
    if (at.missingPackage !== null) return at.missingPackage
    at = at.super
  }
  return null
}
