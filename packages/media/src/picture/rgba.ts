import type { Picture } from '@ukit/codecs/images'

/** The pixels of a picture with 4 bytes each: red, green, blue, alpha. Of 16 bits the higher 8 are taken. */
export function toRgba(picture: Picture): Uint8Array {
  const { width, height, data } = picture
  if (picture.format === 'rgba') return data
  const out = new Uint8Array(width * height * 4)
  const color = colorsOf(picture)
  for (let i = 0; i < width * height; i++) color(i, out, 4 * i)
  return out
}

function colorsOf(picture: Exclude<Picture, { format: 'rgba' }>): (pixel: number, out: Uint8Array, to: number) => void {
  const { data } = picture
  const put = (out: Uint8Array, to: number, red = 0, green = 0, blue = 0, alpha = 255): void => {
    out[to] = red
    out[to + 1] = green
    out[to + 2] = blue
    out[to + 3] = alpha
  }
  switch (picture.format) {
    case 'rgb':
      return (i, out, to) => put(out, to, data[3 * i], data[3 * i + 1], data[3 * i + 2])
    case 'gray':
      return (i, out, to) => put(out, to, data[i], data[i], data[i])
    case 'gray16':
      return (i, out, to) => put(out, to, data[2 * i + 1], data[2 * i + 1], data[2 * i + 1])
    case 'indexed': {
      const { palette, alpha } = picture
      return (i, out, to) => {
        const index = data[i] ?? 0
        put(out, to, palette[3 * index], palette[3 * index + 1], palette[3 * index + 2], alpha?.[index])
      }
    }
  }
}
