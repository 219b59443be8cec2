import { MediaError } from '../media-error.js'
import { allocate, type OpenMpt, openMpt, takeText } from './open-mpt.js'

/** Samples per second of rendered music. */
export const SONG_RATE = 44_100

/**
 * All songs of a module, one after the other. Levels of UE1 start a module at any position, and libopenmpt
 * treats parts that can only be reached that way as further songs.
 */
export const ALL_SONGS = -1

/** *What a module of a tracker consists of*, besides its samples. */
export interface SongFacts {
  readonly title: string
  /** Name of the format, such as `Impulse Tracker`. */
  readonly format: string
  /** The program that made it, if the file says so. */
  readonly tracker: string
  /** A text that its author put in, with line feeds. */
  readonly message: string
  /** The songs that can be played on their own: at least one. */
  readonly songs: readonly { readonly name: string; readonly seconds: number }[]
  /** Seconds of all songs together. */
  readonly seconds: number
  /** Names of channels, most of them empty. */
  readonly channels: readonly string[]
  /** Names of samples: number 1 is first. */
  readonly samples: readonly string[]
  /** Names of instruments; none in formats without instruments. */
  readonly instruments: readonly string[]
  /** Numbers of patterns in the order in which they are played; −1 for marks between them. */
  readonly orders: readonly number[]
  /** Number of rows of each pattern. */
  readonly patterns: readonly number[]
}

/** *Where a song is at a moment*: numbers from 0. */
export interface SongMoment {
  /** Seconds from the start of the song. */
  readonly at: number
  readonly order: number
  readonly pattern: number
  readonly row: number
  /** Ticks per row. */
  readonly speed: number
  /** Beats per minute, as trackers count them. */
  readonly tempo: number
}

/** Rendered music. */
export interface SongPiece {
  /** Seconds from the start of the song to the first sample. */
  readonly from: number
  readonly left: Float32Array<ArrayBuffer>
  readonly right: Float32Array<ArrayBuffer>
  /** Each row that begins in the piece; the first is where the piece begins. */
  readonly moments: readonly SongMoment[]
  /** Whether the song ends with it. */
  readonly isEnd: boolean
}

/** Samples after which the position is looked at: the shortest rows are about twice as long. */
const STEP = 512
const BYTES_OF_FLOAT = 4
/** More of anything than any format allows. */
const MOST = 4096

/**
 * *A module of a tracker (MOD, S3M, XM, IT …) that is played piece by piece*, by libopenmpt, at 44,100
 * samples per second in stereo. It has memory that only `close` returns.
 */
export class ModuleSong {
  /** What it consists of. */
  readonly facts: SongFacts
  readonly #mpt: OpenMpt
  readonly #buffers: number
  #module: number
  #position = 0

  private constructor(mpt: OpenMpt, module: number, buffers: number) {
    this.#mpt = mpt
    this.#module = module
    this.#buffers = buffers
    this.facts = factsOf(mpt, module)
    this.select(ALL_SONGS)
  }

  /**
   * Opens a module.
   *
   * @throws {MediaError} `broken` when libopenmpt does not recognise it as one.
   */
  static async open(bytes: Uint8Array): Promise<ModuleSong> {
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
    return new ModuleSong(mpt, module, allocate(mpt, 2 * STEP * BYTES_OF_FLOAT))
  }

  /** Seconds from the start to what is read next. */
  get position(): number {
    return this.#position
  }

  /** Chooses one of `facts.songs`, or `ALL_SONGS`, and goes to its start. */
  select(song: number): void {
    this.#mpt._openmpt_module_select_subsong(this.#open, song)
    this.#mpt._openmpt_module_set_repeat_count(this.#open, 0)
    this.seek(0)
  }

  /** Goes to a moment, in seconds; one beyond the end is the start. */
  seek(seconds: number): void {
    this.#position = this.#mpt._openmpt_module_set_position_seconds(this.#open, seconds)
  }

  /** Goes to a row, as levels do that start a section of their music. */
  seekRow(order: number, row: number): void {
    this.#position = this.#mpt._openmpt_module_set_position_order_row(this.#open, order, row)
  }

  /** Renders the next samples; fewer at the end. */
  read(most: number): SongPiece {
    const mpt = this.#mpt
    const module = this.#open
    const from = this.#position
    const left = new Float32Array(most)
    const right = new Float32Array(most)
    const moments: SongMoment[] = []
    let length = 0
    let isEnd = false
    while (length < most) {
      const wanted = Math.min(STEP, most - length)
      const second = this.#buffers + STEP * BYTES_OF_FLOAT
      const got = mpt._openmpt_module_read_float_stereo(module, SONG_RATE, wanted, this.#buffers, second)
      if (got === 0) {
        isEnd = true
        break
      }
      const moment = this.#moment(from + length / SONG_RATE)
      const last = moments.at(-1)
      if (last === undefined || last.order !== moment.order || last.row !== moment.row) moments.push(moment)
      left.set(mpt.HEAPF32.subarray(this.#buffers / BYTES_OF_FLOAT, this.#buffers / BYTES_OF_FLOAT + got), length)
      right.set(mpt.HEAPF32.subarray(second / BYTES_OF_FLOAT, second / BYTES_OF_FLOAT + got), length)
      length += got
    }
    this.#position = from + length / SONG_RATE
    if (length === most) return { from, left, right, moments, isEnd }
    return { from, left: left.slice(0, length), right: right.slice(0, length), moments, isEnd }
  }

  /**
   * The notes of a pattern as trackers print them: a text for each channel of each row, such as
   * `C-5 01v64 A04`.
   *
   * @throws {RangeError} when there is no such pattern.
   */
  pattern(number: number): string[][] {
    const rows = this.facts.patterns[number]
    if (rows === undefined)
      throw new RangeError(`expected a pattern from 0 to ${this.facts.patterns.length - 1}, found ${number}`)
    const mpt = this.#mpt
    return Array.from({ length: rows }, (_, row) =>
      this.facts.channels.map((_, channel) =>
        takeText(mpt, mpt._openmpt_module_format_pattern_row_channel(this.#open, number, row, channel, 0, 1)),
      ),
    )
  }

  /** Returns its memory; nothing can be asked of it afterwards. */
  close(): void {
    if (this.#module === 0) return
    this.#mpt._openmpt_module_destroy(this.#module)
    this.#mpt._free(this.#buffers)
    this.#module = 0
  }

  get #open(): number {
    if (this.#module === 0) throw new MediaError('no-data', 'this module has been closed')
    return this.#module
  }

  #moment(at: number): SongMoment {
    const mpt = this.#mpt
    return {
      at,
      order: mpt._openmpt_module_get_current_order(this.#module),
      pattern: mpt._openmpt_module_get_current_pattern(this.#module),
      row: mpt._openmpt_module_get_current_row(this.#module),
      speed: mpt._openmpt_module_get_current_speed(this.#module),
      tempo: mpt._openmpt_module_get_current_tempo2(this.#module),
    }
  }
}

function factsOf(mpt: OpenMpt, module: number): SongFacts {
  const list = <T>(count: number, each: (i: number) => T) =>
    Array.from({ length: Math.min(count, MOST) }, (_, i) => each(i))
  const texts = (count: number, each: (i: number) => number) => list(count, (i) => takeText(mpt, each(i)).trimEnd())
  const patterns = list(mpt._openmpt_module_get_num_patterns(module), (i) =>
    mpt._openmpt_module_get_pattern_num_rows(module, i),
  )
  const names = texts(mpt._openmpt_module_get_num_subsongs(module), (i) =>
    mpt._openmpt_module_get_subsong_name(module, i),
  )
  const secondsOf = (song: number) => {
    mpt._openmpt_module_select_subsong(module, song)
    return mpt._openmpt_module_get_duration_seconds(module)
  }
  return {
    title: metadata(mpt, module, 'title'),
    format: metadata(mpt, module, 'type_long'),
    tracker: metadata(mpt, module, 'tracker'),
    message: metadata(mpt, module, 'message_raw'),
    songs: names.map((name, i) => ({ name, seconds: secondsOf(i) })),
    seconds: secondsOf(ALL_SONGS),
    channels: texts(mpt._openmpt_module_get_num_channels(module), (i) =>
      mpt._openmpt_module_get_channel_name(module, i),
    ),
    samples: texts(mpt._openmpt_module_get_num_samples(module), (i) => mpt._openmpt_module_get_sample_name(module, i)),
    instruments: texts(mpt._openmpt_module_get_num_instruments(module), (i) =>
      mpt._openmpt_module_get_instrument_name(module, i),
    ),
    orders: list(mpt._openmpt_module_get_num_orders(module), (i) => {
      const pattern = mpt._openmpt_module_get_order_pattern(module, i)
      return pattern < patterns.length ? pattern : -1
    }),
    patterns,
  }
}

function metadata(mpt: OpenMpt, module: number, key: string): string {
  const bytes = new TextEncoder().encode(`${key}\0`)
  const at = allocate(mpt, bytes.length)
  try {
    mpt.HEAPU8.set(bytes, at)
    return takeText(mpt, mpt._openmpt_module_get_metadata(module, at))
  } finally {
    mpt._free(at)
  }
}
