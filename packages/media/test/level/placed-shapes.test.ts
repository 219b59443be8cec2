import { ExportObject, ObjectReader } from '@ukit/core'
import type { Mesh } from '@ukit/media'
import {
  type Decoration,
  decorationPlaces,
  fluidMesh,
  NO_PLACEMENT,
  pivotedMotion,
  placedInBrush,
  posedMesh,
  quaternionOf,
  rotate,
} from '@ukit/media/internal'
import { type LevelActor, levelIn, levelOf } from '@ukit/media/level'
import { ue1, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { CORPUS, describeCorpus, openCorpus } from '../../../../testing/corpus.js'

async function readerOf(name: RegExp): Promise<ObjectReader> {
  const found = CORPUS.find(({ path }) => name.test(path))
  if (found === undefined) throw new Error(`${name} is not in the corpus`)
  return ObjectReader.open(await openCorpus(found.path))
}

describe('shears of brushes', () => {
  const still = { scale: [1, 1, 1], sheerAxis: 0, sheerRate: 0 } as const
  const place = { prePivot: [1, 1, 1], main: still, post: still, rotation: [0, 0, 0] } as const

  // SHEER_XY moves Y by X, and so on; the rate counts for what is scaled already.
  it.each([
    [1, [2, 3 + 1, 4]],
    [2, [2, 3, 4 + 1]],
    [3, [2 + 1.5, 3, 4]],
    [4, [2, 3, 4 + 1.5]],
    [5, [2 + 2, 3, 4]],
    [6, [2, 3 + 2, 4]],
    [0, [2, 3, 4]],
    [9, [2, 3, 4]],
  ])('ESheerAxis %i', (sheerAxis, expected) => {
    const main = { ...still, sheerAxis, sheerRate: 0.5 }
    expect(placedInBrush({ ...place, main }, [3, 4, 5])).toEqual(expected)
  })

  it('come after the scale, once before the rotation and once after it', () => {
    const main = { scale: [2, 1, 1], sheerAxis: 1, sheerRate: 1 } as const
    const post = { scale: [1, 1, 3], sheerAxis: 6, sheerRate: -1 } as const
    // (1, 0, 1) is scaled to (2, 0, 1) and sheared to (2, 2, 1), turned to (-2, 2, 1), scaled to (-2, 2, 3),
    // and sheared: Y by Z.
    const turned = placedInBrush({ ...place, main, post, rotation: [0, 16_384, 0] }, [2, 1, 2])
    expect(turned.map((value) => Math.round(value * 1000) / 1000)).toEqual([-2, -1, 3])
  })
})

describeCorpus('shapes of actors', () => {
  it('brushes and volumes have a side in the plane of each surface that the editor made of them', async () => {
    const shares: [string, boolean][] = []
    for (const name of [/DM-Stalwart\.unr$/, /TO-RapidWaters\.unr$/, /UWRM-Torpedo\.ut2$/]) {
      const reader = await readerOf(name)
      const level = await levelOf(reader)
      const { object } = await reader.read(levelIn(reader))
      const built = object instanceof ue1.Level || object instanceof ue2.Level ? object.model : undefined
      const model = built instanceof ExportObject ? (await reader.read(built)).object : undefined
      if (!(model instanceof ue1.Model || model instanceof ue2.Model)) throw new Error('no model')
      let near = 0
      let far = 0
      for (const surf of model.surfs) {
        if (!(surf.actor instanceof ExportObject) || surf.brushPoly < 0) continue
        const { index } = surf.actor
        const actor = level.actors.find((one) => one.index === index)
        if (actor?.shape === undefined) continue
        const normal = [0, 1, 2].map((i) => model.vectors[3 * surf.normal + i] ?? 0)
        // The base of a surface of UE2 is not in its plane.
        const distance =
          surf instanceof ue2.BspSurf ? (surf.plane[3] ?? 0) : along(normal, model.points.subarray(3 * surf.base))
        if (hasSide(actor, normal, distance)) near++
        else far++
      }
      expect([reader.package.name, near > 20]).toEqual([reader.package.name, true])
      shares.push([reader.package.name, far / (near + far) < 0.005])
    }
    expect(shares).toEqual(shares.map(([name]) => [name, true]))
  }, 60_000)

  it('what nobody sees is hidden; the brush of the builder has no shape', async () => {
    const { actors } = await levelOf(await readerOf(/UWRM-Torpedo\.ut2$/))
    const kinds = new Map(actors.map(({ name, kind }) => [name, kind]))
    expect(kinds.get('BlockingVolume0')).toBe('volume')
    expect(kinds.get('Emitter0')).toBe('emitter')
    const shaped = actors.filter(({ kind }) => kind === 'brush' || kind === 'volume')
    expect(shaped.filter(({ isHidden }) => !isHidden)).toEqual([])
    expect(shaped.filter(({ name, shape }) => name === 'Brush' && shape !== undefined)).toEqual([])
  })

  it('a projector says what it throws, as ukit show prints it', async () => {
    const { actors } = await levelOf(await readerOf(/Test-ShadyOffice\.s4m$/))
    const [projector] = actors.flatMap((actor) => (actor.kind === 'projector' ? [actor.projector] : []))
    expect(projector?.texture?.path).toBe('Hosp.hosp_blood_splatter')
  })
})

describe('meshes in a pose', () => {
  const lod = {
    positions: Float32Array.of(0, 0, 0, 2, 0, 0, 0, 2, 0),
    uvs: [new Float32Array(6)],
    points: Uint32Array.of(0, 1, 2),
    indices: Uint32Array.of(0, 1, 2),
    sections: [{ slot: 0, first: 0, count: 3 }],
  }
  const base = { placement: NO_PLACEMENT, materials: [{ polyFlags: 0 }], sockets: [], notes: [] } as const

  it('frames are mixed, the last one with the first', () => {
    const up = (z: number) => [0, 0, z, 2, 0, z, 0, 2, z]
    const mesh: Mesh = {
      ...base,
      kind: 'vertex',
      lods: [lod],
      frames: {
        count: 3,
        pointCount: 3,
        positions: Float32Array.of(...up(0), ...up(10), ...up(30)),
        sequences: [{ name: 'Bob', group: '', first: 1, count: 2, rate: 1, notifies: [] }],
      },
    }
    const height = (frame: number) => posedMesh(mesh, { sequence: 'bob', frame })?.lods[0]?.positions[2]
    expect([0, 0.25, 0.5, 0.75, 1].map(height)).toEqual([10, 20, 30, 20, 10])
    expect(posedMesh(mesh, { sequence: 'Other', frame: 0 })).toBeUndefined()
    expect(posedMesh(mesh, { sequence: 'Bob', frame: 0 })?.frames).toBeUndefined()
  })

  it('bones carry their vertices', () => {
    const bone = (name: string, parent: number, x: number) =>
      ({ name, parent, position: [x, 0, 0], rotation: [0, 0, 0, 1] }) as const
    const mesh: Mesh = {
      ...base,
      kind: 'skeletal',
      lods: [
        {
          ...lod,
          skin: {
            width: 4,
            bones: Uint16Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0),
            weights: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 0.5, 0.5, 0, 0),
          },
        },
      ],
      skeleton: { bones: [bone('Root', -1, 0), bone('Arm', 0, 1)] },
    }
    // A quarter turn about Z, of the arm alone, after a second.
    const half = Math.SQRT1_2
    const track = {
      bone: 0,
      rotationTimes: Float32Array.of(0, 1),
      rotations: Float32Array.of(0, 0, 0, 1, 0, 0, half, half),
      positionTimes: new Float32Array(0),
      positions: new Float32Array(0),
    }
    const sequence = { name: 'Wave', group: '', seconds: 2, frames: 2, rate: 1, frameSeconds: 1, notifies: [] }
    const animation = {
      bones: [{ name: 'arm', parent: -1 }],
      sequences: [{ ...sequence, tracks: [track] }],
      notes: [],
    }
    const posed = posedMesh(mesh, { sequence: 'Wave', frame: 0.5 }, animation)
    const places = [...(posed?.lods[0]?.positions ?? [])].map((one) => Math.round(one * 1e4) / 1e4 + 0)
    // (2, 0, 0) is 1 from the arm, along X, and then along Y; (0, 2, 0) goes half of the way to (-1, -1, 0).
    expect(places).toEqual([0, 0, 0, 1, 1, 0, -0.5, 0.5, 0])
    expect(posed?.kind).toBe('static')
  })
})

describe('decorations of terrains', () => {
  // 3 × 3 vertices, 100 apart, rising by 100 along X: a slope of 45 degrees.
  const vertices = Array.from({ length: 9 }, (_, i) => [100 * (i % 3), 100 * Math.floor(i / 3), 100 * (i % 3)]).flat()
  const grid = { width: 3, height: 3, vertices: Float32Array.from(vertices), isDrawn: (vertex: number) => vertex !== 0 }
  const decoration: Decoration = {
    density: undefined,
    size: undefined,
    densities: [1, 1],
    scales: [
      [2, 2],
      [1, 1],
      [3, 3],
    ],
    perQuad: 5,
    seed: 7,
    isAligned: true,
    isTurned: true,
    isOnHoles: false,
  }
  const copies = (how: Partial<Decoration> = {}) => {
    const places = decorationPlaces(grid, { ...decoration, ...how })
    return Array.from({ length: places.length / 10 }, (_, i) => [...places.subarray(10 * i, 10 * i + 10)])
  }

  it('stand on the ground, not on holes, upright to it, with the scale that is asked for', () => {
    expect(copies()).toHaveLength(15)
    expect(copies({ isOnHoles: true })).toHaveLength(20)
    for (const [x = 0, y = 0, z = 0, qx = 0, qy = 0, qz = 0, qw = 0, ...scale] of copies()) {
      expect(z).toBeCloseTo(x, 3)
      expect(x < 100 && y < 100).toBe(false)
      const up = rotate([qx, qy, qz, qw], [0, 0, 1])
      expect(up[0]).toBeCloseTo(-Math.SQRT1_2, 4)
      expect(up[2]).toBeCloseTo(Math.SQRT1_2, 4)
      expect(scale).toEqual([2, 1, 3])
    }
    expect(copies()).toEqual(copies())
  })

  it('are as dense as their map says', () => {
    expect(copies({ density: new Uint8Array(9) })).toEqual([])
    const some = copies({ density: new Uint8Array(9).fill(128), perQuad: 64 }).length
    expect(some).toBeGreaterThan(64)
    expect(some).toBeLessThan(128)
  })
})

describe('fluids and pivots of UE2', () => {
  it('a grid of hexagons is narrower than one of squares', () => {
    const size = (type: number) => {
      const values: Record<string, number> = {
        FluidXSize: 11,
        FluidYSize: 21,
        FluidGridSpacing: 10,
        FluidGridType: type,
      }
      const { positions } = fluidMesh((name, otherwise) => values[name] ?? otherwise, { polyFlags: 0 }).lods[0] ?? {}
      return [positions?.[3], positions?.[7]]
    }
    expect(size(0)).toEqual([50, 100])
    // √3 / 2
    expect(size(1)).toEqual([50, Math.fround(86.60254)])
  })

  it('a mover turns about its pivot at each key', () => {
    const keys = [
      { location: [100, 0, 0], rotation: [0, 0, 0] },
      { location: [100, 0, 50], rotation: [0, 16_384, 0] },
    ] as const
    const { keys: moved } = pivotedMotion({ keys, key: 0, moveTime: 1 }, [2, 2, 2], [8, 0, 0])
    expect(moved.map(({ location }) => location.map((one) => Math.round(one)))).toEqual([
      [84, 0, 0],
      [100, -16, 50],
    ])
  })
})

function along(normal: readonly number[], point: ArrayLike<number>): number {
  return normal.reduce((sum, value, axis) => sum + value * (point[axis] ?? 0), 0)
}

/** Whether a triangle of an actor's shape lies in a plane. */
function hasSide(actor: LevelActor, normal: readonly number[], distance: number): boolean {
  const [lod] = actor.shape?.lods ?? []
  if (lod === undefined) return false
  const turn = quaternionOf(actor.rotation)
  const off = Array.from({ length: lod.positions.length / 3 }, (_, i) => {
    const [x = 0, y = 0, z = 0] = lod.positions.subarray(3 * i)
    const [sx, sy, sz] = actor.scale
    const placed = rotate(turn, [x * sx, y * sy, z * sz]).map((value, axis) => value + (actor.location[axis] ?? 0))
    return Math.abs(along(normal, placed) - distance)
  })
  for (let i = 0; i < lod.indices.length; i += 3)
    if ([0, 1, 2].every((k) => (off[lod.indices[i + k] ?? 0] ?? 9) < 1)) return true
  return false
}
