import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { crc32 } from '@ukit/codecs'
import { encodePng, ImageError, type Picture, readPng, toRgba } from '@ukit/codecs/images'
import { describe, expect, it } from 'vitest'

/** Debian's path: a different `convert` may come first. */
const CONVERT = '/usr/bin/convert'

function hasImageMagick(): boolean {
  try {
    return execFileSync(CONVERT, ['-version'], { stdio: ['ignore', 'pipe', 'ignore'] }).includes('ImageMagick')
  } catch {
    process.stderr.write('read-png.test: skipped, no ImageMagick (Debian: imagemagick) to write files to read\n')
    return false
  }
}

const independent = it.skipIf(!hasImageMagick())
const inflate = (bytes: Uint8Array) => new Uint8Array(inflateSync(bytes))
const deflate = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes))

function chunk(type: string, data: readonly number[] | Uint8Array): number[] {
  const body = [...new TextEncoder().encode(type), ...data]
  const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
  return [...word(data.length), ...body, ...word(crc32(Uint8Array.from(body)))]
}

/**
 * A file written by hand: the fields of IHDR after the size, rows with their filters, and further chunks
 * before them.
 */
function png(
  [width, height]: readonly [number, number],
  head: readonly number[],
  rows: readonly number[],
  ...more: number[][]
): Uint8Array {
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [0, 0, 0, width, 0, 0, 0, height, ...head, 0, 0, 0]),
    ...more.flat(),
    ...chunk('IDAT', deflateSync(Uint8Array.from(rows))),
    ...chunk('IEND', []),
  ])
}

describe('readPng, on files written by hand', () => {
  it('keeps a palette and its alpha, and expands 1, 2 and 4 bits', () => {
    const palette = chunk('PLTE', [1, 2, 3, 4, 5, 6, 7, 8, 9])
    const file = png([5, 2], [2, 3], [0, 0b00011000, 0b01000000, 0, 0b10100100, 0], palette, chunk('tRNS', [9]))
    expect(readPng(file, inflate)).toEqual({
      format: 'indexed',
      width: 5,
      height: 2,
      data: Uint8Array.of(0, 1, 2, 0, 1, 2, 2, 1, 0, 0),
      palette: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9),
      alpha: Uint8Array.of(9),
    })
    expect(readPng(png([3, 1], [4, 0], [0, 0x0f, 0x50]), inflate)).toMatchObject({
      format: 'gray',
      data: Uint8Array.of(0, 255, 85),
    })
  })

  it('undoes each filter', () => {
    // The third edition of the standard, 9.2: left, up, average, Paeth, of three bytes per pixel.
    const rows = [
      ...[0, 10, 20, 30, 40, 50, 60],
      ...[1, 1, 1, 1, 2, 2, 2],
      ...[2, 1, 1, 1, 1, 1, 1],
      ...[3, 1, 1, 1, 1, 1, 1],
      ...[4, 1, 1, 1, 255, 1, 1],
    ]
    expect([...readPng(png([2, 5], [8, 2], rows), inflate).data]).toEqual([
      ...[10, 20, 30, 40, 50, 60],
      ...[1, 1, 1, 3, 3, 3],
      ...[2, 2, 2, 4, 4, 4],
      ...[2, 2, 2, 4, 4, 4],
      ...[3, 3, 3, 3, 5, 5],
    ])
  })

  it('keeps 16 bits, the lower byte first, and converts a transparent colour to alpha', () => {
    const deep = png([2, 1], [16, 0], [0, 0x12, 0x34, 0xff, 0xfe])
    expect(readPng(deep, inflate)).toMatchObject({ format: 'gray16', data: Uint8Array.of(0x34, 0x12, 0xfe, 0xff) })
    const hole = png([2, 1], [8, 2], [0, 1, 2, 3, 1, 2, 4], chunk('tRNS', [0, 1, 0, 2, 0, 3]))
    expect(readPng(hole, inflate)).toMatchObject({ format: 'rgba', data: Uint8Array.of(1, 2, 3, 0, 1, 2, 4, 255) })
  })

  it('reports what is wrong with a damaged file', () => {
    const good = png([2, 1], [8, 0], [0, 1, 2])
    const kinds = (file: Uint8Array) => {
      try {
        readPng(file, inflate)
        return 'fine'
      } catch (error) {
        if (!(error instanceof ImageError)) throw error
        return error.kind
      }
    }
    expect(kinds(good)).toBe('fine')
    expect(kinds(good.subarray(0, good.length - 12))).toBe('truncated')
    expect(kinds(good.subarray(0, 20))).toBe('truncated')
    const bad = good.slice()
    bad[45] = (bad[45] ?? 0) ^ 1
    expect(kinds(bad)).toBe('corrupt')
    expect(kinds(png([2, 1], [8, 0], [7, 1, 2]))).toBe('corrupt')
    expect(kinds(png([2, 1], [8, 3], [0, 1, 2]))).toBe('corrupt')
    expect(kinds(png([2, 1], [3, 0], [0, 1, 2]))).toBe('corrupt')
    expect(kinds(new TextEncoder().encode('not a picture at all'))).toBe('corrupt')
    for (let end = 0; end < good.length; end++) expect(kinds(good.subarray(0, end))).not.toBe('fine')
  })
})

describe('readPng, on files that ImageMagick wrote', () => {
  const source: Picture = {
    format: 'rgba',
    width: 21,
    height: 13,
    data: Uint8Array.from({ length: 21 * 13 * 4 }, (_, i) => {
      const [x, y, c] = [(i >> 2) % 21, Math.floor((i >> 2) / 21), i & 3]
      return c === 3 ? (x > 4 ? 255 : 0) : x > 12 ? 200 >> c : ((x * 40 + y * 9) >> c) & 255
    }),
  }
  const forms: readonly [what: string, ...options: string[]][] = [
    ['32 bits', '-define', 'png:format=png32'],
    ['24 bits', '-alpha', 'off', '-define', 'png:format=png24'],
    ['48 bits', '-alpha', 'off', '-define', 'png:format=png48'],
    ['64 bits', '-define', 'png:format=png64'],
    ['a palette', '-alpha', 'off', '-colors', '200', '-define', 'png:format=png8'],
    ['a palette of 4 bits', '-alpha', 'off', '-colors', '12', '-define', 'png:format=png8'],
    ['grey', '-alpha', 'off', '-colorspace', 'gray', '-depth', '8'],
    ['grey with alpha', '-colorspace', 'gray', '-define', 'png:color-type=4'],
    ['black and white', '-alpha', 'off', '-monochrome'],
    ['passes, 32 bits', '-interlace', 'PNG', '-define', 'png:format=png32'],
    ['passes, a palette', '-interlace', 'PNG', '-alpha', 'off', '-colors', '12', '-define', 'png:format=png8'],
    ['passes, black and white', '-interlace', 'PNG', '-alpha', 'off', '-monochrome'],
  ]
  for (const [what, ...options] of forms) {
    independent(`gives the same pixels: ${what}`, () => {
      const folder = mkdtempSync(join(tmpdir(), 'ukit-png-'))
      try {
        const [from, to] = [join(folder, 'in.png'), join(folder, 'out.png')]
        writeFileSync(from, encodePng(source, deflate))
        execFileSync(CONVERT, [from, ...options, to])
        const pixels = execFileSync(CONVERT, [to, '-depth', '8', 'rgba:-'])
        const read = readPng(new Uint8Array(readFileSync(to)), inflate)
        const ours = toRgba(read)
        // ImageMagick rounds 16 bits, ukit uses the upper 8.
        const most = /48|64/.test(what) ? 1 : 0
        const worst = ours.reduce((worst, value, i) => Math.max(worst, Math.abs(value - (pixels[i] ?? -99))), 0)
        expect([read.width, read.height, worst <= most]).toEqual([21, 13, true])
      } finally {
        rmSync(folder, { recursive: true })
      }
    })
  }
})
