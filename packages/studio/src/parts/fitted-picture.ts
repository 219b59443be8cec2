import type { PictureData } from '../data/media-calls.js'

/** Pictures as a graphics card takes them, and what was done for that. */
export interface FittedPictures {
  readonly pictures: ReadonlyMap<string, PictureData>
  /** What to say about it; `undefined` when all are as they were. */
  readonly note: string | undefined
}

/** *Pictures that are no larger than a card can draw*: larger ones lose their top levels. */
export function fittedPictures(pictures: ReadonlyMap<string, PictureData>, most: number): FittedPictures {
  let count = 0
  const fitted = new Map(
    [...pictures].map(([key, picture]) => {
      const smaller = fittedPicture(picture, most)
      if (smaller !== picture) count++
      return [key, smaller] as const
    }),
  )
  const what = count === 1 ? '1 texture is' : `${count} textures are`
  return { pictures: fitted, note: count === 0 ? undefined : `${what} drawn smaller: this card takes ${most} pixels` }
}

/** A picture whose sides are at most so long: halved as often as it takes, each texel the mean of four. */
export function fittedPicture(picture: PictureData, most: number): PictureData {
  let { rgba, width, height } = picture
  if (width <= most && height <= most) return picture
  while (width > most || height > most) {
    const smaller = halved(rgba, width, height)
    rgba = smaller.rgba
    width = smaller.width
    height = smaller.height
  }
  return { ...picture, rgba, width, height }
}

function halved(rgba: Uint8ClampedArray, width: number, height: number) {
  const [toWidth, toHeight] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  const to = new Uint8ClampedArray(toWidth * toHeight * 4)
  for (let y = 0; y < toHeight; y++)
    for (let x = 0; x < toWidth; x++)
      for (let channel = 0; channel < 4; channel++) {
        const [left, right] = [Math.min(x * 2, width - 1), Math.min(x * 2 + 1, width - 1)]
        const [above, below] = [Math.min(y * 2, height - 1), Math.min(y * 2 + 1, height - 1)]
        const texel = (column: number, row: number) => rgba[(row * width + column) * 4 + channel] ?? 0
        to[(y * toWidth + x) * 4 + channel] =
          (texel(left, above) + texel(right, above) + texel(left, below) + texel(right, below)) / 4
      }
  return { rgba: to, width: toWidth, height: toHeight }
}
