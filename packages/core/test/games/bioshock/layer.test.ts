import { deflateSync } from 'node:zlib'
import { openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { HandMade, hexOf, savedBytes } from '../../../../../testing/bytes.js'

const NAMES = ['None', 'Thing', 'Core', 'Class']

/** 40,000 bytes that compress, but not to nothing. */
const BODY = Uint8Array.from({ length: 40_000 }, (_, i) => ((i * i) >> 7) & 3)

/** A compact index of up to 20 bits. */
function index(value: number): number[] {
  if (value < 64) return [value]
  if (value < 8192) return [0x40 | (value & 63), value >> 6]
  return [0x40 | (value & 63), 0x80 | ((value >> 6) & 127), value >> 13]
}

function summary(
  version: number,
  licensee: number,
  flags: number,
  importOffset: number,
  exportOffset: number,
): HandMade {
  return new HandMade()
    .u32(0x9e2a83c1, (licensee << 16) | version, flags, NAMES.length, 64, 1, exportOffset, 1, importOffset)
    .u32(1, 2, 3, 4)
    .u32(1, 1, NAMES.length)
}

/**
 * A package with one export. Everything after its summary is in zlib blocks of 32,768 bytes, compressed at a
 * level that ukit does not use.
 */
function compressed(version: number, licensee: number): Uint8Array {
  const names = new HandMade()
  for (const name of NAMES) names.shortString(name).u64(0x70010, 0)
  const bodyOffset = 64 + names.length
  const importOffset = bodyOffset + BODY.length
  const imports = new HandMade().u8(2, 3).u32(0).u8(2)
  const exportOffset = importOffset + imports.length
  // Class, super, outer, an unknown word, name, flags of 64 bits, size, offset, an unknown word.
  const exports = new HandMade()
    .u8(0x81, 0)
    .u32(0, 77)
    .u8(1)
    .u32(4, 5)
    .u8(...index(BODY.length), ...index(bodyOffset))
    .u32(88)
  const rest = new Uint8Array([...names.bytes(), ...BODY, ...imports.bytes(), ...exports.bytes()])
  const file = summary(version, licensee, 0x20001, importOffset, exportOffset)
  const count = Math.ceil(rest.length / 0x8000)
  const blocks = Array.from({ length: count }, (_, i) => {
    const plain = rest.subarray(i * 0x8000, (i + 1) * 0x8000)
    const stream = deflateSync(plain, { level: 9 })
    return new Uint8Array([
      ...new HandMade().u32(...(licensee >= 57 ? [stream.length, plain.length] : [stream.length])).bytes(),
      ...stream,
    ])
  })
  let offset = file.length + 4 + 4 * count
  file.u32(count)
  for (const block of blocks) {
    file.u32(offset)
    offset += block.length
  }
  return new Uint8Array([...file.bytes(), ...blocks.flatMap((block) => [...block])])
}

describe.each([
  ['bioshock', 141, 56],
  ['bioshock-2', 143, 59],
])('%s', (id, version, licensee) => {
  const file = compressed(version, licensee)

  it('opens compressed packages', async () => {
    const pkg = await openPackage(memorySource(file), { codecs: nodeCodecs })
    expect(pkg.game.id).toBe(id)
    expect(pkg.layers.map(({ kind, name }) => [kind, name])).toEqual([['whole-file', 'zlib']])
    expect(pkg.names).toEqual(NAMES)
    expect(pkg.exportTable[0]).toMatchObject({
      class: -1,
      flags: 4,
      flagsHigh: 5,
      extra: { bioshock1: 77, bioshock2: 88 },
    })
    expect(await pkg.exports[0]?.bytes()).toEqual(BODY)
  })

  it('opens them with the portable codecs too', async () => {
    const pkg = await openPackage(memorySource(file))
    expect(await pkg.exports[0]?.bytes()).toEqual(BODY)
  })

  it('keeps the blocks of an unchanged package, and only rebuilds changed blocks', async () => {
    const pkg = await openPackage(memorySource(file), { codecs: nodeCodecs })
    expect(hexOf(await savedBytes(pkg, { compress: 'keep' }))).toBe(hexOf(file))
    const [entry] = pkg.exportTable
    if (entry === undefined) throw new Error('no export')
    entry.flags = 6
    const changed = await savedBytes(pkg, { compress: 'keep' })
    const again = await openPackage(memorySource(changed), { codecs: nodeCodecs })
    expect(again.exportTable[0]?.flags).toBe(6)
    expect(await again.exports[0]?.bytes()).toEqual(BODY)
    // The first block holds only names and the body's start.
    expect(hexOf(changed.subarray(100, 220))).toBe(hexOf(file.subarray(100, 220)))
  })

  it('saves uncompressed without the flag', async () => {
    const pkg = await openPackage(memorySource(file), { codecs: nodeCodecs })
    const plain = await openPackage(memorySource(await savedBytes(pkg)))
    expect(plain.layers).toEqual([])
    expect(plain.summary.flags).toBe(1)
    expect(await plain.exports[0]?.bytes()).toEqual(BODY)
  })

  it('refuses a block table that leaves the file', async () => {
    const bad = file.slice()
    new DataView(bad.buffer).setInt32(64 + 4, bad.length + 10, true)
    await expect(openPackage(memorySource(bad))).rejects.toMatchObject({ name: 'PackageError' })
    new DataView(bad.buffer).setInt32(64, 0x7fffffff, true)
    await expect(openPackage(memorySource(bad))).rejects.toMatchObject({ kind: 'bad-count' })
  })
})
