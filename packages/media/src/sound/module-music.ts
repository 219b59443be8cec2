import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import type { Sound } from './sound.js'

/** The part of libopenmpt that is used here: functions of its C interface, compiled to WebAssembly. */
export interface OpenMpt {
  readonly HEAPU8: Uint8Array
  readonly HEAPF32: Float32Array
  _malloc(bytes: number): number
  _free(at: number): void
  _openmpt_module_create_from_memory(data: number, bytes: number, log: 0, user: 0, ctls: 0): number
  _openmpt_module_destroy(module: number): void
  _openmpt_module_get_duration_seconds(module: number): number
  _openmpt_module_select_subsong(module: number, subsong: number): number
  _openmpt_module_set_repeat_count(module: number, count: number): number
  _openmpt_module_read_float_stereo(module: number, rate: number, frames: number, left: number, right: number): number
}

/** Samples per second of rendered music. */
const RATE = 44100
/** Longer music is cut: a few bytes can ask for hours. */
const MOST_SECONDS = 15 * 60
/** Samples that are rendered at a time. */
const STEP = 16384
const BYTES_OF_FLOAT = 4
/**
 * Levels of UE1 start a module at any position, and libopenmpt treats parts that can only be reached that way
 * as further songs.
 */
const ALL_SUBSONGS = -1

let library: Promise<OpenMpt> | undefined

/** libopenmpt, loaded when it is first needed; it stays loaded. */
function openMpt(): Promise<OpenMpt> {
  library ??= import('chiptune3/libopenmpt.worklet.js').then(({ default: load }) =>
    // Its messages are dropped: the error that is thrown says why a file is refused.
    load({ print: () => undefined, printErr: () => undefined }),
  )
  return library
}

/**
 * *Music of trackers (MOD, S3M, XM, IT …) as samples*, played once by libopenmpt with all its songs one after
 * the other, at 44,100 samples per second in stereo.
 *
 * @throws {MediaError} `broken` when libopenmpt does not recognise it as a module.
 */
export async function renderModule(bytes: Uint8Array): Promise<Sound> {
  const mpt = await openMpt()
  const data = allocate(mpt, bytes.length)
  let module = 0
  try {
    mpt.HEAPU8.set(bytes, data)
    module = mpt._openmpt_module_create_from_memory(data, bytes.length, 0, 0, 0)
  } finally {
    mpt._free(data)
  }
  if (module === 0) throw new MediaError('broken', 'libopenmpt does not recognise it as a module')
  try {
    return render(mpt, module)
  } finally {
    mpt._openmpt_module_destroy(module)
  }
}

function render(mpt: OpenMpt, module: number): Sound {
  mpt._openmpt_module_select_subsong(module, ALL_SUBSONGS)
  mpt._openmpt_module_set_repeat_count(module, 0)
  const seconds = mpt._openmpt_module_get_duration_seconds(module)
  const most = Math.ceil(Math.min(seconds, MOST_SECONDS) * RATE) + STEP
  const channels = [new Float32Array(most), new Float32Array(most)]
  const buffers = allocate(mpt, 2 * STEP * BYTES_OF_FLOAT)
  let length = 0
  let isCut = true
  try {
    while (length < most) {
      const right = buffers + STEP * BYTES_OF_FLOAT
      const wanted = Math.min(STEP, most - length)
      const got = mpt._openmpt_module_read_float_stereo(module, RATE, wanted, buffers, right)
      if (got === 0) {
        isCut = false
        break
      }
      for (const [i, at] of [buffers, right].entries()) {
        const from = at / BYTES_OF_FLOAT
        channels[i]?.set(mpt.HEAPF32.subarray(from, from + got), length)
      }
      length += got
    }
  } finally {
    mpt._free(buffers)
  }
  return {
    rate: RATE,
    bits: 16,
    channels: channels.map((channel) => channel.subarray(0, length)),
    loops: [],
    cues: [],
    notes: isCut ? [`cut after ${plural(Math.round(length / RATE), 'second')} of ${Math.round(seconds)}`] : [],
  }
}

function allocate(mpt: OpenMpt, bytes: number): number {
  const at = mpt._malloc(bytes)
  if (at === 0) throw new MediaError('unsupported', `libopenmpt has no room for ${plural(bytes, 'byte')}`)
  return at
}
