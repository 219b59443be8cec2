import { availableParallelism } from 'node:os'
import { gameById } from '@ukit/core'
import { UsageError } from '../command/usage-error.js'
import type { Call, ExitStatus } from '../command/verb.js'
import { expand } from '../inputs/expand.js'
import { gameHint } from '../inputs/game-word.js'
import type { Input } from '../inputs/input.js'
import { closeContainers } from '../inputs/open.js'
import { count, plural } from '../terminal/text.js'
import type { BatchVerb, Settings } from './batch-verb.js'
import { reportOne } from './one-file.js'
import { Sink } from './sink.js'

/** Runs a verb on every file that the words of a call stand for. */
export async function runBatch(verb: BatchVerb, call: Call): Promise<ExitStatus> {
  const { positionals, options, output } = call
  if (positionals.length === 0) throw new UsageError(`${verb.name} needs at least one file: ukit ${verb.usage}`)
  const jobs = jobsOf(options['jobs'])
  const game = gameOf(options['game'])
  const { inputs, skipped } = await expand(positionals, verb.expand)
  const settings: Settings = {
    json: options['json'] === true,
    colored: output.colored && options['json'] !== true,
    width: output.width,
    game,
    options,
    files: inputs.length,
  }
  const sink = new Sink(output, verb, settings)
  await sink.begin()
  const bytes = inputs.reduce((sum, input) => sum + input.bytes, 0)
  const { worthThreads } = verb
  const threads = Math.min(jobs, inputs.length)
  const pooled = threads > 1 && (inputs.length >= worthThreads.files || bytes >= worthThreads.bytes)
  try {
    if (pooled) await runInThreads(verb, inputs, settings, threads, call, sink)
    else await runHere(verb, inputs, settings, call, sink)
  } finally {
    output.progress.clear()
    await closeContainers()
  }
  await sink.finish()
  if (skipped > 0)
    output.note(
      `${plural(skipped, 'file')} in these folders ${skipped === 1 ? 'is' : 'are'} no package, and ${skipped === 1 ? 'was' : 'were'} skipped`,
    )
  return sink.failed > 0 ? 1 : 0
}

async function runHere(
  verb: BatchVerb,
  inputs: readonly Input[],
  settings: Settings,
  { output, signal }: Call,
  sink: Sink,
): Promise<void> {
  for (const [index, input] of inputs.entries()) {
    if (output.gone) return
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
    }
    if (inputs.length > 1) output.progress.update(index + 1, inputs.length, input.path, 'files')
  }
}

async function runInThreads(
  verb: BatchVerb,
  inputs: readonly Input[],
  settings: Settings,
  jobs: number,
  { output, signal }: Call,
  sink: Sink,
): Promise<void> {
  const { runPool } = await import('./pool.js')
  const results = runPool(inputs, {
    jobs,
    signal,
    setup: { verb: verb.name, settings },
    failure: (input, problem) => verb.failure(input, problem, settings, output.style),
    onProgress: (done, label) => output.progress.update(done, inputs.length, label, 'files'),
  })
  for await (const { input, texts, outcome } of results) {
    if (output.gone) return
    for (const text of texts) await sink.text(text)
    sink.end(input, outcome)
  }
}

function jobsOf(value: string | true | undefined): number {
  if (value === undefined) return availableParallelism()
  const jobs = Number(value)
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > 1024) {
    throw new UsageError(`--jobs needs a whole number from 1 to ${count(1024)}, not "${value}"`)
  }
  return jobs
}

/** @throws {UsageError} when ukit knows no game of that name. */
export function gameOf(value: string | true | undefined): string | undefined {
  if (typeof value !== 'string') return undefined
  const game = gameById(value.toLowerCase())
  if (game !== undefined) return game.id
  throw new UsageError(`there is no game "${value}"${gameHint(value)}\nukit help games lists them.`)
}
