import type { Input } from '@ukit/batch'
import { UsageError } from '../../command/usage-error.js'
import { expand } from '../../inputs/expand.js'

/** Two files to compare; one is missing if only one of two folders contains it. */
export interface DiffPair {
  /** Their names in the output. */
  readonly path: string
  readonly other: string
  readonly a: Input | undefined
  readonly b: Input | undefined
}

/** The pairs that two words name: two files, or the files of two folders, paired by their relative paths. */
export async function pairsOf(first: string, second: string): Promise<DiffPair[]> {
  const left = (await expand([first])).inputs
  const right = (await expand([second])).inputs
  const [a, b] = [left[0], right[0]]
  const single = (inputs: readonly Input[], word: string) => inputs.length === 1 && inputs[0]?.path === word
  if (a !== undefined && b !== undefined && (single(left, first) || single(right, second))) {
    if (left.length === 1 && right.length === 1) return [{ path: a.path, other: b.path, a, b }]
    throw new UsageError('diff compares two files or two folders, not a file with a folder')
  }
  const waiting = new Map(right.map((input) => [input.below.toLowerCase(), input]))
  const pairs: DiffPair[] = left.map((input) => {
    const key = input.below.toLowerCase()
    const found = waiting.get(key)
    waiting.delete(key)
    return { path: input.path, other: found?.path ?? second, a: input, b: found }
  })
  return [
    ...pairs,
    ...[...waiting.values()].map((input) => ({ path: first, other: input.path, a: undefined, b: input })),
  ]
}
