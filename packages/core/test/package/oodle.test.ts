import { inflateSync } from 'node:zlib'
import { oodleCodec } from '@ukit/codecs'
import { type OpenOptions, openPackage } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { savedBytes } from '../../../../testing/bytes.js'
import { sampleFile } from '../../../../testing/packages.js'

// No decoder for Oodle may be shipped with ukit, so this test uses blocks of zlib in a package whose flags
// say Oodle.

const OODLE = 0x400
const plain = await sampleFile({ version: 684, licensee: 0 })

/** The sample in chunks of zlib, with the flags of Oodle. */
async function oodleFile(): Promise<Uint8Array> {
  const pkg = await openPackage(memorySource(plain), { fileName: 'Sample.upk', codecs: nodeCodecs })
  const bytes = await savedBytes(pkg, { compress: 'zlib' })
  const { summary } = await openPackage(memorySource(bytes), { fileName: 'Sample.upk', codecs: nodeCodecs })
  // The table of chunks follows the flags and its own length: the only two consecutive words with these
  // values.
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const first = summary.chunks[0]
  for (let at = 0; at + 24 <= bytes.length; at++) {
    if (view.getUint32(at, true) !== summary.compressionFlags) continue
    if (view.getUint32(at + 4, true) !== summary.chunks.length) continue
    if (view.getUint32(at + 8, true) !== first?.uncompressedOffset) continue
    view.setUint32(at, OODLE, true)
    return bytes
  }
  throw new Error('the sample has no table of chunks')
}

const file = await oodleFile()
const open = (oodle?: OpenOptions['codecs']) =>
  openPackage(memorySource(file), { fileName: 'Sample.upk', codecs: { ...nodeCodecs, ...oodle } })
const by = (decompress: (input: Uint8Array, size: number) => Uint8Array) => ({
  ...nodeCodecs,
  oodle: async () => oodleCodec(decompress),
})

describe('a package compressed with Oodle', () => {
  it('cannot be read without a decoder, and the message says how to provide one', async () => {
    await expect(open()).rejects.toMatchObject({ kind: 'compression', message: expect.stringMatching(/UKIT_OODLE/) })
  })

  it('opens with the user’s decoder', async () => {
    const pkg = await open(by((input) => inflateSync(input)))
    expect(pkg.chunked?.codec.name).toBe('oodle')
    const whole = await openPackage(memorySource(plain), { fileName: 'Sample.upk', codecs: nodeCodecs })
    expect(pkg.exports.map(({ path }) => path)).toEqual(whole.exports.map(({ path }) => path))
    expect(Buffer.from(await savedBytes(pkg)).equals(plain)).toBe(true)
  })

  it('keeps its chunks when saved unchanged, which needs no encoder', async () => {
    const pkg = await open(by((input) => inflateSync(input)))
    expect(Buffer.from(await savedBytes(pkg, { compress: 'keep' })).equals(file)).toBe(true)
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('out of luck')
      },
      /refused the block: out of luck/,
    ],
    ['gives too few bytes', () => new Uint8Array(3), /bytes from the decoder, found 3/],
  ])('a decoder that %s results in a PackageError', async (_, decompress, message) => {
    const reading = open(by(decompress)).then((pkg) => pkg.image.slice(0, pkg.image.byteLength))
    await expect(reading).rejects.toMatchObject({ name: 'PackageError', message: expect.stringMatching(message) })
  })

  it('a decoder that cannot be loaded is reported', async () => {
    const oodle = () => Promise.reject(new Error('no such module'))
    await expect(open({ ...nodeCodecs, oodle })).rejects.toMatchObject({
      kind: 'compression',
      message: expect.stringMatching(/cannot be loaded: no such module/),
    })
  })
})
