import { once } from 'node:events'
import { truncateSync } from 'node:fs'
import { get } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Compressor, inlineCompressor } from '@ukit/server'
import { describe, expect, test } from 'vitest'
import { packageFile } from '../support/package-file.js'
import { connected, oldRequest, rawRequest, readAnswer } from '../support/raw-http.js'
import { openFiles, served, until } from '../support/served.js'

describe('clients that misbehave', () => {
  test('one that stalls is cut off, and its file is closed', async () => {
    const before = openFiles()
    const { port, log } = await served({ 'Big.u': await packageFile({ size: 30_000_000 }) }, { idleMs: 200 })
    const socket = await connected(port)
    socket.pause()
    socket.write(oldRequest('/Big.u'))
    await until(() => log.length === 1)
    socket.destroy()
    expect(log[0]).toMatchObject({ status: 200, complete: false })
    await until(() => openFiles() <= before + 2)
  })

  test('one that waits for a long compression is not treated as stalling', async () => {
    const here = inlineCompressor()
    // The compression takes as long as it takes to give up another client that stalls.
    let stalled = async (): Promise<void> => undefined
    const slow: Compressor = {
      ...here,
      run: async (job) => {
        await stalled()
        return here.run(job)
      },
    }
    const files = { 'Mod.u': await packageFile(), 'Big.u': await packageFile({ size: 30_000_000 }) }
    const { url, port, log } = await served(files, { idleMs: 50, compressor: slow })
    stalled = async () => {
      const socket = await connected(port)
      socket.pause()
      socket.write(oldRequest('/Big.u'))
      await until(() => log.length === 1)
      socket.destroy()
    }
    expect((await fetch(url('/Mod.u.uz'))).status).toBe(200)
  })

  test('many that disconnect in the middle leave nothing open', async () => {
    const { port, log, server } = await served({ 'Big.u': await packageFile({ size: 8_000_000 }) })
    await (await fetch(`http://127.0.0.1:${port}/`)).text()
    const before = openFiles()
    const vanish = async () => {
      const socket = await connected(port)
      socket.write(oldRequest('/Big.u'))
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    for (let i = 0; i < 10; i++) await Promise.all(Array.from({ length: 10 }, vanish))
    await until(() => log.length === 101 && server.redirect.metrics.sending === 0)
    await until(() => openFiles() <= before)
    expect(log.slice(1).every(({ complete }) => !complete)).toBe(true)
  })

  test('one that disconnects while a file is being compressed leaves nothing open', async () => {
    const { port, log, url } = await served({ 'Big.u': await packageFile({ size: 3_000_000 }) })
    const socket = await connected(port)
    socket.write(oldRequest('/Big.u.uz'))
    socket.end()
    socket.destroy()
    expect((await fetch(url('/Big.u.uz'))).status).toBe(200)
    await until(() => log.length === 2)
  })

  test('a file that becomes shorter while it is sent cuts the connection: its length was announced', async () => {
    const { port, folder, log } = await served({ 'Big.u': await packageFile({ size: 30_000_000 }) })
    const socket = await connected(port)
    socket.write(oldRequest('/Big.u'))
    const [first] = await once(socket, 'data')
    socket.pause()
    truncateSync(join(folder, 'Big.u'), 1000)
    const pieces: Buffer[] = [first]
    await new Promise<void>((resolve) => {
      socket.on('data', (piece) => pieces.push(piece))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
      socket.resume()
    })
    const { headers, body } = readAnswer(Buffer.concat(pieces))
    expect(Number(headers['content-length'])).toBeGreaterThan(body.length)
    await until(() => log.length === 1)
    expect(log[0]?.complete).toBe(false)
  })

  test('garbage after a request neither brings down the server nor gets into another answer', async () => {
    const { port, url } = await served({
      'Big.u': await packageFile({ size: 5_000_000 }),
      'a b.u': await packageFile(),
    })
    for (const rubbish of ['GET /a b.u HTTP/1.1\r\n\r\n', '\u0000\u0001\u0002', 'GET /\u00ff HTTP/1.1\r\n\r\n']) {
      const socket = await connected(port)
      socket.on('error', () => undefined)
      socket.write(`GET /Big.u HTTP/1.1\r\nHost: x\r\n\r\n${rubbish}`, 'latin1')
      const pieces: Buffer[] = []
      socket.on('data', (piece) => pieces.push(piece))
      await once(socket, 'close')
      expect(
        Buffer.concat(pieces)
          .toString('latin1')
          .match(/HTTP\/1\.1 /g)?.length ?? 0,
      ).toBeLessThanOrEqual(1)
    }
    expect((await fetch(url('/Big.u'), { method: 'HEAD' })).status).toBe(200)
  })

  test('old clients that disconnect in the middle leave nothing open', async () => {
    const { port, log, server } = await served({ 'My Map.unr': await packageFile({ size: 8_000_000 }) })
    await (await fetch(`http://127.0.0.1:${port}/`)).text()
    const before = openFiles()
    for (let i = 0; i < 20; i++) {
      const socket = await connected(port)
      socket.write(oldRequest('/My Map.unr'))
      await once(socket, 'data')
      socket.resetAndDestroy()
    }
    await until(() => log.length === 21 && server.redirect.metrics.sending === 0)
    await until(() => openFiles() <= before)
  })

  test('more connections than allowed are closed at once, and counted', async () => {
    const { port, server } = await served({ 'Mod.u': await packageFile() }, { maxConnections: 2 })
    const sockets = [await connected(port), await connected(port)]
    const third = await connected(port)
    await once(third, 'close')
    expect(server.redirect.metrics.refusedConnections).toBe(1)
    for (const socket of sockets) socket.destroy()
  })

  test('a single address cannot take all connections', async () => {
    const { port, server } = await served({ 'Mod.u': await packageFile() }, { maxConnections: 20, maxPerAddress: 3 })
    const from = (localAddress: string) => connect({ port, host: '127.0.0.1', localAddress })
    const greedy = [from('127.0.0.2'), from('127.0.0.2'), from('127.0.0.2')]
    for (const socket of greedy) await once(socket, 'connect')
    const more = from('127.0.0.2').on('error', () => undefined)
    await once(more, 'close')
    await until(() => server.redirect.metrics.refusedConnections === 1)
    expect((await fetch(`http://127.0.0.1:${port}/Mod.u`)).status).toBe(200)
    // Their connections become available when they are gone.
    for (const socket of greedy) socket.destroy()
    for (const socket of greedy) if (!socket.closed) await once(socket, 'close')
    const answered = async () => {
      const socket = from('127.0.0.2').on('error', () => undefined)
      socket.write(oldRequest('/Mod.u'))
      const came = await new Promise<boolean>((resolve) => {
        socket.once('data', () => resolve(true))
        socket.once('close', () => resolve(false))
      })
      socket.destroy()
      return came
    }
    let came = false
    for (let tries = 0; !came && tries < 100; tries++) came = await answered()
    expect(came).toBe(true)
  })

  test('clients that make no progress are cut off, by the clock, and those that read are not', async () => {
    let now = 0
    const looks = new Set<() => void>()
    const clock = {
      now: () => now,
      every: (_: number, call: () => void) => {
        looks.add(call)
        return () => looks.delete(call)
      },
    }
    const bytes = await packageFile({ size: 30_000_000 })
    const { port, url, server, log } = await served({ 'Big.u': bytes }, { clock, stallMs: 10_000 })
    const stalled = await Promise.all(
      Array.from({ length: 30 }, async (_, i) => {
        const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${i + 2}` })
        socket.on('error', () => undefined).pause()
        await once(socket, 'connect')
        socket.write(oldRequest('/Big.u'))
        return socket
      }),
    )
    await until(() => server.redirect.metrics.sending === 30)
    // The time limit for the largest piece: no client is late before.
    await until(() => looks.size === 1)
    now += 9000
    for (const look of looks) look()
    expect(log).toEqual([])
    expect((await (await fetch(url('/Big.u'))).arrayBuffer()).byteLength).toBe(bytes.length)
    await until(() => {
      now += 170_000
      for (const look of [...looks]) look()
      return log.length === 31
    })
    expect(log.filter(({ complete }) => !complete)).toHaveLength(30)
    expect(looks.size).toBe(0)
    for (const socket of stalled) socket.destroy()
  })

  test('hundreds from one address that do not read are not served before a client from another', async () => {
    const bytes = await packageFile({ size: 8_000_000 })
    const { port, log } = await served({ 'Big.u': bytes }, { maxPerAddress: 0, memoryLimit: 0 })
    const stalled = await Promise.all(
      Array.from({ length: 200 }, async () => {
        const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
        socket.on('error', () => undefined).pause()
        await once(socket, 'connect')
        return socket
      }),
    )
    for (const socket of stalled) socket.write(oldRequest('/Big.u'))
    const other = get({ port, host: '127.0.0.1', localAddress: '127.0.0.3', path: '/Big.u', agent: false })
    const [answer] = await once(other, 'response')
    let length = 0
    for await (const piece of answer) length += piece.length
    expect(length).toBe(bytes.length)
    for (const socket of stalled) socket.destroy()
    await until(() => log.length === 201)
    const sent = log.filter(({ complete }) => !complete).reduce((sum, record) => sum + record.bytes, 0)
    // Their address gets as much as the other, in addition to what was sent before. Previously, each of them
    // got as much, as far as the system buffered it.
    expect(sent).toBeLessThan(10 * bytes.length)
  })

  test('a head that is too long results in 431', async () => {
    const { port } = await served({ 'Mod.u': await packageFile() }, { maxHeaderBytes: 2000 })
    const answer = await rawRequest(port, `GET /Mod.u HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(5000)}\r\n\r\n`)
    expect(answer.statusLine).toBe('HTTP/1.1 431 Request Header Fields Too Large')
  })
})

test('stopping accepts no more connections, and lets a download finish', async () => {
  const bytes = await packageFile({ size: 20_000_000 })
  const { port, close } = await served({ 'Big.u': bytes }, { graceMs: 60_000 })
  const socket = await connected(port)
  socket.write(oldRequest('/Big.u'))
  const [first] = await once(socket, 'data')
  socket.pause()
  const closed = close()
  await expect(connected(port)).rejects.toThrow(/ECONNREFUSED/)
  socket.unshift(first)
  const pieces: Buffer[] = []
  for await (const piece of socket) pieces.push(piece)
  expect(readAnswer(Buffer.concat(pieces)).body.equals(bytes)).toBe(true)
  await closed
})

test('stopping cuts off clients that take longer than allowed', async () => {
  const { port, close } = await served({ 'Big.u': await packageFile({ size: 30_000_000 }) }, { graceMs: 50 })
  const socket = await connected(port)
  socket.write(oldRequest('/Big.u'))
  await once(socket, 'data')
  socket.pause()
  socket.on('error', () => undefined)
  await close()
})
