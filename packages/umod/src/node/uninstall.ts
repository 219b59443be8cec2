import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { foldName, PackageError, piecesOf, safePath } from '@ukit/files'
import { IniFile } from '@ukit/files/ini'
import {
  changeFolder,
  type FileOperations,
  FolderTarget,
  type HeldFolder,
  NEW_FILE,
  onDisk,
  type Recovery,
  readIfThere,
} from '@ukit/files/node'
import { revertEdits } from '../ini-edit.js'
import { InstalledManifest } from '../installed.js'
import { gameFolder } from './game-folder.js'
import { lazyFile } from './master-folder.js'
import { type Before, hashOf, type KeptRecord, type RecordedFile, readRecords, recordBytes, sha256 } from './records.js'

/** Settings of {@link uninstallUmod}. */
export interface UninstallOptions {
  /** Change nothing; only report what would be done. */
  readonly dryRun?: boolean | undefined
  /** Trust records that this user's ukit did not write: those of another user, or from an old machine. */
  readonly trustRecords?: boolean | undefined
  /** How files are changed: the disk by default. */
  readonly io?: FileOperations | undefined
}

/** What uninstalling did, or would do. Paths are below the game's folder, with `/`. */
export interface Uninstalled {
  /** Its identity. */
  readonly product: string
  /** Files that were removed, below the game's folder. */
  readonly deleted: readonly string[]
  /** Files that were restored to what they were before. */
  readonly restored: readonly string[]
  /** Ini files in which the edits were undone; the changes of others stay. */
  readonly edited: readonly string[]
  /** Files that stay, because others need them, or because they have been changed since. */
  readonly kept: readonly { readonly path: string; readonly reason: string }[]
  /** What is left behind or unusual, in one sentence each. */
  readonly warnings: readonly string[]
  /** What an earlier run that was killed left behind, and what was done with it. */
  readonly recovery: Recovery
}

/**
 * *Undoes the installation of a product.* Files that ukit changed become byte for byte what they were,
 * including ini files. What others have changed since is respected: in ini files only the edits are undone,
 * and other files stay. What the games' own installer installed is removed as that installer would remove it.
 *
 * @throws {PackageError} `bad-value` when the product is not installed, or is the game itself;
 *   `ForeignRecordError`; `SourceError` when the disk fails.
 */
export async function uninstallUmod(
  product: string,
  root: string,
  options: UninstallOptions = {},
): Promise<Uninstalled> {
  const { io, dryRun = false, trustRecords = false } = options
  const prepared = async () => {
    const foreign: string[] = []
    const records = await readRecords(root, {
      includeForeign: trustRecords,
      onForeign: (folder, name) => {
        if (name.toLowerCase() === product.toLowerCase()) foreign.push(folder)
      },
    })
    if (foreign.length > 0) {
      throw new ForeignRecordError(
        `the record of "${product}" in "${foreign[0]}" was not written by ukit for this user on this ` +
          'machine: it could have any file of the game deleted or replaced',
      )
    }
    const uninstallation = new Uninstallation(root, records)
    await uninstallation.prepare(product)
    return uninstallation
  }
  return onDisk(async () => {
    await gameFolder(root)
    if (dryRun) return (await prepared()).result('nothing')
    return changeFolder(
      root,
      async (held) => {
        const uninstallation = await prepared()
        await uninstallation.carryOut(held)
        return uninstallation.result(held.recovery)
      },
      io,
    )
  })
}

/** The record of an installation was not written by this user's ukit; `trustRecords` uses it anyway. */
export class ForeignRecordError extends PackageError {
  constructor(message: string) {
    super('refused', message)
  }
}

/** What will be at a path. */
type Content =
  | { readonly kind: 'absent' }
  /** Unchanged: as it is on disk, with this hash; `null` when there is no file. */
  | { readonly kind: 'disk'; readonly sha256: string | null; readonly mode: number }
  | { readonly kind: 'backup'; readonly path: string; readonly sha256: string; readonly mode: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly mode: number }

class Uninstallation {
  readonly #root: string
  readonly #records: readonly KeptRecord[]
  readonly #target: FolderTarget
  /** By path in lower case. */
  readonly #contents = new Map<string, { path: string; content: Content }>()
  readonly #removed = new Set<KeptRecord>()
  /**
   * Records of other products that must be changed, because undoing them must no longer restore files of this
   * product; and files for their folders.
   */
  readonly #dirty = new Set<KeptRecord>()
  readonly #backups = new Map<string, Content>()
  readonly #folders: string[] = []
  /** By path in lower case: why a file stays. The first reason counts. */
  readonly #kept = new Map<string, { path: string; reason: string; isFinal: boolean }>()
  /** What happens to each file in the end, compared with the disk. */
  #outcome: Pick<Uninstalled, 'deleted' | 'restored' | 'edited' | 'kept'> = {
    deleted: [],
    restored: [],
    edited: [],
    kept: [],
  }
  readonly #warnings: string[] = []
  #product = ''
  #logPath = 'System/Manifest.ini'

  constructor(root: string, records: readonly KeptRecord[]) {
    this.#root = root
    this.#records = records
    this.#target = new FolderTarget(root)
  }

  async prepare(product: string): Promise<void> {
    const log = await this.#target.resolve(['System', 'Manifest.ini'])
    this.#logPath = log.parts.join('/')
    const logBytes = await readIfThere(log.path)
    const installed = new InstalledManifest(logBytes === undefined ? IniFile.create() : IniFile.parse(logBytes))
    const own = this.#records.filter(({ record }) => record.product.toLowerCase() === product.toLowerCase())
    const name = installed.nameOf(product) ?? own[0]?.record.product
    if (name === undefined) {
      const list = installed.products()
      const known =
        list.length === 0
          ? 'this game has no list of what is installed'
          : `installed are: ${list.slice(0, 20).join(', ')}`
      throw new PackageError('bad-value', `"${product}" is not installed; ${known}`)
    }
    this.#product = name
    if (installed.master?.toLowerCase() === name.toLowerCase() && own.length === 0) {
      throw new PackageError(
        'bad-value',
        `"${name}" is the game itself, which ukit did not install and does not remove`,
      )
    }
    for (const other of installed.products()) {
      const needs = installed.ini
        .values(other, 'Requires')
        .some((required) => required.toLowerCase() === name.toLowerCase())
      if (needs && other !== name) this.#warnings.push(`"${other}" needs "${name}"`)
    }
    const owners = installed.owners()
    const { freed, shared } = installed.removeLog(name)
    const sharedFiles = new Set(
      shared.filter(({ kind }) => kind === 'File').map(({ value }) => value.replace(/\\/g, '/').toLowerCase()),
    )
    for (const kept of [...own].reverse()) await this.#undo(kept, sharedFiles)
    if (own.length === 0 && logBytes !== undefined) await this.#rewriteLog(logBytes)
    const recorded = new Set(own.flatMap(({ record }) => record.files.map(({ path }) => path.toLowerCase())))
    for (const { kind, value } of freed) {
      const safe = safePath(value)
      if ('problem' in safe || kind === 'WinRegistry' || kind === 'Shortcut') {
        if (kind !== 'Backup') this.#warnings.push(`${kind}=${value} is left alone`)
        continue
      }
      const { parts } = await this.#target.resolve(safe.parts)
      const path = parts.join('/')
      if (recorded.has(path.toLowerCase())) continue
      const others = (owners.get(foldName(value)) ?? []).filter((owner) => owner !== name)
      if (kind === 'Delete' && others.length > 0) this.#keep(path, `${others[0]} needs it`)
      else if (kind === 'File' || kind === 'Delete') {
        await this.#set(path, { kind: 'absent' })
        if (own.length === 0) for (let at = dirname(path); at !== '.'; at = dirname(at)) this.#folders.push(at)
      } else if (kind === 'Folder' && own.length === 0) this.#folders.push(path)
    }
    this.#outcome = await this.#compare()
  }

  /** Each file is in one list at most: where several installations are undone, only the end counts. */
  async #compare(): Promise<Pick<Uninstalled, 'deleted' | 'restored' | 'edited' | 'kept'>> {
    const lists: Record<'deleted' | 'restored' | 'edited', string[]> = { deleted: [], restored: [], edited: [] }
    const changed = new Set<string>()
    for (const [key, { path, content }] of this.#contents) {
      const now = await this.#diskHash(path)
      if (now === (await this.#hash(path))) continue
      changed.add(key)
      if (content.kind === 'absent') lists.deleted.push(path)
      else lists[content.kind === 'bytes' ? 'edited' : 'restored'].push(path)
    }
    const kept = [...this.#kept].filter(([key]) => !changed.has(key))
    return { ...lists, kept: kept.map(([, { path, reason }]) => ({ path, reason })) }
  }

  /** Keeps a file. `isFinal`: regardless of what earlier installations of the product did to it. */
  #keep(path: string, reason: string, isFinal = true): void {
    const key = path.toLowerCase()
    if (!this.#kept.has(key)) this.#kept.set(key, { path, reason, isFinal })
  }

  /** Undoes one installation: restores its files, or changes what later installations will restore. */
  async #undo(kept: KeptRecord, shared: ReadonlySet<string>): Promise<void> {
    this.#removed.add(kept)
    for (const file of [...kept.record.files].reverse()) {
      const later = this.#records
        .filter((other) => other.number > kept.number && !this.#removed.has(other))
        .map((other) => ({
          kept: other,
          file: other.record.files.find(({ path }) => path.toLowerCase() === file.path.toLowerCase()),
        }))
        .filter((pair): pair is { kept: KeptRecord; file: RecordedFile } => pair.file !== undefined)
      if (file.kind === 'file') await this.#undoFile(kept, file, later[0], shared)
      else await this.#undoEdits(kept, file, later)
    }
    this.#folders.push(...kept.record.folders)
    // A folder that others now use is for them to remove.
    const heir = this.#records.filter((other) => !this.#removed.has(other)).at(-1)
    if (heir !== undefined && kept.record.folders.length > 0) {
      heir.record.folders.unshift(...kept.record.folders.filter((folder) => !heir.record.folders.includes(folder)))
      this.#dirty.add(heir)
    }
  }

  async #undoFile(
    kept: KeptRecord,
    file: RecordedFile,
    later: { kept: KeptRecord; file: RecordedFile } | undefined,
    shared: ReadonlySet<string>,
  ): Promise<void> {
    const { path, before, after } = file
    if (later !== undefined) {
      this.#passOnTo(kept, file, later)
      this.#keep(path, `${later.kept.record.product} needs it`, false)
      return
    }
    // What stays as it is now was not brought back to what an earlier installation left, either.
    if (this.#kept.get(path.toLowerCase())?.isFinal === true) return
    const now = await this.#hash(path)
    if (now !== after && now !== null) {
      this.#keep(path, 'it has been changed since')
      return
    }
    if (before === null) {
      if (now === null) return
      if (shared.has(path.toLowerCase())) this.#keep(path, 'other products need it')
      else await this.#set(path, { kind: 'absent' })
      return
    }
    if (before.sha256 === now) return
    const backup = this.#backupOf(kept, before)
    if (backup === undefined) this.#keep(path, 'there is no copy of the original')
    else await this.#set(path, backup)
  }

  /** Undoing the next installation that touched a file will restore what was there before this one. */
  #passOnTo(
    kept: KeptRecord,
    { before, after, kind }: RecordedFile,
    later: { kept: KeptRecord; file: RecordedFile },
  ): void {
    // An installation that found the file as it needed it has nothing to restore, so it is skipped.
    if (before !== null && before.sha256 === after) return
    this.#dirty.add(later.kept)
    if (before === null) {
      later.file.before = null
      return
    }
    // Then nothing changes when the later one goes, and the file itself is the copy. (Edited files change
    // once more.)
    const isSame = kind === 'file' && before.sha256 === later.file.after
    const content = isSame ? undefined : this.#backupOf(kept, before)
    later.file.before = { ...before, backup: content === undefined ? null : this.#newBackup(later.kept, content) }
  }

  /**
   * Undoes edits in all later versions of the file, which other installations will restore, and in the
   * present one.
   */
  async #undoEdits(
    kept: KeptRecord,
    file: RecordedFile,
    later: readonly { kept: KeptRecord; file: RecordedFile }[],
  ): Promise<void> {
    const { path, before, after } = file
    const now = await this.#hash(path)
    if (later.length === 0 && now === after) {
      const backup = before === null ? ({ kind: 'absent' } as const) : this.#backupOf(kept, before)
      if (backup !== undefined) {
        await this.#set(path, backup)
        return
      }
    }
    const revert = (bytes: Uint8Array) =>
      file.kind === 'log' ? unlogged(bytes, this.#product) : revertEdits(bytes, file.edits ?? [], before === null)
    const current = now === null ? undefined : await this.#bytes(path)
    const reverted = current === undefined ? undefined : revert(current)
    for (const [i, step] of later.entries()) {
      if (i === 0) this.#passOnTo(kept, file, step)
      const next = later[i + 1]
      if (next === undefined) {
        if (now === step.file.after && reverted !== undefined) step.file.after = sha256(reverted)
        this.#dirty.add(step.kept)
        continue
      }
      // What the next installation found was what this one left: both are without our edits from now on.
      const old = next.file.before
      const content = old === null || old.backup === null ? undefined : await this.#read(this.#backupOf(next.kept, old))
      const bytes = content === undefined ? undefined : revert(content)
      if (old === null || bytes === undefined) continue
      next.file.before = {
        sha256: sha256(bytes),
        mode: old.mode,
        backup: this.#newBackup(next.kept, { kind: 'bytes', bytes, mode: old.mode }),
      }
      step.file.after = sha256(bytes)
      this.#dirty.add(step.kept).add(next.kept)
    }
    if (current === undefined) return
    if (reverted === undefined) await this.#set(path, { kind: 'absent' })
    else if (sha256(reverted) !== now)
      await this.#set(path, { kind: 'bytes', bytes: reverted, mode: before?.mode ?? NEW_FILE })
  }

  async #rewriteLog(bytes: Uint8Array): Promise<void> {
    const rest = unlogged(bytes, this.#product)
    await this.#set(
      this.#logPath,
      rest === undefined ? { kind: 'absent' } : { kind: 'bytes', bytes: rest, mode: NEW_FILE },
    )
  }

  async carryOut(held: HeldFolder): Promise<void> {
    const transaction = await held.begin()
    try {
      for (const { path, content } of this.#contents.values()) {
        if (content.kind === 'absent') {
          if ((await this.#diskHash(path)) !== null) transaction.delete(path)
        } else if (content.kind !== 'disk') await transaction.write(path, await this.#pieces(content), content.mode)
      }
      for (const kept of this.#removed) {
        for (const name of await this.#filesOf(kept)) transaction.delete(`${kept.folder}/${name}`)
        transaction.removeFolder(kept.folder)
      }
      for (const [path, content] of this.#backups) await transaction.write(path, await this.#pieces(content))
      for (const { folder, record } of this.#dirty) {
        if ([...this.#removed].some((kept) => kept.folder === folder)) continue
        await transaction.write(`${folder}/record.json`, [await recordBytes(record)])
      }
      for (const folder of this.#folders) transaction.removeFolder(folder)
    } catch (error) {
      await transaction.abort()
      throw error
    }
    await transaction.commit()
  }

  result(recovery: Recovery): Uninstalled {
    return { product: this.#product, ...this.#outcome, warnings: this.#warnings, recovery }
  }

  /** Where a record's copy is: on disk, or still to be written. */
  #backupOf({ folder, record }: KeptRecord, { backup, sha256: sha, mode }: Before): Content | undefined {
    if (backup === null || record.format !== 1) return undefined
    const path = `${folder}/${backup}`
    return this.#backups.get(path) ?? { kind: 'backup', path, sha256: sha, mode }
  }

  #newBackup({ folder, record }: KeptRecord, content: Content): string {
    const used = record.files.map(({ before }) => Number(before?.backup ?? -1))
    const pending = [...this.#backups.keys()]
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => Number(path.slice(folder.length + 1)))
    const name = String(Math.max(-1, ...used, ...pending) + 1)
    this.#backups.set(`${folder}/${name}`, content)
    return name
  }

  async #set(path: string, content: Content): Promise<void> {
    await this.#hash(path)
    this.#contents.set(path.toLowerCase(), { path, content })
  }

  /** Hash of what will be at a path; `null` for nothing. */
  async #hash(path: string): Promise<string | null> {
    const content = this.#contents.get(path.toLowerCase())?.content
    if (content === undefined) {
      const found = await this.#diskHash(path)
      return found
    }
    if (content.kind === 'absent') return null
    return content.kind === 'bytes' ? sha256(content.bytes) : content.sha256
  }

  async #diskHash(path: string): Promise<string | null> {
    const place = await this.#target.resolve(path.split('/'))
    const stats = await stat(place.path).catch(() => undefined)
    return stats?.isFile() === true ? hashOf(lazyFile(place.path, stats.size)) : null
  }

  async #bytes(path: string): Promise<Uint8Array | undefined> {
    const content = this.#contents.get(path.toLowerCase())?.content
    if (content !== undefined && content.kind !== 'disk') return this.#read(content)
    return readIfThere((await this.#target.resolve(path.split('/'))).path)
  }

  async #read(content: Content | undefined): Promise<Uint8Array | undefined> {
    if (content?.kind === 'bytes') return content.bytes
    return content?.kind === 'backup' ? readIfThere(join(this.#root, content.path)) : undefined
  }

  async #pieces(content: Content): Promise<Iterable<Uint8Array> | AsyncIterable<Uint8Array>> {
    if (content.kind === 'bytes') return [content.bytes]
    if (content.kind !== 'backup') return []
    const path = join(this.#root, content.path)
    return piecesOf(lazyFile(path, (await stat(path)).size))
  }

  async #filesOf({ folder }: KeptRecord): Promise<string[]> {
    return (await readdir(join(this.#root, folder))).filter((name) => /^(?:\d+|record\.json)$/.test(name))
  }
}

/** The game's log without a product; `undefined` when nothing is installed any more. */
function unlogged(bytes: Uint8Array, product: string): Uint8Array | undefined {
  const installed = new InstalledManifest(IniFile.parse(bytes))
  return installed.removeLog(product).empty ? undefined : installed.ini.toBytes()
}
