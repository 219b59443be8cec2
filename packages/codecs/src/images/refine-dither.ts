/** A picture with 4 bytes per pixel, in the colours of a palette. */
export interface DitheredPicture {
  readonly pixels: Uint8Array
  readonly width: number
  readonly height: number
  /** Pixels with less alpha have no colour and keep their index. */
  readonly holesBelow: number
  /** Red, green, blue each. */
  readonly palette: Uint8Array
  /** The colours that pixels may have: from the first to before the second. */
  readonly from: number
  readonly to: number
}

/**
 * How an eye at some distance blurs a pixel: a bell curve, cut off after two pixels. Wider curves are not
 * better on photographs and cost more.
 */
const EYE = bell(1.2, 2)

/**
 * The weight of a pixel's own error beside that of the blurred picture: without it the result is needlessly
 * coarse.
 */
const OWN = 0.05

/** The number of rounds; later ones change almost nothing. */
const ROUNDS = 3

/** Colours of the palette that are tried for a pixel: those nearest to the one that it has. */
const CANDIDATES = 16

/**
 * *Changes pixels of a dithered picture as long as that brings it nearer to the original for an eye that
 * blurs both*: the method of direct binary search, with palette colours instead of black and white. Compared
 * with spreading errors alone, this gains 1 to 2 dB in the blurred picture and reduces noise.
 *
 * The squared error of the blurred picture changes by what a pixel's new colour adds times the error so far,
 * blurred twice. That blurred error is kept for all pixels, so that a trial costs only a few multiplications.
 *
 * @param indices are changed.
 */
export function refineDither(picture: DitheredPicture, indices: Uint8Array): void {
  const { pixels, width, height, holesBelow, palette } = picture
  const own = errorsOf(picture, indices)
  const seen = blurredTwice(own, width, height)
  const nearest = nearestColors(picture)
  const centre = (TWICE[REACH] as number) ** 2
  const weight = centre + OWN
  for (let round = 0; round < ROUNDS; round++) {
    let changed = 0
    for (let i = 0, at = 0; i < indices.length; i++, at += 3) {
      if ((pixels[i * 4 + 3] as number) < holesBelow) continue
      const now = indices[i] as number
      const red = (seen[at] as number) + OWN * (own[at] as number)
      const green = (seen[at + 1] as number) + OWN * (own[at + 1] as number)
      const blue = (seen[at + 2] as number) + OWN * (own[at + 2] as number)
      let best = now
      let least = -LEAST_GAIN
      for (let k = now * CANDIDATES; k < (now + 1) * CANDIDATES; k++) {
        const other = nearest[k] as number
        const r = (palette[other * 3] as number) - (palette[now * 3] as number)
        const g = (palette[other * 3 + 1] as number) - (palette[now * 3 + 1] as number)
        const b = (palette[other * 3 + 2] as number) - (palette[now * 3 + 2] as number)
        const change = weight * (r * r + g * g + b * b) + 2 * (r * red + g * green + b * blue)
        if (change >= least) continue
        least = change
        best = other
      }
      if (best === now) continue
      changed++
      indices[i] = best
      for (let channel = 0; channel < 3; channel++) {
        const step = (palette[best * 3 + channel] as number) - (palette[now * 3 + channel] as number)
        own[at + channel] = (own[at + channel] as number) + step
        addBlurred(seen, width, height, i % width, Math.floor(i / width), channel, step)
      }
    }
    if (changed < indices.length * ENOUGH) break
  }
}

/** A change that gains less is not made, since 32-bit floats are not exact. */
const LEAST_GAIN = 0.001

/** If a round changes less than this share of the pixels, it is the last. */
const ENOUGH = 0.002

function bell(width: number, reach: number): number[] {
  const values = Array.from({ length: 2 * reach + 1 }, (_, i) => Math.exp(-((i - reach) ** 2) / (2 * width * width)))
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value) => value / sum)
}

/** The curve convolved with itself: what blurring twice does along a row. */
const TWICE = Float32Array.from({ length: 2 * EYE.length - 1 }, (_, i) =>
  EYE.reduce((sum, value, k) => sum + value * (EYE[i - k] ?? 0), 0),
)
/** How far it goes. */
const REACH = EYE.length - 1

/** The excess of red, green and blue of each pixel. */
function errorsOf({ pixels, holesBelow, palette }: DitheredPicture, indices: Uint8Array): Float32Array {
  const errors = new Float32Array(indices.length * 3)
  for (let i = 0; i < indices.length; i++) {
    if ((pixels[i * 4 + 3] as number) < holesBelow) continue
    for (let channel = 0; channel < 3; channel++)
      errors[i * 3 + channel] =
        (palette[(indices[i] as number) * 3 + channel] as number) - (pixels[i * 4 + channel] as number)
  }
  return errors
}

/** Along rows, then along columns; beyond the picture there is no error. */
function blurredTwice(errors: Float32Array, width: number, height: number): Float32Array {
  const rows = new Float32Array(errors.length)
  const out = new Float32Array(errors.length)
  const row = width * 3
  for (let at = 0; at < errors.length; at++) {
    const place = at % row
    let sum = 0
    for (let d = Math.max(-REACH, -Math.floor(place / 3)); d <= REACH && place + 3 * d < row; d++)
      sum += (TWICE[d + REACH] as number) * (errors[at + 3 * d] as number)
    rows[at] = sum
  }
  for (let at = 0; at < errors.length; at++) {
    const y = Math.floor(at / row)
    let sum = 0
    for (let d = Math.max(-REACH, -y); d <= REACH && y + d < height; d++)
      sum += (TWICE[d + REACH] as number) * (rows[at + row * d] as number)
    out[at] = sum
  }
  return out
}

function addBlurred(
  seen: Float32Array,
  width: number,
  height: number,
  x: number,
  y: number,
  channel: number,
  step: number,
): void {
  const left = Math.max(-REACH, -x)
  const right = Math.min(REACH, width - 1 - x)
  const bottom = Math.min(REACH, height - 1 - y)
  for (let dy = Math.max(-REACH, -y); dy <= bottom; dy++) {
    const share = (TWICE[dy + REACH] as number) * step
    for (let dx = left, at = ((y + dy) * width + x + left) * 3 + channel; dx <= right; dx++, at += 3)
      seen[at] = (seen[at] as number) + share * (TWICE[dx + REACH] as number)
  }
}

/** For each colour the others that are nearest to it; the colour itself if there are not enough others. */
function nearestColors({ palette, from, to }: DitheredPicture): Uint8Array {
  const out = new Uint8Array(256 * CANDIDATES)
  const all = Array.from({ length: to - from }, (_, i) => from + i)
  const channel = (color: number, i: number): number => palette[color * 3 + i] as number
  for (const color of all) {
    const distance = (other: number): number =>
      [0, 1, 2].reduce((sum, i) => sum + (channel(color, i) - channel(other, i)) ** 2, 0)
    const far = new Map(all.map((other) => [other, distance(other)]))
    const others = all.filter((other) => other !== color).sort((a, b) => (far.get(a) ?? 0) - (far.get(b) ?? 0))
    for (let k = 0; k < CANDIDATES; k++) out[color * CANDIDATES + k] = others[k] ?? color
  }
  return out
}
