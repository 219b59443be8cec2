import { expect, test } from 'vitest'
import type { Field, FieldKind } from '../src/data/bytes-calls.js'
import { indexAt, rowsOf } from '../src/views/bytes/byte-rows.js'
import { fieldRows, firstOpen, groupsOf } from '../src/views/bytes/field-rows.js'
import { findBytes, patternsOf } from '../src/views/bytes/find-bytes.js'
import { stripesOf } from '../src/views/bytes/stripes.js'

const BYTES = Uint8Array.of(0, 1, 0, 0, 0x00, 0x00, 0x00, 0x3f, 0x4c, 0x69, 0x74, 0x4c, 0x00, 0x69, 0x00)

function field(at: number, length: number, path: string, kind: FieldKind = 'number'): Field {
  return { at, length, path, text: '', kind }
}

test('bytes are found by hexadecimal digits, with any byte for question marks', () => {
  const at = (query: string) => findBytes(BYTES, patternsOf('hex', query, false)).map((found) => found.at)
  expect(at('4C 69')).toEqual([8])
  expect(at('4c??74')).toEqual([8])
  expect(at('?? 69')).toEqual([8, 12])
  expect(at('4C 6')).toEqual([])
  expect(at('69 00 00')).toEqual([])
  expect(patternsOf('hex', 'pqr', false)).toEqual([])
})

test('numbers are found as integers and floats, in the order of the package', () => {
  const at = (query: string, big = false) => findBytes(BYTES, patternsOf('number', query, big)).map((found) => found.at)
  expect(at('256')).toEqual([0])
  expect(at('0.5')).toEqual([4])
  expect(at('65536', true)).toEqual([0])
  expect(at('nothing')).toEqual([])
  // −1 as an integer is four times FF, as a float BF800000.
  expect(patternsOf('number', '-1', false)).toEqual([
    [255, 255, 255, 255],
    [0, 0, 0x80, 0xbf],
  ])
})

test('texts are found in one and in two bytes a character', () => {
  expect(findBytes(BYTES, patternsOf('text', 'Li', false))).toEqual([
    { at: 8, length: 2 },
    { at: 11, length: 4 },
  ])
})

test('a long field is folded until it is opened, and every byte has a line', () => {
  const fields = [field(0, 4, 'count', 'count'), field(4, 1200, 'data', 'bulk')]
  const map = { offset: 0, bytes: new Uint8Array(1204), fields, isBigEndian: false, error: undefined }
  const folded = rowsOf(map, new Set())
  // 1 line for the count, 8 from the beginning of the data, the fold, the last.
  expect(folded).toHaveLength(11)
  const fold = folded[indexAt(folded, 500)]
  expect([fold?.at, fold?.folded, fold?.fields]).toEqual([4 + 96, 1200 - 96 - 12, [1]])
  const open = rowsOf(map, new Set([1]))
  expect(open).toHaveLength(101)
  expect(open[indexAt(open, 500)]?.at).toBe(4 + 12 * 41)
})

test('fields are in groups, of which the large ones are shut', () => {
  const fields = [
    field(0, 1, 'name'),
    ...Array.from({ length: 2 }, (_, i) => field(1 + i, 1, `mips[${i}].width`)),
    ...Array.from({ length: 30 }, (_, i) => field(3 + i, 1, `rows[${i}]`)),
  ]
  const groups = groupsOf(fields)
  expect(groups).toEqual([
    { name: 'name', first: 0, count: 1 },
    { name: 'mips', first: 1, count: 2 },
    { name: 'rows', first: 3, count: 30 },
  ])
  const rows = fieldRows(groups, firstOpen(groups))
  expect(rows.map((row) => (row.kind === 'group' ? row.name : row.field))).toEqual([0, 'mips', 1, 2, 'rows'])
})

test('a part of the small map has the colour of most of its bytes', () => {
  const fields = [
    field(0, 3, 'a', 'name'),
    field(3, 1, 'b', 'count'),
    field(4, 1, 'c', 'count'),
    field(5, 3, 'd', 'bulk'),
  ]
  expect(stripesOf(fields, 8, 2)).toEqual(['name', 'bulk'])
  expect(stripesOf(fields, 8, 4)).toEqual(['name', 'name', 'count', 'bulk'])
})
