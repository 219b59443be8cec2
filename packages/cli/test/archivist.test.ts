import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/folders.js'
import { guidOf, madePackage, UT3, UT99 } from '../../../testing/made-package.js'
import { zipFile } from '../../../testing/zip-file.js'
import { ukit, ukitJson } from './run-ukit.js'

const made = (object: string, shape = UT99) =>
  madePackage({ name: 'Walls', shape, guid: guidOf('Walls'), objects: [{ object: `Texture ${object}` }] })
const walls = await made('Wall')
const other = await made('Floor')

interface Group {
  kind: string
  key: string
  files: { path: string }[]
}

const groupsOf = async (words: readonly string[], cwd: string) => {
  const [found] = await ukitJson(['duplicates', ...words], { cwd })
  const groups: Group[] = found.groups
  return groups.map(({ kind, files }) => [kind, ...files.map(({ path }) => path.replaceAll('\\', '/'))])
}

describe('ukit duplicates', () => {
  test('finds the same bytes under any name, and how much they take', async () => {
    const cwd = temporaryFolder({ 'a/Walls.utx': walls, 'b/Copy.utx': walls, 'b/Other.utx': await made('Wall', UT3) })
    expect(await groupsOf(['a', 'b'], cwd)).toContainEqual(['same', 'a/Walls.utx', 'b/Copy.utx'])
    const [found] = await ukitJson(['duplicates', 'a', 'b'], { cwd })
    expect(found).toMatchObject({ files: 3, wasted: walls.length, problems: [] })
    expect(found.groups[0].key).toBe(createHash('sha256').update(walls).digest('hex'))
  })

  test('a file that was named twice is not a copy of itself', async () => {
    const cwd = temporaryFolder({ 'a/b/Walls.utx': walls })
    const [found] = await ukitJson(['duplicates', 'a', './a/b', 'a/b/../b/Walls.utx'], { cwd })
    expect(found).toMatchObject({ files: 1, wasted: 0, groups: [], problems: [] })
  })

  test('finds the same package as a download, and in compressed chunks', async () => {
    const cwd = temporaryFolder({ 'Walls.utx': walls, 'Big.upk': await made('Wall', UT3) })
    expect((await ukit(['compress', 'Walls.utx'], { cwd })).status).toBe(0)
    expect((await ukit(['copy', '--compress=lzo', 'Big.upk', 'Small.upk'], { cwd })).status).toBe(0)
    const groups = await groupsOf(['.'], cwd)
    expect(groups).toContainEqual(['content', 'Walls.utx', 'Walls.utx.uz'])
    expect(groups).toContainEqual(['content', 'Big.upk', 'Small.upk'])
  })

  test('finds one GUID with different contents, each content once', async () => {
    const cwd = temporaryFolder({ 'a.utx': walls, 'b.utx': other, 'c.utx': other })
    expect(await groupsOf(['.'], cwd)).toEqual([
      ['same', 'b.utx', 'c.utx'],
      ['guid', 'a.utx', 'b.utx'],
    ])
    const { status, stdout } = await ukit(['duplicates', '.'], { cwd })
    expect(status).toBe(0)
    expect(stdout).toContain(`one GUID, different contents: ${guidOf('Walls')}\n`)
    expect(stdout).toMatch(
      /^3 files: 1 group of copies \([\d,]+ bytes could be saved\), 0 of the same .*, 1 of one GUID/m,
    )
  })

  test('looks into archives; a broken file does not stop the search', async () => {
    const cwd = temporaryFolder({ 'a.utx': walls, 'pack.zip': zipFile({ 'b.utx': walls }), 'broken.utx': 'text' })
    const run = await ukit(['duplicates', '--archives', '--json', '.'], { cwd })
    expect(JSON.parse(run.stdout)[0].groups[0].files.map(({ path }: { path: string }) => path)).toEqual([
      'a.utx',
      'pack.zip!b.utx',
    ])
  })
})

describe('ukit original', () => {
  test('a file of no game, and one that only has the name of a game’s', async () => {
    const cwd = temporaryFolder({ 'Mill.utx': walls, 'Botpack.u': walls })
    const run = await ukit(['original', '.'], { cwd })
    expect(run.status).toBe(0)
    expect(run.stdout).toMatch(/^changed {3}Botpack\.u: Unreal Tournament, System\/BotPack\.u \(/m)
    expect(run.stdout).toMatch(/^other {5}Mill\.utx$/m)
    expect(run.stdout).toMatch(/\n0 original, 1 changed, 0 unknown, 1 other\n$/)
    const [found] = await ukitJson(['original', 'Botpack.u'], { cwd })
    expect(found).toMatchObject({ path: 'Botpack.u', state: 'changed', error: null })
    expect(found.versions[0]).toMatchObject({ game: 'unreal-tournament', path: 'System/BotPack.u' })
  })

  test('what is not a package is an error', async () => {
    const cwd = temporaryFolder({ 'text.u': 'a text' })
    expect(await ukit(['original', 'text.u'], { cwd })).toMatchObject({ status: 1, stdout: '' })
  })
})
