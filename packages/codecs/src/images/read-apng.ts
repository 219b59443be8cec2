import { plural } from '@ukit/text/internal'
import { concat } from '../concat.js'
import { ImageError } from './image-error.js'
import { type Picture, toRgba } from './picture.js'
import type { Animation } from './png.js'
import { type Inflate, type PngFile, pngFile, pngPicture } from './read-png.js'

/** The maximum number of frames: more than anyone draws. */
const MOST_FRAMES = 10_000
/** The maximum number of bytes of all frames together. */
const MOST_BYTES = 1 << 30

/** Where a frame is, how long it is shown, and what happens to it afterwards. */
interface Frame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly seconds: number
  /** Afterwards: 0 the frame stays, 1 it becomes transparent, 2 the picture before it is restored. */
  readonly dispose: number
  /** 0: the frame replaces the picture; 1: it is blended over it. */
  readonly blend: number
  readonly data: Uint8Array[]
}

/**
 * *An animated PNG (APNG) as its pictures*, each as it is seen: whole, of the size of the file. A palette
 * stays a palette when each frame replaces the whole picture.
 *
 * Layout: *Portable Network Graphics, third edition* (W3C): acTL, fcTL and fdAT.
 *
 * @returns `undefined` for a PNG file that is not animated.
 * @throws {ImageError} as `readPng`; `corrupt` for a frame that is not inside the picture.
 */
export function readApng(bytes: Uint8Array, inflate: Inflate): Animation | undefined {
  const file = pngFile(bytes)
  const frames = framesOf(file)
  if (frames.length === 0) return undefined
  const { width, height } = file
  if (frames.length * width * height * 4 > MOST_BYTES)
    throw new ImageError('png', 'unsupported', 8, `${plural(frames.length, 'frame')} of ${width} × ${height} pixels`)
  const shown = frames.map((frame) => pngPicture(file, frame, concat(frame.data), inflate))
  const isWhole = frames.every(
    (frame, i) => frame.width === width && frame.height === height && (frame.blend === 0 || !hasAlpha(shown[i])),
  )
  return { frames: isWhole ? shown : composed(file, frames, shown), seconds: frames.map(({ seconds }) => seconds) }
}

function framesOf(file: PngFile): Frame[] {
  const frames: Frame[] = []
  const isAnimated = file.frames.some(({ type }) => type === 'acTL')
  if (!isAnimated) return []
  for (const { type, data, offset } of file.frames) {
    if (type === 'fcTL') frames.push(frameOf(file, data, offset))
    else if (type === 'IDAT') frames[0]?.data.push(file.data)
    else if (type === 'fdAT') frames.at(-1)?.data.push(data.subarray(4))
    if (frames.length > MOST_FRAMES) throw new ImageError('png', 'unsupported', offset, 'more than 10,000 frames')
  }
  const empty = frames.findIndex(({ data }) => data.length === 0)
  if (empty >= 0) throw new ImageError('png', 'truncated', 0, `frame ${empty} has no pixels`)
  return frames
}

function frameOf(file: PngFile, data: Uint8Array, offset: number): Frame {
  if (data.length < 26) throw new ImageError('png', 'corrupt', offset, 'expected a chunk fcTL of 26 bytes')
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const [width, height, x, y] = [view.getUint32(4), view.getUint32(8), view.getUint32(12), view.getUint32(16)]
  if (width < 1 || height < 1 || x + width > file.width || y + height > file.height)
    throw new ImageError('png', 'corrupt', offset, 'a frame is not inside the picture')
  // A denominator of 0 means hundredths of a second.
  const seconds = view.getUint16(20) / (view.getUint16(22) || 100)
  return { x, y, width, height, seconds, dispose: view.getUint8(24), blend: view.getUint8(25), data: [] }
}

function hasAlpha(picture: Picture | undefined): boolean {
  if (picture === undefined) return false
  if (picture.format === 'indexed') return picture.alpha?.some((alpha) => alpha < 255) === true
  return picture.format === 'rgba' || picture.format === 'rgba16'
}

/** The whole picture as it is seen at each frame. */
function composed({ width, height }: PngFile, frames: readonly Frame[], shown: readonly Picture[]): Picture[] {
  let canvas = new Uint8Array(width * height * 4)
  return frames.map((frame, i) => {
    const before = canvas.slice()
    const picture = shown[i]
    if (picture !== undefined) draw(canvas, width, frame, toRgba(picture))
    const data = canvas.slice()
    if (frame.dispose === 1) clear(canvas, width, frame)
    else if (frame.dispose === 2) canvas = before
    return { format: 'rgba', width, height, data }
  })
}

function draw(canvas: Uint8Array, width: number, { x, y, width: w, height: h, blend }: Frame, rgba: Uint8Array): void {
  for (let row = 0; row < h; row++) {
    for (let column = 0; column < w; column++) {
      const from = (row * w + column) * 4
      const to = ((y + row) * width + x + column) * 4
      if (blend === 0 || rgba[from + 3] === 255) canvas.set(rgba.subarray(from, from + 4), to)
      else over(canvas, to, rgba, from)
    }
  }
}

/** One pixel over another, neither of them premultiplied. */
function over(canvas: Uint8Array, to: number, rgba: Uint8Array, from: number): void {
  const alpha = (rgba[from + 3] as number) / 255
  const below = ((canvas[to + 3] as number) / 255) * (1 - alpha)
  const all = alpha + below
  if (all === 0) return
  for (let i = 0; i < 3; i++)
    canvas[to + i] = Math.round(((rgba[from + i] as number) * alpha + (canvas[to + i] as number) * below) / all)
  canvas[to + 3] = Math.round(all * 255)
}

function clear(canvas: Uint8Array, width: number, { x, y, width: w, height: h }: Frame): void {
  for (let row = 0; row < h; row++) canvas.fill(0, ((y + row) * width + x) * 4, ((y + row) * width + x + w) * 4)
}
