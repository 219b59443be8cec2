import type { MaterialSlot } from '@ukit/media'
import type { ReplacedMaterial } from './replaced-mesh.js'

/** What a slot of a model is in a vertex mesh. */
export interface ModelSlot {
  readonly polyFlags: number
  /** Number of the texture. */
  readonly texture: number
}

/**
 * *Texture numbers and poly flags of a model's slots*: what the file says, if ukit wrote it; else those of
 * the material of the replaced mesh that has the slot's name or, if there are as many and no name is found,
 * its place; else the next number.
 */
export function modelSlots(slots: readonly MaterialSlot[], replaced: readonly ReplacedMaterial[]): ModelSlot[] {
  const free = [...replaced]
  const taken = (found: ReplacedMaterial | undefined) => {
    if (found !== undefined) free.splice(free.indexOf(found), 1)
    return found
  }
  const byName = slots.map(({ path, texture }) => {
    if (texture !== undefined || path === undefined) return undefined
    const name = nameOf(path)
    return taken(free.find((one) => one.name?.toLowerCase() === name))
  })
  const areInPlace = byName.every((found) => found === undefined) && slots.length === replaced.length
  let next = replaced.reduce((most, { texture }) => Math.max(most, texture + 1), 0)
  return slots.map(({ texture, polyFlags }, slot) => {
    if (texture !== undefined) return { texture, polyFlags }
    return byName[slot] ?? (areInPlace ? replaced[slot] : undefined) ?? { texture: next++, polyFlags }
  })
}

/** The last part of a path, without the number that Blender adds to names that it has already: `Skin.001`. */
function nameOf(path: string): string {
  const bare = path.replace(/\.\d{3}$/, '')
  return bare.slice(bare.lastIndexOf('.') + 1).toLowerCase()
}
