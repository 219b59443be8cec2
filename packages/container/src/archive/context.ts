import { type Threshold, Version } from '../versions.js'
import { type Dialect, ENGINE, ENGINE_LINE } from './dialect.js'

/** File versions from here on are UE2's; UE1 ended at 85. */
const FIRST_UE2 = 90

/**
 * *What decides the layout of a package's fields*: its versions, its byte order, and how its game deviates
 * from the engine.
 */
export class FormatContext {
  /** File version: the low half of the version word. */
  readonly version: number
  /** Licensee version: the high half. */
  readonly licensee: number
  /** True if numbers are big-endian, as in packages of PlayStation 3, Xbox 360 and Wii U. */
  readonly bigEndian: boolean
  /** Generation of the engine, by the file version. */
  readonly engine: 1 | 2 | 3
  /** How the game's objects deviate: chosen once, when the package is opened. */
  readonly dialect: Dialect

  readonly #moved: ReadonlyMap<Threshold, number> | undefined

  constructor(version: number, licensee: number, bigEndian: boolean, dialect: Dialect = ENGINE) {
    this.version = version
    this.licensee = licensee
    this.bigEndian = bigEndian
    this.engine = version < FIRST_UE2 ? 1 : version < Version.PlainIndices.version ? 2 : 3
    this.dialect = dialect
    this.#moved = dialect.moved !== undefined && dialect.moved.size > 0 ? dialect.moved : undefined
  }

  /** Line of the engine that the package's objects belong to: objects of different lines are never alike. */
  get line(): string {
    return this.dialect.line ?? ENGINE_LINE
  }

  /** Name of the game's table of stock classes, when it has one: see `Dialect.stock`. */
  get stock(): string | undefined {
    return this.dialect.stock
  }

  /**
   * Tells whether a licensee counts versions of its own, so that fields may differ in ways that no source
   * describes.
   */
  get hasLicenseeVersion(): boolean {
    return this.licensee > 0
  }

  /** True when the package was saved at or after the change. */
  since(threshold: Threshold): boolean {
    return this.version >= this.versionOf(threshold)
  }

  /** The version since which packages of this game have a change; `NEVER` for what it never took over. */
  versionOf(threshold: Threshold): number {
    return this.#moved?.get(threshold) ?? threshold.version
  }

  /** The newest UE1 layout, little-endian: what a bare archive assumes. */
  static readonly DEFAULT = new FormatContext(Version.GuidAndGenerations.version, 0, false)
}
