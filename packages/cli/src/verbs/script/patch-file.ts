import { openPackage, type Package, savePackage } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { fileState, readWhole } from '@ukit/files/node'
import { ListingError, type ListingProblem, type PatchedScript } from '@ukit/script/decompile'
import type { FileProblem } from '../../batch/batch-verb.js'
import { problemOf } from '../../batch/one-file.js'
import { FORCE_OPTION, GAME_OPTION, jsonOption, type Options, type OptionValues } from '../../command/option.js'
import { CallError, InputError, UsageError } from '../../command/usage-error.js'
import type { AnyCall, ExitStatus } from '../../command/verb.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { reasonOf } from '../../inputs/reason.js'
import { refusePackage } from '../../inputs/refuse-package.js'
import { oneOutput, STANDARD, standardInput } from '../../inputs/standard.js'
import { writeJson } from '../../terminal/json-array.js'
import { plural, printable } from '../../terminal/text.js'
import { compressionOf } from '../change/edit-files.js'
import { saveEdited } from '../change/edit-save.js'
import { keptGuid } from '../change/kept-guid.js'

/** Options of the verbs that replace scripts in a package. */
export const PATCH_OPTIONS = {
  out: {
    takes: 'value',
    value: 'OUT',
    short: 'o',
    does: 'Write the changed package to OUT, and leave FILE alone',
  },
  'dry-run': { takes: 'nothing', short: 'n', does: 'Print what would change, and write nothing' },
  'no-backup': { takes: 'nothing', does: 'Do not keep the original as FILE.bak' },
  ...FORCE_OPTION,
  json: jsonOption(''),
  ...GAME_OPTION,
} as const satisfies Options

/** The keys in the JSON of these verbs. */
export const PATCH_JSON =
  'path, output, bytes, written, backup, scripts [{object, memoryBefore, memory, changed}], notes, ' +
  'problems [{line, column, message}] of the text, error.'

/** A change of a package's scripts. */
interface PatchJob {
  readonly file: string
  /** The source of the text, for messages. */
  readonly text: string
  readonly options: OptionValues<typeof PATCH_OPTIONS>
  /** Makes the change. @throws {ListingError} when the text has problems. */
  change(edit: PackageEdit): Promise<PatchedScript[]>
}

/** The result of a change. */
interface Patched {
  scripts: readonly PatchedScript[]
  notes: string[]
  problems: readonly ListingProblem[]
  error: FileProblem | null
  bytes: number | null
  saved: { readonly output: string; readonly written: number; readonly backup: string | null } | undefined
}

/** Changes scripts of a package and writes it as `ukit edit` does. */
export async function patchFile(job: PatchJob, call: AnyCall): Promise<ExitStatus> {
  const { options, file } = job
  const { output, signal } = call
  oneOutput(options.out, options.json)
  if (file === STANDARD && options.out === undefined && !options['dry-run'])
    throw new UsageError(`${call.verb} - reads standard input: name the file to write with -o OUT`)
  const done: Patched = { scripts: [], notes: [], problems: [], error: null, bytes: null, saved: undefined }
  try {
    await patch(job, call, done)
  } catch (thrown) {
    if (signal.aborted || thrown instanceof CallError) throw thrown
    if (thrown instanceof ListingError) {
      done.problems = thrown.problems
      done.error = { kind: 'bad-value', message: `the text cannot be assembled: ${thrown.message}`, offset: null }
      for (const { line, column, message } of thrown.problems)
        output.error(`${printable(job.text)}:${line}:${column}: ${message}`)
      if (thrown.problems.length === 0) output.error(`${printable(job.text)}: ${thrown.message}`)
    } else {
      done.error = problemOf(thrown)
      output.error(`${printable(file)}: ${done.error.message}`)
    }
  }
  output.progress.clear()
  return report(job, call, done)
}

async function patch(job: PatchJob, { output, signal }: AnyCall, done: Patched): Promise<void> {
  const { file, options } = job
  const game = await gameIdOf(options.game)
  const state = file === STANDARD ? undefined : await fileState(file)
  const pkg = await openPlace(file, game, signal)
  try {
    done.bytes = pkg.file.byteLength
    const document = await PackageEdit.open(pkg)
    done.scripts = await job.change(document)
    const isSame = done.scripts.every((script) => script.isSame)
    if (isSame) done.notes.push('no script has changed')
    if (options['dry-run'] || (isSame && options.out === undefined)) return
    const built = await buildPackage(document)
    if (!isSame) {
      const out = options.out ?? file
      done.notes.push(...keptGuid(out, pkg, built, `ukit edit ${out} guid new`))
      if (built.exports.some(({ className }) => className === 'TextBuffer'))
        done.notes.push('the source text that it carries is unchanged, and does not show the change')
    }
    done.saved = await saveEdited(
      savePackage(built, { codecs: nodeCodecs, compress: compressionOf(pkg, undefined), reuse: true }),
      {
        file,
        state,
        out: options.out,
        backup: !options['no-backup'],
        force: options.force,
        target: output,
        signal,
        onProgress: (bytes) => output.progress.update(bytes, Math.max(bytes, built.image.byteLength), file, 'bytes'),
      },
    )
  } finally {
    await pkg.file.close?.()
  }
}

async function report({ file, options }: PatchJob, { output }: AnyCall, done: Patched): Promise<ExitStatus> {
  const { scripts, notes, problems, error, bytes, saved } = done
  if (options.json) {
    const facts = {
      path: file,
      output: saved?.output ?? null,
      bytes,
      written: saved?.written ?? null,
      backup: saved?.backup ?? null,
      scripts: scripts.map(({ isSame, ...script }) => ({ ...script, changed: !isSame })),
      notes,
      problems,
      error,
    }
    await writeJson([facts], output)
    return error === null ? 0 : 1
  }
  if (error !== null) return 1
  if (options.out === STANDARD && !options['dry-run']) {
    for (const note of notes) output.note(note)
    return 0
  }
  for (const { object, memoryBefore, memory, isSame } of scripts) {
    if (!isSame) await output.write(`${printable(object)}: ${memoryBefore} → ${plural(memory, 'byte')} of memory\n`)
  }
  for (const note of notes) await output.write(`${printable(note)}\n`)
  if (saved !== undefined) {
    const kept = saved.backup === null ? '' : `; the original is ${printable(saved.backup)}`
    const { style } = output
    await output.write(
      `${style.green('ok')}  ${style.bold(printable(saved.output))}: ${plural(saved.written, 'byte')}${kept}\n`,
    )
  }
  return 0
}

async function openPlace(path: string, game: string | undefined, signal: AbortSignal): Promise<Package> {
  const options = { signal, game }
  if (path !== STANDARD) return openFile(path, options)
  return openPackage(await standardInput(), { ...options, fileName: 'stdin', codecs: nodeCodecs })
}

/** The text of a listing or of source. @throws {InputError} when it cannot be read. */
export async function textOf(path: string): Promise<string> {
  refusePackage(path, 'a text')
  try {
    return new TextDecoder().decode(await readWhole(path))
  } catch (error) {
    throw new InputError(`cannot read "${path}": ${reasonOf(error)}`, { cause: error })
  }
}
