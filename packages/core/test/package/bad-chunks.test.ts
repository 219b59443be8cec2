import { nodeCodecs } from '@ukit/core/node'
import { describe, expect, it } from 'vitest'
import { HandMade, savedBytes } from '../../../../testing/bytes.js'
import { fileOf, type Shape, sampleFile, samplePlan } from '../../../../testing/packages.js'
import { failure, open, patched } from './support/bad-packages.js'

describe('compressed packages with wrong numbers', () => {
  const shape: Shape = { version: 868, bigEndian: false }

  /** A compressed sample, and the positions of its chunk table and its first chunk. */
  async function compressed(): Promise<{ bytes: Uint8Array; table: number; chunk: number }> {
    const plan = samplePlan(shape)
    const pkg = await open(await fileOf(plan), { game: 'unreal-engine' })
    const bytes = await savedBytes(pkg, { compress: 'zlib' })
    const again = await open(bytes)
    const chunk = again.summary.chunks[0]?.compressedOffset ?? 0
    // The table ends before the checksum, the two additional packages and the count of texture allocations.
    const table = chunk - (4 + 4 + 12 + 4 + 4) - 16
    const view = new DataView(bytes.buffer)
    expect(view.getUint32(table + 8, true)).toBe(chunk)
    return { bytes, table, chunk }
  }

  it.each<readonly [what: string, word: number, value: number, kind: string]>([
    ['overlaps the summary', 0, 1, 'bad-offset'],
    ['leaves a hole after the summary', 0, 0x1000, 'bad-offset'],
    ['has a negative offset', 0, -1, 'bad-offset'],
    ['has a negative size', 4, -1, 'bad-value'],
    ['lies outside the file', 8, 0x7fff_fff0, 'bad-offset'],
    ['lies before the file', 8, -1, 'bad-offset'],
    ['has a negative length', 12, -5, 'bad-value'],
  ])('a chunk that %s', async (_, word, value, kind) => {
    const { bytes, table } = await compressed()
    expect(await failure(patched(bytes, { [table + word]: value }))).toMatchObject({ kind, field: 'chunks[0]' })
  })

  it.each<readonly [what: string, word: number, value: number, kind: string, field: string | undefined]>([
    ['another tag', 0, 0x1234, 'bad-value', 'chunks[0]'],
    ['a block size of zero', 4, 0, 'bad-value', 'chunks[0]'],
    ['a huge block size', 4, 0x7fff_ffff, 'bad-value', 'chunks[0]'],
    ['blocks too small to be worth their table', 4, 1, 'bad-value', 'chunks[0]'],
    ['more blocks than the file has a table for', 12, 0x7000_0000, 'bad-count', 'chunks[0]'],
    ['a negative compressed size', 8, -1, 'bad-value', 'chunks[0]'],
    ['a sum that is not that of its blocks', 8, 1, 'bad-value', 'chunks[0]'],
    ['a negative size', 12, -1, 'bad-value', 'chunks[0]'],
    ['another size than the summary says', 12, 0x100, 'bad-value', undefined],
    ['a block beyond the end of the file', 16, 0x7fff_ffff, 'bad-offset', 'chunks[0].blocks[0].compressedSize'],
    ['a block of negative length', 16, -1, 'bad-offset', 'chunks[0].blocks[0].compressedSize'],
    ['a block of another size', 20, 1, 'bad-value', 'chunks[0].blocks[0].uncompressedSize'],
  ])('a chunk header with %s', async (_, word, value, kind, field) => {
    const { bytes, chunk } = await compressed()
    const error = await failure(patched(bytes, { [chunk + word]: value }))
    expect(error.kind).toBe(kind)
    if (field !== undefined) expect(error.field).toBe(field)
  })

  it.each([
    ['longer than the file', 0x20000],
    ['shorter than it is', -7],
  ])('a chunk that the table says is %s is read by its own blocks, and kept', async (_, more) => {
    const { bytes, table } = await compressed()
    const size = new DataView(bytes.buffer).getUint32(table + 12, true)
    const file = patched(bytes, { [table + 12]: size + more })
    const pkg = await open(file)
    expect(await pkg.chunked?.wrongSizes()).toEqual([{ index: 0, size }])
    expect(await savedBytes(pkg)).toEqual(await savedBytes(await open(bytes)))
    // Nothing was changed, so nothing is written differently, and nothing is taken for a trailer.
    expect(await savedBytes(pkg, { compress: 'keep' })).toEqual(file)
    const [entry] = pkg.nameTable
    if (entry === undefined) throw new Error('no name')
    entry.flags ^= 1
    const again = await open(await savedBytes(pkg, { compress: 'keep' }))
    expect(await again.chunked?.wrongSizes()).toEqual([])
  })

  it('a file that was cut off in its last chunk is refused when it is opened', async () => {
    const { bytes } = await compressed()
    expect(await failure(bytes.subarray(0, bytes.length - 1))).toMatchObject({ kind: 'bad-offset', field: 'chunks[0]' })
  })

  it('a damaged stream is a compression error at its block', async () => {
    const { bytes, chunk } = await compressed()
    const broken = bytes.slice()
    for (let i = chunk + 30; i < chunk + 60; i++) broken[i] = 0xff
    expect(await failure(broken)).toMatchObject({ kind: 'compression', offset: chunk + 24 })
  })

  it('two chunks that overlap in the image', async () => {
    const { bytes, table, chunk } = await compressed()
    const view = new DataView(bytes.buffer)
    const twice = new Uint8Array(bytes.length + 16)
    twice.set(bytes.subarray(0, table + 16))
    twice.set(bytes.subarray(table, table + 16), table + 16)
    twice.set(bytes.subarray(table + 16), table + 32)
    const file = patched(twice, { [table - 4]: 2, [table + 8]: chunk + 16, [table + 24]: chunk + 16 })
    const size = view.getUint32(table + 4, true)
    expect(await failure(file)).toMatchObject({ kind: 'bad-offset', field: 'chunks[1]' })
    // If the second follows the first directly, the same bytes result in a longer image.
    const start = view.getUint32(table, true)
    const pkg = await open(patched(file, { [table + 16]: start + size }))
    expect(pkg.image.byteLength).toBe(start + 2 * size)
  })

  it.each([
    ['oodle', 0x400, 'Oodle'],
    ['unknown', 0x40, '0x40'],
    ['none', 0, '0x0'],
  ])('flags of %s', async (_, flags, message) => {
    const { bytes, table } = await compressed()
    expect(await failure(patched(bytes, { [table - 8]: flags }))).toMatchObject({
      kind: 'compression',
      message: expect.stringContaining(message),
    })
  })

  it('images beyond 2 GB are refused', async () => {
    const { bytes, table } = await compressed()
    expect(await failure(patched(bytes, { [table + 4]: 0x7fff_ffff }))).toMatchObject({
      kind: 'bad-value',
      field: 'chunks',
    })
  })

  it('a package too old for chunks is not compressed', async () => {
    for (const version of [69, 128, 333]) {
      const pkg = await open(await sampleFile({ version }))
      await expect(savedBytes(pkg, { compress: 'zlib' })).rejects.toMatchObject({
        name: 'PackageError',
        kind: 'unsupported',
      })
    }
  })
})

describe('a zip bomb', () => {
  const BLOCK = 0x20000
  const SIZE = 0x7ff0_0000

  /**
   * A package with a single chunk that claims nearly 2 GB of zeros; every block has the same few bytes, and
   * the tables are inside.
   */
  async function bomb(counts: { names: number; imports: number; exports: number }): Promise<Uint8Array> {
    const codec = await nodeCodecs.zlib()
    const block = codec.compress?.(new Uint8Array(BLOCK)) ?? new Uint8Array(0)
    const blocks = Math.ceil(SIZE / BLOCK)
    const summary = new HandMade()
    const end = 4 + 4 + 4 + 9 + 4 + 24 + 4 + 16 + 16 + 8 + 8 + 4
    const middle = 0x4000_0000
    summary.u32(0x9e2a83c1, 512, end).string('None').u32(0x0200_0001)
    summary.u32(counts.names, middle, counts.exports, middle + 0x1000_0000, counts.imports, end)
    summary.u32(end, 1, 2, 3, 4).u32(1, 1, 1, 0).u32(3543, 0)
    const chunkLength = 16 + 8 * blocks + blocks * block.length
    summary
      .u32(1, 1)
      .u32(end, SIZE, end + 16, chunkLength)
      .u32(0)
    const file = new Uint8Array(summary.length + chunkLength)
    file.set(summary.bytes())
    const view = new DataView(file.buffer, summary.length)
    view.setUint32(0, 0x9e2a83c1, true)
    view.setUint32(4, BLOCK, true)
    view.setUint32(8, blocks * block.length, true)
    view.setUint32(12, SIZE, true)
    for (let i = 0; i < blocks; i++) {
      view.setUint32(16 + 8 * i, block.length, true)
      view.setUint32(20 + 8 * i, Math.min(BLOCK, SIZE - i * BLOCK), true)
      file.set(block, summary.length + 16 + 8 * blocks + i * block.length)
    }
    return file
  }

  it('opens if it requires little, and only what is read is decompressed', async () => {
    const file = await bomb({ names: 1000, imports: 10, exports: 10 })
    let decompressed = 0
    const zlib = await nodeCodecs.zlib()
    const counting = {
      ...nodeCodecs,
      zlib: async () => ({
        ...zlib,
        decompress: (input: Uint8Array, size: number) => {
          decompressed += size
          return zlib.decompress(input, size)
        },
      }),
    }
    const pkg = await open(file, { codecs: counting })
    expect(pkg.image.byteLength).toBeGreaterThan(0x7fe0_0000)
    expect(pkg.names[999]).toBe('')
    expect(decompressed).toBeLessThan(8 * BLOCK)
  })

  it('is refused if it has more entries than a file of its length may contain', async () => {
    for (const counts of [
      { names: 0x1000_0000, imports: 0, exports: 0 },
      { names: 1, imports: 0x1000_0000, exports: 0 },
      { names: 1, imports: 0, exports: 0x0100_0000 },
    ]) {
      expect(await failure(await bomb(counts))).toMatchObject({ kind: 'limit', field: 'nameCount' })
    }
  })
})
