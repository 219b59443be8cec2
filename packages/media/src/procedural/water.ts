import type { WaterTexture } from './procedural.js'
import { randomFrom } from './random.js'
import type { Simulator } from './simulator.js'
import { WaterDrops } from './water-drops.js'
import { WaterField } from './water-field.js'

/** Slopes are so many times the texels that they displace, when `WaveAmp` is 255. */
const SOFTNESS = 4

/** *Water*: waves of a field, seen as heights, as lit slopes, or as what they displace. */
export class WaterSimulator implements Simulator {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly #texture: WaterTexture
  readonly #field: WaterField
  readonly #drops: WaterDrops
  readonly #source: Simulator | undefined
  /** The field's heights, a number for each texel. */
  readonly #heights: Float32Array

  constructor(texture: WaterTexture, seed: number, source: Simulator | undefined) {
    const { width, height } = texture
    this.width = width
    this.height = height
    this.pixels = new Uint8Array(width * height)
    this.#texture = texture
    this.#field = new WaterField(Math.max(1, width >> 1), Math.max(1, height >> 1))
    this.#drops = new WaterDrops(texture.drops, randomFrom(seed))
    this.#source = source
    this.#heights = new Float32Array(width * height)
    this.#paint()
  }

  step(seconds: number): void {
    this.#source?.step(seconds)
    this.#drops.step(this.#field)
    this.#field.step()
    this.#paint()
  }

  #paint(): void {
    this.#enlarge()
    if (this.#texture.kind === 'water') this.#paintHeights()
    else if (this.#texture.kind === 'wave') this.#paintSlopes()
    else this.#paintSource()
  }

  /** Between two cells lies their average. */
  #enlarge(): void {
    const { width, height } = this
    const { heights, width: across, height: down } = this.#field
    for (let y = 0, at = 0; y < height; y++) {
      const row = Math.min(down - 1, y >> 1)
      const nextRow = (y & 1) === 0 ? row : (row + 1) % down
      for (let x = 0; x < width; x++, at++) {
        const column = Math.min(across - 1, x >> 1)
        const nextColumn = (x & 1) === 0 ? column : (column + 1) % across
        this.#heights[at] =
          ((heights[row * across + column] as number) +
            (heights[row * across + nextColumn] as number) +
            (heights[nextRow * across + column] as number) +
            (heights[nextRow * across + nextColumn] as number)) /
          4
      }
    }
  }

  #paintHeights(): void {
    const amplitude = this.#texture.waveAmp / 128
    for (let i = 0; i < this.pixels.length; i++) this.pixels[i] = byteOf(128 + (this.#heights[i] as number) * amplitude)
  }

  #paintSlopes(): void {
    const { waveAmp, bumpMapLight, bumpMapAngle, phongRange, phongSize } = this.#texture
    const { pixels } = this
    const angle = (bumpMapAngle * 2 * Math.PI) / 256
    const alongX = (Math.cos(angle) * waveAmp) / 128
    const alongY = (Math.sin(angle) * waveAmp) / 128
    const sharpness = 255 / Math.max(1, phongSize)
    this.#eachRow((row, above, below, width) => {
      for (let x = 0; x < width; x++) {
        const slope = this.#across(row, x) * alongX + this.#down(above, below, x) * alongY
        const shine = (slope + 128 - phongRange) * sharpness
        pixels[row + x] = byteOf(bumpMapLight + slope + Math.max(0, shine))
      }
    })
  }

  #paintSource(): void {
    const source = this.#source
    if (source === undefined) return
    const { width: across, height: down, pixels: seen } = source
    const { pixels } = this
    const share = this.#texture.waveAmp / 255 / SOFTNESS
    // A source of another size is stretched.
    const [scaleX, scaleY] = [across / this.width, down / this.height]
    this.#eachRow((row, above, below, width, y) => {
      for (let x = 0; x < width; x++) {
        let column = Math.round((x + this.#across(row, x) * share) * scaleX) % across
        if (column < 0) column += across
        let line = Math.round((y + this.#down(above, below, x) * share) * scaleY) % down
        if (line < 0) line += down
        pixels[row + x] = seen[line * across + column] as number
      }
    })
  }

  /** How much higher the water is on the right than on the left. */
  #across(row: number, x: number): number {
    const heights = this.#heights
    const last = this.width - 1
    return (heights[row + (x === last ? 0 : x + 1)] as number) - (heights[row + (x === 0 ? last : x - 1)] as number)
  }

  /** How much higher the water is below than above. */
  #down(above: number, below: number, x: number): number {
    return (this.#heights[below + x] as number) - (this.#heights[above + x] as number)
  }

  /** Rows, with where they begin and where those above and below them do. */
  #eachRow(paint: (row: number, above: number, below: number, width: number, y: number) => void): void {
    const { width, height } = this
    for (let y = 0; y < height; y++)
      paint(y * width, (y === 0 ? height - 1 : y - 1) * width, (y === height - 1 ? 0 : y + 1) * width, width, y)
  }
}

function byteOf(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value)
}
