import { Archive, FormatContext, Guid, Name, type ObjectSource, type TracedField, UString } from '@ukit/container'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf } from '../../../../testing/bytes.js'
import { strings } from '../../../../testing/packages.js'
import { name, object, plainName, symbols, UE1, UE1_BIG, UE3, UE3_BIG } from './archive-fixtures.js'

/**
 * One field: how it passes through an archive, a value, and its bytes, written by hand in both byte orders.
 */
interface Case {
  readonly what: string
  readonly context?: FormatContext
  readonly value: unknown
  readonly little: string
  readonly big: string
  pass(ar: Archive, value: never): unknown
}

function one<T>(
  what: string,
  value: T,
  little: string,
  big: string,
  pass: (ar: Archive, value: T) => T,
  context?: FormatContext,
): Case {
  return { what, value, little, big, pass, ...(context === undefined ? {} : { context }) }
}

const guid = new Guid(0x11223344, 0x8899aabb, 0, 0xffffffff)
const S = UString

const CASES: readonly Case[] = [
  one('u8', 0xfe, 'fe', 'fe', (ar, v) => ar.u8(v, 'f')),
  one('u16', 0xfedc, 'dc fe', 'fe dc', (ar, v) => ar.u16(v, 'f')),
  one('i16', -2, 'fe ff', 'ff fe', (ar, v) => ar.i16(v, 'f')),
  one('u32', 0xfedcba98, '98 ba dc fe', 'fe dc ba 98', (ar, v) => ar.u32(v, 'f')),
  one('i32', -2, 'fe ff ff ff', 'ff ff ff fe', (ar, v) => ar.i32(v, 'f')),
  one('u64', 0xfedcba9876543210n, '10 32 54 76 98 ba dc fe', 'fe dc ba 98 76 54 32 10', (ar, v) => ar.u64(v, 'f')),
  one(
    '64 flag bits',
    [0x89abcdef, 0xf1234567],
    'ef cd ab 89 67 45 23 f1',
    'f1 23 45 67 89 ab cd ef',
    (ar, [low, high]) => {
      const newLow = ar.flagsLow(low ?? 0, high ?? 0, 'f')
      return [newLow, ar.flagsHigh(high ?? 0)]
    },
  ),
  one('f32', -1.5, '00 00 c0 bf', 'bf c0 00 00', (ar, v) => ar.f32(v, 'f')),
  one('f64', -1.5, '00 00 00 00 00 00 f8 bf', 'bf f8 00 00 00 00 00 00', (ar, v) => ar.f64(v, 'f')),
  one(
    'guid',
    guid,
    '44 33 22 11 bb aa 99 88 00 00 00 00 ff ff ff ff',
    '11 22 33 44 88 99 aa bb 00 00 00 00 ff ff ff ff',
    (ar, v) => ar.guid(v, 'f'),
  ),
  one<Uint8Array>('bytes', Uint8Array.of(3, 1, 2), '03 01 02', '03 01 02', (ar, v) => ar.bytes(v, 3, 'f')),
  one<Uint8Array>('no bytes', new Uint8Array(0), '', '', (ar, v) => ar.bytes(v, 0, 'f')),
  one('index, compact', -8192, 'c0 80 01', 'c0 80 01', (ar, v) => ar.index(v, 'f'), UE1),
  one('index, plain', -8192, '00 e0 ff ff', 'ff ff e0 00', (ar, v) => ar.index(v, 'f'), UE3),
  one('compact index whatever the version', 64, '40 01', '40 01', (ar, v) => ar.compactIndex(v, 'f'), UE3),
  one('count', 0, '00 00 00 00', '00 00 00 00', (ar, v) => ar.count(v, 'f', 8), UE1),
  one('count stored as an index', 0, '00', '00', (ar, v) => ar.indexCount(v, 'f', 8), UE1),
  one('name number before names had any', 0, '', '', (ar, v) => ar.nameNumber(v, 'f'), UE1),
  one('name number', 5, '05 00 00 00', '00 00 00 05', (ar, v) => ar.nameNumber(v, 'f'), UE3),
  one('name, compact', plainName, '46 01', '46 01', (ar, v) => ar.name(v, 'f'), UE1),
  one(
    'name with a number',
    name,
    '46 00 00 00 03 00 00 00',
    '00 00 00 46 00 00 00 03',
    (ar, v) => ar.name(v, 'f'),
    UE3,
  ),
  one('object, compact', object as ObjectSource | null, 'c6 01', 'c6 01', (ar, v) => ar.object(v, 'f'), UE1),
  one('object', object as ObjectSource | null, 'ba ff ff ff', 'ff ff ff ba', (ar, v) => ar.object(v, 'f'), UE3),
  one('no object', null as ObjectSource | null, '00 00 00 00', '00 00 00 00', (ar, v) => ar.object(v, 'f'), UE3),
  one('numbers', [1, -1], '01 00 00 00 ff ff ff ff', '00 00 00 01 ff ff ff ff', (ar, v) => ar.i32s(v, 2, 'f')),
]

const STRINGS: readonly Case[] = [
  one(
    'string, compact length',
    S.of('Hi', false, true),
    '03 48 69 00',
    '03 48 69 00',
    (ar, v) => ar.string(v, 'f'),
    UE1,
  ),
  one(
    'string',
    S.of('Hi', false, true),
    '03 00 00 00 48 69 00',
    '00 00 00 03 48 69 00',
    (ar, v) => ar.string(v, 'f'),
    UE3,
  ),
  one(
    'string of 8-bit units from 0x80 on',
    S.of('\x80\x9f\xa0ÿ', false, true),
    '05 80 9f a0 ff 00',
    '05 80 9f a0 ff 00',
    (ar, v) => ar.string(v, 'f'),
    UE1,
  ),
  one(
    'wide string: little-endian units always',
    S.of('Жa', true, true),
    'fd ff ff ff 16 04 61 00 00 00',
    'ff ff ff fd 16 04 61 00 00 00',
    (ar, v) => ar.string(v, 'f'),
    UE3,
  ),
  one(
    'wide string, compact length',
    S.of('Ж', true, true),
    '82 16 04 00 00',
    '82 16 04 00 00',
    (ar, v) => ar.string(v, 'f'),
    UE1,
  ),
  one(
    'wide string of ASCII',
    S.of('a', true, true),
    '82 61 00 00 00',
    '82 61 00 00 00',
    (ar, v) => ar.string(v, 'f'),
    UE1,
  ),
  one(
    'embedded zeros',
    S.of('\x11\x14\0', false, true),
    '04 11 14 00 00',
    '04 11 14 00 00',
    (ar, v) => ar.string(v, 'f'),
    UE1,
  ),
  one(
    'a lone surrogate',
    S.of('\ud800', true, true),
    '82 00 d8 00 00',
    '82 00 d8 00 00',
    (ar, v) => ar.string(v, 'f'),
    UE1,
  ),
  one('empty, length 0', S.EMPTY, '00', '00', (ar, v) => ar.string(v, 'f'), UE1),
  one('empty, length 1', S.of('', false, true), '01 00', '01 00', (ar, v) => ar.string(v, 'f'), UE1),
  one('empty, length -1', S.of('', true, true), '81 00 00', '81 00 00', (ar, v) => ar.string(v, 'f'), UE1),
  one('no terminator', S.of('Hi', false, false), '02 48 69', '02 48 69', (ar, v) => ar.string(v, 'f'), UE1),
  one('wide, no terminator', S.of('Ā', true, false), '81 00 01', '81 00 01', (ar, v) => ar.string(v, 'f'), UE1),
  one('ended by a zero only', S.of('Hiÿ', false, true), '48 69 ff 00', '48 69 ff 00', (ar, v) =>
    ar.zeroTerminated(v, 'f'),
  ),
  one('ended by a zero only, empty', S.of('', false, true), '00', '00', (ar, v) => ar.zeroTerminated(v, 'f')),
  one('text of a length known from elsewhere', S.of('Hi', false, false), '48 69', '48 69', (ar, v) =>
    ar.narrowText(v, 2, 'f'),
  ),
  one('the same with a terminator', S.of('Hi', false, true), '48 69 00', '48 69 00', (ar, v) =>
    ar.narrowText(v, 3, 'f'),
  ),
]

describe.each([...CASES, ...STRINGS])('$what', ({ pass, value, little, big, context = UE1 }) => {
  describe.each([
    ['little', new FormatContext(context.version, 0, false), little],
    ['big', new FormatContext(context.version, 0, true), big],
  ] as const)('%s-endian', (_, format, text) => {
    const bytes = hexBytes(text)

    it('loads', () => {
      const ar = Archive.load(bytes, format, { symbols, base: 100 })
      expect(plain(pass(ar, start(value)))).toEqual(plain(value))
      expect(ar.position).toBe(100 + bytes.length)
      expect(ar.remaining).toBe(0)
      expect(ar.irregular).toBe(false)
    })

    it('saves', () => {
      const ar = Archive.save(format, { capacity: 1, base: 100 })
      expect(pass(ar, value as never)).toEqual(value)
      expect(hexOf(ar.written())).toBe(text)
      expect(ar.position).toBe(100 + bytes.length)
    })

    it('measures as many bytes as saving writes', () => {
      const ar = Archive.measure(format, { base: 100 })
      expect(pass(ar, value as never)).toEqual(value)
      expect(ar.position - 100).toBe(bytes.length)
    })

    it('traces every byte once, in order', () => {
      const fields: TracedField[] = []
      const ar = Archive.load(bytes, format, { symbols, base: 100, trace: (field) => fields.push(field) })
      expect(ar.mode).toBe('trace')
      expect(plain(pass(ar, start(value)))).toEqual(plain(value))
      expect(coverage(fields, 100)).toBe(100 + bytes.length)
      for (const { path } of fields) expect(path).toMatch(/^f(\[\d\])?(\.number)?$/)
    })

    it('touches no bytes when visiting references', () => {
      const seen: unknown[] = []
      const ar = Archive.references(
        { name: (found, path) => seen.push(found, path), object: (found, path) => seen.push(found, path) },
        format,
      )
      expect(pass(ar, value as never)).toEqual(value)
      expect(ar.position).toBe(0)
      expect(seen).toEqual(value === object || value instanceof Name ? [value, 'f'] : [])
    })

    it('reports where bytes are missing', () => {
      for (let end = 0; end < bytes.length; end++) {
        const ar = Archive.load(bytes.subarray(0, end), format, { symbols, base: 100 })
        expect(() => pass(ar, start(value))).toThrow(
          expect.objectContaining({ name: 'PackageError', kind: expect.stringMatching(/^(truncated|bad-count)$/) }),
        )
      }
    })
  })
})

/**
 * A value as in a class before it is loaded: a value of the right kind that differs from what will be read.
 */
function start(value: unknown): never {
  const blank =
    typeof value === 'number'
      ? 0
      : typeof value === 'bigint'
        ? 0n
        : value instanceof Uint8Array
          ? new Uint8Array(0)
          : value instanceof UString
            ? UString.EMPTY
            : value instanceof Guid
              ? Guid.ZERO
              : value instanceof Name
                ? new Name({ text: '', index: 0 })
                : Array.isArray(value)
                  ? []
                  : null
  return blank as never
}

/** A string as its units and form; everything else unchanged. */
function plain(value: unknown): unknown {
  return value instanceof UString ? [value.text, value.length, value.wide, value.terminated] : value
}

/** Checks that fields follow each other from `from` on; returns the end. */
function coverage(fields: readonly TracedField[], from: number): number {
  let end = from
  for (const { offset, length } of fields) {
    expect(offset).toBe(end)
    end += length
  }
  return end
}

describe('strings', () => {
  it.each([UE1, UE1_BIG, UE3, UE3_BIG])(
    'are written back unchanged: version $version, big-endian $bigEndian',
    (context) => {
      fc.assert(
        fc.property(strings, (value) => {
          const save = Archive.save(context)
          save.string(value, 'f')
          const measure = Archive.measure(context)
          measure.string(value, 'f')
          expect(measure.position).toBe(save.written().length)
          const read = Archive.load(save.written(), context).string(UString.EMPTY, 'f')
          expect(plain(read)).toEqual(plain(value))
          const again = Archive.save(context)
          again.string(read, 'f')
          expect(hexOf(again.written())).toBe(hexOf(save.written()))
        }),
      )
    },
  )

  it('are written back as the same bytes, for all bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 20 }), fc.boolean(), (units, wide) => {
        const count = wide ? units.length >> 1 : units.length
        const bytes = Uint8Array.of((wide ? 0x80 : 0) | count, ...units.subarray(0, wide ? count * 2 : count))
        if (count === 0) bytes[0] = 0
        const save = Archive.save(UE1)
        save.string(Archive.load(bytes, UE1).string(UString.EMPTY, 'f'), 'f')
        expect(hexOf(save.written())).toBe(hexOf(bytes))
      }),
    )
  })

  it('are only stored in 16 bits if a unit does not fit into 8', () => {
    expect(UString.from('ÿ')).toMatchObject({ wide: false, terminated: true, length: 1 })
    expect(UString.from('Ā')).toMatchObject({ wide: true, terminated: true, length: 1 })
    expect(UString.from('')).toBe(UString.EMPTY)
  })

  it('may be longer than any window of characters', () => {
    const text = 'é'.repeat(10_001)
    for (const wide of [false, true]) {
      const save = Archive.save(UE1)
      save.string(UString.of(text, wide, true), 'f')
      expect(Archive.load(save.written(), UE1).string(UString.EMPTY, 'f').text === text).toBe(true)
    }
  })
})
