import { ObjectReader } from '@ukit/core'
import { MediaError, proceduralKind, proceduralOf, simulatorOf } from '@ukit/media'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'

describeCorpus('the painted textures of the real packages', () => {
  it('have the size, palette and sparks of their file, and move', async () => {
    const { path } = PACKAGES.find((one) => one.path.endsWith('HubEffects.utx')) ?? { path: '' }
    const pkg = await openCorpus(path)
    const reader = await ObjectReader.open(pkg)
    const kinds = new Map<string, number>()
    const reasons = new Set<string>()
    for (const exported of pkg.exports) {
      const kind = proceduralKind(reader.ancestryOf(exported.class))
      if (kind === undefined) continue
      kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      try {
        const texture = await proceduralOf(reader, exported)
        expect([exported.name, texture.palette.length]).toEqual([exported.name, 1024])
        const simulator = simulatorOf(texture)
        const first = simulator.pixels.slice()
        for (let i = 0; i < 20; i++) simulator.step(1 / texture.frameRate)
        expect([exported.name, simulator.pixels.some((value, at) => value !== first[at])]).toEqual([
          exported.name,
          true,
        ])
      } catch (error) {
        if (!(error instanceof MediaError)) throw error
        reasons.add(error.reason)
      }
    }
    expect(Object.fromEntries(kinds)).toEqual({ fire: 11, ice: 1, wave: 1, wet: 12 })
    // Textures of genfluid.utx and GenFX.utx, which are not beside it.
    expect([...reasons]).toEqual(['elsewhere'])
    const torch = pkg.exports.find(({ name, className }) => name === 'TorchFire' && className === 'FireTexture')
    if (torch === undefined) throw new Error('HubEffects has no TorchFire')
    const found = await proceduralOf(reader, torch)
    expect(found).toMatchObject({ kind: 'fire', width: 32, height: 64, renderHeat: 177, isRising: true })
    expect(found.kind === 'fire' && found.sparks.length).toBe(44 * 8)
  })
})
