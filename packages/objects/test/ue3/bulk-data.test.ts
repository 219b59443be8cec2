import { Archive } from '@ukit/container'
import { common } from '@ukit/objects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../testing/bytes.js'
import { ue3 } from '../../../../testing/objects-ue3.js'

const V868 = ue3(868)

function load(bytes: string, base: number, context = V868): common.BulkData {
  const ar = Archive.load(hexBytes(bytes), context, { base })
  const data = new common.BulkData()
  data.serialize(ar)
  expect(ar.remaining).toBe(0)
  return data
}

function save(data: common.BulkData, base: number, context = V868): string {
  const ar = Archive.save(context, { base })
  data.serialize(ar)
  return hexOf(ar.written())
}

const hex = (bytes: string) => hexOf(hexBytes(bytes))

describe('bulk data', () => {
  it('have the position of their payload, wherever the object is', () => {
    const stored = '00000000 03000000 03000000 10010000 aabbcc'
    const data = load(stored, 0x100)
    expect([data.place, data.count, data.sizeOnDisk, hexOf(data.payload)]).toEqual(['inline', 3, 3, 'aa bb cc'])
    expect(save(data, 0x100)).toBe(hex(stored))
    expect(save(data, 0x2000)).toBe(hex('00000000 03000000 03000000 10200000 aabbcc'))
  })

  it('are big-endian in a big-endian package', () => {
    const context = ue3(684, 194, true)
    const data = load('00000010 00000008 00000002 00000110 aabb', 0x100, context)
    expect([data.compression, data.count, data.payload.length]).toEqual(['lzo', 8, 2])
    expect(save(data, 0x100, context)).toBe(hex('00000010 00000008 00000002 00000110 aabb'))
  })

  it('keep an offset that points elsewhere, until the object moves', () => {
    const data = load('00000000 01000000 01000000 78563412 aa', 0x100)
    expect(save(data, 0x100)).toBe(hex('00000000 01000000 01000000 78563412 aa'))
    expect(save(data, 0x104)).toBe(hex('00000000 01000000 01000000 14010000 aa'))
  })

  it('may be in a different file, at any offset', () => {
    const stored = '03000000 00000400 00900200 00f0de00'
    const data = load(stored, 0x100)
    expect([data.place, data.compression, data.count, data.sizeOnDisk, data.externalOffset]).toEqual([
      'separate-file',
      'zlib',
      0x40000,
      0x29000,
      0xdef000,
    ])
    expect(data.payload).toHaveLength(0)
    expect(save(data, 0x9999)).toBe(hex(stored))
  })

  it('may be unused', () => {
    const stored = '21000000 00000000 ffffffff ffffffff'
    const data = load(stored, 0x100)
    expect([data.place, data.sizeOnDisk, data.externalOffset]).toEqual(['unused', -1, -1])
    expect(save(data, 0)).toBe(hex(stored))
  })

  it('are refused if longer than the remaining bytes', () => {
    expect(() => load('00000000 ffffff7f ffffff7f 10010000 aa', 0x100)).toThrow(/found 2147483647/)
    expect(() => load('00000000 ffffffff ffffffff 10010000 aa', 0x100)).toThrow(/found -1/)
  })

  it('are written and read back with any payload at any position', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat(0x7fff_0000), fc.boolean(), (payload, base, big) => {
        const context = ue3(868, 0, big)
        const data = Object.assign(new common.BulkData(), { payload, count: payload.length })
        const back = load(save(data, base, context), base, context)
        expect(hexOf(back.payload)).toBe(hexOf(payload))
        expect(back.sizeOnDisk).toBe(payload.length)
      }),
    )
  })
})
