import type { CorpusRow } from './corpus.js'

/** Whether tests use every real file (`npm run test:sweep`) or one of each layout (`npm test`). */
export const SWEEPS = process.env['UKIT_SWEEP'] === '1'

/** The part of a long sweep that `UKIT_PART=k/n` asks for, k from 1 to n; all of it by default. */
export function partOf<T>(all: readonly T[]): readonly T[] {
  const text = process.env['UKIT_PART'] ?? '1/1'
  const [, part = 0, parts = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (part < 1 || part > parts) throw new Error(`expected UKIT_PART=k/n with k from 1 to n, found ${text}`)
  return all.filter((_, index) => index % parts === part - 1)
}

/**
 * The numbers below `count`, for a test that takes one step after the other: all of them in the sweep,
 * otherwise `most` of them, evenly spread, including the first and the last.
 */
export function stepsOf(count: number, most: number): readonly number[] {
  const all = Array.from({ length: count }, (_, step) => step)
  if (SWEEPS || count <= most) return all
  return [...new Set(Array.from({ length: most }, (_, i) => Math.round((i * (count - 1)) / (most - 1))))]
}

/**
 * The real files for a test that takes seconds for each: the smallest of every version, licensee version,
 * byte order and compression. `npm run test:sweep` runs the same test over all of them.
 *
 * @param most size in bytes of a file above which only the sweep uses it, for tests that spend much time on
 *   each object.
 */
export function sampleOf(rows: readonly CorpusRow[], most = Number.POSITIVE_INFINITY): readonly CorpusRow[] {
  if (SWEEPS) return rows
  const smallest = new Map<string, CorpusRow>()
  for (const row of rows) {
    const { version, licensee, endian, compressed } = row
    const layout = `${version}/${licensee} ${endian} ${compressed.split(/\W/, 1)}`
    const known = smallest.get(layout)
    if (known === undefined || row.bytes < known.bytes) smallest.set(layout, row)
  }
  return [...smallest.values()].filter(({ bytes }) => bytes <= most)
}
