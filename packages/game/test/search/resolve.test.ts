import { Guid } from '@ukit/container'
import { openInstall, resolutionText } from '@ukit/game'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UT99_INI, ut3Install, ut2004Install } from '../../../../testing/installs.js'
import { guidOf, madePackage, UT99, UT2004 } from '../../../../testing/made-package.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'

const OTHER = new Guid(1, 2, 3, 4)

async function texture(name: string, guid = guidOf(name)): Promise<Uint8Array> {
  return madePackage({ name, guid, shape: UT99, objects: [{ object: 'Texture Wall' }] })
}

/** A game with these files and the usual search path. */
async function game(files: Readonly<Record<string, Uint8Array | string>>, options = {}) {
  const memory = new MemoryFiles('/g')
  memory.add('System/UnrealTournament.ini', UT99_INI)
  for (const [path, content] of Object.entries(files)) memory.add(path, content)
  return openInstall(memory, '/g', options)
}

describe('the order of UE1 and UE2', () => {
  it('goes through the paths in their order, for any extension', async () => {
    // Seed 001: System, Maps, Textures, Sounds, Music; only the name SkyCity decides.
    const all = {
      'Music/X.umx': 'm',
      'Sounds/X.uax': 's',
      'Textures/X.utx': 't',
      'Maps/X.unr': 'l',
      'System/X.u': 'c',
    }
    const left: Record<string, string> = { ...all }
    for (const expected of Object.keys(all).reverse()) {
      const install = await game(left)
      expect((await install.resolve('X')).found).toMatchObject({ path: `/g/${expected}`, where: 'path' })
      delete left[expected]
    }
    expect((await (await game(left)).resolve('X')).found).toBeUndefined()
  })

  it('first looks for the unchanged name: a file without extension hides a package', async () => {
    const install = await game({ 'System/Botpack': 'notes', 'System/Botpack.u': 'c' })
    expect((await install.resolve('Botpack')).found).toMatchObject({ path: '/g/System/Botpack', where: 'given' })
    expect((await install.packages())[0]).toMatchObject({ shadowedBy: '/g/System/Botpack' })
  })

  it('replaces the given extension by that of the path', async () => {
    const install = await game({ 'Maps/DM-A.unr': 'l', 'Textures/DM-A.utx': 't' })
    expect((await install.resolve('DM-A.unr')).found?.path).toBe('/g/Maps/DM-A.unr')
    expect((await install.resolve('DM-A.utx')).found?.path).toBe('/g/Maps/DM-A.unr')
  })

  it('only finds a name with a folder in the folders of the search path', async () => {
    const install = await game({ 'Maps/DM-A.unr': 'l', 'Secret.txt': 's' })
    expect((await install.resolve('..\\Maps\\DM-A.unr')).found?.path).toBe('/g/Maps/DM-A.unr')
    expect((await install.resolve('../Secret.txt')).found).toBeUndefined()
    expect((await install.resolve('../../../etc/passwd')).found).toBeUndefined()
    expect((await install.resolve('/etc/passwd')).found).toBeUndefined()
  })

  it('never finds a library as a package, but reports it', async () => {
    const install = await game({ 'System/Fire.dll': 'MZ', 'System/Galaxy.DLL': 'MZ', 'System/Fire.u': 'c' })
    expect((await install.resolve('Fire.dll')).found).toBeUndefined()
    expect(await install.resolve('Fire')).toMatchObject({ found: { path: '/g/System/Fire.u' }, library: undefined })
    const galaxy = await install.resolve('Galaxy')
    expect(galaxy).toMatchObject({ found: undefined, library: '/g/System/Galaxy.DLL' })
    expect(galaxy.tried.at(-1)).toMatchObject({ where: 'library', result: 'library' })
    expect(resolutionText(galaxy).at(-1)).toBe(
      'Galaxy is missing, but a client continues without it, because there is a library of its name',
    )
  })

  it('looks everywhere for the exact spelling before it ignores case', async () => {
    const install = await game({ 'System/skycity.u': 'c', 'Textures/SkyCity.utx': 't' })
    expect((await install.resolve('SkyCity')).found?.path).toBe('/g/Textures/SkyCity.utx')
    expect((await install.resolve('skycity')).found?.path).toBe('/g/System/skycity.u')
    expect((await install.resolve('SKYCITY')).found?.path).toBe('/g/System/skycity.u')
    const windows = await game({ 'System/skycity.u': 'c', 'Textures/SkyCity.utx': 't' }, { ignoreCase: true })
    expect((await windows.resolve('SkyCity')).found?.path).toBe('/g/System/skycity.u')
  })

  it('only searches a folder that is spelt differently than in the ini in the second round', async () => {
    const install = await game({ 'system/A.txt': '', 'TEXTURES/Walls.utx': 't', 'Sounds/Walls.uax': 's' })
    expect((await install.resolve('Walls')).found?.path).toBe('/g/Sounds/Walls.uax')
  })

  it('records every place in the order in which it was searched', async () => {
    const install = await game({ 'Textures/walls.utx': await texture('Walls') })
    const { tried } = await install.resolve('Walls')
    const names = ['System/Walls', 'System/Walls.u', 'Maps/Walls.unr', 'Textures/Walls.utx']
    const rest = ['Sounds/Walls.uax', 'Music/Walls.umx']
    expect(tried.map(({ path, spelling, result }) => [path, spelling, result])).toEqual([
      ...[...names, ...rest].map((name) => [`/g/${name}`, 'exact', 'absent']),
      ...names.slice(0, 3).map((name) => [`/g/${name}`, 'any-case', 'absent']),
      ['/g/Textures/Walls.utx', 'any-case', 'found'],
    ])
    expect(resolutionText(await install.resolve('Walls')).slice(-2)).toEqual([
      '/g/Textures/Walls.utx: found as /g/Textures/walls.utx (by the search path, in any spelling)',
      'Walls is /g/Textures/walls.utx',
    ])
  })

  it('finds the same as a simple model of the search', async () => {
    const folders = ['System/*.u', 'Maps/*.unr', 'Textures/*.utx', 'Sounds/*.uax', 'Music/*.umx']
    const files = fc.uniqueArray(
      fc.tuple(fc.constantFrom('a', 'A', 'b', 'B'), fc.constantFrom(...folders)).map(([n, f]) => f.replace('*', n)),
      { maxLength: 8 },
    )
    await fc.assert(
      fc.asyncProperty(files, fc.constantFrom('a', 'A', 'b', 'B', 'c'), async (paths, name) => {
        const install = await game(Object.fromEntries(paths.map((path) => [path, 'x'])))
        const there = (path: string) => paths.find((one) => one === path)
        const anyCase = (path: string) =>
          there(path) ?? paths.filter((one) => one.toLowerCase() === path.toLowerCase()).sort()[0]
        const candidates = folders.map((folder) => folder.replace('*', name))
        const expected =
          candidates.map(there).find((one) => one !== undefined) ??
          candidates.map(anyCase).find((one) => one !== undefined)
        expect((await install.resolve(name)).found?.path).toBe(expected === undefined ? undefined : `/g/${expected}`)
      }),
      { numRuns: 200 },
    )
  })
})

describe('paths of Windows', () => {
  it('can have drives, if the system has drives', async () => {
    const memory = new MemoryFiles('C:/UT')
    memory.add('System/UnrealTournament.ini', '[Core.System]\r\nPaths=c:\\UT\\maps\\*.unr\r\nPaths=..\\System\\*.u\r\n')
    memory.add('Maps/DM-A.unr', 'l').add('System/Core.u', 'c')
    const install = await openInstall(memory, 'C:\\UT\\System', { ignoreCase: true })
    expect(install).toMatchObject({ root: 'C:/UT', base: 'C:/UT/System', problems: [] })
    expect((await install.resolve('core')).found?.path).toBe('C:/UT/System/Core.u')
  })

  it('can have text before the *, and nested folders', async () => {
    const memory = new MemoryFiles('/g')
    memory.add('System/UnrealTournament.ini', '[Core.System]\nPaths=..\\Maps\\.\\New\\..\\New\\DM-*.unr\n')
    memory.add('Maps/New/DM-A.unr', 'l').add('Maps/New/CTF-A.unr', 'l').add('Maps/New/DM-.unr', 'l')
    const install = await openInstall(memory, '/g')
    expect((await install.resolve('A')).found?.path).toBe('/g/Maps/New/DM-A.unr')
    expect((await install.packages()).map(({ name }) => name)).toEqual(['A'])
  })
})

describe('the cache', () => {
  const cached = async () => ({ [`Cache/${guidOf('Walls')}.uxx`]: await texture('Walls') })

  it('is searched last, and only for a GUID', async () => {
    const install = await game(await cached())
    expect((await install.resolve('Walls')).found).toBeUndefined()
    expect((await install.resolve('Walls', { guid: guidOf('Walls') })).found).toMatchObject({
      path: `/g/Cache/${guidOf('Walls')}.uxx`,
      where: 'cache',
    })
  })

  it('is not used if a file with the name has a different GUID, which is a version mismatch', async () => {
    const install = await game({ ...(await cached()), 'Textures/Walls.utx': await texture('Walls', OTHER) })
    const resolution = await install.resolve('Walls', { guid: guidOf('Walls') })
    expect(resolution).toMatchObject({ mismatch: true, found: { path: '/g/Textures/Walls.utx', where: 'path' } })
    expect(resolution.found?.stamp?.guid.toString()).toBe(OTHER.toString())
    expect(resolution.tried.at(-1)?.result).toBe('mismatch')
    expect(resolutionText(resolution).at(-1)).toBe(
      'Walls is /g/Textures/Walls.utx, but with the GUID 00000001000000020000000300000004 instead of ' +
        `${guidOf('Walls')}: the game stops with a version mismatch; it does not look further`,
    )
  })

  it('comes first with the order in the description of 1999', async () => {
    const install = await game({ ...(await cached()), 'Textures/Walls.utx': await texture('Walls', OTHER) })
    const resolution = await install.resolve('Walls', { guid: guidOf('Walls'), policy: 'cache-first' })
    expect(resolution).toMatchObject({ mismatch: false, found: { where: 'cache' } })
    const absent = await install.resolve('Walls', { guid: OTHER, policy: 'cache-first' })
    expect(absent).toMatchObject({ mismatch: false, found: { where: 'path' } })
    expect(absent.tried[0]).toMatchObject({ where: 'cache', result: 'absent' })
  })

  it('gives a mismatch for a file with different GUIDs in its header and its name', async () => {
    const install = await game({ [`Cache/${OTHER}.uxx`]: await texture('Walls') })
    expect(await install.resolve('Walls', { guid: OTHER })).toMatchObject({ mismatch: true, found: { where: 'cache' } })
  })

  it('is not used if a file with the name is found, even if it is not a package', async () => {
    const install = await game({ ...(await cached()), 'System/Walls': 'notes' })
    const resolution = await install.resolve('Walls', { guid: guidOf('Walls') })
    expect(resolution).toMatchObject({ mismatch: false, found: { path: '/g/System/Walls', stamp: undefined } })
    expect(resolution.tried.at(-1)?.result).toBe('unreadable')
    expect(resolutionText(resolution).at(-1)).toContain('which is not a readable package')
  })

  it('names files by GUID and generation in UE2.5; the highest is used if none is given', async () => {
    const files = await ut2004Install()
    const guid = guidOf('Fetched')
    const fetched = files.bytes.get(`Cache/${guid}-2.uxx`) ?? new Uint8Array(0)
    files.add(`Cache/${guid}-10.UXX`, fetched)
    const install = await openInstall(files, '/ut2004')
    const path = async (generation?: number) =>
      (await install.resolve('Fetched', { guid, ...(generation === undefined ? {} : { generation }) })).found?.path
    expect(await path(2)).toBe(`/ut2004/Cache/${guid}-2.uxx`)
    expect(await path(3)).toBeUndefined()
    expect(await path()).toBe(`/ut2004/Cache/${guid}-10.UXX`)
    files.add(`Cache/${guid}.uxx`, await madePackage({ name: 'Fetched', shape: UT2004 }))
    expect((await (await openInstall(files, '/ut2004')).resolve('Fetched', { guid, generation: 3 })).found?.path).toBe(
      `/ut2004/Cache/${guid}.uxx`,
    )
  })
})

describe('the order of UE3', () => {
  it('is explained with every name that is tried in a folder', async () => {
    const files = await ut3Install()
    const install = await openInstall(files, '/ut3')
    const [first = '', ...others] = resolutionText(await install.resolve('Nothing'))
    expect(first).toMatch(/^\/ut3\/UTGame\/CookedPC\/Nothing\.(\w+): not found, nor as Nothing\.\w+.*, Nothing_SF\.\1/)
    expect(others.at(-1)).toBe('Nothing is missing')
  })

  it('searches all subfolders, cooked ones first, last or never', async () => {
    const files = await ut3Install()
    const path = async (cooked: 'first' | 'last' | 'never') =>
      (await (await openInstall(files, '/ut3', { cooked })).resolve('hu_deco')).found?.path
    expect(await path('first')).toBe('/ut3/UTGame/CookedPC/Environments/HU_Deco.upk')
    expect(await path('last')).toBe('/ut3/UTGame/Content/Environments/HU_Deco.upk')
    expect(await path('never')).toBe('/ut3/UTGame/Content/Environments/HU_Deco.upk')
  })

  it('tries extensions in their order, and the suffix of stand-alone cooked packages', async () => {
    const files = await ut3Install()
    files.add('UTGame/CookedPC/Characters/CH_Face_SF.upk', new Uint8Array(4))
    files.add('UTGame/CookedPC/B/Two.u', new Uint8Array(4)).add('UTGame/CookedPC/A/Two.upk', new Uint8Array(4))
    files.add('UTGame/CookedPC/B/Wrong.txt', new Uint8Array(4))
    const install = await openInstall(files, '/ut3')
    expect((await install.resolve('CH_Face')).found?.path).toBe('/ut3/UTGame/CookedPC/Characters/CH_Face_SF.upk')
    expect((await install.resolve('Two')).found?.path).toBe('/ut3/UTGame/CookedPC/A/Two.upk')
    expect((await install.resolve('Wrong')).found).toBeUndefined()
    expect((await install.packages()).find(({ fileName }) => fileName === 'CH_Face_SF.upk')?.name).toBe('CH_Face')
  })

  it('is not affected by files without extension', async () => {
    const files = await ut3Install()
    files.add('Binaries/Engine', 'x')
    expect((await (await openInstall(files, '/ut3')).resolve('Engine')).found?.path).toBe(
      '/ut3/UTGame/CookedPC/Engine.u',
    )
  })

  it('does not endlessly follow a folder that contains itself', async () => {
    const files = new MemoryFiles('/loop')
    files.add('AGame/Config/AEngine.ini', '[Core.System]\nPaths=..\\AGame\\Content\nExtensions=upk\n')
    files.add('AGame/Content/Rocks.upk', new Uint8Array(4))
    const list = files.list.bind(files)
    // A link to its own folder, so that every folder of the tree contains it again.
    files.list = async (folder) => {
      const inContent = folder.startsWith('/loop/AGame/Content')
      const entries = await list(inContent ? '/loop/AGame/Content' : folder)
      return inContent ? [...entries, { name: 'Again', kind: 'folder', size: 0, modified: 0 }] : entries
    }
    const install = await openInstall(files, '/loop')
    expect((await install.resolve('Rocks')).found?.path).toBe('/loop/AGame/Content/Rocks.upk')
  })
})
