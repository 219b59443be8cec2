import { soundOf } from '@ukit/media'
import type { SoundData } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** A sound or a piece of music, decoded. */
export async function soundAt(packages: OpenedPackages, at: ObjectAt, { handOver }: Work): Promise<SoundData> {
  const { reader, read } = await readAt(packages, at)
  const { rate, channels, bits, loops, cues, notes } = await soundOf(reader, read)
  const own = channels.map((channel) => Float32Array.from(channel))
  handOver(...own.map(({ buffer }) => buffer))
  return { rate, channels: own, bits, loops, cues, notes }
}
