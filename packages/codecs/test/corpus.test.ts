import { inflateSync } from 'node:zlib'
import { type CompressionName, portableCodecs } from '@ukit/codecs'
import { nodeCodecs } from '@ukit/codecs/node'
import { describe, expect, it } from 'vitest'
import { type ChunkBlock, readChunks } from './chunk-file.js'
import { hasCorpus, hasTool, readCorpus, runTool, same } from './helpers.js'
import { writeLzop } from './lzop-file.js'

interface Row {
  readonly path: string
  readonly codec: CompressionName
  readonly names: number
  readonly littleEndian: boolean
}

function readIndex(): Row[] {
  const [head = '', ...lines] = new TextDecoder().decode(readCorpus('INDEX.tsv')).trimEnd().split('\n')
  const columns = head.split('\t')
  const rows: Row[] = []
  for (const line of lines) {
    const cells = line.split('\t')
    const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
    const compressed = cell('compressed')
    // The index does not name the codec of one file, only its flag; flag 2 is LZO.
    const name = compressed === 'flag2-codec-unresolved' ? 'lzo' : compressed.split(' ')[0]
    if (name === 'zlib' || name === 'lzo' || name === 'lzx' || name === 'lzma') {
      const littleEndian = cell('endian') === 'LE'
      rows.push({ path: cell('path'), codec: name, names: Number(cell('nNames')), littleEndian })
    }
  }
  return rows
}

/** A block as decoded by another implementation; undefined if none is available. */
function decodeElsewhere(codec: CompressionName, { data }: ChunkBlock, decoded: Uint8Array): Uint8Array | undefined {
  if (codec === 'zlib') return inflateSync(data)
  if (codec === 'lzo' && lzop && data.length < decoded.length)
    return runTool('lzop', ['-d', '-c'], writeLzop(decoded, data))
  if (codec !== 'lzma' || !xz) return undefined
  const size = new Uint8Array(8)
  new DataView(size.buffer).setUint32(0, decoded.length, true)
  const file = Uint8Array.from([...data.subarray(0, 5), ...size, ...data.subarray(5)])
  return runTool('xz', ['--format=lzma', '-d', '-c'], file)
}

/**
 * Reads the `count` names at the beginning of the first chunk: i32 length including the final zero, the
 * characters; then their flags, u64 or none.
 */
function readNames(chunk: Uint8Array, count: number, littleEndian: boolean, flags: number): string[] {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const names: string[] = []
  for (let at = 0; names.length < count; ) {
    const length = view.getInt32(at, littleEndian)
    const wide = length < 0
    const bytes = wide ? -2 * length : length
    if (bytes < 2 || bytes > 2048) throw new RangeError(`name ${names.length} has a length of ${length}`)
    const characters = wide
      ? chunk.subarray(at + 4, at + 4 + bytes).filter((value) => value !== 0)
      : chunk.subarray(at + 4, at + 3 + bytes)
    names.push(String.fromCharCode(...characters))
    at += 4 + bytes + flags
  }
  return names
}

const there = hasCorpus()
const lzop = hasTool('lzop')
const xz = hasTool('xz')

describe.skipIf(!there)('every block of the compressed packages', () => {
  const rows = there ? readIndex() : []

  it('covers each codec', () => {
    expect(new Set(rows.map((row) => row.codec))).toEqual(new Set(['zlib', 'lzo', 'lzx', 'lzma']))
  })

  it.each(rows)('$codec: $path', async ({ path, codec }) => {
    const portable = await portableCodecs[codec]()
    const node = await nodeCodecs[codec]()
    for (const blocks of readChunks(readCorpus(path))) {
      for (const block of blocks) {
        const bytes = portable.decompress(block.data, block.size)
        if (node !== portable) same(node.decompress(block.data, block.size), bytes)
        const other = decodeElsewhere(codec, block, bytes)
        if (other) same(other, bytes)
        if (portable.compress) same(portable.decompress(portable.compress(bytes), bytes.length), bytes)
      }
    }
  })

  // No other LZX decoder accepts these frames, so the proof is their content: as many names as the summary
  // counts, all of them plausible, followed by tables and objects, which would be wrong after a single wrong
  // bit.
  it('finds the name table that the summary counts in an LZX package', async () => {
    const { decompress } = await portableCodecs.lzx()
    for (const { path, names, littleEndian } of rows.filter((row) => row.codec === 'lzx')) {
      const chunk = Buffer.concat(readChunks(readCorpus(path))[0]!.map(({ data, size }) => decompress(data, size)))
      const found = readNames(chunk, names, littleEndian, 0)
      expect(found).toContain('None')
      expect(found).toContain('Engine')
      expect(new Set(found).size).toBe(names)
      for (const name of found) expect(name).toMatch(/^[\x20-\x7e]+$/)
    }
  })
})
