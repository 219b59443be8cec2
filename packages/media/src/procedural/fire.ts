import type { FireTexture } from './procedural.js'
import { randomFrom } from './random.js'
import type { Simulator } from './simulator.js'
import { Sparks } from './sparks.js'

/** Heat that texels lose each frame is so many times less than what `RenderHeat` lacks of 255. */
const FADING = 8

/**
 * *Fire*: each frame a texel becomes the average of four others, less what `RenderHeat` lets fade, and sparks
 * heat theirs. The engine's table for this has 1,028 places, as many as sums of four bytes need.
 */
export class FireSimulator implements Simulator {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly #before: Uint8Array
  readonly #isRising: boolean
  /** What a texel becomes, by the sum of four. */
  readonly #faded: Uint8Array
  readonly #sparks: Sparks

  constructor(texture: FireTexture, seed: number) {
    const { width, height, renderHeat } = texture
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height)
    this.#before = new Uint8Array(width * height)
    this.#isRising = texture.isRising
    this.#sparks = new Sparks(texture, randomFrom(seed))
    const fading = (255 - renderHeat) / FADING
    this.#faded = Uint8Array.from({ length: 4 * 255 + 1 }, (_, sum) => Math.max(0, Math.floor(sum / 4 - fading)))
  }

  step(): void {
    this.#before.set(this.pixels)
    if (this.#isRising) this.#rise()
    else this.#spread()
    this.#sparks.step(this)
  }

  /** Heat comes from below: three texels of the next row, and one of the row after it. */
  #rise(): void {
    const { width, height, pixels } = this
    const before = this.#before
    for (let y = 0, to = 0; y < height; y++) {
      const below = ((y + 1) % height) * width
      const far = ((y + 2) % height) * width
      for (let x = 0; x < width; x++, to++) {
        const left = x === 0 ? width - 1 : x - 1
        const right = x === width - 1 ? 0 : x + 1
        const sum =
          (before[below + left] as number) +
          (before[below + x] as number) +
          (before[below + right] as number) +
          (before[far + x] as number)
        pixels[to] = this.#faded[sum] as number
      }
    }
  }

  /** Heat spreads to all sides: half of it stays. */
  #spread(): void {
    const { width, height, pixels } = this
    const before = this.#before
    for (let y = 0, to = 0; y < height; y++) {
      const above = (y === 0 ? height - 1 : y - 1) * width
      const below = ((y + 1) % height) * width
      for (let x = 0; x < width; x++, to++) {
        const row = y * width
        const left = x === 0 ? width - 1 : x - 1
        const right = x === width - 1 ? 0 : x + 1
        const sides =
          (before[above + x] as number) +
          (before[below + x] as number) +
          (before[row + left] as number) +
          (before[row + right] as number)
        pixels[to] = this.#faded[(sides + 4 * (before[to] as number)) >> 1] as number
      }
    }
  }

  /** Heats a texel. */
  heat(x: number, y: number, heat: number): void {
    const { width, height, pixels } = this
    const column = Math.floor(x) % width
    const row = Math.floor(y) % height
    const at = (row < 0 ? row + height : row) * width + (column < 0 ? column + width : column)
    if (heat > (pixels[at] as number)) pixels[at] = heat
  }
}
