import { type Level, type LevelActor, levelPlan } from '@ukit/media/level'
import { expect, it } from 'vitest'

const NO_PLACEMENT = { origin: [0, 0, 0], scale: [1, 1, 1], rotation: [0, 0, 0] } as const

/** A square floor of 1000 × 500 units, and a wall at its left. */
function room(z: number): Level['parts'][number]['mesh'] {
  const floor = [0, 0, z, 1000, 0, z, 1000, 500, z, 0, 500, z]
  const wall = [0, 0, z, 0, 500, z, 0, 500, z + 200]
  return {
    kind: 'static',
    placement: NO_PLACEMENT,
    lods: [
      {
        positions: Float32Array.from([...floor, ...wall]),
        uvs: [new Float32Array(14)],
        points: Uint32Array.from([0, 1, 2, 3, 4, 5, 6]),
        indices: Uint32Array.from([0, 1, 2, 0, 2, 3, 4, 5, 6]),
        sections: [{ slot: 0, first: 0, count: 9 }],
      },
    ],
    materials: [{ polyFlags: 0 }],
    sockets: [],
    notes: [],
  }
}

function actor(
  name: string,
  className: string,
  location: LevelActor['location'],
  more: Partial<LevelActor> = {},
): LevelActor {
  return {
    name,
    class: className,
    ancestry: [className],
    index: Number(/\d+$/.exec(name)?.[0] ?? 0),
    kind: 'point',
    location,
    rotation: [0, 16_384, 0],
    scale: [1, 1, 1],
    isHidden: true,
    properties: {},
    ...more,
  }
}

const LEVEL: Level = {
  engine: 1,
  package: 'DM-Room & Hall',
  path: 'MyLevel',
  parts: [
    { kind: 'world', zone: 0, mesh: room(0), surfaces: Uint32Array.of(0, 0, 1) },
    // The sky, far away, is not part of the plan.
    { kind: 'world', zone: 1, mesh: room(9000), surfaces: Uint32Array.of(0, 0, 1) },
  ],
  lightPages: [],
  meshes: [],
  actors: [
    actor('PlayerStart0', 'PlayerStart', [100, 100, 50]),
    actor('PathNode1', 'PathNode', [500, 250, 50]),
    actor('UT_ShockRifle2', 'UT_ShockRifle', [900, 400, 700], { ancestry: ['UT_ShockRifle', 'Weapon', 'Inventory'] }),
  ],
  paths: [
    { from: 0, to: 1, distance: 427 },
    { from: 1, to: 0, distance: 427 },
  ],
  zones: [
    { isSky: false, isFluid: false, ambient: [0, 0, 0] },
    { isSky: true, isFluid: false, ambient: [0, 0, 0] },
  ],
  notes: [],
}

it('draws floors, walls, starts with their direction, ways and a legend, to scale', () => {
  const svg = levelPlan(LEVEL)
  // 1000 units are 1200 pixels, inside a margin of 40: (1000, 500) is at 1240, 640.
  expect(svg).toContain('M40 40L1240 40L1240 640Z')
  // The wall, seen from above, is the line at the left.
  expect(svg).toContain('M40 40L40 640')
  // Yaw 16,384 is a quarter turn: along Y, which is down.
  expect(svg).toContain('translate(160 160) rotate(90)')
  expect(svg).toContain('<title>PlayerStart0 (PlayerStart)</title>')
  // Both directions of a way are one line.
  expect(svg.match(/M160 160L640 340/g)).toHaveLength(1)
  expect(svg).toContain('DM-Room &amp; Hall')
  for (const row of ['1 player starts', '1 weapons', '1 path nodes']) expect(svg).toContain(row)
  // 1000 units of 1.905 cm: a bar of 2 m, which is 105 units and 126 pixels.
  expect(svg).toContain('2 m, 105 units')
})

it('leaves out what is above a height, and ways on request', () => {
  const svg = levelPlan(LEVEL, { height: 500, paths: false })
  expect(svg).not.toContain('UT_ShockRifle')
  expect(svg).not.toContain('M160 160L640 340')
  expect(levelPlan(LEVEL, { height: -1 })).not.toContain('M40 40L1240 40')
})

it('a level without anything is an empty drawing', () => {
  const svg = levelPlan({ ...LEVEL, parts: [], actors: [], paths: [] })
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 [\d.]+ [\d.]+"/)
  expect(svg).not.toContain('NaN')
  expect(svg).not.toContain('Infinity')
})
