import { type Threshold, Version } from '../versions.js'

/**
 * *A line of the engine whose objects differ from the common ones of their version.*
 *
 * `ut2004`: UT2003, UT2004, Killing Floor. `vengeance`: SWAT 4, Tribes: Vengeance. `unreal-warfare`: the builds between UE2 and UE3. `mass-effect-3`: also its Wii U build,
 * which says 845 and is laid out as 684.
 */
export type Branch =
  | 'standard'
  | 'ut2004'
  | 'unreal-warfare'
  | 'vengeance'
  | 'duke-nukem-forever'
  | 'unreal-227'
  | 'mass-effect'
  | 'mass-effect-2'
  | 'mass-effect-3'
  | 'xcom-2'
  | 'a-hat-in-time'
  | 'tera'
  | 'spec-ops'

/** File versions from here on are UE2's; UE1 ended at 85. */
const FIRST_UE2 = 90

/** The line by versions alone; a game may say otherwise. */
function branchOf(version: number, licensee: number): Branch {
  if (version < FIRST_UE2) return licensee === 227 ? 'unreal-227' : 'standard'
  if (version === 156 && licensee === 36) return 'duke-nukem-forever'
  if (version >= 118 && version <= 128 && licensee >= 25 && licensee <= 29) return 'ut2004'
  if ((version === 129 || version === 130) && licensee >= 23 && licensee <= 27) return 'vengeance'
  if (version >= 130 && version <= 144 && licensee === 0) return 'unreal-warfare'
  if ((version === 391 && licensee === 92) || (version === 491 && licensee === 1008)) return 'mass-effect'
  if (version === 512 || version === 513) return licensee === 130 ? 'mass-effect-2' : 'standard'
  if (version === 684 || version === 685 || (version === 845 && licensee === 194)) return bioWareBranch(licensee)
  if (version === 845 && licensee >= 101 && licensee <= 120) return 'xcom-2'
  if (version >= 877 && licensee === 5) return 'a-hat-in-time'
  if ((version === 897 && licensee === 17) || (version === 610 && licensee === 14)) return 'tera'
  return (version === 740 && licensee === 26) || (version === 631 && licensee === 19) ? 'spec-ops' : 'standard'
}

function bioWareBranch(licensee: number): Branch {
  if (licensee === 153 || licensee === 171) return 'mass-effect'
  if (licensee === 150 || licensee === 168) return 'mass-effect-2'
  return licensee >= 185 ? 'mass-effect-3' : 'standard'
}

/** *What decides the layout of a package's fields*: its versions, its byte order, and the thresholds that its game moved. */
export class FormatContext {
  /** File version: the low half of the version word. */
  readonly version: number
  /** Licensee version: the high half. */
  readonly licensee: number
  readonly bigEndian: boolean
  /** Thresholds that the game takes over at another version than the engine, or `NEVER`. */
  readonly moved: ReadonlyMap<Threshold, number> | undefined

  /** Generation of the engine, by the file version. */
  readonly engine: 1 | 2 | 3
  /** Which line of the engine's objects the package belongs to: the same version means different layouts in different lines. */
  readonly branch: Branch

  constructor(
    version: number,
    licensee: number,
    bigEndian: boolean,
    moved?: ReadonlyMap<Threshold, number>,
    branch: Branch = branchOf(version, licensee),
  ) {
    this.version = version
    this.licensee = licensee
    this.bigEndian = bigEndian
    this.moved = moved !== undefined && moved.size > 0 ? moved : undefined
    this.engine = version < FIRST_UE2 ? 1 : version < Version.PlainIndices.version ? 2 : 3
    this.branch = branch
  }

  /** True when the package was saved at or after the change. */
  since(threshold: Threshold): boolean {
    return this.version >= (this.moved?.get(threshold) ?? threshold.version)
  }

  /** The newest UE1 layout, little-endian: what a bare archive assumes. */
  static readonly DEFAULT = new FormatContext(Version.GuidAndGenerations.version, 0, false)
}
