/** An entry of an installer's directory, written by hand. */
export interface HandmadeEntry {
  readonly name: string
  readonly offset: number
  readonly size: number
  readonly flags?: number
}

/**
 * CRC-32/BZIP2 bit by bit, from its public definition: polynomial 04C11DB7, most significant bit first, all
 * ones before and after.
 */
export function slowCrc(bytes: Uint8Array): number {
  let crc = 0xffff_ffff
  for (const byte of bytes) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000_0000 ? (crc << 1) ^ 0x04c1_1db7 : crc << 1
  }
  return ~crc >>> 0
}

/** A number below 8192 as a compact index, by the wiki's description: 6 bits, then 7. */
function index(value: number): number[] {
  return value < 64 ? [value] : [0x40 | (value & 63), value >> 6]
}

/** An installer written by hand, with the layout of the public header: data, directory, trailer. */
export function handmade(
  data: Uint8Array,
  entries: readonly HandmadeEntry[],
  {
    count = entries.length,
    crc,
    size,
    version = 1,
  }: { count?: number; crc?: number; size?: number; version?: number } = {},
): Uint8Array {
  const directory: number[] = index(count)
  for (const entry of entries) {
    directory.push(...index(entry.name.length + 1), ...Buffer.from(entry.name, 'latin1'), 0)
    const words = Buffer.alloc(12)
    words.writeUInt32LE(entry.offset, 0)
    words.writeUInt32LE(entry.size, 4)
    words.writeUInt32LE(entry.flags ?? 0, 8)
    directory.push(...words)
  }
  const body = Buffer.concat([data, Buffer.from(directory)])
  const trailer = Buffer.from('a3c5e39f00000000000000000000000000000000', 'hex')
  trailer.writeInt32LE(data.length, 4)
  trailer.writeInt32LE(size ?? body.length + 20, 8)
  trailer.writeInt32LE(version, 12)
  trailer.writeUInt32LE(crc ?? slowCrc(body), 16)
  return new Uint8Array(Buffer.concat([body, trailer]))
}

/** An installer of text files, back to back. */
export function handmadeOf(files: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const entries: HandmadeEntry[] = []
  const parts: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : Buffer.from(content)
    entries.push({ name, offset, size: bytes.length })
    parts.push(bytes)
    offset += bytes.length
  }
  return handmade(Buffer.concat(parts), entries)
}
