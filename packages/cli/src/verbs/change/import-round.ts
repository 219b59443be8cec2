import { CodecError } from '@ukit/codecs'
import { ImageError } from '@ukit/codecs/images'
import { type NewPackage, type Package, savePackage } from '@ukit/core'
import { type FolderPackages, nodeCodecs, openFile } from '@ukit/core/node'
import { buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { fileState } from '@ukit/files/node'
import { MediaError } from '@ukit/media'
import { ExecError, type Imported, type ImportFileOptions, importFile } from '@ukit/media/import'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import type { Output } from '../../terminal/output.js'
import { compressionOf } from './edit-files.js'
import { type EditSaved, saveEdited } from './edit-save.js'
import { type ExecSources, runExec } from './import-exec.js'
import { changedBytes, type ImportJob } from './import-plan.js'
import { besides } from './import-source.js'
import { keptGuid } from './kept-guid.js'

/** What one import into a package has to do. */
export interface ImportRound {
  /** The package. */
  readonly file: string
  /** The new package to create, if there is no file yet. */
  readonly fresh: NewPackage | undefined
  readonly game: string | undefined
  readonly jobs: readonly ImportJob[]
  /** `#exec` lines, which are executed before the files are imported. */
  readonly exec: ExecSources | undefined
  readonly options: ImportFileOptions
  readonly packages: FolderPackages | undefined
  readonly out: string | undefined
  readonly dryRun: boolean
  /** Keep the original as a backup. */
  readonly backup: boolean
  /** Whether this call has already saved the package: notes are then not repeated. */
  readonly isSaved: boolean
  readonly force: boolean
  readonly output: Output
  readonly signal: AbortSignal
}

/** An object that was imported, and its file. */
export interface ImportedFile extends Imported {
  readonly file: string
}

/** The result of an import. */
export interface ImportRoundResult {
  readonly imported: readonly ImportedFile[]
  /** Number of files that have not changed since they were extracted. */
  readonly unchanged: number
  readonly notes: readonly string[]
  /** Where the package was saved; `undefined` when it was not: nothing has changed, or it was a dry run. */
  readonly saved: EditSaved | undefined
  /** What would change; empty unless this is a dry run. */
  readonly preview: string
  /** Size of the package before the import, in bytes. */
  readonly bytes: number | null
}

/**
 * *Imports files into a package, as one transaction*: either all of them, or none, and the package file is
 * unchanged.
 *
 * @throws errors for `importProblem`, with the file before the message.
 */
export async function importRound(round: ImportRound): Promise<ImportRoundResult> {
  const { file, fresh, game, signal, output } = round
  const files: { job: ImportJob; bytes: Uint8Array }[] = []
  const notes: string[] = []
  let unchanged = 0
  for (const job of round.jobs) {
    signal.throwIfAborted()
    const bytes = await ofFile(job.file, changedBytes(job))
    if (bytes === 'unchanged') unchanged++
    else if (bytes === 'gone') notes.push(`${job.file} no longer exists: ${job.path} is unchanged`)
    else files.push({ job, bytes })
  }
  checkDistinct(files.map(({ job }) => job))
  const nothing = { imported: [], unchanged, notes, saved: undefined, preview: '', bytes: null }
  const isNothing = files.length === 0 && round.exec === undefined
  if (isNothing && fresh === undefined && round.out === undefined) return nothing
  const resolving = round.packages === undefined ? {} : { resolve: round.packages.resolve.bind(round.packages) }
  const made = fresh === undefined ? undefined : await createPackage(fresh, resolving)
  // Taken before the file is read, so that changes by other programs from now on are noticed.
  const state = made === undefined ? await fileState(file) : undefined
  const pkg = made?.package ?? (await openFile(file, { signal, ...(game === undefined ? {} : { game }) }))
  const opened: Package[] = [pkg]
  try {
    const document = made ?? (await PackageEdit.open(pkg, resolving))
    const imported: ImportedFile[] = []
    if (round.exec !== undefined) imported.push(...(await importExec(document, round, round.exec, opened, notes)))
    for (const { job, bytes } of files) {
      signal.throwIfAborted()
      output.progress.update(imported.length, files.length, job.file, 'files')
      imported.push({ file: job.file, ...(await importOne(document, job, bytes, round.options)) })
    }
    const built = await buildPackage(document)
    if (made === undefined && !isNothing && !round.isSaved) {
      const out = round.out ?? file
      notes.push(...keptGuid(out, pkg, built, `ukit edit ${out} guid new`))
    }
    const result = { imported, unchanged, notes, bytes: made === undefined ? pkg.file.byteLength : null }
    if (round.dryRun) return { ...result, saved: undefined, preview: await previewOf(round, pkg, built) }
    const pieces = savePackage(built, { codecs: nodeCodecs, compress: compressionOf(pkg, undefined), reuse: true })
    const saved = await saveEdited(pieces, {
      file,
      state,
      out: made === undefined ? round.out : file,
      backup: round.backup && !round.isSaved,
      force: round.force,
      target: output,
      signal,
      onProgress: (done) => output.progress.update(done, Math.max(done, built.image.byteLength), file, 'bytes'),
    })
    return { ...result, saved, preview: '' }
  } finally {
    for (const each of opened) await each.file.close?.()
  }
}

/** Executes `#exec` lines; what the engine would ignore is added to the notes. */
async function importExec(
  document: PackageEdit,
  { signal, output, packages }: ImportRound,
  sources: ExecSources,
  opened: Package[],
  notes: string[],
): Promise<ImportedFile[]> {
  const done = await runExec(document, sources, {
    signal,
    opened,
    inLine: ofFile,
    onProgress: (count, total, place) => output.progress.update(count, total, place, 'lines'),
    ...(packages === undefined ? {} : { resolve: packages.resolve.bind(packages) }),
  })
  notes.push(...done.flatMap(({ place, remarks }) => remarks.map((remark) => `${place}: ${remark}`)))
  return done.flatMap(({ place, imported }) => (imported === null ? [] : [{ file: place, ...imported }]))
}

async function previewOf({ file, output, signal }: ImportRound, before: Package, after: Package): Promise<string> {
  const { previewEdit } = await import('./edit-preview.js')
  return previewEdit(file, before, after, { style: output.style, width: output.width }, signal)
}

/** @throws {PackageError} `refused` when two files are for one object. */
function checkDistinct(jobs: readonly ImportJob[]): void {
  const seen = new Map<string, ImportJob>()
  for (const job of jobs) {
    const other = seen.get(job.path.toLowerCase())
    if (other !== undefined) {
      const message = `both ${other.file} and ${job.file} are for this object: name the one you mean`
      throw new PackageError('refused', message, { object: job.path })
    }
    seen.set(job.path.toLowerCase(), job)
  }
}

function importOne(edit: PackageEdit, job: ImportJob, bytes: Uint8Array, options: ImportFileOptions) {
  const isNew = edit.lookUp(job.path) === undefined
  const className = options.className ?? (isNew ? job.className : undefined)
  const source = { name: job.file, bytes, openFile: besides(job.file) }
  return ofFile(job.file, importFile(edit, job.path, source, { ...options, className }))
}

/** Adds the file to the message of an error. */
async function ofFile<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const problem = importProblem(error)
    if (problem.kind === 'internal') throw error
    throw new ImportError({ ...problem, message: `${file}: ${problem.message}` }, { cause: error })
  }
}

/** An error in one of the files. */
class ImportError extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem, options: ErrorOptions) {
    super(problem.message, options)
    this.problem = problem
  }
}

/** What went wrong, in the form that every verb reports. */
export function importProblem(error: unknown): FileProblem {
  if (error instanceof ImportError) return error.problem
  if (error instanceof MediaError) return { kind: error.reason, message: error.message, offset: null }
  if (error instanceof ImageError || error instanceof CodecError)
    return { kind: 'broken', message: error.message, offset: null }
  if (error instanceof ExecError) return { kind: 'refused', message: error.message, offset: null }
  return problemOf(error)
}
