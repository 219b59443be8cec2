import { ExportObject } from '@ukit/core'
import { type ProceduralTexture, proceduralOf } from '@ukit/media'
import type { ChainData } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import { pictureData } from './pictures.js'
import type { Work } from './serve.js'

/** A texture that the engine paints. */
export async function proceduralAt(packages: OpenedPackages, at: ObjectAt, _work: Work): Promise<ProceduralTexture> {
  const { reader, read } = await readAt(packages, at)
  return proceduralOf(reader, read)
}

/** Textures that are followed, to know how many there are. */
const MOST_FRAMES = 256
/** Bytes of pixels that are decoded. */
const MOST_BYTES = 64 * 1024 * 1024
/** What is shown when a texture names no rate: the engine goes on with each frame of the game. */
const RATE = 15

/** The pictures of an animated texture: each names the next one, and the last the first or none. */
export async function chainAt(
  packages: OpenedPackages,
  at: ObjectAt,
  { signal, progress, handOver }: Work,
): Promise<ChainData> {
  let { reader, read } = await readAt(packages, at)
  const frames: { name: string; picture: ChainData['frames'][number]['picture'] }[] = []
  const seen = new Set<ExportObject>()
  const [most, least] = ['MaxFrameRate', 'MinFrameRate'].map((name) => read.object.properties.get(name))
  let bytes = 0
  while (!seen.has(read.export) && seen.size < MOST_FRAMES) {
    signal.throwIfAborted()
    seen.add(read.export)
    if (bytes < MOST_BYTES) {
      const picture = await pictureData(reader, read, packages)
      bytes += picture.rgba.length
      frames.push({ name: read.export.name, picture })
      handOver(picture.rgba.buffer)
    }
    progress({ done: seen.size, total: MOST_FRAMES, label: 'reading the animation' })
    const next = await reader.follow(read.object.properties.get('AnimNext'))
    if (!(next instanceof ExportObject)) break
    if (next.package !== reader.package) reader = await reader.forPackage(next.package)
    read = await reader.read(next)
  }
  return { frames, rate: rateOf(most) ?? rateOf(least) ?? RATE, total: seen.size }
}

function rateOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value <= 120 ? value : undefined
}
