import type { FormatContext, Layout } from '@ukit/container'
import type { ClassCodec } from '@ukit/objects'
import type { Compiler } from '../compilers/compiler.js'
import type { LayerKind } from '../layers/layer.js'
import type { T3dForm } from './t3d-form.js'

/** A range of versions, both ends included. */
export type Range = readonly [from: number, to: number]

/** The console that the pixels of a big-endian package are laid out for. */
export type Console = 'xbox-360' | 'playstation-3' | 'wii-u'

/** Versions of one release of a game. */
export interface Build {
  /** File versions, both ends included. */
  readonly version: Range
  /** Licensee versions, both ends included. */
  readonly licensee: Range
  /**
   * Other games have these versions too: only imported packages, or a layout that fits, show that it is this
   * game.
   */
  readonly byContent?: true
}

/** Something that deviates since some version of a game. */
export interface Deviation {
  /** What deviates: a phrase. */
  readonly what: string
  /** The first licensee version that deviates; several if the phrase is about several fields. */
  readonly licensee?: readonly number[]
  /** The first file version that deviates. */
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
 * *A game*: how its packages are recognised, and how they deviate from the engine's in container, objects,
 * classes and bytecode.
 *
 * Recognition is data. All deviations are in the game's own folder; codecs of classes are loaded when objects
 * are read.
 */
export interface Game {
  /** Short, stable, lower case: what `info --json` prints and `--game` takes. */
  readonly id: string
  /** The name that is displayed. */
  readonly name: string
  /** Generation of the engine. */
  readonly engine: 1 | 2 | 3
  /** Versions by which its packages are recognised. */
  readonly builds: readonly Build[]
  /** The tags of its packages, if they differ from the standard tag. */
  readonly tags?: readonly number[]
  /** The tags of its compressed chunks, besides the standard tag. */
  readonly chunkTags?: readonly number[]
  /** Some of its packages keep the standard tag. */
  readonly standardTagToo?: boolean
  /** Most packages with such a tag are another game's: only what they import shows that they are its own. */
  readonly sharesTag?: true
  /**
   * The number of bytes between such a tag and the version word, if there are any; `head` is the start of the
   * file.
   */
  tagGap?(head: Uint8Array): number
  /**
   * Packages that only this game has, in lower case: among games of the same versions, a package that imports
   * one, or is one, is from this game.
   */
  readonly imports?: readonly string[]
  /** Id of the game that it was made from, if it has the packages of that game too. */
  readonly basedOn?: string
  /**
   * Classes that only this game's engine has, in lower case: an object of such a class identifies the game if
   * no imported package does.
   */
  readonly importedClasses?: readonly string[]
  /**
   * The encryption or compression that it puts around its packages; `game` is the record itself. If several
   * games share a layer, only one record has it.
   */
  layer?(game: Game): LayerKind
  /** How its packages of these versions deviate, if they do. */
  layout?(version: number, licensee: number): Layout
  /** Codecs of its own classes, which take precedence over the engine's. */
  classes?(format: FormatContext): Promise<readonly ClassCodec[]>
  /** How the compiler that made its packages of these versions differs, if it does. */
  compiler?(version: number, licensee: number): Compiler | undefined
  /**
   * Its own pixel formats with one byte per pixel whose meaning is not known; they are shown as shades of
   * grey.
   */
  readonly greyFormats?: readonly number[]
  /** The console that its packages of these versions are for, if the versions show it. */
  consoleOf?(version: number, licensee: number): Console | undefined
  /** How its editor writes T3D, where that differs from others of its generation. */
  readonly t3d?: Partial<T3dForm>
  /** What deviates, for the documentation: phrases, some with the first versions that deviate. */
  readonly deviations?: readonly (string | Deviation)[]
  /** What ukit cannot read in its packages, and why. */
  readonly limits?: string
  /**
   * `files`: real packages were read and written back; `readers` (the default): the facts are from public
   * readers of these files.
   */
  readonly evidence?: 'files' | 'readers'
}

/** The build of one version and licensee. */
export function one(version: number, licensee: number): Build {
  return { version: [version, version], licensee: [licensee, licensee] }
}

/** The builds of a range of versions, and one licensee version or a range. */
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
export type PlainGame = readonly [
  id: string,
  name: string,
  builds: readonly Build[],
  imports?: readonly string[],
  basedOn?: string,
]

/** Games whose container is the engine's, from a table. */
export function plainGames(engine: 1 | 2 | 3, rows: readonly PlainGame[]): Game[] {
  return rows.map(([id, name, builds, imports, basedOn]) => ({
    id,
    name,
    engine,
    builds,
    ...(imports === undefined ? {} : { imports }),
    ...(basedOn === undefined ? {} : { basedOn }),
    ...(WITH_FILES.has(id) ? { evidence: 'files' as const } : {}),
  }))
}

/** Plain games whose real packages were read and written back byte for byte. */
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
