import { savePackage } from '@ukit/core'
import { type ConformReport, checkConform, conformPackage } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { problemOf } from '../../batch/one-file.js'
import { PACKAGE_FILES } from '../../command/files-help.js'
import { COMMON_OPTIONS, FORCE_OPTION, jsonOption, type Options } from '../../command/option.js'
import { CallError, UsageError } from '../../command/usage-error.js'
import type { Call, ExitStatus, Verb } from '../../command/verb.js'
import { gameIdOf } from '../../inputs/game-id.js'
import { closeContainers } from '../../inputs/open.js'
import { oneOutput, STANDARD, writeTo } from '../../inputs/standard.js'
import { JsonArray, writeJson } from '../../terminal/json-array.js'
import { openHere } from '../look/diff-open.js'
import { type DiffPair, pairsOf } from '../look/diff-pairs.js'
import { type ConformFacts, checkText, conformText } from './conform-text.js'

const OPTIONS = {
  check: { takes: 'nothing', does: 'Only check whether two files are network compatible; nothing is written' },
  out: { takes: 'value', value: 'OUT', short: 'o', does: 'The file to write' },
  ...FORCE_OPTION,
  all: { takes: 'nothing', does: 'Print lists in full' },
  ...COMMON_OPTIONS,
  json: jsonOption(' per pair of files'),
} as const satisfies Options

/** `ukit conform NEW OLD -o OUT` and `ukit conform --check A B` */
export const conform: Verb<typeof OPTIONS> = {
  when: [
    'You release a new version of a package, and servers and clients with the old one must still be ' +
      'able to play with those that have the new one. OUT has the content of NEW, the GUID of OLD, the ' +
      'names and exports of OLD in their rows with nulls for what was removed, and one more generation. ' +
      'In UE3, where objects carry their network numbers themselves, they get the numbers that they have in OLD.',
    'Or there are two files of one package, players are refused, and you want to know why: conform ' +
      '--check A B says whether the two are compatible, and if not, what prevents it.',
  ],
  files: [...PACKAGE_FILES, 'With - as OUT, the package is all that is written to standard output.'],
  options: OPTIONS,
  notes: [
    ['Folders', 'With --check, two folders are compared file by file, matched by their relative paths.'],
    [
      'Refused',
      'Names and objects have different numbers in OUT, so every object is rewritten. An object with ' +
        'bytes that ukit does not understand and that may hold such a number cannot be: all such objects ' +
        'are listed, and nothing is written.',
    ],
    [
      'JSON',
      'With --check: path, other, compatible, older ("first", "second" or null), common {generation, ' +
        'exports, names} or null, placeholders {exports, names}, problems [{kind, index, message}], ' +
        'problemCount, error. Without: path, other, output, written, kept {names, exports}, removed ' +
        '{names, exports}, added {names, exports}, refused [{object, message}], error.',
    ],
  ],
  result:
    'Exit status 0 when the files are compatible or OUT was written, 1 when they are not or it could ' +
    'not be, 2 for wrong usage.',
  examples: [
    ['ukit conform MyMod.u Release1/MyMod.u -o Release2/MyMod.u', 'a release that is compatible with the one before'],
    ['ukit conform --check Release1/MyMod.u Release2/MyMod.u', 'whether they can play together'],
    ['ukit conform --check Server/System Client/System', 'the same for whole installations'],
  ],
  run,
}

interface Settings {
  readonly game: string | undefined
  readonly json: boolean
  readonly all: boolean
}

async function run(call: Call<typeof OPTIONS>): Promise<ExitStatus> {
  const { positionals, options } = call
  const [first, second, ...more] = positionals
  if (first === undefined || second === undefined || more.length > 0) {
    throw new UsageError(`conform needs two packages, or ukit conform --check A B`)
  }
  const out = options.out
  const settings = { game: await gameIdOf(options.game), json: options.json, all: options.all }
  if (options.check) {
    if (out !== undefined) throw new UsageError('conform --check writes nothing: leave out --out')
    return check(await pairsOf(first, second), settings, call)
  }
  if (out === undefined) {
    throw new UsageError(`conform needs a file to write, or --check`)
  }
  oneOutput(out, options.json)
  const [pair, ...others] = await pairsOf(first, second)
  if (pair === undefined || others.length > 0) throw new UsageError('conform writes one package at a time')
  return write(pair, out, settings, call)
}

async function check(
  pairs: readonly DiffPair[],
  settings: Settings,
  { output, signal }: Call<typeof OPTIONS>,
): Promise<ExitStatus> {
  let failed = 0
  const array = settings.json ? new JsonArray(output) : undefined
  for (const pair of pairs) {
    signal.throwIfAborted()
    const { path, other } = pair
    const result = await attemptOn(pair, settings, signal, async (a, b) => checkConform(a, b))
    const report: ConformReport | null = result.value
    if (result.error !== null) output.error(`${result.error.path}: ${result.error.message}`)
    if (report?.compatible !== true) failed++
    if (array !== undefined) await array.add({ path, other, ...report, error: result.error })
    else if (report !== null) {
      await output.write(checkText(path, other, report, settings.all, output.style))
    }
    if (output.isClosed) break
  }
  await array?.end()
  await closeContainers()
  return failed > 0 ? 1 : 0
}

async function write(
  pair: DiffPair,
  out: string,
  settings: Settings,
  { output, signal, options }: Call<typeof OPTIONS>,
): Promise<ExitStatus> {
  const { path, other } = pair
  const force = options.force
  const onProgress = (done: number, total: number) => output.progress.update(done, total, path, 'objects')
  const result = await attemptOn(pair, settings, signal, async (newer, older): Promise<ConformFacts> => {
    const { package: made, ...facts } = await conformPackage(newer, older, { onProgress, signal })
    if (made === null) return { ...facts, written: null }
    const written = await writeTo(out, savePackage(made), output, { force, signal })
    return { ...facts, written }
  })
  const { value, error } = result
  if (error !== null) output.error(`${error.path}: ${error.message}`)
  if (settings.json) {
    await writeJson([{ path, other, output: out, ...value, error }], output)
  } else if (value !== null && out !== STANDARD) {
    await output.write(conformText(path, other, out, value, settings.all, output.style))
  }
  await closeContainers()
  return value === null || value.written === null ? 1 : 0
}

interface Attempt<T> {
  readonly value: T | null
  readonly error: { readonly path: string; readonly kind: string; readonly message: string } | null
}

/** Opens the two files of a pair and runs work on them; errors in a file are returned as data. */
async function attemptOn<T>(
  { a, b, path, other }: DiffPair,
  { game }: Settings,
  signal: AbortSignal,
  work: (
    first: Awaited<ReturnType<typeof openHere>>['pkg'],
    second: Awaited<ReturnType<typeof openHere>>['pkg'],
  ) => Promise<T>,
): Promise<Attempt<T>> {
  const open: { close(): Promise<void> }[] = []
  let reading = a === undefined ? other : path
  try {
    if (a === undefined || b === undefined) {
      throw new PackageError('io', `it is only in ${a === undefined ? 'the second' : 'the first'} folder`)
    }
    const first = await openHere(a, game, signal)
    open.push(first)
    reading = other
    const second = await openHere(b, game, signal)
    open.push(second)
    reading = path
    return { value: await work(first.pkg, second.pkg), error: null }
  } catch (error) {
    if (signal.aborted || error instanceof CallError) throw error
    const { kind, message } = problemOf(error)
    return { value: null, error: { path: reading, kind, message } }
  } finally {
    for (const { close } of open) await close()
  }
}
