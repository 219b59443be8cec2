import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SourceError } from '@ukit/files'
import { checkInstall, openInstall } from '@ukit/game'
import { folderFiles } from '@ukit/game/node'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { corpusPath, describeCorpus } from '../../../../testing/corpus.js'
import {
  largeInstall,
  UT3_INI,
  UT99_INI,
  ut3Install,
  ut99Install,
  ut2004Install,
} from '../../../../testing/installs.js'
import { guidOf, madePackage, UNREAL } from '../../../../testing/made-package.js'
import { MemoryFiles, MODIFIED } from '../../../../testing/memory-files.js'

const scratch: string[] = []
afterEach(async () => {
  for (const folder of scratch.splice(0)) await rm(folder, { recursive: true, force: true })
})

async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ukit-game-'))
  scratch.push(folder)
  return folder
}

describe('recognising a game', () => {
  it('recognises Unreal Tournament by its ini, from its folder, its System folder and the ini itself', async () => {
    const files = await ut99Install()
    for (const path of ['/ut99', '/ut99/', '/ut99/System', '/ut99/System/UnrealTournament.ini', '\\ut99\\System']) {
      const install = await openInstall(files, path)
      expect(install).toMatchObject({
        root: '/ut99',
        base: '/ut99/System',
        iniPath: '/ut99/System/UnrealTournament.ini',
        generation: 1,
        game: 'unreal-tournament',
        cacheFolder: '/ut99/Cache',
        problems: [],
      })
    }
  })

  it('recognises Unreal Tournament 2004 and 3', async () => {
    expect(await openInstall(await ut2004Install(), '/ut2004')).toMatchObject({
      generation: 2,
      game: 'ut2004',
      problems: [],
    })
    const ut3 = await openInstall(await ut3Install(), '/ut3')
    expect(ut3).toMatchObject({
      generation: 3,
      game: 'ut3',
      iniPath: '/ut3/UTGame/Config/UTEngine.ini',
      base: '/ut3/Binaries',
      problems: [],
    })
    expect((await openInstall(await ut3Install(), '/ut3/UTGame/Config/UTEngine.ini')).root).toBe('/ut3')
    expect((await openInstall(await ut3Install(), '/ut3/Binaries')).root).toBe('/ut3')
  })

  it('finds folders ignoring case, and reports if their spelling on the disk differs', async () => {
    const files = new MemoryFiles('/g')
    files.add('SYSTEM/unrealtournament.INI', UT99_INI)
    files.add('maps/DM-A.unr', await madePackage({ name: 'A', shape: UNREAL }))
    const install = await openInstall(files, '/g')
    expect(install).toMatchObject({ base: '/g/SYSTEM', game: 'unreal-tournament' })
    expect(install.searchPath[1]).toMatchObject({ folder: '/g/Maps', real: '/g/maps' })
    expect((await install.packages()).map(({ path }) => path)).toEqual(['/g/maps/DM-A.unr'])
  })

  it('uses the ini that contains a search path for an unknown game', async () => {
    const files = new MemoryFiles('/g')
    files.add('System/User.ini', '[A]\nB=1\n')
    files.add('System/Mystery.ini', '[URL]\nMapExt=zz\n[Core.System]\nPaths=..\\Maps\\*.zz\nPaths=..\\Meshes\\*.usx\n')
    files.addFolder('Maps').addFolder('Meshes')
    expect(await openInstall(files, '/g')).toMatchObject({
      iniPath: '/g/System/Mystery.ini',
      generation: 2,
      game: undefined,
      problems: [],
    })
  })

  it('uses Default.ini before the first start, and recognises the game by its packages', async () => {
    const files = new MemoryFiles('/g')
    files.add('System/Default.ini', UT99_INI)
    const install = await openInstall(files, '/g')
    expect(install).toMatchObject({ iniPath: '/g/System/Default.ini', game: 'unreal-tournament', generation: 1 })
  })

  it('without an ini, uses the defaults of the engine that the folders show', async () => {
    const files = new MemoryFiles('/g')
    files.add('System/Core.u', new Uint8Array(4)).add('Maps/A.rom', new Uint8Array(4)).addFolder('StaticMeshes')
    const install = await openInstall(files, '/g')
    expect(install).toMatchObject({ generation: 2, iniPath: undefined })
    expect(install.settings.paths).toContain('../Maps/*.rom')
    expect(install.problems.map(({ kind }) => kind)).toEqual(['no-ini'])
    const cooked = new MemoryFiles('/c')
    cooked.add('MysteryGame/CookedPC/Core.u', new Uint8Array(4)).addFolder('Engine/Config')
    const ue3 = await openInstall(cooked, '/c')
    expect(ue3).toMatchObject({ generation: 3, game: undefined })
    expect((await ue3.packages()).map(({ name, cooked: isCooked }) => [name, isCooked])).toEqual([['Core', true]])
  })

  it('prefers the named ini, and reports others', async () => {
    const files = await ut99Install()
    files.add('System/Unreal.ini', UT99_INI)
    const install = await openInstall(files, '/ut99')
    expect(install.otherInis).toEqual(['/ut99/System/Unreal.ini'])
    expect(await openInstall(files, '/ut99/System/Unreal.ini')).toMatchObject({ game: 'unreal' })
  })

  it('refuses a path that does not exist', async () => {
    await expect(openInstall(await ut99Install(), '/elsewhere')).rejects.toThrow(SourceError)
    await expect(openInstall(await ut99Install(), '/ut99/System/None.ini')).rejects.toThrow(
      'there is no folder or ini "/ut99/System/None.ini"',
    )
  })
})

describe('problems with an ini are reported and never fatal', () => {
  const open = async (ini: string) => {
    const files = await ut99Install()
    files.add('System/UnrealTournament.ini', ini)
    return openInstall(files, '/ut99')
  }

  it('for missing folders, except the folder of saved games', async () => {
    const { problems } = await open(
      '[Core.System]\nPaths=..\\System\\*.u\nPaths=..\\Nowhere\\*.utx\nPaths=../Saves/*.uvx\n',
    )
    expect(problems).toEqual([
      {
        kind: 'missing-folder',
        message: 'the folder "/ut99/Nowhere" of the search path is missing (the ini says "..\\Nowhere\\*.utx")',
        paths: ['/ut99/Nowhere'],
      },
    ])
  })

  it('for a drive letter, a path without *, a path that occurs twice, and both forms of the list', async () => {
    const { problems, searchPath } = await open(
      '[Core.System]\nPaths=C:\\UT\\Maps\\*.unr\nPaths=..\\Textures\nPaths=..\\System\\*.u\nPaths=../system/*.U\nPaths[0]=..\\Maps\\*.unr\n',
    )
    expect(problems.map(({ kind, message }) => [kind, message.slice(0, 60)])).toEqual([
      ['ini', '"/ut99/System/UnrealTournament.ini" has both Paths= and Path'],
      ['ini', 'the path "../system/*.U" is listed twice in "/ut99/System/Un'],
      ['ini', 'the path "C:\\UT\\Maps\\*.unr" names a drive of another machine'],
      ['missing-folder', 'the folder "C:/UT/Maps" of the search path is missing (the i'],
      ['ini', 'the path "..\\Textures" has no * in it, so it finds nothing; '],
    ])
    expect(searchPath.map(({ folder }) => folder)).toEqual(['C:/UT/Maps', '/ut99/System', '/ut99/system'])
  })

  it('for an ini without a search path', async () => {
    const { problems, searchPath } = await open('[Engine.Engine]\nLanguage=det\n')
    expect(problems.map(({ kind }) => kind)).toEqual(['ini'])
    expect(searchPath.map(({ text }) => text)).toContain('../Textures/*.utx')
  })

  it('for an ini of random bytes', async () => {
    const files = await ut99Install()
    files.add(
      'System/UnrealTournament.ini',
      Uint8Array.from({ length: 5000 }, (_, i) => (i * 73 + (i >> 3)) & 255),
    )
    const install = await openInstall(files, '/ut99')
    expect((await install.resolve('Botpack')).found?.path).toBe('/ut99/System/Botpack.u')
  })
})

describe('paths of the game and its ini', () => {
  it('an ini in the user’s own folder belongs to the named game', async () => {
    const files = await ut99Install()
    files.add('home/.loki/ut/System/UnrealTournament.ini', '[Core.System]\nPaths=../System/*.u\nCachePath=../Cache\n')
    const install = await openInstall(files, '/ut99/home/.loki/ut/System/UnrealTournament.ini', { root: '/ut99' })
    expect(install).toMatchObject({ root: '/ut99', base: '/ut99/System', game: 'unreal-tournament', problems: [] })
    expect((await install.packages()).map(({ entry }) => entry)).toEqual([0, 0, 0, 0, 0])
    const ut3 = await ut3Install()
    ut3.add('home/My Games/UTGame/Config/UTEngine.ini', UT3_INI.replace('..\\UTGame\\Published', '..\\UTGame\\Mine'))
    const own = await openInstall(ut3, '/ut3/home/My Games/UTGame/Config/UTEngine.ini', { root: '/ut3' })
    expect(own).toMatchObject({ root: '/ut3', base: '/ut3/Binaries', game: 'ut3' })
    expect(own.searchPath.map(({ folder }) => folder)).toContain('/ut3/UTGame/Mine/CookedPC')
  })

  it('a relative path is completed if the current folder is known', async () => {
    const files = Object.assign(await ut99Install(), {
      absolute: (path: string) => (path === '.' ? '/ut99/System' : path === '..' ? '/ut99' : `/ut99/System/${path}`),
    })
    for (const path of ['.', '..', './', 'UnrealTournament.ini', './UnrealTournament.ini']) {
      expect(await openInstall(files, path)).toMatchObject({ root: '/ut99', base: '/ut99/System', problems: [] })
    }
  })

  it('a folder that cannot be listed is a problem, and is treated as empty', async () => {
    const files = await ut99Install()
    const list = files.list.bind(files)
    files.list = async (folder) => {
      if (folder === '/ut99/Sounds') throw new SourceError('io', 'permission denied', { path: folder })
      return list(folder)
    }
    const install = await openInstall(files, '/ut99')
    expect((await install.resolve('AmbOutside')).found).toBeUndefined()
    expect((await install.resolve('SkyCity')).found).toBeDefined()
    expect((await checkInstall(install)).filter(({ kind }) => kind === 'missing-folder')).toEqual([
      {
        kind: 'missing-folder',
        message: 'the folder "/ut99/Sounds" cannot be read: permission denied',
        paths: ['/ut99/Sounds'],
      },
    ])
  })

  it('XCOM 2 is distinguished from XCOM by its program', async () => {
    const files = new MemoryFiles('/x')
    files.add('XComGame/Config/DefaultEngine.ini', '[Core.System]\nPaths=..\\..\\XComGame\\Content\n')
    files.addFolder('XComGame/Content')
    expect((await openInstall(files, '/x')).game).toBe('xcom-enemy-unknown')
    files.add('Binaries/Win64/XCom2.exe', 'MZ')
    expect((await openInstall(files, '/x')).game).toBe('xcom-2')
  })
})

describe('malicious inis', () => {
  const open = async (ini: string | Uint8Array, overlay = '') => {
    const files = await ut2004Install()
    files.add('System/UT2004.ini', ini).add('MyTC/System/Default.ini', overlay)
    return openInstall(files, '/ut2004', { mod: 'MyTC' })
  }

  it('with tens of thousands of lines in a search path or to merge are read quickly', async () => {
    const lines = (start: string) => Array.from({ length: 40_000 }, (_, i) => `${start}Paths=../a${i}/*.u`).join('\n')
    const install = await open(
      `[Core.System]\n${lines('')}`,
      `[Core.System]\n${lines('+')}\n${lines('-')}\nPaths=../System/*.u\n`,
    )
    expect(install.settings.paths).toEqual(['../System/*.u'])
    const long = await open(`[Core.System]\n${lines('')}`)
    expect(long.searchPath).toHaveLength(500)
    expect(long.problems[0]?.message).toBe('the search path has 40000 entries; only the first 500 are used')
  })

  it('that are too large are not read', async () => {
    const install = await open(new Uint8Array(3_000_000))
    expect(install.problems.map(({ message }) => message).join()).toContain('is too large for an ini: 3000000 bytes')
  })

  it('can contain any bytes', async () => {
    const parts = fc.constantFrom(
      '[Core.System]',
      'Paths=',
      'Paths[',
      '=',
      '\n',
      '\r',
      '../',
      '*',
      '\\',
      '\u0000',
      'ÿ',
      'C:',
      '"',
      '+',
      '-',
    )
    await fc.assert(
      fc.asyncProperty(fc.array(parts, { maxLength: 40 }), fc.array(parts, { maxLength: 40 }), async (a, b) => {
        const install = await open(a.join(''), b.join(''))
        await install.packages()
        await install.resolve('Engine')
      }),
      { numRuns: 200 },
    )
  })
})

describe('mods, and inis on top of each other', () => {
  it('applies a UT2004 mod’s Default.ini on top of the game’s ini', async () => {
    const install = await openInstall(await ut2004Install(), '/ut2004', { mod: 'MyTC' })
    expect(install.problems).toEqual([])
    expect(install.settings.serverPackages).toEqual(['Core', 'Engine', 'XGame', 'Onslaught', 'MyTCGame'])
    expect((await install.resolve('MyTCGame')).found?.path).toBe('/ut2004/MyTC/System/MyTCGame.u')
    expect((await install.resolve('Valley')).found?.path).toBe('/ut2004/MyTC/Textures/Valley.utx')
    const plain = await openInstall(await ut2004Install(), '/ut2004')
    expect((await plain.resolve('Valley')).found?.path).toBe('/ut2004/Textures/Valley.utx')
    expect((await plain.resolve('MyTCGame')).found).toBeUndefined()
  })

  it('uses the ini that the game has created for the mod', async () => {
    const files = await ut2004Install()
    files.add('MyTC/System/MyTC.ini', '[Core.System]\nPaths=../MyTC/System/*.u\n')
    const install = await openInstall(files, '/ut2004', { mod: 'MyTC' })
    expect(install.iniPath).toBe('/ut2004/MyTC/System/MyTC.ini')
    expect((await install.packages()).map(({ name }) => name)).toEqual(['MyTCGame'])
  })

  it('reports a missing mod', async () => {
    const install = await openInstall(await ut2004Install(), '/ut2004', { mod: 'Other' })
    expect(install.problems.map(({ kind }) => kind)).toEqual(['no-ini'])
    expect(install.game).toBe('ut2004')
  })

  it('follows a UE3 Default ini to the one that it is based on, but not in circles', async () => {
    const files = await ut3Install()
    files.remove('UTGame/Config/UTEngine.ini')
    files.add(
      'UTGame/Config/DefaultEngine.ini',
      '[Configuration]\nBasedOn=..\\Engine\\Config\\BaseEngine.ini\n[Core.System]\n-Extensions=u\n+Extensions=upx\n',
    )
    const install = await openInstall(files, '/ut3')
    expect(install.problems).toEqual([])
    expect(install.settings.extensions).toEqual(['upk', 'ut3', 'upx'])
    files.add(
      'Engine/Config/BaseEngine.ini',
      `[Configuration]\nBasedOn=..\\UTGame\\Config\\DefaultEngine.ini\n${UT3_INI}`,
    )
    expect((await openInstall(files, '/ut3')).settings.cachePath).toBe('..\\UTGame\\Cache')
    files.remove('Engine/Config/BaseEngine.ini')
    expect((await openInstall(files, '/ut3')).problems.map(({ message }) => message).join()).toContain(
      'which does not exist',
    )
  })

  it('resolves paths of UDK from a folder inside Binaries', async () => {
    const files = new MemoryFiles('/udk')
    files.add('UDKGame/Config/UDKEngine.ini', '[Core.System]\nPaths=..\\..\\UDKGame\\Content\nExtensions=upk\n')
    files.add('UDKGame/Content/A/B/Rocks.upk', new Uint8Array(4)).addFolder('Engine').addFolder('Binaries')
    const install = await openInstall(files, '/udk')
    expect(install).toMatchObject({ base: '/udk/Binaries/Win32', game: 'udk' })
    expect((await install.packages()).map(({ path }) => path)).toEqual(['/udk/UDKGame/Content/A/B/Rocks.upk'])
  })
})

describe('packages and their headers', () => {
  it('lists all files on the search path in its order, with the files that hide them', async () => {
    const install = await openInstall(await ut99Install(), '/ut99')
    expect((await install.packages()).map(({ path, shadowedBy }) => [path, shadowedBy])).toEqual([
      ['/ut99/System/Botpack.u', undefined],
      ['/ut99/System/Core.u', undefined],
      ['/ut99/System/Engine.u', undefined],
      ['/ut99/System/MyMod.u', undefined],
      ['/ut99/System/ServerTools.u', undefined],
      ['/ut99/Maps/DM-Cached.unr', undefined],
      ['/ut99/Maps/DM-Tower.unr', undefined],
      ['/ut99/Textures/MyMod.utx', '/ut99/System/MyMod.u'],
      ['/ut99/Textures/SkyCity.utx', undefined],
      ['/ut99/Textures/Unused.utx', undefined],
      ['/ut99/Sounds/AmbOutside.uax', undefined],
      ['/ut99/Music/Foregone.umx', undefined],
    ])
  })

  it('reads a header once, and otherwise only listings', async () => {
    const files = await ut99Install()
    const install = await openInstall(files, '/ut99')
    files.opened.length = 0
    await install.packages()
    await install.resolve('Botpack')
    expect(files.opened).toEqual([])
    const stamp = await install.stamp('/ut99/System/Botpack.u')
    expect(stamp).toMatchObject({ name: 'Botpack', fileName: 'Botpack.u', version: 69, licensee: 0, flags: 1 })
    expect(stamp.guid.toString()).toBe(guidOf('Botpack').toString())
    expect(stamp.generations).toHaveLength(2)
    expect(stamp.generations[0]).toMatchObject({ exportCount: 3, nameCount: 12 })
    await install.stamp('/ut99/System/Botpack.u')
    expect(files.opened).toEqual(['/ut99/System/Botpack.u'])
    const listed = files.listed.length
    await install.resolve('SkyCity')
    await install.packages()
    expect(files.listed.length).toBe(listed)
  })

  it('lists each folder once and opens no file, for any number of packages and searches', async () => {
    const files = await largeInstall(1100)
    const install = await openInstall(files, '/large')
    files.opened.length = 0
    expect(await install.packages()).toHaveLength(1103)
    for (let i = 0; i < 1000; i++) {
      expect((await install.resolve(`Tex${i}`)).found?.path).toBe(`/large/Textures/Tex${i}.utx`)
      expect((await install.resolve(`tex${i}`)).found?.path).toBe(`/large/Textures/Tex${i}.utx`)
    }
    expect(files.opened).toEqual([])
    expect(files.listed.length).toBe(new Set(files.listed).size)
  })

  it('before version 68, returns the last GUID of the heritage and one generation', async () => {
    const files = new MemoryFiles('/u')
    files.add('System/Old.u', await madePackage({ name: 'Old', shape: UNREAL, objects: [{ object: 'Light A' }] }))
    const install = await openInstall(files, '/u')
    const stamp = await install.stamp('/u/System/Old.u')
    expect(stamp.version).toBe(61)
    expect(stamp.guid.toString()).toBe(guidOf('Old').toString())
    expect(stamp.generations.map(({ exportCount }) => exportCount)).toEqual([1])
  })

  it('opens a game on the disk, links and missing folders included', async () => {
    const folder = await scratchFolder()
    await (await ut99Install()).writeTo(folder)
    await rm(join(folder, 'Music'), { recursive: true })
    const install = await openInstall(folderFiles, folder)
    expect(install.problems.map(({ kind }) => kind)).toEqual(['missing-folder'])
    expect(await install.packages()).toHaveLength(11)
    const { found } = await install.resolve('Downloaded', { guid: guidOf('Downloaded') })
    expect(found).toMatchObject({ where: 'cache', modified: MODIFIED })
  })
})

describeCorpus('the ini of a real game, alone in a folder', () => {
  it('is opened with every folder missing', async () => {
    const install = await openInstall(folderFiles, corpusPath('game-ut99/UnrealTournament.ini'))
    expect(install).toMatchObject({ game: 'unreal-tournament', generation: 1 })
    expect(install.problems.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'missing-folder'))
    expect(await install.packages()).toEqual([])
  })
})
