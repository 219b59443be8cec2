import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memorySource } from '@ukit/core'
import { fileSource, saveFile } from '@ukit/core/node'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { piecesOf, reusedPiecesOf } from '../../src/source/pieces.js'
import { sectionSource } from '../../src/source/section-source.js'
import { segmentsSource } from '../../src/source/segments-source.js'
import { readInto } from '../../src/source/source.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ukit-into-'))
})
afterAll(() => rm(folder, { recursive: true }))

const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 7) % 251)

test('reading into memory gives what a slice gives: file, section, segments, and sources that cannot', async () => {
  const path = join(folder, 'a.bin')
  await writeFile(path, bytes)
  const file = await fileSource(path)
  const plain = { byteLength: bytes.length, slice: async (start: number, end: number) => bytes.slice(start, end) }
  const all = segmentsSource([
    file,
    bytes,
    sectionSource(file, 10, 200),
    plain,
    sectionSource(memorySource(bytes), 5, 6),
  ])
  const whole = await all.slice(0, all.byteLength)
  await fc.assert(
    fc.asyncProperty(fc.nat(all.byteLength), fc.nat(all.byteLength), async (a, b) => {
      const [start, end] = [Math.min(a, b), Math.max(a, b)]
      const target = new Uint8Array(end - start)
      await readInto(all, target, start)
      expect(target).toEqual(whole.slice(start, end))
    }),
    { numRuns: 300 },
  )
  expect(() => file.readInto?.(new Uint8Array(10), bytes.length - 9)).toThrow(RangeError)
  await file.close()
  expect(() => file.readInto?.(new Uint8Array(10), 0)).toThrow(/is closed/)
})

test('pieces whose memory is used again are whole in the file', async () => {
  const path = join(folder, 'b.bin')
  const source = memorySource(Uint8Array.from({ length: 10_007 }, (_, i) => i >> 3))
  const given: Uint8Array[] = []
  for await (const piece of reusedPiecesOf(source, 1000)) given.push(piece)
  expect(new Set(given.map(({ buffer }) => buffer)).size).toBe(2)
  await saveFile(path, reusedPiecesOf(source, 1000))
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(source, 1000)) pieces.push(piece)
  expect((await readFile(path)).equals(Buffer.concat(pieces))).toBe(true)
})
