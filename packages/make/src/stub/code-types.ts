import type { FormatContext } from '@ukit/container'
import { ExportObject, ImportObject, type PackageObject } from '@ukit/core'
import { script } from '@ukit/objects'
import { findFunction } from '@ukit/script/analysis'
import type { ClassSymbol, FunctionSymbol, StateSymbol, Type, World } from '@ukit/script/symbols'
import type { ClassFacts, ShownType, StubFunction } from './stub-facts.js'

/** The facts about a class, if it is one of the missing package. */
export type FactsOf = (symbol: ClassSymbol | null | undefined) => ClassFacts | undefined

/** No class of any game has more; a circle, which only a damaged package has, ends. */
const MOST_SUPERS = 128

/** *Types of expressions in bytecode*, as far as the world and what users show of a missing package say. */
export class CodeTypes {
  readonly world: World
  readonly context: FormatContext
  readonly factsOf: FactsOf
  /** The class that the code is in, and its state. */
  self: ClassSymbol | null = null
  state: StateSymbol | null = null

  constructor(world: World, context: FormatContext, factsOf: FactsOf) {
    this.world = world
    this.context = context
    this.factsOf = factsOf
  }

  /** The class that another one extends, also if it is missing. */
  superOf(symbol: ClassSymbol): ClassSymbol | null {
    if (symbol.super !== null) return symbol.super
    const above = this.world.exportOf(symbol)?.super ?? null
    const found = above === null ? undefined : this.world.symbolOf(above)
    return found?.kind === 'class' ? found : null
  }

  /** The nearest class of the missing package among a class and its supers. */
  missingAmong(symbol: ClassSymbol | null): ClassFacts | undefined {
    let at = symbol
    for (let depth = 0; at !== null && depth < MOST_SUPERS; depth++) {
      const facts = this.factsOf(at)
      if (facts !== undefined) return facts
      at = this.superOf(at)
    }
    return undefined
  }

  /** A function that a class of another package than the missing one has by this name. */
  functionOf(of: ClassSymbol | null, name: string): FunctionSymbol | null {
    return of === null ? null : findFunction(of, name, of === this.self ? this.state : null)
  }

  /** The function of the missing package that a token calls. */
  missingFunction(token: script.Token, of: ClassSymbol | null): StubFunction | undefined {
    const name = script.tokenName(token, this.context)
    const called = script.namedOperands(token, this.context)['function']
    if (name === 'FinalFunction')
      return called instanceof ImportObject ? this.#factsOfOwner(called)?.function(called.name) : undefined
    if (name !== 'VirtualFunction' && name !== 'GlobalFunction') return undefined
    if (this.functionOf(of, String(called)) !== null) return undefined
    return this.missingAmong(of)?.inheritedFunction(String(called))
  }

  /** What users show of the variable or result that a token gives, if it is the missing package's. */
  shownOf(token: script.Token, of: ClassSymbol | null): ShownType | undefined {
    const name = script.tokenName(token, this.context) ?? ''
    const operands = script.namedOperands(token, this.context)
    if (VARIABLES.has(name)) {
      const variable = Object.values(operands)[0]
      return variable instanceof ImportObject ? this.#factsOfOwner(variable)?.variable(variable.name) : undefined
    }
    if (name === 'Context' || name === 'ClassContext') {
      const { object, member } = operands
      return isToken(object) && isToken(member) ? this.shownOf(member, this.classOf(object)) : undefined
    }
    const { array, variable } = operands
    if (name === 'BoolVariable' && isToken(variable)) return this.shownOf(variable, of)
    if (name === 'ArrayElement' && isToken(array)) return this.shownOf(array, of)
    return this.missingFunction(token, of)?.result
  }

  /** The class of the object that an expression gives. */
  classOf(token: script.Token): ClassSymbol | null {
    const type = this.typeOf(token)
    if (type?.kind === 'object' || type?.kind === 'interface') return type.class
    return type?.kind === 'class' ? type.metaClass : null
  }

  /** The type of an expression. */
  typeOf(token: script.Token, of: ClassSymbol | null = this.self): Type | undefined {
    const name = script.tokenName(token, this.context) ?? ''
    const plain = CONSTANTS[name]
    if (plain !== undefined) return plain
    const operands = script.namedOperands(token, this.context)
    const { value, member, array, variable, object } = operands
    if (VARIABLES.has(name)) return this.#typeOfField(Object.values(operands)[0], token, of)
    switch (name) {
      case 'Self':
        return { kind: 'object', class: this.self }
      case 'ObjectConst':
        return this.#typeOfObject(value)
      case 'StructMember':
        return this.#typeOfField(member, token, of)
      case 'Context':
      case 'ClassContext':
        return isToken(member) && isToken(object) ? this.typeOf(member, this.classOf(object)) : undefined
      case 'BoolVariable':
        return { kind: 'bool' }
      case 'ArrayElement':
        return isToken(array) ? this.typeOf(array, of) : undefined
      case 'DynArrayElement': {
        const type = isToken(array) ? this.typeOf(array, of) : undefined
        return type?.kind === 'array' && type.inner.kind !== 'void' ? type.inner : undefined
      }
      case 'DynArrayLength':
        return { kind: 'int' }
      case 'DynamicCast':
        return { kind: 'object', class: this.classAt(operands['class']) }
      case 'MetaCast':
        return { kind: 'class', metaClass: this.classAt(operands['class']) }
      case 'Skip':
        return isToken(value) ? this.typeOf(value, of) : undefined
      case 'New': {
        const made = operands['class']
        const type = isToken(made) ? this.typeOf(made) : undefined
        return type?.kind === 'class' ? { kind: 'object', class: type.metaClass } : undefined
      }
      case 'PrimitiveCast':
        return castTypes(script.castNames(this.context)[Number(operands['cast'])] ?? '').to
      default:
    }
    const called = this.calledBy(token, of)
    if (called !== null) return called.returnValue?.type
    const shown = this.missingFunction(token, of)?.result
    if (shown !== undefined) return shownClass(shown)
    return variable === undefined ? castTypes(name).to : undefined
  }

  /** Tells whether a value becomes text where text is wanted. */
  isMadeText(token: script.Token): boolean {
    const name = script.tokenName(token, this.context) ?? ''
    const { cast } = script.namedOperands(token, this.context)
    const { from, to } = castTypes(
      name === 'PrimitiveCast' ? (script.castNames(this.context)[Number(cast)] ?? '') : name,
    )
    return to?.kind === 'string' && from?.kind !== 'string'
  }

  /** The function that a token calls, unless it is one of the missing package. */
  calledBy(token: script.Token, of: ClassSymbol | null): FunctionSymbol | null {
    const name = script.tokenName(token, this.context)
    const { function: called, low } = script.namedOperands(token, this.context)
    if (name === 'VirtualFunction' || name === 'GlobalFunction') return this.functionOf(of, String(called))
    if (name === 'FinalFunction') {
      const symbol = isObject(called) ? this.world.symbolOf(called) : undefined
      return symbol?.kind === 'function' ? symbol : null
    }
    const index = nativeNumber(token, name, low)
    return index === undefined ? null : (this.world.native(index) ?? null)
  }

  /** The class that a reference means. */
  classAt(reference: unknown): ClassSymbol | null {
    const symbol = isObject(reference) ? this.world.symbolOf(reference) : undefined
    return symbol?.kind === 'class' ? symbol : null
  }

  /** The class that declares a variable or function. */
  ownerOf(field: unknown): ClassSymbol | null {
    return isObject(field) ? this.classAt(field.outer) : null
  }

  #factsOfOwner(field: unknown): ClassFacts | undefined {
    return field instanceof ImportObject ? this.factsOf(this.classAt(field.outer)) : undefined
  }

  #typeOfField(field: unknown, token: script.Token, of: ClassSymbol | null): Type | undefined {
    if (!isObject(field)) return undefined
    const symbol = this.world.symbolOf(field)
    if (symbol?.kind === 'variable' && this.#factsOfOwner(field) === undefined) return symbol.type
    const shown = this.shownOf(token, of)
    return (shown === undefined ? undefined : shownClass(shown)) ?? typeOfClass(field.className)
  }

  #typeOfObject(value: unknown): Type | undefined {
    if (!isObject(value)) return undefined
    if (value.className === 'Class') return { kind: 'class', metaClass: this.classAt(value) }
    if (value instanceof ExportObject) return { kind: 'object', class: this.classAt(value.class) }
    return { kind: 'object', class: this.world.class(value.className) ?? null }
  }
}

/** The type that users show, with a class if it is only one. */
function shownClass({ type, uses, assigned }: ShownType): Type | undefined {
  const [first] = uses.size > 0 ? uses : assigned
  if (type?.kind === 'object') return { kind: 'object', class: first ?? null }
  return type?.kind === 'class' ? { kind: 'class', metaClass: first ?? null } : type
}

const VARIABLES = new Set([
  'InstanceVariable',
  'LocalVariable',
  'DefaultVariable',
  'StaticVariable',
  'StateVariable',
  'LocalOutVariable',
])

const INT: Type = { kind: 'int' }
const BOOL: Type = { kind: 'bool' }

const CONSTANTS: Readonly<Record<string, Type>> = {
  IntConst: INT,
  IntZero: INT,
  IntOne: INT,
  IntConstByte: INT,
  ByteConst: { kind: 'byte', enum: null },
  FloatConst: { kind: 'float' },
  StringConst: { kind: 'string' },
  UnicodeStringConst: { kind: 'string' },
  NameConst: { kind: 'name' },
  NoObject: { kind: 'none' },
  True: BOOL,
  False: BOOL,
}

/** The number of the native function that a token calls. */
export function nativeNumber(token: script.Token, name: string | undefined, low: unknown): number | undefined {
  if (name === 'NativeFunction') return token.op
  return name === 'ExtendedNative' ? (token.op & 0xf) * 256 + Number(low) : undefined
}

/** `IntToString` takes an int and gives a string. */
export function castTypes(name: string): { readonly from?: Type; readonly to?: Type } {
  const [, from = '', to = ''] = /^([A-Z][a-z]+)To([A-Z][a-z]+)$/.exec(name) ?? []
  const [taken, given] = [CAST_TYPES[from], CAST_TYPES[to]]
  return { ...(taken === undefined ? {} : { from: taken }), ...(given === undefined ? {} : { to: given }) }
}

const CAST_TYPES: Readonly<Record<string, Type>> = {
  Byte: { kind: 'byte', enum: null },
  Int: INT,
  Bool: BOOL,
  Float: { kind: 'float' },
  Name: { kind: 'name' },
  String: { kind: 'string' },
  Object: { kind: 'object', class: null },
}

/** The type that a class of properties has. */
export function typeOfClass(className: string): Type | undefined {
  switch (className.toLowerCase()) {
    case 'byteproperty':
      return { kind: 'byte', enum: null }
    case 'intproperty':
      return INT
    case 'boolproperty':
      return BOOL
    case 'floatproperty':
      return { kind: 'float' }
    case 'nameproperty':
      return { kind: 'name' }
    case 'strproperty':
    case 'stringproperty':
      return { kind: 'string' }
    case 'objectproperty':
    case 'componentproperty':
    case 'interfaceproperty':
      return { kind: 'object', class: null }
    case 'classproperty':
      return { kind: 'class', metaClass: null }
    case 'structproperty':
      return { kind: 'struct', struct: null }
    case 'arrayproperty':
      return { kind: 'array', inner: { kind: 'void' } }
    default:
      return undefined
  }
}

/** Tells whether a value is a token. */
export function isToken(value: unknown): value is script.Token {
  return value instanceof script.Token
}

/** Tells whether a value is a reference to an object. */
function isObject(value: unknown): value is PackageObject {
  return value instanceof ExportObject || value instanceof ImportObject
}
