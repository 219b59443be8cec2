import { stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Input } from '@ukit/batch'
import { statOf } from '@ukit/batch/internal'
import { openPackage } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import {
  type FilePlace,
  finderOf,
  folderFinder,
  type Install,
  likelyGame,
  type OpenInstallOptions,
  type PackageFinder,
  PackageTables,
  ShippedFiles,
  TableIndex,
  TableReader,
} from '@ukit/game'
import { defaultIndexPath, folderFiles, gameOfFile, hashFile, loadIndex, openGame, saveIndex } from '@ukit/game/node'
import { problemOf } from '../../batch/one-file.js'
import type { GameWord } from '../../command/game-word.js'
import { InputError, UsageError } from '../../command/usage-error.js'
import { expand } from '../../inputs/expand.js'
import { openInput } from '../../inputs/open.js'
import { reasonOf } from '../../inputs/reason.js'
import type { Output } from '../../terminal/output.js'
import { archiveFinder } from './archive-finder.js'
import type { DepsCall } from './options.js'
import type { Start } from './start.js'

/** Packages whose needs are looked up in the same places. */
export interface StartGroup {
  readonly starts: readonly Start[]
  readonly finder: PackageFinder
  /** The game in which they are looked up. */
  readonly install: Install | undefined
  /**
   * The files that come with that game, or with the packages' game; `undefined` when there is no list of
   * them.
   */
  readonly shipped: ShippedFiles | undefined
}

/** What `Places` are constructed from. */
interface Parts {
  /** The game that was named; if no file was named either, the game that contains the current folder. */
  readonly install: Install | undefined
  /** Folders of `--packages`, which take precedence. */
  readonly folders: PackageFinder | undefined
  readonly reader: TableReader
  /** The game as whose packages files are read. */
  readonly readAs: string | undefined
  /** Options for opening a game. */
  readonly opening: OpenInstallOptions
  /** Whether the lists of files that come with games are not used. */
  readonly withoutStock: boolean
  readonly indexPath: string | undefined
}

/** *Where `deps` looks packages up*: a game, folders, and the index of their packages from the last run. */
export class Places {
  readonly install: Install | undefined
  readonly reader: TableReader
  readonly #parts: Parts
  readonly #games = new Map<string, Promise<Install | undefined>>()

  private constructor(parts: Parts) {
    this.#parts = parts
    this.install = parts.install
    this.reader = parts.reader
  }

  /**
   * @param word the value of `--game`.
   * @param whole whether all packages of the game will be read, so that an index of them is worth keeping.
   */
  static async open(
    { positionals, options, output, signal }: DepsCall,
    word: GameWord | undefined,
    whole: boolean,
  ): Promise<Places> {
    const { packages, index, mod, base, stock } = options
    const readAs = word !== undefined && 'id' in word ? word.id : undefined
    const opening = { mod, game: readAs }
    const place = word !== undefined && 'place' in word ? word.place : undefined
    const folders = packages ?? []
    for (const folder of folders) {
      const stats = statOf(folder)
      if (stats === undefined || 'reason' in stats || !stats.isDirectory()) {
        throw new InputError(`--packages ${folder}: there is no such folder`)
      }
    }
    const isHere = place === undefined && positionals.length === 0 && folders.length === 0
    const install = await installAt(place, isHere, opening)
    const byDefault = whole && install !== undefined ? defaultIndexPath(install.root) : undefined
    const indexPath = options['no-index'] ? undefined : (index ?? byDefault)
    const known = indexPath === undefined ? new TableIndex() : await indexAt(indexPath, output)
    const reader = new TableReader(folderFiles, {
      index: known,
      codecs: nodeCodecs,
      signal,
      game: readAs,
    })
    return new Places({
      install,
      folders: folders.length > 0 ? folderFinder(folderFiles, folders) : undefined,
      reader,
      readAs,
      opening,
      // With `--base`, an untouched game shows what players have, and does so better than a list.
      withoutStock: stock === 'none' || base !== undefined,
      indexPath,
    })
  }

  /** Where packages are looked up by name. @throws {UsageError} when the user did not say where. */
  finder(what: string): PackageFinder {
    const finder = this.#explicit()
    if (finder === undefined) throw new UsageError(`${what} needs to know where to look: --game or --packages`)
    return finder
  }

  /** Every package that can be found. */
  async all({ output }: DepsCall, what: string): Promise<StartGroup> {
    const { install } = this
    const finder = this.finder(what)
    const files = await finder.packages()
    await this.#readAll(files, output)
    const starts: Start[] = []
    for (const file of files) starts.push(await this.#startAt(file.path, file))
    return { starts, finder, install, shipped: await this.#shipped(install, undefined) }
  }

  /** The packages that words on the command line name, by the places in which their needs are looked up. */
  async named({ positionals, output, signal }: DepsCall): Promise<StartGroup[]> {
    const { inputs } = await expand(positionals)
    const { install: named } = this
    // A file is the same package even if its path is spelt differently.
    const known = new Map((await this.#explicit()?.packages())?.map((file) => [resolve(file.path), file]))
    const groups = new Map<string, StartGroup & { starts: Start[] }>()
    for (const [i, input] of inputs.entries()) {
      signal.throwIfAborted()
      const start = await this.#startOf(input, known)
      const folder = dirname(input.file)
      const game = await this.#gameOfTables(start.tables)
      const archive = input.inner.length > 0 ? input.file : undefined
      const key = [archive ?? '', ...(named === undefined ? [folder, game ?? ''] : [])].join('\n')
      const group = groups.get(key)
      if (group === undefined) {
        const install = named ?? (await this.#gameOf(input.file))
        const finder = this.#finderFor(install, folder, archive)
        groups.set(key, { starts: [start], finder, install, shipped: await this.#shipped(install, game) })
      } else group.starts.push(start)
      output.progress.update(i + 1, inputs.length, input.path, 'files')
    }
    return [...groups.values()]
  }

  /**
   * The places that the user named; `undefined` when there are none and the current folder is not in a game.
   */
  #explicit(): PackageFinder | undefined {
    const { folders, install } = this.#parts
    const finders = [...(folders === undefined ? [] : [folders]), ...(install === undefined ? [] : [install])]
    return finders.length === 0 ? undefined : finderOf(finders)
  }

  /**
   * The archive that contains the package, the folders of `--packages`, and the game; if neither folders nor
   * a game were named, also the file's folder.
   */
  #finderFor(install: Install | undefined, folder: string, archive: string | undefined): PackageFinder {
    const { folders } = this.#parts
    const beside = folderFinder(folderFiles, [folder], { deep: false })
    const isNamed = this.install !== undefined || folders !== undefined
    return finderOf([
      ...(archive === undefined ? [] : [archiveFinder(archive, (input) => this.#startInside(input), this.reader)]),
      ...(folders === undefined ? [] : [folders]),
      ...(install === undefined ? [] : [install]),
      ...(isNamed ? [] : [beside]),
    ])
  }

  /**
   * The game that a package is for; if the package does not show it, the game that ships most of its needs.
   */
  async #gameOfTables(tables: PackageTables | undefined): Promise<string | undefined> {
    if (tables === undefined || tables.game !== '' || this.#parts.withoutStock) return tables?.game
    return likelyGame(tables)
  }

  /** The game that contains a file, opened once per folder. */
  #gameOf(file: string): Promise<Install | undefined> {
    const folder = dirname(file)
    let game = this.#games.get(folder)
    if (game === undefined) {
      game = gameOfFile(file, this.#parts.opening)
      this.#games.set(folder, game)
    }
    return game
  }

  /** The files that come with the installed game; without one, with the game that a file was read as. */
  async #shipped(install: Install | undefined, game: string | undefined): Promise<ShippedFiles | undefined> {
    if (this.#parts.withoutStock) return undefined
    return ShippedFiles.load(install?.game ?? game, { root: install?.root, hash: hashFile })
  }

  /** Saves the index. If it cannot be written, this is reported, but not a failure. */
  async keep(output: Output): Promise<void> {
    if (this.#parts.indexPath === undefined) return
    try {
      await saveIndex(this.#parts.indexPath, this.reader.index)
    } catch (error) {
      output.note(`the index ${this.#parts.indexPath} was not written: ${reasonOf(error)}`)
    }
  }

  async #readAll(files: readonly FilePlace[], output: Output): Promise<void> {
    this.reader.index.retain(new Set(files.map(({ path }) => path)))
    await this.reader.readAll(files, {
      onProgress: (done, total, path) => output.progress.update(done, total, path, 'packages'),
    })
  }

  async #startOf(input: Input, known: ReadonlyMap<string, FilePlace>): Promise<Start> {
    const isDownload = /\.uz[23]?$/i.test(input.file)
    if (input.inner.length > 0 || input.problem !== undefined || isDownload) return this.#startInside(input)
    const file = known.get(resolve(input.file))
    if (file !== undefined) return this.#startAt(input.path, file)
    try {
      const { size, mtimeMs } = await stat(input.file)
      return await this.#startAt(input.path, { path: slashed(input.path), size, modified: mtimeMs })
    } catch (error) {
      const open = () => Promise.reject(error)
      return { label: input.path, tables: undefined, error: problemOf(error), isFile: true, open }
    }
  }

  async #startAt(label: string, file: FilePlace): Promise<Start> {
    const open = async () => {
      const pkg = await openFile(file.path, { game: this.#parts.readAs })
      return { pkg, close: async () => pkg.file.close?.() }
    }
    try {
      return { label, tables: await this.reader.tables(file), error: undefined, isFile: true, open }
    } catch (error) {
      return { label, tables: undefined, error: problemOf(error), isFile: true, open }
    }
  }

  /** A package inside an archive or a compressed download. */
  async #startInside(input: Input): Promise<Start> {
    const open = async () => {
      const { source, fileName, close } = await openInput(input)
      const game = { game: this.#parts.readAs }
      const pkg = await openPackage(source, { fileName, codecs: nodeCodecs, ...game })
      return { pkg, close, fileName }
    }
    try {
      const { pkg, close, fileName } = await open()
      try {
        const path = pathInside(slashed(input.path), fileName)
        const tables = await PackageTables.read(pkg, { path, size: pkg.file.byteLength, modified: 0 })
        return { label: input.path, tables, error: undefined, isFile: false, open }
      } finally {
        await close()
      }
    } catch (error) {
      return { label: input.path, tables: undefined, error: problemOf(error), isFile: false, open }
    }
  }
}

async function installAt(place: string | undefined, isHere: boolean, options: OpenInstallOptions) {
  if (place === undefined) return isHere ? gameOfFile(undefined, options) : undefined
  try {
    return await openGame(place, options)
  } catch (error) {
    throw new InputError(`--game ${place}: ${reasonOf(error)}`, { cause: error })
  }
}

async function indexAt(path: string, output: Output): Promise<TableIndex> {
  const { index, rejected } = await loadIndex(path)
  if (rejected !== undefined) output.note(`the index ${path} is rebuilt: ${rejected}`)
  return index
}

/** A unique path for a member that ends in the package's file name; installers use `\` in names. */
function pathInside(named: string, fileName: string): string {
  const path = named.replaceAll('\\', '/')
  if (path.endsWith(`/${fileName}`)) return path
  return path.endsWith(`!${fileName}`) ? `${path.slice(0, -fileName.length)}/${fileName}` : `${path}!/${fileName}`
}

function slashed(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path
}
