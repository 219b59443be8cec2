/** Of a wave's height so much is left after each frame. */
const DAMPING = 0.985
/** The highest waves. */
const MOST = 255

/**
 * *Heights of water*, which make waves: each cell swings about the average of its four neighbours. It has a
 * cell
 * for two by two texels, as drops in files show: theirs are places in half of the texture's width and height.
 */
export class WaterField {
  readonly width: number
  readonly height: number
  /** Row by row, 0 where the water is at rest. */
  heights: Float32Array
  #before: Float32Array

  constructor(width: number, height: number) {
    this.width = width
    this.height = height
    this.heights = new Float32Array(width * height)
    this.#before = new Float32Array(width * height)
  }

  /** Lets waves run for a frame. */
  step(): void {
    const { width, height, heights } = this
    const next = this.#before
    for (let y = 0, at = 0; y < height; y++) {
      const above = (y === 0 ? height - 1 : y - 1) * width
      const below = (y === height - 1 ? 0 : y + 1) * width
      const row = y * width
      for (let x = 0; x < width; x++, at++) {
        const left = x === 0 ? width - 1 : x - 1
        const right = x === width - 1 ? 0 : x + 1
        const around =
          (heights[above + x] as number) +
          (heights[below + x] as number) +
          (heights[row + left] as number) +
          (heights[row + right] as number)
        const value = (around / 2 - (next[at] as number)) * DAMPING
        next[at] = Math.min(MOST, Math.max(-MOST, value))
      }
    }
    this.#before = heights
    this.heights = next
  }

  /** Puts the water at a height, on a cell; places repeat. */
  put(x: number, y: number, height: number): void {
    this.heights[this.#at(x, y)] = height
  }

  #at(x: number, y: number): number {
    const column = Math.floor(x) % this.width
    const row = Math.floor(y) % this.height
    return (row < 0 ? row + this.height : row) * this.width + (column < 0 ? column + this.width : column)
  }
}
