import { plural } from '@ukit/text/internal'
import { ModuleSong, SONG_RATE } from './module-song.js'
import type { Sound } from './sound.js'

/** Longer music is cut: a few bytes can ask for hours. */
const MOST_SECONDS = 15 * 60
/** Samples that are rendered at a time. */
const STEP = 16_384

/**
 * *Music of trackers (MOD, S3M, XM, IT …) as samples*, played once by libopenmpt with all its songs one after
 * the other, at 44,100 samples per second in stereo.
 *
 * @throws {MediaError} `broken` when libopenmpt does not recognise it as a module.
 */
export async function renderModule(bytes: Uint8Array): Promise<Sound> {
  const song = await ModuleSong.open(bytes)
  try {
    return render(song)
  } finally {
    song.close()
  }
}

function render(song: ModuleSong): Sound {
  const { seconds } = song.facts
  const most = Math.ceil(Math.min(seconds, MOST_SECONDS) * SONG_RATE) + STEP
  const channels = [new Float32Array(most), new Float32Array(most)]
  let length = 0
  let isCut = true
  while (length < most && isCut) {
    const { left, right, isEnd } = song.read(Math.min(STEP, most - length))
    channels[0]?.set(left, length)
    channels[1]?.set(right, length)
    length += left.length
    isCut = !isEnd
  }
  return {
    rate: SONG_RATE,
    bits: 16,
    channels: channels.map((channel) => channel.subarray(0, length)),
    loops: [],
    cues: [],
    notes: isCut ? [`cut after ${plural(Math.round(length / SONG_RATE), 'second')} of ${Math.round(seconds)}`] : [],
  }
}
