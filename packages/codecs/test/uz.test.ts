import { compressUz, decompressUz, type UzSignature } from '@ukit/codecs/uz'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hasCorpus, readCorpus, same, sample, structured } from './helpers.js'

const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
const ascii = (text: string) => new TextEncoder().encode(text)

// Made by another encoder, written from the same facts in another language (formats/umod-and-network.md §2).
const VECTORS: readonly (readonly [plain: string, signature: UzSignature, file: string])[] = [
  ['banana', 1234, 'd204000006742e62696e00130000000b989bb108126300c0f31b3b890e'],
  ['AAAAAAA', 5678, '2e16000006742e62696e00140000002f0802830a0400a097a7872f04'],
  ['', 1234, 'd204000006742e62696e00000000000000'],
]

describe('.uz', () => {
  test.each(VECTORS)('unpacks what another encoder made of %j, signature %i', (plain, signature, file) => {
    const unpacked = decompressUz(hex(file))
    expect(unpacked).toEqual({ name: 't.bin', signature, bytes: ascii(plain) })
    // As many bytes: a Huffman code of another shape costs the same.
    expect(compressUz(ascii(plain), { name: 't.bin', signature }).length).toBe(hex(file).length)
  })

  test.runIf(hasCorpus())('unpacks the real file to exactly the real package', () => {
    const unpacked = decompressUz(readCorpus('ue1/elsheepo/NewNetWeaponsv0_9.u.uz'))
    same(unpacked.bytes, readCorpus('ue1/cacofff/NewNetWeaponsv0_9.u'))
    expect(unpacked.name).toBe('NewNetWeaponsv0_9.u')
  })

  test.each([1234, 5678] as const)('what is compressed unpacks again, signature %i', (signature) => {
    const roundTrip = (bytes: Uint8Array) => {
      const unpacked = decompressUz(compressUz(bytes, { name: 'x.u', signature }))
      same(unpacked.bytes, bytes)
      expect(unpacked.signature).toBe(signature)
    }
    for (const bytes of Object.values(sample)) roundTrip(bytes)
    fc.assert(fc.property(structured, roundTrip))
  })
})
