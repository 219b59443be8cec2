import { openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { hexBytes, hexOf, savedBytes } from '../../../../../testing/bytes.js'

/**
 * A cooked package of 867/18 with one export, encrypted with OpenSSL's AES and compressed with Python's zlib.
 */
const FILE = hexBytes(
  'c1832a9e63031200fd000000050000004e6f6e650008000000010000008d000000010000009e000000000000009e000000e20000' +
    '00e6000000000000000000000000000000000102030405060708090a0b0c0d0e0f01000000010000000100000000000000912a00' +
    '00000000000000000000000000770000000000000000000000000000005500000010000000fe53074c66545538cee607950a73b4' +
    'f4928f6d7710ccd1e2cc0477c855d85146039c291e493b0f6c096e7df592c7ba9cd85bdf9b2013b337ae1ae7d4d7fe2ade928f6d' +
    '7710ccd1e2cc0477c855d851464812b2ae79dfd81654dccafb0b290809d011775db9da3c05ebeb6d2d63380fe8c1832a9e000002' +
    '00340000002c000000340000002c000000789c63600002763e5119652d430b7b37df90e8a4cc82f2bad69ec9b316ae58bf6def91' +
    'd3976e3e78feeeeb1f662e41001db71255',
)

const BODY = '00070e151c232a31383f464d545b626970777e858c939aa1a8afb6bdc4cbd2d9e0e7eef5fc030a11'

it('opens an encrypted package and writes it back byte for byte', async () => {
  const pkg = await openPackage(memorySource(FILE))
  expect(pkg.game.id).toBe('rocket-league')
  expect(pkg.layers.map(({ name, kind }) => [name, kind])).toEqual([['Rocket League', 'encryption']])
  expect(pkg.names).toEqual(['None'])
  expect(pkg.summary.extra).toEqual({ garbageSize: 0, chunkTableOffset: 85, lastBlockSize: 16 })
  expect(hexOf((await pkg.exports[0]?.bytes()) ?? new Uint8Array(0)).replaceAll(' ', '')).toBe(BODY)
  expect(hexOf(await savedBytes(pkg))).toBe(hexOf(FILE))
})

it('encrypts changed tables again', async () => {
  const pkg = await openPackage(memorySource(FILE))
  const entry = pkg.exportTable[0]
  if (entry === undefined) throw new Error('no export')
  entry.flags = 0x1234
  const again = await openPackage(memorySource(await savedBytes(pkg)))
  expect(again.exportTable[0]?.flags).toBe(0x1234)
  expect(hexOf((await again.exports[0]?.bytes()) ?? new Uint8Array(0)).replaceAll(' ', '')).toBe(BODY)
})

it('states the reason if the key is a different one', async () => {
  const other = FILE.slice()
  const nameOffset = new DataView(other.buffer).getInt32(29, true)
  other.fill(0xee, nameOffset, nameOffset + 32)
  await expect(openPackage(memorySource(other))).rejects.toThrow(
    /Rocket League: the header is encrypted with a key that no public reader holds/,
  )
})
