import { diffLines } from '@ukit/inspect'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

describe('two texts, line by line', () => {
  it('reports what was added and removed, with three lines of context', () => {
    const before = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].join('\r\n')
    const after = ['a', 'b', 'c', 'd', 'X', 'Y', 'f', 'g', 'h'].join('\r\n')
    expect(diffLines(before, after)).toEqual({
      added: 2,
      removed: 1,
      hunks: [{ before: [2, 7], after: [2, 8], lines: [' b', ' c', ' d', '-e', '+X', '+Y', ' f', ' g', ' h'] }],
    })
  })

  it('makes two hunks from changes that are far apart', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`)
    const changed = lines.map((line, i) => (i === 2 || i === 27 ? `${line}!` : line))
    const { hunks, added, removed } = diffLines(lines.join('\n'), changed.join('\n'))
    expect([added, removed]).toEqual([2, 2])
    expect(hunks.map(({ before }) => before)).toEqual([
      [1, 6],
      [25, 6],
    ])
  })

  it('accepts CR LF and LF as line ends', () => {
    expect(diffLines('a\r\nb\r\n', 'a\nb')).toEqual({ added: 0, removed: 0, hunks: [] })
  })

  it('is the shortest difference, and gives the new text from the old one', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 14 })
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const { added, removed, hunks } = diffLines(before.join('\n'), after.join('\n'))
        const kept = longestCommon(before, after)
        expect([removed, added]).toEqual([before.length - kept, after.length - kept])
        const result: string[] = []
        let at = 0
        for (const hunk of hunks) {
          const start = hunk.before[0] - 1
          result.push(...before.slice(at, start))
          expect(result).toHaveLength(hunk.after[0] - 1)
          const old = hunk.lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1))
          expect(old).toEqual(before.slice(start, start + hunk.before[1]))
          result.push(...hunk.lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1)))
          at = start + hunk.before[1]
        }
        expect([...result, ...before.slice(at)]).toEqual(after)
      }),
      { numRuns: 500 },
    )
  })

  it('ends on texts that have nothing in common', () => {
    const lines = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word}${i}`).join('\n')
    expect(diffLines(lines('a'), lines('b'))).toMatchObject({ added: 5000, removed: 5000 })
  })
})

/** The textbook algorithm with a table. */
function longestCommon(a: readonly string[], b: readonly string[]): number {
  let row = new Array<number>(b.length + 1).fill(0)
  for (const line of a) {
    const next = [0]
    for (const [j, other] of b.entries()) {
      next.push(line === other ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
