import type { MeshLod } from '@ukit/media'

/** The engine's limit for the number of bones that a graphics card takes at once. */
const MAX_BONES = 75

/** Vertices that move with the same few bones, as numbers of the level's vertices. */
export interface SkinChunk {
  /** Bones of the skeleton, numbered by their position in the list. */
  readonly boneMap: readonly number[]
  /** Vertices that follow one bone. */
  readonly rigid: readonly number[]
  readonly soft: readonly number[]
  readonly maxInfluences: number
}

/** A level of detail in chunks. */
export interface SkinChunks {
  readonly chunks: readonly SkinChunk[]
  readonly sections: readonly {
    readonly materialIndex: number
    readonly chunkIndex: number
    readonly firstIndex: number
    readonly triangleCount: number
  }[]
  /** For each vertex, in the order of the chunks, its number in the level. */
  readonly vertices: Uint32Array
  /** Vertex numbers in that order, wound as the engine stores them: `(b − a) × (c − a)` points inward. */
  readonly indices: Uint32Array
}

/** A chunk under construction. */
interface Draft {
  readonly slot: number
  readonly bones: Set<number>
  readonly vertices: Set<number>
  readonly triangles: number[]
  least: number
}

/**
 * *The vertices of a level of detail in chunks*: each section has one, or as many as its bones need. A vertex
 * that several sections use is in the chunks of all of them.
 */
export function skinChunks(lod: MeshLod): SkinChunks {
  const drafts = draftsOf(lod)
  adoptUnused(lod, drafts)
  const order = drafts.map((_, i) => i).sort((a, b) => (drafts[a]?.least ?? 0) - (drafts[b]?.least ?? 0))
  const chunkOf = new Map(order.map((draft, chunk) => [draft, chunk]))
  const chunks = order.flatMap((i) => {
    const draft = drafts[i]
    return draft === undefined ? [] : [chunkFrom(lod, draft)]
  })
  const vertices = Uint32Array.from(chunks.flatMap(({ rigid, soft }) => [...rigid, ...soft]))
  const numbers = chunks.map(() => new Map<number, number>())
  let next = 0
  for (const [i, { rigid, soft }] of chunks.entries())
    for (const vertex of [...rigid, ...soft]) numbers[i]?.set(vertex, next++)
  const indices: number[] = []
  const sections = drafts.map(({ slot, triangles }, i) => {
    const chunkIndex = chunkOf.get(i) ?? 0
    const firstIndex = indices.length
    for (const at of triangles)
      for (const corner of [0, 2, 1]) indices.push(numbers[chunkIndex]?.get(lod.indices[at + corner] ?? 0) ?? 0)
    return { materialIndex: slot, chunkIndex, firstIndex, triangleCount: triangles.length }
  })
  return { chunks, sections, vertices, indices: Uint32Array.from(indices) }
}

/** Triangles of each section, split if they need more bones than one chunk can have. */
function draftsOf(lod: MeshLod): Draft[] {
  const drafts: Draft[] = []
  for (const { slot, first, count } of lod.sections) {
    let draft: Draft | undefined
    for (let at = first; at < first + count; at += 3) {
      const corners = lod.indices.subarray(at, at + 3)
      const bones = new Set([...corners].flatMap((vertex) => bonesOf(lod, vertex)))
      const more = [...bones].filter((bone) => draft?.bones.has(bone) !== true).length
      if (draft === undefined || draft.bones.size + more > MAX_BONES) {
        draft = { slot, bones: new Set(), vertices: new Set(), triangles: [], least: Number.POSITIVE_INFINITY }
        drafts.push(draft)
      }
      for (const bone of bones) draft.bones.add(bone)
      for (const vertex of corners) {
        draft.vertices.add(vertex)
        draft.least = Math.min(draft.least, vertex)
      }
      draft.triangles.push(at)
    }
  }
  return drafts
}

/**
 * Vertices that no triangle uses go into the chunk of the preceding vertex if it has their bones, and are
 * left out otherwise.
 */
function adoptUnused(lod: MeshLod, drafts: readonly Draft[]): void {
  const owner = new Map<number, Draft>()
  for (const draft of drafts) for (const vertex of draft.vertices) owner.set(vertex, draft)
  let last = drafts[0]
  for (const vertex of lod.points.keys()) {
    const own = owner.get(vertex)
    if (own !== undefined) last = own
    else if (last !== undefined && bonesOf(lod, vertex).every((bone) => last?.bones.has(bone)))
      last.vertices.add(vertex)
  }
}

function chunkFrom(lod: MeshLod, draft: Draft): SkinChunk {
  const vertices = [...draft.vertices].sort((a, b) => a - b)
  const count = (vertex: number) => bonesOf(lod, vertex).length
  return {
    boneMap: [...new Set(vertices.flatMap((vertex) => bonesOf(lod, vertex)))],
    rigid: vertices.filter((vertex) => count(vertex) <= 1),
    soft: vertices.filter((vertex) => count(vertex) > 1),
    maxInfluences: vertices.reduce((most, vertex) => Math.max(most, count(vertex)), 1),
  }
}

/** The bones that move a vertex. */
function bonesOf({ skin }: MeshLod, vertex: number): number[] {
  const bones: number[] = []
  if (skin === undefined) return bones
  for (let k = vertex * skin.width; k < (vertex + 1) * skin.width; k++)
    if ((skin.weights[k] ?? 0) > 0) bones.push(skin.bones[k] ?? 0)
  return bones
}
