import { existsSync } from 'node:fs'
import { ObjectReader, type Package } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { importTexture } from '@ukit/import'
import { pictureOf } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { corpusPath, describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { guidOf } from '../../../../testing/made-package.js'

/** The levels of a texture of UE2 made from pixels. */
async function levelsOf(data: Uint8Array, width: number, height: number) {
  const edit = await createPackage({ name: 'Made', guid: guidOf('Made'), version: 128, licensee: 29 })
  await importTexture(edit, 'A', { format: 'rgba', width, height, data }, { format: 'bgra8' })
  const pkg = await buildPackage(edit)
  const reader = await ObjectReader.open(pkg)
  const found = pkg.exports.find(({ className }) => className === 'Texture')
  const object = found === undefined ? undefined : (await reader.read(found)).object
  if (!(object instanceof ue2.Texture)) throw new Error('no texture')
  return object.mips
}

/** Pseudo-random bytes. */
function noise(count: number): Uint8Array {
  let state = 7
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  })
}

/** The mean of a rectangle of the first level, with halves rounded up: blue, green, red, alpha. */
function meanOf(pixels: Uint8Array, width: number, left: number, top: number, across: number, down: number): number[] {
  return [2, 1, 0, 3].map((channel) => {
    let sum = 0
    for (let y = top; y < top + down; y++)
      for (let x = left; x < left + across; x++) sum += pixels[(y * width + x) * 4 + channel] ?? 0
    return Math.floor(sum / (across * down) + 0.5)
  })
}

describe('the levels of a texture in true colour', () => {
  it.each([
    [64, 64],
    [128, 4],
    [2, 256],
    [1, 8],
    [1, 1],
  ])('are averages of the first level of %i × %i', async (width, height) => {
    const pixels = noise(width * height * 4)
    const levels = await levelsOf(pixels, width, height)
    expect(levels.at(-1)).toMatchObject({ width: 1, height: 1 })
    for (const { data, width: columns, height: rows } of levels) {
      const [across, down] = [width / columns, height / rows]
      const expected = Array.from({ length: columns * rows }, (_, i) =>
        meanOf(pixels, width, (i % columns) * across, Math.floor(i / columns) * down, across, down),
      )
      expect([...data]).toEqual(expected.flat())
    }
  })

  it('are white if all pixels are white', async () => {
    for (const { data } of await levelsOf(new Uint8Array(512 * 512 * 4).fill(255), 512, 512))
      expect(data.every((value) => value === 255)).toBe(true)
  })
})

/** The levels of a texture of UT99 made from indices into a palette. */
async function indicesOf(
  data: readonly number[],
  width: number,
  colors: readonly (readonly [number, number, number])[],
  masked = false,
) {
  const edit = await createPackage({ name: 'Made', guid: guidOf('Made'), version: 69 })
  const palette = Uint8Array.from(colors.flat())
  const picture = {
    format: 'indexed',
    width,
    height: data.length / width,
    data: Uint8Array.from(data),
    palette,
  } as const
  await importTexture(edit, 'A', picture, { masked, fillPalette: false })
  const [object] = await texturesOf(await buildPackage(edit))
  return object?.mips.map((mip) => [...mip.data])
}

async function texturesOf(pkg: Package): Promise<ue1.Texture[]> {
  const reader = await ObjectReader.open(pkg)
  const found: ue1.Texture[] = []
  for await (const { object } of reader.objects('Texture')) if (object instanceof ue1.Texture) found.push(object)
  return found
}

describe('the levels of a texture with a palette', () => {
  it('are averages of numbers from 0 to 1, multiplied by 256: 63.75 becomes 64, 62.75 becomes 62', async () => {
    const colors = [63, 64, 62, 65].map((grey) => [grey, grey, grey] as const)
    expect(await indicesOf([1, 1, 1, 0], 2, colors)).toEqual([[1, 1, 1, 0], [1]])
    expect(await indicesOf([0, 0, 0, 2], 2, colors)).toEqual([[0, 0, 0, 2], [2]])
  })

  it('take the nearest colour, weighted 8 for green, 4 for red and 1 for blue, the first of equal ones', async () => {
    // The average of black and 40 40 40 is 20 20 20, which is multiplied by 256 / 255 and rounded down.
    const black = [0, 0, 0] as const
    const grey = [40, 40, 40] as const
    const last = async (...others: (readonly [number, number, number])[]) =>
      (await indicesOf([0, 0, 1, 1], 2, [black, grey, ...others]))?.[1]
    expect(await last([20, 19, 20], [20, 20, 23])).toEqual([2])
    expect(await last([20, 19, 20], [20, 20, 22])).toEqual([3])
    expect(await last([20, 19, 20], [21, 20, 20])).toEqual([3])
    expect(await last([21, 20, 20], [20, 20, 18])).toEqual([2])
    expect(await last([20, 20, 18], [21, 20, 20])).toEqual([2])
  })

  it('are averages of the colours that the level above would have without a palette', async () => {
    // The average of 10 and 20 is 15, which becomes 10 in the palette; four of 15 are 15 again, and 16 is
    // nearest to 15.06.
    const colors = [10, 20, 0].map((grey) => [grey, grey, grey] as const)
    const rows = [0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 1, 1, 1, 1]
    // Below: 15 and (10 + 3 × 20) / 4 = 17.5, so 17: (15 + 15 + 17 + 17) / 4 = 16, nearer to 20.
    expect(await indicesOf(rows, 4, colors)).toEqual([rows, [0, 0, 1, 1], [1]])
  })

  it('have a hole if three of four pixels are holes', async () => {
    const colors = [0, 50, 100].map((grey) => [grey, grey, grey] as const)
    expect(await indicesOf([0, 0, 1, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1], 4, colors, true)).toEqual([
      [0, 0, 1, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 0, 1, 1],
      [0, 1, 0, 1],
      [1],
    ])
  })
})

const SAVED_BY_UT = [
  'corpus/ue1/unreal-archive/Longestyard.utx',
  'corpus/ue1/arhadthedev/RParticles.u',
  'corpus/ue1/deusexhq/OpenDX.u',
  'corpus/ue1/1337gamedev/C4.u',
  'corpus-2/scenes/ut99/Textures/Indus4.utx',
].filter((path) => existsSync(corpusPath(path)))

describeCorpus('the levels of textures that UnrealEd of Unreal Tournament made', () => {
  it.each(SAVED_BY_UT)('are the same byte for byte: %s', async (path) => {
    const pkg = await openCorpus(path)
    const reader = await ObjectReader.open(pkg)
    const edit = await createPackage({ name: 'Made', guid: guidOf('Made'), version: pkg.version })
    const expected: Uint8Array[][] = []
    for await (const read of reader.objects('Texture')) {
      if (!(read.object instanceof ue1.Texture) || expected.length === 12) continue
      const { mips, properties } = read.object
      const picture = await (await pictureOf(reader, read)).picture()
      if (picture.format !== 'indexed' || mips.length < 2 || mips[0]?.data.length === 0) continue
      await importTexture(edit, `T${expected.length}`, picture, { masked: properties.get('bMasked') === true })
      expected.push(mips.map(({ data }) => data))
    }
    expect(expected.length).toBeGreaterThan(0)
    const made = await texturesOf(await buildPackage(edit))
    for (const [i, levels] of expected.entries())
      for (const [level, data] of levels.entries())
        expect([i, level, made[i]?.mips[level]?.data]).toEqual([i, level, data])
  })
})
