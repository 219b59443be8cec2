import { nodeCodecs } from '@ukit/core/node'
import { beforeAll, describe, expect, it } from 'vitest'
// biome-ignore lint/correctness/useImportExtensions: the rule would make it .mjs.js, because of the types beside it.
import { exercise, type Fixture, makeFixtures, mutantOf } from '../../../../scripts/fuzz-engine.mjs'
import { library } from '../../../../testing/library.js'

// `npm run fuzz` runs a million and more, in a worker with a watchdog; these few make sure that every change
// is tested with some.
const SEED = 20
const BATCHES = 8
const BATCH = 500

let fixtures: Fixture[] = []

beforeAll(async () => {
  fixtures = await makeFixtures(library, nodeCodecs)
})

describe('mutated packages', () => {
  it('are made from packages that open, of every engine and compression', async () => {
    expect(fixtures.length).toBeGreaterThan(20)
    for (const { name, bytes, compress } of fixtures) {
      expect(await exercise(library, nodeCodecs, bytes, compress), name).toBe('opened')
    }
  })

  it('are the same for the same seed and run', () => {
    for (const run of [0, 1, 77]) {
      const [a, b] = [mutantOf(fixtures, SEED, run), mutantOf(fixtures, SEED, run)]
      expect(a.bytes).toEqual(b.bytes)
      expect(a.what).toBe(b.what)
    }
    expect(mutantOf(fixtures, SEED, 1).what).not.toBe(mutantOf(fixtures, SEED + 1, 1).what)
  })

  it.each(Array.from({ length: BATCHES }, (_, i) => i * BATCH))(
    'end in typed errors or are written back unchanged, from run %d on',
    async (first) => {
      const outcomes = { opened: 0, recovered: 0, refused: 0 }
      for (let run = first; run < first + BATCH; run++) {
        const { bytes, fixture, what } = mutantOf(fixtures, SEED, run)
        try {
          outcomes[await exercise(library, nodeCodecs, bytes, fixture.compress)]++
        } catch (error) {
          throw new Error(`seed ${SEED}, run ${run}: ${what}`, { cause: error })
        }
      }
      // If all mutations were refused, or all were harmless, they would test nothing.
      expect(Math.min(outcomes.opened, outcomes.recovered, outcomes.refused)).toBeGreaterThan(BATCH / 50)
    },
  )
})
