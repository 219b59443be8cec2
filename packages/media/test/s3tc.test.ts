import { decodeBlocks, decodeHalfBlocks } from '@ukit/codecs/images'
import { ObjectReader } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { expect, test } from 'vitest'
import { openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { type Blocks, CHROMIUM, NO_CHROMIUM, pixelsByChromium } from './chromium.js'

/**
 * Blocks of pseudo-random bytes: any bytes are valid blocks, and these have every order of end colours and
 * every index.
 */
function randomBlocks(format: Blocks['format'], seed: number): Blocks {
  const size = 128
  const data = new Uint8Array((size / 4) ** 2 * (/^bc[14]s?$/.test(format) ? 8 : 16))
  let state = seed
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    data[i] = state >>> 16
  }
  return { format, width: size, height: size, data }
}

/** A compressed texture of each format and engine in the real files. */
async function realBlocks(): Promise<Blocks[]> {
  const found = new Map<string, Blocks>()
  for (const { path } of PACKAGES) {
    const isKnown = /C4\.u|base floor|UTRPGTextures|ClientBTimes|MaterialTemplates|SNIPERRIFLES/.test(path)
    if (!isKnown) continue
    const pkg = await openCorpus(path)
    const reader = await ObjectReader.open(pkg)
    for await (const { object } of reader.objects(ue1.Texture)) {
      const mip = object.compressedMips[0]
      const format = { 3: 'bc1', 7: 'bc3' }[Number(object.properties.get('CompFormat'))]
      if (mip !== undefined) keep('ue1', format, mip.width, mip.height, mip.data)
    }
    for await (const { object } of reader.objects(ue2.Texture)) {
      const mip = object.mips[0]
      const format = { 3: 'bc1', 7: 'bc2', 8: 'bc3' }[Number(object.properties.get('Format'))]
      if (mip !== undefined) keep('ue2', format, mip.width, mip.height, mip.data)
    }
    for await (const { object } of reader.objects(ue3.Texture2D)) {
      const mip = object.mips.find(({ data }) => data.payload.length > 0)
      const name = object.properties.get('Format')?.toString() ?? ''
      const format = { PF_DXT1: 'bc1', PF_DXT3: 'bc2', PF_DXT5: 'bc3' }[name]
      if (mip !== undefined) keep('ue3', format, mip.width, mip.height, mip.data.payload)
    }
  }
  function keep(engine: string, format: string | undefined, width: number, height: number, data: Uint8Array) {
    if ((format !== 'bc1' && format !== 'bc2' && format !== 'bc3') || width % 4 !== 0 || height % 4 !== 0) return
    const size = (width * height * (format === 'bc1' ? 8 : 16)) / 16
    if (data.length >= size) found.set(`${engine} ${format}`, { format, width, height, data: data.slice(0, size) })
  }
  return [...found.values()]
}

/** Blocks of every mode: random blocks have the rare and reserved modes too seldom. */
function blocksOfAllModes(format: 'bc6h' | 'bc6hs' | 'bc7', seed: number): Blocks {
  const blocks = randomBlocks(format, seed)
  const { data } = blocks
  for (let at = 0, i = 0; at < data.length; at += 16, i++) {
    // BC7: as many zeros as the number of the mode, then a one. BC6H: two bits or five.
    const mode = format === 'bc7' ? 1 << (i & 7) : i & 31
    const bits = format === 'bc7' ? (i & 7) + 1 : 5
    data[at] = ((data[at] ?? 0) & ~((1 << bits) - 1)) | mode
  }
  return blocks
}

/** The value of a float of 16 bits. */
function halfValue(bits: number): number {
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
  return bits & 0x8000 ? -size : size
}

/** A difference; 0 if only the last bit of a float differs. */
function rounded(difference: number): number {
  return Math.abs(difference) < 2 ** -23 ? 0 : Math.abs(difference)
}

/** The pixels that Chromium should give: BC4 and BC5 give only the channels that they have. */
function expectedPixels({ format, data, width, height }: Blocks): ArrayLike<number> {
  if (format === 'bc6h' || format === 'bc6hs') {
    const halves = decodeHalfBlocks(format === 'bc6hs', data, width, height)
    return Float32Array.from({ length: width * height * 4 }, (_, i) =>
      i % 4 === 3 ? 1 : halfValue(halves[(i >> 2) * 3 + (i % 4)] ?? 0),
    )
  }
  const pixels = decodeBlocks(format, data, width, height)
  if (format === 'bc4s' || format === 'bc5s') {
    const channels = format === 'bc4s' ? 1 : 2
    return Float32Array.from(pixels, (value, i) => (i % 4 === 3 ? 1 : i % 4 < channels ? (value - 128) / 127 : 0))
  }
  const kept = format === 'bc4' ? 1 : format === 'bc5' ? 2 : 3
  return pixels.map((value, i) => (i % 4 < kept || i % 4 === 3 ? value : 0))
}

test('all block formats decode as in Chromium', async (context) => {
  if (CHROMIUM === undefined) {
    process.stdout.write(`skipped: pixels against Chromium: ${NO_CHROMIUM}\n`)
    context.skip(NO_CHROMIUM)
  }
  const made = [
    ...(['bc1', 'bc2', 'bc3', 'bc4', 'bc4s', 'bc5', 'bc5s'] as const).flatMap((format) =>
      [1, 2].map((seed) => randomBlocks(format, seed)),
    ),
    ...(['bc6h', 'bc6hs', 'bc7'] as const).map((format) => blocksOfAllModes(format, 1)),
  ]
  const pictures = [...made, ...(await realBlocks())]
  const theirs = pixelsByChromium(pictures)
  if (theirs === undefined) {
    const reason = 'this Chromium has no WebGL 2 with S3TC, RGTC and BPTC'
    process.stdout.write(`skipped: pixels against Chromium: ${reason}\n`)
    return context.skip(reason)
  }
  expect(theirs).toHaveLength(pictures.length)
  const farthest = new Map<string, number>()
  for (const [i, picture] of pictures.entries()) {
    const ours = expectedPixels(picture)
    const bytes = theirs[i] ?? new Uint8Array(0)
    const chromium = ours instanceof Float32Array ? new Float32Array(bytes.buffer.slice(bytes.byteOffset)) : bytes
    expect(chromium).toHaveLength(ours.length)
    let most = farthest.get(picture.format) ?? 0
    for (let at = 0; at < ours.length; at++) most = Math.max(most, rounded((ours[at] ?? 0) - (chromium[at] ?? 0)))
    farthest.set(picture.format, most)
  }
  // The formats do not specify rounding; Chromium's decoder and ours round in the same way.
  expect(Object.fromEntries(farthest)).toEqual(
    Object.fromEntries(
      ['bc1', 'bc2', 'bc3', 'bc4', 'bc4s', 'bc5', 'bc5s', 'bc6h', 'bc6hs', 'bc7'].map((format) => [format, 0]),
    ),
  )
})
