import { openPackage } from '@ukit/core'
import { hex, memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { firstDifference, hexBytes, savedBytes } from '../../../../../testing/bytes.js'
import { fileOf, planOf } from '../../../../../testing/packages.js'

const NAME_OFFSET = 16
const EXPORT_OFFSET = 24
const IMPORT_OFFSET = 32

it.each([
  ['minus zero', '80'],
  ['zero in two bytes', '40 00'],
  ['zero in five bytes', '40 80 80 80 00'],
])('writes back a summary whose string length is %s', async (_, length) => {
  // Duke Nukem Forever ends its summary with a string, the only compact index in any summary.
  const shape = { version: 156, licensee: 36, game: 'duke-nukem-forever' }
  const plain = await fileOf(planOf(shape, { names: [] }))
  const tail = hexBytes(length)
  const file = Uint8Array.of(...plain.subarray(0, -1), ...tail)
  const view = new DataView(file.buffer)
  for (const field of [NAME_OFFSET, EXPORT_OFFSET, IMPORT_OFFSET]) view.setUint32(field, 64 + tail.length, true)
  const pkg = await openPackage(memorySource(file))
  expect(firstDifference(await savedBytes(pkg), file)).toBe(-1)
  // A changed summary is written in the usual form, which here can only be tested if it has the same length.
  if (tail.length > 1) return
  pkg.summary.flags ^= 4
  const changed = await savedBytes(pkg)
  expect(hex(changed.at(-1) ?? -1)).toBe('0x0')
  expect((await openPackage(memorySource(changed))).summary.flags).toBe(5)
})
