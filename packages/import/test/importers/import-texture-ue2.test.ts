import { PackageEdit } from '@ukit/edit'
import { importTexture } from '@ukit/import'
import { describe, expect, it } from 'vitest'
import { built, decibels, gradient, newPackage, pixelsOf, textureAt, UT2004 } from './texture-fixtures.js'

describe('importTexture, UE2', () => {
  it.each([
    ['bgra8', 5, 64 * 64 * 4, Number.POSITIVE_INFINITY],
    ['bc1', 3, 64 * 32, 40],
    ['bc2', 7, 64 * 64, 36],
    ['bc3', 8, 64 * 64, 40],
    ['rgb8', 4, 64 * 64 * 3, Number.POSITIVE_INFINITY],
    ['rgb565', 2, 64 * 64 * 2, 38],
  ] as const)('stores %s', async (format, number, size, least) => {
    const edit = await newPackage(UT2004)
    const picture = gradient()
    const { notes } = await importTexture(edit, 'A', picture, { format })
    expect(notes.length).toBe(least === Number.POSITIVE_INFINITY ? 0 : 1)
    const pkg = await built(edit)
    const { object, values } = await textureAt(pkg, 'A')
    expect(values).toMatchObject({ Format: number, USize: 64, VSize: 64 })
    expect(object.mips.map(({ width }) => width)).toEqual([64, 32, 16, 8, 4, 2, 1])
    expect(object.mips[0]?.data.length).toBe(size)
    expect(decibels(picture.data, await pixelsOf(pkg, 'A'))).toBeGreaterThanOrEqual(least)
  })

  it('marks alpha as blended when it has shades, and as holes when it does not', async () => {
    const edit = await newPackage(UT2004)
    await importTexture(edit, 'Soft', gradient(true))
    const hard = gradient()
    await importTexture(edit, 'Hard', { ...hard, data: hard.data.map((value, i) => ((i & 7) === 3 ? 0 : value)) })
    const pkg = await built(edit)
    expect((await textureAt(pkg, 'Soft')).values).toMatchObject({ bAlphaTexture: true, Format: 5 })
    expect((await textureAt(pkg, 'Hard')).values).toMatchObject({ bMasked: true, Format: 5 })
  })

  it('changes only the blocks in which something was painted', async () => {
    const edit = await newPackage(UT2004)
    await importTexture(edit, 'A', gradient(), { format: 'bc1' })
    const pkg = await built(edit)
    const before = (await textureAt(pkg, 'A')).object.mips.map(({ data }) => data)
    const pixels = (await pixelsOf(pkg, 'A')).slice()
    pixels.set([255, 0, 255, 255], (10 * 64 + 21) * 4)
    const again = await PackageEdit.open(pkg)
    await importTexture(again, 'A', { format: 'rgba', width: 64, height: 64, data: pixels })
    const after = (await textureAt(await built(again), 'A')).object.mips.map(({ data }) => data)
    const changed = after.map((data, level) =>
      [...new Set([...data.keys()].filter((i) => data[i] !== before[level]?.[i]).map((i) => i >> 3))].sort(),
    )
    // Pixel 21, 10, in levels that are 16, 8 … blocks wide.
    expect(changed[0]).toEqual([2 * 16 + 5])
    for (const [level, blocks] of changed.entries())
      expect(
        blocks.every((block) => block === (10 >> (level + 2)) * Math.max(1, 16 >> level) + (21 >> (level + 2))),
      ).toBe(true)
  })
})
