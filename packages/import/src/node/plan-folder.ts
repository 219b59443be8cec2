import { readdir } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { packageName } from '@ukit/core'
import { safePath } from '@ukit/files'
import { onDisk, readWhole } from '@ukit/files/node'
import { EXTRACT_MANIFEST, type ReadManifest, readExtractManifest } from '@ukit/media'
import { crc32OfFile } from './crc32-of.js'
import { ImportPlaceError } from './import-errors.js'
import type { ImportJob, ImportPlan } from './import-job.js'

function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

/**
 * *What there is to import in a folder, for a package file.*
 *
 * A folder that `ukit extract` wrote (or its parent) is read by its manifest; in any other folder, subfolders
 * are groups, and the names of files are those of their objects.
 *
 * @throws {ImportPlaceError} when there is nothing in it, or several extractions; {SourceError} `io` when a
 *   folder cannot be read.
 */
export async function planFolder(file: string, folder: string): Promise<ImportPlan> {
  for (const place of [folder, join(folder, packageName(file))]) {
    const path = join(place, EXTRACT_MANIFEST)
    const text = await readWhole(path).then(decodeUtf8, () => undefined)
    const manifest = text === undefined ? undefined : readExtractManifest(text)
    if (manifest !== undefined) return manifestPlan(file, place, manifest)
    if (text !== undefined) throw new ImportPlaceError(`${path} is not a manifest that ukit extract wrote`)
  }
  const below = await manifestsBelow(folder)
  if (below.length > 0) return manifestPlan(file, ...ofPackage(file, folder, below))
  const jobs: ImportJob[] = []
  await addFolder(folder, [], jobs)
  if (jobs.length === 0) throw new ImportPlaceError(`there is no file in the folder "${folder}"`)
  return { jobs, isExtracted: false, notes: [] }
}

/** A folder with its manifest. */
type Manifested = readonly [folder: string, manifest: ReadManifest]

/** The folders below a folder that `ukit extract` wrote. */
async function manifestsBelow(folder: string, depth = 0): Promise<Manifested[]> {
  if (depth > MAX_DEPTH) return []
  const entries = await onDisk(() => readdir(folder, { withFileTypes: true }))
  const found: Manifested[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (!entry.isDirectory() || entry.name.startsWith('.')) continue
    const place = join(folder, entry.name)
    const text = await readWhole(join(place, EXTRACT_MANIFEST)).then(decodeUtf8, () => undefined)
    const manifest = text === undefined ? undefined : readExtractManifest(text)
    if (manifest !== undefined) found.push([place, manifest])
    else found.push(...(await manifestsBelow(place, depth + 1)))
  }
  return found
}

/**
 * The extraction of a package among several: the only one, or the one with the package's name.
 *
 * @throws {ImportPlaceError} when it is not clear which one is meant.
 */
function ofPackage(file: string, folder: string, all: readonly Manifested[]): Manifested {
  const name = packageName(file)
  const own = all.filter(([, manifest]) => manifest.package?.toLowerCase() === name.toLowerCase())
  const [only, ...others] = own.length > 0 ? own : all
  if (only !== undefined && others.length === 0) return only
  const places = all.map(([place]) => `"${place}"`).join(', ')
  throw new ImportPlaceError(`"${folder}" contains several folders that ukit extract wrote: name one of ${places}`)
}

const MAX_DEPTH = 16

/** Adds the files in a folder and its subfolders, by name, so that a folder always gives the same package. */
async function addFolder(folder: string, groups: readonly string[], jobs: ImportJob[]): Promise<void> {
  if (groups.length > MAX_DEPTH) throw new ImportPlaceError(`"${folder}" is more than ${MAX_DEPTH} folders deep`)
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
async function manifestPlan(packageFile: string, folder: string, read: ReadManifest): Promise<ImportPlan> {
  const jobs: ImportJob[] = []
  const notes: string[] = []
  const manifest = join(folder, EXTRACT_MANIFEST)
  const isIn = await isAsImported(packageFile, read)
  for (const { object, class: className, index, package: other, file, imported, ...was } of read.written) {
    // A sheet of all textures is not an object.
    if (index < 0 || SMALLER_SIZE.test(file)) continue
    // The first folder in the path is the one that contains the manifest; it may have been renamed.
    const safe = safePath(file.slice(file.indexOf('/') + 1))
    if ('problem' in safe) throw new ImportPlaceError(`${manifest} lists ${JSON.stringify(file)}: ${safe.problem}`)
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
async function isAsImported(file: string, { imported, written }: ReadManifest): Promise<boolean> {
  if (imported === undefined || written.every((listed) => listed.imported === undefined)) return false
  return imported === (await crc32OfFile(file))
}
