import { deflateSync } from 'node:zlib'
import { memorySource } from '@ukit/files'
import { inspect } from '@ukit/inspect'
import { expect, it } from 'vitest'
import { sampleFile } from '../../../testing/packages.js'

/**
 * The trailer of an installer: magic, position of the directory, length of the file, version, CRC; then
 * nothing.
 */
function withTrailer(file: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(file.length + 20)
  out.set(file)
  const view = new DataView(out.buffer, file.length)
  view.setUint32(0, 0x9fe3c5a3, true)
  view.setUint32(4, file.length, true)
  view.setUint32(8, length, true)
  view.setUint32(12, 1, true)
  return out
}

it('recognises an installer, even if its first member is a package', async () => {
  const file = await sampleFile({ version: 69 })
  expect(await inspect(memorySource(withTrailer(file, file.length + 20)))).toMatchObject({ kind: 'umod', error: null })
  expect(await inspect(memorySource(file))).toMatchObject({ kind: 'package', version: 69 })
  // The magic alone is not an installer: the length next to it must be the file's.
  expect(await inspect(memorySource(withTrailer(file, 5)))).toMatchObject({ kind: 'package' })
})

it('recognises compressed downloads by their first bytes, and reports their content', async () => {
  // `banana` by another encoder (formats/umod-and-network.md §2).
  const uz = Buffer.from('d204000006742e62696e00130000000b989bb108126300c0f31b3b890e', 'hex')
  const inside = { name: 't.bin', bytes: 6 }
  expect(await inspect(memorySource(uz))).toMatchObject({ kind: 'uz', inside, error: null })
  expect(await inspect(memorySource(uz.subarray(0, 27)))).toMatchObject({
    kind: 'uz',
    inside: null,
    error: { kind: 'truncated' },
  })
  const packed = deflateSync('banana')
  const uz2 = Buffer.concat([Uint8Array.of(packed.length, 0, 0, 0, 6, 0, 0, 0), packed])
  expect(await inspect(memorySource(uz2), { fileName: 'A.ut2.uz2' })).toMatchObject({
    kind: 'uz2',
    inside: { name: 'A.ut2', bytes: 6 },
  })
  const uz3 = Buffer.concat([Uint8Array.of(0x2e, 0x16, 0, 0, 6, 0, 0, 0), packed])
  expect(await inspect(memorySource(uz3), { fileName: 'A.upk.uz3' })).toMatchObject({
    kind: 'uz3',
    inside: { name: 'A.upk', bytes: 6 },
  })
  // A name in a .uz of the same signature that looks like the start of a zlib stream, at the position where a
  // .uz3 has one: "hC" is 6843.
  const named = Buffer.from([0x2e, 0x16, 0, 0, 8, ...Buffer.from('abchC.u\0'), 0, 0, 0, 0, 0, 0])
  expect(await inspect(memorySource(named))).toMatchObject({ kind: 'uz', inside: { name: 'abchC.u', bytes: 0 } })
  expect(await inspect(memorySource(Uint8Array.of(1, 2, 3)))).toMatchObject({
    kind: 'unknown',
    error: { kind: 'truncated' },
  })
})
