import { deflateSync } from 'node:zlib'
import {
  encodeApng,
  encodeBmp,
  encodeDds,
  encodePcx,
  encodePng,
  encodeTga,
  ImageError,
  toRgba,
} from '@ukit/codecs/images'
import { buildPackage, createPackage, setProperty } from '@ukit/edit'
import { importFile, importTexture, importTextureAnimation, readPictureFile, readPictureFrames } from '@ukit/import'
import { describe, expect, it } from 'vitest'
import { guidOf } from '../../../../testing/made-package.js'
import { extractAll } from '../../../media/test/support.js'

const deflate = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes))
const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

const INDEXED = {
  format: 'indexed',
  width: 4,
  height: 2,
  data: Uint8Array.of(1, 1, 0, 2, 1, 1, 2, 2),
  palette: Uint8Array.of(10, 20, 30, 50, 60, 70, 200, 100, 0, ...new Array<number>(253 * 3).fill(0)),
} as const
const RGB = { format: 'rgb', width: 2, height: 1, data: Uint8Array.of(1, 2, 3, 200, 100, 50) } as const

describe('readPictureFile', () => {
  it('recognises files by their content', async () => {
    expect(await readPictureFile(encodePng(INDEXED, deflate))).toMatchObject(INDEXED)
    expect(await readPictureFile(encodeBmp(RGB))).toEqual(RGB)
    expect(await readPictureFile(encodePcx(INDEXED))).toMatchObject(INDEXED)
    const tga = await readPictureFile(encodeTga(RGB))
    expect('faces' in tga ? undefined : [...toRgba(tga)]).toEqual([1, 2, 3, 255, 200, 100, 50, 255])
    const dds = { format: 'bc1', width: 4, height: 4, faces: [[Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8)]] } as const
    expect(await readPictureFile(encodeDds(dds))).toEqual(dds)
  })

  it('reads JPEG files, plain, progressive and grey', async () => {
    for (const file of [PLAIN_JPEG, PROGRESSIVE_JPEG]) {
      const picture = await readPictureFile(bytes(file))
      if ('faces' in picture) throw new Error('not a picture')
      expect([picture.width, picture.height]).toEqual([16, 8])
      const pixels = toRgba(picture)
      // The left half was red, the right half blue.
      for (const [at, color] of [
        [0, [255, 0, 0, 255]],
        [15 * 4, [0, 0, 255, 255]],
      ] as const)
        for (const [i, value] of color.entries()) expect(Math.abs((pixels[at + i] ?? -99) - value)).toBeLessThan(12)
    }
    expect(await readPictureFile(bytes(GREY_JPEG))).toMatchObject({ format: 'gray', width: 8, height: 8 })
  })

  it('refuses a CMYK JPEG, and one that is cut off, with a message', async () => {
    await expect(readPictureFile(bytes(CMYK_JPEG))).rejects.toThrow(/CMYK/)
    const file = bytes(PLAIN_JPEG)
    for (const end of [3, 20, 160, file.length - 40])
      await expect(readPictureFile(file.subarray(0, end))).rejects.toThrow(ImageError)
  })
})

describe('importTextureAnimation', () => {
  const frames = [0, 1, 2].map((i) => ({ ...INDEXED, data: INDEXED.data.map((index) => (index + i) % 3) }))
  const animation = { frames, seconds: [0.1, 0.1, 0.1] }
  const newPackage = () => createPackage({ name: 'Made', version: 69, guid: guidOf('Made') })

  it('makes a chain that is extracted as it was imported', async () => {
    const edit = await newPackage()
    const file = encodeApng(animation, deflate)
    const { path, objects } = await importFile(edit, 'Fire', {
      name: 'Fire.png',
      bytes: file,
      openFile: async () => undefined,
    })
    expect(path).toBe('Fire_A00')
    expect([...objects].sort()).toEqual(['Fire_A00', 'Fire_A01', 'Fire_A02', 'Palette1'])
    const files = (await extractAll(await buildPackage(edit))).flatMap((one) => one.files)
    const [first] = files.filter(({ path }) => path.endsWith('Fire_A00.anim.png'))
    const back = await readPictureFrames(first?.bytes ?? new Uint8Array(0))
    expect(back?.frames.map(toRgba)).toEqual(frames.map(toRgba))
    expect(back?.seconds).toEqual([0.1, 0.1, 0.1])
  })

  it('leaves nothing in the package when one of the pictures is refused', async () => {
    const edit = await newPackage()
    const odd = { ...INDEXED, width: 3, height: 1, data: Uint8Array.of(0, 1, 2) }
    for (const place of [0, 1, 2]) {
      const mixed = frames.map((frame, i) => (i === place ? odd : frame))
      const run = importTextureAnimation(edit, 'Fire', { frames: mixed, seconds: [0.1, 0.1, 0.1] })
      await expect(run).rejects.toThrow(/powers of two/)
    }
    expect((await buildPackage(edit)).exports.map(({ path }) => path)).toEqual([])
  })

  it('replaces a chain in its order, whatever the names of its textures', async () => {
    const edit = await newPackage()
    for (const name of ['C', 'B', 'A']) await importTexture(edit, name, INDEXED)
    await setProperty(edit, edit.export('A'), 'AnimNext:object', edit.export('B'))
    await setProperty(edit, edit.export('B'), 'AnimNext:object', edit.export('C'))
    expect((await importTextureAnimation(edit, 'A', animation)).objects.filter((name) => name.length === 1)).toEqual([
      'A',
      'B',
      'C',
    ])
    await expect(importTextureAnimation(edit, 'A', { frames: [INDEXED, INDEXED], seconds: [1, 1] })).rejects.toThrow(
      /expected 3 pictures/,
    )
  })
})

// Made by ImageMagick: convert -size 8x8 xc:red xc:blue +append -quality 90 (-interlace JPEG, -colorspace
// CMYK).
const PLAIN_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU' +
  'FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU' +
  'FBQUFBQUFBT/wAARCAAIABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABwj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA' +
  'FQEBAQAAAAAAAAAAAAAAAAAACQf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCdEMKmAjjB0f/Z'
const PROGRESSIVE_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU' +
  'FRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU' +
  'FBQUFBQUFBT/wgARCAAIABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABgf/xAAVAQEBAAAAAAAAAAAAAAAAAAAIBv/a' +
  'AAwDAQACEAMQAAABnMKqQLjHX//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAQUCP//EABQRAQAAAAAAAAAAAAAAAAAAABD/' +
  '2gAIAQMBAT8BP//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQIBAT8BP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEABj8C' +
  'P//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8hP//aAAwDAQACAAMAAAAQ6//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAI' +
  'AQMBAT8QP//EABQRAQAAAAAAAAAAAAAAAAAAABD/2gAIAQIBAT8QP//EABQQAQAAAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8QP//Z'
const GREY_JPEG =
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMU' +
  'FRUVDA8XGBYUGBIUFRT/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAI' +
  'AQEAAD8AD//Z'
const CMYK_JPEG =
  '/9j/7gAOQWRvYmUAZAAAAAAC/9sAQwAbEhQXFBEbFxYXHhwbIChCKyglJShROj0wQmBVZWRfVV1baniZgWpxkHNbXYW1hpCeo6ut' +
  'q2eAvMm6pseZqKuk/9sAQwEcHh4oIyhOKytOpG5dbqSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk' +
  'pKSkpKSk/8AAFAgACAAIBAEiAAIRAQMRAQQiAP/EABYAAQEBAAAAAAAAAAAAAAAAAAAEBv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/' +
  'xAAVAQEBAAAAAAAAAAAAAAAAAAAEBv/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAOBAEAAhEDEQQAAD8AvAMTTTAP/9k='
