import { packageSourceCrc } from '@ukit/codecs'
import type { Guid } from '@ukit/container'
import { NameEntry, Summary, UString, Version } from '@ukit/container'
import { memorySource, PackageError } from '@ukit/files'
import { gameById } from '../games/detect.js'
import type { Game } from '../games/game.js'
import { layOut } from './build.js'
import { openPackage } from './open.js'
import type { Package } from './package.js'

/** *The settings of a new, empty package.* */
export interface NewPackage {
  /**
   * Name of the package: its file's, without folder and extension. Other packages refer to it by this name.
   */
  readonly name: string
  /**
   * File version: 61 to 69 for UE1, 118 to 129 for UE2, 512 to 888 for UE3; other versions work if ukit knows
   * them.
   */
  readonly version: number
  /** Licensee version. */
  readonly licensee?: number
  /**
   * The package's GUID. Two builds of the same content have the same bytes only with the same GUID, so it
   * must be given; see `newGuid`.
   */
  readonly guid: Guid
  /** `Game.id`, for a game whose container is not the engine's; by default the versions decide. */
  readonly game?: string | undefined
  /** Package flags: `packageFlagOf` gives their bits. */
  readonly flags?: number
  /** Big-endian numbers, as on consoles. */
  readonly bigEndian?: boolean
  /** Engine version that the summary names (UE3); by default that of real files of this version. */
  readonly engineVersion?: number
}

/** The defaults of a new package: only the flag AllowDownload, which nearly all packages of mods have. */
export const NEW_PACKAGE_DEFAULTS = {
  /** The engine's own. */
  licensee: 0,
  /** `AllowDownload`. */
  flags: 0x1,
  /** Little-endian numbers. */
  bigEndian: false,
} as const satisfies Partial<NewPackage>

/** Engine versions of real files, by file version: of uncooked packages that the editor saved. */
const ENGINE_VERSIONS: readonly (readonly [version: number, engine: number])[] = [
  [512, 3809],
  [530, 3716],
  [631, 5608],
  [648, 5860],
  [737, 6890],
  [756, 7026],
  [778, 7360],
  [805, 7748],
  [845, 8917],
  [859, 9656],
  [864, 10499],
  [867, 10897],
  [868, 12791],
]

/** Flags of the names of nearly all real files; UE3 has them in the upper word. */
const NAME_FLAGS = 0x0007_0010

const MAX_VERSION = 0xffff

/**
 * *An empty package, opened*: a summary with one generation (before version 68 a heritage of one GUID), the
 * name `None`, and no object.
 *
 * @throws {PackageError} `refused` when the versions or the name are invalid; `unsupported` for a version
 *   that ukit does not know.
 * @throws {RangeError} for an unknown game.
 */
export async function emptyPackage(what: NewPackage): Promise<Package> {
  const { name, version, guid } = what
  const { licensee, flags, bigEndian } = { ...NEW_PACKAGE_DEFAULTS, ...what }
  for (const [field, value] of Object.entries({ version, licensee })) {
    if (!Number.isInteger(value) || value < 0 || value > MAX_VERSION)
      throw new PackageError('refused', `expected a ${field} from 0 to ${MAX_VERSION}, found ${value}`)
  }
  if (name === '' || /[\\/:*?"<>|]/.test(name)) {
    const message = `expected the name of a package, without folder and extension, found ${JSON.stringify(name)}`
    throw new PackageError('refused', message)
  }
  const isUE3 = version >= Version.PlainIndices.version
  const summary = Object.assign(new Summary(), {
    version,
    licensee,
    flags,
    guid,
    // The editor's browser shows no folder.
    folder: UString.from('None'),
    engineVersion: what.engineVersion ?? engineVersionOf(version),
    packageSource: packageSourceCrc(name),
  })
  const none = Object.assign(new NameEntry(), {
    text: UString.from('None'),
    flags: isUE3 && version >= Version.Flags64.version ? 0 : NAME_FLAGS,
    flagsHigh: NAME_FLAGS,
  })
  const layout = gameOf(what)?.layout?.(version, licensee) ?? {}
  const image = layOut({
    summary,
    bigEndian,
    layout,
    heritage: [guid],
    names: [none],
    imports: [],
    exports: [],
    bodies: [],
  })
  const bytes = memorySource(await image.slice(0, image.byteLength))
  return openPackage(bytes, { fileName: `${name}.u`, game: what.game })
}

function gameOf({ game }: NewPackage): Game | undefined {
  if (game === undefined) return undefined
  const known = gameById(game)
  if (known === undefined) throw new RangeError(`no game is called ${game}; see GAMES for the known ones`)
  return known
}

function engineVersionOf(version: number): number {
  let found = 0
  for (const [from, engine] of ENGINE_VERSIONS) if (version >= from) found = engine
  return found
}
