import { hash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { packageName } from '@ukit/core'
import { SourceError, safePath } from '@ukit/files'
import { codeOf, onDisk, readWhole } from '@ukit/files/node'
import { InputError, UsageError } from '../../command/usage-error.js'
import { reasonOf } from '../../inputs/reason.js'
import { crc32Of, MANIFEST } from './extract-manifest.js'
import { packageCrc } from './import-record.js'

/** A file to import as a new object, or into an existing one. */
export interface ImportJob {
  /** Path of the object: `Group.Name`. */
  readonly path: string
  readonly file: string
  /** Class of the object, from the manifest. */
  readonly className?: string
  /** Its row in the export table when it was extracted. */
  readonly index?: number
  /** The manifest that lists the file, and what it calls it. */
  readonly listed?: { readonly manifest: string; readonly file: string }
  /** The state of the file when it was extracted: a file that has not changed is not imported. */
  readonly was?: Extracted
}

/** *The state of an extracted file*, with checksums in hex; what a manifest does not contain is absent. */
interface Extracted {
  /** Length of the file, in bytes. */
  readonly bytes?: number
  /** See `crc32Of`. */
  readonly crc32?: string
  /** SHA-256, which older manifests have instead of a CRC-32. */
  readonly sha256?: string
}

/** *What a call of import asks for.* */
export interface ImportPlan {
  readonly jobs: readonly ImportJob[]
  /** Whether the files come from an extracted package, so that their objects are replaced. */
  readonly isExtracted: boolean
  readonly notes: readonly string[]
}

/**
 * Reads the words after FILE: pairs of a path and a file, or a folder.
 *
 * A folder that `ukit extract` wrote (or its parent) is read by its manifest; in any other folder, subfolders
 * are groups, and the names of files are those of their objects.
 *
 * @throws {UsageError} when the words are neither; {SourceError} `io` when a folder cannot be read.
 */
export async function importPlan(file: string, words: readonly string[]): Promise<ImportPlan> {
  const [first] = words
  if (first === undefined) throw new UsageError('import needs a path in the package and a file, or a folder')
  if (words.length === 1) {
    if (await isFolder(first)) return folderPlan(file, first)
    const isFile = await stat(first).then(
      (found) => found.isFile(),
      () => false,
    )
    // A name that an object can have: spaces and dots are usual in names of files.
    const name = basename(first, extname(first)).replace(/[^\p{L}\p{N}_-]+/gu, '_')
    throw new UsageError(
      isFile
        ? `import needs the path of the object in front of its file: "${name}" "${first}"`
        : `import needs a file after "${first}"`,
    )
  }
  if (words.length % 2 !== 0) throw new UsageError(`import needs a file after "${words.at(-1)}"`)
  const jobs: ImportJob[] = []
  for (let i = 0; i < words.length; i += 2) jobs.push({ path: words[i] ?? '', file: words[i + 1] ?? '' })
  return { jobs, isExtracted: false, notes: [] }
}

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

async function folderPlan(file: string, folder: string): Promise<ImportPlan> {
  for (const place of [folder, join(folder, packageName(file))]) {
    const text = await readWhole(join(place, MANIFEST)).then(decodeUtf8, () => undefined)
    if (text !== undefined) return manifestPlan(file, place, text)
  }
  const below = await manifestsBelow(folder)
  if (below.length > 0) return manifestPlan(file, ...ofPackage(file, folder, below))
  const jobs: ImportJob[] = []
  await addFolder(folder, [], jobs)
  if (jobs.length === 0) throw new InputError(`there is no file in the folder "${folder}"`)
  return { jobs, isExtracted: false, notes: [] }
}

/** A folder with the text of its manifest. */
type Manifested = readonly [folder: string, text: string]

/** The folders below a folder that `ukit extract` wrote. */
async function manifestsBelow(folder: string, depth = 0): Promise<Manifested[]> {
  if (depth > MAX_DEPTH) return []
  const entries = await onDisk(() => readdir(folder, { withFileTypes: true }))
  const found: Manifested[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    const place = join(folder, entry.name)
    const text = await readWhole(join(place, MANIFEST)).then(decodeUtf8, () => undefined)
    if (text !== undefined && listedIn(text) !== undefined) found.push([place, text])
    else found.push(...(await manifestsBelow(place, depth + 1)))
  }
  return found
}

/**
 * The extraction of a package among several: the only one, or the one with the package's name.
 *
 * @throws {InputError} when it is not clear which one is meant.
 */
function ofPackage(file: string, folder: string, all: readonly Manifested[]): Manifested {
  const name = packageName(file)
  const own = all.filter(([, text]) => packageIn(text)?.toLowerCase() === name.toLowerCase())
  const [only, ...others] = own.length > 0 ? own : all
  if (only !== undefined && others.length === 0) return only
  const places = all.map(([place]) => `"${place}"`).join(', ')
  throw new InputError(`"${folder}" contains several folders that ukit extract wrote: name one of ${places}`)
}

function packageIn(text: string): string | undefined {
  const parsed: unknown = JSON.parse(text)
  const name = typeof parsed === 'object' && parsed !== null && 'package' in parsed ? parsed.package : undefined
  return typeof name === 'string' ? name : undefined
}

const MAX_DEPTH = 16

/** Adds the files in a folder and its subfolders, by name, so that a folder always gives the same package. */
async function addFolder(folder: string, groups: readonly string[], jobs: ImportJob[]): Promise<void> {
  if (groups.length > MAX_DEPTH) throw new InputError(`"${folder}" is more than ${MAX_DEPTH} folders deep`)
  const entries = await onDisk(() => readdir(folder, { withFileTypes: true }))
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.')) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await addFolder(path, [...groups, entry.name], jobs)
    else if (entry.isFile())
      jobs.push({ path: [...groups, basename(entry.name, extname(entry.name))].join('.'), file: path })
  }
}

/** A smaller size of a picture, which is not imported: sizes are made from the largest one. */
const SMALLER_SIZE = /\.mip\d+\.[^.]+$/

/** The plan for the files that a manifest lists, in the folder that contains the manifest. */
async function manifestPlan(packageFile: string, folder: string, text: string): Promise<ImportPlan> {
  const jobs: ImportJob[] = []
  const notes: string[] = []
  const manifest = join(folder, MANIFEST)
  const listed = writtenOf(manifest, text)
  const isIn = await isAsImported(packageFile, text, listed)
  for (const { object, class: className, index, package: other, file, imported, ...was } of listed) {
    // A sheet of all textures is not an object.
    if (index < 0 || SMALLER_SIZE.test(file)) continue
    // The first folder in the path is the one that contains the manifest; it may have been renamed.
    const safe = safePath(file.slice(file.indexOf('/') + 1))
    if ('problem' in safe) throw new InputError(`${manifest} lists ${JSON.stringify(file)}: ${safe.problem}`)
    if (other !== undefined) notes.push(`${file} is of package ${other}: it is left alone`)
    else
      jobs.push({
        path: object,
        className,
        index,
        file: join(folder, ...safe.parts),
        was: isIn && imported !== undefined ? imported : was,
        listed: { manifest, file },
      })
  }
  return { jobs, isExtracted: true, notes }
}

/** Whether the package is still the one that files were imported into; see `recordImports`. */
async function isAsImported(file: string, text: string, listed: readonly Listed[]): Promise<boolean> {
  if (listed.every(({ imported }) => imported === undefined)) return false
  const parsed: unknown = JSON.parse(text)
  const recorded = typeof parsed === 'object' && parsed !== null && 'imported' in parsed ? parsed.imported : undefined
  return typeof recorded === 'string' && recorded === (await packageCrc(file))
}

interface Listed extends Extracted {
  readonly object: string
  readonly class: string
  readonly index: number
  readonly package?: string
  readonly file: string
  /** The state of the file when it was imported, if it was. */
  readonly imported?: Extracted
}

/** @throws {InputError} when the text is not a manifest of `ukit extract`. */
function writtenOf(manifest: string, text: string): readonly Listed[] {
  const listed = listedIn(text)
  if (listed === undefined) throw new InputError(`${manifest} is not a manifest that ukit extract wrote`)
  return listed
}

/** The files that a manifest of `ukit extract` lists; `undefined` for any other text. */
function listedIn(text: string): readonly Listed[] | undefined {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && 'written' in parsed && Array.isArray(parsed.written)) {
      const entries: readonly unknown[] = parsed.written
      if (entries.every(isListed)) return entries
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
  }
  return undefined
}

function isListed(entry: unknown): entry is Listed {
  if (typeof entry !== 'object' || entry === null) return false
  const values: Readonly<Record<string, unknown>> = { ...entry }
  const texts = ['object', 'class', 'file'].every((key) => typeof values[key] === 'string')
  const others = ['package', 'crc32', 'sha256'].every((key) => ['string', 'undefined'].includes(typeof values[key]))
  return (
    texts &&
    others &&
    isState(values['imported']) &&
    ['number', 'undefined'].includes(typeof values['bytes']) &&
    typeof values['index'] === 'number'
  )
}

/** Whether a value is the state of a file, or absent. */
function isState(state: unknown): boolean {
  if (state === undefined) return true
  return typeof state === 'object' && state !== null && 'bytes' in state && 'crc32' in state
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true
}

/**
 * The bytes of a file; `unchanged` when it has not changed since it was extracted, `gone` when it was deleted
 * since then.
 *
 * @throws {SourceError} `io` when it cannot be read.
 */
export async function changedBytes({ file, was, className }: ImportJob): Promise<Uint8Array | 'unchanged' | 'gone'> {
  const isListed = className !== undefined
  if (isListed && codeOf(await stat(file).catch((error: unknown) => error)) === 'ENOENT') return 'gone'
  const bytes = await bytesOf(file)
  return was !== undefined && isStill(bytes, was) ? 'unchanged' : bytes
}

function isStill(bytes: Uint8Array, { bytes: length, crc32, sha256 }: Extracted): boolean {
  if (crc32 !== undefined) return bytes.length === length && crc32Of(bytes) === crc32
  return sha256 !== undefined && hash('sha256', bytes, 'hex') === sha256
}

async function bytesOf(file: string): Promise<Uint8Array> {
  try {
    return await readWhole(file)
  } catch (error) {
    const problem = new SourceError('io', reasonOf(error), { path: file, cause: error })
    throw problem
  }
}
