import type { SoundData } from '../../data/media-calls.js'

/**
 * The least and the greatest sample for each column of a picture, two numbers each, all channels together.
 */
export function peaksOf(channels: SoundData['channels'], columns: number): Float32Array {
  const peaks = new Float32Array(Math.max(0, columns) * 2)
  const length = channels[0]?.length ?? 0
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * length) / columns)
    const to = Math.max(from + 1, Math.floor(((column + 1) * length) / columns))
    let least = 0
    let greatest = 0
    for (const channel of channels)
      for (let i = from; i < to && i < length; i++) {
        const sample = channel[i] ?? 0
        if (sample < least) least = sample
        if (sample > greatest) greatest = sample
      }
    peaks[column * 2] = least
    peaks[column * 2 + 1] = greatest
  }
  return peaks
}

/** Draws a wave with the parts that repeat and the marks in it. */
export function drawWave(
  canvas: HTMLCanvasElement,
  peaks: Float32Array,
  loops: SoundData['loops'],
  cues: SoundData['cues'],
  length: number,
): void {
  const context = canvas.getContext('2d')
  if (context === null || length === 0) return
  const { width, height } = canvas
  const style = getComputedStyle(canvas)
  const middle = height / 2
  context.clearRect(0, 0, width, height)
  context.fillStyle = style.getPropertyValue('--accent-soft')
  for (const { start, end } of loops)
    context.fillRect((start / length) * width, 0, ((end - start) / length) * width, height)
  context.fillStyle = style.getPropertyValue('--accent')
  for (let x = 0; x < width; x++) {
    const least = peaks[x * 2] ?? 0
    const greatest = peaks[x * 2 + 1] ?? 0
    const top = middle - Math.min(1, greatest) * middle
    context.fillRect(x, top, 1, Math.max(1, middle - Math.max(-1, least) * middle - top))
  }
  context.fillStyle = style.getPropertyValue('--text')
  for (const { at } of cues) context.fillRect((at / length) * width, 0, 1, height)
}
