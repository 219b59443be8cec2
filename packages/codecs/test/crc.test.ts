import { crc32, packageSourceCrc } from '@ukit/codecs'
import { describe, expect, it } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('crc32', () => {
  it('gives the published check value', () => {
    expect(crc32(bytes('123456789'))).toBe(0xcbf43926)
    expect(crc32(new Uint8Array())).toBe(0)
  })

  it('continues from a seed', () => {
    expect(crc32(bytes('6789'), crc32(bytes('12345')))).toBe(0xcbf43926)
  })
})

describe('packageSourceCrc', () => {
  // Read from the summaries of packages as their games' cookers wrote them.
  it.each([
    ['Core', 0xc082c6b6],
    ['GFxUI', 0x1f44fd81],
    ['biod_nor', 0x468f3635],
    ['MaterialTemplates', 0x598c9cf9],
    ['Jammerware_JSRC_FX_SpireCommon', 0x6dd1ab1a],
  ])('gives the number stored in the package %s', (name, stored) => {
    expect(packageSourceCrc(name)).toBe(stored)
    expect(packageSourceCrc(name.toUpperCase())).toBe(stored)
  })
})
