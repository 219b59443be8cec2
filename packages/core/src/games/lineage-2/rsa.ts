import { CodecError, type CodecSet, DEFLATE_RATIO } from '@ukit/codecs'
import type { ByteSource } from '@ukit/files'
import { memorySource, PackageError } from '@ukit/files'
import { plural } from '@ukit/text/internal'

/** Size in bytes of a block, and of the data that fits into it. */
const BLOCK = 128
const DATA = 124

interface Key {
  readonly modulus: bigint
  /** The exponent that decrypts: short, so that clients are fast. */
  readonly decrypt: bigint
  /** The exponent that encrypts, if it is public. */
  readonly encrypt?: bigint
}

/** Published moduli and exponents for the releases of the client. */
const KEYS: ReadonlyMap<number, Key> = new Map([
  [
    411,
    {
      modulus:
        0x8c9d5da87b30f5d7cd9dc88c746eaac5bb180267fa11737358c4c95d9adf59dd37689f9befb251508759555d6fe0eca87bebe0a10712cf0ec245af84cd22eb4cb675e98eaf5799fca62a20a2baa4801d5d70718dcd43283b8428f1387aec6600f937bfc7bb72404d187d3a9c438f1ffce9ce365dccf754232ff6def038a41385n,
      decrypt: 0x1dn,
    },
  ],
  [
    412,
    {
      modulus:
        0xa465134799cf2c45087093e7d0f0f144e6d528110c08f674730d436e40827330eccea46e70acf10cdda7d8f710e3b44dcca931812d76cd7494289bca8b73823f57efc0515b97e4a2a02612ccfa719cf7885104b06f2e7e2cc967b62e3d3b1aadb925db94cbc8cd3070a4bb13f7e202c7733a67b1b94c1ebc0afcbe1a63b448cfn,
      decrypt: 0x25n,
    },
  ],
  [
    413,
    {
      modulus:
        0x97df398472ddf737ef0a0cd17e8d172f0fef1661a38a8ae1d6e829bc1c6e4c3cfc19292dda9ef90175e46e7394a18850b6417d03be6eea274d3ed1dde5b5d7bde72cc0a0b71d03608655633881793a02c9a67d9ef2b45eb7c08d4be329083ce450e68f7867b6749314d40511d09bc5744551baa86a89dc38123dc1668fd72d83n,
      decrypt: 0x35n,
    },
  ],
  [
    414,
    {
      modulus:
        0xad70257b2316ce09dfaf2ebc3f63b3d673b0c98a403950e26bb87379b11e17aed0e45af23e7171e5ec1fbc8d1ae32ffb7801b31266eef9c334b53469d4b7cbe83284273d35a9aab49b453e7012f374496c65f8089f5d134b0eb3d1e3b22051ed5977a6dd68c4f85785dfcc9f4412c81681944fc4b8ce27caf0242deaa5762e8dn,
      decrypt: 0x25n,
    },
  ],
])

/** The key pair that the community's tools encrypt with, for clients patched to use it. */
const COMMUNITY: Key = {
  modulus:
    0x75b4d6de5c016544068a1acf125869f43d2e09fc55b8b1e289556daf9b8757635593446288b3653da1ce91c87bb1a5c18f16323495c55d7d72c0890a83f69bfd1fd9434eb1c02f3e4679edfa43309319070129c267c85604d87bb65bae205de3707af1d2108881abb567c3b3d069ae67c3a4c6a3aa93d26413d4c66094ae2039n,
  decrypt: 0x1dn,
  encrypt:
    0x30b4c2d798d47086145c75063c8e841e719776e400291d7838d3e6c4405b504c6a07f8fca27f32b86643d2649d1d5f124cdd0bf272f0909dd7352fe10a77b34d831043d9ae541f8263c6fe3d1c14c2f04e43a7253a6dda9a8c1562cbd493c1b631a1957618ad5dfe5ca28553f746e2fc6f2db816c7db223ec91e955081c1de65n,
}

/** Tells whether a number means RSA. */
export function isRsaNumber(number: number): boolean {
  return KEYS.has(number)
}

/** RSA-encrypted data that was opened. */
export interface RsaData {
  /** The package. */
  readonly plain: ByteSource
  /** Encrypts other content; absent if the key for that is not public. */
  encrypt?(content: Uint8Array): Promise<Uint8Array[]>
}

/**
 * Opens RSA data (411 to 414): blocks of 128 bytes, each a number modulo the key's; the decrypted blocks
 * contain up to 124 bytes each; together they are a length and a zlib stream.
 *
 * Public readers only. The key is that of the client's release or the community's, depending on which results
 * in a zlib stream.
 *
 * @param body entire blocks, with the sentence already removed.
 * @throws {PackageError} `unsupported` when neither key fits; `bad-value` or `compression` when blocks do not
 *   decode.
 */
export async function openRsa(body: ByteSource, number: number, name: string, codecs: CodecSet): Promise<RsaData> {
  const first = await body.slice(0, Math.min(BLOCK, body.byteLength))
  const key = [KEYS.get(number), COMMUNITY].find((candidate) => candidate !== undefined && fits(first, candidate))
  if (key === undefined) {
    throw new PackageError(
      'unsupported',
      `${name}: neither the published key of this number nor the community's decrypts it`,
      { offset: 28 },
    )
  }
  const joined = await decryptBlocks(body, key, name)
  const size = new DataView(joined.buffer, joined.byteOffset, joined.byteLength).getUint32(0, true)
  if (size > (joined.length - 4) * DEFLATE_RATIO) {
    throw new PackageError(
      'bad-value',
      `${name}: expected at most ${plural(joined.length * DEFLATE_RATIO, 'byte')}, found a length of ${size}`,
    )
  }
  const zlib = await codecs.zlib()
  let plain: Uint8Array
  try {
    plain = zlib.decompress(joined.subarray(4), size)
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    throw undecodable(name, error)
  }
  const { encrypt } = key
  return {
    plain: memorySource(plain),
    ...(encrypt === undefined
      ? {}
      : {
          async encrypt(content: Uint8Array) {
            const stream = zlib.compress?.(content) ?? content
            const data = new Uint8Array(4 + stream.length)
            new DataView(data.buffer).setUint32(0, content.length, true)
            data.set(stream, 4)
            return encryptBlocks(data, key.modulus, encrypt)
          },
        }),
  }
}

function undecodable(name: string, cause: CodecError): PackageError {
  return new PackageError('compression', `${name}: the decrypted data does not decompress: ${cause.message}`, { cause })
}

/** Tells whether a key decrypts the first block to a length and the start of a zlib stream. */
function fits(block: Uint8Array, key: Key): boolean {
  if (block.length < BLOCK) return false
  const data = dataOf(power(numberOf(block), key.decrypt, key.modulus))
  return (
    data !== undefined &&
    data.length > 6 &&
    ((data[4] ?? 0) & 0x0f) === 8 &&
    (((data[4] ?? 0) << 8) | (data[5] ?? 0)) % 31 === 0
  )
}

async function decryptBlocks(body: ByteSource, key: Key, name: string): Promise<Uint8Array> {
  const count = Math.floor(body.byteLength / BLOCK)
  const joined = new Uint8Array(count * DATA)
  let end = 0
  for (let i = 0; i < count; i++) {
    const data = dataOf(power(numberOf(await body.slice(i * BLOCK, (i + 1) * BLOCK)), key.decrypt, key.modulus))
    if (data === undefined)
      throw new PackageError('bad-value', `${name}: block ${i} does not decrypt`, { offset: 28 + i * BLOCK })
    joined.set(data, end)
    end += data.length
  }
  return joined.subarray(0, end)
}

/**
 * The data in a decrypted block: byte 3 is its length; it is at the end, followed by padding to a multiple of
 * 4.
 */
function dataOf(value: bigint): Uint8Array | undefined {
  const block = bytesOf(value)
  const length = block[3] ?? 0
  if (block[0] !== 0 || block[1] !== 0 || block[2] !== 0 || length > DATA) return undefined
  const start = BLOCK - length - ((DATA - length) % 4)
  return block.subarray(start, start + length)
}

function encryptBlocks(data: Uint8Array, modulus: bigint, exponent: bigint): Uint8Array[] {
  const blocks: Uint8Array[] = []
  for (let at = 0; at < data.length; at += DATA) {
    const part = data.subarray(at, at + DATA)
    const block = new Uint8Array(BLOCK)
    block[3] = part.length
    block.set(part, BLOCK - part.length - ((DATA - part.length) % 4))
    blocks.push(bytesOf(power(numberOf(block), exponent, modulus)))
  }
  return blocks
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let factor = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if ((rest & 1n) === 1n) result = (result * factor) % modulus
    factor = (factor * factor) % modulus
  }
  return result
}

/** Bytes as a number, most significant first. */
function numberOf(bytes: Uint8Array): bigint {
  let digits = '0x'
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0')
  return BigInt(digits)
}

function bytesOf(value: bigint): Uint8Array {
  const digits = value.toString(16).padStart(2 * BLOCK, '0')
  return Uint8Array.from({ length: BLOCK }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
}
