import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type DdsTexture,
  encodeBmp,
  encodeDds,
  encodePcx,
  encodeTga,
  isDdsFormat,
  type Picture,
  toRgba,
} from '@ukit/codecs/images'
import { describe, expect, it } from 'vitest'

/** Debian's path: a different `convert` may come first. */
const CONVERT = '/usr/bin/convert'

function hasImageMagick(): boolean {
  try {
    return execFileSync(CONVERT, ['-version'], { stdio: ['ignore', 'pipe', 'ignore'] }).includes('ImageMagick')
  } catch {
    process.stderr.write('image-files.test: skipped, no ImageMagick (Debian: imagemagick) to read the files back\n')
    return false
  }
}

const independent = it.skipIf(!hasImageMagick())

/** The pixels of a file as ImageMagick reads it: red, green, blue, alpha. */
function readBack(file: Uint8Array, extension: string): number[] {
  const folder = mkdtempSync(join(tmpdir(), 'ukit-image-'))
  try {
    const path = join(folder, `a.${extension}`)
    writeFileSync(path, file)
    return [...execFileSync(CONVERT, [path, '-auto-orient', '-depth', '8', 'rgba:-'], { maxBuffer: 1 << 26 })]
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (i * i * 31 + (i >> 3)) & 255)
/** Long runs, runs that end with the row, bytes that look like counts. */
const runs = (length: number) => Uint8Array.from({ length }, (_, i) => [7, 7, 200, 255][(i >> 6) & 3] ?? 0)

const PICTURES: readonly Picture[] = [
  { format: 'rgba', width: 7, height: 5, data: noise(7 * 5 * 4) },
  { format: 'rgb', width: 3, height: 9, data: noise(3 * 9 * 3) },
  { format: 'gray', width: 17, height: 15, data: noise(255) },
  { format: 'indexed', width: 5, height: 3, data: noise(15), palette: noise(768) },
  { format: 'indexed', width: 129, height: 9, data: runs(129 * 9), palette: noise(768) },
]

const opaque = (rgba: Uint8Array) => [...rgba].map((value, i) => (i % 4 === 3 ? 255 : value))

describe('files that ImageMagick reads back', () => {
  for (const [i, picture] of PICTURES.entries()) {
    const name = `${picture.format} of ${picture.width} × ${picture.height}`
    independent(`BMP, ${name} (${i})`, () => {
      expect(readBack(encodeBmp(picture), 'bmp')).toEqual([...toRgba(picture)])
    })
    independent(`PCX, ${name}, without alpha (${i})`, () => {
      expect(readBack(encodePcx(picture), 'pcx')).toEqual(opaque(toRgba(picture)))
    })
    independent(`TGA, ${name} (${i})`, () => {
      expect(readBack(encodeTga(picture), 'tga')).toEqual([...toRgba(picture)])
    })
  }

  independent('DDS, of 32 bits, and of blocks with their levels', () => {
    const bgra = Uint8Array.of(3, 2, 1, 4, 30, 20, 10, 40)
    const plain = encodeDds({ format: 'bgra8', width: 2, height: 1, faces: [[bgra, bgra.subarray(0, 4)]] })
    expect(readBack(plain, 'dds').slice(0, 8)).toEqual([1, 2, 3, 4, 10, 20, 30, 40])
    // Ends (31, 0, 0) and (0, 0, 31), all pixels the first.
    const red = Uint8Array.of(0, 0xf8, 0x1f, 0, 0, 0, 0, 0)
    const blocks = encodeDds({ format: 'bc1', width: 4, height: 4, faces: [[red]] })
    expect(readBack(blocks, 'dds')).toEqual(Array.from({ length: 16 }, () => [255, 0, 0, 255]).flat())
  })
})

describe('PCX compared with bytes written by hand', () => {
  it('has runs of at most 63, an even row, a palette of 768 bytes after 0x0C', () => {
    const data = Uint8Array.from({ length: 65 }, (_, i) => (i === 64 ? 0xc0 : 5))
    const file = encodePcx({ format: 'indexed', width: 65, height: 1, data, palette: Uint8Array.of(1, 2, 3) })
    expect([...file.subarray(0, 12)]).toEqual([10, 5, 1, 8, 0, 0, 0, 0, 64, 0, 0, 0])
    // Colours at 65, bytes per row at 66.
    expect([...file.subarray(65, 68)]).toEqual([1, 66, 0])
    // 63 fives, one five, the last pixel and the byte that makes the row even.
    expect([...file.subarray(128, 135)]).toEqual([0xff, 5, 5, 0xc1, 0xc0, 0, 0x0c])
    expect([...file.subarray(135, 139)]).toEqual([1, 2, 3, 0])
    expect(file).toHaveLength(128 + 6 + 769)
  })

  it('grows beyond the size of the pixels if all of them look like counts', () => {
    const data = Uint8Array.from({ length: 4096 }, (_, i) => 0xc0 + (i & 1))
    const file = encodePcx({ format: 'indexed', width: 64, height: 64, data, palette: noise(768) })
    expect(file).toHaveLength(128 + 2 * 4096 + 769)
  })
})

describe('DDS compared with bytes written by hand', () => {
  const header = (texture: DdsTexture) => {
    const file = encodeDds(texture)
    const view = new DataView(file.buffer)
    return { file, word: (at: number) => view.getUint32(at, true) }
  }

  it('keeps the bytes of all faces and levels in order, and is marked as a cube', () => {
    const face = (value: number) => [new Uint8Array(4).fill(value), Uint8Array.of(value)]
    const { file, word } = header({ format: 'l8', width: 2, height: 2, faces: [1, 2, 3, 4, 5, 6].map(face) })
    expect([word(8) & 0x20000, word(28), word(112)]).toEqual([0x20000, 2, 0xfe00])
    expect([...file.subarray(128)]).toEqual([1, 2, 3, 4, 5, 6].flatMap((value) => Array(5).fill(value)))
  })

  it('BC6H and BC7 have the header of DirectX 10', () => {
    const block = new Uint8Array(16).fill(9)
    for (const [format, dxgi] of [
      ['bc6h', 95],
      ['bc6hs', 96],
      ['bc7', 98],
    ] as const) {
      const { file, word } = header({ format, width: 4, height: 4, faces: [[block]] })
      expect([word(84), word(128), word(132)]).toEqual([0x30315844, dxgi, 3])
      expect(file.subarray(148)).toEqual(block)
    }
  })

  it('refuses data that does not fit', () => {
    const level = new Uint8Array(8)
    const texture = (change: Partial<DdsTexture>) => () =>
      encodeDds({ format: 'bc1', width: 4, height: 4, faces: [[level]], ...change })
    expect(texture({})).not.toThrow()
    expect(texture({ width: 0 })).toThrow(RangeError)
    expect(texture({ width: 8 })).toThrow(/level 0 of bc1 needs 16 bytes/)
    expect(texture({ faces: [] })).toThrow(RangeError)
    expect(texture({ faces: [[level], [level]] })).toThrow(/six/)
    expect(texture({ faces: [[level], [level], [level], [level], [level], []] })).toThrow(RangeError)
    expect(isDdsFormat('bc7')).toBe(true)
    expect(isDdsFormat('p8')).toBe(false)
  })
})

describe('impossible pictures', () => {
  it.each([encodeBmp, encodePcx, encodeTga])('are refused by %O', (encode) => {
    expect(() => encode({ format: 'gray', width: 2, height: 2, data: new Uint8Array(3) })).toThrow(RangeError)
    expect(() => encode({ format: 'rgb', width: 0, height: 0, data: new Uint8Array(0) })).toThrow(RangeError)
  })

  it('sides that are too large for the file format are refused', () => {
    const long = { format: 'gray', width: 65_537, height: 1, data: new Uint8Array(65_537) } as const
    expect(() => encodePcx(long)).toThrow(RangeError)
    expect(() => encodeTga(long)).toThrow(RangeError)
  })
})
