import { Guid } from '@ukit/container'
import { checkInstall, openInstall } from '@ukit/game'
import { describe, expect, it } from 'vitest'
import { addPackages, UT99_INI, ut3Install, ut99Install, ut2004Install } from '../../../../testing/installs.js'
import { guidOf, type MadePackage, madePackage, UT3, UT99 } from '../../../../testing/made-package.js'
import type { MemoryFiles } from '../../../../testing/memory-files.js'

async function problemsOf(files: MemoryFiles) {
  return checkInstall(await openInstall(files, files.root))
}

async function clean(): Promise<MemoryFiles> {
  return (await ut99Install()).remove('Textures/MyMod.utx')
}

const wall = (name: string, guid?: Guid, object = 'Texture Wall'): MadePackage => ({
  name,
  shape: UT99,
  objects: [{ object }],
  ...(guid === undefined ? {} : { guid }),
})

describe('an install without problems', () => {
  it('has none reported', async () => {
    expect(await problemsOf(await clean())).toEqual([])
    expect(await problemsOf(await ut2004Install())).toEqual([])
    expect(await problemsOf(await ut3Install())).toEqual([])
  })
})

describe('two files with the same package name', () => {
  it('of different kinds are reported: one is never found', async () => {
    expect(await problemsOf(await ut99Install())).toEqual([
      {
        kind: 'shadowed',
        message:
          'the game looks for MyMod and finds "/ut99/System/MyMod.u"; "/ut99/Textures/MyMod.utx" ' +
          'is never found by its name. Names of packages must differ, whatever their extensions: ' +
          'rename one, also where it is used',
        paths: ['/ut99/System/MyMod.u', '/ut99/Textures/MyMod.utx'],
      },
    ])
  })

  const two = async (first: MadePackage, second: MadePackage) => {
    const files = await clean()
    files.add(
      'System/UnrealTournament.ini',
      UT99_INI.replace('Paths=..\\Sounds', 'Paths=..\\More\\*.utx\r\nPaths=..\\Sounds'),
    )
    await addPackages(files, { 'Textures/Walls.utx': first, 'More/Walls.utx': second })
    return problemsOf(files)
  }

  it('are reported for different GUIDs, the same GUID with different content, and the same bytes', async () => {
    const [other, ...more] = await two(wall('Walls'), wall('Walls', new Guid(1, 2, 3, 4)))
    expect(more).toEqual([])
    expect(other).toMatchObject({ kind: 'other-guid', paths: ['/ut99/Textures/Walls.utx', '/ut99/More/Walls.utx'] })
    expect(other?.message).toContain(`(${guidOf('Walls')} and 00000001000000020000000300000004)`)
    expect((await two(wall('Walls'), wall('Walls', undefined, 'Texture Door'))).map(({ kind }) => kind)).toEqual([
      'same-guid',
    ])
    expect(await two(wall('Walls'), wall('Walls'))).toEqual([
      {
        kind: 'shadowed',
        message: '"/ut99/More/Walls.utx" is a copy of "/ut99/Textures/Walls.utx", which is found first; remove it',
        paths: ['/ut99/Textures/Walls.utx', '/ut99/More/Walls.utx'],
      },
    ])
  })

  it('are reported if size and GUID are the same and one byte differs', async () => {
    const files = await clean()
    const bytes = await madePackage(wall('Walls'))
    const changed = bytes.slice()
    const last = changed.length - 1
    changed[last] = (changed[last] ?? 0) ^ 1
    files.add('Textures/Walls.utx', bytes).add('Textures/WALLS.utx', changed)
    const [problem, ...more] = await problemsOf(files)
    expect(more).toEqual([])
    expect(problem?.kind).toBe('same-guid')
    expect(problem?.paths).toEqual(['/ut99/Textures/WALLS.utx', '/ut99/Textures/Walls.utx'])
    expect(problem?.message).toContain('only when it is spelt "Walls", and on Windows never')
  })

  it('are reported if one has no extension and is found before the package', async () => {
    const files = await clean()
    files.add('System/botpack', 'notes')
    expect(await problemsOf(files)).toEqual([])
    files.add('System/Botpack', 'notes')
    expect((await problemsOf(files)).filter(({ kind }) => kind === 'no-extension')).toEqual([
      {
        kind: 'no-extension',
        message:
          'the file "/ut99/System/Botpack" has no extension and is found instead of the package ' +
          'Botpack ("/ut99/System/Botpack.u"); rename or remove it',
        paths: ['/ut99/System/Botpack', '/ut99/System/Botpack.u'],
      },
    ])
  })
})

describe('a dot in a package’s name', () => {
  it('prevents others from finding it, except maps', async () => {
    const files = await clean()
    await addPackages(files, { 'Textures/Tex1.2.utx': wall('Tex1.2'), 'Maps/DM-A-v1.2.unr': wall('DM-A-v1.2') })
    const install = await openInstall(files, files.root)
    expect((await install.resolve('Tex1.2')).found).toBeUndefined()
    files.add('Maps/DM-A-v1.unr', await madePackage(wall('DM-A-v1')))
    const two = await openInstall(files, files.root)
    expect((await two.packages()).filter(({ shadowedBy }) => shadowedBy !== undefined)).toEqual([])
    expect((await install.resolve('DM-A-v1.2.unr')).found?.path).toBe('/ut99/Maps/DM-A-v1.2.unr')
    expect(await checkInstall(install)).toEqual([
      {
        kind: 'dot-in-name',
        message:
          '"/ut99/Textures/Tex1.2.utx" has a dot in its name, and the game cuts names at the last ' +
          'dot: anything that needs Tex1.2 gets Tex1 or nothing',
        paths: ['/ut99/Textures/Tex1.2.utx'],
      },
    ])
  })
})

describe('the lists of the ini', () => {
  it('EditPackages is checked for wrong order, repetition and missing packages; sources are enough', async () => {
    const files = await clean()
    const list = ['MyMod', 'Botpack', 'Core', 'Engine', 'Core', 'Nothing', 'Lost', 'ToDo']
    const ini = `${UT99_INI.slice(0, UT99_INI.indexOf('EditPackages'))}${list.map((one) => `EditPackages=${one}`).join('\n')}\n`
    files.add('System/UnrealTournament.ini', ini).add('ToDo/Classes/A.uc', 'class A;')
    expect((await problemsOf(files)).map(({ kind, message }) => [kind, message])).toEqual([
      ['edit-packages', 'EditPackages names Core twice; remove one line'],
      [
        'edit-packages',
        'MyMod needs Botpack, which comes after it in EditPackages; move the line of Botpack in front of it',
      ],
      [
        'edit-packages',
        'MyMod needs Engine, which comes after it in EditPackages; move the line of Engine in front of it',
      ],
      ['edit-packages', 'EditPackages names Nothing, Lost, but there are neither such packages nor their sources'],
    ])
  })

  it('ServerPackages is checked for missing, repeated and server-side packages, and the URL for faults', async () => {
    const files = await clean()
    const ini = UT99_INI.replace(
      'ServerPackages=SkyCity',
      'ServerPackages=Gone\r\nServerPackages=ServerTools\r\nServerPackages=Lost\r\nServerPackages=botpack',
    ).replace('http://redirect.example/ut/', 'https://redirect.example/ut')
    files.add('System/UnrealTournament.ini', ini)
    expect((await problemsOf(files)).map(({ kind, message }) => [kind, message.slice(0, 70)])).toEqual([
      ['server-packages', 'ServerPackages names ServerTools, but its flag ServerSideOnly keeps it'],
      ['server-packages', 'ServerPackages names Botpack twice; remove one line'],
      ['server-packages', 'ServerPackages names Gone, Lost, which are missing; install them or re'],
      ['ini', 'RedirectToURL is "https://redirect.example/ut", and file names are app'],
      ['ini', 'RedirectToURL is "https://redirect.example/ut"; the games fetch from a'],
    ])
  })
})

describe('files that the game ships itself', () => {
  it('are not reported for what they are', async () => {
    const files = await clean()
    files.add('System/UnrealTournament.ini', UT99_INI.replace('ServerPackages=SkyCity', 'ServerPackages=UWeb'))
    await addPackages(files, {
      // One package name, and both files are the game's.
      'Music/Credits.umx': { name: 'Credits', shape: UT99, guid: new Guid(1, 1, 1, 1) },
      'Textures/credits.utx': { name: 'credits', shape: UT99, guid: new Guid(2, 2, 2, 2) },
      'System/UBrowser.u': { name: 'UBrowser', shape: UT99, imports: ['Class UTBrowser.One'] },
      'System/UTBrowser.u': { name: 'UTBrowser', shape: UT99, imports: ['Class UBrowser.One'] },
      'System/UWeb.u': { name: 'UWeb', shape: UT99, flags: 5 },
    })
    expect((await problemsOf(files)).map(({ kind, message }) => [kind, message])).toEqual([
      [
        'server-packages',
        'ServerPackages names UWeb, but its flag ServerSideOnly keeps it from clients; it comes with the game, so ' +
          'clients have it: remove the line',
      ],
    ])
  })
})

describe('circles and broken files', () => {
  it('are reported by the shortest circle, and the number of further packages in it', async () => {
    const files = await clean()
    const needs = (name: string, ...others: string[]): MadePackage => ({
      name,
      shape: UT99,
      imports: others.map((other) => `Class ${other}.X`),
    })
    await addPackages(files, {
      'System/A.u': needs('A', 'B'),
      'System/B.u': needs('B', 'C', 'D'),
      'System/C.u': needs('C', 'A', 'Core'),
      'System/D.u': needs('D', 'B'),
      'System/Selfish.u': needs('Selfish', 'Selfish', 'MyLevel'),
      'Textures/P.utx': needs('P', 'q'),
      'Textures/Q.utx': needs('Q', 'P'),
    })
    expect(await problemsOf(files)).toEqual([
      {
        kind: 'circular',
        message: 'A needs B needs C needs A; 1 more package is in this circle',
        paths: ['/ut99/System/A.u', '/ut99/System/B.u', '/ut99/System/C.u', '/ut99/System/D.u'],
      },
      { kind: 'circular', message: 'P needs Q needs P', paths: ['/ut99/Textures/P.utx', '/ut99/Textures/Q.utx'] },
    ])
  })

  it('a long chain that ends at its start does not need deep recursion', async () => {
    const files = await clean()
    const count = 3000
    for (let i = 0; i < count; i++) {
      const imports = [`Texture L${(i + 1) % count}.X`]
      files.add(`Textures/L${i}.utx`, await madePackage({ name: `L${i}`, shape: UT99, imports }))
    }
    const [problem, ...more] = await problemsOf(files)
    expect(more).toEqual([])
    expect(problem).toMatchObject({ kind: 'circular' })
    expect(problem?.paths).toHaveLength(count)
  })

  it('mutual references are allowed in UE3 content, but not in script', async () => {
    const files = await ut3Install()
    const needs = (name: string, other: string): MadePackage => ({
      name,
      shape: UT3,
      imports: [`Texture2D ${other}.X`],
    })
    await addPackages(files, {
      'UTGame/CookedPC/A.upk': needs('A', 'B'),
      'UTGame/CookedPC/B.upk': needs('B', 'A'),
      'UTGame/CookedPC/C.u': needs('C', 'D'),
      'UTGame/CookedPC/D.u': needs('D', 'C'),
    })
    expect((await problemsOf(files)).map(({ message }) => message)).toEqual(['C needs D needs C'])
  })

  it('a damaged file is one problem, and does not stop the others', async () => {
    const files = await ut99Install()
    files.add('Textures/Broken.utx', Uint8Array.of(0xc1, 0x83, 0x2a, 0x9e, 69, 0))
    files.add('Textures/Text.utx', 'nothing of a package')
    expect((await problemsOf(files)).map(({ kind, paths }) => [kind, paths[0]])).toEqual([
      ['unreadable', '/ut99/Textures/Broken.utx'],
      ['unreadable', '/ut99/Textures/Text.utx'],
      ['shadowed', '/ut99/System/MyMod.u'],
    ])
  })
})
