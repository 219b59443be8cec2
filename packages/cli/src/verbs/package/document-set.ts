import { realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { withoutBackups } from '@ukit/batch/internal'
import { type Package, type PackageSet, packageName } from '@ukit/core'
import { openFile } from '@ukit/core/node'
import { emptyLike, newGuid, PackageEdit, startOver } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { type FileState, fileState, presentAt, recoverFiles } from '@ukit/files/node'
import { InputError, UsageError } from '../../command/usage-error.js'
import { expand } from '../../inputs/expand.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { printable } from '../../terminal/text.js'
import { packagesIn, withPathInErrors } from '../change/edit-files.js'
import type { BetweenCall } from './options.js'

type SetCall = BetweenCall & { readonly options: { readonly importers?: string | undefined } }

/** A package and where it was read from. */
export interface OpenedFile {
  readonly path: string
  readonly package: Package
}

/** *The documents of the packages that a call names*, each opened once. */
export class DocumentSet {
  readonly #call: SetCall
  readonly #folder: PackageSet | undefined
  readonly #documents = new Map<
    string,
    { readonly path: string; readonly edit: PackageEdit; readonly isNew: boolean }
  >()
  readonly #opened: Package[] = []
  readonly #states = new Map<string, FileState>()

  private constructor(call: SetCall, folder: PackageSet | undefined) {
    this.#call = call
    this.#folder = folder
  }

  static async open(call: SetCall): Promise<DocumentSet> {
    const { packages } = call.options
    return new DocumentSet(call, packages === undefined ? undefined : await packagesIn(packages))
  }

  /** Completes or undoes what a killed run left unfinished in these files. */
  async recover(paths: readonly string[]): Promise<void> {
    for (const { folder, recovery } of await recoverFiles(paths)) {
      const text =
        recovery === 'not ours'
          ? `what somebody else's run of ukit left in "${printable(folder)}/.ukit" was not touched`
          : `an earlier run that was killed in "${printable(folder)}" was ${recovery}`
      this.#call.output.note(text)
    }
  }

  /** The document of a file. */
  async document(path: string): Promise<PackageEdit> {
    const known = this.#documents.get(await realPlace(path))
    if (known !== undefined) return known.edit
    return this.#add(path, await this.#open(path), false)
  }

  /** The documents of files, each once. */
  async documentsOf(paths: readonly string[]): Promise<PackageEdit[]> {
    const found = new Set<PackageEdit>()
    for (const path of paths) found.add(await this.document(path))
    return [...found]
  }

  /**
   * A new package with the version and game of another one.
   *
   * @throws {UsageError} when the path is one of the packages that are already open.
   */
  async newPackage(path: string, like: PackageEdit): Promise<PackageEdit> {
    const edit = await emptyLike(like.package, packageName(basename(path)), newGuid(random))
    await this.addNew(path, edit)
    return edit
  }

  /**
   * Puts a new package into the set, to be written to a path.
   *
   * @throws {UsageError} when the path is one of the packages that are already open.
   */
  async addNew(path: string, edit: PackageEdit): Promise<void> {
    const key = await realPlace(path)
    if (this.#documents.has(key))
      throw new UsageError(`"${path}" cannot be created: it is one of the packages that objects are taken from`)
    this.#documents.set(key, { path, edit, isNew: true })
  }

  /** The document of a file, or a new package like another one if the file does not exist. */
  async documentOrNew(path: string, like: PackageEdit): Promise<PackageEdit> {
    return (await presentAt(path)) === undefined ? this.newPackage(path, like) : this.document(path)
  }

  /**
   * The packages of `--importers` that may import from one of these packages. @throws {PackageError} when one
   * cannot be read, since its imports are unknown.
   */
  async importers(names: readonly string[]): Promise<PackageEdit[]> {
    const where = this.#call.options.importers
    return where === undefined ? [] : this.importersIn([where], names, '--importers')
  }

  /** The packages in files and folders that may import from one of these packages; as `importers`. */
  async importersIn(where: readonly string[], names: readonly string[], option?: string): Promise<PackageEdit[]> {
    const wanted = new Set(names.map((name) => name.toLowerCase()))
    const found: PackageEdit[] = []
    for (const path of await this.#filesIn(where, option)) {
      const known = this.#documents.get(await realPlace(path))
      if (known !== undefined) {
        found.push(known.edit)
        continue
      }
      const advice = `it imports from ${names.join(', ')}: leave it out${option === undefined ? '' : ` of ${option}`}`
      const pkg = await this.#openSurely(path, advice)
      // A package that imports from another one has that one's name in its table; most packages of a folder
      // do not.
      if (!pkg.names.some((name) => wanted.has(name.toLowerCase()))) {
        await pkg.file.close?.()
        this.#opened.splice(this.#opened.indexOf(pkg), 1)
      } else found.push(await this.#add(path, pkg, false))
    }
    return found
  }

  /**
   * All packages in files and folders, opened and not yet documents. @throws {PackageError} when one cannot
   * be read.
   */
  async packagesIn(where: readonly string[]): Promise<OpenedFile[]> {
    const found = new Map<string, OpenedFile>()
    for (const path of await this.#filesIn(where)) {
      const place = await realPlace(path)
      if (found.has(place)) continue
      const pkg = await this.#openSurely(path, 'it refers to redirectors: leave it out')
      found.set(place, { path, package: pkg })
    }
    return [...found.values()]
  }

  /** The document of a package of `packagesIn`. */
  documentFor({ path, package: pkg }: OpenedFile): Promise<PackageEdit> {
    return this.#add(path, pkg, false)
  }

  /** Where a document was read from, or will be written to. */
  placeOf(edit: PackageEdit): { readonly path: string; readonly isNew: boolean } {
    for (const place of this.#documents.values()) if (place.edit === edit) return place
    throw new Error(`${edit.package.name} does not belong to this set`)
  }

  /** Whether a path is that of one of these documents. */
  async isOneOf(path: string, edits: readonly PackageEdit[]): Promise<boolean> {
    const known = this.#documents.get(await realPlace(path))
    return known !== undefined && edits.includes(known.edit)
  }

  /** The state of a file when it was read, for the file that replaces it. */
  replaced(path: string): { readonly replaces?: FileState } {
    const state = this.#states.get(resolve(path))
    return state === undefined ? {} : { replaces: state }
  }

  /** Paths of the files in files and folders, without backups of those files. */
  async #filesIn(where: readonly string[], option?: string): Promise<string[]> {
    const { inputs } = await expand(where)
    return withoutBackups(inputs).map((input) => {
      if (input.problem !== undefined)
        throw option === undefined
          ? new InputError(`${input.path}: ${input.problem}`)
          : new UsageError(`${option} ${where.join(' ')}: ${input.problem}`)
      if (input.inner.length > 0) throw new UsageError(`"${input.path}" is inside another file`)
      this.#call.signal.throwIfAborted()
      return input.file
    })
  }

  /** Opens a package whose content decides something. */
  #openSurely(path: string, what: string): Promise<Package> {
    return this.#open(path).catch((error: unknown) => {
      if (!(error instanceof PackageError)) throw error
      const message = `${error.message}; it is unclear whether ${what}, or repair it`
      throw new PackageError(error.kind, message, { cause: error })
    })
  }

  async close(): Promise<void> {
    for (const pkg of this.#opened) await pkg.file.close?.()
    await this.#folder?.close()
  }

  async #open(path: string): Promise<Package> {
    const { signal, options } = this.#call
    const game = await gameIdOf(options.game)
    const state = await withPathInErrors(path, fileState(path))
    this.#states.set(resolve(path), state)
    const pkg = await withPathInErrors(path, openFile(path, { signal, game }))
    this.#opened.push(pkg)
    return pkg
  }

  async #add(path: string, pkg: Package, isNew: boolean): Promise<PackageEdit> {
    const folder = this.#folder
    const edit = await PackageEdit.open(pkg, { packages: folder })
    if (this.#call.options['new-guid']) {
      startOver(edit, newGuid(random))
    }
    this.#documents.set(await realPlace(path), { path, edit, isNew })
    return edit
  }
}

const random = (words: Uint32Array) => crypto.getRandomValues(words)

/**
 * The real path of a file, so that a file named through different links is one package. If the file does not
 * exist yet, the real path of its folder is used.
 */
async function realPlace(path: string): Promise<string> {
  const whole = resolve(path)
  const folder = () => realpath(dirname(whole)).then((real) => join(real, basename(whole)))
  return realpath(whole).catch(() => folder().catch(() => whole))
}
