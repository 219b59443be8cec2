import type { Json } from './json.js'
import { combined, type Matrix4, matrixOf, UNCHANGED } from './matrix.js'

/** A node of a glTF file, in its rest pose. */
export interface GltfPlace {
  readonly index: number
  readonly name: string
  readonly json: Json
  readonly parent: GltfPlace | undefined
  /** From the node's space to its parent's. */
  readonly local: Matrix4
  /** From the node's space to that of the file. */
  readonly world: Matrix4
}

/** Deeper than any skeleton. Deeper trees come from damaged files. */
const MAX_DEPTH = 2000

/** *The nodes of a glTF file*, each with its parent, checked to be trees. */
export class Nodes {
  readonly all: readonly GltfPlace[]
  readonly #children: readonly (readonly number[])[]
  readonly #scenes: readonly Json[]
  readonly #shown: number

  /** @throws {MediaError} `broken` when a node has two parents or is below itself. */
  constructor(json: Json) {
    const list = json.get('nodes').list()
    this.#scenes = json.get('scenes').list()
    this.#shown = json.get('scene').index(this.#scenes.length) ?? 0
    this.#children = list.map((node) =>
      node
        .get('children')
        .list()
        .flatMap((child) => child.index(list.length) ?? []),
    )
    const parents = new Map<number, number>()
    for (const [i, children] of this.#children.entries())
      for (const child of children) {
        if (parents.has(child)) throw list[child]?.error('expected one parent, found two')
        parents.set(child, i)
      }
    const places: (GltfPlace | undefined)[] = list.map(() => undefined)
    for (const [i, node] of list.entries()) {
      // From the nearest node that is known down to this one.
      const line: number[] = []
      for (let at: number | undefined = i; at !== undefined && places[at] === undefined; at = parents.get(at)) {
        if (line.push(at) > Math.min(MAX_DEPTH, list.length)) throw node.error('expected a tree, found it below itself')
      }
      for (const at of line.reverse()) {
        const own = list[at]
        if (own === undefined) continue
        const parent = places[parents.get(at) ?? -1]
        const local = localOf(own)
        const world = parent === undefined ? local : combined(parent.world, local)
        places[at] = { index: at, name: own.get('name').text(''), json: own, parent, local, world }
      }
    }
    this.all = places.flatMap((place) => place ?? [])
  }

  /**
   * Nodes of the default scene, parents first, in the order of the file; all nodes if there are no scenes.
   */
  get shown(): GltfPlace[] {
    const scene = this.#scenes[this.#shown]
    if (scene === undefined) return this.#below(this.all.filter(({ parent }) => parent === undefined))
    return this.#sceneNodes(scene)
  }

  /** Nodes of all scenes, each with its scene's name. */
  *inScenes(): Generator<readonly [node: GltfPlace, scene: string]> {
    const seen = new Set<number>()
    for (const scene of this.#scenes) {
      const name = scene.get('name').text('')
      for (const node of this.#sceneNodes(scene)) {
        if (seen.has(node.index)) continue
        seen.add(node.index)
        yield [node, name]
      }
    }
  }

  /** The node whose number is in a JSON member. */
  at(place: Json): GltfPlace | undefined {
    const index = place.index(this.all.length)
    return index === undefined ? undefined : this.all[index]
  }

  /** A node and everything below it. */
  below(node: GltfPlace): GltfPlace[] {
    return this.#below([node])
  }

  #sceneNodes(scene: Json): GltfPlace[] {
    return this.#below(
      scene
        .get('nodes')
        .list()
        .flatMap((place) => this.at(place) ?? []),
    )
  }

  #below(roots: readonly GltfPlace[]): GltfPlace[] {
    const found = new Map<number, GltfPlace>()
    const waiting = [...roots].reverse()
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (found.has(node.index)) continue
      found.set(node.index, node)
      const children = this.#children[node.index] ?? []
      for (const child of [...children].reverse()) {
        const place = this.all[child]
        if (place !== undefined) waiting.push(place)
      }
    }
    return [...found.values()]
  }
}

function localOf(node: Json): Matrix4 {
  const matrix = node.get('matrix').numbers(16)
  if (matrix !== undefined) return matrix
  const place = node.get('translation').numbers(3)
  const turn = node.get('rotation').numbers(4)
  const scale = node.get('scale').numbers(3)
  if (place === undefined && turn === undefined && scale === undefined) return UNCHANGED
  return matrixOf(place ?? [0, 0, 0], turn ?? [0, 0, 0, 1], scale ?? [1, 1, 1])
}
