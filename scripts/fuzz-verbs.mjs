#!/usr/bin/env node
// Calls every verb of the command on damaged files, and checks that each call ends in time, within 1 GB of
// memory, with status 0, 1 or 2 and a message, and leaves the file that it only reads as it was.
//
//   npm run fuzz:verbs -- [--files N] [--calls N] [--seed N] [--from RUN] [--small BYTES] [--only RUN]
//                         [--out DIR]
//
// Works on the built command. Mutates packages that it makes itself and, if ../shared/corpus exists, real
// ones, installers and compressed downloads too: mostly those of at most BYTES (default 60,000), and the
// smallest of each layout that has none so small. `--seed S --only R` repeats the calls on one file. Files
// that fail are written to DIR (default .out/fuzz-verbs), together with the calls.
//
// Exit status: 0 nothing was found, 1 something was, 2 wrong usage.

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { library } from '../bench/lib/library.js'
// biome-ignore-start lint/correctness/useImportExtensions: these are not TypeScript.
import { LimitedCalls } from '../testing/limited-calls.mjs'
import { callsOn } from '../testing/verb-calls.mjs'
import { fixtureOf, makeFixtures, mutantOf, packed, randomOf } from './fuzz-engine.mjs'

// biome-ignore-end lint/correctness/useImportExtensions: these are not TypeScript.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CORPORA = ['corpus', 'corpus-2', 'corpus-3'].map((name) => join(ROOT, '../shared', name))
/** How much more often a small file is damaged than a large one. */
const SMALL_SHARE = 4
/** `serve` runs until it is stopped. */
const ENDLESS = ['serve']

const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '100' },
    calls: { type: 'string', default: '30' },
    seed: { type: 'string', default: '1' },
    from: { type: 'string', default: '0' },
    small: { type: 'string', default: '60000' },
    only: { type: 'string' },
    out: { type: 'string', default: join(ROOT, '.out/fuzz-verbs') },
  },
})
const [files, each, seed, from, small] = [options.files, options.calls, options.seed, options.from, options.small].map(
  Number,
)

const work = mkdtempSync(join(tmpdir(), 'ukit-fuzz-'))
const calls = new LimitedCalls({ env: { XDG_STATE_HOME: join(work, 'state'), XDG_CACHE_HOME: join(work, 'cache') } })
/** @type {Uint8Array} */
let served = new Uint8Array()
const server = createServer((_request, response) => response.end(served))
await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
let failures = 0
let done = 0
/** Calls by their exit status. */
const count = [0, 0, 0]
/** Milliseconds of the processor in all calls, and in the most expensive one of each verb. */
let cpu = 0
const most = new Map()
try {
  const loaded = { ...(await loadFixtures()), cores: await makeCores() }
  const started = Date.now()
  const runs = options.only === undefined ? Array.from({ length: files }, (_, i) => from + i) : [Number(options.only)]
  for (const [i, run] of runs.entries()) {
    await callOn(loaded, run)
    if (i % 50 === 49) report(`${i + 1} files`, Date.now() - started)
  }
  report(`seed ${seed}: ${runs.length} files`, Date.now() - started)
  const slow = [...most].sort(([, a], [, b]) => b.cpu - a.cpu).slice(0, 10)
  for (const [verb, { cpu, run, args }] of slow)
    console.log(`${verb}: at most ${Math.round(cpu)} ms: run ${run}, ukit ${args.join(' ')}`)
  process.exitCode = failures === 0 ? 0 : 1
} finally {
  calls.close()
  server.close()
  rmSync(work, { recursive: true, force: true })
}

function report(which, took) {
  const each = `${(cpu / Math.max(1, done)).toFixed(1)} ms of the processor each`
  const found = failures === 0 ? 'nothing found' : `${failures} failures, see ${options.out}`
  console.log(`${which}, ${done} calls, ${Math.round(took / 1000)} s, ${each}, status ${count.join('/')}: ${found}`)
}

/** Calls on one mutant. */
async function callOn({ core, codecs, fixtures, good, cores }, run) {
  const { bytes: damaged, fixture, what } = mutantOf(fixtures, seed, run)
  const { compress } = fixture
  const bytes = compress === undefined ? damaged : ((await packed(core, codecs, damaged, compress)) ?? damaged)
  served = bytes
  const random = randomOf(seed ^ 0x5eed, run)
  const cwd = join(work, 'run')
  const prepare = () => {
    rmSync(cwd, { recursive: true, force: true })
    for (const folder of ['game/System', 'in']) mkdirSync(join(cwd, folder), { recursive: true })
    writeFileSync(join(cwd, 'Good.u'), good)
    writeFileSync(join(cwd, 'game/System/Core.u'), good)
    writeFileSync(join(cwd, 'game/System/UnrealTournament.ini'), '[Core.System]\r\nPaths=../System/*.u\r\n')
    writeFileSync(join(cwd, 'in', nameOf(fixture)), bytes)
  }
  const file = `in/${nameOf(fixture)}`
  const url = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`
  const all = callsOn(file, { good: 'Good.u', game: 'game', cores, folder: 'in', url }).filter(
    ({ verb }) => !ENDLESS.includes(verb),
  )
  prepare()
  for (let i = 0; i < each && all.length > 0; i++) {
    const [{ verb, args }] = all.splice(random.below(all.length), 1)
    const { fault, status, stdout, stderr, cpu: took } = await calls.run(args, cwd)
    done++
    count[status]++
    cpu += took
    if (took > (most.get(verb)?.cpu ?? 0)) most.set(verb, { cpu: took, run, args })
    const isChanged = !Buffer.from(bytes).equals(readFileSync(join(cwd, file)))
    if (fault !== undefined || isChanged)
      record(run, what, nameOf(fixture), bytes, args, fault ?? 'changes its input', stdout + stderr)
    if (isChanged || existsSync(join(cwd, 'out'))) prepare()
  }
}

function record(run, what, name, bytes, args, fault, text) {
  failures++
  mkdirSync(options.out, { recursive: true })
  const path = join(options.out, `seed-${seed}-run-${run}-${name}`)
  writeFileSync(path, bytes)
  writeFileSync(`${path}.${failures}.txt`, `${what}\n${args.join(' ')}\n${fault}\n\n${text.slice(-8000)}\n`)
  console.log(`FAILED: run ${run} (${what}): ukit ${args.join(' ')}: ${fault}\n  ${text.slice(-300)}`)
}

/** A name with an extension that verbs look for. */
function nameOf({ name }) {
  return name.includes('.') ? name.replace(/[^\w.-]/g, '_') : 'Made.u'
}

async function loadFixtures() {
  const [core, { nodeCodecs: codecs }] = await Promise.all([library(ROOT), import('../packages/core/build/node.js')])
  const made = await makeFixtures(core, codecs)
  const good = made.find(({ name }) => name.startsWith('made 69/0'))?.bytes
  const fixtures = [...repeated(made, SMALL_SHARE)]
  for (const { path, isSmall } of realFiles()) {
    const bytes = new Uint8Array(readFileSync(path))
    // What is not a package has no fields that are known.
    const fixture = (await fixtureOf(core, codecs, basename(path), bytes)) ?? {
      name: basename(path),
      bytes,
      fields: [],
    }
    fixtures.push(...repeated([fixture], isSmall ? 3 * SMALL_SHARE : 1))
  }
  return { core, codecs, fixtures, good }
}

/** Folders of a Core.u of UE1 and of UE3. */
async function makeCores() {
  mkdirSync(join(work, 'Core/Classes'), { recursive: true })
  writeFileSync(join(work, 'Core/Classes/Object.uc'), 'class Object native;\n')
  const folders = []
  for (const version of ['69', '868']) {
    const folder = join(work, version)
    mkdirSync(folder)
    const { status, stderr } = await calls.run(['make', 'Core', '--new', version, '--out', `${folder}/Core.u`], work)
    if (status !== 0) throw new Error(stderr)
    folders.push(folder)
  }
  return folders
}

/** The small real files, and the smallest of each layout that has none. */
function realFiles() {
  const layouts = new Map()
  for (const corpus of CORPORA.filter((folder) => existsSync(join(folder, 'INDEX.tsv')))) {
    for (const row of readFileSync(join(corpus, 'INDEX.tsv'), 'utf8').trimEnd().split('\n').slice(1)) {
      const [path = '', bytes, , kind, version, licensee, , , , , , compressed] = row.split('\t')
      const layout = [kind, version, licensee, compressed?.split(' ')[0]].join(' ')
      const file = { path: join(corpus, path), bytes: Number(bytes) }
      layouts.set(layout, [...(layouts.get(layout) ?? []), file])
    }
  }
  return [...layouts.values()].flatMap((all) => {
    const [smallest, ...others] = all.sort((a, b) => a.bytes - b.bytes)
    return [smallest, ...others.filter(({ bytes }) => bytes <= small)].map(({ path, bytes }) => ({
      path,
      isSmall: bytes <= small,
    }))
  })
}

/** Each of these so many times: what is in the list more often is damaged more often. */
function repeated(list, times) {
  return Array.from({ length: times }, () => list).flat()
}
