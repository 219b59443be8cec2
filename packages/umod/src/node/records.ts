import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type ByteSource, isOwnName, OWN_FOLDER, piecesOf, SourceError } from '@ukit/files'
import { openSealed, parseJson, readIfThere, sealJson, staysInside } from '@ukit/files/node'
import type { IniEdit } from '../ini-edit.js'

/** A file as it was before an installation. */
export interface Before {
  readonly sha256: string
  /** Permissions. */
  readonly mode: number
  /** Name of the copy in the record's folder; `null` when the installation left the file as it was. */
  readonly backup: string | null
}

/** What an installation did to a file. */
export interface RecordedFile {
  /** Below the game's folder, with `/`. */
  readonly path: string
  /** `log` is the game's own log of what is installed. */
  readonly kind: 'file' | 'ini' | 'log'
  /** `null` when it did not exist. */
  before: Before | null
  /** SHA-256 of the file after the installation. */
  after: string
  readonly edits?: readonly IniEdit[]
}

/**
 * *What is needed to undo an installation*: `.ukit/installed/<number>/record.json`, and beside it copies of
 * the files that were overwritten.
 */
export interface InstallRecord {
  readonly format: 1
  readonly product: string
  readonly version: string
  readonly files: RecordedFile[]
  /** Folders that the installation created, outermost first, with `/`. */
  readonly folders: string[]
}

/** A record and where it is. */
export interface KeptRecord {
  /** Folder below the game's, with `/`. Later installations have higher numbers. */
  readonly folder: string
  readonly number: number
  readonly record: InstallRecord
}

/** Folder of the records. */
const RECORDS = `${OWN_FOLDER}/installed`

/** What the seal of a record is for. */
const SEALED_AS = 'installation'

/** A record as it is written: with a seal, because uninstalling the product does what the record says. */
export function recordBytes(record: InstallRecord): Promise<Uint8Array> {
  return sealJson(SEALED_AS, record)
}

/** Settings of {@link readRecords}. */
export interface ReadRecordsOptions {
  /** True if to include records that this user's ukit did not write. */
  readonly includeForeign?: boolean | undefined
  /** Called with the folder of a record that is left out, and the product that it names. */
  readonly onForeign?: ((folder: string, product: string) => void) | undefined
}

/**
 * The records of a game that this user's ukit wrote, oldest first. Anyone who can write in the game's folder
 * could have made others, so that ukit would delete and replace files.
 */
export async function readRecords(
  root: string,
  { includeForeign = false, onForeign }: ReadRecordsOptions = {},
): Promise<KeptRecord[]> {
  const found: KeptRecord[] = []
  for (const { name, number } of await recordFolders(root)) {
    const folder = `${RECORDS}/${name}`
    const bytes = await readIfThere(join(root, folder, 'record.json'))
    if (bytes === undefined) continue
    const own = await openSealed(SEALED_AS, bytes)
    const record = own ?? parseJson(bytes)
    if (!isRecord(record))
      throw new SourceError('io', `"${folder}/record.json" is not a record that this version of ukit wrote`)
    if (own !== undefined || includeForeign) found.push({ folder, number, record })
    else onForeign?.(folder, record.product)
  }
  return found
}

async function recordFolders(root: string): Promise<{ name: string; number: number }[]> {
  const names = await readdir(join(root, RECORDS)).catch((): string[] => [])
  return names
    .filter((name) => /^\d{4,9}$/.test(name))
    .map((name) => ({ name, number: Number(name) }))
    .sort((a, b) => a.number - b.number)
}

/** The folder for the next record: numbered after ours, and not existing yet. */
export async function nextRecord(root: string, records: readonly KeptRecord[]): Promise<string> {
  const taken = new Set((await recordFolders(root)).map(({ number }) => number))
  let number = (records.at(-1)?.number ?? 0) + 1
  while (taken.has(number)) number++
  return `${RECORDS}/${String(number).padStart(4, '0')}`
}

/** SHA-256 of bytes, in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** SHA-256 of a file, piece by piece. */
export async function hashOf(source: ByteSource): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of piecesOf(source)) hash.update(piece)
  return hash.digest('hex')
}

function isRecord(json: unknown): json is InstallRecord {
  if (typeof json !== 'object' || json === null || !('format' in json) || json.format !== 1) return false
  if (!('product' in json && 'version' in json && 'files' in json && 'folders' in json)) return false
  const inside = (path: unknown) =>
    typeof path === 'string' && staysInside(path) && !path.split(/[\\/]/).some((part) => isOwnName(part))
  const isBackup = (before: unknown) =>
    before === null ||
    (typeof before === 'object' &&
      before !== null &&
      'backup' in before &&
      (before.backup === null || /^\d+$/.test(String(before.backup))))
  const isFile = (file: unknown) =>
    typeof file === 'object' &&
    file !== null &&
    'path' in file &&
    inside(file.path) &&
    'before' in file &&
    isBackup(file.before)
  return (
    typeof json.product === 'string' &&
    Array.isArray(json.files) &&
    json.files.every(isFile) &&
    Array.isArray(json.folders) &&
    json.folders.every(inside)
  )
}
