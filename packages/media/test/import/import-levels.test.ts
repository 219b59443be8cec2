import { ObjectReader } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { importTexture } from '@ukit/media/import'
import { ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { guidOf } from '../../../../testing/made-package.js'

/** The levels of a texture of UE2 that were made of pixels. */
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

/** Bytes of which none says anything about the next. */
function noise(count: number): Uint8Array {
  let state = 7
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state >>> 24
  })
}

/** The mean of a rectangle of the first level, a half rounded up: blue, green, red, alpha. */
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
  ])('are averages of the first, of %i × %i', async (width, height) => {
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

  it('are white where all is white', async () => {
    for (const { data } of await levelsOf(new Uint8Array(512 * 512 * 4).fill(255), 512, 512))
      expect(data.every((value) => value === 255)).toBe(true)
  })
})
