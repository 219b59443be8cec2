import { plural } from '@ukit/text/internal'
import { MediaError } from '../media-error.js'
import type { Sound } from './sound.js'

/** How the samples of a WAV file are stored: its `fmt ` chunk. */
export interface WaveFormat {
  /**
   * 1 PCM, 2 MS ADPCM, 3 floats, 17 IMA ADPCM …; the tag of the subformat if the file's own is "extensible".
   */
  readonly tag: number
  /** Whether the tag is that of the subformat. */
  readonly isExtensible: boolean
  readonly channels: number
  /** Samples per second of each channel. */
  readonly rate: number
  /** Bytes of one sample of all channels, or of one block of ADPCM. */
  readonly blockAlign: number
  /** Bits of a sample. */
  readonly bits: number
  /** What follows the fixed part, such as the coefficients of MS ADPCM. */
  readonly extra: Uint8Array
}

/** *The contents of a WAV file*, before its samples are decoded. */
export interface WaveFile extends Pick<Sound, 'loops' | 'cues' | 'notes'> {
  readonly format: WaveFormat
  readonly data: Uint8Array
  /** Bytes of samples that the file claims to have; a file that is cut short has fewer. */
  readonly stated: number
  /** Number of samples of each channel, from the `fact` chunk of compressed files. */
  readonly samples: number | undefined
}

/** No sound has more channels: a header that says more is broken. */
const MOST_CHANNELS = 64

/**
 * *Reads the chunks of a RIFF WAVE file.*
 *
 * Wrong sizes are tolerated: editors of the time wrote RIFF sizes that are too small, left out the byte that
 * pads an odd chunk, and kept the size from before the samples were cut. The fields are those of Microsoft's
 * "Multimedia Programming Interface and Data Specifications 1.0" (1991) and of `mmreg.h`.
 *
 * @throws {MediaError} `broken` without a usable `fmt ` chunk or a `data` chunk.
 */
export function readWave(bytes: Uint8Array): WaveFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const notes: string[] = []
  const chunks = new Map<string, Uint8Array>()
  const labels = new Map<number, string>()
  let stated = 0
  const size = bytes.length >= 12 ? view.getUint32(4, true) + 8 : 0
  if (size !== bytes.length && size + 1 !== bytes.length)
    notes.push(`the header says ${plural(size, 'byte')}, the file has ${bytes.length}`)
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = textOf(bytes.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    const body = bytes.subarray(at + 8, at + 8 + length)
    if (body.length < length && id !== 'data') notes.push(`chunk "${printable(id)}" is cut short`)
    if (body.length < length && id === 'data')
      notes.push(`${plural(length, 'byte of samples was', 'bytes of samples were')} expected, ${body.length} found`)
    if (id === 'LIST' && textOf(body.subarray(0, 4)) === 'adtl') readLabels(body.subarray(4), labels)
    else if (!chunks.has(id)) {
      chunks.set(id, body)
      if (id === 'data') stated = length
    }
    at = nextChunk(bytes, at + 8 + length)
  }
  const format = chunks.get('fmt ')
  const data = chunks.get('data')
  if (format === undefined) throw new MediaError('broken', 'expected a chunk "fmt " in the WAV file, found none')
  if (data === undefined) throw new MediaError('broken', 'expected a chunk "data" in the WAV file, found none')
  const fact = chunks.get('fact')
  return {
    format: readFormat(format),
    data,
    stated,
    samples: fact === undefined || fact.length < 4 ? undefined : viewOf(fact).getUint32(0, true),
    loops: readLoops(chunks.get('smpl')),
    cues: readCues(chunks.get('cue '), labels),
    notes,
  }
}

/**
 * Where the next chunk begins after one that ends at `end`: at an even offset, unless the writer forgot to
 * pad.
 */
function nextChunk(bytes: Uint8Array, end: number): number {
  const padded = end + (end & 1)
  if (padded === end) return end
  return !isId(bytes, padded) && isId(bytes, end) ? end : padded
}

function isId(bytes: Uint8Array, at: number): boolean {
  return at + 4 <= bytes.length && /^[\x20-\x7e]{4}$/.test(textOf(bytes.subarray(at, at + 4)))
}

function readFormat(chunk: Uint8Array): WaveFormat {
  if (chunk.length < 16)
    throw new MediaError('broken', `expected 16 bytes of format in the WAV file, found ${chunk.length}`)
  const view = viewOf(chunk)
  const tag = view.getUint16(0, true)
  const channels = view.getUint16(2, true)
  const rate = view.getUint32(4, true)
  const extra = chunk.subarray(18)
  if (channels === 0 || channels > MOST_CHANNELS)
    throw new MediaError('broken', `expected 1 to ${MOST_CHANNELS} channels in the WAV file, found ${channels}`)
  if (rate === 0) throw new MediaError('broken', 'expected a sample rate above 0 in the WAV file')
  const isExtensible = tag === EXTENSIBLE && extra.length >= 8
  return {
    tag: isExtensible ? viewOf(extra).getUint16(6, true) : tag,
    isExtensible,
    channels,
    rate,
    blockAlign: view.getUint16(12, true),
    bits: view.getUint16(14, true),
    extra,
  }
}

/** The tag that means that the real tag is the first word of a GUID. */
const EXTENSIBLE = 0xfffe

const LOOP_BYTES = 24
const CUE_BYTES = 24

/**
 * Loops of a sampler. The end of a loop is its last sample in the file, and the sample after that in `Sound`.
 */
export function readLoops(chunk: Uint8Array | undefined): Sound['loops'] {
  if (chunk === undefined || chunk.length < 36) return []
  const view = viewOf(chunk)
  const count = Math.min(view.getUint32(28, true), Math.floor((chunk.length - 36) / LOOP_BYTES))
  return Array.from({ length: count }, (_, i) => ({
    start: view.getUint32(36 + i * LOOP_BYTES + 8, true),
    end: view.getUint32(36 + i * LOOP_BYTES + 12, true) + 1,
  }))
}

function readCues(chunk: Uint8Array | undefined, labels: ReadonlyMap<number, string>): Sound['cues'] {
  if (chunk === undefined || chunk.length < 4) return []
  const view = viewOf(chunk)
  const count = Math.min(view.getUint32(0, true), Math.floor((chunk.length - 4) / CUE_BYTES))
  return Array.from({ length: count }, (_, i) => ({
    at: view.getUint32(4 + i * CUE_BYTES + 20, true),
    name: labels.get(view.getUint32(4 + i * CUE_BYTES, true)) ?? '',
  }))
}

/** Reads the names of cues, by the numbers of the cues. */
function readLabels(list: Uint8Array, labels: Map<number, string>): void {
  const view = viewOf(list)
  for (let at = 0; at + 12 <= list.length; ) {
    const length = view.getUint32(at + 4, true)
    if (textOf(list.subarray(at, at + 4)) === 'labl') {
      const text = textOf(list.subarray(at + 12, at + 8 + length))
      labels.set(view.getUint32(at + 8, true), text.split('\0', 1)[0] ?? '')
    }
    at += 8 + length + (length & 1)
  }
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function textOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}

function printable(id: string): string {
  return id.replace(/[^\x20-\x7e]/g, '?')
}
