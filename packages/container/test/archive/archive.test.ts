import {
  Archive,
  EMPTY_SCHEMA,
  Guid,
  type IndexPlace,
  MoreBytesNeeded,
  type Name,
  type TracedField,
  UString,
} from '@ukit/container'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../testing/bytes.js'
import { name, object, plainName, symbols, UE1 } from './archive-fixtures.js'

describe('loading a text whose index is not in the usual form', () => {
  it('is reported', () => {
    const ar = Archive.load(hexBytes('41 00 00'), UE1)
    ar.string(UString.EMPTY, 'f')
    expect(ar.irregular).toBe(true)
  })
})

describe('counts', () => {
  it.each<readonly [what: string, bytes: string, entrySize: number, message: string]>([
    ['negative', 'ff ff ff ff', 1, 'expected a count from 0 to 2 (2 bytes left), found -1'],
    ['more than the bytes left hold', '02 00 00 00', 2, 'expected a count from 0 to 1 (2 bytes left), found 2'],
    ['huge', 'ff ff ff 7f', 8, 'expected a count from 0 to 0 (2 bytes left), found 2147483647'],
  ])('are refused when %s', (_, text, entrySize, message) => {
    const ar = Archive.load(hexBytes(`${text} aa bb`), UE1, { base: 50 })
    ar.enter('exports', 12)
    expect(() => ar.count(0, 'componentCount', entrySize)).toThrow(
      expect.objectContaining({
        kind: 'bad-count',
        field: 'exports[12].componentCount',
        message: expect.stringContaining(message),
      }),
    )
  })

  it('may fill the remaining bytes to the last', () => {
    expect(Archive.load(hexBytes('02 00 00 00 aa bb'), UE1).count(0, 'f', 1)).toBe(2)
  })

  it('are measured against the package, not against a window of it', () => {
    expect(Archive.load(hexBytes('64 00 00 00'), UE1, { limit: 104 }).count(0, 'f', 1)).toBe(100)
    expect(() => Archive.load(hexBytes('64 00 00 00'), UE1, { limit: 103 }).count(0, 'f', 1)).toThrow('100')
  })

  it('refuse a negative length of bytes', () => {
    expect(() => Archive.load(new Uint8Array(4), UE1).bytes(new Uint8Array(0), -1, 'f')).toThrow(
      expect.objectContaining({ kind: 'bad-count', field: 'f', offset: 0 }),
    )
  })
})

describe('errors', () => {
  it('have the kind, the path and the offset of the field', () => {
    const ar = Archive.load(new Uint8Array(10), UE1, { base: 0x100 })
    ar.u32(0, 'a')
    ar.enter('exports', 12)
    ar.enter('range')
    ar.u32(0, 'size')
    expect(() => ar.u32(0, 'offset')).toThrow(
      expect.objectContaining({
        kind: 'truncated',
        offset: 0x108,
        field: 'exports[12].range.offset',
        message: 'exports[12].range.offset: expected 4 more bytes, found 2 before the end at 0x10A (at offset 0x108)',
      }),
    )
  })

  it('point at the field, not after it, if an index is out of range', () => {
    const ar = Archive.load(hexBytes('00 00 46 05'), UE1, { symbols, base: 0x20 })
    ar.u16(0, 'a')
    expect(() => ar.name(name, 'tag')).toThrow(
      expect.objectContaining({ kind: 'bad-index', field: 'tag', offset: 0x22 }),
    )
    const again = Archive.load(hexBytes('05'), UE1, { symbols, base: 0x20 })
    expect(() => again.object(null, 'class')).toThrow(
      expect.objectContaining({ kind: 'bad-index', field: 'class', offset: 0x20 }),
    )
  })

  it('have the path of the outer level after an inner level was left', () => {
    const ar = Archive.load(new Uint8Array(0), UE1)
    ar.enter('a')
    ar.enter('b', 0)
    ar.leave(true)
    expect(ar.fieldPath('c')).toBe('a.c')
    expect(ar.fieldPath('')).toBe('a')
    ar.leave()
    expect(ar.fieldPath('c')).toBe('c')
  })

  it('are bugs, not package errors, if the given values do not fit the field', () => {
    expect(() => Archive.save(UE1).bytes(new Uint8Array(2), 3, 'f')).toThrow(RangeError)
    expect(() => Archive.measure(UE1).bytes(new Uint8Array(2), 3, 'f')).toThrow(RangeError)
    expect(() => Archive.save(UE1).records([], 1, () => ({ serialize: () => undefined }), 'f')).toThrow(RangeError)
  })
})

describe('a window of a longer package', () => {
  const passes: readonly (readonly [what: string, full: string, pass: (ar: Archive) => unknown])[] = [
    ['u32', '01 00 00 00', (ar) => ar.u32(0, 'f')],
    ['guid', '00 '.repeat(16), (ar) => ar.guid(Guid.ZERO, 'f')],
    ['compact index', 'c0 80 80 80 10', (ar) => ar.compactIndex(0, 'f')],
    ['string', '06 48 65 6c 6c 6f 00', (ar) => ar.string(UString.EMPTY, 'f').text],
    ['wide string', '83 48 00 65 00 00 00', (ar) => ar.string(UString.EMPTY, 'f').text],
    ['text ended by a zero', '48 65 6c 6c 6f 00', (ar) => ar.zeroTerminated(UString.EMPTY, 'f').text],
    ['bytes', '01 02 03 04 05', (ar) => ar.bytes(new Uint8Array(0), 5, 'f')],
  ]

  it.each(passes)('requests more in the middle of a field: %s', (_, text, pass) => {
    const bytes = hexBytes(text)
    for (let end = 0; end < bytes.length; end++) {
      const ar = Archive.load(bytes.subarray(0, end), UE1, { base: 10, limit: 10 + bytes.length })
      let thrown: unknown
      try {
        pass(ar)
      } catch (error) {
        thrown = error
      }
      expect(thrown).toBeInstanceOf(MoreBytesNeeded)
      expect((thrown as MoreBytesNeeded).offset).toBe(10 + end)
      // With all of the bytes, the same archive continues.
      ar.window(bytes, 10, 10 + bytes.length)
      pass(ar)
      expect(ar.position).toBe(10 + bytes.length)
    }
  })

  it.each(passes)('is truncated when the package itself ends: %s', (_, text, pass) => {
    const bytes = hexBytes(text)
    for (let end = 0; end < bytes.length; end++) {
      const ar = Archive.load(bytes.subarray(0, end), UE1, { base: 10 })
      expect(() => pass(ar)).toThrow(expect.objectContaining({ kind: 'truncated', field: 'f' }))
    }
  })
})

describe('records', () => {
  class Pair {
    a = 0
    b: Name
    constructor(b: Name) {
      this.b = b
    }
    serialize(ar: Archive): void {
      this.a = ar.u16(this.a, 'a')
      this.b = ar.name(this.b, 'b')
    }
  }

  it('are traced, saved and visited with their paths', () => {
    const pairs = [new Pair(plainName), Object.assign(new Pair(plainName), { a: 513 })]
    const save = Archive.save(UE1)
    save.records(pairs, 2, () => new Pair(plainName), 'pairs')
    save.record(new Pair(plainName), 'last')
    expect(hexOf(save.written())).toBe('00 00 46 01 01 02 46 01 00 00 46 01')
    const fields: TracedField[] = []
    const trace = Archive.load(save.written(), UE1, { symbols, trace: (field) => fields.push(field) })
    expect(trace.records([], 2, () => new Pair(name), 'pairs')).toEqual(pairs)
    trace.record(new Pair(name), 'last')
    expect(fields.map(({ path, offset, length, value }) => [path, offset, length, value])).toEqual([
      ['pairs[0].a', 0, 2, 0],
      ['pairs[0].b', 2, 2, 70],
      ['pairs[1].a', 4, 2, 513],
      ['pairs[1].b', 6, 2, 70],
      ['last.a', 8, 2, 0],
      ['last.b', 10, 2, 70],
    ])
    const paths: string[] = []
    const references = Archive.references({ name: (_, path) => paths.push(path) }, UE1)
    references.records(pairs, 2, () => new Pair(plainName), 'pairs')
    references.record(new Pair(plainName), 'last')
    expect(paths).toEqual(['pairs[0].b', 'pairs[1].b', 'last.b'])
  })
})

describe('a loading archive', () => {
  it('returns the bytes since a position', () => {
    const ar = Archive.load(hexBytes('01 02 03 04 05'), UE1, { base: 7 })
    ar.u8(0, 'a')
    const from = ar.position
    ar.u16(0, 'b')
    expect(hexOf(ar.bytesSince(from))).toBe('02 03')
  })

  it('reads the right bytes if they start in the middle of their memory', () => {
    expect(Archive.load(hexBytes('ff ff 01 00 00 00').subarray(2), UE1).u32(0, 'f')).toBe(1)
  })
})

describe('an archive that is used for several objects', () => {
  const subject = (path: string) => ({
    path,
    ancestry: [],
    flags: 0,
    flagsHigh: 0,
    isClass: false,
    isDefaultObject: false,
    isInDefaultObject: false,
    cooked: false,
    schema: EMPTY_SCHEMA,
  })

  it('loads the next one as if it had been made for it, even after a failure', () => {
    const ar = Archive.load(hexBytes('01 41 00'), UE1, { base: 10, symbols, subject: subject('A') })
    ar.enter('left', 3)
    ar.opaque(hexBytes(''), 1, 'unknown')
    ar.compactIndex(0, 'long')
    ar.notePosition(10, 5)
    const { positions } = ar
    expect(() => ar.u32(0, 'f')).toThrow('left[3].f')
    ar.reload(hexBytes('02 03'), 20, symbols, subject('B'))
    expect([ar.subject?.path, ar.position, ar.remaining]).toEqual(['B', 20, 2])
    expect([ar.opaqueBytes, ar.irregular, ar.positions]).toEqual([0, false, []])
    expect([ar.u16(0, 'g'), ar.fieldPath('h'), positions]).toEqual([0x302, 'h', [{ at: 10, to: 5 }]])
  })

  it('saves the next one over the previous one', () => {
    const ar = Archive.save(UE1, { base: 10, subject: subject('A'), buffer: new Uint8Array(256) })
    ar.u32(0x01020304, 'a')
    ar.notePosition(10, 5)
    ar.resave(20, subject('B'))
    expect([ar.subject?.path, ar.position, ar.positions]).toEqual(['B', 20, []])
    ar.u16(0x605, 'b')
    expect(hexOf(ar.written())).toBe('05 06')
  })

  it('discards exactly what it undoes', () => {
    const indices: IndexPlace[] = []
    const ar = Archive.save(UE1, { base: 100, indices })
    ar.name(name, 'a')
    ar.skippable('b', () => ar.u8(1, 'c'))
    const [from, kept] = [ar.position, hexOf(ar.written())]
    ar.object(object, 'd')
    ar.skippable('e', () => ar.u8(2, 'f'))
    ar.takeBack(from)
    expect(hexOf(ar.written())).toBe(kept)
    expect([indices.length, ar.positions.length]).toEqual([1, 1])
    ar.u8(9, 'g')
    expect(hexOf(ar.written())).toBe(`${kept} 09`)
  })
})
