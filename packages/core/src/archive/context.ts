import { type Threshold, Version } from '../versions.js'

/** *What decides the layout of a package's fields*: its versions, its byte order, and the thresholds that its game moved. */
export class FormatContext {
  /** File version: the low half of the version word. */
  readonly version: number
  /** Licensee version: the high half. */
  readonly licensee: number
  readonly bigEndian: boolean
  /** Thresholds that the game takes over at another version than the engine, or `NEVER`. */
  readonly moved: ReadonlyMap<Threshold, number> | undefined

  constructor(version: number, licensee: number, bigEndian: boolean, moved?: ReadonlyMap<Threshold, number>) {
    this.version = version
    this.licensee = licensee
    this.bigEndian = bigEndian
    this.moved = moved !== undefined && moved.size > 0 ? moved : undefined
  }

  /** True when the package was saved at or after the change. */
  since(threshold: Threshold): boolean {
    return this.version >= (this.moved?.get(threshold) ?? threshold.version)
  }

  /** The newest UE1 layout, little-endian: what a bare archive assumes. */
  static readonly DEFAULT = new FormatContext(Version.GuidAndGenerations.version, 0, false)
}
