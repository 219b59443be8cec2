import type { Drawing, DrawnPackage } from './drawing.js'

/** A place in a layer: a package, or a point that a longer arrow passes through. */
export interface Slot {
  /** `undefined` for a point of an arrow. */
  readonly drawn: DrawnPackage | undefined
  readonly layer: number
  /** Slots one layer to the left, and to the right, that it is connected with. */
  readonly left: Slot[]
  readonly right: Slot[]
  /** Half of its height, including the space around it. */
  readonly reach: number
  /** Middle, from the top; set by `placeSlots`. */
  y: number
}

/** An arrow through the layers. */
export interface Route {
  /** Place in `Drawing.needs`. */
  readonly need: number
  /** From left to right; two for neighbouring layers. */
  readonly slots: readonly Slot[]
  /** True if the arrow points to the left, because it closes a cycle. */
  readonly backwards: boolean
}

/** Packages in layers, users left of what they need. */
export interface Layers {
  /** From left to right, each from top to bottom. */
  readonly layers: Slot[][]
  readonly routes: readonly Route[]
}

/**
 * Arrows get points to go around packages if they pass through at most this many layers altogether; a larger
 * picture is drawn with plain arrows.
 */
const MOST_POINTS = 20_000

/** Half the height of a package and of a passing arrow, with the room around, in pixels. */
const PACKAGE_REACH = 30
const POINT_REACH = 9

/**
 * *Puts packages into layers*: each one to the right of all packages that need it, as far as cycles allow.
 */
export function layersOf({ packages, needs }: Drawing): Layers {
  const out = new Map<DrawnPackage, number[]>(packages.map((drawn) => [drawn, []]))
  for (const [i, { from }] of needs.entries()) out.get(from)?.push(i)
  const { order, backwards } = orderOf(packages, (drawn) =>
    (out.get(drawn) ?? []).map((need) => ({ need, to: needs[need]?.to ?? drawn })),
  )
  const layer = new Map<DrawnPackage, number>()
  for (const drawn of order) {
    const at = layer.get(drawn) ?? 0
    layer.set(drawn, at)
    for (const need of out.get(drawn) ?? []) {
      const to = needs[need]?.to
      if (to !== undefined && !backwards.has(need)) layer.set(to, Math.max(layer.get(to) ?? 0, at + 1))
    }
  }
  const layers: Slot[][] = []
  const slotAt = (at: number, drawn: DrawnPackage | undefined): Slot => {
    const reach = drawn === undefined ? POINT_REACH : PACKAGE_REACH
    const slot: Slot = { drawn, layer: at, left: [], right: [], reach, y: 0 }
    while (layers.length <= at) layers.push([])
    layers[at]?.push(slot)
    return slot
  }
  const slots = new Map(order.map((drawn) => [drawn, slotAt(layer.get(drawn) ?? 0, drawn)]))
  const points = needs.reduce(
    (sum, { from, to }) => sum + Math.max(0, Math.abs((layer.get(to) ?? 0) - (layer.get(from) ?? 0)) - 1),
    0,
  )
  // Arrows to one package join on their way: a trunk instead of a bundle.
  const trunks = new Map<Slot, Map<number, Slot>>()
  const pointOf = (target: Slot, at: number): Slot => {
    const trunk = trunks.get(target) ?? new Map<number, Slot>()
    trunks.set(target, trunk)
    const point = trunk.get(at) ?? slotAt(at, undefined)
    trunk.set(at, point)
    return point
  }
  const routes: Route[] = []
  for (const [need, { from, to }] of needs.entries()) {
    const [start, end] = [slots.get(from), slots.get(to)]
    if (start === undefined || end === undefined) continue
    const isBack = start.layer > end.layer
    const [first, last] = isBack ? [end, start] : [start, end]
    const way = [first]
    if (points <= MOST_POINTS) for (let at = first.layer + 1; at < last.layer; at++) way.push(pointOf(last, at))
    way.push(last)
    for (let i = 1; i < way.length; i++) {
      const [a, b] = [way[i - 1], way[i]]
      if (a === undefined || b === undefined || a.right.includes(b)) continue
      a.right.push(b)
      b.left.push(a)
    }
    routes.push({ need, slots: way, backwards: isBack })
  }
  return { layers, routes }
}

/**
 * Packages in an order in which each comes before those it needs; arrows that close a cycle are reversed for
 * this. It does not use recursion, since a chain may be long.
 */
function orderOf(
  packages: readonly DrawnPackage[],
  needsOf: (drawn: DrawnPackage) => readonly { readonly need: number; readonly to: DrawnPackage }[],
): { order: DrawnPackage[]; backwards: ReadonlySet<number> } {
  const state = new Map<DrawnPackage, 'open' | 'done'>()
  const backwards = new Set<number>()
  const finished: DrawnPackage[] = []
  for (const root of packages) {
    if (state.has(root)) continue
    state.set(root, 'open')
    const stack = [{ drawn: root, needs: needsOf(root), next: 0 }]
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      const step = top.needs[top.next++]
      if (step === undefined) {
        state.set(top.drawn, 'done')
        finished.push(top.drawn)
        stack.pop()
      } else if (!state.has(step.to)) {
        state.set(step.to, 'open')
        stack.push({ drawn: step.to, needs: needsOf(step.to), next: 0 })
      } else if (state.get(step.to) === 'open') {
        backwards.add(step.need)
      }
    }
  }
  return { order: finished.reverse(), backwards }
}
