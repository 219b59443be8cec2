import { Archive, type FormatContext } from '@ukit/container'
import { common } from '@ukit/objects'
import { expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../../testing/bytes.js'
import { ue3 } from '../../../../../testing/objects-ue3.js'

function load(bytes: string, base: number, context: FormatContext): common.BulkData {
  const ar = Archive.load(hexBytes(bytes), context, { base })
  const data = new common.BulkData()
  data.serialize(ar)
  expect(ar.remaining).toBe(0)
  return data
}

function save(data: common.BulkData, base: number, context: FormatContext): string {
  const ar = Archive.save(context, { base })
  data.serialize(ar)
  return hexOf(ar.written())
}

const hex = (bytes: string) => hexOf(hexBytes(bytes))

it('bulk data only have a 64-bit position in a different file', () => {
  const context = ue3(868, 29)
  const here = '00000000 03000000 03000000 aabbcc'
  expect(hexOf(load(here, 0x100, context).payload)).toBe('aa bb cc')
  expect(save(load(here, 0x100, context), 0x2000, context)).toBe(hex(here))
  const elsewhere = '01000000 03000000 03000000 efcdab89 12000000'
  expect(load(elsewhere, 0x100, context).externalOffset).toBe(0x12_89ab_cdef)
  expect(save(load(elsewhere, 0x100, context), 0x100, context)).toBe(hex(elsewhere))
  const unused = '21000000 00000000 ffffffff ffffffff ffffffff'
  expect(load(unused, 0x100, context).externalOffset).toBe(-1)
  expect(save(load(unused, 0x100, context), 0x100, context)).toBe(hex(unused))
  // Builds without this change, such as 868 of UDK itself.
  expect(load('00000000 03000000 03000000 10010000 aabbcc', 0x100, ue3(868)).payload).toHaveLength(3)
})
