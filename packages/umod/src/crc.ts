/**
 * CRC-32/BZIP2 of a whole installer, eight bytes at a time: table `k` is the checksum of a byte with `k` zero bytes behind it.
 * The engine calls it `appMemCrc`. It is not the CRC of zip, as the wiki guesses: of five real installers all match this one, none the other.
 */
const TABLES = makeTables()

function makeTables(): readonly Uint32Array[] {
  const first = Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte << 24
    for (let bit = 0; bit < 8; bit++) value = value & 0x8000_0000 ? (value << 1) ^ 0x04c1_1db7 : value << 1
    return value >>> 0
  })
  const tables = [first]
  for (let k = 1; k < 8; k++) {
    const before = tables[k - 1] as Uint32Array
    tables.push(before.map((value) => ((value << 8) ^ (first[value >>> 24] as number)) >>> 0))
  }
  return tables
}

/**
 * The engine's checksum of bytes, as an unsigned 32-bit number: polynomial 0x04C11DB7, most significant bit first, from all ones, inverted at
 * the end. Of `123456789` it is 0xFC891918.
 *
 * @param seed the checksum of the bytes before these, for data that arrives in pieces; 0 is the checksum of nothing.
 */
export function memCrc(bytes: Uint8Array, seed = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ]
  // Indices are masked to a byte, so every look-up gives a number.
  let crc = ~seed
  let i = 0
  for (const end = bytes.length - 7; i < end; i += 8) {
    crc ^=
      ((bytes[i] as number) << 24) |
      ((bytes[i + 1] as number) << 16) |
      ((bytes[i + 2] as number) << 8) |
      (bytes[i + 3] as number)
    crc =
      (t7[crc >>> 24] as number) ^
      (t6[(crc >>> 16) & 255] as number) ^
      (t5[(crc >>> 8) & 255] as number) ^
      (t4[crc & 255] as number) ^
      (t3[bytes[i + 4] as number] as number) ^
      (t2[bytes[i + 5] as number] as number) ^
      (t1[bytes[i + 6] as number] as number) ^
      (t0[bytes[i + 7] as number] as number)
  }
  for (; i < bytes.length; i++) crc = (crc << 8) ^ (t0[(crc >>> 24) ^ (bytes[i] as number)] as number)
  return ~crc >>> 0
}
