import { expect, test } from 'vitest'
import type { PictureData } from '../src/data/media-calls.js'
import { fittedPicture, fittedPictures } from '../src/parts/fitted-picture.js'
import { Thumbnails } from '../src/parts/thumbnails.js'

function picture(width: number, height: number): PictureData {
  // Red is the column, green the row.
  const rgba = Uint8ClampedArray.from({ length: width * height * 4 }, (_, i) => {
    const [x, y] = [(i >> 2) % width, Math.floor((i >> 2) / width)]
    return [x, y, 0, 255][i & 3] ?? 0
  })
  const full = { width, height }
  const none = { palette: undefined, note: undefined, indices: undefined, missing: undefined }
  return { ...none, rgba, width, height, full, format: 'RGBA8', mips: [full], forms: ['own'], isAnimated: false }
}

test('pictures that a card cannot draw are halved until it can, and it is said', () => {
  const small = picture(4, 4)
  expect(fittedPicture(small, 4)).toBe(small)
  const fitted = fittedPicture(picture(8, 2), 4)
  expect([fitted.width, fitted.height]).toEqual([4, 1])
  // Means of columns 0 and 1, 2 and 3 …, and of rows 0 and 1; half is rounded to even.
  expect([...fitted.rgba]).toEqual([0, 0, 0, 255, 2, 0, 0, 255, 4, 0, 0, 255, 6, 0, 0, 255])
  expect(fitted.full).toEqual({ width: 8, height: 2 })
  const thin = fittedPicture(picture(1, 9), 4)
  expect([thin.width, thin.height]).toEqual([1, 4])
  const { pictures, note } = fittedPictures(
    new Map([
      ['a', small],
      ['b', picture(64, 8)],
    ]),
    16,
  )
  expect(pictures.get('a')).toBe(small)
  expect(pictures.get('b')?.width).toBe(16)
  expect(note).toBe('1 texture is drawn smaller: this card takes 16 pixels')
})

/** Bitmaps of 100 bytes each, and which of them were closed. */
function made(most: number) {
  const closed: string[] = []
  const make = async ({ id, index }: { readonly id: number; readonly index: number }) => {
    if (index < 0) throw new Error('without a picture')
    return { width: 5, height: 5, close: () => closed.push(`${id}/${index}`) } as unknown as ImageBitmap
  }
  const thumbnails = new Thumbnails(make, most)
  const shown: string[] = []
  const show = (id: number, index: number) =>
    new Promise<void>((resolve) => {
      thumbnails.show({ id, index }, 16, () => {
        shown.push(`${id}/${index}`)
        resolve()
      })
    })
  return { thumbnails, closed, shown, show }
}

test('the small pictures seen longest ago are closed when there are too many', async () => {
  const { closed, shown, show } = made(300)
  for (const index of [1, 2, 3]) await show(1, index)
  await show(1, 1)
  await show(1, 4)
  expect(shown).toEqual(['1/1', '1/2', '1/3', '1/1', '1/4'])
  expect(closed).toEqual(['1/2'])
})

test('the small pictures of a package are closed with it', async () => {
  const { thumbnails, closed, show } = made(10_000)
  await show(1, 1)
  await show(12, 1)
  await show(1, 2)
  thumbnails.forget(1)
  expect(closed).toEqual(['1/1', '1/2'])
  thumbnails.forget(12)
  expect(closed).toEqual(['1/1', '1/2', '12/1'])
})
