import { Feature } from '@ukit/container'
import { openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { sampleFile } from '../../../../../testing/packages.js'

it.each([
  ['swat-4', true],
  ['unreal-engine', false],
])('the choice of %s decides the layout of objects, whatever the versions say', async (game, hasPreamble) => {
  const file = memorySource(await sampleFile({ version: 129, licensee: 30 }))
  const { context } = await openPackage(file, { game })
  expect(context.since(Feature.ObjectPreamble)).toBe(hasPreamble)
})
