#!/usr/bin/env node
// Repairs mutated packages and compares what `verify` says before and after: no result may be worse than the
// input, and files that verify without problems stay the same byte for byte.
//
//   npm run build && node scripts/sweep-repair.mjs [--runs N] [--seed N] [--most BYTES] [--only RUN]
//
// Mutates the packages of ../shared/corpus, corpus-2 and corpus-3 up to `--most` bytes (default 400,000) in
// turn, or generated packages if these folders do not exist. A run is identified by its seed and its number:
// `--seed S --only R` repeats one and says what was repaired.
//
// Exit status: 0 nothing was found, 1 something was, 2 wrong usage.

import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { library } from '../bench/lib/library.js'
// biome-ignore lint/correctness/useImportExtensions: the rule would make it .mjs.js, because of the types beside it.
import { fixtureOf, makeFixtures, mutantOf, verifyDamage } from './fuzz-engine.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const core = await library(ROOT)
const { nodeCodecs: codecs } = core

const messageOf = (error) => (error instanceof Error ? error.message : '')
const options = readOptions()
const fixtures = await loadFixtures()
const runs = options.only === undefined ? Array.from({ length: options.runs }, (_, run) => run) : [options.only]
const counts = {}
const reasons = {}
const found = []
const started = Date.now()
for (const run of runs) {
  const { bytes, fixture, what } = mutantOf(fixtures, options.seed, run)
  const { outcome, faults, result, error } = await verifyDamage(core, codecs, fixture.name, bytes)
  counts[outcome] = (counts[outcome] ?? 0) + 1
  if (error !== undefined && outcome !== 'crashed') {
    const reason = messageOf(error).replace(/\d+/g, 'N').slice(0, 120)
    reasons[reason] = (reasons[reason] ?? 0) + 1
    if (options.tell && outcome === 'refused as worse') console.log(`run ${run} (${what}): ${messageOf(error)}`)
  }
  for (const fault of faults) {
    found.push(`run ${run} (${what}): ${fault}`)
    console.log(found.at(-1))
  }
  if (options.only !== undefined) {
    console.log(what, outcome, messageOf(error))
    for (const list of [result?.repairs, result?.lost, result?.doubtful]) console.log(list?.slice(0, 20))
    console.log(result?.verified.problems.slice(0, 20))
  }
  if (run % 250 === 249) console.log(`${run + 1} in ${Math.round((Date.now() - started) / 1000)} s`, counts)
}
console.log(`${runs.length} mutated packages of ${fixtures.length}, seed ${options.seed}:`, counts, reasons)
console.log(found.length === 0 ? 'nothing found' : `${found.length} found`)
process.exitCode = found.length === 0 ? 0 : 1

async function loadFixtures() {
  const list = []
  for (const folder of ['corpus', 'corpus-2', 'corpus-3']) {
    const index = join(ROOT, '../shared', folder, 'INDEX.tsv')
    if (!existsSync(index)) continue
    const [, ...rows] = readFileSync(index, 'utf8').trimEnd().split('\n')
    for (const row of rows) {
      const [path = '', length] = row.split('\t')
      if (Number(length) > options.most) continue
      const bytes = new Uint8Array(readFileSync(join(ROOT, '../shared', folder, path)))
      const fixture = await fixtureOf(core, codecs, basename(path), bytes)
      if (fixture !== undefined) list.push(fixture)
    }
  }
  return list.length > 0 ? list : makeFixtures(core, codecs)
}

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        runs: { type: 'string', default: '3000' },
        seed: { type: 'string', default: '1' },
        most: { type: 'string', default: '400000' },
        only: { type: 'string' },
        tell: { type: 'boolean', default: false },
      },
    })
    const number = (name) => {
      if (values[name] === undefined) return undefined
      const parsed = Number(values[name])
      if (!(parsed >= 0)) throw new Error(`--${name} takes a number, not "${values[name]}"`)
      return parsed
    }
    return { runs: number('runs'), seed: number('seed'), most: number('most'), only: number('only'), tell: values.tell }
  } catch (error) {
    console.error(
      `${messageOf(error)}\nusage: node scripts/sweep-repair.mjs [--runs N] [--seed N] [--most BYTES] [--only RUN]`,
    )
    process.exit(2)
  }
}
