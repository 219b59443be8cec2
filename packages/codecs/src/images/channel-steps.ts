/**
 * The eight values between which three bits of a pixel choose (BC3's alpha, BC4, BC5): even steps between the
 * two ends, or, where the first is not above the second, six of them with 0 and 255.
 */
export function channelSteps(first: number, second: number, steps: Uint8Array): void {
  steps[0] = first
  steps[1] = second
  const count = first > second ? 7 : 5
  for (let i = 1; i < count; i++) steps[i + 1] = (((count - i) * first + i * second) / count) | 0
  if (count === 5) {
    steps[6] = 0
    steps[7] = 255
  }
}
