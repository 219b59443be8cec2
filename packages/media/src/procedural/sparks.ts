import type { FireTexture } from './procedural.js'
import { signed } from './random.js'

/** Where sparks heat texels. */
export interface Heated {
  readonly width: number
  readonly height: number
  heat(x: number, y: number, heat: number): void
}

/** A spark of the file. */
interface Spark {
  readonly type: number
  readonly heat: number
  /** In texels. */
  x: number
  y: number
  /** The four bytes whose meaning the type decides, and its own clock. */
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
  clock: number
}

/** A spark that another emitted. */
interface Ember {
  x: number
  y: number
  readonly vx: number
  vy: number
  /** What its speed down grows by each frame. */
  readonly fall: number
  heat: number
  readonly fading: number
}

/** Speeds in files are so many times texels per frame. */
const SPEED = 32
const FULL_TURN = 256
/** More sparks than that are not moved, whatever a file says. */
const MOST_SPARKS = 8192
const MOST_EMBERS = 4096

/** Types of sparks: `ESpark` of the package Fire. */
export const Spark = {
  Burn: 0,
  Sparkle: 1,
  Pulse: 2,
  Signal: 3,
  Blaze: 4,
  OzHasSpoken: 5,
  Cone: 6,
  BlazeRight: 7,
  BlazeLeft: 8,
  Cylinder: 9,
  Cylinder3D: 10,
  Lissajous: 11,
  Jugglers: 12,
  Emit: 13,
  Fountain: 14,
  Flocks: 15,
  Eels: 16,
  Organic: 17,
  WanderOrganic: 18,
  RandomCloud: 19,
  CustomCloud: 20,
  LocalCloud: 21,
  Stars: 22,
  LineLightning: 23,
  RampLightning: 24,
  SphereLightning: 25,
  Wheel: 26,
  Gametes: 27,
  Sprinkler: 28,
} as const

/**
 * *The sparks of a fire*, each of which heats texels by the habit of its type.
 *
 * In files A of types that emit is `FX_HorizSpeed − 128` and B is `127 − FX_VertSpeed`, both with a sign; A
 * and B of lightning are where it ends, and C of lightning in all directions is its size. This was read from
 * textures whose last spark has the values of their `FX_` properties.
 */
export class Sparks {
  readonly #sparks: Spark[]
  readonly #embers: Ember[] = []
  readonly #limit: number
  readonly #random: () => number

  constructor({ sparks, sparksLimit }: FireTexture, random: () => number) {
    this.#random = random
    const count = Math.min(MOST_SPARKS, sparks.length >> 3)
    this.#sparks = Array.from({ length: count }, (_, i) => {
      const [type = 0, heat = 0, x = 0, y = 0, a = 0, b = 0, c = 0, d = 0] = sparks.subarray(8 * i, 8 * i + 8)
      return { type, heat, x, y, a, b, c, d, clock: 0 }
    })
    this.#limit = Math.min(MOST_EMBERS, Math.max(0, sparksLimit - count))
  }

  /** Heats texels for one frame. */
  step(to: Heated): void {
    for (const spark of this.#sparks) {
      this.#act(spark, to)
      spark.clock++
    }
    let kept = 0
    for (const ember of this.#embers) {
      to.heat(ember.x, ember.y, ember.heat)
      ember.x += ember.vx
      ember.y += ember.vy
      ember.vy += ember.fall
      ember.heat -= ember.fading
      if (ember.heat > 0) this.#embers[kept++] = ember
    }
    this.#embers.length = kept
  }

  #act(spark: Spark, to: Heated): void {
    const random = this.#random
    const { x, y, heat, a, b, c, d, clock } = spark
    switch (spark.type) {
      case Spark.Burn:
        to.heat(x, y, heat * random())
        return
      case Spark.Sparkle:
      case Spark.RandomCloud:
        to.heat(x + (random() - 0.5) * a, y + (random() - 0.5) * b, heat * random())
        return
      case Spark.Pulse:
        to.heat(x, y, heat * (0.5 + 0.5 * Math.sin(turn(c + clock * Math.max(1, d)))))
        return
      case Spark.Signal:
        if (random() < 0.25) to.heat(x, y, heat)
        return
      case Spark.Blaze:
      case Spark.Stars:
        this.#emit(spark, random() - 0.5, random() - 0.5, heat / 24)
        return
      case Spark.OzHasSpoken:
        this.#emit(spark, (random() - 0.5) / 4, -random(), heat / 40)
        return
      case Spark.Cone:
        this.#emit(spark, (random() - 0.5) / 2, -0.5 - random() / 2, heat / 32)
        return
      case Spark.BlazeRight:
      case Spark.BlazeLeft:
        this.#emit(spark, (spark.type === Spark.BlazeLeft ? -1 : 1) * (0.3 + random()), (random() - 0.5) / 4, heat / 32)
        return
      case Spark.Emit:
        this.#emit(spark, signed(a) / SPEED, signed(b) / SPEED, heat / 32)
        return
      case Spark.Fountain:
      case Spark.Jugglers:
        this.#emit(spark, signed(a) / SPEED + (random() - 0.5) / 2, signed(b) / SPEED - 0.8, heat / 60, 0.03)
        return
      case Spark.Sprinkler:
      case Spark.Wheel: {
        const angle = turn(clock * Math.max(1, spark.type === Spark.Wheel ? c : d) * 0.5)
        this.#emit(spark, Math.cos(angle), Math.sin(angle), heat / 32)
        return
      }
      case Spark.CustomCloud:
      case Spark.LocalCloud: {
        const place = { ...spark, x: x + (random() - 0.5) * c, y: y + (random() - 0.5) * c }
        if (random() < 0.5) this.#emit(place, signed(a) / SPEED, signed(b) / SPEED, heat / 24)
        return
      }
      case Spark.Cylinder:
      case Spark.Cylinder3D: {
        const angle = turn(a + clock * Math.max(1, Math.abs(signed(d))))
        const depth = spark.type === Spark.Cylinder3D ? 0.5 + 0.5 * Math.sin(angle) : 1
        to.heat(x + (Math.cos(angle) * b) / 4, y, heat * depth)
        return
      }
      case Spark.Lissajous:
        to.heat(
          x + (Math.sin(turn(a + clock * Math.max(1, c))) * to.width) / 4,
          y + (Math.sin(turn(b + clock * Math.max(1, d))) * to.height) / 4,
          heat,
        )
        return
      case Spark.LineLightning:
      case Spark.RampLightning:
        if (random() < 0.4) this.#lightning(spark, a, b, to)
        return
      case Spark.SphereLightning: {
        const angle = random() * 2 * Math.PI
        if (random() < 0.5) this.#lightning(spark, x + (Math.cos(angle) * c) / 2, y + (Math.sin(angle) * c) / 2, to)
        return
      }
      default:
        // Flocks, eels, organic and the like: they wander.
        spark.x += (random() - 0.5) * 3
        spark.y += (random() - 0.5) * 3
        to.heat(spark.x, spark.y, heat)
    }
  }

  #emit(spark: Spark, vx: number, vy: number, fading: number, fall = 0): void {
    if (this.#embers.length >= this.#limit || spark.heat === 0) return
    const { x, y, heat } = spark
    this.#embers.push({ x, y, vx, vy, fall, heat, fading: Math.max(1, fading) })
  }

  /** A line that strays on its way, the more the longer it is. */
  #lightning({ x, y, heat, type }: Spark, endX: number, endY: number, to: Heated): void {
    const steps = Math.min(1024, Math.max(1, Math.ceil(Math.max(Math.abs(endX - x), Math.abs(endY - y)))))
    let [strayX, strayY] = [0, 0]
    for (let i = 0; i <= steps; i++) {
      const along = i / steps
      // It ends where it is meant to.
      const pull = 1 - 1 / Math.max(1, steps - i)
      strayX = (strayX + (this.#random() - 0.5) * 2) * pull
      strayY = (strayY + (this.#random() - 0.5) * 2) * pull
      const left = type === Spark.RampLightning ? 1 - along : 1
      to.heat(x + (endX - x) * along + strayX, y + (endY - y) * along + strayY, heat * left)
    }
  }
}

function turn(steps: number): number {
  return (steps / FULL_TURN) * 2 * Math.PI
}
