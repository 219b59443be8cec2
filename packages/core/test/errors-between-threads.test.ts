import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { CodecError } from '@ukit/codecs'
import { ImageError } from '@ukit/codecs/images'
import { ZipError } from '@ukit/codecs/zip'
import { CarriedError, type ErrorInfo, errorFromInfo, PackageError, SourceError, UkitError } from '@ukit/core'
import { ExecError } from '@ukit/import'
import { MediaError } from '@ukit/media'
import { ListingError } from '@ukit/script/decompile'
import { FetchError } from '@ukit/server'
import { describe, expect, it } from 'vitest'

/** A thread that sends back what it gets. */
async function throughThread(info: ErrorInfo): Promise<ErrorInfo> {
  const worker = new Worker(
    "require('worker_threads').parentPort.on('message', (m) => { m.port.postMessage(m.info) })",
    {
      eval: true,
    },
  )
  const { port1, port2 } = new MessageChannel()
  worker.postMessage({ info, port: port2 }, [port2])
  const [answer] = await once(port1, 'message')
  await worker.terminate()
  return (answer as { data?: ErrorInfo }).data ?? answer
}

const PLACE = { offset: 0x1f, field: 'exports[3].outer', object: 'Group.Wall' }

describe('an error', () => {
  it('has its kind, place and cause on the other side of a thread', async () => {
    const below = new CodecError('lzo', 'corrupt', 12, 'expected a length')
    const error = new PackageError('bad-index', 'expected 3, found 7', { ...PLACE, cause: below })
    expect(structuredClone(error)).not.toHaveProperty('kind')
    const carried = errorFromInfo(await throughThread(error.toInfo()))
    expect(carried).toBeInstanceOf(UkitError)
    expect([carried.name, carried.message, carried.facts]).toEqual([
      'PackageError',
      'Group.Wall: exports[3].outer: expected 3, found 7 (at offset 0x1F)',
      { kind: 'bad-index', ...PLACE },
    ])
    expect(carried.cause).toMatchObject({ name: 'CodecError', facts: { codec: 'lzo', kind: 'corrupt', offset: 12 } })
    // And on through a second one.
    expect(errorFromInfo(carried.toInfo())).toMatchObject({ name: 'PackageError', facts: { kind: 'bad-index' } })
  })

  it.each([
    new PackageError('io', 'x'),
    new SourceError('http', 'x', { status: 404, url: 'http://a/' }),
    new CodecError('zlib', 'corrupt', 0, 'x'),
    new ImageError('png', 'corrupt', 0, 'x'),
    new ZipError('corrupt', 'a.u', 'x'),
    new MediaError('broken', 'x'),
    new ExecError('x'),
    new ListingError([{ line: 1, column: 2, message: 'x' }]),
    new FetchError('refused', 'http://a/', 'x'),
  ])('of any kind loses nothing: $name', (error) => {
    const { stack: _, cause: __, name, message, ...facts } = { ...error, message: error.message }
    const carried = new CarriedError(structuredClone(error.toInfo()))
    expect([carried.name, carried.message, carried.facts]).toEqual([name, message, facts])
  })
})
