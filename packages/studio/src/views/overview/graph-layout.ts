import type { Dependencies } from '../../data/check-calls.js'

/** A package in the drawing, in pixels. */
export interface PlacedPackage {
  readonly index: number
  readonly x: number
  readonly y: number
}

/** The drawing of a graph. */
export interface GraphLayout {
  readonly width: number
  readonly height: number
  /** By the number of the package. */
  readonly places: readonly PlacedPackage[]
}

/** Pixels: a box, and the room from one to the next. */
export const BOX = { width: 132, height: 22 } as const
const STEP = { x: 190, y: 28 } as const

/**
 * *Columns from left to right by how far a package is*, in each the packages in the order of those that need
 * them, so that few lines cross.
 */
export function layoutOf({ packages, needs }: Dependencies): GraphLayout {
  const columns: number[][] = []
  for (const [index, { depth }] of packages.entries()) {
    const column = columns[depth] ?? []
    columns[depth] = column
    column.push(index)
  }
  const rows = Math.max(1, ...columns.map(({ length }) => length))
  const height = rows * STEP.y
  const y = new Float64Array(packages.length)
  for (const column of columns) {
    const middles = new Map(column.map((index) => [index, middleOf(index, packages.length, needs, y)]))
    column.sort((a, b) => (middles.get(a) ?? 0) - (middles.get(b) ?? 0))
    const top = (height - column.length * STEP.y) / 2
    for (const [row, index] of column.entries()) y[index] = top + row * STEP.y + STEP.y / 2
  }
  return {
    width: (columns.length - 1) * STEP.x + BOX.width,
    height,
    places: packages.map(({ depth }, index) => ({ index, x: depth * STEP.x, y: y[index] ?? 0 })),
  }
}

/** The mean height of those that need a package and are placed. */
function middleOf(index: number, count: number, needs: Dependencies['needs'], y: Float64Array): number {
  const users = needs.filter(({ from, to }) => to === index && (y[from] ?? 0) > 0)
  return users.length === 0 ? count : users.reduce((sum, { from }) => sum + (y[from] ?? 0), 0) / users.length
}
