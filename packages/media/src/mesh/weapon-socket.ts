import type { Socket, Vector } from './mesh.js'

/**
 * *Where a weapon is held*: the first three points of a frame are a triangle that is not drawn. Middle of its first
 * and last corner, X along its first side. From public renderers; no mesh of the files at hand has one.
 */
export function weaponSocket(points: Float32Array): Socket | undefined {
  const corner = (i: number): Vector => [points[3 * i] ?? 0, points[3 * i + 1] ?? 0, points[3 * i + 2] ?? 0]
  const [a, b, c] = [corner(0), corner(1), corner(2)]
  const x = unit(minus(b, a))
  const y = x === undefined ? undefined : unit(cross(minus(a, c), x))
  if (x === undefined || y === undefined) return undefined
  return {
    name: 'WeaponAttach',
    position: [(a[0] + c[0]) / 2, (a[1] + c[1]) / 2, (a[2] + c[2]) / 2],
    rotation: quaternionOfAxes(x, y, cross(x, y)),
    scale: [1, 1, 1],
  }
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function unit(v: Vector): Vector | undefined {
  const length = Math.hypot(...v)
  return length > 0 ? [v[0] / length, v[1] / length, v[2] / length] : undefined
}

/** The turn that leads X, Y and Z to three axes at right angles. */
function quaternionOfAxes(x: Vector, y: Vector, z: Vector): Socket['rotation'] {
  // The four squares of the components; the greatest is safe to divide by.
  const squares = [1 + x[0] - y[1] - z[2], 1 - x[0] + y[1] - z[2], 1 - x[0] - y[1] + z[2], 1 + x[0] + y[1] + z[2]]
  const greatest = squares.indexOf(Math.max(...squares))
  const root = 2 * Math.sqrt(squares[greatest] ?? 1)
  const [xy, xz, yz] = [(x[1] + y[0]) / root, (x[2] + z[0]) / root, (y[2] + z[1]) / root]
  const [wx, wy, wz] = [(y[2] - z[1]) / root, (z[0] - x[2]) / root, (x[1] - y[0]) / root]
  const forms: Socket['rotation'][] = [
    [root / 4, xy, xz, wx],
    [xy, root / 4, yz, wy],
    [xz, yz, root / 4, wz],
    [wx, wy, wz, root / 4],
  ]
  return forms[greatest] ?? [0, 0, 0, 1]
}
