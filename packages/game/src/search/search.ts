import type { Guid } from '@ukit/container'
import type { FolderListing, Folders } from '../folders.js'
import type { FileEntry } from '../game-files.js'
import { isInside, joinPath, lastPart, withoutExtension, withSlashes } from '../paths.js'
import type { EngineGeneration } from '../settings/game-settings.js'
import { cacheFileNames } from './cache-names.js'
import type { FoundWhere, ResolutionStep, SearchPolicy } from './resolution.js'
import type { SearchEntry } from './search-entry.js'
import { SearchedFolder } from './searched-folder.js'

/** What a search needs to know about an install. */
export interface SearchPlaces {
  readonly generation: EngineGeneration
  /** The root of the game: names with folders in them do not lead out of it. */
  readonly root: string
  /** The folder that the game runs in. */
  readonly base: string
  readonly searchPath: readonly SearchEntry[]
  readonly cacheFolder: string
  readonly cacheExt: string
  /** True if names that only differ in case are the same, as on Windows. */
  readonly ignoreCase: boolean
}

/** A file found by a search, before it is read. */
export interface Located {
  readonly path: string
  readonly where: FoundWhere
  readonly entry: number | undefined
  readonly file: FileEntry
}

/** The result of a search: the file, or a library instead of it. */
export interface Search {
  readonly located: Located | undefined
  readonly library: string | undefined
}

/** What to look for. */
export interface SearchFor {
  readonly name: string
  readonly guid: Guid | undefined
  readonly generation: number | undefined
  readonly policy: SearchPolicy
}

/** Records the places that were searched; absent when they are not needed, which is nearly always. */
type Steps = ResolutionStep[] | undefined

type Spelling = ResolutionStep['spelling']

/**
 * *Looks packages up as the engine does*, in listings that are read once.
 *
 * UE1 and UE2 first search all places for the exact spelling, then again ignoring case (notes on the program
 * of Deus Ex 1.112; on Windows both are the same). UE3 keeps a table of file names that ignores case.
 */
export class Searcher {
  readonly folders: readonly SearchedFolder[]
  readonly #places: SearchPlaces
  readonly #base: FolderListing
  readonly #realBase: string
  readonly #cache: FolderListing
  readonly #known = new Map<string, Search>()

  private constructor(
    places: SearchPlaces,
    folders: readonly SearchedFolder[],
    realBase: string,
    base: FolderListing,
    cache: FolderListing,
  ) {
    this.#places = places
    this.folders = folders
    this.#realBase = realBase
    this.#base = base
    this.#cache = cache
  }

  /** Lists every folder of the search path, the folder that the game runs in, and the cache. */
  static async load(places: SearchPlaces, folders: Folders): Promise<Searcher> {
    const searched = await Promise.all(places.searchPath.map((entry) => SearchedFolder.load(entry, folders)))
    const base = (await folders.actualPath(places.base)) ?? places.base
    return new Searcher(places, searched, base, await folders.list(base), await folders.list(places.cacheFolder))
  }

  /** Looks a package up; with a GUID, also in the cache. Results without a GUID are remembered. */
  find(wanted: SearchFor): Search {
    if (wanted.guid !== undefined) return this.#search(wanted, undefined)
    let known = this.#known.get(wanted.name)
    if (known === undefined) {
      known = this.#search(wanted, undefined)
      this.#known.set(wanted.name, known)
    }
    return known
  }

  /** Every place that a search goes through, in order. */
  stepsOf(wanted: SearchFor): ResolutionStep[] {
    const steps: ResolutionStep[] = []
    this.#search(wanted, steps)
    return steps
  }

  /** A library with a package's name in the folder that the game runs in. */
  libraryOf(name: string): string | undefined {
    return this.#libraryOf(name, undefined)
  }

  #search(wanted: SearchFor, tried: Steps): Search {
    // Libraries are loaded in a different way, so this search never finds one.
    const isLibrary = /\.dll$/i.test(wanted.name)
    const located = isLibrary ? undefined : this.#locate(wanted, tried)
    return { located, library: located === undefined ? this.#libraryOf(wanted.name, tried) : undefined }
  }

  #locate({ name, guid, generation, policy }: SearchFor, tried: Steps): Located | undefined {
    const anyCaseOnly = this.#places.ignoreCase || this.#places.generation === 3
    for (const spelling of anyCaseOnly ? (['any-case'] as const) : (['exact', 'any-case'] as const)) {
      const inCache = () => (guid === undefined ? undefined : this.#inCache(guid, generation, spelling, tried))
      const onPath = () => this.#given(name, spelling, tried) ?? this.#onPath(name, spelling, tried)
      const found = policy === 'cache-first' ? (inCache() ?? onPath()) : (onPath() ?? inCache())
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * Looks for the unchanged name in the folder that the game runs in. This finds any file without extension,
   * whatever it contains.
   */
  #given(name: string, spelling: Spelling, tried: Steps): Located | undefined {
    if (this.#places.generation === 3) return undefined
    const slashed = withSlashes(name)
    const path = joinPath(this.#realBase, slashed)
    // Only the folders of the search path are considered, since a name from an untrusted file must not lead
    // to arbitrary files.
    const file = slashed.includes('/')
      ? isInside(path, this.#places.root)
        ? this.#elsewhere(path, spelling)
        : undefined
      : fileOf(this.#base, slashed, spelling, this.#realBase)
    tried?.push(step('given', path, spelling, file?.path))
    return file && { ...file, where: 'given', entry: undefined }
  }

  #elsewhere(path: string, spelling: Spelling): { path: string; file: FileEntry } | undefined {
    for (const folder of this.folders) {
      const { real, recursive } = folder.entry
      if (real === undefined || recursive || !isInside(path.toLowerCase(), real.toLowerCase())) continue
      const found = spelling === 'exact' ? folder.exact(lastPart(path)) : folder.ignoringCase(lastPart(path))
      if (found !== undefined) return { path: found.path, file: found.entry }
    }
    return undefined
  }

  #onPath(name: string, spelling: Spelling, tried: Steps): Located | undefined {
    const base = withoutExtension(lastPart(withSlashes(name)))
    for (const [index, folder] of this.folders.entries()) {
      const names = folder.fileNames(base)
      for (const fileName of names) {
        const found = spelling === 'exact' ? folder.exact(fileName) : folder.ignoringCase(fileName)
        if (found === undefined) continue
        tried?.push(step('path', joinPath(folder.entry.folder, fileName), spelling, found.path))
        return { path: found.path, where: 'path', entry: index, file: found.entry }
      }
      const absent = step('path', joinPath(folder.entry.folder, names[0] ?? base), spelling, undefined)
      tried?.push(names.length > 1 ? { ...absent, others: names.slice(1) } : absent)
    }
    return undefined
  }

  #inCache(guid: Guid, generation: number | undefined, spelling: Spelling, tried: Steps): Located | undefined {
    const { cacheFolder, cacheExt } = this.#places
    const names = cacheFileNames(guid, generation, cacheExt, this.#places.generation, this.#cache.entries)
    for (const name of names) {
      const found = fileOf(this.#cache, name, spelling, cacheFolder)
      if (found === undefined) continue
      tried?.push(step('cache', joinPath(cacheFolder, name), spelling, found.path))
      return { ...found, where: 'cache', entry: undefined }
    }
    tried?.push(step('cache', joinPath(cacheFolder, names[0] ?? ''), spelling, undefined))
    return undefined
  }

  /**
   * A client that lacks a package but has a library with its name plays without the package, which then only
   * contains native code.
   */
  #libraryOf(name: string, tried: Steps): string | undefined {
    if (this.#places.generation === 3) return undefined
    const base = withoutExtension(lastPart(withSlashes(name)))
    for (const extension of ['.dll', '.so']) {
      const found = fileOf(this.#base, base + extension, 'any-case', this.#realBase)
      if (found === undefined) continue
      tried?.push({ ...step('given', found.path, 'any-case', found.path), where: 'library', result: 'library' })
      return found.path
    }
    return undefined
  }
}

function fileOf(
  listing: FolderListing,
  name: string,
  spelling: Spelling,
  folder: string,
): { path: string; file: FileEntry } | undefined {
  const file = spelling === 'exact' ? listing.exact(name) : listing.ignoringCase(name)
  return file?.kind === 'file' ? { path: joinPath(folder, file.name), file } : undefined
}

function step(where: FoundWhere, path: string, spelling: Spelling, found: string | undefined): ResolutionStep {
  return { where, path, spelling, result: found === undefined ? 'absent' : 'found', found }
}
