import { Guid } from '@ukit/container'
import { describe, expect, it } from 'vitest'
import { firstDifference, savedBytes } from '../../../../testing/bytes.js'
import { fileOf, planOf, sampleFile } from '../../../../testing/packages.js'
import { open } from './support/bad-packages.js'

describe('saving', () => {
  it('keeps the compression flag of a package without chunks', async () => {
    for (const version of [69, 868]) {
      const plan = planOf(
        { version },
        { summary: { flags: 0x0200_0001, compressionFlags: 2 }, exports: [{ objectName: 'A' }] },
      )
      const bytes = await fileOf(plan)
      const pkg = await open(bytes, { game: 'unreal-engine' })
      expect(firstDifference(await savedBytes(pkg), bytes)).toBe(-1)
    }
  })

  it('sets the compression flag with chunks and clears it without', async () => {
    const bytes = await sampleFile({ version: 868 })
    const pkg = await open(bytes)
    for (const compress of ['zlib', 'lzo', 'lzma'] as const) {
      const packed = await open(await savedBytes(pkg, { compress }))
      expect(packed.summary.flags).toBe(0x0200_0001)
      expect(firstDifference(await savedBytes(packed), bytes)).toBe(-1)
      expect(firstDifference(await savedBytes(packed, { compress: 'keep' }), await savedBytes(pkg, { compress }))).toBe(
        -1,
      )
    }
  })

  it('has the GUID of a package before 68', async () => {
    expect((await open(await sampleFile({ version: 61 }))).guid).toEqual(new Guid(5, 6, 7, 8))
  })
})
