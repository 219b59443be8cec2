import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { openPackage, type Package } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import {
  type FilePlace,
  finderOf,
  folderFinder,
  type Install,
  type PackageFinder,
  PackageTables,
  TableIndex,
  TableReader,
} from '@ukit/game'
import { defaultIndexPath, folderFiles, loadIndex, saveIndex } from '@ukit/game/node'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import type { GameWord } from '../../command/game-word.js'
import { UsageError } from '../../command/usage-error.js'
import { expand } from '../../inputs/expand.js'
import type { Input } from '../../inputs/input.js'
import { statOf } from '../../inputs/missing.js'
import { openInput } from '../../inputs/open.js'
import { openGame } from '../../inputs/open-game.js'
import { reasonOf } from '../../inputs/reason.js'
import type { Output } from '../../terminal/output.js'
import type { DepsCall } from './options.js'

/** A package that was asked about. */
export interface Start {
  /** As the user named it. */
  readonly label: string
  readonly tables: PackageTables | undefined
  /** Why it cannot be read. */
  readonly error: FileProblem | undefined
  /** Opens it once more, for its bodies. */
  open(): Promise<{ pkg: Package; close(): Promise<void> }>
}

/** Packages that are looked for in the same places. */
export interface StartGroup {
  readonly starts: readonly Start[]
  readonly finder: PackageFinder
}

/** *Where `deps` looks*: a game, folders, and what is known of their packages from last time. */
export class Places {
  readonly install: Install | undefined
  readonly reader: TableReader
  readonly #explicit: PackageFinder | undefined
  readonly #readAs: string | undefined
  readonly #indexPath: string | undefined

  private constructor(
    install: Install | undefined,
    explicit: PackageFinder | undefined,
    reader: TableReader,
    readAs: string | undefined,
    indexPath: string | undefined,
  ) {
    this.install = install
    this.reader = reader
    this.#explicit = explicit
    this.#readAs = readAs
    this.#indexPath = indexPath
  }

  /**
   * @param word what `--game` says.
   * @param whole all packages of the game will be asked for: then an index of them is worth keeping.
   */
  static async open(
    { options, output, signal }: DepsCall,
    word: GameWord | undefined,
    whole: boolean,
  ): Promise<Places> {
    const { packages, index } = options
    const readAs = word !== undefined && 'id' in word ? word.id : undefined
    const install = word !== undefined && 'place' in word ? await installAt(word.place, options) : undefined
    const folders = packages ?? []
    for (const folder of folders) {
      const stats = statOf(folder)
      if (stats === undefined || 'reason' in stats || !stats.isDirectory()) {
        throw new UsageError(`--packages ${folder}: there is no such folder`)
      }
    }
    const finders = [...(folders.length > 0 ? [folderFinder(folderFiles, folders)] : []), ...(install ? [install] : [])]
    const byDefault = whole && install !== undefined ? defaultIndexPath(install.root) : undefined
    const path = options['no-index'] ? undefined : (index ?? byDefault)
    const known = path === undefined ? new TableIndex() : await indexAt(path, output)
    const reader = new TableReader(folderFiles, {
      index: known,
      codecs: nodeCodecs,
      signal,
      ...(readAs === undefined ? {} : { game: readAs }),
    })
    return new Places(install, finders.length > 0 ? finderOf(finders) : undefined, reader, readAs, path)
  }

  /** The user said where to look. */
  get isExplicit(): boolean {
    return this.#explicit !== undefined
  }

  /** Where packages are looked for by name. @throws {UsageError} when the user did not say. */
  finder(what: string): PackageFinder {
    if (this.#explicit === undefined) throw new UsageError(`${what} needs to know where to look: --game or --packages`)
    return this.#explicit
  }

  /** Every package that can be found. */
  async all({ output }: DepsCall, what: string): Promise<StartGroup> {
    const finder = this.finder(what)
    const files = await finder.packages()
    await this.#readAll(files, output)
    const starts: Start[] = []
    for (const file of files) starts.push(await this.#startAt(file.path, file))
    return { starts, finder }
  }

  /** The packages that words on the command line stand for, by the places where theirs are looked for. */
  async named({ positionals, output, signal }: DepsCall): Promise<StartGroup[]> {
    const { inputs } = await expand(positionals)
    const explicit = this.#explicit
    // The same file under another spelling of its path is the same package.
    const known = new Map((await explicit?.packages())?.map((file) => [resolve(file.path), file]))
    const groups = new Map<string, { starts: Start[]; finder: PackageFinder }>()
    for (const [i, input] of inputs.entries()) {
      signal.throwIfAborted()
      const start = await this.#startOf(input, known)
      const folder = explicit === undefined ? dirname(input.file) : ''
      const group = groups.get(folder)
      if (group === undefined) groups.set(folder, { starts: [start], finder: explicit ?? (await finderAround(folder)) })
      else group.starts.push(start)
      output.progress.update(i + 1, inputs.length, input.path, 'files')
    }
    return [...groups.values()]
  }

  /** Keeps what was learnt. A place that cannot be written to is told of, and is no failure. */
  async keep(output: Output): Promise<void> {
    if (this.#indexPath === undefined) return
    try {
      await saveIndex(this.#indexPath, this.reader.index)
    } catch (error) {
      output.note(`the index ${this.#indexPath} was not written: ${reasonOf(error)}`)
    }
  }

  async #readAll(files: readonly FilePlace[], output: Output): Promise<void> {
    this.reader.index.keep(new Set(files.map(({ path }) => path)))
    await this.reader.readAll(files, {
      onProgress: (done, total, path) => output.progress.update(done, total, path, 'packages'),
    })
  }

  async #startOf(input: Input, known: ReadonlyMap<string, FilePlace>): Promise<Start> {
    if (input.inner.length > 0 || input.problem !== undefined) return this.#startInside(input)
    const file = known.get(resolve(input.file))
    if (file !== undefined) return this.#startAt(input.path, file)
    try {
      const { size, mtimeMs } = await stat(input.file)
      return await this.#startAt(input.path, { path: slashed(input.path), size, modified: mtimeMs })
    } catch (error) {
      return { label: input.path, tables: undefined, error: problemOf(error), open: () => Promise.reject(error) }
    }
  }

  async #startAt(label: string, file: FilePlace): Promise<Start> {
    const open = async () => {
      const pkg = await openFile(file.path, this.#readAs === undefined ? {} : { game: this.#readAs })
      return { pkg, close: async () => pkg.file.close?.() }
    }
    try {
      return { label, tables: await this.reader.tables(file), error: undefined, open }
    } catch (error) {
      return { label, tables: undefined, error: problemOf(error), open }
    }
  }

  /** A package inside an archive. */
  async #startInside(input: Input): Promise<Start> {
    const open = async () => {
      const { source, fileName, close } = await openInput(input)
      const game = this.#readAs === undefined ? {} : { game: this.#readAs }
      const pkg = await openPackage(source, { fileName, codecs: nodeCodecs, ...game })
      return { pkg, close }
    }
    try {
      const { pkg, close } = await open()
      try {
        const tables = PackageTables.of(pkg, { path: slashed(input.path), size: pkg.file.byteLength, modified: 0 })
        return { label: input.path, tables, error: undefined, open }
      } finally {
        await close()
      }
    } catch (error) {
      return { label: input.path, tables: undefined, error: problemOf(error), open }
    }
  }
}

async function installAt(path: string, { mod }: DepsCall['options']): Promise<Install> {
  try {
    return await openGame(path, mod === undefined ? {} : { mod })
  } catch (error) {
    throw new UsageError(`--game ${path}: ${reasonOf(error)}`, { cause: error })
  }
}

async function indexAt(path: string, output: Output): Promise<TableIndex> {
  const { index, rejected } = await loadIndex(path)
  if (rejected !== undefined) output.note(`the index ${path} is made anew: ${rejected}`)
  return index
}

/** Folders of a game that packages stand in; its own folder is the one above. */
const GAME_FOLDERS = /^(?:system|system64|maps|textures|sounds|music|staticmeshes|animations|karmadata)$/i

/** Folders between a package and its game's folder, at most: `UTGame/CookedPC/Environments/…`. */
const MOST_FOLDERS = 6

/** Where the engine would look for what a file needs when nobody says: in the game that the file is in, or else beside the file. */
async function finderAround(folder: string): Promise<PackageFinder> {
  const beside = folderFinder(folderFiles, [folder], { deep: false })
  const root = await gameAround(folder)
  return root === undefined ? beside : finderOf([await openGame(root), beside])
}

/** The game that a folder is in: `System` beside the folder in UE1 and UE2, `Binaries` and `Engine` somewhere above it in UE3. */
async function gameAround(folder: string): Promise<string | undefined> {
  const above = join(folder, '..')
  if (GAME_FOLDERS.test(basename(resolve(folder))) && (await hasFolders(above, ['system']))) return above
  let root = above
  for (let i = 0; i < MOST_FOLDERS; i++) {
    if (await hasFolders(root, ['binaries', 'engine'])) return root
    root = join(root, '..')
  }
  return undefined
}

async function hasFolders(folder: string, wanted: readonly string[]): Promise<boolean> {
  try {
    const entries = await folderFiles.list(folder)
    const names = new Set(entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name.toLowerCase()))
    return wanted.every((name) => names.has(name))
  } catch {
    // A folder above that may not be read is no game's.
    return false
  }
}

function slashed(path: string): string {
  return process.platform === 'win32' ? path.replaceAll('\\', '/') : path
}
