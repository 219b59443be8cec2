import { Feature } from '@ukit/container'
import { layOut, openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { bytesOf } from '../../../../../testing/bytes.js'
import { planOf, sampleFile } from '../../../../../testing/packages.js'

it('the caller’s choice decides the layout of objects, whatever the versions say', async () => {
  // A package of UT2004, by its versions.
  const file = memorySource(await sampleFile({ version: 123, licensee: 28 }))
  const { context } = await openPackage(file, { game: 'lineage-2' })
  expect(context.line).toBe('lineage-2')
  expect(context.since(Feature.SkeletalBoneMaps)).toBe(true)
  expect(context.since(Feature.SoundLikelihood)).toBe(false)
})

it('imported packages identify it if several games share the versions', async () => {
  // 123/2 is attributed by a reader to one game; licensee versions from 2 on are Lineage II's too.
  const made = (imported: string) =>
    bytesOf(layOut(planOf({ version: 123, licensee: 2 }, { imports: [['Core', 'Package', 0, imported]] })))
  const plain = await openPackage(memorySource(await made('Engine')))
  expect(plain.context.line).toBe('unreal-engine')
  const lineage = await openPackage(memorySource(await made('LineageEffect')))
  expect(lineage.context.line).toBe('lineage-2')
})
