import { Guid } from '@ukit/container'
import { ObjectReader, openPackage, type Package, type PackageObject, ReferenceIndex } from '@ukit/core'
import { addObject, buildPackage, createPackage, setProperty } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { UnrealObject } from '@ukit/objects'
import { expect, it } from 'vitest'
import { bytesOf } from '../../../../testing/bytes.js'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { sampleOf } from '../../../../testing/sweep.js'

async function made(): Promise<Package> {
  const edit = await createPackage({ name: 'Map', version: 128, licensee: 29, guid: new Guid(1, 2, 3, 4) })
  for (const path of ['Walls.Brick', 'Lamp', 'Post']) addObject(edit, path, 'Engine.Thing', new UnrealObject())
  await setProperty(edit, edit.export('Lamp'), 'Skin:object', "Thing'Walls.Brick'")
  await setProperty(edit, edit.export('Post'), 'Other:object', "Thing'Lamp'")
  return openPackage(memorySource(await bytesOf((await buildPackage(edit)).image)), { fileName: 'Map.ut2' })
}

it('knows references of tables and those inside objects, in both directions', async () => {
  const pkg = await made()
  const index = await ReferenceIndex.of(await ObjectReader.open(pkg))
  const told = (path: string) => index.to(pkg.export(path)).map(({ from, field }) => `${from.path} ${field}`)
  expect(told('Walls.Brick')).toEqual(['Lamp Skin.value'])
  expect(told('Lamp')).toEqual(['Post Other.value'])
  expect(told('Walls')).toEqual(['Walls.Brick outer'])
  expect(index.from(pkg.export('Lamp')).map(({ to }) => to.path)).toEqual(['Engine.Thing', 'Walls.Brick'])
  expect(index.opaque).toEqual([])
})

it('reports progress, and ends when it is told to', async () => {
  const reader = await ObjectReader.open(await made())
  const steps: string[] = []
  await ReferenceIndex.of(reader, { onProgress: (done, total) => steps.push(`${done}/${total}`) })
  expect(steps).toEqual(['0/4', '1/4', '2/4', '3/4'])
  await expect(ReferenceIndex.of(reader, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
})

const SMALL = sampleOf(
  PACKAGES.filter((row) => row.compressed === ''),
  300_000,
)

describeCorpus('the index has each reference that the trace of the bytes has', () => {
  it.each(SMALL.map((row) => row.path))('%s', async (path) => {
    const pkg = await openCorpus(path)
    const reader = await ObjectReader.open(pkg)
    const index = await ReferenceIndex.of(reader)
    const key = (from: PackageObject, to: PackageObject | undefined) => `${from.reference} ${to?.reference}`
    const missing: string[] = []
    for (const exported of pkg.exports) {
      if (exported.entry.size === 0) continue
      const known = new Set(index.from(exported).map(({ from, to }) => key(from, to)))
      for (const { kind, value, path: field } of (await reader.trace(exported)).fields)
        if (kind === 'object' && value !== 0 && !known.has(key(exported, pkg.objectAt(Number(value)))))
          missing.push(`${exported.path} ${field}`)
    }
    expect(missing).toEqual([])
  })
})
