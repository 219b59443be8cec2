import type { WaterField } from './water-field.js'

/** A drop of the file. */
interface Drop {
  readonly type: number
  /** Of what swings it is the phase, 256 to a turn; of the rest a height, of which 128 is rest. */
  depth: number
  /** In cells of the field. */
  x: number
  y: number
  readonly c: number
  readonly d: number
  clock: number
}

/** Types of drops: `WDrop` of the package Fire. */
export const Drop = {
  FixedDepth: 0,
  PhaseSpot: 1,
  ShallowSpot: 2,
  HalfAmpl: 3,
  RandomMover: 4,
  FixedRandomSpot: 5,
  WhirlyThing: 6,
  BigWhirly: 7,
  HorizontalLine: 8,
  VerticalLine: 9,
  DiagonalLine1: 10,
  DiagonalLine2: 11,
  HorizontalOsc: 12,
  VerticalOsc: 13,
  DiagonalOsc1: 14,
  DiagonalOsc2: 15,
  RainDrops: 16,
  AreaClamp: 17,
  LeakyTap: 18,
  DrippyTap: 19,
} as const

/** The array of drops has so many places. */
const MOST_DROPS = 256
const HIGH = 127
const FULL_TURN = 256
/** Directions of lines, in the order of their types. */
const LINES = [
  [1, 0],
  [0, 1],
  [1, 1],
  [1, -1],
] as const

/**
 * *The drops of a water texture*, which move its water each frame.
 *
 * In files the depth of what swings is its phase, to which each frame adds `FX_Frequency` (byte D of spots, C
 * of
 * lines, whose D is `FX_Size`): saved depths are multiples of it.
 */
export class WaterDrops {
  readonly #drops: Drop[]
  readonly #random: () => number

  constructor(drops: Uint8Array, random: () => number) {
    this.#random = random
    this.#drops = Array.from({ length: Math.min(MOST_DROPS, drops.length >> 3) }, (_, i) => {
      const [type = 0, depth = 0, x = 0, y = 0, , , c = 0, d = 0] = drops.subarray(8 * i, 8 * i + 8)
      return { type, depth, x, y, c, d, clock: 0 }
    })
  }

  /** Moves the water for one frame. */
  step(field: WaterField): void {
    for (const drop of this.#drops) {
      this.#act(drop, field)
      drop.clock++
    }
  }

  #act(drop: Drop, field: WaterField): void {
    const random = this.#random
    const { x, y, c, d, clock, type } = drop
    switch (type) {
      case Drop.FixedDepth:
        field.put(x, y, drop.depth - 128)
        return
      case Drop.PhaseSpot:
        field.put(x, y, this.#swing(drop, d) * HIGH)
        return
      case Drop.ShallowSpot:
        field.put(x, y, (this.#swing(drop, d) * HIGH) / 4)
        return
      case Drop.HalfAmpl:
        field.put(x, y, (this.#swing(drop, d) * HIGH) / 2)
        return
      case Drop.RandomMover:
        drop.x += Math.floor(random() * 3) - 1
        drop.y += Math.floor(random() * 3) - 1
        field.put(drop.x, drop.y, drop.depth - 128)
        return
      case Drop.FixedRandomSpot:
        field.put(x, y, (random() - 0.5) * 2 * HIGH)
        return
      case Drop.WhirlyThing:
      case Drop.BigWhirly: {
        const angle = (clock * Math.max(1, d) * 2 * Math.PI) / FULL_TURN
        const radius = type === Drop.BigWhirly ? 12 : 5
        field.put(x + Math.cos(angle) * radius, y + Math.sin(angle) * radius, drop.depth - 128)
        return
      }
      case Drop.RainDrops:
        if (random() < 0.15) field.put(x + (random() - 0.5) * d, y + (random() - 0.5) * d, drop.depth - 128)
        return
      case Drop.AreaClamp:
        for (let row = 0; row <= d; row++) for (let column = 0; column <= d; column++) field.put(x + column, y + row, 0)
        return
      case Drop.LeakyTap:
      case Drop.DrippyTap:
        if (clock % Math.max(1, type === Drop.LeakyTap ? d : d * 2) === 0) field.put(x, y, drop.depth - 128)
        return
      default:
        this.#line(drop, type, c, d, field)
    }
  }

  /** A line, at rest or swinging. */
  #line(drop: Drop, type: number, c: number, d: number, field: WaterField): void {
    const isSwinging = type >= Drop.HorizontalOsc
    const [dx, dy] = LINES[(type - Drop.HorizontalLine) % LINES.length] ?? LINES[0]
    const height = isSwinging ? this.#swing(drop, c) * HIGH : drop.depth - 128
    for (let i = 0; i < d; i++) field.put(drop.x + (i - (d >> 1)) * dx, drop.y + (i - (d >> 1)) * dy, height)
  }

  /** −1 to 1, a step further each time. */
  #swing(drop: Drop, by: number): number {
    drop.depth = (drop.depth + by) % FULL_TURN
    return Math.sin((drop.depth * 2 * Math.PI) / FULL_TURN)
  }
}
