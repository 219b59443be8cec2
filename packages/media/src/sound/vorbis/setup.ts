import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { BitReader, bitsOf } from './bit-reader.js'
import { Codebook } from './codebook.js'
import { Floor } from './floor.js'
import { Residue } from './residue.js'

/** Which floor and residue a channel uses, and which channels are coupled. */
export interface Mapping {
  /** Pairs of channels: one has the magnitude, the other the angle. */
  readonly couplings: readonly (readonly [magnitude: number, angle: number])[]
  /** By channel. */
  readonly submaps: readonly number[]
  /** By submap. */
  readonly floors: readonly Floor[]
  readonly residues: readonly Residue[]
}

/** What a block is like: long or short, and its mapping. */
export interface Mode {
  readonly isLong: boolean
  readonly mapping: Mapping
}

/** *What the headers of a Vorbis stream say* (specification, 4.2). */
export interface VorbisSetup {
  readonly channels: number
  readonly rate: number
  /** Samples of a short and of a long block. */
  readonly sizes: readonly [short: number, long: number]
  readonly books: readonly Codebook[]
  readonly modes: readonly Mode[]
}

const IDENTIFICATION = 1
const SETUP = 5
const MOST_CHANNELS = 64

/** @throws {MediaError} `broken` when a header contradicts the specification. */
export function readSetup(identification: Uint8Array, setup: Uint8Array): VorbisSetup {
  const head = openHeader(identification, IDENTIFICATION)
  const version = head.read(32)
  const channels = head.read(8)
  const rate = head.read(32)
  head.read(32)
  head.read(32)
  head.read(32)
  const sizes = [1 << head.read(4), 1 << head.read(4)] as const
  if (version !== 0 || channels === 0 || channels > MOST_CHANNELS || rate === 0)
    throw new MediaError('broken', `a Vorbis stream of version ${version}, ${plural(channels, 'channel')}, ${rate} Hz`)
  if (sizes[0] < 64 || sizes[1] > 8192 || sizes[0] > sizes[1])
    throw new MediaError('broken', `expected Vorbis blocks of 64 to 8192 samples, found ${sizes.join(' and ')}`)
  const bits = openHeader(setup, SETUP)
  const books = Array.from({ length: bits.read(8) + 1 }, () => new Codebook(bits))
  // Time domain transforms: the header lists them, but there are none.
  for (let left = bits.read(6) + 1; left > 0; left--) bits.read(16)
  const floors = Array.from({ length: bits.read(6) + 1 }, () => {
    const kind = bits.read(16)
    if (kind === 0) throw new MediaError('unsupported', 'a Vorbis floor of kind 0, which no encoder of the time writes')
    if (kind !== 1) throw new MediaError('broken', `expected a Vorbis floor of kind 0 or 1, found ${kind}`)
    return new Floor(bits, books)
  })
  const residues = Array.from({ length: bits.read(6) + 1 }, () => new Residue(bits.read(16), bits, books))
  const mappings = Array.from({ length: bits.read(6) + 1 }, () => readMapping(bits, channels, floors, residues))
  const modes = Array.from({ length: bits.read(6) + 1 }, () => {
    const isLong = bits.flag()
    bits.read(32)
    return { isLong, mapping: pick(mappings, bits.read(8), 'mapping') }
  })
  if (bits.isOver) throw new MediaError('broken', 'the Vorbis setup is cut short')
  return { channels, rate, sizes, books, modes }
}

/** The bits of a header after its kind and `vorbis`. */
function openHeader(packet: Uint8Array, kind: number): BitReader {
  const name = String.fromCharCode(...packet.subarray(1, 7))
  if (packet[0] !== kind || name !== 'vorbis')
    throw new MediaError(packet[0] === kind ? 'broken' : 'unsupported', 'the Ogg file is not Vorbis')
  return new BitReader(packet.subarray(7))
}

function readMapping(
  bits: BitReader,
  channels: number,
  floors: readonly Floor[],
  residues: readonly Residue[],
): Mapping {
  const kind = bits.read(16)
  if (kind !== 0) throw new MediaError('broken', `expected a Vorbis mapping of kind 0, found ${kind}`)
  const count = bits.flag() ? bits.read(4) + 1 : 1
  const width = bitsOf(channels - 1)
  const couplings = bits.flag()
    ? Array.from({ length: bits.read(8) + 1 }, () => [bits.read(width), bits.read(width)] as const)
    : []
  if (couplings.some(([a, b]) => a === b || Math.max(a, b) >= channels))
    throw new MediaError('broken', 'a Vorbis mapping couples channels that the stream does not have')
  bits.read(2)
  const submaps = Array.from({ length: channels }, () => (count > 1 ? bits.read(4) : 0))
  if (Math.max(...submaps) >= count) throw new MediaError('broken', 'a Vorbis channel without its submap')
  const parts = Array.from({ length: count }, () => {
    bits.read(8)
    return { floor: pick(floors, bits.read(8), 'floor'), residue: pick(residues, bits.read(8), 'residue') }
  })
  return {
    couplings,
    submaps,
    floors: parts.map(({ floor }) => floor),
    residues: parts.map(({ residue }) => residue),
  }
}

function pick<T>(list: readonly T[], index: number, what: string): T {
  const found = list[index]
  if (found === undefined)
    throw new MediaError('broken', `expected a Vorbis ${what} below ${list.length}, found ${index}`)
  return found
}
