/** A rectangle in per cent of the whole. */
export interface Tile {
  /** Number of the amount that it stands for. */
  readonly index: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Smaller ones could not be seen. */
const LEAST = 0.002
/** How much wider than high the whole is: tiles are to be near squares. */
const ASPECT = 3

/**
 * *Rectangles whose areas are as large as amounts*, as square as they can be: rows are filled while that
 * makes their worst one better (Bruls, Huizing and van Wijk, "Squarified treemaps").
 *
 * @param amounts in falling order.
 */
export function tiles(amounts: readonly number[]): Tile[] {
  const total = amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0)
  if (total <= 0) return []
  const areas = amounts
    .map((amount, index) => ({ index, area: Math.max(0, amount) / total }))
    .filter(({ area }) => area >= LEAST)
  const kept = areas.reduce((sum, { area }) => sum + area, 0)
  const found: Tile[] = []
  let space = { left: 0, top: 0, width: ASPECT, height: 1 }
  let at = 0
  while (at < areas.length) {
    const side = Math.min(space.width, space.height)
    let end = at + 1
    let worst = worstOf(areas.slice(at, end), side, kept)
    while (end < areas.length) {
      const next = worstOf(areas.slice(at, end + 1), side, kept)
      if (next > worst) break
      worst = next
      end++
    }
    space = layRow(areas.slice(at, end), space, kept, found)
    at = end
  }
  return found
}

interface Area {
  readonly index: number
  readonly area: number
}

function scaled({ area }: Area, kept: number): number {
  return (area / kept) * ASPECT
}

/** How far from a square the worst of a row is. */
function worstOf(row: readonly Area[], side: number, kept: number): number {
  const sum = row.reduce((total, one) => total + scaled(one, kept), 0)
  const depth = sum / side
  return Math.max(...row.map((one) => Math.max(depth / (scaled(one, kept) / depth), scaled(one, kept) / depth / depth)))
}

/** Lays a row along the shorter side, and gives the space that is left. */
function layRow(
  row: readonly Area[],
  space: { left: number; top: number; width: number; height: number },
  kept: number,
  found: Tile[],
) {
  const isWide = space.width >= space.height
  const side = isWide ? space.height : space.width
  const depth = row.reduce((total, one) => total + scaled(one, kept), 0) / side
  let along = 0
  for (const one of row) {
    const length = scaled(one, kept) / depth
    found.push({
      index: one.index,
      left: ((space.left + (isWide ? 0 : along)) / ASPECT) * 100,
      top: (space.top + (isWide ? along : 0)) * 100,
      width: ((isWide ? depth : length) / ASPECT) * 100,
      height: (isWide ? length : depth) * 100,
    })
    along += length
  }
  return isWide
    ? { ...space, left: space.left + depth, width: space.width - depth }
    : { ...space, top: space.top + depth, height: space.height - depth }
}
