import { openPackage } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { hexBytes, hexOf, savedBytes } from '../../../../../testing/bytes.js'

/**
 * Packages made in Python from the published description: one of licensee 33, whose names are scrambled too,
 * and one of 32 with the key byte 0x5C.
 */
const FILES = {
  33: hexBytes(
    'c1832a9e8000210001000000040000004400000001000000a4000000010000009c000000000102030405060708090a0b0c0d0e0f' +
      '01000000010000000400000001000000c185c2c630520a6b554d4e4f4051d153d2d553d618437a3b515e425f60616a636365a457' +
      '606a5665eced776f70717a7373753547707a4a773ce5ff338381828394850587baba9011baba9213aaaa8c0daaaab637dadab839' +
      '9e9e1a9ea0a1a2a3a4c20436a928aaabacad5350484e32b9fcb7',
  ),
  32: hexBytes(
    'c1832a9e8000200001000000040000004400000001000000890000000100000082000000000102030405060708090a0b0c0d0e0f' +
      '010000000100000004000000010000001d57df5e71156c651711634b64644bce081978fa0400d5c2726470793c3a4c4e7b55f8f0' +
      '47354c45373159d8181847c6101045c418184bca606071f09898ad2cd8d9a8a9d654a4a5d0d1a021c8cd3fbddca738',
  ),
}

describe.each([33, 32] as const)("America's Army 2, licensee %s", (licensee) => {
  it('reads the encrypted part after the summary', async () => {
    const pkg = await openPackage(memorySource(FILES[licensee]))
    expect(pkg.game.id).toBe('americas-army-2')
    expect(pkg.layers.map((layer) => layer.name)).toEqual(["America's Army 2"])
    expect(pkg.names).toEqual(['None', 'Thing', 'Core', 'Class'])
    expect(pkg.imports.map((object) => object.name)).toEqual(['Core'])
    const [entry] = pkg.exportTable
    expect(entry).toMatchObject({ class: -1, super: 0, outer: 0, flags: 0x70004, size: 20 })
    expect(await pkg.exports[0]?.bytes()).toEqual(Uint8Array.from({ length: 20 }, (_, i) => 50 + i))
  })

  it('writes it back, unchanged and changed', async () => {
    const pkg = await openPackage(memorySource(FILES[licensee]))
    expect(hexOf(await savedBytes(pkg))).toBe(hexOf(FILES[licensee]))
    const [entry] = pkg.exportTable
    if (entry === undefined) throw new Error('no export')
    entry.flags = 0x4
    const again = await openPackage(memorySource(await savedBytes(pkg)))
    expect(again.exportTable[0]?.flags).toBe(0x4)
    expect(again.names).toEqual(pkg.names)
  })
})
