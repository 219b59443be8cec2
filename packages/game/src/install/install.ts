import { PackageError, SourceError } from '@ukit/files'
import type { IniFile } from '@ukit/files/ini'
import type { Folders } from '../folders.js'
import type { GameFiles } from '../game-files.js'
import type { PackageStamp } from '../package-stamp.js'
import { extensionOf } from '../paths.js'
import type { InstallProblem } from '../problem.js'
import type { Resolution, ResolutionStep, ResolveOptions } from '../search/resolution.js'
import { Searcher } from '../search/search.js'
import type { InstalledPackage, SearchEntry } from '../search/search-entry.js'
import type { EngineGeneration, GameSettings } from '../settings/game-settings.js'
import { type FilePlace, stampOf } from '../stamp.js'

/** What an install is made of. */
export interface InstallParts
  extends Pick<
    Install,
    'files' | 'root' | 'base' | 'iniPath' | 'otherInis' | 'ini' | 'settings' | 'searchPath' | 'cacheFolder' | 'problems'
  > {
  readonly ignoreCase: boolean
  readonly folders: Folders
}

/**
 * *An installed game*: its ini, and the packages that it finds.
 *
 * Folders are listed once; when the disk changes, open the game again. Headers of packages are read when they
 * are needed, and kept.
 */
export class Install {
  /** Where the game's files are read from. */
  readonly files: GameFiles
  /** The folder with everything in it. */
  readonly root: string
  /**
   * The folder that the game runs in, to which paths of the ini are relative: `System`; in UE3 `Binaries` or
   * a folder inside, which need not exist.
   */
  readonly base: string
  /** The ini that was read; `undefined` when there is none, and the engine's defaults are used. */
  readonly iniPath: string | undefined
  /** Other inis that could have been used. */
  readonly otherInis: readonly string[]
  /** The ini, with what it is based on; nothing in it when there is none. */
  readonly ini: IniFile
  /** What its ini files say about packages, caches and downloads. */
  readonly settings: GameSettings
  /** In the order in which the game looks. */
  readonly searchPath: readonly SearchEntry[]
  /** Folder of downloads, spelt as on the disk when it is there. */
  readonly cacheFolder: string
  /** What is wrong with the ini and the folders; `checkInstall` looks further. */
  readonly problems: readonly InstallProblem[]
  readonly #parts: InstallParts
  #searcher: Promise<Searcher> | undefined
  #packages: Promise<readonly InstalledPackage[]> | undefined
  readonly #stamps = new Map<string, Promise<PackageStamp>>()

  /** @internal `openInstall` makes it. */
  constructor(parts: InstallParts) {
    this.#parts = parts
    this.files = parts.files
    this.root = parts.root
    this.base = parts.base
    this.iniPath = parts.iniPath
    this.otherInis = parts.otherInis
    this.ini = parts.ini
    this.settings = parts.settings
    this.searchPath = parts.searchPath
    this.cacheFolder = parts.cacheFolder
    this.problems = parts.problems
  }

  /** The engine. */
  get generation(): EngineGeneration {
    return this.settings.generation
  }

  /** `Game.id` of core; `undefined` when the game is not known by name. */
  get game(): string | undefined {
    return this.settings.game
  }

  /** Folders that are there but could not be listed, as far as they were looked into by now. */
  unreadable(): InstallProblem[] {
    return [...this.#parts.folders.unreadable].map(([folder, reason]) => ({
      kind: 'missing-folder',
      message: `the folder "${folder}" cannot be read: ${reason}`,
      paths: [folder],
    }))
  }

  /** Every package file on the search path, in its order; reads listings only. */
  packages(): Promise<readonly InstalledPackage[]> {
    this.#packages ??= this.#listPackages()
    return this.#packages
  }

  /**
   * Reads the header of a package file; kept after the first time.
   *
   * @throws {PackageError} when it is not a package; `SourceError` when it cannot be read.
   */
  async stamp(path: string): Promise<PackageStamp> {
    let stamp = this.#stamps.get(path)
    if (stamp === undefined) {
      stamp = this.#readStamp(path)
      this.#stamps.set(path, stamp)
    }
    return stamp
  }

  /**
   * *Looks for a package by its name as the game does.* Without a GUID it reads listings only, and answers
   * are kept.
   *
   * A file with a GUID other than the requested one is the answer anyway, as in the game, which then refuses
   * it: see `Resolution.mismatch`.
   */
  async resolve(name: string, options: ResolveOptions = {}): Promise<Resolution> {
    const { guid, generation, policy = RESOLVE_DEFAULTS.policy } = options
    const searcher = await this.#search()
    const wanted = { name, guid, generation, policy }
    const { located, library } = searcher.find(wanted)
    const steps = () => searcher.stepsOf(wanted)
    if (located === undefined) return resolution({ name, guid, found: undefined, mismatch: false, library }, steps)
    const { path, where, entry, file } = located
    const found = { path, where, entry, size: file.size, modified: file.modified, stamp: undefined }
    if (guid === undefined) return resolution({ name, guid, found, mismatch: false, library }, steps)
    const stamp = await this.#stampOrNothing(path)
    const mismatch = stamp !== undefined && !stamp.guid.equals(guid)
    const result = stamp === undefined ? 'unreadable' : mismatch ? 'mismatch' : 'found'
    return resolution({ name, guid, found: { ...found, stamp }, mismatch, library }, () => withResult(steps(), result))
  }

  /**
   * The library of a package's name (`Fire.dll`, `Fire.so`) in the folder that the game runs in; `undefined`
   * when there is none, and in UE3, whose packages have none.
   */
  async libraryOf(name: string): Promise<string | undefined> {
    return (await this.#search()).libraryOf(name)
  }

  #search(): Promise<Searcher> {
    const { root, base, searchPath, cacheFolder, settings, ignoreCase, folders } = this.#parts
    const { generation, cacheExt } = settings
    this.#searcher ??= Searcher.load({ root, base, searchPath, cacheFolder, generation, cacheExt, ignoreCase }, folders)
    return this.#searcher
  }

  async #listPackages(): Promise<readonly InstalledPackage[]> {
    const searcher = await this.#search()
    const packages: InstalledPackage[] = []
    const seen = new Set<string>()
    for (const [index, folder] of searcher.folders.entries()) {
      for (const { path, entry } of folder.files) {
        if (seen.has(path)) continue
        seen.add(path)
        const name = folder.packageOf(entry.name)
        // Maps are requested with their extension and other packages are not, so a dot in the name of another
        // package does harm.
        const isMap = extensionOf(entry.name) === this.settings.mapExtension
        const { located: first } = searcher.find({
          name: isMap ? entry.name : name,
          guid: undefined,
          generation: undefined,
          policy: RESOLVE_DEFAULTS.policy,
        })
        packages.push({
          path,
          fileName: entry.name,
          name,
          size: entry.size,
          modified: entry.modified,
          entry: index,
          cooked: folder.entry.kind === 'cooked',
          shadowedBy: first === undefined || first.path === path ? undefined : first.path,
        })
      }
    }
    return packages
  }

  async #readStamp(path: string): Promise<PackageStamp> {
    const place = await this.#place(path)
    const source = await this.files.open(path)
    try {
      return await stampOf(source, place ?? { path, size: source.byteLength, modified: 0 })
    } finally {
      await source.close?.()
    }
  }

  async #place(path: string): Promise<FilePlace | undefined> {
    const file = await this.#parts.folders.file(path)
    return file && { path, size: file.entry.size, modified: file.entry.modified }
  }

  async #stampOrNothing(path: string): Promise<PackageStamp | undefined> {
    try {
      return await this.stamp(path)
    } catch (error) {
      if (error instanceof PackageError || error instanceof SourceError) return undefined
      throw error
    }
  }
}

/** Defaults of `ResolveOptions`. */
export const RESOLVE_DEFAULTS = { policy: 'cache-last' } as const

/**
 * A resolution whose places are looked up again when they are needed: keeping them all would take more memory
 * than everything else.
 */
function resolution(answer: Omit<Resolution, 'tried'>, steps: () => readonly ResolutionStep[]): Resolution {
  let tried: readonly ResolutionStep[] | undefined
  return {
    ...answer,
    get tried() {
      tried ??= steps()
      return tried
    },
  }
}

function withResult(tried: readonly ResolutionStep[], result: ResolutionStep['result']): readonly ResolutionStep[] {
  return tried.map((step, index) => (index === tried.length - 1 ? { ...step, result } : step))
}
