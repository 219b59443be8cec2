import { plural } from '@ukit/codecs/internal'
import type { MeshSkin } from './mesh.js'

/**
 * *The bones and weights of each vertex, corrected*: bones exist and occur once, weights have the sum 1.
 *
 * @param say called with a note about each repair.
 */
export function mendedSkin(
  skin: MeshSkin,
  vertices: number,
  bones: number,
  say: (note: string) => void,
): MeshSkin | undefined {
  const { width } = skin
  if (bones === 0 || skin.bones.length !== vertices * width || skin.weights.length !== vertices * width) {
    say(
      `weights left out: expected ${width} of ${plural(bones, 'bone')} for each of ` +
        `${plural(vertices, 'vertex', 'vertices')}`,
    )
    return undefined
  }
  const fixed = { bones: skin.bones.slice(), weights: skin.weights.slice() }
  let [lost, repeated, uneven] = [0, 0, 0]
  for (let at = 0; at < fixed.weights.length; at += width) {
    const influences = new Map<number, number>()
    let sum = 0
    let isLost = false
    let isRepeated = false
    for (let i = at; i < at + width; i++) {
      const weight = skin.weights[i] ?? 0
      const bone = skin.bones[i] ?? 0
      if (weight === 0) continue
      if (!(weight > 0 && weight <= 1e6 && bone < bones)) {
        isLost = true
        continue
      }
      const known = influences.get(bone)
      if (known !== undefined) isRepeated = true
      influences.set(bone, (known ?? 0) + weight)
      sum += weight
    }
    if (influences.size === 0) {
      isLost = true
      influences.set(0, 1)
      sum = 1
    }
    if (isLost) lost++
    if (isRepeated) repeated++
    if (Math.abs(sum - 1) > 0.02) uneven++
    writeInfluences(fixed, at, width, influences, sum)
  }
  if (lost > 0)
    say(
      `${lost} of ${plural(vertices, 'vertex', 'vertices')} ${lost === 1 ? 'has' : 'have'} weights that are ` +
        `not numbers or bones out of ${bones}: left out`,
    )
  if (repeated > 0)
    say(
      `${repeated} of ${plural(vertices, 'vertex', 'vertices')} ${repeated === 1 ? 'names' : 'name'} a bone ` +
        `twice: added up`,
    )
  if (uneven > 0)
    say(
      `${uneven} of ${plural(vertices, 'vertex', 'vertices')} ${uneven === 1 ? 'has' : 'have'} weights whose ` +
        `sum is not 1: scaled to 1`,
    )
  return { width, ...fixed }
}

/**
 * Writes influences, the greatest first, scaled so that their sum is 1 even when added up as 32-bit floats.
 */
function writeInfluences(
  { bones, weights }: { bones: Uint16Array; weights: Float32Array },
  at: number,
  width: number,
  influences: ReadonlyMap<number, number>,
  sum: number,
): void {
  bones.fill(0, at, at + width)
  weights.fill(0, at, at + width)
  const ordered = [...influences].sort(([, a], [, b]) => b - a)
  for (const [k, [bone, weight]] of ordered.entries()) {
    bones[at + k] = bone
    weights[at + k] = weight / sum
  }
}
