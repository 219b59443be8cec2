/** *A triangle that traces hit*: three vertices and a material. */
export type KDopTriangle = readonly [a: number, b: number, c: number, material: number]

/** *A kDOP tree*: the triangles in its order, and its nodes in stored form. */
export interface BuiltTree {
  readonly triangles: readonly KDopTriangle[]
  readonly nodes: Uint8Array
}

/** Maximum number of triangles in a leaf: real trees have 1 to 5. */
const LEAF = 5

/** Bytes of a node with floats. */
const NODE_SIZE = 32

/**
 * *Builds the tree of UE2, and of UE3 before its compact form*: nodes of 32 bytes, see `StaticMeshCollision`
 * and `KDopTree`. A node with more than five triangles is split at the mean of their centres, along the axis
 * on which the centres vary most; the two children follow each other. All 1,911 nodes of 31 real trees are
 * built like this. From the order of the raw triangles, 8 of 18 trees come out the same to the last byte, the
 * others wherever rounding or merged vertices make no difference.
 */
export function kdopTree(triangles: readonly KDopTriangle[], positions: Float32Array): BuiltTree {
  const order = [...triangles]
  const centres = new Map(order.map((triangle) => [triangle, centreOf(triangle, positions)]))
  const nodes: { box: Float32Array; leaf: boolean; a: number; b: number }[] = []
  const empty = { box: EMPTY_BOX, leaf: true, a: 0, b: 0 }
  nodes.push(empty)
  const waiting = [{ node: 0, start: 0, count: order.length }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, start, count } = next
    const box = boxOf(order, start, count, positions)
    if (count <= LEAF) {
      nodes[node] = { box, leaf: true, a: count, b: start }
      continue
    }
    const middle = split(order, start, count, centres)
    const left = nodes.push(empty, empty) - 2
    nodes[node] = { box, leaf: false, a: left, b: left + 1 }
    waiting.push({ node: left + 1, start: middle, count: start + count - middle })
    waiting.push({ node: left, start, count: middle - start })
  }
  const bytes = new Uint8Array(NODE_SIZE * nodes.length)
  const view = new DataView(bytes.buffer)
  for (const [i, { box, leaf, a, b }] of nodes.entries()) {
    const at = NODE_SIZE * i
    for (const [k, value] of box.entries()) view.setFloat32(at + 4 * k, value, true)
    view.setInt32(at + 24, leaf ? 1 : 0, true)
    view.setUint16(at + 28, a, true)
    view.setUint16(at + 30, b, true)
  }
  return { triangles: order, nodes: bytes }
}

/** *A kDOP tree in its compact form*, with the box around everything. */
export interface CompactTree extends BuiltTree {
  readonly rootBound: Float32Array
}

/**
 * *Builds the compact tree of UE3* (`Version.CompactKDop`): a complete binary tree whose nodes are numbered
 * level by level, which makes children and counts implicit. A node's triangles are halved, the first half the
 * larger. The number of leaves is the smallest power of two that leaves at most five triangles to each; there
 * is one node fewer than leaves, followed by a node of zeros.
 *
 * The six bytes of a node say how its two children's boxes are smaller than its own, for each of the smallest
 * X, Y, Z and the largest X, Y, Z: `128 + n` moves that side of the first child inward by n/127 of the
 * length, `127 − n` that of the second. n is one less than would fit, and is computed from the boxes that a
 * reader decodes. 82,598 of 83,670 such bytes of real trees agree.
 */
export function compactKdopTree(triangles: readonly KDopTriangle[], positions: Float32Array): CompactTree {
  const order = [...triangles]
  const { length } = order
  if (length === 0) return { triangles: order, nodes: new Uint8Array(0), rootBound: EMPTY_BOX }
  let leaves = 1
  while (leaves * LEAF < length) leaves *= 2
  const nodes = new Uint8Array(6 * leaves)
  const centres = new Map(order.map((triangle) => [triangle, centreOf(triangle, positions)]))
  const rootBound = boxOf(order, 0, length, positions)
  const fill = (node: number, start: number, count: number, box: Float32Array): void => {
    if (node >= leaves - 1) return
    const half = (count + 1) >> 1
    halve(order, start, count, centres)
    const first = boxOf(order, start, half, positions)
    const second = boxOf(order, start + half, count - half, positions)
    const boxes = [box.slice(), box.slice()] as const
    for (let side = 0; side < 6; side++) {
      const axis = side % 3
      const size = (box[axis + 3] ?? 0) - (box[axis] ?? 0)
      const moved = (child: Float32Array) => {
        const distance = ((child[side] ?? 0) - (box[side] ?? 0)) * (side < 3 ? 1 : -1)
        // A child without triangles does not have a box.
        return size > 0 && distance <= size ? Math.max(0, distance / size) : 0
      }
      const [a, b] = [moved(first), moved(second)]
      const steps = Math.max(0, Math.floor(Math.max(a, b) * STEPS) - 1)
      nodes[6 * node + side] = a >= b ? STEPS + 1 + steps : STEPS - steps
      const smaller = boxes[a >= b ? 0 : 1]
      smaller[side] = (box[side] ?? 0) + (side < 3 ? 1 : -1) * (steps / STEPS) * size
    }
    fill(2 * node + 1, start, half, boxes[0])
    fill(2 * node + 2, start + half, count - half, boxes[1])
  }
  fill(0, 0, length, rootBound)
  return { triangles: order, nodes, rootBound }
}

/** Fractions of a length that a byte can express. */
const STEPS = 127

/** The box of no triangles: its minimum is above its maximum. */
const EMPTY_BOX = Float32Array.of(3.4028234663852886e38, 3.4028234663852886e38, 3.4028234663852886e38).reduce(
  (box, value, i) => {
    box[i] = value
    box[i + 3] = -value
    return box
  },
  new Float32Array(6),
)

type Centres = ReadonlyMap<KDopTriangle, Float32Array>

function centreOf([a, b, c]: KDopTriangle, positions: Float32Array): Float32Array {
  return Float32Array.from([0, 1, 2], (axis) => {
    const sum = Math.fround((positions[3 * a + axis] ?? 0) + (positions[3 * b + axis] ?? 0))
    return Math.fround(sum + (positions[3 * c + axis] ?? 0)) / 3
  })
}

function boxOf(order: readonly KDopTriangle[], start: number, count: number, positions: Float32Array): Float32Array {
  const box = EMPTY_BOX.slice()
  for (let i = start; i < start + count; i++) {
    const [a = 0, b = 0, c = 0] = order[i] ?? []
    for (const vertex of [a, b, c])
      for (let axis = 0; axis < 3; axis++) {
        const value = positions[3 * vertex + axis] ?? 0
        if (value < (box[axis] ?? 0)) box[axis] = value
        if (value > (box[axis + 3] ?? 0)) box[axis + 3] = value
      }
  }
  return box
}

/** Mean of the centres, and the axis along which they vary most. Sums are 32-bit floats, as in the engine. */
function spreadOf(order: readonly KDopTriangle[], start: number, count: number, centres: Centres) {
  const sums = new Float32Array(3)
  const each = (use: (axis: number, value: number) => void) => {
    for (let i = start; i < start + count; i++) {
      const triangle = order[i]
      const centre = triangle === undefined ? undefined : centres.get(triangle)
      for (let axis = 0; axis < 3; axis++) use(axis, centre?.[axis] ?? 0)
    }
  }
  each((axis, value) => {
    sums[axis] = (sums[axis] ?? 0) + value
  })
  const mean = sums.map((sum) => sum / count)
  const variances = new Float32Array(3)
  each((axis, value) => {
    const distance = Math.fround(value - (mean[axis] ?? 0))
    variances[axis] = (variances[axis] ?? 0) + Math.fround(distance * distance)
  })
  let best = 0
  for (const [axis, variance] of variances.entries()) if (variance > (variances[best] ?? 0)) best = axis
  return { axis: best, mean: mean[best] ?? 0 }
}

/**
 * Puts triangles below the mean first. @returns where the other triangles start: halfway when one side is
 * empty.
 */
function split(order: KDopTriangle[], start: number, count: number, centres: Centres): number {
  const { axis, mean } = spreadOf(order, start, count, centres)
  const isBelow = (i: number) => {
    const triangle = order[i]
    return ((triangle === undefined ? undefined : centres.get(triangle)?.[axis]) ?? 0) < mean
  }
  let left = start
  let right = start + count
  while (left < right) {
    while (left < right && isBelow(left)) left++
    while (left < right && !isBelow(right - 1)) right--
    if (left < right) {
      const [a, b] = [order[left], order[right - 1]]
      if (a !== undefined && b !== undefined) {
        order[left] = b
        order[right - 1] = a
      }
      left++
      right--
    }
  }
  return left === start || left === start + count ? start + (count >> 1) : left
}

/** Sorts triangles along the axis on which their centres vary most. */
function halve(order: KDopTriangle[], start: number, count: number, centres: Centres): void {
  const { axis } = spreadOf(order, start, count, centres)
  const at = (triangle: KDopTriangle) => centres.get(triangle)?.[axis] ?? 0
  const sorted = order.slice(start, start + count).sort((a, b) => at(a) - at(b))
  for (const [i, triangle] of sorted.entries()) order[start + i] = triangle
}
