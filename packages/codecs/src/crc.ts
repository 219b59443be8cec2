// CRC-32, sixteen bytes per step. Each table says what a byte does to the checksum when a given number of
// bytes of its step follow it. Only four of the sixteen look-ups of a step depend on the step before, so the
// processor can do the others in the meantime.

/** Bytes per step, and therefore the number of tables. */
const STEP = 16

/** *The tables of one kind of CRC-32.* */
interface CrcTables {
  /** What the last byte does to the checksum. */
  readonly single: Uint32Array
  /**
   * What each byte of a step does to it: 256 numbers for the first byte, then those for the second, and so
   * on. They are turned so that what the next byte meets is lowest, whichever way the bits run: four bytes
   * are then taken as one little-endian word.
   */
  readonly wide: Int32Array
}

/** The polynomial 0x04C11DB7 reflected (least significant bit first), as zlib, PNG and zip use it. */
const reflected = once(() =>
  makeTables(
    (byte) => {
      let value = byte
      for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
      return value
    },
    (crc, single) => (crc >>> 8) ^ (single[crc & 255] as number),
    (crc) => crc,
  ),
)

/** The same polynomial, most significant bit first, as Unreal Engine uses it. */
const forward = once(() =>
  makeTables(
    (byte) => {
      let value = byte << 24
      for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
      return value
    },
    (crc, single) => (crc << 8) ^ (single[crc >>> 24] as number),
    swapBytes,
  ),
)

/** Tables are made when they are first used: most commands need none. */
function once(make: () => CrcTables): () => CrcTables {
  let made: CrcTables | undefined
  return () => {
    made ??= make()
    return made
  }
}

/**
 * From what a byte does, what a zero byte after it makes of that, and how a checksum is turned for
 * {@link CrcTables.wide}.
 */
function makeTables(
  entry: (byte: number) => number,
  followed: (crc: number, single: Uint32Array) => number,
  turn: (crc: number) => number,
): CrcTables {
  const single = Uint32Array.from({ length: 256 }, (_, byte) => entry(byte))
  const wide = new Int32Array(STEP * 256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = single[byte] as number
    for (let place = STEP - 1; place >= 0; place--) {
      wide[place * 256 + byte] = turn(crc)
      crc = followed(crc, single) >>> 0
    }
  }
  return { single, wide }
}

function swapBytes(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)
}

/** On big-endian machines everything is done byte by byte. */
const IS_LITTLE_ENDIAN = new Uint8Array(Uint16Array.of(1).buffer)[0] === 1

/** The bytes from `start` on that make whole steps, as words; none where there are too few. */
function wordsOfSteps(bytes: Uint8Array, start: number): Int32Array | undefined {
  const steps = Math.floor((bytes.length - start) / STEP)
  if (steps < 1 || !IS_LITTLE_ENDIAN) return undefined
  return new Int32Array(bytes.buffer, bytes.byteOffset + start, (steps * STEP) / 4)
}

/** Takes whole steps; the checksum is turned as the tables are. */
function takeSteps(words: Int32Array, table: Int32Array, before: number): number {
  let crc = before
  // Indices are masked to the table, so every look-up gives a number.
  for (let at = 0; at < words.length; at += 4) {
    const a = crc ^ (words[at] as number)
    const b = words[at + 1] as number
    const c = words[at + 2] as number
    const d = words[at + 3] as number
    crc =
      (table[a & 255] as number) ^
      (table[256 | ((a >>> 8) & 255)] as number) ^
      (table[512 | ((a >>> 16) & 255)] as number) ^
      (table[768 | (a >>> 24)] as number) ^
      (table[1024 | (b & 255)] as number) ^
      (table[1280 | ((b >>> 8) & 255)] as number) ^
      (table[1536 | ((b >>> 16) & 255)] as number) ^
      (table[1792 | (b >>> 24)] as number) ^
      (table[2048 | (c & 255)] as number) ^
      (table[2304 | ((c >>> 8) & 255)] as number) ^
      (table[2560 | ((c >>> 16) & 255)] as number) ^
      (table[2816 | (c >>> 24)] as number) ^
      (table[3072 | (d & 255)] as number) ^
      (table[3328 | ((d >>> 8) & 255)] as number) ^
      (table[3584 | ((d >>> 16) & 255)] as number) ^
      (table[3840 | (d >>> 24)] as number)
  }
  return crc
}

/** Bytes before the first whole word. */
function unaligned(bytes: Uint8Array): number {
  return Math.min(bytes.length, -bytes.byteOffset & 3)
}

/**
 * zlib's CRC-32 (reflected polynomial 0xEDB88320) as an unsigned 32-bit number.
 *
 * @param seed The CRC of the bytes before these, to checksum data that arrives in pieces. Default: 0, the CRC
 *   of nothing.
 */
export function crc32(bytes: Uint8Array, seed = 0): number {
  const { single, wide } = reflected()
  let crc = ~seed
  let at = 0
  const next = (end: number) => {
    for (; at < end; at++) crc = (single[(crc ^ (bytes[at] as number)) & 255] as number) ^ (crc >>> 8)
  }
  next(unaligned(bytes))
  const words = wordsOfSteps(bytes, at)
  if (words !== undefined) {
    crc = takeSteps(words, wide, crc)
    at += words.byteLength
  }
  next(bytes.length)
  return ~crc >>> 0
}

/**
 * The engine's checksum of bytes (`appMemCrc`), as an unsigned 32-bit number: CRC-32/BZIP2, polynomial
 * 0x04C11DB7, most significant bit first, from all ones, inverted at the end. The checksum of `123456789` is
 * 0xFC891918.
 *
 * Installers end with it. It is not zip's CRC, as the wiki guesses: all of five real installers match this
 * one, and none matches zip's.
 *
 * @param seed the checksum of the bytes before these, for data that arrives in pieces; 0 is the checksum of
 *   nothing.
 */
export function memCrc(bytes: Uint8Array, seed = 0): number {
  const { single, wide } = forward()
  let crc = ~seed
  let at = 0
  const next = (end: number) => {
    for (; at < end; at++) crc = (crc << 8) ^ (single[(crc >>> 24) ^ (bytes[at] as number)] as number)
  }
  next(unaligned(bytes))
  const words = wordsOfSteps(bytes, at)
  if (words !== undefined) {
    crc = swapBytes(takeSteps(words, wide, swapBytes(crc)))
    at += words.byteLength
  }
  next(bytes.length)
  return ~crc >>> 0
}

/**
 * The "package source" number of an Unreal Engine 3 summary: the checksum of the package's name (without
 * folder or extension), as an unsigned 32-bit number.
 *
 * {@link memCrc} over the upper-cased name; every UTF-16 unit goes in as low byte, then high byte. Only a to
 * z are upper-cased, as the engine does it. Source: measured; it matches 46 of 47 stock packages of four
 * games.
 */
export function packageSourceCrc(name: string): number {
  const { single } = forward()
  let crc = 0xffffffff
  for (let i = 0; i < name.length; i++) {
    let unit = name.charCodeAt(i)
    if (unit >= 0x61 && unit <= 0x7a) unit -= 32
    crc = (crc << 8) ^ (single[(crc >>> 24) ^ (unit & 255)] as number)
    crc = (crc << 8) ^ (single[(crc >>> 24) ^ (unit >>> 8)] as number)
  }
  return ~crc >>> 0
}
