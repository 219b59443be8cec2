import type { EditExport, PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { decodeSource } from '@ukit/script/syntax'
import { FILE_IMPORTERS } from '../importers/file-importers.js'
import { type ImportFileOptions, importFile } from '../importers/import-file.js'
import type { Imported } from '../importers/importer.js'
import { type ImportT3dOptions, importT3d } from '../t3d/import-t3d.js'
import { besides } from './files-below.js'
import { ofFile } from './import-errors.js'
import { changedBytes, type ImportJob } from './import-job.js'

/** A file that is to be imported, with its bytes. */
export interface ChangedFile {
  /** What the file is to become. */
  readonly job: ImportJob
  /** Its content. */
  readonly bytes: Uint8Array
}

/** The files of some jobs that have changed since they were extracted. */
export interface ChangedFiles {
  /** Those to import: one for each object. */
  readonly files: readonly ChangedFile[]
  /** Those and the ones that are imported together with them: frames of a vertex mesh. */
  readonly changed: readonly ChangedFile[]
  /** Number of files that have not changed since they were extracted. */
  readonly unchanged: number
  /** What is left alone, in words. */
  readonly notes: readonly string[]
}

/** An object that was imported, and its file. */
export interface ImportedFile extends Imported {
  /** The file. */
  readonly file: string
}

/**
 * Reads the files of jobs, and leaves out those that have not changed since they were extracted.
 *
 * @throws {ImportFileError} when a file cannot be read; {PackageError} `refused` when two are for one object.
 */
export async function changedFiles(
  jobs: readonly ImportJob[],
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<ChangedFiles> {
  const changed: ChangedFile[] = []
  const notes: string[] = []
  let unchanged = 0
  for (const job of jobs) {
    signal?.throwIfAborted()
    const bytes = await ofFile(job.file, changedBytes(job))
    if (bytes === 'unchanged') unchanged++
    else if (bytes === 'gone') notes.push(`${job.file} no longer exists: ${job.path} is unchanged`)
    else if (job.listed !== undefined && !isImportable(job.file, bytes))
      notes.push(`${job.file} has changed, but files of its kind are not imported: ${job.path} is unchanged`)
    else changed.push({ job, bytes })
  }
  const files = withoutPairs(changed)
  checkDistinct(files.map(({ job }) => job))
  return { files, changed, unchanged, notes }
}

/** Whether a file is the source of a class. */
export function isClassSource(file: string): boolean {
  return /\.uc$/i.test(file)
}

/** Whether a file has actors for a level. */
export function isT3dFile(file: string): boolean {
  return /\.t3d$/i.test(file)
}

/** Settings of {@link importFiles}. */
export interface ImportFilesOptions extends ImportFileOptions {
  /** Ends the import between two files. */
  readonly signal?: AbortSignal | undefined
  /** Called before each file. */
  readonly onProgress?: ((done: number, total: number, file: string) => void) | undefined
}

/**
 * *Imports files into a document*, each as what its job says. Sources of classes are left out: they are
 * compiled, by `replaceClasses` of `ukit/make`. When this throws, the document is as it was before that file.
 *
 * @throws {ImportFileError} for the file that cannot be imported.
 *
 * @example
 * const plan = await planFolder('Walls.utx', 'Out')
 * const { files } = await changedFiles(plan.jobs)
 * await importFiles(edit, files, { replace: plan.isExtracted })
 */
export async function importFiles(
  edit: PackageEdit,
  files: readonly ChangedFile[],
  { signal, onProgress, ...options }: ImportFilesOptions,
): Promise<ImportedFile[]> {
  const imported: ImportedFile[] = []
  for (const file of files) {
    const name = file.job.file
    if (isClassSource(name)) continue
    signal?.throwIfAborted()
    onProgress?.(imported.length, files.length, name)
    imported.push({ file: name, ...(await importOne(edit, file, { ...options, signal })) })
  }
  return imported
}

/** @throws {PackageError} `refused` when two files are for one object. */
function checkDistinct(jobs: readonly ImportJob[]): void {
  const seen = new Map<string, ImportJob>()
  for (const job of jobs) {
    // Objects of different classes may have one path, as a mesh and the class that shows it do.
    const key = `${isClassSource(job.file) ? 'Class' : (job.className ?? '')} ${job.path}`.toLowerCase()
    const other = seen.get(key)
    if (other !== undefined) {
      const message = `both ${other.file} and ${job.file} are for this object: name the one you mean`
      throw new PackageError('refused', message, { object: job.path })
    }
    seen.set(key, job)
  }
}

/** Leaves out frames of a vertex mesh, `_a.3d`, which are imported together with its triangles, `_d.3d`. */
function withoutPairs<T extends { readonly job: ImportJob }>(files: readonly T[]): readonly T[] {
  const names = new Set(files.map(({ job }) => job.file.toLowerCase()))
  return files.filter(
    ({ job }) => !names.has(job.file.toLowerCase().replace(/_a\.3d$/, '_d.3d')) || !/_a\.3d$/i.test(job.file),
  )
}

/** Whether a changed file can become an object at all: maps of fonts and objects as JSON cannot. */
function isImportable(name: string, bytes: Uint8Array): boolean {
  const source = { name, bytes, openFile: besides(name) }
  return isClassSource(name) || isT3dFile(name) || FILE_IMPORTERS.some((importer) => importer.takes(source))
}

function importOne(
  edit: PackageEdit,
  { job, bytes }: ChangedFile,
  options: ImportFileOptions & ImportT3dOptions,
): Promise<Imported> {
  // With a path of its own it is a model: its brushes become a mesh.
  if (isT3dFile(job.file) && job.path === job.file)
    return ofFile(job.file, importT3d(edit, decodeSource(bytes), options))
  const path = pathOf(edit, job)
  const isNew = edit.lookUp(path) === undefined
  // Games have objects with such names, which may be replaced; a new one is meant to be in a group.
  if (isNew && /[\\/]/.test(path)) {
    const dotted = path.replace(/[\\/]+/g, '.')
    const message = `expected dots between a group and a name, as in "${dotted}"; found "${path}"`
    throw new PackageError('refused', message)
  }
  const className = options.className ?? (isNew ? job.className : undefined)
  const source = { name: job.file, bytes, openFile: besides(job.file) }
  return ofFile(job.file, importFile(edit, path, source, { ...options, className }))
}

/** The path by which a job's object is found: with its class or number if others have the same path. */
function pathOf(edit: PackageEdit, { path, className, index }: ImportJob): string {
  if (className === undefined || objectsAt(edit, path).length < 2) return path
  const same = objectsAt(edit, path).filter((object) => isSameText(object.className, className))
  if (same.length < 2) return same.length === 0 ? path : `${className}'${path}'`
  const listed = index === undefined ? undefined : edit.exports[index]
  return listed !== undefined && same.includes(listed) ? `#${index}` : `${className}'${path}'`
}

/** The objects of a document that have a path. */
function objectsAt(edit: PackageEdit, path: string): readonly EditExport[] {
  return edit.exports.filter((object) => isSameText(object.path, path))
}

function isSameText(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
