import { decodeBlocks } from '@ukit/codecs/images'
import { ObjectReader } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { expect, test } from 'vitest'
import { openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { type Blocks, CHROMIUM, NO_CHROMIUM, pixelsByChromium } from './chromium.js'

/** Any bytes are blocks; those of a fixed sequence have every order of end colours and every index. */
function randomBlocks(format: Blocks['format'], seed: number): Blocks {
  const size = 128
  const data = new Uint8Array((size / 4) ** 2 * (format === 'bc1' ? 8 : 16))
  let state = seed
  for (let i = 0; i < data.length; i++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    data[i] = state >>> 16
  }
  return { format, width: size, height: size, data }
}

/** A compressed texture of each format and engine that the real files have. */
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

test('DXT1, DXT3 and DXT5 decode as in Chromium', async (context) => {
  if (CHROMIUM === undefined) {
    process.stdout.write(`skipped: pixels against Chromium: ${NO_CHROMIUM}\n`)
    context.skip(NO_CHROMIUM)
  }
  const made = (['bc1', 'bc2', 'bc3'] as const).flatMap((format) => [1, 2, 3].map((seed) => randomBlocks(format, seed)))
  const pictures = [...made, ...(await realBlocks())]
  const theirs = pixelsByChromium(pictures)
  if (theirs === undefined) {
    const reason = 'this Chromium has no WebGL 2 with S3TC'
    process.stdout.write(`skipped: pixels against Chromium: ${reason}\n`)
    return context.skip(reason)
  }
  expect(theirs).toHaveLength(pictures.length)
  let farthest = 0
  for (const [i, { format, data, width, height }] of pictures.entries()) {
    const ours = decodeBlocks(format, data, width, height)
    const chromium = theirs[i] ?? new Uint8Array(0)
    expect(chromium).toHaveLength(ours.length)
    for (let at = 0; at < ours.length; at++)
      farthest = Math.max(farthest, Math.abs((ours[at] ?? 0) - (chromium[at] ?? 0)))
  }
  // The format leaves rounding open; Chromium's decoder and ours round alike.
  expect(farthest).toBe(0)
})
