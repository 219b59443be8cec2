import { plural } from '@ukit/text/internal'
import { grouped } from './file-facts.js'
import { listOf, numberOf, parsed, recordOf } from './json-values.js'

/** What the page needs to know of a `.glb` file. */
export interface MeshFacts {
  /** Facts for its card: `412 triangles · 24 animations`. */
  readonly text: string
  /** The paths of its pictures, relative to the file; `null` for those inside it. */
  readonly images: readonly (string | null)[]
}

/** Largest JSON of a file that is read. */
const MOST_JSON = 1 << 28

/** Reads the JSON of a `.glb` file; `undefined` if it is not one. */
export function meshFacts(bytes: Uint8Array): MeshFacts | undefined {
  const json = jsonOf(bytes)
  if (json === undefined) return undefined
  const triangles = trianglesOf(json)
  const animations = listOf(json['animations']).length
  const parts = [`${grouped(triangles)} ${triangles === 1 ? 'triangle' : 'triangles'}`]
  if (animations > 0) parts.push(plural(animations, 'animation'))
  return { text: parts.join(' · '), images: listOf(json['images']).map((image) => pathOf(recordOf(image)['uri'])) }
}

function jsonOf(bytes: Uint8Array): Readonly<Record<string, unknown>> | undefined {
  if (bytes.length < 20) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const length = view.getUint32(12, true)
  if (view.getUint32(0, true) !== 0x46_54_6c_67 || length > MOST_JSON) return undefined
  return recordOf(parsed(new TextDecoder().decode(bytes.subarray(20, 20 + length))))
}

/** Triangles of the meshes in the first scene: levels of detail are outside of it. */
function trianglesOf(json: Readonly<Record<string, unknown>>): number {
  const [nodes, meshes, accessors] = [listOf(json['nodes']), listOf(json['meshes']), listOf(json['accessors'])]
  const scene = recordOf(listOf(json['scenes'])[numberOf(json['scene']) ?? 0])
  const waiting = listOf(scene['nodes']).map(numberOf)
  const seen = new Set<number>()
  let triangles = 0
  while (waiting.length > 0) {
    const index = waiting.pop()
    if (index === undefined || seen.has(index)) continue
    seen.add(index)
    const node = recordOf(nodes[index])
    waiting.push(...listOf(node['children']).map(numberOf))
    for (const primitive of listOf(recordOf(meshes[numberOf(node['mesh']) ?? -1])['primitives'])) {
      const count = numberOf(recordOf(accessors[numberOf(recordOf(primitive)['indices']) ?? -1])['count'])
      triangles += Math.floor((count ?? 0) / 3)
    }
  }
  return triangles
}

function pathOf(uri: unknown): string | null {
  if (typeof uri !== 'string') return null
  try {
    return decodeURIComponent(uri)
  } catch {
    return null
  }
}
