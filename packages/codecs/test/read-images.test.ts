import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import {
  encodeBmp,
  encodeDds,
  encodePcx,
  encodePng,
  encodeTga,
  ImageError,
  type Picture,
  readBmp,
  readDds,
  readPcx,
  readTga,
  toRgba,
} from '@ukit/codecs/images'
import { describe, expect, it } from 'vitest'

/** Debian's path: a different `convert` may come first. */
const CONVERT = '/usr/bin/convert'

function hasImageMagick(): boolean {
  try {
    return execFileSync(CONVERT, ['-version'], { stdio: ['ignore', 'pipe', 'ignore'] }).includes('ImageMagick')
  } catch {
    process.stderr.write('read-images.test: skipped, no ImageMagick (Debian: imagemagick) to write files to read\n')
    return false
  }
}

const independent = it.skipIf(!hasImageMagick())

/** Colours in patches, some of a single pixel, so that there are runs and single pixels. */
const SOURCE: Picture = {
  format: 'rgba',
  width: 21,
  height: 13,
  data: Uint8Array.from({ length: 21 * 13 * 4 }, (_, i) => {
    const [x, y, c] = [(i >> 2) % 21, Math.floor((i >> 2) / 21), i & 3]
    return c === 3 ? 255 : x > 12 ? 200 >> c : ((x * 40 + y * 9) >> c) & 255
  }),
}

/** A file that ImageMagick writes from the source, and the pixels that it reads from it itself. */
function written(name: string, ...options: readonly string[]): { file: Uint8Array; pixels: Uint8Array } {
  const folder = mkdtempSync(join(tmpdir(), 'ukit-read-'))
  try {
    const [from, to] = [join(folder, 'in.png'), join(folder, name)]
    writeFileSync(
      from,
      encodePng(SOURCE, (bytes) => deflateSync(bytes)),
    )
    execFileSync(CONVERT, [from, ...options, name.includes(':') ? name.replace(':', `:${folder}/`) : to])
    const path = name.includes(':') ? join(folder, name.slice(name.indexOf(':') + 1)) : to
    return { file: readFileSync(path), pixels: execFileSync(CONVERT, [path, '-auto-orient', '-depth', '8', 'rgba:-']) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('files that ImageMagick wrote', () => {
  const files: readonly [string, (bytes: Uint8Array) => Picture, string, ...string[]][] = [
    ['a BMP of 24 bits', readBmp, 'BMP3:a.bmp', '-type', 'TrueColor'],
    ['a BMP of 8 bits', readBmp, 'BMP3:a.bmp', '-type', 'Palette', '-colors', '200'],
    ['a BMP of 8 bits in runs', readBmp, 'BMP3:a.bmp', '-type', 'Palette', '-colors', '200', '-compress', 'RLE'],
    ['a BMP of 4 bits', readBmp, 'BMP3:a.bmp', '-type', 'Palette', '-colors', '12'],
    ['a BMP of 1 bit', readBmp, 'BMP3:a.bmp', '-monochrome'],
    ['a BMP of OS/2', readBmp, 'BMP2:a.bmp', '-type', 'Palette', '-colors', '200'],
    ['a BMP with alpha', readBmp, 'BMP:a.bmp', '-alpha', 'set', '-channel', 'A', '-evaluate', 'set', '40%'],
    ['a PCX of 24 bits', readPcx, 'a.pcx', '-type', 'TrueColor'],
    ['a PCX of 8 bits', readPcx, 'a.pcx', '-type', 'Palette', '-colors', '200'],
    ['a TGA of 24 bits', readTga, 'a.tga', '-type', 'TrueColor'],
    ['a TGA of 24 bits in runs', readTga, 'a.tga', '-type', 'TrueColor', '-compress', 'RLE'],
    ['a TGA with alpha', readTga, 'a.tga', '-alpha', 'set', '-channel', 'A', '-evaluate', 'set', '40%'],
    ['a TGA of 8 bits', readTga, 'a.tga', '-type', 'Palette', '-colors', '200'],
    ['a TGA of greys', readTga, 'a.tga', '-type', 'Grayscale'],
  ]
  for (const [name, read, ...how] of files) {
    independent(name, () => {
      const { file, pixels } = written(...how)
      expect([...toRgba(read(file))]).toEqual([...pixels])
    })
  }

  independent('DDS: DXT1 and DXT5 with levels, and 32 bits', () => {
    const dxt5 = readDds(written('a.dds', '-resize', '32x16!', '-define', 'dds:compression=dxt5').file)
    expect(dxt5).toMatchObject({ format: 'bc3', width: 32, height: 16 })
    expect(dxt5.faces[0]?.map(({ length }) => length)).toEqual([512, 128, 32, 16, 16, 16])
    const dxt1 = readDds(
      written('a.dds', '-resize', '32x16!', '-define', 'dds:compression=dxt1', '-define', 'dds:mipmaps=0').file,
    )
    expect(dxt1).toMatchObject({ format: 'bc1' })
    expect(dxt1.faces[0]?.map(({ length }) => length)).toEqual([256])
    const plain = readDds(
      written('a.dds', '-alpha', 'set', '-define', 'dds:compression=none', '-define', 'dds:mipmaps=0').file,
    )
    expect(plain.format).toBe('bgra8')
    const { data } = SOURCE
    expect([...(plain.faces[0]?.[0]?.subarray(0, 4) ?? [])]).toEqual([data[2], data[1], data[0], 255])
  })
})

describe('files that ukit wrote are read back unchanged', () => {
  const indexed: Picture = {
    format: 'indexed',
    width: 5,
    height: 3,
    data: Uint8Array.from({ length: 15 }, (_, i) => (i * 37) & 255),
    palette: Uint8Array.from({ length: 768 }, (_, i) => (i * 7) & 255),
  }
  it('indices and palettes of BMP, PCX and Targa', () => {
    for (const back of [readBmp(encodeBmp(indexed)), readPcx(encodePcx(indexed)), readTga(encodeTga(indexed))])
      expect(back).toEqual(indexed)
  })

  it('blocks of a DDS cube with levels', () => {
    const faces = Array.from({ length: 6 }, (_, face) => [new Uint8Array(32).fill(face), new Uint8Array(8).fill(9)])
    const cube = { format: 'bc1', width: 8, height: 8, faces } as const
    expect(readDds(encodeDds({ ...cube, faces: faces.map((face) => [...face]) }))).toEqual(cube)
  })
})

describe('readBmp', () => {
  /** 2 × 2 pixels of 16 bits with masks 5:6:5, the top row first. */
  const masked = Uint8Array.of(
    ...[0x42, 0x4d, 74, 0, 0, 0, 0, 0, 0, 0, 66, 0, 0, 0, 40, 0, 0, 0, 2, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 1, 0, 16, 0],
    ...[3, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ...[0, 0xf8, 0, 0, 0xe0, 7, 0, 0, 0x1f, 0, 0, 0],
    ...[0, 0xf8, 0xe0, 7, 0x1f, 0, 0xff, 0xff],
  )
  it('extracts channels of 16 bits by their masks', () => {
    expect(readBmp(masked)).toEqual({
      format: 'rgb',
      width: 2,
      height: 2,
      data: Uint8Array.of(255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255),
    })
  })

  it('reports what it expected in a file that is cut at any position', () => {
    for (let size = 0; size < masked.length; size++) {
      let caught: unknown
      try {
        readBmp(masked.subarray(0, size))
      } catch (error) {
        caught = error
      }
      expect(caught).toBeInstanceOf(ImageError)
      expect(caught).toMatchObject({ format: 'bmp', kind: 'truncated' })
    }
  })

  it('takes no memory for an absurd size', () => {
    const huge = masked.slice()
    new DataView(huge.buffer).setInt32(18, 100_000, true)
    new DataView(huge.buffer).setInt32(22, 100_000, true)
    expect(() => readBmp(huge)).toThrow('100000 × 100000 pixels are more than')
  })
})

describe('readPcx', () => {
  it('reads 16 colours in four planes of one bit', () => {
    const file = new Uint8Array(128 + 8)
    file.set([10, 5, 1, 1])
    file[8] = 1 // Two pixels, one row.
    file.set([0, 0, 0, 255, 0, 0], 16)
    file.set([1, 2, 3], 16 + 3 * 9)
    file[65] = 4
    file[66] = 2
    // Planes: the lowest bit of the first pixel, nothing, nothing, the highest; each row has two bytes.
    file.set([0x80, 0, 0, 0, 0, 0, 0x80, 0], 128)
    expect(readPcx(file)).toMatchObject({ width: 2, height: 1, data: Uint8Array.of(9, 0) })
  })

  it('refuses a file that promises more pixels than its bytes can contain', () => {
    const file = new Uint8Array(128 + 769)
    file.set([10, 5, 1, 8])
    file.set([0xff, 0x1f, 0xff, 0x1f], 8)
    file.set([1, 0, 0x20], 65)
    expect(() => readPcx(file)).toThrow('cannot come from this file')
  })
})

describe('readTga', () => {
  it('puts the first row of a file at the bottom', () => {
    const file = Uint8Array.of(0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0, 8, 0, 10, 20)
    expect(readTga(file)).toEqual({ format: 'gray', width: 1, height: 2, data: Uint8Array.of(20, 10) })
  })

  it('says which types it reads', () => {
    expect(() => readTga(Uint8Array.of(0, 0, 32, ...new Array(15).fill(0)))).toThrow(
      'expected type 1, 2, 3, 9, 10 or 11, found 32',
    )
  })
})

describe('readDds', () => {
  it('refuses volumes, and more levels than a size has', () => {
    const file = encodeDds({ format: 'bc1', width: 4, height: 4, faces: [[new Uint8Array(8)]] })
    const volume = file.slice()
    new DataView(volume.buffer).setUint32(112, 0x200000, true)
    expect(() => readDds(volume)).toThrow('a three-dimensional texture')
    const levels = file.slice()
    new DataView(levels.buffer).setUint32(8, 0x20000, true)
    new DataView(levels.buffer).setUint32(28, 40, true)
    expect(() => readDds(levels)).toThrow('40 levels, but 4 × 4 pixels have at most 3')
  })
})
