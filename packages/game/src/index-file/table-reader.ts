import type { CodecSet } from '@ukit/codecs'
import { openPackage } from '@ukit/core'
import { PackageError, SourceError } from '@ukit/files'
import type { GameFiles } from '../game-files.js'
import { lastPart } from '../paths.js'
import type { FilePlace } from '../stamp.js'
import { PackageTables } from './package-tables.js'
import { TableIndex } from './table-index.js'

/** How tables are read. */
export interface TableReaderOptions {
  /** What is already known; tables that are read are added. */
  readonly index?: TableIndex | undefined
  /** Reads all packages as this game's (`Game.id`). */
  readonly game?: string | undefined
  /** Implementations of the compressions; portable ones by default. */
  readonly codecs?: CodecSet | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}

/** Settings of `TableReader.readAll`. */
export interface ReadAllOptions {
  /** Called after each file. */
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined
}

/** Number of files that are read at the same time: while one waits for the disk, another is decoded. */
const AT_A_TIME = 8

/**
 * *Import and export tables of files*, each read once: from the index if it knows the present file, otherwise
 * from the file's header.
 */
export class TableReader {
  /** Where packages are read from. */
  readonly files: GameFiles
  /** What was read so far, kept between runs. */
  readonly index: TableIndex
  readonly #options: TableReaderOptions
  readonly #read = new Map<string, Promise<PackageTables>>()

  constructor(files: GameFiles, options: TableReaderOptions = {}) {
    this.files = files
    this.index = options.index ?? new TableIndex()
    this.#options = options
  }

  /**
   * The tables of a file. Of its bodies, only those of redirectors are read.
   *
   * @throws {PackageError} when it is not a package, or a damaged one; `SourceError` when it cannot be read.
   */
  tables(file: FilePlace): Promise<PackageTables> {
    let read = this.#read.get(file.path)
    if (read === undefined) {
      read = this.#tablesOf(file)
      // The error is reported when the tables are needed, which may not be the case yet.
      read.catch(() => undefined)
      this.#read.set(file.path, read)
    }
    return read
  }

  /**
   * Adds tables that do not come from a file on the disk (but, for example, from a member of an archive),
   * under the path in them.
   */
  hold(tables: PackageTables): void {
    this.#read.set(tables.path, Promise.resolve(tables))
  }

  /** Reads many files; those that cannot be read are reported when their tables are needed. */
  async readAll(files: readonly FilePlace[], { onProgress }: ReadAllOptions = {}): Promise<void> {
    let next = 0
    let done = 0
    const work = async () => {
      for (let file = files[next++]; file !== undefined; file = files[next++]) {
        this.#options.signal?.throwIfAborted()
        await this.tables(file).catch(passBroken)
        onProgress?.(++done, files.length, file.path)
      }
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
  }

  async #tablesOf(file: FilePlace): Promise<PackageTables> {
    const known = this.index.find(file)
    if (known instanceof PackageTables) return known
    if (known !== undefined) throw known
    try {
      const tables = await this.#open(file)
      this.index.add(file, tables)
      return tables
    } catch (error) {
      // A file that cannot be read now may be readable later.
      if (error instanceof PackageError) this.index.add(file, error)
      throw error
    }
  }

  async #open(file: FilePlace): Promise<PackageTables> {
    const { codecs, game, signal } = this.#options
    const source = await this.files.open(file.path)
    try {
      const pkg = await openPackage(source, {
        fileName: lastPart(file.path),
        signal,
        codecs,
        game,
      })
      return await PackageTables.read(pkg, file)
    } finally {
      await source.close?.()
    }
  }
}

function passBroken(error: unknown): void {
  if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
}
