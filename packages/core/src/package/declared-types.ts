import type { ClassType, Member, StructType } from '@ukit/container'
import type { ExportObject } from './package-object.js'

/** A type with variables, which are decoded when they are first needed. */
class Declared {
  readonly name: string
  readonly super: string | undefined
  readonly #makeMembers: () => readonly Member[]
  #members: readonly Member[] | undefined

  constructor(exported: ExportObject, members: () => readonly Member[]) {
    this.name = exported.name
    this.super = exported.super?.name
    this.#makeMembers = members
  }

  get members(): readonly Member[] {
    this.#members ??= this.#makeMembers()
    return this.#members
  }
}

/** A class. For most classes only the name of the superclass is needed. */
export class DeclaredClass extends Declared implements ClassType {
  readonly #makeStructs: () => readonly StructType[]
  #structs: readonly StructType[] | undefined

  constructor(exported: ExportObject, members: () => readonly Member[], structs: () => readonly StructType[]) {
    super(exported, members)
    this.#makeStructs = structs
  }

  get structs(): readonly StructType[] {
    this.#structs ??= this.#makeStructs()
    return this.#structs
  }
}

/** A struct. */
export class DeclaredStruct extends Declared implements StructType {
  readonly #makeFlags: () => number | undefined
  #flags: { readonly value: number | undefined } | undefined

  constructor(exported: ExportObject, members: () => readonly Member[], flags: () => number | undefined) {
    super(exported, members)
    this.#makeFlags = flags
  }

  get flags(): number | undefined {
    this.#flags ??= { value: this.#makeFlags() }
    return this.#flags.value
  }
}
