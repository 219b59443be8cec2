import { candidateGames, detectGame, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { hexOf, savedBytes } from '../../../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../../testing/corpus.js'
import { fileOf, samplePlan } from '../../../../../testing/packages.js'
import { guidAndGeneration, sized, start } from '../summaries.js'

const GAME = 'xcom-chimera-squad'

/** A summary; the further table, if there is one, is directly at its end. */
const summary = (licensee: number) =>
  sized((end) => {
    const file = start(884, licensee).u32(end).string('None').u32(0).u32(0, end, 0, end)
    if (licensee === 131) file.u32(0, end)
    file.u32(0, end).u32(end).u32(end, 0, 0).u32(0)
    return guidAndGeneration(file).u32(10897, 0).u32(0, 0).u32(7).u32(0).u32(0)
  })

describe('XCOM: Chimera Squad', () => {
  it('is told by its version, and only by that one', () => {
    expect([130, 131, 132].map((licensee) => detectGame(0x9e2a83c1, 884, licensee, ['xcomgame'])?.id)).toEqual([
      undefined,
      GAME,
      undefined,
    ])
    expect(candidateGames(0x9e2a83c1, 884, 131)[0]?.id).toBe(GAME)
  })

  it.each([130, 131, 132])('reads the summary of 884/%i and writes it back', async (licensee) => {
    const file = summary(licensee)
    const pkg = await openPackage(memorySource(file))
    expect(pkg.game.id).toBe(licensee === 131 ? GAME : 'unreal-engine')
    expect([pkg.summary.engineVersion, pkg.summary.packageSource]).toEqual([10897, 7])
    expect(hexOf(await savedBytes(pkg))).toBe(hexOf(file))
  })

  it('keeps the further table where the depends table is, also in a package that is laid out', async () => {
    const plan = samplePlan({ version: 884, licensee: 131, bigEndian: false, game: GAME })
    const file = await fileOf(plan)
    const { summary, ranges } = await openPackage(memorySource(file))
    const at = 8 + 4 + 4 + `${summary.folder}`.length + 1 + 4 + 16
    const view = new DataView(file.buffer, file.byteOffset)
    expect(view.getInt32(at, true)).toBe(0)
    expect(view.getInt32(at + 4, true)).toBe(summary.dependsOffset)
    expect(summary.dependsOffset).toBe(ranges.exports.end)
  })
})

describeCorpus('real packages of XCOM: Chimera Squad', () => {
  const rows = PACKAGES.filter(({ version, licensee }) => version === 884 && licensee === 131)

  it.each(rows)('$path opens', async ({ path, names, exports, imports }) => {
    const { counts, game } = await openCorpus(path)
    expect([game.id, counts]).toEqual([GAME, { names, exports, imports }])
  })

  it('exist', () => {
    expect(rows.length).toBeGreaterThan(0)
  })
})
