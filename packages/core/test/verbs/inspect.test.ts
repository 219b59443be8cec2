import { inspect, memorySource } from '@ukit/core'
import { expect, it } from 'vitest'
import { sampleFile } from '../support/packages.js'

/** The trailer of an installer: magic, position of the directory, length of the file, version, CRC; then nothing. */
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

it('takes an installer for what it is, also when its first member is a package', async () => {
  const file = await sampleFile({ version: 69 })
  expect(await inspect(memorySource(withTrailer(file, file.length + 20)))).toMatchObject({ kind: 'umod', error: null })
  expect(await inspect(memorySource(file))).toMatchObject({ kind: 'package', version: 69 })
  // The magic alone is no installer: the length beside it must be the file's.
  expect(await inspect(memorySource(withTrailer(file, 5)))).toMatchObject({ kind: 'package' })
})

it('knows compressed downloads by their first bytes', async () => {
  const uz = Uint8Array.of(0xd2, 0x04, 0, 0, 6, 0x74, 0x2e, 0x62, 0x69, 0x6e, 0, 0)
  expect(await inspect(memorySource(uz))).toMatchObject({ kind: 'uz', error: null })
  const uz2 = Uint8Array.of(0x10, 0, 0, 0, 0x20, 0, 0, 0, 0x78, 0x9c, 0, 0, 0, 0, 0, 0)
  expect(await inspect(memorySource(uz2))).toMatchObject({ kind: 'uz2' })
  expect(await inspect(memorySource(Uint8Array.of(1, 2, 3)))).toMatchObject({
    kind: 'unknown',
    error: { kind: 'truncated' },
  })
})
