import { plural } from '@ukit/text/internal'
import { MediaError } from '../../media-error.js'
import { type NumberMemory, OWN_MEMORY } from '../../number-memory.js'
import type { MeshLod, MeshSection } from '../model/mesh.js'
import { upTo } from '../model/up-to.js'

/** *A level of detail as engines store it*: not checked, with sections anywhere in the indices. */
export interface StoredLod {
  /** The data of vertices. */
  readonly vertices: Omit<MeshLod, 'indices' | 'sections' | 'points'>
  readonly indices: ArrayLike<number>
  readonly sections: readonly MeshSection[]
  /** The triangles are wound the other way: `(b − a) × (c − a)` points inward. */
  readonly isInward: boolean
}

type Writable<T> = { -readonly [K in keyof T]: T[K] }

/**
 * *The level of detail from its stored form*: the triangles of its sections in order, facing outward.
 *
 * @param notes gets a line for what does not fit.
 * @throws {MediaError} `no-data` when there are no triangles, `broken` when its sections refer to triangles
 *   that it does not have.
 */
export function lodFrom(
  { vertices, indices, sections, isInward }: StoredLod,
  notes: string[],
  memory: NumberMemory = OWN_MEMORY,
): MeshLod {
  let total = 0
  for (const { count } of sections) total += count
  const all = memory.uints(Math.min(total, indices.length))
  const kept: MeshSection[] = []
  const [second, third] = isInward ? [2, 1] : [1, 2]
  let at = 0
  for (let i = 0; i < sections.length; i++) {
    const { slot, first, count } = sections[i] as MeshSection
    const end = Math.min(first + count, indices.length)
    if (end < first + count) notes.push(`section ${i} ends at index ${first + count}; the mesh has ${indices.length}`)
    const start = at
    for (let k = first; k + 2 < end && at + 2 < all.length; k += 3) {
      all[at] = indices[k] as number
      all[at + 1] = indices[k + second] as number
      all[at + 2] = indices[k + third] as number
      at += 3
    }
    if (at > start) kept.push({ slot, first: start, count: at - start })
  }
  if (at === 0 && total > 0 && indices.length > 2)
    throw new MediaError(
      'broken',
      ['expected sections of its triangles, found none with triangles', ...notes].join('; '),
    )
  if (at === 0) throw new MediaError('no-data', 'it has no triangles')
  if (at < indices.length - 2)
    notes.push(
      `${plural(Math.floor((indices.length - at) / 3), 'triangle belongs', 'triangles belong')} to no ` +
        `section: left out`,
    )
  const { positions, normals, tangents, uvs, colors, areColorsDrawn, skin } = vertices
  const points = upTo(Math.floor(positions.length / 3), memory)
  // Fields are assigned one by one: copying `vertices` with additional fields takes as long as all triangles.
  const lod: Writable<MeshLod> = { positions, uvs, points, indices: all.subarray(0, at), sections: kept }
  if (normals !== undefined) lod.normals = normals
  if (tangents !== undefined) lod.tangents = tangents
  if (colors !== undefined) lod.colors = colors
  if (areColorsDrawn !== undefined) lod.areColorsDrawn = areColorsDrawn
  if (skin !== undefined) lod.skin = skin
  return lod
}
