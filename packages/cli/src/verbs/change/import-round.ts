import { dirname } from 'node:path'
import { CodecError } from '@ukit/codecs'
import { ImageError } from '@ukit/codecs/images'
import { type NewPackage, type Package, PackageSet, savePackage } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import { buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { PIECE_SIZE } from '@ukit/files'
import { fileState, sweepLeftOvers } from '@ukit/files/node'
import { ExecError, type ImportFileOptions, T3dError } from '@ukit/import'
import {
  changedFiles,
  crc32OfFile,
  type ExecSources,
  type ImportedFile,
  ImportFileError,
  type ImportJob,
  importFiles,
  isClassSource,
  isT3dFile,
  recordImports,
  runExecSources,
} from '@ukit/import/node'
import { MediaError } from '@ukit/media'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import type { Output } from '../../terminal/output.js'
import { compressionOf } from './edit-files.js'
import { type EditSaved, saveEdited } from './edit-save.js'
import { type FailedSource, importClasses } from './import-class.js'
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
  readonly packages: PackageSet | undefined
  /** Gives the packages that classes are compiled against. */
  readonly bases: () => Promise<PackageSet>
  readonly out: string | undefined
  readonly dryRun: boolean
  /** Print what would change in full. */
  readonly all: boolean
  /** Keep the original as a backup. */
  readonly backup: boolean
  /** Whether this call has already saved the package: notes are then not repeated. */
  readonly isSaved: boolean
  readonly force: boolean
  readonly output: Output
  readonly signal: AbortSignal
}

/** The result of an import. */
export interface ImportRoundResult {
  readonly imported: readonly ImportedFile[]
  /** Sources that do not compile: nothing of them is in the package. */
  readonly failed: readonly FailedSource[]
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
 * unchanged. Only sources that do not compile are left out: the others are imported.
 *
 * @throws errors for `importProblem`, with the file before the message.
 */
export async function importRound(round: ImportRound): Promise<ImportRoundResult> {
  const { file, fresh, game, signal, output } = round
  const { files, changed, unchanged, notes: found } = await changedFiles(round.jobs, { signal })
  const notes = [...found]
  const nothing = { imported: [], failed: [], unchanged, notes, saved: undefined, preview: '', bytes: null }
  const isNothing = files.length === 0 && round.exec === undefined
  if (isNothing && fresh === undefined && round.out === undefined) return nothing
  // A set of its own: what a round reads is not kept for the next one.
  const around = files.some(({ job }) => isT3dFile(job.file))
    ? { packages: await round.bases() }
    : round.packages === undefined
      ? {}
      : { packages: new PackageSet(round.packages.package) }
  const made = fresh === undefined ? undefined : await createPackage(fresh, around)
  // Taken before the file is read, so that changes by other programs from now on are noticed.
  const state = made === undefined ? await fileState(file) : undefined
  const pkg = made?.package ?? (await openFile(file, { signal, game }))
  const opened: Package[] = [pkg]
  try {
    let document = made ?? (await PackageEdit.open(pkg, around))
    const imported: ImportedFile[] = []
    if (round.exec !== undefined) imported.push(...(await importExec(document, round, round.exec, opened, notes)))
    const sources = files.filter(({ job }) => isClassSource(job.file))
    const first = imported.length
    const others = await importFiles(document, files, {
      ...round.options,
      signal,
      onProgress: (done, total, name) => output.progress.update(first + done, total, name, 'files'),
    })
    imported.push(...others)
    let failed: readonly FailedSource[] = []
    if (sources.length > 0) {
      // They may refer to what the other files became.
      const compiled = await importClasses(document, sources, await round.bases(), signal)
      imported.push(...compiled.imported)
      ;({ document, failed } = compiled)
      if (imported.length === 0 && round.exec === undefined && failed.length > 0)
        return { ...nothing, failed, bytes: made === undefined ? pkg.file.byteLength : null }
    }
    // Those that failed are imported the next time.
    const done = changed.filter(({ job }) => !failed.some((one) => one.file === job.file))
    const built = await buildPackage(document)
    const isOwn = made === undefined && round.out === undefined && !round.dryRun
    if (isOwn && !isNothing && (await isSameImage(pkg, built))) {
      // What writes does it; of a run that was killed at its very end there is nothing left to write.
      sweepLeftOvers(dirname(file))
      notes.push(`${file} is unchanged: it contains all of this already`)
      notes.push(...(await recordImports(file, await crc32OfFile(file), done)))
      return { ...nothing, failed, bytes: pkg.file.byteLength }
    }
    if (made === undefined && !isNothing && !round.isSaved) {
      const out = round.out ?? file
      notes.push(...keptGuid(out, pkg, built, `ukit edit ${out} guid new`))
    }
    const result = { imported, failed, unchanged, notes, bytes: made === undefined ? pkg.file.byteLength : null }
    if (round.dryRun) return { ...result, saved: undefined, preview: await previewOf(round, pkg, built) }
    const isRecorded = isOwn && done.some(({ job }) => job.listed !== undefined)
    const before = isRecorded ? await crc32OfFile(file) : undefined
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
    if (isRecorded) notes.push(...(await recordImports(file, before, done)))
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
  const done = await runExecSources(document, sources, {
    signal,
    opened,
    onProgress: (count, total, place) => output.progress.update(count, total, place, 'lines'),
    packages,
  })
  notes.push(...done.flatMap(({ place, remarks }) => remarks.map((remark) => `${place}: ${remark}`)))
  return done.flatMap(({ place, imported }) => (imported === null ? [] : [{ file: place, ...imported }]))
}

async function previewOf({ file, all, output, signal }: ImportRound, before: Package, after: Package): Promise<string> {
  const { previewEdit } = await import('./edit-preview.js')
  return previewEdit(file, before, after, { style: output.style, width: output.width, all }, signal)
}

/** Whether two packages have the same bytes. */
async function isSameImage(before: Package, after: Package): Promise<boolean> {
  const { byteLength } = before.image
  if (after.image.byteLength !== byteLength) return false
  for (let at = 0; at < byteLength; at += PIECE_SIZE) {
    const end = Math.min(at + PIECE_SIZE, byteLength)
    const [a, b] = [await before.image.slice(at, end), await after.image.slice(at, end)]
    if (Buffer.compare(a, b) !== 0) return false
  }
  return true
}

/** What went wrong, in the form that every verb reports. */
export function importProblem(error: unknown): FileProblem {
  if (error instanceof ImportFileError) {
    const problem = importProblem(error.cause)
    return problem.kind === 'internal' ? problem : { ...problem, message: `${error.file}: ${problem.message}` }
  }
  if (error instanceof MediaError) return { kind: error.reason, message: error.message, offset: null }
  if (error instanceof ImageError || error instanceof CodecError)
    return { kind: 'broken', message: error.message, offset: null }
  if (error instanceof ExecError || error instanceof T3dError)
    return { kind: 'refused', message: error.message, offset: null }
  return problemOf(error)
}
