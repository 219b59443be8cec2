import type { FormatContext, Layout } from '@ukit/container'
import type { ClassCodec } from '@ukit/objects'
import type { Compiler } from '../compilers/compiler.js'
import type { LayerKind } from '../layers/layer.js'

/** A range of versions, both ends included. */
export type Range = readonly [from: number, to: number]

/** Whose memory the pixels of a big-endian package are laid out for. */
export type Console = 'xbox-360' | 'playstation-3' | 'wii-u'

/** Versions of one release of a game. */
export interface Build {
  /** File versions, both ends included. */
  readonly version: Range
  /** Licensee versions, both ends included. */
  readonly licensee: Range
  /**
   * Other games are known for these versions: only imported packages, or a layout that fits, tell that it is
   * this one.
   */
  readonly byContent?: true
}

/** Something that deviates since some version of a game. */
export interface Deviation {
  /** What deviates: a phrase. */
  readonly what: string
  /** The licensee version since which it is so; several where the phrase is about several fields. */
  readonly licensee?: readonly number[]
  /** The file version since which it is so. */
  readonly version?: readonly number[]
}

/** A deviation as a phrase: `names with a one-byte length (licensee ≥ 85)`. */
export function deviationText(deviation: string | Deviation): string {
  if (typeof deviation === 'string') return deviation
  const { what, licensee, version } = deviation
  const since = (kind: string, at: readonly number[] | undefined) =>
    at === undefined ? '' : ` (${kind} ${at.map((value) => `≥ ${value}`).join(', ')})`
  return `${what}${since('licensee', licensee)}${since('version', version)}`
}

/**
 * *A game*: by what its packages are recognised, and how they deviate from the engine's, in container,
 * objects, classes and bytecode.
 *
 * Recognition is data. Everything that deviates is in the game's own folder; codecs of classes are loaded
 * when objects are read.
 */
export interface Game {
  /** Short, stable, lower case: what `info --json` prints and `--game` takes. */
  readonly id: string
  /** Its name for people. */
  readonly name: string
  /** Generation of the engine. */
  readonly engine: 1 | 2 | 3
  /** Versions by which its packages are recognised. */
  readonly builds: readonly Build[]
  /** First words of its own, instead of the standard tag. */
  readonly tags?: readonly number[]
  /** First words of its compressed chunks, beside the standard tag. */
  readonly chunkTags?: readonly number[]
  /** Some of its packages keep the standard tag. */
  readonly standardTagToo?: boolean
  /** Bytes between such a tag and the version word, when there are any; `head` is the start of the file. */
  tagGap?(head: Uint8Array): number
  /** Packages that only this game imports, in lower case: they decide between games of the same versions. */
  readonly imports?: readonly string[]
  /**
   * Classes that only this game's engine has, in lower case: an object of one identifies the game if no
   * imported package does.
   */
  readonly importedClasses?: readonly string[]
  /**
   * What it puts around its packages, an encryption or compression of its own; `game` is the record itself.
   * One record has it where several games share it.
   */
  layer?(game: Game): LayerKind
  /** How its packages of these versions deviate, when they do. */
  layout?(version: number, licensee: number): Layout
  /** Codecs of its own classes, which go before the engine's. */
  classes?(format: FormatContext): Promise<readonly ClassCodec[]>
  /** How the compiler that made its packages of these versions differs, when it does. */
  compiler?(version: number, licensee: number): Compiler | undefined
  /** Pixel formats of its own with a byte a pixel, whose meaning is not known: shown as shades of grey. */
  readonly greyFormats?: readonly number[]
  /** The console that its packages of these versions are for, if the versions show it. */
  consoleOf?(version: number, licensee: number): Console | undefined
  /** What deviates, for the documentation: a phrase each, or one with the versions since which it is so. */
  readonly deviations?: readonly (string | Deviation)[]
  /** What of its packages ukit cannot read, and why. */
  readonly limits?: string
  /**
   * `files`: real packages were read and written back; `readers` (the default): public readers of these files
   * say so.
   */
  readonly evidence?: 'files' | 'readers'
}

/** The build of one version and licensee. */
export function one(version: number, licensee: number): Build {
  return { version: [version, version], licensee: [licensee, licensee] }
}

/** The builds of a range of versions, and of one licensee or a range. */
export function range(from: number, to: number, licensee: number | Range): Build {
  return { version: [from, to], licensee: typeof licensee === 'number' ? [licensee, licensee] : licensee }
}

/** A build whose versions other games have too: see `Build.byContent`. */
export function byContent(from: number, to: number, licensee: number | Range): Build {
  return { ...range(from, to, licensee), byContent: true }
}

/** Any licensee version. */
export const ANY: Range = [0, 0xffff]

/** A row of a table of games whose container is the engine's. */
export type PlainGame = readonly [id: string, name: string, builds: readonly Build[], imports?: readonly string[]]

/** Games whose container is the engine's, from a table. */
export function plainGames(engine: 1 | 2 | 3, rows: readonly PlainGame[]): Game[] {
  return rows.map(([id, name, builds, imports]) => ({
    id,
    name,
    engine,
    builds,
    ...(imports === undefined ? {} : { imports }),
    ...(WITH_FILES.has(id) ? { evidence: 'files' as const } : {}),
  }))
}

/** Plain games of which real packages were read and written back byte for byte. */
const WITH_FILES: ReadonlySet<string> = new Set([
  'unreal',
  'unreal-tournament',
  'shrek-2',
  'ut2003',
  'ut2004',
  'unreal-2-xmp',
  'ut3',
  'udk',
  'outlast',
])
