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
  it('goes through the paths in their order, whatever the extension', async () => {
    // Seed 001: System, Maps, Textures, Sounds, Music; the name SkyCity alone decides.
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

  it('takes the name as it is first: a file without extension hides a package', async () => {
    const install = await game({ 'System/Botpack': 'notes', 'System/Botpack.u': 'c' })
    expect((await install.resolve('Botpack')).found).toMatchObject({ path: '/g/System/Botpack', where: 'given' })
    expect((await install.packages())[0]).toMatchObject({ shadowedBy: '/g/System/Botpack' })
  })

  it('puts the extension of the path instead of the one asked for', async () => {
    const install = await game({ 'Maps/DM-A.unr': 'l', 'Textures/DM-A.utx': 't' })
    expect((await install.resolve('DM-A.unr')).found?.path).toBe('/g/Maps/DM-A.unr')
    expect((await install.resolve('DM-A.utx')).found?.path).toBe('/g/Maps/DM-A.unr')
  })

  it('takes a name with a folder in it from the search path’s folders, and from nowhere else', async () => {
    const install = await game({ 'Maps/DM-A.unr': 'l', 'Secret.txt': 's' })
    expect((await install.resolve('..\\Maps\\DM-A.unr')).found?.path).toBe('/g/Maps/DM-A.unr')
    expect((await install.resolve('../Secret.txt')).found).toBeUndefined()
    expect((await install.resolve('../../../etc/passwd')).found).toBeUndefined()
    expect((await install.resolve('/etc/passwd')).found).toBeUndefined()
  })

  it('never finds a library, but reports one instead of a package', async () => {
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

  it('looks everywhere for the exact spelling before it looks for any', async () => {
    const install = await game({ 'System/skycity.u': 'c', 'Textures/SkyCity.utx': 't' })
    expect((await install.resolve('SkyCity')).found?.path).toBe('/g/Textures/SkyCity.utx')
    expect((await install.resolve('skycity')).found?.path).toBe('/g/System/skycity.u')
    expect((await install.resolve('SKYCITY')).found?.path).toBe('/g/System/skycity.u')
    const windows = await game({ 'System/skycity.u': 'c', 'Textures/SkyCity.utx': 't' }, { ignoreCase: true })
    expect((await windows.resolve('SkyCity')).found?.path).toBe('/g/System/skycity.u')
  })

  it('a folder spelt otherwise than in the ini is looked into in the second round only', async () => {
    const install = await game({ 'system/A.txt': '', 'TEXTURES/Walls.utx': 't', 'Sounds/Walls.uax': 's' })
    expect((await install.resolve('Walls')).found?.path).toBe('/g/Sounds/Walls.uax')
  })

  it('writes down every place in the order in which it was looked at', async () => {
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
      '/g/Textures/Walls.utx: there as /g/Textures/walls.utx (by the search path, in any spelling)',
      'Walls is /g/Textures/walls.utx',
    ])
  })

  it('finds on a disk what it finds in a simple model of the search', async () => {
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
  it('with drives, where there are drives', async () => {
    const memory = new MemoryFiles('C:/UT')
    memory.add('System/UnrealTournament.ini', '[Core.System]\r\nPaths=c:\\UT\\maps\\*.unr\r\nPaths=..\\System\\*.u\r\n')
    memory.add('Maps/DM-A.unr', 'l').add('System/Core.u', 'c')
    const install = await openInstall(memory, 'C:\\UT\\System', { ignoreCase: true })
    expect(install).toMatchObject({ root: 'C:/UT', base: 'C:/UT/System', problems: [] })
    expect((await install.resolve('core')).found?.path).toBe('C:/UT/System/Core.u')
  })

  it('a file’s part in front of the *, and folders inside folders', async () => {
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

  it('is looked into last, and only for a GUID', async () => {
    const install = await game(await cached())
    expect((await install.resolve('Walls')).found).toBeUndefined()
    expect((await install.resolve('Walls', { guid: guidOf('Walls') })).found).toMatchObject({
      path: `/g/Cache/${guidOf('Walls')}.uxx`,
      where: 'cache',
    })
  })

  it('a file of the name with another GUID is a version mismatch; the cache does not help', async () => {
    const install = await game({ ...(await cached()), 'Textures/Walls.utx': await texture('Walls', OTHER) })
    const resolution = await install.resolve('Walls', { guid: guidOf('Walls') })
    expect(resolution).toMatchObject({ mismatch: true, found: { path: '/g/Textures/Walls.utx', where: 'path' } })
    expect(resolution.found?.stamp?.guid.toString()).toBe(OTHER.toString())
    expect(resolution.tried.at(-1)?.result).toBe('mismatch')
    expect(resolutionText(resolution).at(-1)).toBe(
      'Walls is /g/Textures/Walls.utx, but with the GUID 00000001000000020000000300000004 where ' +
        `${guidOf('Walls')} is needed: the game stops with a version mismatch; it does not look ` +
        'further',
    )
  })

  it('comes first when the description of 1999 is followed', async () => {
    const install = await game({ ...(await cached()), 'Textures/Walls.utx': await texture('Walls', OTHER) })
    const resolution = await install.resolve('Walls', { guid: guidOf('Walls'), policy: 'cache-first' })
    expect(resolution).toMatchObject({ mismatch: false, found: { where: 'cache' } })
    const absent = await install.resolve('Walls', { guid: OTHER, policy: 'cache-first' })
    expect(absent).toMatchObject({ mismatch: false, found: { where: 'path' } })
    expect(absent.tried[0]).toMatchObject({ where: 'cache', result: 'absent' })
  })

  it('a cached file with another GUID in its header than in its name is a mismatch', async () => {
    const install = await game({ [`Cache/${OTHER}.uxx`]: await texture('Walls') })
    expect(await install.resolve('Walls', { guid: OTHER })).toMatchObject({ mismatch: true, found: { where: 'cache' } })
  })

  it('a file that is not a package is taken anyway', async () => {
    const install = await game({ ...(await cached()), 'System/Walls': 'notes' })
    const resolution = await install.resolve('Walls', { guid: guidOf('Walls') })
    expect(resolution).toMatchObject({ mismatch: false, found: { path: '/g/System/Walls', stamp: undefined } })
    expect(resolution.tried.at(-1)?.result).toBe('unreadable')
    expect(resolutionText(resolution).at(-1)).toContain('which is not a readable package')
  })

  it('UE2.5 names a file by GUID and generation; the highest is taken when none is asked for', async () => {
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
    expect(first).toMatch(/^\/ut3\/UTGame\/CookedPC\/Nothing\.(\w+): not there, nor Nothing\.\w+.*, Nothing_SF\.\1/)
    expect(others.at(-1)).toBe('Nothing is missing')
  })

  it('looks into all folders inside, cooked ones first, last or never', async () => {
    const files = await ut3Install()
    const path = async (cooked: 'first' | 'last' | 'never') =>
      (await (await openInstall(files, '/ut3', { cooked })).resolve('hu_deco')).found?.path
    expect(await path('first')).toBe('/ut3/UTGame/CookedPC/Environments/HU_Deco.upk')
    expect(await path('last')).toBe('/ut3/UTGame/Content/Environments/HU_Deco.upk')
    expect(await path('never')).toBe('/ut3/UTGame/Content/Environments/HU_Deco.upk')
  })

  it('takes extensions in their order, and the ending of stand-alone cooked packages', async () => {
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

  it('a file without extension hides nothing', async () => {
    const files = await ut3Install()
    files.add('Binaries/Engine', 'x')
    expect((await (await openInstall(files, '/ut3')).resolve('Engine')).found?.path).toBe(
      '/ut3/UTGame/CookedPC/Engine.u',
    )
  })

  it('does not follow a folder that contains itself forever', async () => {
    const files = new MemoryFiles('/loop')
    files.add('AGame/Config/AEngine.ini', '[Core.System]\nPaths=..\\AGame\\Content\nExtensions=upk\n')
    files.add('AGame/Content/Rocks.upk', new Uint8Array(4))
    const list = files.list.bind(files)
    // A link back to where it is: every folder of the tree has it again.
    files.list = async (folder) => {
      const inContent = folder.startsWith('/loop/AGame/Content')
      const entries = await list(inContent ? '/loop/AGame/Content' : folder)
      return inContent ? [...entries, { name: 'Again', kind: 'folder', size: 0, modified: 0 }] : entries
    }
    const install = await openInstall(files, '/loop')
    expect((await install.resolve('Rocks')).found?.path).toBe('/loop/AGame/Content/Rocks.upk')
  })
})
