import type { ObjectView } from '@ukit/core'
import type { Vector } from '../mesh/model/mesh.js'
import { finiteVector } from '../mesh/model/vectors.js'
import type { LevelLight } from './level.js'

/** A light as it is baked. */
export interface BakedLight {
  readonly location: Vector
  /** Red, green and blue, 0 to 1. */
  readonly color: Vector
  /** Unreal units at which it ends. */
  readonly radius: number
  /** The engine's number of its effect. */
  readonly effect: number
  /** The direction of a spot, and the engine's number of its cone, 0 to 255. */
  readonly direction: Vector
  readonly cone: number
}

/** Numbers of `ELightEffect` that matter for light that stands still. */
export const LightEffect = {
  /** Still, within a cone. */
  StaticSpot: 8,
  /** Within a cone. */
  Spotlight: 12,
  /** Falls on surfaces whatever way they face. */
  NonIncidence: 13,
  /** Only near its end. */
  Shell: 14,
  /** The same at all heights. */
  Cylinder: 17,
} as const

/** What `Engine.Light` sets, for maps without their game (media facts, 3). */
const LIGHT_DEFAULTS = { LightType: 1, LightBrightness: 64, LightSaturation: 255, LightRadius: 64 } as const

/** A number of a light, and what `Engine.Light` says where its class is not available. */
function lightNumber(view: ObjectView, name: keyof typeof LIGHT_DEFAULTS): number {
  return view.number(name, view.missing !== null && view.isA('Light') ? LIGHT_DEFAULTS[name] : 0)
}

/** Whether an actor gives light. */
export function isLight(view: ObjectView): boolean {
  return lightNumber(view, 'LightType') > 0 && lightNumber(view, 'LightBrightness') > 0
}

/** The light of an actor in numbers, at its first moment if it changes. */
export function lightValues(view: ObjectView, axis: Vector): BakedLight {
  return {
    location: finiteVector(view.vector('Location')),
    color: colorOf(view.number('LightHue'), lightNumber(view, 'LightSaturation'), lightNumber(view, 'LightBrightness')),
    radius: 25 * (lightNumber(view, 'LightRadius') + 1),
    effect: view.number('LightEffect'),
    direction: axis,
    cone: view.number('LightCone', 128),
  }
}

/**
 * The colour of a hue (256 to the turn, in three sectors of 85), a saturation (255 is white) and a
 * brightness.
 */
export function colorOf(hue: number, saturation: number, brightness: number): Vector {
  const value = (2 * 6.5127 * Math.sqrt(Math.max(0, brightness))) / 255
  const white = Math.min(1, Math.max(0, saturation / 255))
  const part = ((hue % 256) + 256) % 256
  const rising = (part % 85) / 85
  const pure: Vector =
    part < 85
      ? [1 - rising, rising, 0]
      : part < 170
        ? [0, 1 - rising, rising]
        : [part < 255 ? rising : 1, 0, part < 255 ? 1 - rising : 0]
  const mix = (one: number) => (one + (1 - one) * white) * value
  return [mix(pure[0]), mix(pure[1]), mix(pure[2])]
}

/**
 * How much of a light reaches a place: its distance, the way the surface faces, its effect.
 *
 * @param dx dy dz from the place to the light.
 */
export function reaching(light: BakedLight, normal: Vector, dx: number, dy: number, dz: number): number {
  const { radius, effect } = light
  const flat = dx * dx + dy * dy
  const square = flat + dz * dz
  if (effect === LightEffect.Cylinder)
    return Math.max(0, 1 - flat / (radius * radius)) * incidence(normal, dx, dy, dz, square)
  const distance = Math.sqrt(square)
  const v = distance / radius
  if (v >= 1) return 0
  if (effect === LightEffect.NonIncidence) return 1 - v
  const falling = v < 1e-6 ? 1 : Math.min(1, (1 + 2 * v * v * v - 3 * v * v) / v)
  const faced = falling * incidence(normal, dx, dy, dz, square)
  if (effect === LightEffect.StaticSpot || effect === LightEffect.Spotlight) {
    const { direction, cone } = light
    const cosine = -(dx * direction[0] + dy * direction[1] + dz * direction[2]) / (distance || 1)
    const inside = 1 - (1 - cosine) / (Math.max(1, cone) / 255)
    return inside <= 0 ? 0 : faced * inside * inside
  }
  return effect === LightEffect.Shell && v < 0.8 ? 0 : faced
}

function incidence(normal: Vector, dx: number, dy: number, dz: number, square: number): number {
  const dot = Math.abs(normal[0] * dx + normal[1] * dy + normal[2] * dz)
  return square > 0 ? dot / Math.sqrt(square) : 1
}

/** The light as a part of a scene. */
export function lightOf({ color, radius, effect, cone }: BakedLight): LevelLight {
  const isSpot = effect === LightEffect.StaticSpot || effect === LightEffect.Spotlight
  // It ends where the cosine is less than 1 by the part that the cone is of 255.
  return { color, radius, ...(isSpot ? { spot: Math.acos(Math.max(-1, 1 - cone / 255)) } : {}) }
}
