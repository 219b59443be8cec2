import { openPackage, type Package } from '@ukit/core'
import { describe, expect, it } from 'vitest'
import { corpusSource, describeCorpus } from '../../../../testing/corpus.js'

const PAIRS = ['Core.u', 'UWeb.u', 'relics.u']

/**
 * Where a generation starts with a name other than None. The Unreal Wiki ("Unreal package") does not mention
 * such a case; the last releases of these files were not made by the engine's own conforming.
 */
const WITHOUT_NONE: Readonly<Record<string, readonly number[]>> = {
  'newer/Core.u': [363, 390],
  'older/UWeb.u': [166],
  'newer/UWeb.u': [166],
  'newer/relics.u': [434],
}

const open = (which: 'older' | 'newer', name: string) =>
  openPackage(corpusSource(`conform/${which}/${name}`), { fileName: name })

const counts = (pkg: Package) => pkg.summary.generations.map(({ exportCount, nameCount }) => [exportCount, nameCount])

describeCorpus('packages before and after conforming', () => {
  describe.each(PAIRS)('%s', (name) => {
    it('keeps the GUID, and the older generations before its own', async () => {
      const [older, newer] = [await open('older', name), await open('newer', name)]
      expect(newer.guid).toEqual(older.guid)
      expect(counts(newer).slice(0, counts(older).length)).toEqual(counts(older))
      expect(counts(newer).length).toBeGreaterThanOrEqual(counts(older).length)
    })

    it('keeps older names and exports in their rows, or replaces them with None and a null object', async () => {
      const [older, newer] = [await open('older', name), await open('newer', name)]
      expect(newer.names.length).toBeGreaterThanOrEqual(older.names.length)
      older.names.forEach((text, index) => {
        expect([text.toLowerCase(), 'none']).toContain(newer.names[index]?.toLowerCase())
      })
      expect(newer.exports.length).toBeGreaterThanOrEqual(older.exports.length)
      for (const object of older.exports) {
        const now = newer.exports[object.index]
        if (now?.isNull !== true) expect(now?.path.toLowerCase()).toBe(object.path.toLowerCase())
      }
      const kept = older.exports.filter((object) => newer.exports[object.index]?.isNull === false)
      expect(kept.length).toBeGreaterThan(older.exports.length / 2)
    })

    it.each(['older', 'newer'] as const)('%s: the names of each generation start with a None', async (which) => {
      const { names, summary } = await open(which, name)
      const starts = [0, ...summary.generations.slice(0, -1).map(({ nameCount }) => nameCount)]
      const without = starts.filter((at) => at < names.length && names[at]?.toLowerCase() !== 'none')
      expect(without).toEqual(WITHOUT_NONE[`${which}/${name}`] ?? [])
    })
  })
})
