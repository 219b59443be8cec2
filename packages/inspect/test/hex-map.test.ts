import { type ExportObject, ObjectReader } from '@ukit/core'
import { hexMap } from '@ukit/inspect'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../testing/corpus.js'

describeCorpus('the hex map of real objects', () => {
  it.each([
    'ue1/1337gamedev/C4.u',
    'ue1/arhadthedev/WizzardAuras.utx',
    'ue2/arhadthedev/AS-Tutorial1.ut2',
    'ue2/arhadthedev/VaussFireSounds.uax',
    'ue3/me3tweaks/SFXWEAPON_SNIPERRIFLES.XXX',
    'ue3/fredhappyface/bowserinadarkworld.umap',
  ])('%s: every byte once, in order, without gaps', async (path) => {
    const pkg = await openCorpus(path)
    const reader = await ObjectReader.open(pkg)
    let opaque = 0
    for (const exported of sampled(pkg.exports)) {
      const { rows, read } = await hexMap(reader, exported)
      const bytes = await exported.bytes()
      let at = exported.entry.offset
      for (const row of rows) {
        expect(row.offset).toBe(at)
        expect(row.bytes.length).toBeGreaterThan(0)
        at += row.bytes.length
      }
      expect(at).toBe(exported.entry.offset + exported.entry.size)
      expect(Buffer.concat(rows.map((row) => row.bytes)).equals(bytes)).toBe(true)
      expect(rows.some(({ field }) => field === '(not traced)')).toBe(false)
      const marked = rows.filter((row) => row.opaque).reduce((sum, row) => sum + row.bytes.length, 0)
      expect(marked).toBe(read.opaqueBytes)
      opaque += marked
    }
    expect(opaque).toBeGreaterThanOrEqual(0)
  })
})

/** Every object of small packages, a few hundred of large ones. */
function sampled(exports: readonly ExportObject[]): ExportObject[] {
  const step = Math.ceil(exports.length / 400)
  return exports.filter(({ entry }, i) => entry.size > 0 && i % step === 0)
}
