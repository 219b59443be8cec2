import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { PackageError, SourceError } from '@ukit/files'
import { challengeResponse, formatLine, MAX_LINE_LENGTH, parseLine } from '@ukit/game'
import {
  type NegotiateOptions,
  type NegotiationEvent,
  type NegotiationServerOptions,
  negotiate,
  serveNegotiation,
  type TranscriptLine,
} from '@ukit/server'
import { describe, expect, it } from 'vitest'
import { closeLater } from '../../../../testing/cleanup.js'
import { guidOf } from '../../../../testing/made-package.js'
import { bytesOf, cachePath, changeIni, type TwoGames } from '../../../game/test/join/two-games.js'
import { games, put, rudeServer, saying } from './support.js'

/**
 * Lets a client join over the loopback; returns the result, the server's events, and the entire transcript.
 */
async function play(
  change: (games: TwoGames) => unknown = () => undefined,
  options: { server?: NegotiationServerOptions; client?: NegotiateOptions; map?: string } = {},
) {
  const world = await games(change)
  const events: NegotiationEvent[] = []
  const lines: TranscriptLine[] = []
  const server = await serveNegotiation(await world.server(), options.map ?? 'DM-Tower', {
    ...options.server,
    onEvent: (event) => events.push(event),
  })
  closeLater(() => server.close())
  const result = await negotiate(server, await world.client(), {
    ...options.client,
    onLine: (line) => lines.push(line),
  })
  return {
    result,
    events,
    transcript: lines.map(({ from, line }) => `${from === 'client' ? 'C' : 'S'} ${line}`),
    world,
  }
}

describe('a negotiation over the loopback', () => {
  it('has the same lines as the games', async () => {
    const { result, transcript, events } = await play()
    const uses = (name: string, file: string, size: number, gen = 1) =>
      `S USES GUID=${guidOf(name)} PKG=${name} FLAGS=1 SIZE=${size} GEN=${gen} FNAME=${file}`
    const sizes = new Map(result.packages.map(({ name, size }) => [name, size]))
    const size = (name: string) => sizes.get(name) ?? 0
    const challenge = parseLine(transcript[1]?.slice(2) ?? '')
    if (challenge.word !== 'CHALLENGE') throw new Error('no challenge')
    expect(transcript).toEqual([
      'C HELLO REVISION=0 MINVER=400 VER=469',
      `S CHALLENGE VER=469 CHALLENGE=${challenge.challenge} STATS=0`,
      'C NETSPEED 20000',
      `C LOGIN RESPONSE=${challengeResponse(challenge.challenge)} URL=Index.unr?Name=Player`,
      uses('DM-Tower', 'DM-Tower.unr', size('DM-Tower')),
      uses('SkyCity', 'SkyCity.utx', size('SkyCity')),
      uses('Core', 'Core.u', size('Core')),
      uses('Engine', 'Engine.u', size('Engine')),
      uses('Foregone', 'Foregone.umx', size('Foregone')),
      uses('AmbOutside', 'AmbOutside.uax', size('AmbOutside')),
      uses('MissingTex', 'MissingTex.utx', size('MissingTex')),
      uses('MyMod', 'MyMod.u', size('MyMod')),
      uses('Botpack', 'Botpack.u', size('Botpack'), 2),
      'S DLMGR CLASS=IpDrv.HTTPDownload PARAMS=http://redirect.example/ut/ COMPRESSION=1',
      'S DLMGR CLASS=Engine.ChannelDownload PARAMS=Enabled COMPRESSION=0',
      'S WELCOME LEVEL=DM-Tower LONE=0',
      'C JOIN',
    ])
    expect(result).toMatchObject({ joined: true, level: 'DM-Tower', downloaded: [], failure: null })
    expect(events).toMatchObject([{ kind: 'joined', url: 'Index.unr?Name=Player' }])
  })

  it('gives both sides the same numbers, even if the client has an older release', async () => {
    const { result, transcript, events } = await play(async ({ server, client }) => {
      const older = {
        name: 'Botpack',
        imports: ['Class Engine.GameInfo'],
        objects: [{ object: 'Class DeathMatchPlus' }],
      }
      await put(client, 'System/Botpack.u', older)
      // None, eight properties and a type added by the test's package builder, Core, Class, Package, Engine,
      // GameInfo, DeathMatchPlus.
      await put(server, 'System/Botpack.u', {
        ...older,
        objects: [...older.objects, { object: 'Class FlakCannon' }],
        releases: [[1, namesOf(client.bytes.get('System/Botpack.u'))]],
      })
    })
    expect(transcript).toContain(`C HAVE GUID=${guidOf('Botpack')} GEN=1`)
    const [joined] = events
    expect(joined).toMatchObject({ kind: 'joined', counts: result.counts })
    expect(result.counts?.packages.find(({ name }) => name === 'Botpack')?.objectCount).toBe(1)
  })

  it('downloads through the file channel, into the cache, under the GUID and with its real name', async () => {
    const { result, world, events } = await play(({ server, client }) => {
      client.remove('Textures/SkyCity.utx')
      changeIni(server, 'DownloadManagers=IpDrv.HTTPDownload\r\n', '')
    })
    expect(result.joined).toBe(true)
    expect(result.downloaded).toHaveLength(1)
    const bytes = readFileSync(join(world.folder, cachePath('SkyCity')))
    expect(new Uint8Array(bytes)).toEqual(world.files.server.bytes.get('Textures/SkyCity.utx'))
    expect(readFileSync(join(world.folder, 'Cache/cache.ini'), 'latin1')).toContain(`${guidOf('SkyCity')}=SkyCity.utx`)
    expect(events).toContainEqual({ kind: 'sent', file: 'SkyCity.utx', bytes: bytes.length })
    // Next time the package exists.
    const again = await serveNegotiation(await world.server(), 'DM-Tower')
    closeLater(() => again.close())
    const second = await negotiate(again, await world.client())
    expect(second.packages.find(({ name }) => name === 'SkyCity')).toMatchObject({
      status: 'have',
      file: { where: 'cache' },
    })
  })

  it('downloads from the server’s redirect, and missing files through the file channel', async () => {
    const asked: string[] = []
    let file: Uint8Array = new Uint8Array(0)
    const http = createServer((request, response) => {
      asked.push(request.url ?? '')
      if (request.url === '/ut/SkyCity.utx') response.end(file)
      else response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    closeLater(() => new Promise((resolve) => http.close(resolve)))
    const address = http.address()
    const port = typeof address === 'object' ? address?.port : 0
    const { result, events } = await play(({ server, client }) => {
      file = server.bytes.get('Textures/SkyCity.utx') ?? file
      client.remove('Textures/SkyCity.utx').remove('Music/Foregone.umx')
      changeIni(server, 'http://redirect.example/ut/', `http://127.0.0.1:${port}/ut/`)
      changeIni(server, 'UseCompression=True', 'UseCompression=False')
    })
    expect(result.joined).toBe(true)
    expect(asked).toEqual(['/ut/SkyCity.utx', '/ut/Foregone.umx'])
    expect(events.filter(({ kind }) => kind === 'sent')).toMatchObject([{ file: 'Foregone.umx' }])
  })

  it('supports names beyond ASCII', async () => {
    const { result, transcript } = await play(async ({ server, client }) => {
      await put(server, 'Textures/Größe.utx', { name: 'Größe', objects: [{ object: 'Texture T' }] })
      changeIni(server, 'ServerPackages=SkyCity', 'ServerPackages=Größe')
      changeIni(server, 'DownloadManagers=IpDrv.HTTPDownload\r\n', '')
      client.remove('Textures/Größe.utx')
    })
    expect(transcript.some((line) => line.includes(' PKG=Größe ') && line.endsWith(' FNAME=Größe.utx'))).toBe(true)
    expect(result).toMatchObject({ joined: true, downloaded: [expect.stringContaining(`${guidOf('Größe')}.uxx`)] })
  })

  it('skips optional packages', async () => {
    const { result, transcript, events } = await play(
      async ({ server, client }) => {
        await put(server, 'Textures/SkyCity.utx', { name: 'SkyCity', flags: 3 })
        client.remove('Textures/SkyCity.utx')
      },
      { client: { optional: 'skip' } },
    )
    expect(transcript).toContain(`C SKIP GUID=${guidOf('SkyCity')}`)
    expect(result.joined).toBe(true)
    expect(events[0]).toMatchObject({ kind: 'joined', counts: result.counts })
  })

  it('does not join without a package, and names it', async () => {
    const mismatch = await play(({ client }) =>
      put(client, 'Textures/SkyCity.utx', { name: 'SkyCity', guid: guidOf('x') }),
    )
    expect(mismatch.result).toMatchObject({ joined: false, level: 'DM-Tower', failure: { kind: 'package' } })
    expect(mismatch.result.failure?.message).toContain('SkyCity: version mismatch: ')
    expect(mismatch.transcript).not.toContain('C JOIN')
    const refused = await play(async ({ server, client }) => {
      await put(server, 'Textures/SkyCity.utx', { name: 'SkyCity', flags: 0 })
      client.remove('Textures/SkyCity.utx')
    })
    expect(refused.result.failure?.message).toContain('downloading "SkyCity.utx" not allowed')
  })

  it('asks an old client to upgrade', async () => {
    const { result, transcript } = await play(undefined, { client: { version: 400 } })
    expect(transcript.at(-1)).toBe('S UPGRADE MINVER=432 VER=469')
    expect(result).toMatchObject({ joined: false, failure: { kind: 'upgrade' } })
  })

  it('can be refused by the game, with a code for its menu', async () => {
    const preLogin = () => ({ text: 'A password is needed.', code: 'NEEDPW' })
    const { result, events } = await play(undefined, { server: { preLogin } })
    expect(result.failure).toEqual({ kind: 'refused', message: 'A password is needed.', code: 'NEEDPW' })
    expect(events).toEqual([{ kind: 'refused', text: 'A password is needed.' }])
  })

  it('is not offered by a server that cannot load its own map', async () => {
    const world = await games(({ server }) => server.remove('Textures/MissingTex.utx'))
    await expect(serveNegotiation(await world.server(), 'DM-Tower')).rejects.toThrow(
      '"MissingTex", which DM-Tower imports',
    )
  })
})

/** Number of names of a package of version 69: at offset 12 of its header. */
function namesOf(bytes: Uint8Array | undefined): number {
  return new DataView(bytes?.buffer ?? new ArrayBuffer(16), bytes?.byteOffset).getInt32(12, true)
}

describe('a misbehaving client', () => {
  const hello = 'HELLO REVISION=0 MINVER=400 VER=469\n'

  async function server(options: NegotiationServerOptions = {}) {
    const world = await games()
    const events: NegotiationEvent[] = []
    let tell: (event: NegotiationEvent) => void = () => undefined
    const happened = new Promise<NegotiationEvent>((resolve) => {
      tell = resolve
    })
    const found = await serveNegotiation(await world.server(), 'DM-Tower', {
      ...options,
      onEvent: (event) => {
        events.push(event)
        tell(event)
      },
    })
    closeLater(() => found.close())
    return { found, events, happened }
  }

  it.each([
    ['no HELLO', 'JOIN\n', 'FAILURE expected HELLO, found JOIN'],
    ['another protocol', 'GET / HTTP/1.1\r\n\r\n', 'FAILURE expected HELLO, found GET'],
    ['a wrong answer', `${hello}LOGIN RESPONSE=1 URL=x\n`, 'FAILURE CHALLENGE'],
    ['JOIN before LOGIN', `${hello}JOIN\n`, 'FAILURE JOIN is out of place'],
    [
      'HAVE before LOGIN',
      `${hello}HAVE GUID=${guidOf('Core')} GEN=1\n`,
      'FAILURE HAVE of a package that is not on the list',
    ],
    ['a broken line', `${hello}HAVE GUID=1\n`, 'FAILURE HAVE.GUID: expected a GUID'],
    ['a line of the server', `${hello}WELCOME LEVEL=x\n`, 'FAILURE WELCOME is out of place'],
    [
      'a line without an end',
      'A'.repeat(5 * MAX_LINE_LENGTH),
      'FAILURE line: expected a line of at most 4096 characters',
    ],
    ['lines without an end', hello + 'USERFLAG 1\n'.repeat(200), 'FAILURE more than 82 lines and no JOIN'],
  ])('is refused for %s', async (_, text, answer) => {
    const { found, events } = await server()
    expect(await saying(found, text)).toContain(answer)
    expect(events).toHaveLength(1)
  })

  it('that stalls is given up', async () => {
    const { found, happened } = await server({ stallTimeout: 20 })
    await saying(found, 'HELLO REVISION=0')
    const event = await happened
    expect(event.kind === 'failed' && event.error.message).toBe('the client was silent for 0.02 s')
  })

  it('that requests a large file and does not read it is dropped, and only uses the sockets’ buffers', async () => {
    const large = new Uint8Array(16_000_000)
    const world = await games(({ server: files }) => {
      const small = bytesOf(files, 'Textures/SkyCity.utx')
      large.set(small)
      files.add('Textures/SkyCity.utx', large)
    })
    const happened = new Promise<NegotiationEvent>((resolve) => {
      void world
        .server()
        .then((install) => serveNegotiation(install, 'DM-Tower', { stallTimeout: 50, onEvent: resolve }))
        .then((found) => {
          closeLater(() => found.close())
          const socket = connect(found)
          closeLater(() => socket.destroy())
          socket.pause()
          socket.write(`FILE GUID=${guidOf('SkyCity')}\n`)
        })
    })
    const event = await happened
    expect(event.kind === 'failed' && event.error.message).toBe('the client was silent for 0.05 s')
  })

  it('that hangs up in the middle of a line is given up', async () => {
    const { found, happened } = await server()
    connect(found).end('HELLO REVISION=0')
    const event = await happened
    expect(event.kind === 'failed' && event.error).toMatchObject({ kind: 'truncated' })
  })

  it('counts towards the maximum of connections', async () => {
    const { found } = await server({ maxConnections: 1 })
    const first = connect(found)
    closeLater(() => first.destroy())
    first.write(hello)
    await once(first, 'data')
    expect(await saying(found, hello)).toBe('')
  })

  it('gets no file that is not listed or not allowed, and no text instead', async () => {
    const world = await games(({ server: files }) => put(files, 'Textures/SkyCity.utx', { name: 'SkyCity', flags: 0 }))
    const found = await serveNegotiation(await world.server(), 'DM-Tower')
    closeLater(() => found.close())
    expect(await saying(found, `FILE GUID=${guidOf('SkyCity')}\n`)).toBe('')
    expect(await saying(found, `FILE GUID=${guidOf('ServerTools')}\n`)).toBe('')
    expect((await saying(found, `FILE GUID=${guidOf('Core')}\n`)).length).toBeGreaterThan(0)
  })
})

describe('a misbehaving server', () => {
  const guid = guidOf('NewTextures')
  const uses = `USES GUID=${guid} PKG=NewTextures FLAGS=1 SIZE=100 GEN=1 FNAME=NewTextures.utx`

  /** Answers HELLO and LOGIN with these lines, and a file channel with these bytes. */
  async function against(lines: readonly string[], file: Uint8Array | string = '', options: NegotiateOptions = {}) {
    const world = await games()
    const server = await rudeServer((socket) => {
      socket.on('data', (bytes) => {
        const text = bytes.toString()
        if (text.startsWith('FILE')) socket.end(file)
        else if (text.startsWith('HELLO')) socket.write('CHALLENGE VER=469 CHALLENGE=1 STATS=0\n')
        else if (text.includes('LOGIN')) socket.end(lines.map((line) => `${line}\n`).join(''))
      })
    })
    const client = await world.client()
    return { world, run: () => negotiate(server, client, { stallTimeout: 5000, ...options }) }
  }

  const kind = (error: unknown) => (error instanceof PackageError || error instanceof SourceError ? error.kind : error)

  it.each([
    ['too long a level (CVE-2010-2702)', [`WELCOME LEVEL=${'A'.repeat(2000)}`], 'bad-value'],
    ['a file that leads elsewhere', [`${uses}`.replace('NewTextures.utx', '..\\..\\evil.exe')], 'bad-value'],
    ['one package twice', [uses, uses], 'bad-value'],
    ['a line of the client', ['JOIN'], 'bad-value'],
    [
      'a list without an end',
      Array.from({ length: 5000 }, (_, i) => uses.replace('PKG=New', `PKG=N${i}`)),
      'bad-value',
    ],
    ['chatter without an end', Array.from({ length: 2000 }, () => 'STEAM x'), 'bad-value'],
    ['hanging up before WELCOME', [uses], 'io'],
  ])('is abandoned for %s', async (_, lines, expected) => {
    const { run } = await against(lines)
    expect(kind(await run().catch((error: unknown) => error))).toBe(expected)
  })

  it.each([
    ['nothing', '', /the server refuses to send NewTextures.utx/],
    ['too little', 'abc', /expected 100 bytes of NewTextures.utx, found only 3/],
    ['too much', 'x'.repeat(101), /expected 100 bytes of NewTextures.utx, found more/],
    ['no package', '<html>'.padEnd(100), /./],
  ])('that sends %s for a file leaves nothing in the cache', async (_, file, message) => {
    const { run, world } = await against([uses, 'WELCOME LEVEL=DM-Tower LONE=0'], file)
    const before = readdirSync(join(world.folder, 'Cache')).sort()
    const result = await run()
    expect(result).toMatchObject({ joined: false, downloaded: [], failure: { kind: 'package' } })
    expect(result.failure?.message).toMatch(message)
    expect(readdirSync(join(world.folder, 'Cache')).sort()).toEqual(before)
  })

  it('that sends the wrong package leaves nothing in the cache', async () => {
    const world = await games()
    const wrong = world.files.server.bytes.get('Music/Foregone.umx') ?? new Uint8Array(0)
    const line = uses.replace('SIZE=100', `SIZE=${wrong.length}`)
    const { run, world: own } = await against([line, 'WELCOME LEVEL=DM-Tower LONE=0'], wrong)
    const result = await run()
    expect(result.failure?.message).toContain('a different version of the package than announced')
    expect(readdirSync(join(own.folder, 'Cache'))).not.toContain(`${guid}.uxx`)
  })

  it('that sends nothing is given up', async () => {
    const world = await games()
    const server = await rudeServer(() => undefined)
    const run = negotiate(server, await world.client(), { stallTimeout: 20 })
    await expect(run).rejects.toThrow('the server was silent for 0.02 s')
  })

  it('that stalls in the middle of a file is given up', async () => {
    const world = await games()
    const server = await rudeServer((socket) => {
      socket.on('data', (bytes) => {
        const text = bytes.toString()
        if (text.startsWith('FILE')) socket.write('half a file')
        else if (text.startsWith('HELLO')) socket.write('CHALLENGE CHALLENGE=1\n')
        else if (text.includes('LOGIN')) socket.write(`${uses}\nWELCOME LEVEL=DM-Tower\n`)
      })
    })
    const result = await negotiate(server, await world.client(), { stallTimeout: 50 })
    expect(result.failure?.message).toContain('silent for 0.05 s')
  })

  it('is sent signs of life by the client while a file takes longer than the time limit for silence', async () => {
    const world = await games(({ client }) => client.remove('Music/Foregone.umx'))
    const file = bytesOf(world.files.server, 'Music/Foregone.umx')
    let sendFile = () => undefined as unknown
    let alive = 0
    const server = await rudeServer((socket) => {
      socket.on('data', (bytes) => {
        const text = bytes.toString()
        if (text.startsWith('FILE')) sendFile = () => socket.end(file)
        else if (text.startsWith('HELLO')) socket.write('CHALLENGE CHALLENGE=1\n')
        else if (text.includes('LOGIN')) {
          const line = `USES GUID=${guidOf('Foregone')} PKG=Foregone FLAGS=1 SIZE=${file.length} GEN=1 FNAME=Foregone.umx`
          socket.write(`${line}\nWELCOME LEVEL=DM-Tower\n`)
        } else if (text.includes('JOIN')) socket.end()
        else if (/^\n+$/.test(text) && ++alive === 1) sendFile()
      })
    })
    expect(await negotiate(server, await world.client(), { stallTimeout: 1500 })).toMatchObject({ joined: true })
    expect(alive).toBeGreaterThan(0)
  })

  it('may refuse after JOIN', async () => {
    const { run } = await against(['WELCOME LEVEL=DM-Tower LONE=0', 'FAILURE The server is full.'])
    const result = await run()
    expect(result).toMatchObject({ joined: false, failure: { kind: 'refused', message: 'The server is full.' } })
  })

  it('may not exist', async () => {
    const world = await games()
    const client = await world.client()
    const gone = await rudeServer(() => undefined)
    const server = await serveNegotiation(await world.server(), 'DM-Tower')
    await server.close()
    expect(gone.port).not.toBe(server.port)
    await expect(negotiate(server, client)).rejects.toThrow('nothing answers')
  })

  it('is abandoned on the caller’s request', async () => {
    const world = await games()
    const control = new AbortController()
    const server = await rudeServer((socket) => {
      socket.on('data', () => control.abort(new Error('enough')))
    })
    await expect(negotiate(server, await world.client(), { signal: control.signal })).rejects.toThrow('enough')
  })
})

describe('lines', () => {
  it('of the transcript are readable', async () => {
    const { transcript } = await play()
    for (const line of transcript) expect(formatLine(parseLine(line.slice(2)))).toBe(line.slice(2))
  })
})
