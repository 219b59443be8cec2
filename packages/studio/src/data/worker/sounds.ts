import { portableCodecs } from '@ukit/codecs'
import { decodeSound, isModule, soundPayloadOf } from '@ukit/media'
import type { SongData, SoundData } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'
import { openSong } from './songs.js'

/** A sound or a piece of music: its samples, or what a module consists of. */
export async function soundAt(
  packages: OpenedPackages,
  at: ObjectAt,
  { handOver }: Work,
): Promise<SoundData | SongData> {
  const { reader, read } = await readAt(packages, at)
  const { bytes, extension } = await soundPayloadOf(reader, read, portableCodecs)
  if (isModule(bytes, extension)) return { kind: 'song', facts: (await openSong(at, bytes)).facts }
  const { rate, channels, bits, loops, cues, notes } = await decodeSound(bytes, extension)
  const own = channels.map((channel) => Float32Array.from(channel))
  handOver(...own.map(({ buffer }) => buffer))
  return { kind: 'samples', rate, channels: own, bits, loops, cues, notes }
}
