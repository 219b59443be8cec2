import { Feature } from '@ukit/container'
import { candidateGames, detectGame, layOut, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'
import { planOf, sampleFile } from '../../../../testing/packages.js'

const STANDARD = 0x9e2a83c1
const opened = async (version: number, licensee: number, game?: string) =>
  openPackage(memorySource(await sampleFile({ version, licensee })), game === undefined ? {} : { game })

describe('the game that the caller chose', () => {
  it('decides the layout of objects, whatever the versions say', async () => {
    expect((await opened(123, 28)).context.line).toBe('ut2004')
    const lineage = await opened(123, 28, 'lineage-2')
    expect(lineage.context.line).toBe('lineage-2')
    expect(lineage.context.since(Feature.SkeletalBoneMaps)).toBe(true)
    expect(lineage.context.since(Feature.SoundLikelihood)).toBe(false)
    const swat = await opened(129, 30, 'swat-4')
    expect(swat.context.since(Feature.ObjectPreamble)).toBe(true)
    expect((await opened(129, 30, 'unreal-engine')).context.since(Feature.ObjectPreamble)).toBe(false)
  })
})

describe('the game that nobody chose', () => {
  it('is told by imported packages where versions are several games’', async () => {
    // 123/2 was named by a reader as one game; licensee versions from 2 on are Lineage II's too.
    const made = (imported: string) =>
      bytesOf(layOut(planOf({ version: 123, licensee: 2 }, { imports: [['Core', 'Package', 0, imported]] })))
    const plain = await openPackage(memorySource(await made('Engine')))
    expect(plain.context.line).toBe('unreal-engine')
    const lineage = await openPackage(memorySource(await made('LineageEffect')))
    expect(lineage.context.line).toBe('lineage-2')
  })

  it('has no name where versions alone do not tell', () => {
    expect(detectGame(STANDARD, 80, 0, [])).toBeUndefined()
    expect(detectGame(STANDARD, 123, 2, [])).toBeUndefined()
  })

  it('is the engine itself where nothing deviates', () => {
    expect(candidateGames(STANDARD, 69, 0).map(({ id }) => id)).toEqual(['unreal-engine'])
  })
})
