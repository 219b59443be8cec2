import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { cpuUsage } from 'node:process'
import type { Input } from '@ukit/batch'
import type { GameWord } from '../command/game-word.js'
import type { Options, OptionValues } from '../command/option.js'
import { UsageError } from '../command/usage-error.js'
import type { AnyCall, Call, ExitStatus } from '../command/verb.js'
import { expand } from '../inputs/expand.js'
import { gameIdOf } from '../inputs/game-id.js'
import { closeContainers } from '../inputs/open.js'
import { skippedText } from '../inputs/skipped-text.js'
import { STANDARD } from '../inputs/standard.js'
import type { Style } from '../terminal/style.js'
import type { BatchVerb, Settings } from './batch-verb.js'
import type { FileResult, Job } from './messages.js'
import { reportOne } from './one-file.js'
import { Sink } from './sink.js'
import { WorkMeter } from './worth-threads.js'

/** The options of a verb that a run needs, whatever the verb calls them. */
interface RunOptions {
  /** Print JSON. */
  readonly json: boolean
  readonly jobs?: number | undefined
  readonly game?: GameWord | undefined
  /** Look into archives in folders. */
  readonly archives?: boolean | undefined
}

/** Inputs without those that were named before, also in another way: `a.u ./a.u`. */
function eachOnce(inputs: readonly Input[]): readonly Input[] {
  const seen = new Set<string>()
  return inputs.filter(({ path }) => {
    const place = resolve(path)
    if (seen.has(place)) return false
    seen.add(place)
    return true
  })
}

/** Runs a verb on every file that the words of a call name. */
export async function runBatch<O extends Options, Prepared>(
  verb: BatchVerb<O, Prepared>,
  call: Call<O>,
  { json, jobs, game, archives = false }: RunOptions,
): Promise<ExitStatus> {
  const { positionals, options, output } = call
  if (positionals.length === 0) throw new UsageError(`${call.verb} needs at least one file`)
  const expanded = (await verb.inputs?.(call)) ?? (await expand(positionals, { ...verb.expand, archives }))
  const inputs = eachOnce(expanded.inputs)
  const settings: Settings<O, Prepared | undefined> = {
    json,
    colored: output.colored && !json,
    width: output.width,
    game: await gameIdOf(game),
    options,
    prepared: await verb.prepare?.(inputs, call),
    files: inputs.length,
  }
  const bytes = inputs.reduce((sum, input) => sum + input.bytes, 0)
  const { worthThreads } = verb
  const most = worthThreads === 'never' ? 1 : (jobs ?? availableParallelism())
  // Other threads have no standard input.
  const mayThread = most > 1 && !positionals.includes(STANDARD)
  const work = mayThread ? inputs.flatMap((input) => jobsOf(verb, input, options, most)) : []
  const threads = Math.min(most, work.length)
  // A number of threads that was asked for is used though not worth it; a file that is divided is large.
  const isWorthIt =
    jobs !== undefined ||
    (typeof worthThreads === 'string'
      ? work.length > inputs.length
      : inputs.length >= worthThreads.files || bytes >= worthThreads.bytes)
  const isThreaded = mayThread && threads > 1 && isWorthIt
  // Before the first line, which somebody may answer with Ctrl-C.
  if (isThreaded) await call.prepareInterrupt()
  const sink = new Sink(output, verb, settings)
  await sink.begin()
  try {
    if (isThreaded) await runInThreads(verb, work, settings, threads, call, sink)
    else {
      const isMeasured = worthThreads === 'measured' && mayThread && threads > 1
      const meter = isMeasured ? new WorkMeter(cpuSeconds(), bytes) : undefined
      const done = await runHere(verb, inputs, settings, call, sink, meter)
      const rest = work.slice(done)
      if (isMeasured && rest.length > 0) await runInThreads(verb, rest, settings, threads, call, sink, done)
    }
  } finally {
    output.progress.clear()
    await closeContainers()
  }
  await sink.finish()
  const mayOpen = 'archives' in verb.options
  const skipped = skippedText(expanded, { mayOpen, ...(verb.expand?.downloads === true && { downloads: true }) })
  if (skipped !== undefined) output.note(skipped)
  return sink.failed > 0 ? 1 : 0
}

/** CPU time of this process, which grows with the work and not with what else a machine does. */
function cpuSeconds(): number {
  const { user, system } = cpuUsage()
  return (user + system) / 1e6
}

/** @returns the number of files that are done: fewer than all if the rest is worth further threads. */
async function runHere(
  verb: BatchVerb,
  inputs: readonly Input[],
  settings: Settings,
  { output, signal }: AnyCall,
  sink: Sink,
  meter: WorkMeter | undefined,
): Promise<number> {
  for (const [index, input] of inputs.entries()) {
    if (output.isClosed) break
    signal.throwIfAborted()
    const progress = (done: number, total: number, unit: string) => {
      if (inputs.length === 1) output.progress.update(done, total, input.path, unit)
    }
    const report = reportOne(verb, input, settings, { signal, progress })
    for (;;) {
      const { done, value } = await report.next()
      if (done) {
        sink.end(input, value)
        break
      }
      await sink.text(value)
      if (verb.onlyPrints === true && output.isClosed) {
        await report.return({ failed: false, errors: [] })
        return inputs.length
      }
    }
    if (inputs.length > 1) output.progress.update(index + 1, inputs.length, input.path, 'files')
    // The last file alone would not be faster in another thread.
    if (index + 2 < inputs.length && meter?.add(cpuSeconds(), input.bytes) === true) return index + 1
  }
  return inputs.length
}

/** A file as one job, or as several if the verb can do it in parts. */
function jobsOf<O extends Options, Prepared>(
  verb: BatchVerb<O, Prepared>,
  input: Input,
  options: OptionValues<O>,
  threads: number,
): Job[] {
  const of = verb.parts?.(input, options, threads) ?? 1
  return of < 2 ? [{ input }] : Array.from({ length: of }, (_, number) => ({ input, part: { number, of } }))
}

/** @param before the number of files that are done already. */
async function runInThreads(
  verb: BatchVerb,
  work: readonly Job[],
  settings: Settings,
  threads: number,
  { verb: name, output, signal, prepareInterrupt }: AnyCall,
  sink: Sink,
  before = 0,
): Promise<void> {
  const { runPool } = await import('./pool.js')
  await prepareInterrupt()
  // Each thread reads the directory of an archive itself; this thread only needed it for the names.
  await closeContainers()
  const unit = work.some(({ part }) => part !== undefined) ? 'parts' : 'files'
  const results = runPool(work, {
    jobs: threads,
    signal,
    setup: { verb: name, settings },
    failure: (input, problem) => verb.failure(input, problem, settings, output.style),
    onProgress: (done, label) => output.progress.update(before + done, before + work.length, label, unit),
  })
  const parts: FileResult[] = []
  for await (const { input, part, texts, outcome } of results) {
    if (output.isClosed) return
    if (part === undefined) {
      for (const text of texts) await sink.text(text)
      sink.end(input, outcome)
      continue
    }
    parts.push({ texts, outcome })
    if (part.number + 1 === part.of) await endParts(verb, input, parts.splice(0), settings, output.style, sink)
  }
}

/** Combines the parts of a file, with the errors of all of them. */
async function endParts(
  verb: BatchVerb,
  input: Input,
  parts: readonly FileResult[],
  settings: Settings,
  style: Style,
  sink: Sink,
): Promise<void> {
  const pieces = parts.flatMap(({ outcome: { piece } }) => (piece === undefined ? [] : [piece]))
  const failed = parts.find(({ outcome: { piece } }) => piece === undefined)
  if (verb.join === undefined || (failed !== undefined && pieces.length === 0)) {
    // The problem is in the file itself and every part reports it, so it is printed once.
    for (const text of failed?.texts ?? []) await sink.text(text)
    if (failed !== undefined) sink.end(input, failed.outcome)
    return
  }
  const joined = verb.join(input, pieces, settings, style)
  for (;;) {
    const { done, value } = await joined.next()
    if (done) {
      const errors = parts.flatMap(({ outcome }) => (outcome.piece === undefined ? outcome.errors : []))
      sink.end(input, { ...value, failed: value.failed || errors.length > 0, errors: [...errors, ...value.errors] })
      return
    }
    await sink.text(value)
  }
}
