/** The table of a checksum: the remainder of each byte by the polynomial, the highest bit first. */
function table(polynomial: number, bits: 8 | 16): Uint16Array {
  const mask = 2 ** bits - 1
  return Uint16Array.from({ length: 256 }, (_, byte) => {
    let value = byte << (bits - 8)
    for (let i = 0; i < 8; i++) value = ((value << 1) ^ (value >> (bits - 1) ? polynomial : 0)) & mask
    return value
  })
}

const CRC8 = table(0x07, 8)
const CRC16 = table(0x8005, 16)

/** The checksum of a frame's header: polynomial x⁸ + x² + x + 1. */
export function crc8(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = CRC8[crc ^ byte] ?? 0
  return crc
}

/** The checksum of a whole frame: polynomial x¹⁶ + x¹⁵ + x² + 1. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) & 0xffff) ^ (CRC16[(crc >> 8) ^ byte] ?? 0)
  return crc
}
