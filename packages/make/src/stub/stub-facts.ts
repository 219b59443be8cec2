import type { ClassSymbol, Type } from '@ukit/script/symbols'

/** *What users show of the type of a value*: of a variable, or of the result of a function. */
export class ShownType {
  /** What it is used as; for objects and classes, without the class. */
  #type: Type | undefined
  /** Classes that it has to be, since users use it as one. */
  readonly uses = new Set<ClassSymbol>()
  /** Classes of what is assigned to it. */
  readonly assigned = new Set<ClassSymbol>()
  /** Functions that are called on it by names that no class has that it is known to be, in lower case. */
  readonly functions = new Map<string, StubFunction>()
  /** True if a user needs a value at all. */
  isUsed = false
  /** Elements of a static array, as far as users show them. */
  length = 1

  /** Without classes; `undefined` where nothing shows. */
  get type(): Type | undefined {
    return this.#type
  }

  /** A function that is called on it by a name that no class has that it is known to be. */
  called(name: string): StubFunction {
    return functionIn(this.functions, name)
  }

  /** Notes what it is used as. */
  use(type: Type | undefined): void {
    this.isUsed = true
    this.#note(type, this.uses)
  }

  /** Notes what is assigned to it. */
  assign(type: Type | undefined): void {
    this.#note(type, this.assigned)
  }

  #note(type: Type | undefined, classes: Set<ClassSymbol>): void {
    if (type === undefined || type.kind === 'void') return
    const plain: Type = type.kind === 'none' ? { kind: 'object', class: null } : type
    const of = classIn(plain)
    if (of !== null) classes.add(of)
    const known = this.#type
    const isMore =
      known === undefined ||
      (known.kind === 'object' && plain.kind === 'class') ||
      (known.kind === 'struct' && known.struct === null && plain.kind === 'struct') ||
      (known.kind === 'array' && known.inner.kind === 'void' && plain.kind === 'array') ||
      (known.kind === 'byte' && known.enum === null && plain.kind === 'byte')
    if (isMore) this.#type = plain
  }
}

/** *The type of a parameter, as far as calls show it.* */
export class GivenType {
  /** `undefined` while nothing is known. */
  type: Type | undefined
  /** Values of kinds that only text takes all of. */
  isMixed = false

  /**
   * Notes what a call gives.
   *
   * @param isText it was something else, and became text for the call.
   */
  give(type: Type | undefined, isText = false): void {
    this.isMixed ||= isText
    if (type === undefined || type.kind === 'void') return
    const given: Type = type.kind === 'none' ? { kind: 'object', class: null } : type
    const known = this.type
    if (known === undefined) this.type = given
    else if (known.kind === given.kind) this.type = general(known, given)
    else if (isNumber(known) && isNumber(given))
      this.type = NUMBERS.indexOf(known.kind) >= NUMBERS.indexOf(given.kind) ? known : given
    // None is given for classes too.
    else if (known.kind === 'object' && known.class === null && given.kind === 'class') this.type = given
    else if (known.kind === 'class' && given.kind === 'object' && given.class === null) this.type = known
    else if (isReference(known) && isReference(given)) this.type = { kind: 'object', class: null }
    else this.isMixed = true
  }
}

const NUMBERS: readonly Type['kind'][] = ['byte', 'int', 'float']

function isNumber({ kind }: Type): boolean {
  return NUMBERS.includes(kind)
}

function isReference({ kind }: Type): boolean {
  return kind === 'object' || kind === 'class' || kind === 'interface'
}

/** A type that takes values of both, which are of one kind. */
function general(a: Type, b: Type): Type {
  if (a.kind === 'object' && b.kind === 'object') return a.class === b.class ? a : { kind: 'object', class: null }
  if (a.kind === 'class' && b.kind === 'class')
    return a.metaClass === b.metaClass ? a : { kind: 'class', metaClass: null }
  if (a.kind === 'struct' && a.struct === null) return b
  return a
}

/** The class of an object, what a class inherits from, or that of an array's elements. */
export function classIn(type: Type): ClassSymbol | null {
  switch (type.kind) {
    case 'object':
    case 'interface':
      return type.class
    case 'class':
      return type.metaClass
    case 'array':
      return classIn(type.inner)
    default:
      return null
  }
}

/** A variable that users refer to, or that their objects set. */
export interface StubVariable {
  readonly name: string
  readonly shown: ShownType
}

/** A function that users call. */
export interface StubFunction {
  readonly name: string
  /** By position. */
  readonly parameters: GivenType[]
  /** How many every call gives: those after them are optional. */
  required: number
  readonly result: ShownType
}

/** How a function of a user is declared. */
export interface FunctionForm {
  /** Of the function: static, event and the like. */
  readonly flags: number
  /** Its parameters and its result, in their order. */
  readonly parameters: readonly {
    readonly name: string
    readonly type: Type
    readonly flags: number
    readonly dimension: number
  }[]
}

/** *What users show of a class that is missing.* */
export class ClassFacts {
  readonly name: string
  /** Variables that users refer to, by name in lower case. */
  readonly variables = new Map<string, StubVariable>()
  /** Variables that its objects set, which may be those of a superclass. */
  readonly settings = new Map<string, StubVariable>()
  readonly functions = new Map<string, StubFunction>()
  /** Functions that it has itself or inherits. */
  readonly inherited = new Map<string, StubFunction>()
  /** Functions of users' classes below it, by name in lower case: one of the same name has their form. */
  readonly overrides = new Map<string, FunctionForm>()
  /** Names of classes that it has to extend, since variables of their type hold it. */
  readonly bounds = new Set<string>()
  /** Its objects are in levels. */
  isActor = false

  constructor(name: string) {
    this.name = name
  }

  /** A variable that users refer to. */
  variable(name: string): ShownType {
    return shownIn(this.variables, name)
  }

  /** A variable that its objects set. */
  setting(name: string): ShownType {
    return shownIn(this.settings, name)
  }

  /** A function that it declares, since users refer to it. */
  function(name: string): StubFunction {
    return functionIn(this.functions, name)
  }

  /** A function that it has, or a class above it. */
  inheritedFunction(name: string): StubFunction {
    return functionIn(this.inherited, name)
  }
}

/** What a call gives: a type, where it shows. */
export type Argument = { readonly type: Type | undefined; readonly isText: boolean } | 'omitted'

/** Notes a call of a function. */
export function noteCall(called: StubFunction, given: readonly Argument[]): void {
  const last = given.reduce((most, one, i) => (one === 'omitted' ? most : i + 1), 0)
  called.required = Math.min(called.required, last)
  for (const [i, one] of given.entries()) {
    const parameter = called.parameters[i] ?? new GivenType()
    called.parameters[i] = parameter
    if (one !== 'omitted') parameter.give(one.type, one.isText)
  }
}

/** Notes of one function what is known of another, which is the same. */
export function mergeFunction(into: StubFunction, from: StubFunction): void {
  into.required = Math.min(into.required, from.required)
  for (const [i, given] of from.parameters.entries()) {
    const parameter = into.parameters[i] ?? new GivenType()
    into.parameters[i] = parameter
    parameter.give(given.type)
    parameter.isMixed ||= given.isMixed
  }
  const { result } = from
  into.result.assign(result.type)
  into.result.isUsed ||= result.isUsed
  for (const one of result.uses) into.result.uses.add(one)
  for (const [key, one] of result.functions) if (!into.result.functions.has(key)) into.result.functions.set(key, one)
}

function shownIn(variables: Map<string, StubVariable>, name: string): ShownType {
  const key = name.toLowerCase()
  const known = variables.get(key) ?? { name, shown: new ShownType() }
  variables.set(key, known)
  return known.shown
}

function functionIn(functions: Map<string, StubFunction>, name: string): StubFunction {
  const key = name.toLowerCase()
  const known = functions.get(key) ?? {
    name,
    parameters: [],
    required: Number.POSITIVE_INFINITY,
    result: new ShownType(),
  }
  functions.set(key, known)
  return known
}
