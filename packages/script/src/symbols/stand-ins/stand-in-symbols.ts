import { put } from '../by-key.js'
import type { ClassSymbol, EnumSymbol, FunctionSymbol, StateSymbol, StructSymbol, VariableSymbol } from '../symbol.js'
import { classNameOf, type StandInTypes } from './stand-in-types.js'

const PARM = 0x80
const RETURN = 0x400
/** Flags of most parameters and results, which lines leave out. */
const PARAMETER = '80'
const RESULT = '580'

/** More supers are a circle. */
const MOST_SUPERS = 256

/** The class of a table that declares something. */
export interface StandInOwner extends ClassSymbol {
  /** What the types in its lines mean. */
  readonly types: StandInTypes
}

/** A line's words: those of its own, without the letters in front. */
export function wordsOf(line: string): string[] {
  return line.trimStart().split(' ').slice(1)
}

/** Flags as hexadecimal digits, the high ones behind a dot. */
export function flagsOf(word = ''): { readonly low: number; readonly high: number } {
  const [low = '', high = ''] = word.split('.')
  return { low: Number.parseInt(low, 16) || 0, high: Number.parseInt(high, 16) || 0 }
}

/** *A variable of a table*: its name, type, flags and elements. */
class StandInVariable implements VariableSymbol {
  readonly kind = 'variable'
  readonly name: string
  readonly path: string
  readonly className: string
  readonly dimension: number
  readonly flags: number
  readonly flagsHigh: number
  readonly #types: StandInTypes
  readonly #text: string
  #type: VariableSymbol['type'] | undefined

  constructor(types: StandInTypes, owner: string, [name = '', type = '', flags, elements]: readonly string[]) {
    this.name = name
    this.path = `${owner}.${name}`
    this.#types = types
    this.#text = type
    this.className = classNameOf(type)
    const bits = flagsOf(flags)
    this.flags = bits.low
    this.flagsHigh = bits.high
    this.dimension = elements === undefined ? 1 : Number.parseInt(elements, 10)
  }

  get type(): VariableSymbol['type'] {
    this.#type ??= this.#types.typeOf(this.#text)
    return this.#type
  }
}

/** The variables of a line: `v NAME,NAME… TYPE FLAGS [ELEMENTS]`. */
export function variablesOf(types: StandInTypes, owner: string, line: string): StandInVariable[] {
  const [names = '', ...rest] = wordsOf(line)
  return names.split(',').map((name) => new StandInVariable(types, owner, [name, ...rest]))
}

/** A parameter: `NAME;TYPE[;FLAGS[;ELEMENTS]]`, or `>TYPE` for a result as most are. */
function parameterOf(types: StandInTypes, owner: string, word: string): StandInVariable {
  if (word.startsWith('>')) return new StandInVariable(types, owner, ['ReturnValue', word.slice(1), RESULT])
  const [name = '', type = '', flags = PARAMETER, ...elements] = word.split(';')
  return new StandInVariable(types, owner, [name, type, flags, ...elements])
}

/**
 * *A function of a table*: `f NAME FLAGS [=WORD;PRECEDENCE] PARAMETERS…`, with `N NUMBER` or `n NUMBER` for
 * `f` where it has a number.
 */
export class StandInFunction implements FunctionSymbol {
  readonly kind = 'function'
  readonly name: string
  readonly path: string
  readonly friendlyName: string
  readonly class: ClassSymbol
  readonly state: StateSymbol | null
  readonly flags: number
  readonly nativeIndex: number
  readonly precedence: number
  readonly textPosition = -1
  readonly locals = []
  readonly #types: StandInTypes
  readonly #words: readonly string[]
  #known: { readonly parameters: readonly VariableSymbol[]; readonly returnValue: VariableSymbol | null } | undefined
  #super: FunctionSymbol | null | undefined

  constructor(owner: StandInOwner, state: StateSymbol | null, line: string) {
    const words = wordsOf(line)
    const isNumbered = /^ +[Nn] /.test(line)
    this.nativeIndex = isNumbered ? Number.parseInt(words.shift() ?? '0', 10) : 0
    const [name = '', flags, ...parameters] = words
    const [word = name, precedence = '0'] = parameters[0]?.startsWith('=')
      ? (parameters.shift() ?? '').slice(1).split(';')
      : []
    this.name = name
    this.path = `${state?.path ?? owner.path}.${name}`
    this.friendlyName = word
    this.class = owner
    this.state = state
    this.flags = flagsOf(flags).low
    this.precedence = Number.parseInt(precedence, 10)
    this.#types = owner.types
    this.#words = parameters
  }

  get parameters(): readonly VariableSymbol[] {
    return this.#signature.parameters
  }

  get returnValue(): VariableSymbol | null {
    return this.#signature.returnValue
  }

  /** Read when somebody asks: of most functions of a class only the name is looked at. */
  get #signature() {
    if (this.#known === undefined) {
      const all = this.#words.map((one) => parameterOf(this.#types, this.path, one))
      this.#known = {
        parameters: all.filter((one) => (one.flags & PARM) !== 0 && (one.flags & RETURN) === 0),
        returnValue: all.find((one) => (one.flags & RETURN) !== 0) ?? null,
      }
    }
    return this.#known
  }

  get super(): FunctionSymbol | null {
    if (this.#super === undefined) this.#super = this.#overridden() ?? null
    return this.#super
  }

  /** What a function overrides has its name, and is in the state above, or in the class or one above. */
  #overridden(): FunctionSymbol | undefined {
    const isThis = (one: FunctionSymbol) => one.name.toLowerCase() === this.name.toLowerCase()
    for (let at = this.state?.super ?? null, n = 0; at !== null && n < MOST_SUPERS; at = at.super, n++) {
      const found = [...at.functions.values()].find(isThis)
      if (found !== undefined) return found
    }
    let of = this.state === null ? this.class.super : this.class
    for (let n = 0; of !== null && n < MOST_SUPERS; of = of.super, n++) {
      const key = this.friendlyName.toLowerCase()
      const found = of.overloads.get(key)?.find(isThis) ?? of.operators.get(key)?.find(isThis)
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** An enum: `e NAME TAG,TAG…`. */
export function enumOf(owner: ClassSymbol | null, ownerPath: string, line: string): EnumSymbol {
  const [name = '', tags = ''] = wordsOf(line)
  const path = `${ownerPath}.${name}`
  return { kind: 'enum', name, path, owner, tags: tags.split(',').filter((tag) => tag !== '') }
}

/** *A state of a table*: `S NAME SUPER FLAGS`, its functions below it. */
export class StandInState implements StateSymbol {
  readonly kind = 'state'
  readonly name: string
  readonly path: string
  readonly class: ClassSymbol
  readonly flags: number
  readonly functions: ReadonlyMap<string, FunctionSymbol>
  readonly #super: string
  readonly #types: StandInTypes

  constructor(owner: StandInOwner, line: string, inner: readonly string[]) {
    const [name = '', above = '-', flags] = wordsOf(line)
    this.name = name
    this.path = `${owner.path}.${name}`
    this.class = owner
    this.flags = flagsOf(flags).low
    this.#super = above
    this.#types = owner.types
    const functions = new Map<string, FunctionSymbol>()
    for (const one of inner.map((text) => new StandInFunction(owner, this, text)))
      put(functions, one.friendlyName.toLowerCase(), one)
    this.functions = functions
  }

  get super(): StateSymbol | null {
    const found = this.#super === '-' ? undefined : this.#types.symbolOf(this.#super)
    return found?.kind === 'state' ? found : null
  }
}

/** *A struct of a table*: `s NAME SUPER FLAGS`, its members and enums below it. */
export class StandInStruct implements StructSymbol {
  readonly kind = 'struct'
  readonly missingPackage = null
  readonly name: string
  readonly path: string
  readonly owner: ClassSymbol
  readonly flags: number
  readonly members: readonly VariableSymbol[]
  readonly enums: readonly EnumSymbol[]
  readonly #super: string
  readonly #types: StandInTypes

  constructor(owner: StandInOwner, line: string, inner: readonly string[]) {
    const [name = '', above = '-', flags] = wordsOf(line)
    this.name = name
    this.path = `${owner.path}.${name}`
    this.owner = owner
    this.flags = flagsOf(flags).low
    this.#super = above
    this.#types = owner.types
    const isEnum = (text: string) => text.startsWith('  e ')
    this.members = inner.filter((text) => !isEnum(text)).flatMap((text) => variablesOf(owner.types, this.path, text))
    this.enums = inner.filter(isEnum).map((text) => enumOf(null, this.path, text))
  }

  get super(): StructSymbol | null {
    const found = this.#super === '-' ? undefined : this.#types.symbolOf(this.#super)
    return found?.kind === 'struct' ? found : null
  }
}
