import { FireSimulator } from './fire.js'
import { IceSimulator } from './ice.js'
import type { PaintedLayer, ProceduralTexture } from './procedural.js'
import { WaterSimulator } from './water.js'

/** *A texture in motion.* */
export interface Simulator {
  /** In texels. */
  readonly width: number
  /** In texels. */
  readonly height: number
  /** Palette indices, row by row from the top; the same array after each step. */
  readonly pixels: Uint8Array
  /** Paints the next frame. @param seconds since the last one, for what moves with time. */
  step(seconds: number): void
}

/** Chance of a simulator that is not told otherwise. */
export const PROCEDURAL_DEFAULTS = { seed: 1 } as const

/** Frames that a texture may ask for before it is seen: a prime count is a byte. */
const MOST_PRIMED = 255

/**
 * *Sets a painted texture in motion*: fire, water, waves, wet and ice textures of UE1 and UE2. The same seed
 * gives the same frames.
 *
 * The rules are deduced from the files, from what the editor's manual says and from the sizes of the engine's
 * tables; `PROCEDURAL_LIKENESS` says how near the engine's own each kind is.
 */
export function simulatorOf(
  texture: ProceduralTexture,
  { seed = PROCEDURAL_DEFAULTS.seed }: { readonly seed?: number } = {},
): Simulator {
  const simulator = started(texture, seed)
  const primed = Math.min(MOST_PRIMED, texture.primeCount)
  for (let i = 0; i < primed; i++) simulator.step(1 / texture.frameRate)
  return simulator
}

function started(texture: ProceduralTexture, seed: number): Simulator {
  if (texture.kind === 'fire') return new FireSimulator(texture, seed)
  if (texture.kind === 'ice')
    return new IceSimulator(texture, layerSimulator(texture.glass, seed), layerSimulator(texture.source, seed))
  const source = texture.source === undefined ? undefined : layerSimulator(texture.source, seed)
  return new WaterSimulator(texture, seed, source)
}

function layerSimulator(layer: PaintedLayer, seed: number): Simulator {
  if (layer.kind !== 'still') return simulatorOf(layer, { seed })
  return { width: layer.width, height: layer.height, pixels: layer.indices, step: () => undefined }
}

/** Colours of palette indices, opaque, into pixels of 4 bytes. */
export function paintIndices(indices: Uint8Array, palette: Uint8Array, rgba: Uint8Array | Uint8ClampedArray): void {
  for (let i = 0; i < indices.length; i++) {
    const color = (indices[i] ?? 0) * 4
    rgba[i * 4] = palette[color] ?? 0
    rgba[i * 4 + 1] = palette[color + 1] ?? 0
    rgba[i * 4 + 2] = palette[color + 2] ?? 0
    rgba[i * 4 + 3] = 255
  }
}

/** How near each kind is to the engine's own, in words for those who look at it. */
export const PROCEDURAL_LIKENESS: Readonly<Record<ProceduralTexture['kind'], string>> = {
  fire: 'Like the engine’s: size, palette, sparks, heat that rises and fades. Not: exact speeds, paths of sparks.',
  water: 'Like the engine’s: drops, their place and rhythm, waves that spread. Not: exact heights and damping.',
  wave: 'Like the engine’s: drops, their place and rhythm, waves that spread. Not: exact light and damping.',
  wet: 'Like the engine’s: drops, their place and rhythm, the texture under the waves. Not: the exact distortion.',
  ice: 'Like the engine’s: which texture moves, and how; where it was saved. Not: exact speed and distortion.',
}
