import { plural } from '@ukit/text/internal'
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
    const whole = sumOfWhole(skin, at, bones)
    if (whole > 0) {
      // Nearly all vertices: without a map and lists for each, which take most of the time of a mesh.
      if (Math.abs(whole - 1) > UNEVEN) uneven++
      for (let i = at; i < at + width; i++) {
        const weight = skin.weights[i] as number
        if (weight === 0) fixed.bones[i] = 0
        // Zero stays zero, and loses its sign.
        fixed.weights[i] = weight === 0 ? 0 : weight / whole
      }
      continue
    }
    const influences = new Map<number, number>()
    let sum = 0
    let isLost = false
    let isRepeated = false
    for (let i = at; i < at + width; i++) {
      const weight = skin.weights[i] ?? 0
      const bone = skin.bones[i] ?? 0
      if (weight === 0) continue
      if (!(weight > 0 && weight <= HEAVIEST && bone < bones)) {
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
    if (Math.abs(sum - 1) > UNEVEN) uneven++
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

/** Sums that differ from 1 by more than this are reported. */
const UNEVEN = 0.02
/** Maximum weight that is a number and not damage. */
const HEAVIEST = 1e6

/**
 * The sum of the weights of a vertex that needs no other repair: existing bones that differ, the greatest
 * weight first, no gaps. 0 for any other vertex.
 */
function sumOfWhole({ bones, weights, width }: MeshSkin, at: number, count: number): number {
  let sum = 0
  let last = HEAVIEST
  for (let i = at; i < at + width; i++) {
    const weight = weights[i] as number
    if (!(weight >= 0 && weight <= last)) return 0
    last = weight
    if (weight === 0) continue
    const bone = bones[i] as number
    if (bone >= count) return 0
    for (let k = at; k < i; k++) if (bones[k] === bone) return 0
    sum += weight
  }
  return sum
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
