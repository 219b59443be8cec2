import { openPackage, type Package } from '@ukit/core'
import { PackageError, SourceError } from '@ukit/files'
import { isStub } from '@ukit/inspect'
import { NetFlag } from '../flags/net-flag.js'
import type { Install } from '../install/install.js'
import type { PackageStamp } from '../package-stamp.js'
import { lastPart, withoutExtension, withSlashes } from '../paths.js'
import { listOf } from '../settings/read-settings.js'
import { type GameClass, gameClassOf } from './game-class.js'
import { packagesNeededBy } from './imported-packages.js'

/** Why a package is on the list. */
export type MapReason =
  /** It is the map. */
  | 'map'
  /** A line of `ServerPackages` names it. */
  | 'ServerPackages'
  /** It contains the game's class. */
  | 'game'
  /** A package on the list imports it. */
  | 'import'
  /** Script of the server adds it (UT2004). */
  | 'AddToPackageMap'
  /** UE3: it is loaded when the engine starts. */
  | 'startup'

/** *One package on a server's list*: the content of a `USES` line, and more. */
export interface MapPackage {
  /** The name that the engine uses: the file's name without its extension. */
  readonly name: string
  /** Path, file name, GUID, flags, size, and the counts of all generations. */
  readonly stamp: PackageStamp
  /** Number of its generations. */
  readonly generation: number
  /** Why it is on the list. */
  readonly reason: MapReason
  /** The package that imports it, if that is the reason. */
  readonly neededBy: string | undefined
  /** Packages that it imports, in the order of its import table. */
  readonly imports: readonly string[]
  /** It is a stub: made from what others need of it, because the real package was missing. */
  readonly isStub: boolean
}

/** A package that should be on the list but is missing, so that the server cannot load the map. */
export interface MissingPackage {
  /** Its name, without extension. */
  readonly name: string
  /** Why it would be on the list. */
  readonly reason: MapReason
  /** The package that needs it, if one does. */
  readonly neededBy: string | undefined
  /** The file that was found but cannot be read. */
  readonly path: string | undefined
  /** What is wrong, in a sentence. */
  readonly message: string
}

/** *The packages that a server with a map requires of its clients.* */
export interface PackageMap {
  /** Name of the map's package. */
  readonly map: string
  /** The class of the game; `null` when it is not known. */
  readonly game: GameClass | null
  /** The packages on the list, in the order of the `USES` lines. */
  readonly packages: readonly MapPackage[]
  /** Packages that are left out because they are flagged ServerSideOnly. */
  readonly serverSideOnly: readonly MapPackage[]
  /** Packages that the server cannot find. */
  readonly missing: readonly MissingPackage[]
}

/** Settings of `packageMap`. */
export interface PackageMapOptions {
  /** Class of the game, as `?Game=` names it. An option in the map's address takes precedence. */
  readonly game?: string | undefined
  /** Packages that script adds with `AddToPackageMap` (UT2004), in order. */
  readonly add?: readonly string[] | undefined
  /** Called with each package that is put on the list. */
  readonly onProgress?: ((done: number, name: string) => void) | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/**
 * *The list of packages that a server negotiates with its clients*, in the order of its `USES` lines.
 *
 * The list contains the map, then each of `ServerPackages` in order, then the package of the game's class,
 * then what script adds; each one is followed, depth first, by the packages that it imports, in the order of
 * its import table. Nothing is listed twice. Packages with the flag ServerSideOnly are left out, and so are
 * packages that only these import. UE3 lists everything that is loaded, so the packages that are loaded at
 * the start come first.
 *
 * @param map Name of the map, with or without extension, folder and options: `CTF-Face`,
 *   `CTF-Face.unr?Game=Botpack.CTFGame`.
 * @throws {PackageError} `refused` when there is no such map or it cannot be read.
 */
export async function packageMap(install: Install, map: string, options: PackageMapOptions = {}): Promise<PackageMap> {
  const [address = '', ...urlOptions] = map.split('?')
  const name = withoutExtension(lastPart(withSlashes(address)))
  const builder = new MapBuilder(install, options)
  const asked = urlOptions.find((option) => /^game=/i.test(option))?.slice('game='.length) ?? options.game
  let game: GameClass | null = null
  const found = await builder.read(name, { reason: 'map', neededBy: undefined }, async (pkg) => {
    game = await gameClassOf(pkg, install.ini, asked)
  })
  if (found === undefined) throw new PackageError('refused', builder.missing[0]?.message ?? `there is no map "${name}"`)
  if (install.generation === 3) {
    for (const startup of listOf(install.ini, 'Engine.StartupPackages', 'Package'))
      await builder.add(startup, 'startup')
  }
  await builder.add(name, 'map')
  for (const server of install.settings.serverPackages) await builder.add(server, 'ServerPackages')
  const gamePackage = packageOf(game)
  if (gamePackage !== '') await builder.add(gamePackage, 'game')
  for (const added of options.add ?? []) await builder.add(added, 'AddToPackageMap')
  const { packages, serverSideOnly, missing } = builder
  return { map: found.name, game, packages, serverSideOnly, missing }
}

/** The package in the path of a class (`Botpack.DeathMatchPlus`); empty for a class without one. */
function packageOf(game: GameClass | null): string {
  const dot = game?.path.indexOf('.') ?? -1
  return dot > 0 ? (game?.path.slice(0, dot) ?? '') : ''
}

interface Because {
  readonly reason: MapReason
  readonly neededBy: string | undefined
}

class MapBuilder {
  readonly packages: MapPackage[] = []
  readonly serverSideOnly: MapPackage[] = []
  readonly missing: MissingPackage[] = []
  readonly #install: Install
  readonly #options: PackageMapOptions
  /** Names that have been dealt with, in lower case. */
  readonly #seen = new Set<string>()

  constructor(install: Install, options: PackageMapOptions) {
    this.#install = install
    this.#options = options
  }

  /**
   * Adds a package and the packages that it imports. An explicit stack is used instead of recursion, since
   * chains of imports in untrusted packages may have any length.
   */
  async add(name: string, reason: MapReason): Promise<void> {
    const pending: (Because & { readonly name: string })[] = [{ name, reason, neededBy: undefined }]
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const key = next.name.toLowerCase()
      if (this.#seen.has(key)) continue
      this.#seen.add(key)
      const listed = await this.read(next.name, next)
      if (listed === undefined) continue
      if ((listed.stamp.flags & NetFlag.ServerSideOnly) !== 0) {
        this.serverSideOnly.push(listed)
        continue
      }
      this.packages.push(listed)
      this.#options.onProgress?.(this.packages.length, listed.name)
      for (const needed of [...listed.imports].reverse()) {
        pending.push({ name: needed, reason: 'import', neededBy: listed.name })
      }
    }
  }

  /**
   * Finds and reads a package, and passes it to `look` while it is open; if it cannot be read, it is recorded
   * as missing.
   */
  async read(
    name: string,
    { reason, neededBy }: Because,
    look?: (pkg: Package) => Promise<void>,
  ): Promise<MapPackage | undefined> {
    this.#options.signal?.throwIfAborted()
    const { found } = await this.#install.resolve(name)
    if (found === undefined) {
      const message = `the server cannot load the map: ${neededText(name, reason, neededBy)} is not on its search path`
      this.missing.push({ name, reason, neededBy, path: undefined, message })
      return undefined
    }
    try {
      const stamp = await this.#install.stamp(found.path)
      const source = await this.#install.files.open(found.path)
      try {
        const pkg = await openPackage(source, { fileName: stamp.fileName, permissive: true })
        await look?.(pkg)
        const imports = packagesNeededBy(pkg)
        const generation = stamp.generations.length
        return { name: stamp.name, stamp, generation, reason, neededBy, imports, isStub: isStub(pkg) }
      } finally {
        await source.close?.()
      }
    } catch (error) {
      if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
      const message =
        `the server cannot load the map: ${neededText(name, reason, neededBy)} is unreadable ` +
        `(${found.path}: ${error.message})`
      this.missing.push({ name, reason, neededBy, path: found.path, message })
      return undefined
    }
  }
}

function neededText(name: string, reason: MapReason, neededBy: string | undefined): string {
  if (reason === 'import') return `"${name}", which ${neededBy} imports,`
  if (reason === 'ServerPackages') return `"${name}" of ServerPackages`
  if (reason === 'game') return `"${name}" with the game's class`
  if (reason === 'map') return `the map "${name}"`
  return `"${name}"`
}
