import { ObjectReader, openPackage, type Package } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { hexMap } from '@ukit/inspect'
import { meshOf } from '@ukit/media'
import { checkSources } from '@ukit/script/analysis'
import { decompileClass } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { filledPackage } from '../../../../testing/filled-package.js'

type OnProgress = (done: number, total: number) => void
type Work = (options: { signal: AbortSignal; onProgress: OnProgress }) => Promise<unknown>

/** Work reports until all is done, and stops where it is told to; stopped before, it does nothing. */
async function checkWork(work: Work): Promise<void> {
  const seen: (readonly [done: number, total: number])[] = []
  await work({ signal: new AbortController().signal, onProgress: (done, total) => seen.push([done, total]) })
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.map(([done]) => done)).toEqual(seen.map(([done]) => done).sort((a, b) => a - b))
  expect(seen.every(([done, total]) => done <= total)).toBe(true)
  const controller = new AbortController()
  const stopped = work({ signal: controller.signal, onProgress: () => controller.abort(new Error('enough')) })
  await expect(stopped).rejects.toThrow('enough')
  await expect(work({ signal: AbortSignal.abort(new Error('never')), onProgress: () => undefined })).rejects.toThrow(
    'never',
  )
}

async function made(): Promise<Package> {
  const file = await filledPackage('Made', async (add) => {
    await add('Lamp', 'Engine.Light', { 'LightHue:byte': '7' })
  })
  return openPackage(memorySource(file), { fileName: 'Made.u' })
}

describe('long work can be followed and stopped', () => {
  it('checkSources', async () => {
    const pkg = await made()
    const texts = ['A', 'B', 'C'].map((name) => ({ packageName: 'Mod', path: `${name}.uc`, text: `class ${name};` }))
    await checkWork((options) => checkSources(texts, [pkg], options))
  })

  it('loadWorld', async () => {
    const packages = [await made(), await made()]
    await checkWork((options) => loadWorld(packages, options))
  })

  it('hexMap', async () => {
    const pkg = await made()
    const reader = await ObjectReader.open(pkg)
    await checkWork((options) => hexMap(reader, pkg.export('Lamp'), options))
  })
})

describeCorpus('long work on real packages', () => {
  it('decompileClass', async () => {
    const pkg = await openCorpus('ue2/eliotvu/TestUC2.u')
    const reader = await ObjectReader.open(pkg)
    const world = await loadWorld([pkg])
    const largest = pkg.exports
      .filter(({ entry }) => entry.class === 0)
      .reduce((a, b) => (a.entry.size > b.entry.size ? a : b))
    await checkWork((options) => decompileClass(reader, largest, { ...options, world }))
  })

  it('meshOf', async () => {
    const pkg = await openCorpus('ue2/vel-san/GreenShopArrow.usx')
    const reader = await ObjectReader.open(pkg)
    const mesh = pkg.exports.find(({ className }) => className === 'StaticMesh')
    if (mesh === undefined) throw new Error('there is no mesh')
    await checkWork((options) => meshOf(reader, mesh, options))
  })
})
