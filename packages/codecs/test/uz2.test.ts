import { inflateSync } from 'node:zlib'
import { CodecError, portableCodecs } from '@ukit/codecs'
import { nodeCodecs } from '@ukit/codecs/node'
import {
  compressUz2,
  compressUz2Pieces,
  compressUz3,
  decompressUz2,
  decompressUz2Pieces,
  decompressUz3,
} from '@ukit/codecs/uz'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasCorpus, kindOf, readCorpus, same, sample, structured } from './helpers.js'

const node = await nodeCodecs.zlib()
const portable = await portableCodecs.zlib()
const ZLIBS = [
  ['Node', node],
  ['portable', portable],
] as const

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function gather(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const piece of pieces) parts.push(piece)
  return Uint8Array.from(Buffer.concat(parts))
}

function failure(run: () => unknown): unknown[] {
  try {
    run()
  } catch (error) {
    if (error instanceof CodecError) return [error.codec, error.kind, error.offset]
    throw error
  }
  return []
}

describe.each(ZLIBS)('.uz2 with the zlib of %s', (_, zlib) => {
  test.runIf(hasCorpus())('decompresses the real file to exactly the real package', () => {
    const file = readCorpus('ue2/insultingpros/KFMutators.u.uz2')
    same(decompressUz2(file, zlib), readCorpus('ue2/insultingpros/KFMutators.u'))
  })

  test('writes chunks of 32768 bytes, each a zlib stream after its two lengths', () => {
    const file = compressUz2(sample.text, zlib)
    const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
    const plain: Buffer[] = []
    const lengths: number[] = []
    for (let at = 0; at < file.length; at += 8 + view.getUint32(at, true)) {
      lengths.push(view.getUint32(at + 4, true))
      plain.push(inflateSync(file.subarray(at + 8, at + 8 + view.getUint32(at, true))))
    }
    expect(lengths).toEqual([32768, 32768, 70_000 - 65_536])
    same(Uint8Array.from(Buffer.concat(plain)), sample.text)
  })

  test('decompresses what it has compressed, in pieces of any length', async () => {
    for (const bytes of [...Object.values(sample), new Uint8Array(0), sample.noise.subarray(0, 32768)]) {
      const file = compressUz2(bytes, zlib)
      same(decompressUz2(file, zlib), bytes)
      for (const length of [5, 10_000, 100_000]) {
        same(await gather(compressUz2Pieces(inPieces(bytes, length), zlib)), file)
        same(await gather(decompressUz2Pieces(inPieces(file, length), zlib)), bytes)
      }
    }
  })

  test('refuses what no writer produces, and reports the position', () => {
    const file = compressUz2(sample.text, zlib)
    const second = 8 + new DataView(file.buffer, file.byteOffset).getUint32(0, true)
    const changed = (at: number, ...bytes: number[]) => {
      const copy = Uint8Array.from(file)
      copy.set(bytes, at)
      return copy
    }
    expect(failure(() => decompressUz2(file.subarray(0, 5), zlib))).toEqual(['uz2', 'truncated', 5])
    expect(failure(() => decompressUz2(file.subarray(0, second + 3), zlib))).toEqual(['uz2', 'truncated', second + 3])
    expect(failure(() => decompressUz2(file.subarray(0, -1), zlib))).toEqual(['uz2', 'truncated', file.length - 1])
    expect(failure(() => decompressUz2(changed(second + 2, 1), zlib))).toEqual(['uz2', 'corrupt', second])
    expect(failure(() => decompressUz2(changed(second + 4, 1, 128), zlib))).toEqual(['uz2', 'corrupt', second])
    expect(failure(() => decompressUz2(changed(second + 8, 1), zlib))).toEqual(['uz2', 'corrupt', second + 8])
    expect(failure(() => decompressUz2(file, zlib, { limit: 40_000 }))).toEqual(['uz2', 'size', second])
  })

  test('.uz3: decompresses what it has compressed', () => {
    for (const bytes of [...Object.values(sample), new Uint8Array(0)]) {
      const file = compressUz3(bytes, zlib)
      // The tag and the length, and a stream that any zlib inflates.
      const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
      expect([view.getUint32(0, true), view.getInt32(4, true)]).toEqual([5678, bytes.length])
      same(Uint8Array.from(inflateSync(file.subarray(8))), bytes)
      same(decompressUz3(file, zlib), bytes)
    }
  })

  test('.uz3: refuses what no writer produces, and reports the position', () => {
    const file = compressUz3(sample.text, zlib)
    const changed = (at: number, ...bytes: number[]) => {
      const copy = Uint8Array.from(file)
      copy.set(bytes, at)
      return copy
    }
    expect(failure(() => decompressUz3(file.subarray(0, 7), zlib))).toEqual(['uz3', 'truncated', 7])
    expect(failure(() => decompressUz3(changed(0, 1), zlib))).toEqual(['uz3', 'corrupt', 0])
    expect(failure(() => decompressUz3(changed(7, 0x80), zlib))).toEqual(['uz3', 'corrupt', 4])
    // More than the stream can contain.
    expect(failure(() => decompressUz3(changed(4, 0xff, 0xff, 0xff, 0x7f), zlib))[1]).toBe('size')
    expect(failure(() => decompressUz3(file, zlib, { limit: 69_999 }))).toEqual(['uz3', 'size', 4])
    expect(failure(() => decompressUz3(changed(8, 0), zlib))).toEqual(['uz3', 'corrupt', 8])
  })

  test('survives damage: a typed error, or different bytes', () => {
    const change = fc.tuple(fc.nat(), fc.nat(255))
    fc.assert(
      fc.property(structured, fc.array(change, { minLength: 1, maxLength: 4 }), (bytes, changes) => {
        for (const three of [false, true]) {
          const bad = three ? compressUz3(bytes, zlib) : compressUz2(bytes, zlib)
          for (const [at, value] of changes) if (bad.length > 0) bad[at % bad.length] = value
          expect(['nothing thrown', 'truncated', 'corrupt', 'size', 'checksum']).toContain(
            kindOf(() => (three ? decompressUz3(bad, zlib) : decompressUz2(bad, zlib))),
          )
        }
      }),
      { numRuns: 300 },
    )
  })
})
