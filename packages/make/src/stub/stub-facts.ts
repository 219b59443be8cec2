import type { PackageObject } from '@ukit/core'

/** The type of a variable, a parameter or a result, as far as users show it. */
export interface StubType {
  readonly kind: 'byte' | 'int' | 'bool' | 'float' | 'name' | 'str' | 'object' | 'class' | 'struct' | 'array'
  /** Class of an object, what a class inherits from, or the struct; an object of the user's package. */
  readonly of?: PackageObject | null | undefined
  /** Of an array: its elements. */
  readonly inner?: StubType | undefined
}

/** A variable, without a type where users do not show one. */
export interface StubVariable {
  readonly name: string
  type: StubType | undefined
}

/** A function that users call. */
export interface StubFunction {
  readonly name: string
  /** By position; `undefined` where no call shows the type. */
  readonly parameters: (StubType | undefined)[]
  /** How many every call gives: those after them are optional. */
  required: number
  result: StubType | undefined
}

/** How a function of a user is declared. */
export interface FunctionForm {
  /** Of the function: static, event and the like. */
  readonly flags: number
  /** Its parameters and its result, in their order. */
  readonly parameters: readonly { readonly name: string; readonly type: StubType | undefined; readonly flags: number }[]
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
  variable(name: string, type: StubType | undefined): void {
    const key = name.toLowerCase()
    const known = this.variables.get(key)
    if (known === undefined) this.variables.set(key, { name, type })
    else if (known.type === undefined || (known.type.of === undefined && known.type.kind === type?.kind))
      known.type = type ?? known.type
  }

  /** A call of a function. */
  call(name: string, given: readonly GivenType[], result: StubType | undefined): void {
    note(this.functions, name, given, result)
  }

  /** A call of a function that it has, or a class above it. */
  inheritedCall(name: string, given: readonly GivenType[], result: StubType | undefined): void {
    note(this.inherited, name, given, result)
  }
}

/** The type of what a call gives; `undefined` where it does not show. */
export type GivenType = StubType | undefined | 'omitted'

function note(
  functions: Map<string, StubFunction>,
  name: string,
  given: readonly GivenType[],
  result: StubType | undefined,
): void {
  const key = name.toLowerCase()
  const last = given.reduce((most, type, i) => (type === 'omitted' ? most : i + 1), 0)
  const known = functions.get(key) ?? { name, parameters: [], required: last, result: undefined }
  functions.set(key, known)
  known.result ??= result
  known.required = Math.min(known.required, last)
  for (const [i, type] of given.entries()) {
    const shown = type === 'omitted' ? undefined : type
    if (i >= known.parameters.length) known.parameters.push(shown)
    else known.parameters[i] ??= shown
  }
}
