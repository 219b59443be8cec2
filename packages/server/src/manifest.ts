import { packageFlagNames } from '@ukit/container'
import type { PackageFacts } from './package-facts.js'

/** *A package as a manifest of a redirect lists it.* */
export interface ManifestPackage {
  /** File name. */
  readonly name: string
  /** Bytes, uncompressed. */
  readonly size: number
  /** 32 hex digits as the engine's cache names it. */
  readonly guid: string
  /** File version. */
  readonly version: number
  /** Licensee version. */
  readonly licensee: number
  /** How many releases it has had. */
  readonly generations: number
  /** Generation of the engine. */
  readonly engine: 1 | 2 | 3
  /** Names of the package flags. */
  readonly flags: readonly string[]
}

/** The entry of a package. */
export function manifestPackage(name: string, size: number, facts: PackageFacts): ManifestPackage {
  const { guid, version, licensee, generations, engine, flags } = facts
  return {
    name,
    size,
    guid: guid.toString(),
    version,
    licensee,
    generations,
    engine,
    flags: packageFlagNames(flags, version),
  }
}
