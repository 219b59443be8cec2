import { compressUz } from '@ukit/codecs/uz'
import { openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { openInstall, simulateJoin } from '@ukit/game'
import { describe, expect, it } from 'vitest'
import { addPackages, ut3Install, ut2004Install } from '../../../../testing/installs.js'
import { guidOf, madePackage, UT99, UT2004 } from '../../../../testing/made-package.js'
import { bytesOf, cachePath, changeIni, join, packageOf, put, redirectOf, twoGames } from './two-games.js'

const ALLOWED = 1
const OPTIONAL = 3

describe('a client that can join', () => {
  it('has every package', async () => {
    const report = await join(await twoGames(), 'DM-Tower')
    expect(report.ok).toBe(true)
    expect(report.problems).toEqual([])
    expect(report.packages.map(({ name, status }) => `${name} ${status}`)).toEqual([
      'DM-Tower have',
      'SkyCity have',
      'Core have',
      'Engine have',
      'Foregone have',
      'AmbOutside have',
      'MissingTex have',
      'MyMod have',
      'Botpack have',
    ])
    expect(packageOf(report, 'SkyCity').file).toMatchObject({ path: '/client/Textures/SkyCity.utx', where: 'path' })
    expect(report.downloads).toEqual({ packages: 0, size: 0, transfer: 0, seconds: 0 })
    // All exports and names of every package are counted: its base is the sum of those before it.
    const counts = report.counts?.packages ?? []
    expect(counts.map(({ name }) => name)).toEqual(report.packages.map(({ name }) => name))
    expect(counts[1]?.objectBase).toBe(counts[0]?.objectCount)
    expect(report.counts?.maxObject).toBe(counts.reduce((sum, { objectCount }) => sum + objectCount, 0))
  })

  it('finds a package in its cache', async () => {
    const games = await twoGames()
    games.server.add('Textures/Downloaded.utx', games.server.bytes.get(cachePath('Downloaded')) ?? '')
    games.server.remove(cachePath('Downloaded'))
    const report = await join(games, 'DM-Cached')
    expect(packageOf(report, 'Downloaded')).toMatchObject({
      status: 'have',
      file: { path: `/client/${cachePath('Downloaded')}`, where: 'cache' },
    })
    expect(report.ok).toBe(true)
  })

  it('needs a package from the redirect, whose compressed size determines the time', async () => {
    const games = await twoGames()
    games.client.remove('Textures/SkyCity.utx')
    const file = bytesOf(games.server, 'Textures/SkyCity.utx')
    const size = file.length
    const packed = compressUz(file, { name: 'SkyCity.utx' })
    const redirect = redirectOf({ 'SkyCity.utx.uz': packed })
    const report = await join(games, 'DM-Tower', { redirect, speed: packed.length / 2 })
    expect(packageOf(report, 'SkyCity')).toMatchObject({
      status: 'need',
      ok: true,
      download: {
        from: 'redirect',
        url: 'http://redirect.example/ut/SkyCity.utx.uz',
        size,
        compressedSize: packed.length,
        seconds: 2,
      },
    })
    expect(packageOf(report, 'SkyCity').message).toBe(
      `downloads ${size} bytes (${packed.length} bytes compressed) from the redirect: 2 s`,
    )
    expect(report.downloads).toEqual({ packages: 1, size, transfer: packed.length, seconds: 2 })
    expect(report.ok).toBe(true)
  })

  it('needs a package through the channel, at the speed that both sides allow', async () => {
    const games = await twoGames()
    games.client.remove('Textures/SkyCity.utx')
    changeIni(games.server, 'RedirectToURL=http://redirect.example/ut/', 'RedirectToURL=')
    changeIni(games.server, 'AllowDownloads=True', 'AllowDownloads=True\r\nMaxClientRate=20')
    changeIni(
      games.client,
      'AllowDownloads=True',
      'AllowDownloads=True\r\n[Engine.Player]\r\nConfiguredInternetSpeed=5',
    )
    const size = games.server.bytes.get('Textures/SkyCity.utx')?.length ?? 0
    const found = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(found.download).toEqual({ from: 'channel', url: null, size, compressedSize: null, seconds: size / 5 })
    expect(found.advice).toContain('a redirect (RedirectToURL)')
  })

  it('uses the channel for packages that the redirect lacks', async () => {
    const games = await twoGames()
    games.client.remove('Textures/SkyCity.utx')
    const found = packageOf(await join(games, 'DM-Tower', { redirect: redirectOf({}) }), 'SkyCity')
    expect(found).toMatchObject({ status: 'need', download: { from: 'channel' } })
    expect(found.message).toContain('because "SkyCity.utx.uz" is not on the redirect')
  })

  it('downloads an optional package in UE1, which ignores the flag, or plays without it', async () => {
    const games = await twoGames()
    await put(games.server, 'Textures/SkyCity.utx', { name: 'SkyCity', flags: OPTIONAL })
    games.client.remove('Textures/SkyCity.utx')
    expect(packageOf(await join(games, 'DM-Tower'), 'SkyCity').status).toBe('need')
    const skipping = await join(games, 'DM-Tower', { optional: 'skip' })
    expect(packageOf(skipping, 'SkyCity')).toMatchObject({ status: 'skipped', ok: true, download: null })
    expect(skipping.counts?.packages.some(({ name }) => name === 'SkyCity')).toBe(false)
  })

  it('plays without an optional package in UE2, even one that must not be downloaded', async () => {
    const [server, client] = [await ut2004Install('/server'), await ut2004Install('/client')]
    await addPackages(server, {
      'Textures/Valley.utx': {
        name: 'Valley',
        shape: UT2004,
        flags: OPTIONAL & ~ALLOWED,
        objects: [{ object: 'Texture Ground.Grass' }],
      },
    })
    client.remove('Textures/Valley.utx')
    const report = await join({ server, client }, 'ONS-Valley')
    expect(packageOf(report, 'Valley')).toMatchObject({ status: 'skipped', ok: true })
    const fetching = await join({ server, client }, 'ONS-Valley', { optional: 'download' })
    expect(packageOf(fetching, 'Valley')).toMatchObject({ status: 'not-allowed', ok: false })
  })

  it('accepts a library with the name of a package', async () => {
    const games = await twoGames()
    games.client.remove('Textures/SkyCity.utx').add('System/SkyCity.dll', 'MZ')
    const found = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(found).toMatchObject({ status: 'library', ok: true, library: '/client/System/SkyCity.dll' })
  })

  it('has a different but compatible generation, and both sides use the counts of the older one', async () => {
    const games = await twoGames()
    // An older Botpack has the same rows, but fewer of them; the server's list of generations has its counts.
    const older = { name: 'Botpack', imports: ['Class Engine.GameInfo'], objects: [{ object: 'Class DeathMatchPlus' }] }
    await put(games.client, 'System/Botpack.u', older)
    const stamp = await (await openInstall(games.client, '/client')).stamp('/client/System/Botpack.u')
    const [counts] = stamp.generations
    const names = counts?.nameCount ?? 0
    await put(games.server, 'System/Botpack.u', {
      ...older,
      objects: [...older.objects, { object: 'Class FlakCannon' }, { object: 'Class TMale1' }],
      releases: [[1, names]],
    })
    const report = await join(games, 'DM-Tower')
    expect(packageOf(report, 'Botpack')).toMatchObject({
      status: 'other-generation',
      ok: true,
      generation: 2,
      file: { generation: 1 },
      common: { generation: 1, exports: 1, names },
    })
    expect(report.counts?.packages.find(({ name }) => name === 'Botpack')).toMatchObject({
      objectCount: 1,
      nameCount: names,
    })
    // The same with the older one on the server.
    const back = await join({ server: games.client, client: games.server }, 'DM-Tower')
    expect(packageOf(back, 'Botpack')).toMatchObject({ status: 'other-generation', file: { generation: 2 } })
    expect(back.counts).toMatchObject({ maxName: report.counts?.maxName, maxObject: report.counts?.maxObject })
  })
})

describe('odd files', () => {
  it('without generations are compatible', async () => {
    const games = await twoGames()
    const bytes = Uint8Array.from(bytesOf(games.server, 'Textures/SkyCity.utx'))
    // Version 69: the number of generations follows 36 bytes of counts and offsets and the GUID.
    const view = new DataView(bytes.buffer)
    expect(view.getInt32(52, true)).toBe(1)
    view.setInt32(52, 0, true)
    for (const files of [games.server, games.client]) files.add('Textures/SkyCity.utx', bytes)
    const report = await join(games, 'DM-Tower')
    expect(report.problems).toEqual([])
    expect(packageOf(report, 'SkyCity').generation).toBe(0)
    games.client.add('Textures/SkyCity.utx', bytesOf(games.server, 'Textures/SkyCity.utx'))
    expect((await join(games, 'DM-Tower')).packages.length).toBe(9)
  })
})

describe('warnings', () => {
  it('report a file with the same tables and different content', async () => {
    const games = await twoGames()
    const bytes = Uint8Array.from(games.server.bytes.get('Textures/SkyCity.utx') ?? [])
    // Changes the last byte of a body, between the names and the imports: the number of mipmaps of a texture.
    const { exports } = await openOf(bytes)
    const entry = exports.find(({ name }) => name === 'SkyWall3')?.entry
    bytes[(entry?.offset ?? 0) + (entry?.size ?? 0) - 1] = 1
    games.client.add('Textures/SkyCity.utx', bytes)
    expect((await join(games, 'DM-Tower')).problems).toEqual([])
    const report = await join(games, 'DM-Tower', { content: true })
    expect(report.ok).toBe(true)
    expect(report.problems).toMatchObject([{ kind: 'content', fatal: false, package: 'SkyCity' }])
    expect(report.problems[0]?.message).toContain('(same size, different bytes)')
    games.client.add('Textures/SkyCity.utx', Uint8Array.of(...bytes, 0))
    expect((await join(games, 'DM-Tower')).problems).toMatchObject([{ kind: 'content', package: 'SkyCity' }])
  })

  it('report faults in the address of the redirect', async () => {
    const games = await twoGames()
    changeIni(games.server, 'http://redirect.example/ut/', 'https://redirect.example/ut')
    const report = await join(games, 'DM-Tower')
    expect(report.ok).toBe(true)
    expect(report.problems.map(({ kind, fatal, message }) => [kind, fatal, message])).toEqual([
      ['redirect', false, 'RedirectToURL does not end in "/": a client asks for "https://redirect.example/utName.ext"'],
      ['redirect', false, 'RedirectToURL is "https://redirect.example/ut": the games speak plain HTTP only'],
    ])
  })

  it('report a compressed file that is larger than the package', async () => {
    const games = await twoGames()
    games.client.remove('Textures/SkyCity.utx')
    // A package so small that its compressed form has more bytes.
    const tiny = await madePackage({ name: 'SkyCity', shape: UT99 })
    games.server.add('Textures/SkyCity.utx', tiny)
    const packed = compressUz(tiny, { name: 'SkyCity.utx' })
    expect(packed.length).toBeGreaterThan(tiny.length)
    const redirect = redirectOf({ 'SkyCity.utx.uz': packed })
    expect(packageOf(await join(games, 'DM-Tower', { redirect }), 'SkyCity').advice).toContain('larger than the file')
  })
})

describe('other generations of the engine', () => {
  it('finds packages in the cache of UE2.5 by GUID and generation', async () => {
    const [server, client] = [await ut2004Install('/server'), await ut2004Install('/client')]
    const fetched = client.bytes.get(`Cache/${guidOf('Fetched')}-2.uxx`) ?? ''
    server.add('Textures/Fetched.utx', fetched)
    for (const files of [server, client]) {
      await addPackages(files, {
        'Maps/DM-Fetched.ut2': {
          name: 'DM-Fetched',
          shape: UT2004,
          flags: ALLOWED,
          objects: [{ object: 'Light Light0', uses: ['Texture Fetched.Wall'] }],
        },
      })
    }
    const report = await join({ server, client }, 'DM-Fetched')
    expect(packageOf(report, 'Fetched')).toMatchObject({ status: 'have', file: { where: 'cache', generation: 2 } })
    expect(report.ok).toBe(true)
    client.remove('Textures/Valley.utx')
    const without = await join({ server, client }, 'ONS-Valley')
    // The only manager is the redirect, and its address is empty.
    expect(packageOf(without, 'Valley')).toMatchObject({ status: 'unavailable' })
  })

  it('compares GUIDs in UE3, without counts', async () => {
    const [server, client] = [await ut3Install('/server'), await ut3Install('/client')]
    const report = await join({ server, client }, 'DM-Deck')
    expect(report).toMatchObject({ ok: true, counts: null })
    await addPackages(client, {
      'UTGame/CookedPC/Environments/HU_Deco.upk': { name: 'another HU_Deco', shape: { version: 512 } },
    })
    expect(packageOf(await join({ server, client }, 'DM-Deck'), 'HU_Deco').status).toBe('mismatch')
  })
})

describe('during the work', () => {
  it('reports progress, and stops when asked to', async () => {
    const games = await twoGames()
    const told: string[] = []
    const onProgress = (done: number, total: number, name: string) => told.push(`${done}/${total} ${name}`)
    await join(games, 'DM-Tower', { onProgress })
    expect(told[0]).toBe('0/9 DM-Tower')
    const stopped = AbortSignal.abort(new Error('enough'))
    const installs = [await openInstall(games.server, '/server'), await openInstall(games.client, '/client')] as const
    await expect(simulateJoin(...installs, 'DM-Tower', { signal: stopped })).rejects.toThrow('enough')
  })
})

function openOf(bytes: Uint8Array) {
  return openPackage(memorySource(bytes), { fileName: 'SkyCity.utx' })
}
