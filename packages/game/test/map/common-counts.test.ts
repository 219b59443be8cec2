import { PackageError } from '@ukit/files'
import { type CommonCounts, commonCounts, type SharedPackage } from '@ukit/game'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'

const counts = (exportCount: number, nameCount: number) => ({ exportCount, nameCount })

describe('commonCounts', () => {
  it('continues the numbers from package to package, and uses the counts of the older side', () => {
    const found = commonCounts([
      { name: 'Core', generations: [counts(10, 20), counts(12, 25)], remoteGeneration: 2 },
      { name: 'Engine', generations: [counts(100, 200), counts(110, 190), counts(120, 260)], remoteGeneration: 2 },
      { name: 'CTF-Face', generations: [counts(7, 30)], remoteGeneration: 4 },
    ])
    expect(found.packages).toEqual([
      { name: 'Core', objectBase: 0, objectCount: 12, nameBase: 0, nameCount: 25 },
      { name: 'Engine', objectBase: 12, objectCount: 110, nameBase: 25, nameCount: 190 },
      { name: 'CTF-Face', objectBase: 122, objectCount: 7, nameBase: 215, nameCount: 30 },
    ])
    expect(found).toMatchObject({ maxObject: 129, maxName: 245 })
  })

  it('never counts more than the file contains', () => {
    const [only] = commonCounts([
      { name: 'a', generations: [counts(50, 60), counts(40, 70)], remoteGeneration: 1 },
    ]).packages
    expect(only).toMatchObject({ objectCount: 40, nameCount: 60 })
  })

  it('is empty for no packages', () => {
    expect(commonCounts([])).toEqual({ packages: [], maxObject: 0, maxName: 0 })
  })

  it.each([
    ['generation 0', [counts(1, 1)], 0],
    ['no number', [counts(1, 1)], Number.NaN],
    ['no generations', [], 1],
  ])('refuses %s', (_, generations, remoteGeneration) => {
    expect(() => commonCounts([{ name: 'a', generations, remoteGeneration }])).toThrow(PackageError)
  })

  it('gives the same on both sides, whichever has the older release of each package', () => {
    const history = fc.array(fc.tuple(fc.nat(50), fc.nat(50)), { minLength: 1, maxLength: 6 }).map((growth) => {
      let [exports, names] = [0, 0]
      return growth.map(([e, n]) => {
        exports += e
        names += n
        return counts(exports, names)
      })
    })
    const sides = fc.array(fc.tuple(history, fc.nat(10), fc.nat(10)), { maxLength: 8 })
    fc.assert(
      fc.property(sides, (packages) => {
        const cut = packages.map(([all, a, b], i) => ({
          name: `p${i}`,
          a: all.slice(0, 1 + (a % all.length)),
          b: all.slice(0, 1 + (b % all.length)),
        }))
        const here = commonCounts(cut.map(({ name, a, b }) => shared(name, a, b.length)))
        const there = commonCounts(cut.map(({ name, a, b }) => shared(name, b, a.length)))
        expect(here).toEqual(there)
      }),
    )
  })
})

describeCorpus('common counts of real releases', () => {
  // Numbers of generations and counts of the last common one, as read by an independent reader of the
  // headers.
  it.each([
    ['Core.u', 15, 17],
    ['relics.u', 9, 11],
    ['UWeb.u', 14, 15],
  ])('a server with one release of %s and a client with the other get the same counts', async (file, older, newer) => {
    const a = (await openCorpus(`conform/older/${file}`)).summary.generations
    const b = (await openCorpus(`conform/newer/${file}`)).summary.generations
    expect([a.length, b.length]).toEqual([older, newer])
    const both = (own: typeof a, remoteGeneration: number): CommonCounts =>
      commonCounts([shared('first', [counts(3, 4)], 1), shared(file, own, remoteGeneration)])
    expect(both(b, older)).toEqual(both(a, newer))
    expect(both(a, newer).packages[1]).toMatchObject({
      objectBase: 3,
      objectCount: a.at(-1)?.exportCount,
      nameCount: a.at(-1)?.nameCount,
    })
  })
})

function shared(name: string, generations: SharedPackage['generations'], remoteGeneration: number): SharedPackage {
  return { name, generations, remoteGeneration }
}
