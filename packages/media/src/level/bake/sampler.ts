import { boxLevels, type TextureLevel } from '../../picture/mip-levels.js'

/** A picture of four bytes per pixel: red, green, blue, alpha. */
export interface RgbaPicture {
  readonly width: number
  readonly height: number
  readonly rgba: Uint8Array
}

/** Bytes of pictures, with their smaller sizes, that are kept. */
const MOST_BYTES = 48 << 20

/** *The pictures that are baked*, with their smaller sizes; the ones used last are kept. */
export class Samplers {
  readonly #load: (key: string) => Promise<RgbaPicture | undefined>
  readonly #kept = new Map<string, Sampler>()
  #bytes = 0

  constructor(load: (key: string) => Promise<RgbaPicture | undefined>) {
    this.#load = load
  }

  /** The picture of a key; a grey one if there is none. */
  async of(key: string | undefined): Promise<Sampler> {
    if (key === undefined) return GREY
    const known = this.#kept.get(key)
    if (known !== undefined) {
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const picture = await this.#load(key)
    const sampler = picture === undefined ? GREY : new Sampler(boxLevels(picture.rgba, picture.width, picture.height))
    this.#kept.set(key, sampler)
    this.#bytes += sampler.bytes
    for (const [old, { bytes }] of this.#kept) {
      if (this.#bytes <= MOST_BYTES || old === key) break
      this.#kept.delete(old)
      this.#bytes -= bytes
    }
    return sampler
  }
}

/** *A picture with its smaller sizes*, of which places between pixels are mixed. */
export class Sampler {
  readonly #levels: readonly TextureLevel[]

  constructor(levels: readonly TextureLevel[]) {
    this.#levels = levels
  }

  get bytes(): number {
    return this.#levels.reduce((sum, { data }) => sum + data.length, 0)
  }

  /** Pixels across and down. */
  get size(): readonly [number, number] {
    return [this.#levels[0]?.width ?? 1, this.#levels[0]?.height ?? 1]
  }

  /** The size of which one pixel is as large as so many of the largest. */
  levelFor(rate: number): TextureLevel {
    const number = Math.round(Math.log2(Math.max(1, rate)))
    return this.#levels[Math.min(number, this.#levels.length - 1)] ?? WHITE
  }
}

const WHITE: TextureLevel = { data: Uint8Array.of(255, 255, 255, 255), width: 1, height: 1 }
/** For materials that are not available, as bright as most textures: twice the light is not all white. */
const GREY = new Sampler([{ data: Uint8Array.of(128, 128, 128, 255), width: 1, height: 1 }])

/**
 * Mixes the four pixels around a place, from 0 to 1 across and down.
 *
 * @param isRepeated whether the picture goes on beyond its border; else its border does.
 * @param out gets red, green, blue and alpha, 0 to 255.
 */
export function sample(
  { data, width, height }: TextureLevel,
  u: number,
  v: number,
  isRepeated: boolean,
  out: Float32Array,
): void {
  const x = u * width - 0.5
  const y = v * height - 0.5
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const px = x - x0
  const py = y - y0
  const left = 4 * (isRepeated ? wrapped(x0, width) : clamped(x0, width))
  const right = 4 * (isRepeated ? wrapped(x0 + 1, width) : clamped(x0 + 1, width))
  const top = 4 * width * (isRepeated ? wrapped(y0, height) : clamped(y0, height))
  const bottom = 4 * width * (isRepeated ? wrapped(y0 + 1, height) : clamped(y0 + 1, height))
  for (let k = 0; k < 4; k++) {
    const above = (data[top + left + k] ?? 0) * (1 - px) + (data[top + right + k] ?? 0) * px
    const below = (data[bottom + left + k] ?? 0) * (1 - px) + (data[bottom + right + k] ?? 0) * px
    out[k] = above * (1 - py) + below * py
  }
}

function wrapped(value: number, size: number): number {
  const rest = value % size
  return rest < 0 ? rest + size : rest
}

function clamped(value: number, size: number): number {
  return value < 0 ? 0 : value >= size ? size - 1 : value
}
