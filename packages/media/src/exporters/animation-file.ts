import { encodeApng, type Picture } from '@ukit/codecs/images'
import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { plural } from '@ukit/text/internal'
import { isTexture, pictureOf } from '../picture/picture.js'
import type { ExportContext, MediaFile } from './exporter.js'

/** More textures than any chain has; a chain in an untrusted file might be endless. */
const MAX_FRAMES = 1024

/**
 * Frames per second of chains without a rate; the engine shows their next texture with every frame it draws.
 */
const DEFAULT_RATE = 15

/** For each package, the textures that are the next frame of another; found with the first chain. */
const FOLLOWERS = new WeakMap<ObjectReader, Promise<ReadonlySet<ExportObject>>>()

/**
 * *The animation that starts with a texture* (UE1, UE2), as an animated PNG, `Name.anim.png`: the chain along
 * the property AnimNext, at the rate of MaxFrameRate or MinFrameRate. A closed chain starts at its first
 * object in the package.
 *
 * @returns `undefined` for a texture that does not start a chain, or if the frames differ in size.
 */
export async function animationFile(read: ReadObject, context: ExportContext): Promise<MediaFile | undefined> {
  if (next(read) === undefined) return undefined
  const { reader } = context
  let followers = FOLLOWERS.get(reader)
  if (followers === undefined) {
    followers = followersIn(reader)
    FOLLOWERS.set(reader, followers)
  }
  if ((await followers).has(read.export) && (await firstOfRing(read, reader)) !== read.export) return undefined
  const frames: Picture[] = []
  for (const frame of await chainFrom(read, reader)) {
    const texture = await pictureOf(reader, frame, context)
    const { width, height } = texture
    frames.push({ format: 'rgba', width, height, data: await texture.pixels() })
    if (width !== frames[0]?.width || height !== frames[0]?.height) return undefined
  }
  const rate = rateOf(read)
  const seconds = frames.map(() => 1 / (rate ?? DEFAULT_RATE))
  const bytes = encodeApng({ frames, seconds }, context.deflate)
  const speed = rate === undefined ? `; its rate is not set: shown at ${DEFAULT_RATE} frames per second` : ''
  return { extension: 'png', suffix: '.anim', bytes, note: `${plural(frames.length, 'frame')}${speed}` }
}

function next({ object }: ReadObject): ExportObject | undefined {
  const value = isTexture(object) ? object.properties.get('AnimNext') : undefined
  return value instanceof ExportObject ? value : undefined
}

async function followersIn(reader: ObjectReader): Promise<ReadonlySet<ExportObject>> {
  const found = new Set<ExportObject>()
  for await (const read of reader.objects('Texture')) {
    const follower = next(read)
    if (follower !== undefined) found.add(follower)
  }
  return found
}

/** The textures of a chain, this one first. */
async function chainFrom(read: ReadObject, reader: ObjectReader): Promise<ReadObject[]> {
  const chain = [read]
  const seen = new Set([read.export])
  for (let frame = next(read); frame !== undefined && !seen.has(frame); ) {
    if (chain.length >= MAX_FRAMES) break
    seen.add(frame)
    const following = await reader.read(frame)
    chain.push(following)
    frame = next(following)
  }
  return chain
}

/** The object of a closed chain that comes first in the package; `undefined` when it is not closed. */
async function firstOfRing(read: ReadObject, reader: ObjectReader): Promise<ExportObject | undefined> {
  const chain = await chainFrom(read, reader)
  const last = chain.at(-1)
  if (last === undefined || next(last) !== read.export) return undefined
  return chain.map((frame) => frame.export).reduce((first, frame) => (frame.index < first.index ? frame : first))
}

function rateOf({ object }: ReadObject): number | undefined {
  const rates = ['MaxFrameRate', 'MinFrameRate'].map((name) => object.properties.get(name))
  return rates.find((rate): rate is number => typeof rate === 'number' && rate > 0 && rate <= 1000)
}
