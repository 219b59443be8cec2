import type { IceTexture } from './procedural.js'
import { wrapped } from './random.js'
import type { Simulator } from './simulator.js'

/** Ways of moving: `PanningType` of the package Fire. */
const Panning = { Linear: 0, Circular: 1, Gestation: 2, WavyX: 3, WavyY: 4 } as const

/** Numbers of the file are so many times texels. */
const FINENESS = 8
/** Counts a second: as many as frames that games of the time made. */
const COUNTS_PER_SECOND = 30
/** So many counts of frequency 1 are a turn. */
const COUNTS_PER_TURN = 4096
/** Bytes of the glass are so many times the texels that they displace. */
const THICKNESS = 16

/**
 * *Ice*: each texel is one of the source that is displaced as far as the glass says, and one of the two
 * slides. It goes on from where it was saved: a circle's place is its centre and a radius of `Amplitude`, as
 * in files.
 */
export class IceSimulator implements Simulator {
  readonly width: number
  readonly height: number
  readonly pixels: Uint8Array
  readonly #texture: IceTexture
  readonly #glass: Simulator
  readonly #source: Simulator
  #count: number
  #u: number
  #v: number

  constructor(texture: IceTexture, glass: Simulator, source: Simulator) {
    this.width = texture.width
    this.height = texture.height
    this.pixels = new Uint8Array(texture.width * texture.height)
    this.#texture = texture
    this.#glass = glass
    this.#source = source
    this.#count = texture.position.count
    this.#u = texture.position.u
    this.#v = texture.position.v
    this.#paint()
  }

  step(seconds: number): void {
    const { isRealTime, horizPanSpeed, vertPanSpeed, panningStyle } = this.#texture
    this.#glass.step(seconds)
    if (this.#source !== this.#glass) this.#source.step(seconds)
    const counts = isRealTime ? seconds * COUNTS_PER_SECOND : 1
    this.#count += counts
    if (panningStyle !== Panning.Circular && panningStyle !== Panning.Gestation) {
      this.#u += (horizPanSpeed - 128) * counts
      this.#v += (vertPanSpeed - 128) * counts
    }
    this.#paint()
  }

  /** How far what moves has moved, in texels. */
  get displacement(): readonly [u: number, v: number] {
    const { panningStyle, frequency, amplitude } = this.#texture
    const angle = (this.#count * frequency * 2 * Math.PI) / COUNTS_PER_TURN
    const [sin, cos] = [Math.sin(angle) * amplitude, Math.cos(angle) * amplitude]
    const [u, v] = [this.#u, this.#v]
    const [atU, atV] =
      panningStyle === Panning.Circular
        ? [u + sin, v + cos]
        : panningStyle === Panning.Gestation
          ? [u + sin * Math.cos(angle * 0.37), v + cos * Math.sin(angle * 0.61)]
          : panningStyle === Panning.WavyX
            ? [u + sin, v]
            : panningStyle === Panning.WavyY
              ? [u, v + sin]
              : [u, v]
    return [atU / FINENESS, atV / FINENESS]
  }

  #paint(): void {
    const { width, height, pixels } = this
    const glass = this.#glass
    const source = this.#source
    const [u, v] = this.displacement.map(Math.round) as [number, number]
    const [glassU, glassV] = this.#texture.movesGlass ? [u, v] : [0, 0]
    const [sourceU, sourceV] = this.#texture.movesGlass ? [0, 0] : [u, v]
    for (let y = 0, at = 0; y < height; y++) {
      const glassRow = wrapped(y + glassV, glass.height) * glass.width
      for (let x = 0; x < width; x++, at++) {
        const bend = Math.round((glass.pixels[glassRow + wrapped(x + glassU, glass.width)] as number) / THICKNESS)
        const row = wrapped(y + sourceV + bend, source.height)
        pixels[at] = source.pixels[row * source.width + wrapped(x + sourceU + bend, source.width)] as number
      }
    }
  }
}
