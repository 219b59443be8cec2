import {
  folderFinder,
  gatherDependencies,
  type PackageTables,
  parseUsedThing,
  TableIndex,
  TableReader,
  usersOf,
} from '@ukit/game'
import { expect, it } from 'vitest'
import { type MadeObject, madePackage, UT3 } from '../../../../testing/made-package.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'

const TEXTURE = 'Engine.Texture2D'

/** Packages of UE3 in a folder: a map that needs `Walls.Old`, and packages with objects. */
async function folder(packages: Readonly<Record<string, readonly MadeObject[]>>) {
  const files = new MemoryFiles('/m')
  const imports = [`${TEXTURE} Walls.Old`]
  files.add('Map.umap', await madePackage({ name: 'Map', shape: UT3, imports }))
  for (const [file, objects] of Object.entries(packages)) {
    files.add(file, await madePackage({ name: file.replace(/\..*/, ''), shape: UT3, objects }))
  }
  return files
}

async function needOf(files: MemoryFiles, index = new TableIndex()) {
  const reader = new TableReader(files, { index })
  const finder = folderFinder(files, ['/m'])
  const { found } = await finder.resolve('Map')
  if (found === undefined) throw new Error('no map')
  const graph = await gatherDependencies([await reader.tables(found)], finder, reader)
  const need = graph.starts[0]?.needs.find(({ name }) => name === 'Walls')
  if (need === undefined) throw new Error('no need')
  const objects = [...need.objects()].map(({ path, refusal, redirectedTo }) => [path, redirectedTo, refusal])
  return { need, objects, packages: graph.nodes.map(({ name }) => name) }
}

const redirector = (leadsTo: string, object = 'ObjectRedirector Old'): MadeObject => ({ object, leadsTo })

it('an import of a redirector is satisfied by the object that it leads to', async () => {
  const files = await folder({
    'Walls.upk': [{ object: `${TEXTURE} Group.New` }, redirector(`${TEXTURE} Group.New`)],
  })
  const { need, objects } = await needOf(files)
  expect(objects).toEqual([['Walls.Old', 'Walls.Group.New', null]])
  expect([need.satisfied, need.missingCount]).toEqual([true, 0])
  expect([...need.redirected()].map(({ path }) => path)).toEqual(['Walls.Old'])
})

it('redirectors are followed into other packages, and one after the other', async () => {
  const files = await folder({
    'Walls.upk': [redirector('Core.ObjectRedirector Bricks.Older')],
    'Bricks.upk': [{ object: `${TEXTURE} Red`, public: false }, redirector(`${TEXTURE} Red`, 'ObjectRedirector Older')],
  })
  const { objects, packages } = await needOf(files)
  expect(objects).toEqual([['Walls.Old', 'Bricks.Red', null]])
  expect(packages).toContain('Bricks')
})

it('a redirector may lead to an object of a subclass, which an import without one may not', async () => {
  const material = 'Engine.Material'
  const constant = 'Engine.MaterialInstanceConstant'
  const through = await folder({ 'Walls.upk': [{ object: `${constant} New` }, redirector(`${constant} New`)] })
  const at = await folder({ 'Walls.upk': [{ object: `${constant} Old` }] })
  for (const [wanted, files, refusal] of [
    ['Engine.MaterialInterface', through, null],
    [material, through, { reason: 'retyped', found: constant }],
    ['Engine.MaterialInterface', at, { reason: 'retyped', found: constant }],
  ] as const) {
    files.add('Map.umap', await madePackage({ name: 'Map', shape: UT3, imports: [`${wanted} Walls.Old`] }))
    expect((await needOf(files)).objects.map((object) => object[2])).toEqual([refusal])
  }
})

it('a redirector that leads to nothing, to another class or in a circle does not help', async () => {
  const missing = { reason: 'missing', found: null }
  const gone = await folder({ 'Walls.upk': [redirector(`${TEXTURE} Bricks.Gone`)] })
  expect((await needOf(gone)).objects).toEqual([['Walls.Old', 'Bricks.Gone', missing]])
  const sound = await folder({ 'Walls.upk': [{ object: 'SoundCue Beep' }, redirector('SoundCue Beep')] })
  const retyped = { reason: 'retyped', found: 'Engine.SoundCue' }
  expect((await needOf(sound)).objects).toEqual([['Walls.Old', 'Walls.Beep', retyped]])
  const circle = await folder({
    'Walls.upk': [redirector('Core.ObjectRedirector Bricks.Older')],
    'Bricks.upk': [redirector('Core.ObjectRedirector Walls.Old', 'ObjectRedirector Older')],
  })
  expect((await needOf(circle)).objects[0]?.[2]).toEqual(missing)
})

it('the index keeps where redirectors lead', async () => {
  const files = await folder({
    'Walls.upk': [{ object: `${TEXTURE} Group.New` }, redirector(`${TEXTURE} Group.New`)],
  })
  const index = new TableIndex()
  await needOf(files, index)
  const loaded = TableIndex.parse(new Uint8Array(Buffer.concat([...index.pieces()])))
  files.opened.length = 0
  expect((await needOf(files, loaded)).objects).toEqual([['Walls.Old', 'Walls.Group.New', null]])
  expect(files.opened).toEqual([])
})

it('who imports a redirector uses the object to which it leads, and its package', async () => {
  const files = await folder({
    'Walls.upk': [redirector('Core.ObjectRedirector Bricks.Older')],
    'Bricks.upk': [{ object: `${TEXTURE} Red` }, redirector(`${TEXTURE} Red`, 'ObjectRedirector Older')],
  })
  const reader = new TableReader(files, { index: new TableIndex() })
  const finder = folderFinder(files, ['/m'])
  const tables: PackageTables[] = []
  for (const name of ['Map', 'Walls', 'Bricks']) {
    const { found } = await finder.resolve(name)
    if (found !== undefined) tables.push(await reader.tables(found))
  }
  const users = (asked: string) =>
    usersOf(parseUsedThing(asked), tables).map(({ user, rows, redirected }) => [
      user.name,
      rows.map((row) => user.imported(row).path),
      redirected.size,
    ])
  expect(users('Bricks.Red')).toEqual([
    ['Map', ['Walls.Old'], 1],
    ['Walls', ['Bricks.Older'], 1],
  ])
  expect(users('Bricks')).toEqual([
    ['Map', ['Walls.Old'], 1],
    ['Walls', ['Bricks.Older'], 0],
  ])
  expect(users('Walls.Old')).toEqual([['Map', ['Walls.Old'], 0]])
})

it.each(['usm', 'umf', 'fuk', 's4m', 'gpk', 'kfm'])('a package with the extension .%s is found', async (extension) => {
  const files = new MemoryFiles('/m').add(`A.${extension}`, await madePackage({ name: 'A', shape: UT3 }))
  expect((await folderFinder(files, ['/m']).resolve('a')).found?.path).toBe(`/m/A.${extension}`)
})

it('a package with an extension that nobody knows is found by its first bytes', async () => {
  const files = new MemoryFiles('/m')
  files
    .add('A.txt', 'notes')
    .add('A.qqq', await madePackage({ name: 'A', shape: UT3 }))
    .add('B.qqq', 'x')
  const finder = folderFinder(files, ['/m'])
  expect((await finder.resolve('A')).found?.path).toBe('/m/A.qqq')
  expect((await finder.resolve('B')).found).toBeUndefined()
})
