import { Guid } from '@ukit/container'
import { openPackage, type Package, PackageSet } from '@ukit/core'
import { buildImage, createPackage } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { buildFromSources } from '@ukit/make'
import { loadWorld } from '@ukit/script/symbols'
import { parseSource } from '@ukit/script/syntax'
import { expect, test } from 'vitest'

const GUID = new Guid(1, 2, 3, 4)

/** A `Core` of one class, and how often its bytes were requested. */
async function core(variable: string): Promise<{ pkg: Package; reads(): number }> {
  const edit = await createPackage({ name: 'Core', version: 69, guid: GUID })
  const text = `class Object native;\nvar int ${variable};\n`
  await buildFromSources({
    edit,
    sources: [{ file: 'Object.uc', text }],
    bases: [edit.package],
    packages: new PackageSet(),
  })
  const image = await buildImage(edit)
  const source = memorySource(await image.slice(0, image.byteLength))
  let reads = 0
  const counted = {
    byteLength: source.byteLength,
    slice(start: number, end: number) {
      reads++
      return source.slice(start, end)
    },
  }
  return { pkg: await openPackage(counted, { fileName: 'Core.u' }), reads: () => reads }
}

const CLASS = 'class Mill extends Object;\nvar int Age;\nfunction Grind() { Age = Sacks; }\n'

test('a world that is the base of another one is not read again', async () => {
  const { pkg, reads } = await core('Sacks')
  const base = await loadWorld([pkg])
  const before = reads()
  const { file } = parseSource(CLASS)
  const world = await loadWorld([], { base, sources: [{ packageName: 'Mills', file }] })
  expect(world.class('Mill')?.super?.variables.has('sacks')).toBe(true)
  expect(world.packages).toEqual([pkg])
  expect(base.class('Mill')).toBeUndefined()
  expect(reads()).toBe(before)
  const edit = await createPackage({ name: 'Mills', version: 69, guid: GUID })
  const sources = [{ file: 'Mill.uc', text: CLASS }]
  const { problems } = await buildFromSources({ edit, sources, bases: [], packages: new PackageSet(), base })
  expect(problems).toEqual([])
})

test('a given package takes precedence over one with the same name in the base', async () => {
  const old = await core('Sacks')
  const fresh = await core('Bags')
  const base = await loadWorld([old.pkg])
  const world = await loadWorld([fresh.pkg], { base })
  expect(world.packages).toEqual([fresh.pkg])
  expect([...(world.class('Object')?.variables.keys() ?? [])]).toEqual(['bags'])
})
