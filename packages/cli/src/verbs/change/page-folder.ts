import { lstat, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gameById } from '@ukit/core'
import { PackageError, safePath } from '@ukit/files'
import { codeOf, fileSource, OutputFolder } from '@ukit/files/node'
import { EXTRACT_MANIFEST as MANIFEST } from '@ukit/media'
import {
  type ExtractedFiles,
  GENERATOR,
  type PageFile,
  pageFiles,
  SCRIPT_FUNCTION,
  SCRIPTS_FOLDER,
} from '@ukit/media/page'
import { notWritten } from './not-written.js'

/** Name of the page. */
const INDEX = 'index.html'
/** Bytes at the beginning of a file that show whether it is ours. */
const HEAD = 2048

/** What was written. */
export interface WrittenPage {
  /** The page. */
  readonly path: string
  readonly manifests: number
  /** Files beside the page that it loads, and their bytes with those of the page. */
  readonly scripts: number
  readonly bytes: number
}

/** How the page is made. */
export interface WritePageOptions {
  readonly title?: string | undefined
  /** Replaces an `index.html` that ukit did not write. */
  readonly force: boolean
  readonly signal: AbortSignal
  readonly onProgress?: ((done: number, total: number) => void) | undefined
}

/**
 * *Writes the page of an extraction*: an earlier one is replaced, with its scripts. The page itself comes
 * last, so that an interrupted run leaves none.
 *
 * @throws {PackageError} when there is nothing to show, or a file that is not ours is in the way.
 */
export async function writePage(folder: string, options: WritePageOptions): Promise<WrittenPage> {
  const { title, force, signal, onProgress } = options
  const manifests = await manifestsIn(folder)
  await removeEarlier(folder, force)
  const target = new OutputFolder(folder, { signal })
  const files: ExtractedFiles = { manifests, open: openerBelow(folder) }
  const gameName = (id: string) => gameById(id)?.name ?? id
  let [scripts, bytes] = [-1, 0]
  for await (const { path, text } of pageFiles(files, { title, gameName, signal, onProgress })) {
    await save(target, { path, text })
    scripts++
    bytes += Buffer.byteLength(text)
  }
  return { path: join(folder, INDEX), manifests: manifests.length, scripts, bytes }
}

async function save(target: OutputFolder, { path, text }: PageFile): Promise<void> {
  const written = await target.write(path, new TextEncoder().encode(text))
  if (!written.ok) throw new PackageError('refused', `${path}: ${notWritten(written)}`)
}

/** The texts of the manifests, in the order of the names of their folders. */
async function manifestsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const texts: string[] = []
  for (const name of names.sort()) {
    const text = await readRegular(join(folder, name, MANIFEST))
    if (text !== undefined) texts.push(text)
  }
  if (texts.length > 0) return texts
  const isOne = (await readRegular(join(folder, MANIFEST))) !== undefined
  const help = isOne
    ? 'it is the folder of one package; name the folder above it'
    : `name the folder after -o of ukit extract, in which each package has a folder with ${MANIFEST}`
  throw new PackageError('refused', `there is no extraction in it: ${help}`)
}

async function readRegular(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isFile() ? await readFile(path, 'utf8') : undefined
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    throw error
  }
}

/** Removes the page and the scripts of an earlier run, which may have had more of them. */
async function removeEarlier(folder: string, force: boolean): Promise<void> {
  const index = join(folder, INDEX)
  const head = await headOf(index)
  if (head !== undefined && !force && !head.includes(`<meta name="generator" content="${GENERATOR}">`))
    throw new PackageError('refused', `${INDEX} exists and is not a page of ukit; --force replaces it`)
  if (head !== undefined) await rm(index)
  const scripts = join(folder, SCRIPTS_FOLDER)
  // Nothing is removed through a link to a different folder.
  const stats = await lstat(scripts).catch(() => undefined)
  if (stats === undefined) await mkdir(scripts)
  else if (!stats.isDirectory()) throw new PackageError('refused', `${SCRIPTS_FOLDER} exists and is not a folder`)
  for (const name of await readdir(scripts)) {
    if (!/^(?:mesh|picture|text)\d+\.js$/.test(name)) continue
    const path = join(scripts, name)
    if ((await headOf(path))?.startsWith(`${SCRIPT_FUNCTION}(`)) await rm(path)
  }
}

/** The beginning of a file; `undefined` if it does not exist, empty if it is not a regular file. */
async function headOf(path: string): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined)
  if (stats === undefined) return undefined
  if (!stats.isFile()) return ''
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Opens the files that manifests list, if no link leads to them: a manifest may be of an untrusted archive.
 */
function openerBelow(folder: string): ExtractedFiles['open'] {
  /** Folders that were looked at, and whether they are folders and not links. */
  const folders = new Map<string, boolean>()
  return async (path) => {
    const safe = safePath(path)
    if ('problem' in safe) return undefined
    let at = folder
    for (const part of safe.parts.slice(0, -1)) {
      at = join(at, part)
      let isFolder = folders.get(at)
      if (isFolder === undefined) {
        isFolder = (await lstat(at).catch(() => undefined))?.isDirectory() === true
        folders.set(at, isFolder)
      }
      if (!isFolder) return undefined
    }
    const file = join(folder, ...safe.parts)
    const stats = await lstat(file).catch(() => undefined)
    return stats?.isFile() === true ? fileSource(file) : undefined
  }
}
