import { deflateSync } from 'node:zlib'
import { openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { HandMade, hexBytes, hexOf, savedBytes } from '../../../../testing/bytes.js'

/** What is in the image behind the summary: one name, and 40 bytes. */
const REST = new Uint8Array([
  ...new HandMade().string('None').u64(0x70010, 0).bytes(),
  ...new Array<number>(40).fill(0x41),
])

interface Kind {
  readonly version: number
  readonly licensee?: number
  readonly tag?: number
  /**
   * Fields that the game has behind the version word or flags, before the chunk table entry's end, as words.
   */
  readonly afterFlags?: number[]
  readonly entryEnd?: number[]
  readonly compressionFlags: number
  /** The chunk's bytes. */
  readonly chunk: Uint8Array
}

/** A package whose image behind the summary is one chunk. */
function file(kind: Kind): Uint8Array {
  const { version, licensee = 0, tag = 0x9e2a83c1, afterFlags = [], entryEnd = [], compressionFlags, chunk } = kind
  const make = (imageStart: number, fileStart: number) =>
    new HandMade()
      .u32(tag, (licensee << 16) | version, imageStart + REST.length - 40)
      .string('None')
      .u32(0x0200_0000, ...afterFlags)
      .u32(1, imageStart, 0, imageStart + REST.length, 0, imageStart + REST.length, imageStart + REST.length)
      .u32(...(version >= 623 ? [imageStart + REST.length, 0, 0] : []))
      .u32(...(version >= 584 ? [0] : []))
      .u32(1, 2, 3, 4)
      .u32(1, 0, 1, 0, 5000, 0)
      .u32(compressionFlags, 1, imageStart, REST.length, fileStart, chunk.length, ...entryEnd)
      .u32(7, 0, ...(version >= 767 ? [0] : []))
  const size = make(0, 0).length
  return new Uint8Array([...make(size - 16 - 4 * entryEnd.length, size).bytes(), ...chunk])
}

/** A chunk of one zlib block. */
function zlibChunk(tag = 0x9e2a83c1, scramble: (bytes: Uint8Array) => Uint8Array = (bytes) => bytes): Uint8Array {
  const stream = scramble(new Uint8Array(deflateSync(REST, { level: 9 })))
  return new Uint8Array([
    ...new HandMade().u32(tag, 0x20000, stream.length, REST.length, stream.length, REST.length).bytes(),
    ...stream,
  ])
}

const xor = (key: readonly number[]) => (bytes: Uint8Array) => bytes.map((byte, i) => byte ^ (key[i % key.length] ?? 0))

const TAO_YUAN = [
  137, 35, 95, 142, 69, 136, 243, 119, 25, 35, 111, 94, 101, 136, 243, 204, 243, 67, 95, 158, 69, 106, 107, 187, 237,
  35, 103, 142, 72, 142, 243,
]

/** What each public reader says of a game's chunks. */
const CASES: readonly (readonly [what: string, game: string | undefined, kind: Kind])[] = [
  [
    'Borderlands: stored without header',
    'borderlands',
    { version: 584, licensee: 58, compressionFlags: 2, chunk: REST },
  ],
  [
    'Bulletstorm: entries of 20 bytes',
    'bulletstorm',
    { version: 742, licensee: 29, entryEnd: [1], compressionFlags: 1, chunk: zlibChunk() },
  ],
  [
    'Hawken: its tag in chunks',
    'hawken',
    { version: 860, licensee: 4, tag: 0xea31928c, afterFlags: [9], compressionFlags: 1, chunk: zlibChunk(0xea31928c) },
  ],
  [
    'Berkanix: its tag in chunks',
    'berkanix',
    { version: 600, tag: 0xf2bac156, compressionFlags: 1, chunk: zlibChunk(0xf2bac156) },
  ],
  [
    'Heroes VII: its tag in chunks',
    'might-and-magic-heroes-7',
    { version: 868, licensee: 4, tag: 0x4d4d4837, compressionFlags: 1, chunk: zlibChunk(0x4d4d4837) },
  ],
  [
    'SMITE: blocks XORed with 0x2A',
    'smite',
    { version: 600, compressionFlags: 0x201, chunk: zlibChunk(undefined, xor([0x2a])) },
  ],
]

describe.each(CASES)('%s', (_, game, kind) => {
  it('opens, and keeps its bytes', async () => {
    const bytes = file(kind)
    const options = { codecs: nodeCodecs, ...(game === 'smite' ? { game } : {}) }
    const pkg = await openPackage(memorySource(bytes), options)
    expect(pkg.game.id).toBe(game)
    expect(pkg.names).toEqual(['None'])
    expect(hexOf(await savedBytes(pkg, { compress: 'keep' }))).toBe(hexOf(bytes))
    const plain = await openPackage(memorySource(await savedBytes(pkg)), options)
    expect(plain.names).toEqual(['None'])
    expect(plain.summary.chunks).toEqual([])
  })

  it('compresses changed content so that it reads again', async () => {
    const options = { codecs: nodeCodecs, ...(game === 'smite' ? { game } : {}) }
    const pkg = await openPackage(memorySource(file(kind)), options)
    const [entry] = pkg.nameTable
    if (entry === undefined) throw new Error('no name')
    entry.flags = 0x1234
    const again = await openPackage(memorySource(await savedBytes(pkg, { compress: 'keep' })), options)
    expect(again.nameTable[0]?.flags).toBe(0x1234)
    expect(again.summary.chunks).toHaveLength(1)
  })
})

it("takes Tao Yuan's word and key off", async () => {
  const body = file({ version: 600, tag: 0x12345678, compressionFlags: 1, chunk: zlibChunk(undefined, xor(TAO_YUAN)) })
  // The word behind the tag moves everything by four.
  const view = new DataView(body.buffer)
  const bytes = new Uint8Array([...body.subarray(0, 4), 1, 2, 3, 4, ...body.subarray(4)])
  const moved = new DataView(bytes.buffer)
  const header = 4 + 4 + 4 + 9 + 4
  for (const at of [8, header + 4, header + 12, header + 20, header + 24])
    moved.setInt32(at + 4, view.getInt32(at, true) + 4, true)
  const chunk = body.length - zlibChunk().length - 8 - 16
  for (const at of [chunk, chunk + 8]) moved.setInt32(at + 4, view.getInt32(at, true) + 4, true)
  const pkg = await openPackage(memorySource(bytes), { codecs: nodeCodecs })
  expect(pkg.game.id).toBe('tao-yuan')
  expect(pkg.names).toEqual(['None'])
  expect(hexOf(await savedBytes(pkg, { compress: 'keep' }))).toBe(hexOf(bytes))
})

it("takes the long key of Devil's Third off", async () => {
  // A zlib stream of the same bytes, scrambled by another program with the published key and its 32-bit step.
  const stream = hexBytes('ffc143ae642a9bccba8b0d4d863b2a98f5041501c2363da6a8')
  const chunk = new Uint8Array([
    ...new HandMade().u32(0x9e2a83c1, 0x20000, stream.length, REST.length, stream.length, REST.length).bytes(),
    ...stream,
  ])
  const bytes = file({ version: 600, tag: 0x7bc342f0, compressionFlags: 9, chunk })
  const pkg = await openPackage(memorySource(bytes), { codecs: nodeCodecs })
  expect(pkg.game.id).toBe('devils-third')
  expect(pkg.names).toEqual(['None'])
  expect(hexOf(await savedBytes(pkg, { compress: 'keep' }))).toBe(hexOf(bytes))
})

it('takes the key of Blade & Soul off compressed blocks', async () => {
  // LZO by hand: 57 literals (17 + 57), then the end mark.
  const lzo = Uint8Array.of(17 + REST.length, ...REST, 0x11, 0, 0)
  const stream = xor([...'qiffjdlerdoqymvketdcl0er2subioxq'].map((unit) => unit.charCodeAt(0)))(lzo)
  const chunk = new Uint8Array([
    ...new HandMade().u32(0x9e2a83c1, 0x20000, stream.length, REST.length, stream.length, REST.length).bytes(),
    ...stream,
  ])
  const bytes = file({ version: 600, compressionFlags: 8, chunk })
  const options = { codecs: nodeCodecs, game: 'blade-and-soul' }
  const pkg = await openPackage(memorySource(bytes), options)
  expect(pkg.names).toEqual(['None'])
  expect(hexOf(await savedBytes(pkg, { compress: 'keep' }))).toBe(hexOf(bytes))
})

it('names the compression that it lacks', async () => {
  const knight = file({ version: 863, licensee: 32995, compressionFlags: 8, chunk: zlibChunk() })
  await expect(openPackage(memorySource(knight))).rejects.toThrow(/found lz4/)
})

it('names the game whose chunks it cannot read', async () => {
  const dc = file({ version: 648, licensee: 6405, compressionFlags: 1, chunk: zlibChunk() })
  await expect(openPackage(memorySource(dc))).rejects.toThrow(/DC Universe Online/)
})
