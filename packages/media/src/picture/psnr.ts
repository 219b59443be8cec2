/**
 * *How like each other two pictures are*: the peak signal-to-noise ratio of red, green and blue, in decibels;
 * infinite for equal ones. Above 40 hardly anyone sees a difference.
 *
 * @param a 4 bytes a pixel. @param b the same.
 * @param channels of the four that count: 3 unless told otherwise; 4 counts alpha.
 */
export function psnr(a: Uint8Array, b: Uint8Array, channels = 3): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 4) {
    for (let i = at; i < at + channels; i++) {
      const difference = (a[i] as number) - (b[i] as number)
      sum += difference * difference
    }
  }
  return 10 * Math.log10((255 * 255 * (a.length / 4) * channels) / sum)
}
