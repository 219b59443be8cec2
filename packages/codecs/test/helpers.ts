import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Codec, CodecError } from '@ukit/codecs'
import fc from 'fast-check'
import { expect } from 'vitest'

/**
 * A fixed sequence of pseudo-random 32-bit numbers (a linear congruential generator; the seed makes tests
 * repeatable).
 */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 8
  }
}

function makeText(length: number): Uint8Array {
  const words =
    'actor pawn weapon light brush texture sound mesh level engine the of a class extends simulated event'.split(' ')
  const next = random(7)
  let text = ''
  while (text.length < length) text += `${words[next() % words.length]}${next() % 9 === 0 ? ';\n' : ' '}`
  return new TextEncoder().encode(text).slice(0, length)
}

function makeNoise(length: number): Uint8Array {
  const next = random(11)
  return Uint8Array.from({ length }, () => next())
}

/**
 * Inputs of the three kinds for which codecs differ: many short matches, no match at all, very long and
 * overlapping matches.
 */
export const sample = {
  text: makeText(70_000),
  noise: makeNoise(70_000),
  runs: Uint8Array.from({ length: 70_000 }, (_, i) => (i < 40_000 ? 0 : i < 60_000 ? i % 3 : i >> 8)),
}

/**
 * Asserts that two runs of bytes are equal; much faster on long ones than the test runner's own comparison.
 */
export function same(got: Uint8Array, want: Uint8Array): void {
  expect(got.length).toBe(want.length)
  const at = got.findIndex((value, i) => value !== want[i])
  expect(at, 'first position that differs').toBe(-1)
}

/** The kind of the `CodecError` that `run` throws; fails if it throws nothing or a different error. */
export function kindOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(CodecError)
    return (error as CodecError).kind
  }
  return 'nothing thrown'
}

/**
 * Inputs that are random in structure as well as in content: literal stretches, repeats of earlier bytes,
 * runs.
 */
export const structured: fc.Arbitrary<Uint8Array> = fc
  .array(fc.tuple(fc.nat(2), fc.uint8Array({ maxLength: 40 }), fc.nat(5000), fc.nat(600)), { maxLength: 40 })
  .map((parts) => {
    const bytes: number[] = []
    for (const [kind, literal, back, length] of parts) {
      if (kind === 0 || bytes.length === 0) bytes.push(...literal)
      else {
        const distance = 1 + (kind === 1 ? back % bytes.length : back % Math.min(4, bytes.length))
        for (let i = 0; i < length; i++) bytes.push(bytes[bytes.length - distance]!)
      }
    }
    return Uint8Array.from(bytes)
  })

/**
 * Asserts that every damaged stream either throws the codec's error or, if the format cannot detect the
 * damage, results in the promised length.
 */
export function damage(codec: Codec, stream: Uint8Array, size: number, runs = 1000): void {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(stream.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
      (changes) => {
        const bad = Uint8Array.from(stream)
        for (const [at, value] of changes) bad[at] = value
        try {
          expect(codec.decompress(bad, size).length).toBe(size)
        } catch (error) {
          expect(error).toBeInstanceOf(CodecError)
        }
      },
    ),
    { numRuns: runs },
  )
}

/** Whether a command-line tool is installed; if not, prints why the tests that need it are skipped. */
export function hasTool(tool: string): boolean {
  const there = spawnSync(tool, ['--version']).error === undefined
  if (!there) process.stderr.write(`skipping the tests against ${tool}: it is not installed\n`)
  return there
}

/** Runs a tool on bytes, from its standard input to its standard output. */
export function runTool(tool: string, args: string[], input: Uint8Array): Uint8Array {
  const { status, stdout, stderr } = spawnSync(tool, args, { input, maxBuffer: 1 << 28 })
  if (status !== 0) throw new Error(`${tool} ${args.join(' ')} failed: ${stderr}`)
  return Uint8Array.from(stdout)
}

const CORPUS = fileURLToPath(new URL('../../../../shared/corpus/', import.meta.url))

/**
 * Whether the folder of real packages exists next to the repository; if not, prints why the tests that need
 * it are skipped.
 */
export function hasCorpus(): boolean {
  const there = existsSync(`${CORPUS}INDEX.tsv`)
  if (!there) process.stderr.write('skipping the tests on real packages: ../shared/corpus is not there\n')
  return there
}

export function readCorpus(path: string): Uint8Array {
  return Uint8Array.from(readFileSync(CORPUS + path))
}
