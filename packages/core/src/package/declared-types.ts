import type { ClassType, Member, StructType } from '@ukit/container'
import type { ExportObject } from './package-object.js'

/**
 * A class, of which the variables are decoded when somebody asks for them: of most only the name of what it
 * inherits from is wanted.
 */
export class DeclaredClass implements ClassType {
  readonly name: string
  readonly super: string | undefined
  readonly #makeMembers: () => readonly Member[]
  readonly #makeStructs: () => readonly StructType[]
  #members: readonly Member[] | undefined
  #structs: readonly StructType[] | undefined

  constructor(exported: ExportObject, members: () => readonly Member[], structs: () => readonly StructType[]) {
    this.name = exported.name
    this.super = exported.super?.name
    this.#makeMembers = members
    this.#makeStructs = structs
  }

  get members(): readonly Member[] {
    this.#members ??= this.#makeMembers()
    return this.#members
  }

  get structs(): readonly StructType[] {
    this.#structs ??= this.#makeStructs()
    return this.#structs
  }
}

/** The same for a struct. */
export class DeclaredStruct implements StructType {
  readonly name: string
  readonly super: string | undefined
  readonly #makeMembers: () => readonly Member[]
  readonly #makeFlags: () => number | undefined
  #members: readonly Member[] | undefined
  #flags: { readonly value: number | undefined } | undefined

  constructor(exported: ExportObject, members: () => readonly Member[], flags: () => number | undefined) {
    this.name = exported.name
    this.super = exported.super?.name
    this.#makeMembers = members
    this.#makeFlags = flags
  }

  get members(): readonly Member[] {
    this.#members ??= this.#makeMembers()
    return this.#members
  }

  get flags(): number | undefined {
    this.#flags ??= { value: this.#makeFlags() }
    return this.#flags.value
  }
}
