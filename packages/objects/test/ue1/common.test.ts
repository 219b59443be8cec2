import { Archive, UString } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { common } from '@ukit/objects'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../testing/bytes.js'
import { NAMES, name, object, symbols, ue1 } from '../../../../testing/objects.js'

const V69 = ue1(69)

/** Reads handwritten bytes and writes them back. */
function both<T>(
  bytes: string,
  pass: (ar: Archive, value: T, field: string) => T,
  none: NoInfer<T>,
  context = V69,
  base = 0,
): T {
  const ar = Archive.load(hexBytes(bytes), context, { symbols, base })
  const value = pass(ar, none, 'a')
  expect(ar.remaining).toBe(0)
  const save = Archive.save(context, { base })
  pass(save, value, 'a')
  expect(hexOf(save.written())).toBe(hexOf(hexBytes(bytes)))
  return value
}

describe('arrays', () => {
  it('reads a count and elements, bit for bit', () => {
    expect([...both('03 01 02 ff', common.byteArray, new Uint8Array(0))]).toEqual([1, 2, 255])
    expect([
      ...both('01 01000200 03000400', (ar, v: Uint16Array) => common.ushortArray(ar, v, 'a', 4), new Uint16Array(0)),
    ]).toEqual([1, 2, 3, 4])
    expect([...both('02 ffff 0200', common.shortArray, new Int16Array(0))]).toEqual([-1, 2])
    expect([...both('01 ffffffff', common.intArray, new Int32Array(0))]).toEqual([-1])
    expect([...both('01 ffffffff', common.uintArray, new Uint32Array(0))]).toEqual([0xffffffff])
    const vectors = both('01 0000803f 00000040 000040c0', common.vectorArray, new Float32Array(0))
    expect([...vectors]).toEqual([1, 2, -3])
    expect(
      both('02 11223344 55667788', (ar, v: Uint8Array) => common.blockArray(ar, v, 4, 'a'), new Uint8Array(0)),
    ).toHaveLength(8)
  })

  it('keeps the payload of a signalling NaN, in a vector as in a long array', () => {
    const vector = 'a1ff8f7f 0000803f 0000807f'
    both(vector, common.vector, new Float32Array(3))
    both(`1e ${vector.repeat(10)}`, common.floatArray, new Float32Array(0))
  })

  it('reads names, objects, strings and pairs of strings', () => {
    expect(both('02 02 01', common.nameArray, []).map(String)).toEqual(['Walk', 'WAV'])
    expect(both('03 00 05 85', common.objectArray, [])).toEqual([null, object(5), object(-5)])
    expect(both('02 03 61 62 00 00', common.stringArray, []).map(String)).toEqual(['ab', ''])
    const [pair] = both('01 02 61 00 02 62 00', common.stringMap, [])
    expect(pair?.map(String)).toEqual(['a', 'b'])
    expect(NAMES[2]).toBe(name('Walk'))
  })

  it('reads strings with a length from version 64 on, and only with a zero before', () => {
    const pass = (ar: Archive, v: UString) => common.string(ar, v, 's')
    expect(both('61 62 00', pass, UString.EMPTY, ue1(63)).text).toBe('ab')
    expect(both('03 61 62 00', pass, UString.EMPTY, ue1(64)).text).toBe('ab')
    expect(both('03 61 62 00', pass, UString.EMPTY, ue1(65)).text).toBe('ab')
  })

  it('refuses counts that do not fit into the bytes before it allocates', () => {
    const hostile = hexBytes('7f ff ff ff 1f')
    const passes: ((ar: Archive) => unknown)[] = [
      (ar) => common.byteArray(ar, new Uint8Array(0), 'a'),
      (ar) => common.blockArray(ar, new Uint8Array(0), 36, 'a'),
      (ar) => common.floatArray(ar, new Float32Array(0), 'a', 4),
      (ar) => common.objectArray(ar, [], 'a'),
      (ar) => common.nameArray(ar, [], 'a'),
      (ar) => common.stringMap(ar, [], 'a'),
      (ar) => common.recordArray(ar, [], () => new common.Box(), 25, 'a'),
    ]
    for (const pass of passes) {
      expect(() => pass(Archive.load(hostile, V69, { symbols }))).toThrow(PackageError)
    }
  })

  it('keeps the capacity of an array, and adapts it to the count', () => {
    const owner = { slack: 0 }
    const ar = Archive.load(hexBytes('02000000 05000000 0000'), V69)
    expect(common.databaseCount(ar, owner, 0, 1, 'a')).toBe(2)
    expect(owner.slack).toBe(3)
    const save = Archive.save(V69)
    common.databaseCount(save, owner, 4, 1, 'a')
    expect(hexOf(save.written())).toBe('04 00 00 00 07 00 00 00')
  })
})

describe('lazy arrays', () => {
  const pass = (ar: Archive, v: Uint8Array) => common.lazyBytes(ar, v, 'data')

  it('hold the position of their end from version 62 on', () => {
    expect(both('02 aa bb', pass, new Uint8Array(0), ue1(61), 0x1000)).toHaveLength(2)
    expect(both('07100000 02 aa bb', pass, new Uint8Array(0), ue1(62), 0x1000)).toHaveLength(2)
    expect(both('07100000 02 aa bb', pass, new Uint8Array(0), ue1(63), 0x1000)).toHaveLength(2)
  })

  it('are refused if their end is elsewhere', () => {
    const ar = Archive.load(hexBytes('08100000 02 aa bb cc'), V69, { base: 0x1000 })
    expect(() => pass(ar, new Uint8Array(0))).toThrow(/expected the end at 0x1007, found 0x1008/)
  })

  it('contain records', () => {
    const bytes = `1e000000 01 ${'0000803f'.repeat(6)} 01`
    const boxes = both(bytes, (ar, v: common.Box[]) => common.lazyRecords(ar, v, () => new common.Box(), 25, 'b'), [])
    expect(boxes[0]?.max).toEqual(Float32Array.of(1, 1, 1))
  })
})

describe('geometry', () => {
  it('has spheres with a radius from version 62 on', () => {
    const pass = (ar: Archive, v: common.Sphere) => ar.record(v, 's')
    const centre = '0000803f 00000040 00004040'
    const old = both(centre, pass, new common.Sphere(), ue1(61))
    expect([...old.centre, old.radius]).toEqual([1, 2, 3, 0])
    for (const version of [62, 63]) {
      expect(both(`${centre} 00008040`, pass, new common.Sphere(), ue1(version)).radius).toBe(4)
    }
  })

  it('has coords of 48 bytes and scales of 17', () => {
    const pass = <T extends common.Coords | common.Scale>(ar: Archive, v: T): T => ar.record(v, 's')
    const coords = both('0000803f'.repeat(3) + '00000040'.repeat(9), pass<common.Coords>, new common.Coords())
    expect([...coords.origin, ...coords.xAxis, ...coords.yAxis, ...coords.zAxis]).toEqual([
      1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2,
    ])
    const scale = both(`${'0000803f'.repeat(3)}00000040 05`, pass<common.Scale>, new common.Scale())
    expect([scale.sheerRate, scale.sheerAxis]).toEqual([2, 5])
  })

  it('keeps any bits in a box', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 25, maxLength: 25 }), (bytes) => {
        const box = new common.Box()
        box.serialize(Archive.load(bytes, V69))
        const save = Archive.save(V69)
        box.serialize(save)
        expect(hexOf(save.written())).toBe(hexOf(bytes))
      }),
    )
  })
})
