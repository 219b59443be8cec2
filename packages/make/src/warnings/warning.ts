import type { Package, PackageSet } from '@ukit/core'
import type { PackageEdit } from '@ukit/edit'
import type { ClassSymbol, World } from '@ukit/script/symbols'
import type { ParsedSource } from '@ukit/script/syntax'

/** A package that has been built, with all that is known around it. */
export interface BuiltSources {
  /** What was built. */
  readonly edit: PackageEdit
  /** Its texts, parsed. */
  readonly files: readonly { readonly file: string; readonly source: ParsedSource }[]
  readonly classes: readonly ClassSymbol[]
  readonly world: World
  readonly packages: PackageSet
  /** The release that has to play together with it. */
  readonly conform: Package | undefined
  /** The package that it replaces. */
  readonly inUse: Package | undefined
}

/** Something that looks wrong, and where. */
export interface PackageWarning {
  readonly file: string
  /** Offsets in the text of the file. */
  readonly start: number
  readonly end: number
  readonly message: string
}
