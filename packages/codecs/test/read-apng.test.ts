import { deflateSync, inflateSync } from 'node:zlib'
import { crc32 } from '@ukit/codecs'
import { encodeApng, encodePng, ImageError, type Picture, readApng } from '@ukit/codecs/images'
import { describe, expect, it } from 'vitest'

const inflate = (bytes: Uint8Array) => new Uint8Array(inflateSync(bytes))
const deflate = (bytes: Uint8Array) => new Uint8Array(deflateSync(bytes))

const word = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]

function chunk(type: string, data: readonly number[] | Uint8Array): number[] {
  const body = [...new TextEncoder().encode(type), ...data]
  return [...word(data.length), ...body, ...word(crc32(Uint8Array.from(body)))]
}

interface Shown {
  readonly at: readonly [x: number, y: number, width: number, height: number]
  readonly rgba: readonly number[]
  readonly dispose?: number
  readonly blend?: number
}

/** An animation of 2 × 1 pixels of 32 bits, written by hand. */
function animation(...frames: readonly Shown[]): Uint8Array {
  let number = 0
  const chunks = frames.flatMap(({ at: [x, y, width, height], rgba, dispose = 0, blend = 0 }, i) => {
    const control = [number++, width, height, x, y].flatMap(word)
    const rows = deflateSync(
      Uint8Array.from(
        Array.from({ length: height }, (_, row) => [0, ...rgba.slice(row * width * 4, (row + 1) * width * 4)]).flat(),
      ),
    )
    return [
      ...chunk('fcTL', [...control, 0, 1, 0, 4, dispose, blend]),
      ...(i === 0 ? chunk('IDAT', rows) : chunk('fdAT', [...word(number++), ...rows])),
    ]
  })
  return Uint8Array.from([
    ...[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    ...chunk('IHDR', [...word(2), ...word(1), 8, 6, 0, 0, 0]),
    ...chunk('acTL', [...word(frames.length), ...word(0)]),
    ...chunks,
    ...chunk('IEND', []),
  ])
}

const RED = [255, 0, 0, 255]
const BLUE = [0, 0, 255, 255]
const CLEAR = [0, 0, 0, 0]

const seen = (...frames: readonly Shown[]) =>
  readApng(animation(...frames), inflate)?.frames.map((frame) => [...frame.data])

describe('readApng', () => {
  const whole = [0, 0, 2, 1] as const

  it('gives each frame as displayed, and its time', () => {
    const file = animation({ at: whole, rgba: [...RED, ...BLUE] }, { at: [1, 0, 1, 1], rgba: RED })
    const read = readApng(file, inflate)
    expect(read?.seconds).toEqual([0.25, 0.25])
    expect(read?.frames.map((frame) => [...frame.data])).toEqual([
      [...RED, ...BLUE],
      [...RED, ...RED],
    ])
  })

  it('clears and restores areas as frames require, and blends frames', () => {
    const first = { at: whole, rgba: [...RED, ...RED] }
    const part = { at: [0, 0, 1, 1], rgba: BLUE } as const
    const dot = { at: [1, 0, 1, 1], rgba: BLUE } as const
    expect(seen(first, { ...part, dispose: 1 }, dot)?.[2]).toEqual([...CLEAR, ...BLUE])
    expect(seen(first, { ...part, dispose: 2 }, dot)?.[2]).toEqual([...RED, ...BLUE])
    // Half of blue over red; and a hole that replaces, or does not.
    expect(seen(first, { ...part, rgba: [0, 0, 255, 128], blend: 1 })?.[1]).toEqual([127, 0, 128, 255, ...RED])
    expect(seen(first, { ...part, rgba: CLEAR })?.[1]).toEqual([...CLEAR, ...RED])
    expect(seen(first, { ...part, rgba: CLEAR, blend: 1 })?.[1]).toEqual([...RED, ...RED])
  })

  it('keeps palettes, and returns undefined for a plain PNG', () => {
    const frame = (data: readonly number[]): Picture => ({
      format: 'indexed',
      width: 2,
      height: 1,
      data: Uint8Array.from(data),
      palette: Uint8Array.of(1, 2, 3, 4, 5, 6),
      alpha: Uint8Array.of(0),
    })
    const frames = [frame([0, 1]), frame([1, 1]), frame([1, 0])]
    const read = readApng(encodeApng({ frames, seconds: [0.1, 0.2, 0.3] }, deflate), inflate)
    expect(read).toEqual({ frames, seconds: [0.1, 0.2, 0.3] })
    expect(readApng(encodePng(frame([0, 1]), deflate), inflate)).toBeUndefined()
  })

  it('refuses a frame outside the picture, and a file that is cut', () => {
    expect(() => seen({ at: [1, 0, 2, 1], rgba: [...RED, ...RED] })).toThrow(ImageError)
    const cut = animation({ at: whole, rgba: [...RED, ...RED] }, { at: whole, rgba: [...RED, ...RED] })
    for (let end = 0; end < cut.length; end++) expect(() => readApng(cut.subarray(0, end), inflate)).toThrow(ImageError)
  })
})
