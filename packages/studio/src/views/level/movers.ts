import type { LevelMotion } from '@ukit/media/level'

/** Where a mover is on its way. */
export interface MoverPlace {
  readonly location: readonly number[]
  /** Pitch, yaw, roll; 65,536 for a full turn. */
  readonly rotation: readonly number[]
}

/**
 * Where a mover is at a part of its way, between its keys; `undefined` for one without keys.
 *
 * @param part 0 at the first key, 1 at the last.
 */
export function moverAt({ keys }: LevelMotion, part: number): MoverPlace | undefined {
  const along = Math.max(0, Math.min(1, part)) * (keys.length - 1)
  const before = Math.min(keys.length - 1, Math.floor(along))
  const from = keys[before]
  const to = keys[before + 1] ?? from
  if (from === undefined || to === undefined) return undefined
  const mix = (a: readonly number[], b: readonly number[]) =>
    a.map((value, i) => value + ((b[i] ?? value) - value) * (along - before))
  return { location: mix(from.location, to.location), rotation: mix(from.rotation, to.rotation) }
}
