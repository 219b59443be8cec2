/** Table of CRC-32 with its polynomial reflected (least significant bit first), as zlib, PNG and zip use it. */
const REFLECTED = makeTable((value) => {
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** Table of the same polynomial, most significant bit first, as Unreal Engine 3 uses it for names. */
const FORWARD = makeTable((value) => {
  value <<= 24
  for (let bit = 0; bit < 8; bit++) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1
  return value
})

function makeTable(entry: (byte: number) => number): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => entry(byte) >>> 0)
}

/**
 * zlib's CRC-32 (reflected polynomial 0xEDB88320) as an unsigned 32-bit number.
 *
 * @param seed The CRC of the bytes before these, to checksum data that arrives in pieces. Default: 0, the CRC of nothing.
 */
export function crc32(bytes: Uint8Array, seed = 0): number {
  let crc = ~seed
  for (let i = 0; i < bytes.length; i++) {
    crc = (REFLECTED[(crc ^ (bytes[i] as number)) & 255] as number) ^ (crc >>> 8)
  }
  return ~crc >>> 0
}

/**
 * The "package source" number of an Unreal Engine 3 summary: the checksum of the package's name (without folder or extension), as an
 * unsigned 32-bit number.
 *
 * CRC-32 with polynomial 0x04C11DB7, most significant bit first, starting from all ones and inverted at the end, over the upper-cased
 * name; every UTF-16 unit goes in as low byte, then high byte. Only a to z are upper-cased, as the engine does it.
 * Source: measured; it matches 46 of 47 stock packages of four games.
 */
export function packageSourceCrc(name: string): number {
  let crc = 0xffffffff
  for (let i = 0; i < name.length; i++) {
    let unit = name.charCodeAt(i)
    if (unit >= 0x61 && unit <= 0x7a) unit -= 32
    crc = (crc << 8) ^ (FORWARD[(crc >>> 24) ^ (unit & 255)] as number)
    crc = (crc << 8) ^ (FORWARD[(crc >>> 24) ^ (unit >>> 8)] as number)
  }
  return ~crc >>> 0
}
