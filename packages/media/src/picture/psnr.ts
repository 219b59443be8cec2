/**
 * *How similar two pictures are*: the peak signal-to-noise ratio of red, green and blue, in decibels;
 * infinite for equal pictures. Above 40 hardly anyone sees a difference.
 *
 * @param a 4 bytes per pixel. @param b the same.
 * @param channels how many of the four count: 3 by default; 4 includes alpha.
 */
export function psnr(a: Uint8Array, b: Uint8Array, channels: 3 | 4 = 3): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 4) {
    const red = (a[at] as number) - (b[at] as number)
    const green = (a[at + 1] as number) - (b[at + 1] as number)
    const blue = (a[at + 2] as number) - (b[at + 2] as number)
    sum += Math.imul(red, red) + Math.imul(green, green) + Math.imul(blue, blue)
  }
  for (let at = 3; channels === 4 && at < a.length; at += 4) sum += ((a[at] as number) - (b[at] as number)) ** 2
  return decibels(sum, (a.length / 4) * channels)
}

/** The peak signal-to-noise ratio of `count` values of 8 bits, from the sum of their squared differences. */
export function decibels(sum: number, count: number): number {
  return 10 * Math.log10((255 * 255 * count) / sum)
}
