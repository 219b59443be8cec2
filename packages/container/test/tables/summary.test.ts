import { openPackage, openSummary } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { firstDifference, HandMade, savedBytes } from '../../../../testing/bytes.js'

/** An empty package: the summary is the entire file. */
async function open(file: HandMade) {
  const bytes = file.bytes()
  const pkg = await openPackage(memorySource(bytes), { fileName: 'Made.upk' })
  expect(pkg.ranges.summary).toEqual({ start: 0, end: bytes.length })
  expect(firstDifference(await savedBytes(pkg), bytes)).toBe(-1)
  const { summary } = await openSummary(memorySource(bytes))
  expect(summary).toEqual(pkg.summary)
  return pkg
}

const TAG = 0x9e2a83c1

describe('a summary written by hand', () => {
  it('of version 61: heritage instead of GUID and generations', async () => {
    const file = new HandMade().u32(TAG, 61, 0x25, 0, 60, 0, 60, 0, 60, 1, 44).u32(1, 2, 3, 4)
    const bytes = file.bytes()
    const pkg = await openPackage(memorySource(bytes), { fileName: 'Made.utx' })
    expect(pkg.summary).toMatchObject({
      tag: TAG,
      version: 61,
      licensee: 0,
      flags: 0x25,
      nameCount: 0,
      nameOffset: 60,
      exportCount: 0,
      exportOffset: 60,
      importCount: 0,
      importOffset: 60,
      heritageCount: 1,
      heritageOffset: 44,
      generations: [],
    })
    expect(pkg.ranges.summary).toEqual({ start: 0, end: 44 })
    expect(pkg.ranges.heritage).toEqual({ start: 44, end: 60 })
    expect(pkg.guid.toString()).toBe('00000001000000020000000300000004')
    expect(firstDifference(await savedBytes(pkg), bytes)).toBe(-1)
  })

  it('of version 67: the last of several GUIDs is the package’s', async () => {
    const file = new HandMade().u32(TAG, 67, 0, 0, 76, 0, 76, 0, 76, 2, 44).u32(1, 2, 3, 4, 0xa, 0xb, 0xc, 0xd)
    const pkg = await openPackage(memorySource(file.bytes()))
    expect(pkg.heritage.map(String)).toEqual(['00000001000000020000000300000004', '0000000A0000000B0000000C0000000D'])
    expect(pkg.guid).toBe(pkg.heritage[1])
  })

  it('of version 69: GUID and two generations', async () => {
    const file = new HandMade().u32(TAG, 69 | (227 << 16), 1, 0, 72, 0, 72, 0, 72)
    file.u32(0x2ca90999, 0x407dcd09, 0xbe922bb7, 0x04ca44bb).u32(2, 0, 0, 0, 0)
    const { summary, guid } = await open(file)
    expect(summary).toMatchObject({
      version: 69,
      licensee: 227,
      flags: 1,
      nameOffset: 72,
      exportOffset: 72,
      importOffset: 72,
    })
    expect(summary.generations).toMatchObject([
      { exportCount: 0, nameCount: 0 },
      { exportCount: 0, nameCount: 0 },
    ])
    // A real file in the download cache is named after this GUID.
    expect(guid.toString()).toBe('2CA90999407DCD09BE922BB704CA44BB')
  })

  it('of version 128: as 69', async () => {
    const file = new HandMade()
      .u32(TAG, 128 | (29 << 16), 1, 0, 64, 0, 64, 0, 64)
      .u32(1, 2, 3, 4)
      .u32(1, 7, 8)
    const { summary } = await open(file)
    expect(summary).toMatchObject({ version: 128, licensee: 29, generations: [{ exportCount: 7, nameCount: 8 }] })
  })

  it.each([false, true])('of version 512, big-endian %s', async (bigEndian) => {
    const file = new HandMade(bigEndian)
    const end = 4 + 4 + 4 + 9 + 4 + 24 + 4 + 16 + 16 + 8 + 8 + 4
    file.u32(TAG, 512, end).string('None').u32(0x80001, 0, end, 0, end, 0, end, end)
    file.u32(0x11111111, 0x22222222, 0x33333333, 0x44444444).u32(1, 0, 0, 9)
    file.u32(3543, 0).u32(0, 0).u32(0xfeedf00d)
    expect(file.length).toBe(end)
    const { summary, context } = await open(file)
    expect(context.bigEndian).toBe(bigEndian)
    expect(summary).toMatchObject({
      version: 512,
      licensee: 0,
      headerSize: end,
      flags: 0x80001,
      dependsOffset: end,
      generations: [{ exportCount: 0, nameCount: 0, netObjectCount: 9 }],
      engineVersion: 3543,
      cookerVersion: 0,
      compressionFlags: 0,
      chunks: [],
      packageSource: 0xfeedf00d,
      additionalPackages: [],
    })
    expect(summary.folder.text).toBe('None')
    expect(summary.guid.toString()).toBe('11111111222222223333333344444444')
  })

  it.each([false, true])('of version 868, every field, big-endian %s', async (bigEndian) => {
    const file = new HandMade(bigEndian)
    const end = 12 + 13 + 28 + 20 + 16 + 28 + 8 + 8 + 4 + 26 + 64
    file.u32(TAG, 868, end).string('Gameplay').u32(8, 0, end, 0, end, 0, end)
    // Depends, GUID table with its counts, thumbnails.
    file.u32(end, end, 0, 0, 0)
    file.u32(1, 2, 3, 4).u32(2, 5, 6, 7, 0, 0, 8)
    file.u32(12791, 136).u32(0, 0).u32(0x12345678)
    // One additional package in 8 bits, one in 16.
    file
      .u32(2)
      .string('Level_B')
      .u32(-3 >>> 0)
      .u8(0x16, 4, 0x61, 0, 0, 0)
    file.u32(2).u32(1024, 512, 11, 7, 0x100, 3, 0, 1, 2).u32(4, 4, 1, 2, 0, 0)
    expect(file.length).toBe(end)
    const pkg = await open(file)
    expect(pkg.summary).toMatchObject({
      headerSize: end,
      flags: 8,
      nameOffset: end,
      importOffset: end,
      exportOffset: end,
      dependsOffset: end,
      importExportGuidsOffset: end,
      importGuidsCount: 0,
      exportGuidsCount: 0,
      thumbnailOffset: 0,
      generations: [
        { exportCount: 5, nameCount: 6, netObjectCount: 7 },
        { exportCount: 0, nameCount: 0, netObjectCount: 8 },
      ],
      engineVersion: 12791,
      cookerVersion: 136,
      packageSource: 0x12345678,
      textureAllocations: [
        { width: 1024, height: 512, mipCount: 11, format: 7, flags: 0x100, exports: [0, 1, 2] },
        { width: 4, height: 4, mipCount: 1, format: 2, flags: 0, exports: [] },
      ],
    })
    expect(pkg.summary.folder.text).toBe('Gameplay')
    expect(pkg.summary.additionalPackages.map(({ text, wide }) => [text, wide])).toEqual([
      ['Level_B', false],
      ['Жa', true],
    ])
  })
})

describe('tables written by hand', () => {
  it('of version 69: names, an import, an export', async () => {
    const file = new HandMade()
    const names = new HandMade().shortString('None').u32(0x70010).shortString('Core').u32(0x04070010)
    names.shortString('Größe').u32(0x70010)
    const body = [0]
    const imports = new HandMade().u8(1, 2).u32(0).u8(1)
    // Class and super in one byte each, outer in four, name, flags, size, offset in two bytes.
    const at = 64 + names.length
    const exports = new HandMade().u8(0x81, 0).u32(0).u8(2).u32(0x70004)
    exports.u8(1, 0x40 | (at & 0x3f), at >> 6)
    const importOffset = at + body.length
    file
      .u32(TAG, 69, 1, 3, 64, 1, importOffset + imports.length, 1, importOffset)
      .u32(1, 2, 3, 4)
      .u32(1, 1, 3)
    file.u8(...names.bytes(), ...body, ...imports.bytes(), ...exports.bytes())
    const bytes = file.bytes()
    const pkg = await openPackage(memorySource(bytes), { fileName: 'Made.u' })
    expect(pkg.names).toEqual(['None', 'Core', 'Größe'])
    expect(pkg.nameTable.map(({ flags }) => flags)).toEqual([0x70010, 0x04070010, 0x70010])
    expect(pkg.imports.map((object) => [object.path, object.className, object.classPackage])).toEqual([
      ['Core', 'Größe', 'Core'],
    ])
    const [object] = pkg.exports
    expect(object).toMatchObject({ path: 'Größe', className: 'Core', reference: 1 })
    expect(object?.entry).toMatchObject({ class: -1, super: 0, outer: 0, flags: 0x70004, size: 1, offset: at })
    expect([...((await object?.bytes()) ?? [])]).toEqual([0])
    expect(firstDifference(await savedBytes(pkg), bytes)).toBe(-1)
  })

  it('keep indices that are not in the usual form', async () => {
    const names = new HandMade().u8(0x45, 0, 0x4e, 0x6f, 0x6e, 0x65, 0).u32(0)
    // References as unsigned five-byte magnitudes, as in one real package of Lineage II: 0xFFFFFFFF is -1.
    const imports = new HandMade().u8(0x40, 0, 0x80).u32(0).u8(0)
    const exports = new HandMade().u8(0x7f, 0xff, 0xff, 0xff, 0x1f, 0).u32(0).u8(0).u32(0).u8(0)
    const importOffset = 64 + names.length
    const file = new HandMade()
    file
      .u32(TAG, 126, 1, 1, 64, 1, importOffset + imports.length, 1, importOffset)
      .u32(1, 2, 3, 4)
      .u32(1, 1, 1)
    file.u8(...names.bytes(), ...imports.bytes(), ...exports.bytes())
    const bytes = file.bytes()
    const pkg = await openPackage(memorySource(bytes))
    expect(pkg.exports[0]?.class).toBe(pkg.imports[0])
    expect(pkg.exportTable[0]?.verbatim).toBeDefined()
    expect(firstDifference(await savedBytes(pkg), bytes)).toBe(-1)
  })

  it('of version 512, big-endian: names with numbers, a component, a net object count', async () => {
    const big = () => new HandMade(true)
    const names = big().string('None').u64(0x70010, 0).string('Core').u64(0x70010, 0)
    // UTF-16 units stay little-endian.
    names
      .u32(-2 >>> 0)
      .u8(0x16, 4, 0, 0)
      .u64(0x70010, 0)
    const imports = big().u32(1, 0, 1, 5, 0, 2, 0)
    const exports = big()
      .u32(-1 >>> 0, 0, 0, 2, 3, 0)
      .u64(0x4000, 0x80000004)
    const summaryEnd = 4 + 4 + 4 + 9 + 4 + 24 + 4 + 16 + 16 + 8 + 8 + 4
    const importOffset = summaryEnd + names.length
    const exportOffset = importOffset + imports.length
    const exportLength = exports.length + 8 + 4 + 12 + 4 + 8 + 16 + 4
    const dependsOffset = exportOffset + exportLength
    const at = dependsOffset + 4
    exports.u32(2, at).u32(1, 1, 0, 1).u32(1).u32(1, 77).u32(9, 8, 7, 6).u32(0x80000001)
    expect(exports.length).toBe(exportLength)
    const file = big().u32(TAG, 512, at).string('None').u32(0, 3, summaryEnd, 1, exportOffset, 1, importOffset)
    file.u32(dependsOffset, 1, 2, 3, 4).u32(1, 1, 3, 1).u32(3543, 0, 0, 0, 0)
    file.u8(...names.bytes(), ...imports.bytes(), ...exports.bytes(), 0, 0, 0, 0, 0xab, 0xcd)
    const bytes = file.bytes()
    const pkg = await openPackage(memorySource(bytes))
    expect(pkg.names).toEqual(['None', 'Core', 'Ж'])
    expect(pkg.nameTable[0]).toMatchObject({ flags: 0, flagsHigh: 0x70010 })
    expect(pkg.imports[0]).toMatchObject({ className: 'Core_4', name: 'Ж' })
    const object = pkg.exports[0]!
    expect(object.name).toBe('Ж_2')
    expect(object.entry).toMatchObject({
      class: -1,
      flags: 0x80000004,
      flagsHigh: 0x4000,
      size: 2,
      offset: at,
      componentMap: [{ name: 1, nameNumber: 0, component: 1 }],
      exportFlags: 1,
      netObjectCounts: [77],
      packageFlags: 0x80000001,
    })
    expect(object.entry.packageGuid.toString()).toBe('00000009000000080000000700000006')
    expect([...(await object.bytes())]).toEqual([0xab, 0xcd])
    expect(firstDifference(await savedBytes(pkg), bytes)).toBe(-1)
  })
})
