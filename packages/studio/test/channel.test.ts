import { PackageError } from '@ukit/files'
import { expect, test } from 'vitest'
import { type Carrier, Channel } from '../src/data/channel.js'
import type { Request, Response } from '../src/data/protocol.js'
import { type Handlers, serve } from '../src/data/worker/serve.js'

/** A worker in the same thread: messages are cloned as between threads. */
function pair(handlers: Partial<Handlers>) {
  const { port1, port2 } = new MessageChannel()
  const errors = new Set<(event: Event) => void>()
  const carrier: Carrier = {
    postMessage: (message: Request) => port1.postMessage(message),
    addEventListener(type: 'message' | 'error', listener: (event: never) => void) {
      if (type === 'error') errors.add(listener as (event: Event) => void)
      else {
        port1.addEventListener('message', listener as unknown as EventListener)
        port1.start()
      }
    },
    terminate: () => port1.close(),
  }
  serve(
    {
      postMessage: (message: Response, options) => port2.postMessage(message, [...(options?.transfer ?? [])]),
      addEventListener(_type, listener) {
        port2.addEventListener('message', listener as unknown as EventListener)
        port2.start()
      },
    },
    handlers as Handlers,
  )
  return {
    carrier,
    die() {
      for (const listener of errors) listener(new Event('error'))
    },
    close: () => port1.close(),
  }
}

test('a call brings back what its handler gives, and says how far it is', async () => {
  const { carrier, close } = pair({
    filter: ({ query }, { progress }) => {
      progress({ done: 1, total: 2, label: query })
      return Uint32Array.of(3, 4)
    },
  })
  const seen: unknown[] = []
  const channel = new Channel(() => carrier)
  const found = await channel.call(
    'filter',
    { id: 1, query: 'wall', classes: [] },
    { onProgress: (one) => seen.push(one) },
  )
  expect([...found]).toEqual([3, 4])
  expect(seen).toEqual([{ done: 1, total: 2, label: 'wall' }])
  close()
})

test('pieces come before the answer, in order', async () => {
  const { carrier, close } = pair({
    level: async (_given, { piece }) => {
      piece({ step: 'looks', looks: [] })
      piece({ step: 'light', lightPages: [] })
      return { title: 'Hall', notes: [], paths: [], missing: [] }
    },
  })
  const seen: string[] = []
  const end = await new Channel(() => carrier).call(
    'level',
    { id: 1, index: 2 },
    { onPiece: ({ step }) => seen.push(step) },
  )
  expect(seen).toEqual(['looks', 'light'])
  expect(end.title).toBe('Hall')
  close()
})

test('an error has its kind and place on the other side', async () => {
  const { carrier, close } = pair({
    open: () => {
      throw new PackageError('truncated', 'expected 4 more bytes', { offset: 40, field: 'summary.guid' })
    },
  })
  const failed = new Channel(() => carrier).call('open', { name: 'Cut.u' })
  await expect(failed).rejects.toMatchObject({
    name: 'PackageError',
    facts: { kind: 'truncated', offset: 40, field: 'summary.guid' },
  })
  close()
})

test('a cancelled call rejects at once, and its handler is told', async () => {
  const stopped = later()
  const { carrier, close } = pair({
    overview: (_given, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped.resolve(undefined)
          reject(signal.reason)
        })
      }),
  })
  const controller = new AbortController()
  const call = new Channel(() => carrier).call('overview', { id: 1 }, { signal: controller.signal })
  controller.abort(new Error('no longer wanted'))
  await expect(call).rejects.toThrow('no longer wanted')
  await stopped.promise
  close()
})

test('a worker that dies fails its calls, and the next call starts another', async () => {
  const first = pair({ close: () => new Promise(() => undefined) })
  const second = pair({ close: () => undefined })
  const carriers = [first.carrier, second.carrier]
  let lost = 0
  const channel = new Channel(
    () => carriers.shift() ?? second.carrier,
    () => lost++,
  )
  const call = channel.call('close', { id: 1 })
  first.die()
  await expect(call).rejects.toThrow('has stopped')
  expect(lost).toBe(1)
  await expect(channel.call('close', { id: 1 })).resolves.toBeUndefined()
  second.close()
})

function later() {
  let resolve: (value: unknown) => void = () => undefined
  const promise = new Promise<unknown>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
