import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ByteSource, PackageError, piecesOf, SourceError } from '@ukit/files'
import { IniFile } from '@ukit/files/ini'
import {
  changeFolder,
  DISK,
  type FileOperations,
  FolderTarget,
  type HeldFolder,
  keepsSeals,
  onDisk,
  type Recovery,
  readIfThere,
  type Transaction,
} from '@ukit/files/node'
import { InstalledManifest } from '../installed.js'
import { planInstall } from '../plan.js'
import type { GameTree, InstallPlan, PlanOptions } from '../plan-types.js'
import type { Umod } from '../umod.js'
import { gameFolder } from './game-folder.js'
import { lazyFile } from './master-folder.js'
import {
  type Before,
  hashOf,
  type InstallRecord,
  nextRecord,
  type RecordedFile,
  readRecords,
  recordBytes,
  sha256,
} from './records.js'

/** Settings of {@link installUmod}. */
export interface InstallOptions extends PlanOptions {
  /**
   * Replace files of the game that differ from the ones to be installed, and files of the product that have
   * been changed since they were installed; copies of them are kept. Unchanged files of an earlier version of
   * the product are always replaced.
   */
  readonly overwrite?: boolean | undefined
  /** Install although requirements are not met. */
  readonly ignoreRequirements?: boolean | undefined
  /** Install although the checksum of the installer is wrong. */
  readonly ignoreCrc?: boolean | undefined
  /** Stops the work before anything is changed; it then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of bytes of the new files written so far. */
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined
  /** How files are changed: the disk by default; tests replace it. */
  readonly io?: FileOperations | undefined
}

/** The defaults of {@link installUmod}. */
export const INSTALL_DEFAULTS = { overwrite: false, ignoreRequirements: false, ignoreCrc: false } as const

/** The game does not meet the requirements of an installer; `ignoreRequirements` installs anyway. */
export class RequirementError extends PackageError {
  constructor(message: string) {
    super('refused', message)
  }
}

/** A file of the product was changed by hand since it was installed; `overwrite` replaces it. */
export class EditedFileError extends SourceError {
  constructor(path: string) {
    super('exists', `"${path}" has been changed since it was installed; it is overwritten only with force`, { path })
  }
}

/** What an installation did. */
export interface Installed {
  /** What was done. */
  readonly plan: InstallPlan
  /** Paths that were written, below the game's folder, with `/`. */
  readonly written: readonly string[]
  /** Everything was already installed, so nothing was changed. */
  readonly unchanged: boolean
  /** What an earlier run that was killed left behind, and what was done with it. */
  readonly recovery: Recovery
}

/**
 * *Installs into a game's folder*: copies files, edits ini files, and logs both in the game's own log and in
 * a record of ours, with copies of what is overwritten. Either all of it happens or nothing: see
 * `Transaction`.
 *
 * @throws {PackageError} `bad-value` when the plan has errors, or the checksum is wrong; `RequirementError`
 *   when requirements are not met.
 * @throws {SourceError} `exists` when files would be overwritten and that is not allowed (of the product
 *   itself: `EditedFileError`); `io` when the disk fails.
 */
export async function installUmod(umod: Umod, root: string, options: InstallOptions = {}): Promise<Installed> {
  const { io = DISK } = options
  return onDisk(async () => {
    const game = await gameFolder(root)
    // Locked from the plan to the last file: two installations at once would each plan for a game that the
    // other one changes.
    return changeFolder(root, (held) => install(umod, root, game, held, options), io)
  })
}

async function install(
  umod: Umod,
  root: string,
  game: GameTree,
  held: HeldFolder,
  options: InstallOptions,
): Promise<Installed> {
  const { signal } = options
  if (options.ignoreCrc !== true && (await umod.computeCrc({ signal })) !== umod.trailer.crc) {
    throw new PackageError('bad-value', 'the checksum of the installer is wrong: the file was damaged or changed')
  }
  const plan = await planInstall(umod, game, options)
  refuse(plan, options.ignoreRequirements ?? INSTALL_DEFAULTS.ignoreRequirements)
  const other = plan.files.find(({ action, isOwn }) => action === 'overwrite' && !isOwn)
  if (other !== undefined && !(options.overwrite ?? INSTALL_DEFAULTS.overwrite)) {
    const message = `"${other.path}" already exists and differs; it is overwritten only with force`
    throw new SourceError('exists', message, { path: other.path })
  }
  const edited = await editedFile(root, plan)
  if (edited !== undefined && !(options.overwrite ?? INSTALL_DEFAULTS.overwrite)) throw new EditedFileError(edited)
  return new Installation(root, plan, options, held).run()
}

/**
 * A file that an earlier installation of the product left, that has been changed since, and that would be
 * replaced. The record has its hash; if there is none, as for what the games' own setup installed, a file is
 * taken for changed only if this very version of the product is installed.
 */
async function editedFile(root: string, { product, version, installed, files }: InstallPlan) {
  const left = new Map<string, string>()
  for (const { record } of await readRecords(root, { includeForeign: true })) {
    if (record.product.toLowerCase() !== product.toLowerCase()) continue
    for (const { path, kind, after } of record.files) if (kind === 'file') left.set(path.toLowerCase(), after)
  }
  for (const { action, isOwn, path } of files) {
    if (action !== 'overwrite' || !isOwn) continue
    const after = left.get(path.toLowerCase())
    if (after === undefined && installed !== version) continue
    const place = join(root, path)
    if (after === undefined || after !== (await hashOf(lazyFile(place, (await stat(place)).size)))) return path
  }
  return undefined
}

function refuse(plan: InstallPlan, ignoreRequirements: boolean): void {
  const [error, ...more] = plan.errors
  if (error !== undefined) {
    const rest = more.length === 0 ? '' : ` (and ${more.length} more)`
    throw new PackageError('bad-value', `it cannot be installed: ${error}${rest}`)
  }
  const missing = plan.requirements.find(({ satisfied }) => !satisfied)
  if (missing === undefined || ignoreRequirements) return
  const { product, version, installed } = missing
  const found =
    installed === undefined
      ? 'it is not installed'
      : installed === ''
        ? 'the game does not say which version is installed'
        : `version ${installed} is installed`
  const wanted = version === '' ? product : `${product} ${version} or newer`
  throw new RequirementError(`expected ${wanted} in the game, but ${found}`)
}

class Installation {
  readonly #root: string
  readonly #plan: InstallPlan
  readonly #options: InstallOptions
  readonly #held: HeldFolder
  readonly #target: FolderTarget
  readonly #files: RecordedFile[] = []
  readonly #written: string[] = []
  #backups = 0

  constructor(root: string, plan: InstallPlan, options: InstallOptions, held: HeldFolder) {
    this.#root = root
    this.#plan = plan
    this.#options = options
    this.#held = held
    this.#target = new FolderTarget(root)
  }

  async run(): Promise<Installed> {
    const plan = this.#plan
    const { recovery } = this.#held
    const records = await readRecords(this.#root)
    const folder = await nextRecord(this.#root, records)
    // Without a folder that keeps the key, no record is known as ours later: another one is of no more use.
    const readable = (await keepsSeals()) ? records : await readRecords(this.#root, { includeForeign: true })
    const own = readable.filter(({ record }) => record.product.toLowerCase() === plan.product.toLowerCase())
    const known = new Set(own.flatMap(({ record }) => record.files.map(({ path }) => path.toLowerCase())))
    const transaction = await this.#held.begin()
    try {
      const edited = new Set(plan.ini.map(({ path }) => path.toLowerCase()))
      await this.#copyFiles(transaction, folder, edited, known)
      for (const { path, bytes, edits } of plan.ini) {
        if (await this.#isThere(path, bytes)) continue
        // Uninstalling removes a file that comes with the installer as a whole; of a file that already
        // existed, it undoes the edits.
        const isOwn = plan.files.some(
          (file) => file.path.toLowerCase() === path.toLowerCase() && file.action !== 'skip',
        )
        await this.#write(transaction, folder, path, [bytes], isOwn ? { kind: 'file' } : { kind: 'ini', edits })
      }
      await this.#log(transaction, folder)
      const folders = await this.#newFolders()
      if (this.#files.length === 0 && folders.length === 0) {
        await transaction.abort()
        return { plan, written: [], unchanged: true, recovery }
      }
      for (const path of plan.folders) transaction.makeFolder(path)
      const { product, version } = plan
      const record: InstallRecord = { format: 1, product, version, files: this.#files, folders }
      await transaction.write(`${folder}/record.json`, [await recordBytes(record)])
      this.#options.signal?.throwIfAborted()
    } catch (error) {
      await transaction.abort()
      throw error
    }
    await transaction.commit()
    return { plan, written: this.#written, unchanged: false, recovery }
  }

  async #copyFiles(
    transaction: Transaction,
    folder: string,
    edited: ReadonlySet<string>,
    known: ReadonlySet<string>,
  ): Promise<void> {
    const { files } = this.#plan
    const { signal, onProgress } = this.#options
    const total = files.reduce(
      (sum, { action, size }) => (action === 'copy' || action === 'overwrite' ? sum + size : sum),
      0,
    )
    let done = 0
    for (const { action, path, data, size } of files) {
      signal?.throwIfAborted()
      if (data === undefined || action === 'skip' || edited.has(path.toLowerCase())) continue
      if (action === 'identical') {
        if (!known.has(path.toLowerCase())) await this.#keep(path)
        continue
      }
      const before = done
      const pieces = watched(data, (bytes) => onProgress?.(before + bytes, total, path), signal)
      await this.#write(transaction, folder, path, pieces, { kind: 'file' })
      done += size
    }
  }

  /** Tells whether a file has exactly these bytes: the installer may install an ini file and then edit it. */
  async #isThere(path: string, bytes: Uint8Array): Promise<boolean> {
    const old = await readIfThere((await this.#target.resolve(path.split('/'))).path)
    return old !== undefined && sha256(old) === sha256(bytes)
  }

  /** Records a file that already exists, so that its owner stays known. */
  async #keep(path: string): Promise<void> {
    const place = join(this.#root, path)
    const { mode, size } = await stat(place)
    const sha = await hashOf(lazyFile(place, size))
    this.#files.push({ path, kind: 'file', before: { sha256: sha, mode: mode & 0o777, backup: null }, after: sha })
  }

  async #write(
    transaction: Transaction,
    folder: string,
    path: string,
    pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    what: Pick<RecordedFile, 'kind' | 'edits'>,
  ): Promise<void> {
    const before = await this.#backUp(transaction, folder, path)
    const { sha256: after } = await transaction.write(path, pieces, before?.mode)
    this.#files.push({ path, ...what, before, after })
    this.#written.push(path)
  }

  /** Copies the existing file into the record. */
  async #backUp(transaction: Transaction, folder: string, path: string): Promise<Before | null> {
    const { path: place } = await this.#target.resolve(path.split('/'))
    const stats = await stat(place).catch(() => undefined)
    if (stats === undefined) return null
    const backup = String(this.#backups++)
    const { sha256: sha } = await transaction.write(`${folder}/${backup}`, piecesOf(lazyFile(place, stats.size)))
    return { sha256: sha, mode: stats.mode & 0o777, backup }
  }

  /** Writes the game's own log. */
  async #log(transaction: Transaction, folder: string): Promise<void> {
    const { parts, path } = await this.#target.resolve(['System', 'Manifest.ini'])
    const old = await readIfThere(path)
    const installed = new InstalledManifest(old === undefined ? IniFile.create() : IniFile.parse(old))
    const { product, version, log } = this.#plan
    installed.log({ product, version, ...log })
    const bytes = installed.ini.toBytes()
    if (old !== undefined && sha256(old) === sha256(bytes)) return
    await this.#write(transaction, folder, parts.join('/'), [bytes], { kind: 'log' })
  }

  /** Folders that do not exist yet. */
  async #newFolders(): Promise<string[]> {
    const wanted = new Set<string>()
    for (const folder of [...this.#plan.folders, ...this.#written.map((path) => dirname(path))]) {
      if (folder === '.') continue
      const { parts } = await this.#target.resolve(folder.split('/'))
      for (let depth = 1; depth <= parts.length; depth++) wanted.add(parts.slice(0, depth).join('/'))
    }
    const missing: string[] = []
    for (const folder of wanted) {
      if ((await stat(join(this.#root, folder)).catch(() => undefined)) === undefined) missing.push(folder)
    }
    return missing.sort((a, b) => a.length - b.length)
  }
}

async function* watched(
  source: ByteSource,
  onBytes: (bytes: number) => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let done = 0
  for await (const piece of piecesOf(source)) {
    signal?.throwIfAborted()
    yield piece
    done += piece.byteLength
    onBytes(done)
  }
}
