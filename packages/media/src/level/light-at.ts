import type { Vector } from '../mesh/model/mesh.js'
import type { LevelActor, LevelZone } from './level.js'

/**
 * *The light at a place, from all sides and through walls*: the ambient light of its zone, and of each
 * light whose radius reaches it what its distance leaves. It is for things whose own light is not stored; the
 * engine looks for walls, too.
 *
 * @param actors those that give light; others are passed over.
 */
export function lightAt(actors: readonly LevelActor[], zone: LevelZone | undefined, [x, y, z]: Vector): Vector {
  const sum: [number, number, number] = zone === undefined ? [0, 0, 0] : [...zone.ambient]
  for (const { light, location } of actors) {
    if (light === undefined) continue
    const { color, radius, kind } = light
    const far = kind === undefined ? Math.hypot(x - location[0], y - location[1], z - location[2]) : 0
    if (kind === undefined && far >= radius) continue
    const part = kind === undefined ? fallOff(far / radius) : 0.5
    sum[0] += part * color[0]
    sum[1] += part * color[1]
    sum[2] += part * color[2]
  }
  return sum
}

/** As smooth as the engine's, without its pole at the light. */
function fallOff(part: number): number {
  return 1 + 2 * part ** 3 - 3 * part ** 2
}
