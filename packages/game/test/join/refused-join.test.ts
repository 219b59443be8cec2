import { compressUz } from '@ukit/codecs/uz'
import { Generation } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { guidOf, madePackage, UT99 } from '../../../../testing/made-package.js'
import { fileOf, planOf } from '../../../../testing/packages.js'
import { bytesOf, cachePath, changeIni, join, packageOf, put, redirectOf, twoGames } from './two-games.js'

describe('a client that cannot join', () => {
  it('must not download a package without the flag', async () => {
    const games = await twoGames()
    await put(games.server, 'Textures/SkyCity.utx', { name: 'SkyCity', flags: 0 })
    games.client.remove('Textures/SkyCity.utx')
    const report = await join(games, 'DM-Tower')
    expect(report).toMatchObject({ ok: false, counts: null })
    expect(packageOf(report, 'SkyCity')).toMatchObject({ status: 'not-allowed', ok: false })
    expect(packageOf(report, 'SkyCity').message).toBe(
      'the client lacks it: downloading "SkyCity.utx" not allowed, because its AllowDownload flag ' +
        'is not set (flags: none)',
    )
    expect(packageOf(report, 'SkyCity').advice).toContain('ukit edit SkyCity.utx flags +AllowDownload')
  })

  it.each(['client', 'server'] as const)('must not download when AllowDownloads is off on the %s', async (side) => {
    const games = await twoGames()
    games.client.remove('Textures/SkyCity.utx')
    changeIni(games[side], 'AllowDownloads=True', 'AllowDownloads=False')
    const report = await join(games, 'DM-Tower')
    expect(report.ok).toBe(false)
    expect(packageOf(report, 'SkyCity').message).toContain(`because AllowDownloads is off in the ini of the ${side}`)
  })

  it('finds no way to download', async () => {
    const games = await twoGames()
    games.client.remove('Textures/SkyCity.utx')
    changeIni(games.server, 'DownloadManagers=Engine.ChannelDownload\r\n', '')
    const at = async (files: Record<string, Uint8Array | string>) =>
      packageOf(await join(games, 'DM-Tower', { redirect: redirectOf(files) }), 'SkyCity')
    expect(await at({})).toMatchObject({ status: 'unavailable', ok: false })
    expect((await at({})).message).toContain('"SkyCity.utx.uz" is not on the redirect')
    expect((await at({ 'skycity.utx.uz': 'x' })).message).toContain(
      'has "skycity.utx.uz", but the game asks for "SkyCity.utx.uz"',
    )
    expect((await at({ 'SkyCity.utx': 'x' })).message).toContain('has "SkyCity.utx" only uncompressed')
    const older = await madePackage({ name: 'SkyCity', shape: UT99, guid: guidOf('last year') })
    const packed = await at({ 'SkyCity.utx.uz': compressUz(older, { name: 'SkyCity.utx' }) })
    expect(packed.message).toContain(
      `"SkyCity.utx.uz" on the redirect is another version: its GUID is ${guidOf('last year')}, ` +
        `the server's ${guidOf('SkyCity')}`,
    )
    const renamed = await at({ 'SkyCity.utx.uz': bytesOf(games.server, 'Textures/SkyCity.utx') })
    expect(renamed.message).toContain('cannot be used: it is not compressed as its name says')
    changeIni(games.server, 'UseCompression=True', 'UseCompression=False')
    expect((await at({ 'SkyCity.utx': older })).message).toContain('is another version')
    const longer = await at({ 'SkyCity.utx': Uint8Array.of(...bytesOf(games.server, 'Textures/SkyCity.utx'), 0) })
    expect(longer).toMatchObject({ status: 'unavailable' })
    expect(longer.message).toMatch(/"SkyCity\.utx" on the redirect has \d+ bytes, the server's file \d+/)
    expect((await at({ 'SkyCity.utx': '<html>404</html>' })).message).toContain('cannot be used')
    const onlyPacked = await join(games, 'DM-Tower', { redirect: redirectOf({ 'SkyCity.utx.uz': 'x' }) })
    expect(onlyPacked.problems).toMatchObject([
      { kind: 'redirect', message: 'UseCompression is off, but the redirect has .uz files only' },
    ])
    changeIni(games.server, 'RedirectToURL=http://redirect.example/ut/', 'RedirectToURL=')
    const nothing = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(nothing.message).toContain('the server offers no way to download')
  })

  it('finds a different version first: both GUIDs, the file and its folder are reported', async () => {
    const games = await twoGames()
    await put(games.client, 'Textures/SkyCity.utx', { name: 'SkyCity', guid: guidOf('another version') })
    const report = await join(games, 'DM-Tower')
    expect(report.ok).toBe(false)
    const found = packageOf(report, 'SkyCity')
    expect(found).toMatchObject({ status: 'mismatch', ok: false, file: { path: '/client/Textures/SkyCity.utx' } })
    expect(found.message).toBe(
      'version mismatch: /client/Textures/SkyCity.utx is in the way. Its GUID is ' +
        `${guidOf('another version')}, the server's SkyCity.utx has ${guidOf('SkyCity')}`,
    )
    expect(found.advice).toMatch(
      /^move SkyCity\.utx out of \/client\/Textures; the game then downloads the server's SkyCity\.utx \(\d+ bytes\)\./,
    )
    changeIni(games.server, 'AllowDownloads=True', 'AllowDownloads=False')
    const closed = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(closed.advice).toContain("then install the server's SkyCity.utx, which cannot be downloaded")
  })

  it('finds a different version although the right one is in the cache, unless it looks there first', async () => {
    const games = await twoGames()
    games.client.add(cachePath('SkyCity'), games.server.bytes.get('Textures/SkyCity.utx') ?? '')
    await put(games.client, 'Textures/SkyCity.utx', { name: 'SkyCity', guid: guidOf('another version') })
    const found = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(found.status).toBe('mismatch')
    expect(found.advice).toContain(`the right one is already in the cache (/client/${cachePath('SkyCity')})`)
    const sweeney = packageOf(await join(games, 'DM-Tower', { policy: 'cache-first' }), 'SkyCity')
    expect(sweeney).toMatchObject({ status: 'have', file: { where: 'cache' } })
  })

  it('finds a file of a different kind with the same base name first', async () => {
    const games = await twoGames()
    await put(games.client, 'System/SkyCity.u', { name: 'a mutator called SkyCity' })
    const found = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(found).toMatchObject({ status: 'mismatch', file: { path: '/client/System/SkyCity.u' } })
    expect(found.advice).toContain('different kinds of files (SkyCity.u, SkyCity.utx) with one base name')
  })

  it('finds a file without extension first', async () => {
    const games = await twoGames()
    await put(games.client, 'System/SkyCity', { name: 'a left-over' })
    const found = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(found).toMatchObject({ status: 'mismatch', file: { where: 'given', path: '/client/System/SkyCity' } })
    expect(found.advice).toContain('remove /client/System/SkyCity or give it an extension')
  })

  it('has a cached file that is not the package of its name', async () => {
    const games = await twoGames()
    games.client.remove('Textures/SkyCity.utx')
    await put(games.client, cachePath('SkyCity'), { name: 'something else' })
    const found = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(found).toMatchObject({ status: 'mismatch', file: { where: 'cache' } })
    expect(found.advice).toContain(`delete /client/${cachePath('SkyCity')}`)
  })

  it('has a damaged file: not a package, or a truncated one', async () => {
    const games = await twoGames()
    games.client.add('Textures/SkyCity.utx', '<html>404 Not Found</html>')
    const html = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(html).toMatchObject({ status: 'unreadable', ok: false, file: { guid: null } })
    expect(html.message).toContain('/client/Textures/SkyCity.utx (26 bytes) is not a package, or is damaged')
    const whole = games.server.bytes.get('Textures/SkyCity.utx') ?? new Uint8Array(0)
    games.client.remove('Textures/SkyCity.utx').add(cachePath('SkyCity'), whole.subarray(0, whole.length - 20))
    const broken = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(broken).toMatchObject({ status: 'unreadable', file: { where: 'cache' } })
    expect(broken.advice).toBe('delete it: the game downloads it again')
  })

  it('has the same GUID and generation, but different tables', async () => {
    const games = await twoGames()
    await put(games.client, 'Textures/SkyCity.utx', {
      name: 'SkyCity',
      objects: [
        { object: 'Texture Walls.SkyWall3' },
        { object: 'Texture Walls.SkyWall1' },
        { object: 'Texture Walls.Hidden' },
      ],
    })
    const report = await join(games, 'DM-Tower')
    const found = packageOf(report, 'SkyCity')
    expect(found).toMatchObject({ status: 'conflict', ok: false })
    expect(found.message).toContain("has the server's GUID and generation, but different tables")
    expect(found.differences).toContain(
      "export 1 is Texture'Walls.SkyWall1' in the first file, Texture'Walls.SkyWall3' in the second",
    )
    expect(report.ok).toBe(false)
  })

  it('has a later generation that was not made from the server’s', async () => {
    const games = await twoGames()
    await put(games.client, 'Textures/SkyCity.utx', {
      name: 'SkyCity',
      objects: [{ object: 'Texture Other.First' }, { object: 'Texture Walls.SkyWall1' }],
      releases: [[4, 9]],
    })
    const found = packageOf(await join(games, 'DM-Tower'), 'SkyCity')
    expect(found).toMatchObject({ status: 'conflict', file: { generation: 2 } })
    expect(found.message).toContain("is generation 2 of the package, but not made from the server's")
    expect(found.differences.length).toBeGreaterThan(0)
  })

  it('lacks packages that its own release of a package needs', async () => {
    const games = await twoGames()
    const names = ['None', 'Core', 'Package', 'MyGame']
    const game = [{ objectName: 'MyGame', flags: 4 }]
    const guid = guidOf('MyMod')
    games.server.add('System/MyMod.u', await fileOf(planOf(UT99, { names, exports: game, summary: { guid } })))
    const plan = planOf(UT99, {
      names: [...names, 'NewTextures'],
      imports: [['Core', 'Package', 0, 'NewTextures']],
      exports: game,
      summary: { guid },
    })
    plan.summary.generations = [Object.assign(new Generation(), { exportCount: 1, nameCount: 4 }), new Generation()]
    games.client.add('System/MyMod.u', await fileOf(plan))
    const report = await join(games, 'DM-Tower')
    expect(packageOf(report, 'MyMod')).toMatchObject({ status: 'other-generation', common: { exports: 1, names: 4 } })
    expect(report.ok).toBe(false)
    expect(report.problems).toMatchObject([{ kind: 'import', package: 'MyMod', fatal: true }])
    expect(report.problems[0]?.message).toBe(
      "the client's release of MyMod (/client/System/MyMod.u) needs NewTextures, which it does " +
        'not have and the server does not name',
    )
  })

  it('is not told about a server-side package that a client package needs', async () => {
    const games = await twoGames()
    for (const files of [games.server, games.client]) {
      await put(files, 'System/MyMod.u', {
        name: 'MyMod',
        imports: ['Class ServerTools.Logger'],
        objects: [{ object: 'Class MyGame' }, { object: 'Texture Banner' }],
      })
    }
    expect((await join(games, 'DM-Tower')).ok).toBe(true)
    games.client.remove('System/ServerTools.u')
    const report = await join(games, 'DM-Tower')
    expect(report.ok).toBe(false)
    expect(report.serverSideOnly).toEqual(['ServerTools'])
    expect(report.problems).toMatchObject([{ kind: 'server-only', package: 'MyMod', fatal: true }])
    expect(report.problems[0]?.message).toBe(
      'MyMod needs ServerTools, which is flagged ServerSideOnly: the client is not told about it and does not have it',
    )
  })

  it('has an engine that is too old', async () => {
    const games = await twoGames()
    changeIni(games.server, '[Engine.GameEngine]', '[Engine.GameEngine]\r\nMinClientVersion=432')
    const report = await join(games, 'DM-Tower', { clientVersion: 400 })
    expect(report).toMatchObject({ ok: false, problems: [{ kind: 'upgrade', fatal: true }] })
    expect((await join(games, 'DM-Tower', { clientVersion: 436 })).ok).toBe(true)
  })

  it('connects to a server with a damaged package', async () => {
    const games = await twoGames()
    games.server.add('Textures/MissingTex.utx', bytesOf(games.server, 'Textures/MissingTex.utx').subarray(0, 90))
    const report = await join(games, 'DM-Tower')
    expect(report).toMatchObject({ ok: false, problems: [{ kind: 'server', package: 'MissingTex', fatal: true }] })
    expect(report.problems[0]?.message).toContain('is unreadable (/server/Textures/MissingTex.utx: ')
  })

  it('connects to a server that cannot load the map itself', async () => {
    const games = await twoGames()
    games.server.remove('Textures/MissingTex.utx')
    changeIni(games.server, 'ServerPackages=SkyCity', 'ServerPackages=Gone')
    const report = await join(games, 'DM-Tower')
    expect(report.ok).toBe(false)
    expect(report.problems).toMatchObject([
      { kind: 'server', package: 'MissingTex', fatal: true },
      { kind: 'server', package: 'Gone', fatal: true, advice: expect.stringContaining('ServerPackages=Gone') },
    ])
    await expect(join(games, 'DM-Nowhere')).rejects.toThrow(PackageError)
  })
})
