import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import type { Sound } from '../sound.js'
import { BitReader, bitsOf } from './bit-reader.js'
import { Mdct } from './mdct.js'
import { readOgg } from './ogg-packets.js'
import { type Mapping, readSetup, type VorbisSetup } from './setup.js'

/**
 * By the number of channels: the index in the stream of each channel of a WAV file (specification, 4.3.9).
 */
const ORDERS: Readonly<Record<number, readonly number[]>> = {
  3: [0, 2, 1],
  5: [0, 2, 1, 3, 4],
  6: [0, 2, 1, 5, 3, 4],
  7: [0, 2, 1, 6, 5, 3, 4],
  8: [0, 2, 1, 7, 5, 6, 3, 4],
}

/** Sounds that decode to more are cut: a few bytes can ask for a long silence. */
const MOST_SAMPLES = 1 << 27

/**
 * *An Ogg Vorbis file as samples*, from the "Vorbis I specification" of the Xiph.Org Foundation.
 *
 * @throws {MediaError} `broken` when a header contradicts the specification, `unsupported` for an Ogg stream
 *   that is not Vorbis, or with a floor of kind 0.
 */
export function decodeVorbis(bytes: Uint8Array): Sound {
  const { packets, samples, notes: found } = readOgg(bytes)
  const notes = [...found]
  const [identification, , setup, ...blocks] = packets
  if (identification === undefined || setup === undefined)
    throw new MediaError('broken', `expected three headers of Vorbis, found ${Math.min(packets.length, 2)}`)
  const decoder = new Decoder(readSetup(identification, setup))
  let length = 0
  const parts: Float32Array[][] = []
  for (const block of blocks) {
    const part = decoder.decode(block)
    const more = part?.[0]?.length ?? 0
    if (part === undefined || more === 0) continue
    if ((length + more) * part.length > MOST_SAMPLES) {
      notes.push(`cut after ${plural(length, 'sample')}`)
      break
    }
    length += more
    parts.push(part)
  }
  // The last block extends beyond the end of the sound.
  const end = samples === undefined ? length : Math.min(length, samples)
  return {
    rate: decoder.rate,
    bits: 16,
    channels: Array.from({ length: decoder.channels }, (_, channel) =>
      joined(parts, ORDERS[decoder.channels]?.[channel] ?? channel, end),
    ),
    loops: [],
    cues: [],
    notes,
  }
}

function joined(parts: readonly Float32Array[][], channel: number, end: number): Float32Array {
  const all = new Float32Array(end)
  let at = 0
  for (const part of parts) {
    const samples = part[channel]
    if (samples === undefined || at >= end) break
    all.set(samples.subarray(0, end - at), at)
    at += samples.length
  }
  return all
}

/** Turns packets into samples; each block overlaps the end of the one before. */
class Decoder {
  readonly rate: number
  readonly channels: number
  readonly #setup: VorbisSetup
  readonly #modeBits: number
  readonly #transforms: readonly [Mdct, Mdct]
  readonly #slopes: readonly [Float32Array, Float32Array]
  /** The second half of the block before, for each channel; empty before the first block. */
  #before: Float32Array[] = []

  constructor(setup: VorbisSetup) {
    this.rate = setup.rate
    this.channels = setup.channels
    this.#setup = setup
    this.#modeBits = bitsOf(setup.modes.length - 1)
    this.#transforms = [new Mdct(setup.sizes[0]), new Mdct(setup.sizes[1])]
    this.#slopes = [slopeOf(setup.sizes[0]), slopeOf(setup.sizes[1])]
  }

  /** Samples of each channel; `undefined` for a packet that is not a block. */
  decode(packet: Uint8Array): Float32Array[] | undefined {
    const bits = new BitReader(packet)
    if (packet.length === 0 || bits.flag()) return undefined
    const mode = this.#setup.modes[bits.read(this.#modeBits)]
    if (mode === undefined) return undefined
    const isBeforeLong = mode.isLong && bits.flag()
    const isNextLong = mode.isLong && bits.flag()
    const size = this.#setup.sizes[mode.isLong ? 1 : 0]
    const spectra = this.#spectra(bits, mode.mapping, size / 2)
    const left = this.#slopes[isBeforeLong ? 1 : 0]
    const right = this.#slopes[isNextLong ? 1 : 0]
    const before = this.#before
    this.#before = []
    return spectra.map((spectrum, channel) => {
      const samples = new Float32Array(size)
      this.#transforms[mode.isLong ? 1 : 0].inverse(spectrum, samples)
      applyWindow(samples, left, right)
      this.#before.push(samples.subarray(size / 2))
      return overlapped(before[channel], samples)
    })
  }

  #spectra(bits: BitReader, mapping: Mapping, length: number): Float32Array[] {
    const { books } = this.#setup
    const heights = mapping.submaps.map((submap) => mapping.floors[submap]?.read(bits, books))
    const spectra = heights.map(() => new Float32Array(length))
    const isHeard = heights.map((floor) => floor !== undefined)
    for (const [magnitude, angle] of mapping.couplings)
      if (isHeard[magnitude] === true || isHeard[angle] === true) isHeard[magnitude] = isHeard[angle] = true
    for (const [submap, residue] of mapping.residues.entries()) {
      const own = mapping.submaps.flatMap((of, channel) => (of === submap ? [channel] : []))
      const wanted = own.map((channel) => (isHeard[channel] === true ? spectra[channel] : undefined))
      if (own.length > 0) residue.read(bits, wanted, length)
    }
    for (const [magnitude, angle] of [...mapping.couplings].reverse()) decouple(spectra[magnitude], spectra[angle])
    for (const [channel, spectrum] of spectra.entries()) {
      const floor = heights[channel]
      if (floor === undefined) spectrum.fill(0)
      else mapping.floors[mapping.submaps[channel] ?? 0]?.apply(floor, spectrum)
    }
    return spectra
  }
}

/** Turns the magnitude and angle of two channels back into the channels. */
function decouple(magnitudes: Float32Array | undefined, angles: Float32Array | undefined): void {
  if (magnitudes === undefined || angles === undefined) return
  for (let i = 0; i < magnitudes.length; i++) {
    const magnitude = magnitudes[i] ?? 0
    const angle = angles[i] ?? 0
    const other = magnitude > 0 === angle > 0 ? magnitude - angle : magnitude + angle
    if (angle > 0) {
      angles[i] = other
    } else {
      magnitudes[i] = other
      angles[i] = magnitude
    }
  }
}

/** How a block of this size fades in. */
function slopeOf(size: number): Float32Array {
  const length = size / 2
  return Float32Array.from({ length }, (_, i) =>
    Math.sin((Math.PI / 2) * Math.sin(((i + 0.5) / length) * (Math.PI / 2)) ** 2),
  )
}

/**
 * Fades a block in and out where it overlaps its neighbours; it is silent at an end that is next to a shorter
 * block.
 */
function applyWindow(samples: Float32Array, left: Float32Array, right: Float32Array): void {
  const size = samples.length
  fade(samples, left, (i) => i)
  fade(samples, right, (i) => size - 1 - i)
}

function fade(samples: Float32Array, slope: Float32Array, place: (i: number) => number): void {
  // The slope is centred in its half of the block.
  const silent = samples.length / 4 - slope.length / 2
  for (let i = 0; i < silent; i++) samples[place(i)] = 0
  for (let i = 0; i < slope.length; i++) {
    const at = place(silent + i)
    samples[at] = (samples[at] ?? 0) * (slope[i] ?? 0)
  }
}

/** The samples from the middle of the block before to the middle of this one; none for the first. */
function overlapped(before: Float32Array | undefined, samples: Float32Array): Float32Array {
  if (before === undefined) return new Float32Array(0)
  const shift = before.length / 2 - samples.length / 4
  const out = new Float32Array(before.length / 2 + samples.length / 4)
  out.set(before.subarray(0, out.length))
  for (let i = Math.max(0, -shift); i < samples.length / 2; i++)
    out[i + shift] = (out[i + shift] ?? 0) + (samples[i] ?? 0)
  return out
}
