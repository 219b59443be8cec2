import { ComponentMapEntry, ExportEntry, Guid } from '@ukit/container'
import { expect, it } from 'vitest'

/** A different value for every field; the largest for 32 bits of flags. */
const VALUES = {
  class: -3,
  super: -2_147_483_648,
  outer: 7,
  objectName: 2_147_483_647,
  objectNameNumber: 5,
  archetype: -1,
  flags: 0xffff_ffff,
  flagsHigh: 0x8000_0004,
  size: 12,
  offset: 345,
  componentMap: [Object.assign(new ComponentMapEntry(), { name: 1, nameNumber: 2, component: 3 })],
  exportFlags: 0x8000_0001,
  netObjectCounts: [9, 8],
  packageGuid: new Guid(1, 2, 3, 4),
  packageFlags: 0xf000_0000,
  extra: { junk: 6 },
  verbatim: Uint8Array.of(1, 2),
}

const FRESH = {
  class: 0,
  super: 0,
  outer: 0,
  objectName: 0,
  objectNameNumber: 0,
  archetype: 0,
  flags: 0,
  flagsHigh: 0,
  size: 0,
  offset: 0,
  componentMap: [],
  exportFlags: 0,
  netObjectCounts: [],
  packageGuid: Guid.ZERO,
  packageFlags: 0,
  extra: undefined,
  verbatim: undefined,
}

it('has the fields that are set, without any overlap', () => {
  for (const [name, value] of Object.entries(VALUES)) {
    const [before, entry, after] = [new ExportEntry(), new ExportEntry(), new ExportEntry()]
    Object.assign(entry, { [name]: value })
    expect(entry.fields()).toEqual({ ...FRESH, [name]: value })
    expect(before.fields()).toEqual(FRESH)
    expect(after.fields()).toEqual(FRESH)
  }
})

it('lists every accessor among its fields', () => {
  const accessors = Object.entries(Object.getOwnPropertyDescriptors(ExportEntry.prototype)).filter(([, { get }]) => get)
  expect(Object.keys(new ExportEntry().fields()).sort()).toEqual(accessors.map(([name]) => name).sort())
  expect(Object.keys(VALUES)).toHaveLength(accessors.length)
})

it('is copied with all fields, and changing the copy does not change the original', () => {
  const entry = Object.assign(new ExportEntry(), VALUES)
  const copy = entry.copy()
  expect(copy.fields()).toEqual(VALUES)
  Object.assign(copy, FRESH)
  expect(copy.fields()).toEqual(FRESH)
  expect(entry.fields()).toEqual(VALUES)
})

it('keeps entries separate if there are more than share an array', () => {
  const entries = Array.from({ length: 1000 }, (_, i) =>
    Object.assign(new ExportEntry(), { class: i, packageFlags: ~i >>> 0 }),
  )
  expect(entries.map((entry) => [entry.class, entry.packageFlags])).toEqual(
    Array.from({ length: 1000 }, (_, i) => [i, 0xffff_ffff - i]),
  )
  expect((entries[999] ?? new ExportEntry()).fields()).toEqual({
    ...FRESH,
    class: 999,
    packageFlags: 0xffff_ffff - 999,
  })
})

it('is compared by its fields in tests', () => {
  for (const name of Object.keys(VALUES)) {
    const entry = Object.assign(new ExportEntry(), VALUES)
    expect(entry).toEqual(Object.assign(new ExportEntry(), VALUES))
    Object.assign(entry, { [name]: Reflect.get(FRESH, name) })
    expect([entry]).not.toEqual([Object.assign(new ExportEntry(), VALUES)])
  }
})
