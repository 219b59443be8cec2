import type { ModelTriangle } from '../../models/vertex-model.js'

const TRANSLUCENT = 4
const MODULATED = 0x40

/**
 * *Triangles in the order of the mesh*: by texture, then the modulated and the translucent ones. Triangles
 * that are already in such an order keep it. Others are sorted as in the editor, with the `qsort` of the C
 * library that it was built with, which reorders equal ones in its own way (all triangles of 13 meshes).
 */
export function orderedTriangles(triangles: readonly ModelTriangle[]): readonly ModelTriangle[] {
  const keys = triangles.map(keyOf)
  if (keys.every((key, i) => i === 0 || (keys[i - 1] ?? 0) <= key)) return triangles
  const order = triangles.map((_, i) => i)
  quickSort(order, (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0))
  return order.flatMap((i) => triangles[i] ?? [])
}

function keyOf({ polyFlags, texture }: ModelTriangle): number {
  const layer = (polyFlags & TRANSLUCENT) !== 0 ? 2 : (polyFlags & MODULATED) !== 0 ? 1 : 0
  return layer * 256 + texture
}

/** Runs of up to this length are sorted by selecting the greatest. */
const SHORT = 8

/**
 * The quick sort of Microsoft's C library: the pivot is the median of three, and elements equal to it are
 * left alone.
 */
function quickSort(items: number[], compare: (a: number, b: number) => number): void {
  const at = (i: number, j: number) => compare(items[i] ?? 0, items[j] ?? 0)
  const swap = (i: number, j: number) => {
    const [first = 0, second = 0] = [items[i], items[j]]
    items[i] = second
    items[j] = first
  }
  const selection = (low: number, high: number) => {
    for (let end = high; end > low; end--) {
      let greatest = low
      for (let i = low + 1; i <= end; i++) if (at(i, greatest) > 0) greatest = i
      swap(greatest, end)
    }
  }
  /** Ends of the two parts that are left to sort. */
  const partition = (low: number, high: number): [number, number] => {
    let middle = low + ((high - low + 1) >> 1)
    if (at(low, middle) > 0) swap(low, middle)
    if (at(low, high) > 0) swap(low, high)
    if (at(middle, high) > 0) swap(middle, high)
    let [up, down] = [low, high]
    for (;;) {
      do up++
      while (up < middle && at(up, middle) <= 0)
      if (up >= middle) while (up <= high && at(up, middle) <= 0) up++
      do down--
      while (down > middle && at(down, middle) > 0)
      if (down < up) break
      swap(up, down)
      if (middle === down) middle = up
    }
    while (down > middle && at(down, middle) === 0) down--
    if (down <= middle) while (down > low && at(down, middle) === 0) down--
    return [down, up]
  }
  const waiting: [number, number][] = [[0, items.length - 1]]
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const [low, high] = part
    if (high - low < SHORT) {
      selection(low, high)
      continue
    }
    const [down, up] = partition(low, high)
    waiting.push([low, down], [up, high])
  }
}
