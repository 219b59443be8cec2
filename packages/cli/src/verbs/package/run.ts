import { statOf } from '@ukit/batch/internal'
import { type Package, savePackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { buildPackage, checkBodies, type PackageEdit, type PlacedObject, placedText } from '@ukit/edit'
import { PackageError, piecesOf, sameBytes } from '@ukit/files'
import { DISK, type FileChange, onDisk, type SavedFile, saveFiles } from '@ukit/files/node'
import { diffPackages } from '@ukit/inspect'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { CallError, UsageError } from '../../command/usage-error.js'
import type { AnyCall, ExitStatus } from '../../command/verb.js'
import { STANDARD } from '../../inputs/standard.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { compressionOf } from '../change/edit-files.js'
import { keptGuid } from '../change/kept-guid.js'
import { diffText } from '../look/diff-text.js'
import { DocumentSet } from './document-set.js'
import type { BetweenCall } from './options.js'

/** What a verb did to the packages of a call. */
export interface BetweenOutcome {
  /** Documents that changed. */
  readonly changed: readonly PackageEdit[]
  readonly placed?: readonly PlacedObject[]
  readonly notes?: readonly string[]
  /** Files to delete. */
  readonly gone?: readonly string[]
  /** A package that gets a different file, which must not exist yet. */
  readonly renamed?: { readonly edit: PackageEdit; readonly to: string }
  /**
   * A file whose name only changes in case, renamed after everything is written: on the disks of most
   * players, both names are the same file.
   */
  readonly recased?: { readonly from: string; readonly to: string }
}

/** A file to write. */
interface Planned {
  readonly path: string
  readonly change: 'new' | 'changed' | 'gone'
  readonly before: Package | undefined
  readonly after: Package | undefined
  readonly objects: readonly PlacedObject[]
  readonly pieces: FileChange['pieces']
}

/**
 * Runs a verb that changes several packages: all of them, or none.
 *
 * @param paths the files that the call names, if they are known before any is opened.
 */
export async function runBetween(
  call: BetweenCall & { readonly options: { readonly force?: boolean } },
  paths: readonly string[],
  work: (set: DocumentSet) => Promise<BetweenOutcome>,
): Promise<ExitStatus> {
  const { options, output, signal } = call
  const set = await DocumentSet.open(call)
  const isDry = options['dry-run']
  let planned: readonly Planned[] = []
  let notes: readonly string[] = []
  let saved: readonly SavedFile[] = []
  let error: FileProblem | null = null
  const texts: string[] = []
  try {
    await set.recover(paths)
    const outcome = await work(set)
    const { recased } = outcome
    notes = [...(outcome.notes ?? []), ...(recased === undefined ? [] : [`the file is called ${recased.to}`])]
    const same: PackageEdit[] = []
    planned = await plan(set, outcome, same)
    if (same.length > 0) notes = [...notes, ...unchangedTexts(same, outcome)]
    for (const { path, change } of planned) if (change === 'new') checkNewFile(path, call.verb)
    for (const { path, change, before, after } of planned) {
      if (change !== 'changed' || before === undefined || after === undefined) continue
      notes = [...notes, ...keptGuid(path, before, after, '--new-guid')]
    }
    for (const { after } of planned) if (after !== undefined) await checkBodies(after.image)
    if (isDry) for (const each of planned) texts.push(await difference(each, call))
    else {
      const total = planned.reduce((sum, { after }) => sum + (after?.image.byteLength ?? 0), 0)
      saved = await saveFiles(
        planned.map(({ path, change, pieces }) => ({ path, pieces, isNew: change === 'new', ...set.replaced(path) })),
        {
          backup: !options['no-backup'],
          force: options.force === true,
          signal,
          onProgress: (bytes) => output.progress.update(bytes, Math.max(bytes, total), 'packages', 'bytes'),
        },
      )
      if (recased !== undefined) await onDisk(() => DISK.rename(recased.from, recased.to))
    }
  } catch (thrown) {
    if (signal.aborted || thrown instanceof CallError) throw thrown
    error = problemOf(thrown)
    output.error(error.message)
  } finally {
    await set.close()
  }
  output.progress.clear()
  if (options.json) await printElements(call, paths, planned, saved, notes, error)
  else if (error === null) await writeText(call, planned, saved, notes, texts)
  return error === null ? 0 : 1
}

/** Refuses what cannot be the name of a new package before the work that it takes to write it. */
function checkNewFile(path: string, verb: string): void {
  if (path === STANDARD) throw new UsageError(`${verb} writes files: name one instead of -`)
  const stats = statOf(path)
  if (stats === undefined || 'reason' in stats || !stats.isDirectory()) return
  throw new PackageError('io', `"${path}" is a folder: name the file to write in it`)
}

/** @param same gets the documents whose files stay as they are, since nothing in them is different. */
async function plan(
  set: DocumentSet,
  { changed, placed = [], gone = [], renamed }: BetweenOutcome,
  same: PackageEdit[],
): Promise<Planned[]> {
  const planned: Planned[] = []
  for (const edit of changed) {
    const { path, isNew } = set.placeOf(edit)
    const after = await buildPackage(edit)
    if (!isNew && edit !== renamed?.edit && (await sameBytes(edit.package.image, after.image))) {
      same.push(edit)
      continue
    }
    const objects = edit === changed[0] ? placed : []
    const compress = compressionOf(edit.package, undefined)
    const pieces = savePackage(after, { codecs: nodeCodecs, compress })
    if (edit === renamed?.edit)
      planned.push({ path: renamed.to, change: 'new', before: edit.package, after, objects, pieces })
    else
      planned.push({
        path,
        change: isNew ? 'new' : 'changed',
        before: isNew ? undefined : edit.package,
        after,
        objects,
        pieces,
      })
  }
  if (renamed !== undefined && !changed.includes(renamed.edit)) {
    const { package: same } = renamed.edit
    planned.unshift({
      path: renamed.to,
      change: 'new',
      before: same,
      after: same,
      objects: [],
      pieces: piecesOf(same.file),
    })
  }
  for (const path of gone)
    planned.push({ path, change: 'gone', before: undefined, after: undefined, objects: [], pieces: undefined })
  return planned
}

/** What is said of documents whose files stay as they are. */
function unchangedTexts(same: readonly PackageEdit[], { changed, placed = [] }: BetweenOutcome): string[] {
  const [first] = changed
  return [
    ...(first !== undefined && same.includes(first) ? placed.map(placedText) : []),
    ...same.map((edit) => `${edit.package.name} stays as it is: nothing in it would be different`),
  ]
}

async function difference(
  { path, change, before, after }: Planned,
  { options, output, signal }: BetweenCall,
): Promise<string> {
  const { style, width } = output
  if (change === 'gone' || after === undefined) return `${style.bold(printable(path))}: goes\n`
  if (before === undefined) {
    const lines = after.exports.map((exported) => `  + ${printable(String(exported))}`)
    return `${style.bold(printable(path))}: new, ${plural(lines.length, 'object')}\n${lines.join('\n')}\n`
  }
  if (before === after) return `${style.bold(printable(path))}: the same content under another name\n`
  const found = await diffPackages(before, after, { signal })
  return diffText({ path, other: path }, found, null, { style, width, all: options.all, many: false })
}

async function writeText(
  { output }: AnyCall,
  planned: readonly Planned[],
  saved: readonly SavedFile[],
  notes: readonly string[],
  texts: readonly string[],
): Promise<void> {
  const { style } = output
  for (const { objects } of planned) for (const each of objects) await output.write(`${printable(placedText(each))}\n`)
  for (const note of notes) await output.write(`${printable(note)}\n`)
  for (const text of texts) await output.write(text)
  for (const { path, bytes, backup } of saved) {
    const what = bytes === null ? 'gone' : plural(bytes, 'byte')
    const kept = backup === null ? '' : `; the original is ${printable(backup)}`
    await output.write(`${style.green('ok')}  ${style.bold(printable(path))}: ${what}${kept}\n`)
  }
  if (planned.length === 0 && notes.length === 0) await output.write('nothing to change\n')
}

async function printElements(
  { output }: AnyCall,
  paths: readonly string[],
  planned: readonly Planned[],
  saved: readonly SavedFile[],
  notes: readonly string[],
  error: FileProblem | null,
): Promise<void> {
  const none = { change: null, bytes: null, written: null, backup: null, objects: [], notes: [] }
  const elements =
    error !== null
      ? [{ path: paths[0] ?? null, ...none, error }]
      : planned.length === 0 && notes.length > 0
        ? [{ path: paths[0] ?? null, ...none, notes, error: null }]
        : planned.map(({ path, change, before, objects }, i) => ({
            path,
            change,
            bytes: before?.file.byteLength ?? null,
            written: saved[i]?.bytes ?? null,
            backup: saved[i]?.backup ?? null,
            objects: objects.map(({ from, source, object, how }) => ({
              path: object.path,
              class: source.className,
              from: `${from.package.name}.${source.path}`,
              how,
            })),
            notes: i === 0 ? notes : [],
            error: null,
          }))
  await writeJson(elements, output)
}
