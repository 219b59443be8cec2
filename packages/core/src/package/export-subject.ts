import type { Subject } from '@ukit/container'
import { ObjectFlagLow, PackageFlag, type Schema, Version } from '@ukit/container'
import { isInClassDefaults } from './class-defaults.js'
import { ExportObject, type PackageObject } from './package-object.js'

/** *What the layout of an object depends on*, apart from its bytes. */
export class ExportSubject implements Subject {
  /** See `Subject`, as for all of these. */
  readonly ancestry: readonly string[]
  readonly flags: number
  readonly flagsHigh: number
  readonly isClass: boolean
  readonly isDefaultObject: boolean
  readonly isInDefaultObject: boolean
  readonly cooked: boolean
  readonly schema: Schema
  readonly #exported: ExportObject

  constructor(exported: ExportObject, ancestry: readonly string[], schema: Schema) {
    const { entry, package: pkg } = exported
    const isUE3 = pkg.context.since(Version.Flags64)
    this.#exported = exported
    this.ancestry = ancestry
    this.flags = entry.flags
    this.flagsHigh = entry.flagsHigh
    this.isClass = entry.class === 0
    this.isDefaultObject = isUE3 && isDefault(exported)
    this.isInDefaultObject = isUE3 && isInDefault(exported)
    this.cooked = (pkg.summary.flags & PackageFlag.Cooked) !== 0
    this.schema = schema
  }

  // Rarely needed, and slow to build.
  get path(): string {
    return this.#exported.path
  }

  imports(reference: number): boolean {
    return reference < 0 && (this.#exported.package.importTable[-reference - 1]?.outer ?? 0) !== 0
  }
}

function isDefault(exported: ExportObject): boolean {
  return (exported.entry.flags & ObjectFlagLow.ClassDefaultObject) !== 0
}

function isInDefault(exported: ExportObject): boolean {
  return isInClassDefaults<PackageObject>(exported, (at) => (at instanceof ExportObject ? at.entry.flags : 0))
}
