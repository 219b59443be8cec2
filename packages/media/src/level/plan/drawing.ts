/** X and Y of points, one after the other. */
export type Points = readonly number[]

/** *Something on a drawing.* Colours are `#rrggbb`; measures are in the drawing's own units, one a pixel. */
export type DrawingItem =
  | {
      readonly kind: 'area'
      /** Convex ones: then they can be filled without sorting their sides. */
      readonly polygons: readonly Points[]
      readonly color: string
      readonly opacity?: number | undefined
      /** Makes polygons larger by half of this, so that neighbours leave no gap. */
      readonly edge?: number | undefined
      /** Shown when it is pointed at. */
      readonly title?: string | undefined
    }
  | {
      readonly kind: 'lines'
      /** Each from point to point. */
      readonly lines: readonly Points[]
      readonly color: string
      readonly width: number
      readonly opacity?: number | undefined
      readonly title?: string | undefined
    }
  | {
      readonly kind: 'text'
      readonly x: number
      /** Of the line that letters stand on. */
      readonly y: number
      readonly text: string
      readonly size: number
      readonly color: string
      readonly anchor?: 'start' | 'middle' | 'end' | undefined
      /** Colour around the letters, for those that stand on something. */
      readonly halo?: string | undefined
    }

/** *A drawing*: what is on it, from the back to the front. It becomes SVG or pixels. */
export interface Drawing {
  readonly width: number
  readonly height: number
  readonly title: string
  readonly background: string
  readonly items: readonly DrawingItem[]
}

/** What is on a drawing at another place, and larger or smaller. */
export function movedItems(items: readonly DrawingItem[], dx: number, dy: number): DrawingItem[] {
  const moved = (points: Points) => points.map((value, i) => value + (i % 2 === 0 ? dx : dy))
  return items.map((item) => {
    if (item.kind === 'area') return { ...item, polygons: item.polygons.map(moved) }
    if (item.kind === 'lines') return { ...item, lines: item.lines.map(moved) }
    return { ...item, x: item.x + dx, y: item.y + dy }
  })
}

/** A polygon with many sides. */
export function discPoints(x: number, y: number, radius: number, sides = 16): Points {
  return Array.from({ length: 2 * sides }, (_, i) => {
    const angle = (Math.PI * 2 * (i >> 1)) / sides
    return i % 2 === 0 ? x + radius * Math.cos(angle) : y + radius * Math.sin(angle)
  })
}

/** A rectangle. */
export function boxPoints(x: number, y: number, width: number, height: number): Points {
  return [x, y, x + width, y, x + width, y + height, x, y + height]
}

/** Twice the area of a polygon; less than 0 when it winds the other way. */
export function areaOf(points: Points): number {
  let sum = 0
  for (let i = 0, j = points.length - 2; i < points.length; j = i, i += 2)
    sum += (points[j] ?? 0) * (points[i + 1] ?? 0) - (points[i] ?? 0) * (points[j + 1] ?? 0)
  return sum
}
