import type { MaterialSlot, Mesh } from '../mesh/model/mesh.js'
import { finite } from '../mesh/model/vectors.js'
import { Polygons } from './polygons.js'

/** What `FluidSurfaceInfo` says itself. */
const DEFAULTS = {
  FluidXSize: 48,
  FluidYSize: 48,
  FluidGridSpacing: 24,
  FluidGridType: 1,
  UTiles: 1,
  VTiles: 1,
} as const
/** Points of a fluid along one side that are taken for real. */
const MOST_POINTS = 4096
/** Rows of a grid of hexagons are nearer to each other than its columns. */
const HEXAGONAL = Math.sqrt(3) / 2

/**
 * *The surface of a fluid of UE2, at rest*: flat, around the actor's location.
 *
 * @param value what the actor says under a name, or else the default.
 */
export function fluidMesh(value: (name: string, otherwise: number) => number, slot: MaterialSlot): Mesh {
  const number = (name: keyof typeof DEFAULTS) => finite(value(name, DEFAULTS[name]))
  const points = (name: 'FluidXSize' | 'FluidYSize') => Math.min(MOST_POINTS, Math.max(2, number(name))) - 1
  const spacing = number('FluidGridSpacing')
  const x = (points('FluidXSize') * spacing) / 2
  const y = (points('FluidYSize') * spacing * (number('FluidGridType') === 1 ? HEXAGONAL : 1)) / 2
  const [u, v] = [finite(value('UOffset', 0)), finite(value('VOffset', 0))]
  const [uEnd, vEnd] = [u + number('UTiles'), v + number('VTiles')]
  const polygons = new Polygons()
  const up = [0, 0, 1]
  polygons.corner(-x, -y, 0, up, u, v)
  polygons.corner(x, -y, 0, up, uEnd, v)
  polygons.corner(x, y, 0, up, uEnd, vEnd)
  polygons.corner(-x, y, 0, up, u, vEnd)
  polygons.polygon(4, slot, 0)
  return polygons.mesh(['the surface of a fluid is shown at rest']).mesh
}
