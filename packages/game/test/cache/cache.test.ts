import { Guid } from '@ukit/container'
import { safePath } from '@ukit/files'
import {
  findCache,
  inferNames,
  openInstall,
  placeInGame,
  planClean,
  planRestore,
  readCache,
  verifyCache,
} from '@ukit/game'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { corpusFile, describeCorpus } from '../../../../testing/corpus.js'
import { ut99Install } from '../../../../testing/installs.js'
import { guidOf, type MadePackage, madePackage, UT3, UT99, UT2004 } from '../../../../testing/made-package.js'
import { MemoryFiles } from '../../../../testing/memory-files.js'

const KEY = (name: string) => guidOf(name).toString()

/** A cache with these packages under their GUIDs, and a `cache.ini` with these lines. */
async function cacheOf(packages: readonly MadePackage[], lines?: readonly string[]): Promise<MemoryFiles> {
  const files = new MemoryFiles('/cache')
  for (const made of packages) files.add(`${KEY(made.name)}.uxx`, await madePackage(made))
  if (lines !== undefined) files.add('cache.ini', `[Cache]\r\n${lines.map((line) => `${line}\r\n`).join('')}`)
  return files
}

const EMPTY = {
  folder: '/cache',
  extension: '.uxx',
  style: undefined,
  iniPath: undefined,
  entries: [],
  files: [],
  temporary: [],
  unknown: [],
  dangling: [],
  versions: new Map(),
}
const MAP: MadePackage = { name: 'DM-A', shape: UT99, objects: [{ object: 'Level MyLevel' }] }
const WALLS: MadePackage = {
  name: 'Walls',
  shape: UT99,
  objects: [{ object: 'Texture Base.Stone' }, { object: 'Texture Base.Wood' }],
}

describe('readCache', () => {
  it('matches files and lines of cache.ini, and lists those without a counterpart', async () => {
    const files = await cacheOf([MAP, WALLS], [`${KEY('DM-A')}=DM-A.unr`, `${KEY('Gone')}=Gone.u`, 'notakey=x'])
    files.add('0001.tmp', 'x').add('readme.txt', 'x')
    const cache = await readCache(files, '/cache')
    expect(cache.style).toBe('ue1')
    expect(cache.files.map(({ realName, fileName }) => [fileName, realName]).sort()).toEqual(
      [
        [`${KEY('DM-A')}.uxx`, 'DM-A.unr'],
        [`${KEY('Walls')}.uxx`, undefined],
      ].sort(),
    )
    expect(cache.files[0]?.package?.version).toBe(69)
    expect(cache.dangling.map(({ name }) => name)).toEqual(['Gone.u'])
    expect(cache.temporary.map(({ name }) => name)).toEqual(['0001.tmp'])
    expect(cache.unknown.map(({ name }) => name)).toEqual(['readme.txt'])
  })

  it('reads UE2.5 names, and finds several versions of one name', async () => {
    const [a, b] = [new Guid(1, 2, 3, 4), new Guid(5, 6, 7, 8)]
    const files = new MemoryFiles('/cache')
    files.add(`${a}-1.uxx`, await madePackage({ name: 'M', shape: UT2004, guid: a }))
    files.add(`${b}-2.uxx`, await madePackage({ name: 'M', shape: UT2004, guid: b, releases: [[0, 1]] }))
    files.add('Cache.ini', `[Cache]\n${a}-1=M.u\n${b}-2=m.U\n`)
    const cache = await readCache(files, '/cache')
    expect(cache.style).toBe('ue2.5')
    expect(cache.versions.get('m.u')?.map(({ generation }) => generation)).toEqual([1, 2])
    expect(await verifyCache(files, cache)).toEqual([])
  })

  it('returns an empty cache for a missing folder', async () => {
    expect((await readCache(new MemoryFiles('/x'), '/nowhere')).files).toEqual([])
  })
})

describe('a cache with any content', () => {
  it('is read without an error', async () => {
    const bytes = await madePackage(WALLS)
    await fc.assert(
      fc.asyncProperty(
        fc.nat(bytes.length),
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 4 }),
        fc.uint8Array({ maxLength: 200 }),
        async (length, changes, ini) => {
          const content = bytes.slice(0, length)
          for (const [at, value] of changes) if (at < length) content[at] = value
          const files = new MemoryFiles('/cache').add(`${KEY('Walls')}.uxx`, content)
          files.add('cache.ini', Uint8Array.of(...new TextEncoder().encode('[Cache]\n'), ...ini))
          const cache = await readCache(files, '/cache')
          await verifyCache(files, cache, { deep: true })
          planRestore(cache, { names: await inferNames(files, cache) })
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('verifyCache', () => {
  it('reports each problem', async () => {
    const bytes = await madePackage(WALLS)
    const files = await cacheOf(
      [MAP],
      [`${KEY('DM-A')}=../System/Core.u`, `${KEY('Gone')}=Gone.u`, `${KEY('Cut')}=Cut.utx`],
    )
    files.add(`${KEY('Other')}.uxx`, bytes)
    files.add(`${KEY('Walls')}.uxx`, bytes.subarray(0, bytes.length - 3))
    files.add(`${KEY('Cut')}.uxx`, bytes.subarray(0, 20))
    files.add(`${KEY('Html')}.uxx`, '<html>')
    files.add(`${KEY('Gen')}-3.uxx`, await madePackage({ name: 'Gen', shape: UT2004 }))
    files.add('note.txt', '')
    const problems = await verifyCache(files, await readCache(files, '/cache'))
    const kinds = problems.map(({ kind, file }) => `${kind} ${file.replace(/\.uxx$/, '')}`)
    expect(kinds.sort()).toEqual(
      [
        `unsafe-name ${KEY('DM-A')}`,
        `guid ${KEY('Other')}`,
        `unnamed ${KEY('Other')}`,
        `damaged ${KEY('Walls')}`,
        `unnamed ${KEY('Walls')}`,
        `unreadable ${KEY('Cut')}`,
        `unreadable ${KEY('Html')}`,
        `unnamed ${KEY('Html')}`,
        `generation ${KEY('Gen')}-3`,
        `unnamed ${KEY('Gen')}-3`,
        `dangling ${KEY('Gone')}`,
        'unknown note.txt',
      ].sort(),
    )
  })
})

describe('inferNames', () => {
  it('uses the name of a missing package whose objects are all in the file', async () => {
    const needer: MadePackage = {
      name: 'DM-A',
      shape: UT99,
      imports: ['Texture OldMill.Base.Stone', 'Texture OldMill.Base.Wood', 'Texture Elsewhere.Base.Steel'],
      objects: [{ object: 'Level MyLevel' }],
    }
    const files = await cacheOf([needer, WALLS], [`${KEY('DM-A')}=DM-A.unr`])
    const names = await inferNames(files, await readCache(files, '/cache'))
    expect([...names.values()]).toEqual([
      expect.objectContaining({ fileName: 'OldMill.utx', content: 'textures', evidence: 'imports', sure: true }),
    ])
  })

  it('does not use a name that two files could have, or that of a known package', async () => {
    const needer: MadePackage = {
      name: 'DM-A',
      shape: UT99,
      imports: ['Texture OldMill.Base.Stone'],
      objects: MAP.objects ?? [],
    }
    const twice = await cacheOf([needer, WALLS, { ...WALLS, name: 'Walls2' }], [`${KEY('DM-A')}=DM-A.unr`])
    const names = await inferNames(twice, await readCache(twice, '/cache'))
    expect([...names.values()].map(({ evidence }) => evidence)).toEqual(['group', 'group'])
    const known = await cacheOf([needer, WALLS], [`${KEY('DM-A')}=DM-A.unr`])
    const installed = [{ path: '/nowhere/OldMill.utx', name: 'OldMill' }]
    const found = await inferNames(known, await readCache(known, '/cache'), { installed })
    expect([...found.values()].map(({ evidence }) => evidence)).toEqual(['group'])
  })

  it('considers packages that are missing in the game', async () => {
    const game = await ut99Install('/ut99')
    const missing = { name: 'MissingTex', shape: UT99, objects: [{ object: 'Texture Base.Stone' }] }
    game.add(`Cache/${KEY('MissingTex')}.uxx`, await madePackage(missing))
    const install = await openInstall(game, '/ut99')
    const names = await inferNames(game, await readCache(game, install.cacheFolder), {
      installed: await install.packages(),
    })
    expect([...names.values()].map(({ fileName }) => fileName)).toEqual(['MissingTex.utx'])
  })

  it.each([
    ['map', UT99, 'Level MyLevel', 'unr'],
    ['code', UT99, 'Class Thing', 'u'],
    ['sounds', UT99, 'Sound Bang', 'uax'],
    ['music', UT99, 'Music Song', 'umx'],
    ['meshes', UT2004, 'StaticMesh Tree', 'usx'],
    ['animations', UT2004, 'SkeletalMesh Man', 'ukx'],
    ['textures', UT3, 'Texture2D Wall', 'upk'],
  ] as const)('recognises %s by its content', async (content, shape, object, extension) => {
    const files = await cacheOf([{ name: 'X', shape, objects: [{ object }] }])
    const [name] = (await inferNames(files, await readCache(files, '/cache'))).values()
    expect(name?.content).toBe(content)
    expect(name?.fileName.endsWith(`.${extension}`)).toBe(true)
  })
})

describe('planRestore', () => {
  it('gives each file its real name and folder; of several with one name, the newest gets it', async () => {
    const other = { ...WALLS, name: 'Walls2' }
    const files = await cacheOf(
      [MAP, WALLS, other],
      [`${KEY('DM-A')}=DM-A.unr`, `${KEY('Walls')}=Walls.utx`, `${KEY('Walls2')}=walls.UTX`],
    )
    const cache = await readCache(files, '/cache')
    const dated = {
      ...cache,
      files: cache.files.map((file) => ({ ...file, modified: file.realName === 'walls.UTX' ? 2 : 1 })),
    }
    const { steps } = planRestore(dated, { folderFor: (extension) => (extension === 'utx' ? 'Textures' : 'Maps') })
    expect(steps.map(({ folder, fileName }) => `${folder}/${fileName}`).sort()).toEqual(
      ['Maps/DM-A.unr', 'Textures/walls.UTX', `Textures/Walls_${KEY('Walls')}.utx`].sort(),
    )
    expect(steps.find(({ fileName }) => fileName.startsWith('Walls_'))?.notes[0]).toContain('was used later')
  })

  it.each([
    ['..\\..\\System\\Core.u', 'Core.u'],
    ['/etc/passwd', 'passwd'],
    ['C:\\Windows\\x.u', 'x.u'],
    ['aux.u', '_aux.u'],
    ['ab:c.u', 'ab_c.u'],
    ['..', '_'],
    ['a\u0007b.u', 'a_b.u'],
  ])('makes %j a safe name', async (stored, plain) => {
    const files = await cacheOf([MAP], [`${KEY('DM-A')}=${stored}`])
    const { steps } = planRestore(await readCache(files, '/cache'))
    expect(steps.map(({ fileName, notes }) => [fileName, notes.length])).toEqual([[plain, 1]])
  })

  it('makes any name safe', async () => {
    const file = (await readCache(await cacheOf([MAP]), '/cache')).files[0]
    if (file === undefined) throw new Error('no file')
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('.', '/', '\\', ':', 'a', ' ', '*', '\u0000') })),
        (name) => {
          const cache = { ...EMPTY, files: [{ ...file, realName: name }] }
          const [step] = planRestore(cache).steps
          expect(safePath(step?.fileName ?? '')).toEqual({ parts: [step?.fileName] })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('leaves out files that are not packages, and reports them and damaged ones', async () => {
    const files = await cacheOf([], [`${KEY('Html')}=Page.u`, `${KEY('Walls')}=Walls.utx`])
    const bytes = await madePackage(WALLS)
    files.add(`${KEY('Html')}.uxx`, '<html>').add(`${KEY('Walls')}.uxx`, bytes.subarray(0, bytes.length - 2))
    const { steps, unreadable } = planRestore(await readCache(files, '/cache'))
    expect(unreadable.map(({ realName }) => realName)).toEqual(['Page.u'])
    expect(steps.map(({ fileName, notes }) => [fileName, notes[0]?.slice(0, 13)])).toEqual([
      ['Walls.utx', 'it is damaged'],
    ])
  })

  it('selects by GUID, name, and pattern, and reports what matches nothing', async () => {
    const files = await cacheOf([MAP, WALLS], [`${KEY('DM-A')}=DM-A.unr`, `${KEY('Walls')}=Walls.utx`])
    const cache = await readCache(files, '/cache')
    const chosen = (...only: string[]) => {
      const { steps, unmatched } = planRestore(cache, { only })
      return [steps.map(({ fileName }) => fileName).sort(), unmatched]
    }
    expect(chosen(KEY('Walls').toLowerCase())).toEqual([['Walls.utx'], []])
    expect(chosen('dm-a', 'nothing')).toEqual([['DM-A.unr'], ['nothing']])
    expect(chosen('*.U?X', 'DM-A.unr')).toEqual([['DM-A.unr', 'Walls.utx'], []])
  })
})

describe('a cache of a game', () => {
  it('is found from the game, its ini, the folder and cache.ini', async () => {
    const game = await ut99Install('/ut99')
    for (const path of ['/ut99', '/ut99/System/UnrealTournament.ini', '/ut99/Cache', '/ut99/Cache/cache.ini']) {
      expect((await findCache(game, path)).folder).toBe('/ut99/Cache')
    }
    await expect(findCache(game, '/nowhere')).rejects.toMatchObject({ name: 'SourceError', kind: 'io' })
  })

  it('restores files to the folders in which the game looks for them', async () => {
    const install = await openInstall(await ut99Install('/ut99'), '/ut99')
    expect(['utx', 'unr', 'U', 'usx', 'xyz'].map((extension) => placeInGame(install, extension))).toEqual([
      'Textures',
      'Maps',
      'System',
      'StaticMeshes',
      '',
    ])
  })
})

describe('planClean', () => {
  const DAY = 86_400_000
  it('removes files that are older than the days, and old temporary files; 0 days means never', async () => {
    const files = await cacheOf([MAP, WALLS], [`${KEY('Gone')}=Gone.u`])
    files.add('0001.tmp', 'abc').add('mine.txt', 'x')
    const cache = await readCache(files, '/cache')
    const [first, second] = cache.files
    const dated = { ...cache, files: cache.files.map((file) => ({ ...file, modified: file === first ? 0 : 10 * DAY })) }
    const plan = planClean(dated, { days: 30, now: 31 * DAY })
    expect(plan.expired.map(({ fileName }) => fileName)).toEqual([first?.fileName])
    expect(plan.dangling).toEqual([])
    expect(planClean(dated, { days: 21, now: 31 * DAY }).expired.length).toBe(1)
    expect(planClean(dated, { days: 20, now: 31 * DAY }).expired.length).toBe(2)
    expect(planClean(dated, { days: 0, now: 1e15, dangling: true })).toMatchObject({
      expired: [],
      temporary: [{ name: '0001.tmp' }],
      dangling: [{ name: 'Gone.u' }],
      bytes: 3,
    })
    const { modified } = second ?? { modified: 0 }
    expect(planClean(cache, { days: 0, now: modified + 1000 }).temporary).toEqual([])
  })
})

describeCorpus('a real cache of UT', () => {
  const NAMES = [
    '2CA90999407DCD09BE922BB704CA44BB',
    '9DD2A904438C8CA729588EBFBA3F8501',
    'FB69581746975F7A0B49729A914CCF39',
  ]
  const REAL = ['NPLoader_v19b.u', 'UTSAccuBeta4_2.u', 'WinClient.u']

  function realCache(withIni: boolean): MemoryFiles {
    const files = new MemoryFiles('/cache')
    for (const name of NAMES) files.add(`${name}.uxx`, corpusFile(`ue1/adrak0/${name}.uxx`))
    return withIni ? files.add('cache.ini', corpusFile('game-ut99/cache.ini')) : files
  }

  it('is read with its cache.ini: 3 files, 73 other lines', async () => {
    const cache = await readCache(realCache(true), '/cache')
    expect(cache.files.map(({ realName }) => realName)).toEqual(REAL)
    expect(cache.entries.length).toBe(76)
    expect(cache.dangling.length).toBe(73)
    expect(cache.files.every((file) => file.package?.guid.equals(file.guid) === true)).toBe(true)
  })

  it('gives the same names without cache.ini, from the packages themselves', async () => {
    const files = realCache(false)
    const names = await inferNames(files, await readCache(files, '/cache'))
    expect([...names.values()].map(({ fileName, evidence }) => [fileName, evidence])).toEqual(
      REAL.map((name) => [name, 'self']),
    )
  })

  it('is sound, with `deep` too: a mod that hides its source is not damaged', async () => {
    const files = realCache(true)
    const problems = await verifyCache(files, await readCache(files, '/cache'), { deep: true })
    const found = problems.filter(({ kind }) => kind !== 'dangling').map(({ kind, name }) => [kind, name])
    expect(found).toEqual([])
  })
})
