import { type Level, type LevelActor, levelPlan, levelPlanMap, levelPlanPicture, PlanSheet } from '@ukit/media/level'
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
  // 1000 units are 1200 pixels, from 40, 74 on: (1000, 500) is at 1240, 674.
  expect(svg).toContain('M40 74L1240 74L1240 674Z')
  // The wall, seen from above, is the line at the left.
  expect(svg).toContain('M40 74L40 674')
  // The start is at 160, 194; yaw 16,384 is a quarter turn: its arrow points along Y, which is down.
  expect(svg).toMatch(/[ML]160 202\.3[^"]*"[^>]*><title>PlayerStart0 \(PlayerStart\)/)
  // Both directions of a way are one line.
  expect(svg.match(/M160 194L640 374/g)).toHaveLength(1)
  expect(svg).toContain('DM-Room &amp; Hall')
  for (const row of ['1 player start<', '1 weapon<', '1 path node<']) expect(svg).toContain(row)
  // 1000 units of 1.905 cm: a bar of 2 m, which is 105 units and 126 pixels.
  expect(svg).toContain('2 m, 105 units')
})

it('leaves out what is above a height, and ways on request', () => {
  const svg = levelPlan(LEVEL, { height: 500, paths: false })
  expect(svg).not.toContain('UT_ShockRifle')
  expect(svg).not.toContain('M160 194L640 374')
  expect(levelPlan(LEVEL, { height: -1 })).not.toContain('M40 74L1240 74L')
})

it('a level without anything is an empty drawing', () => {
  const svg = levelPlan({ ...LEVEL, parts: [], actors: [], paths: [] })
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 [\d.]+ [\d.]+"/)
  expect(svg).not.toContain('NaN')
  expect(svg).not.toContain('Infinity')
})

/** Red, green and blue at a place of a picture. */
function pixel({ data, width }: { data: Uint8Array; width: number }, x: number, y: number): number[] {
  return [...data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)]
}

const PAPER = [0x12, 0x17, 0x1d]

it('the same as pixels, at any width', () => {
  const full = levelPlanPicture(LEVEL)
  const small = levelPlanPicture(LEVEL, { width: full.width / 2 })
  expect(small).toMatchObject({ format: 'rgb', width: full.width / 2 })
  expect(Math.abs(small.height - full.height / 2)).toBeLessThan(1)
  // Floor in the middle, paper outside, on both.
  expect(pixel(full, 900, 500)).not.toEqual(PAPER)
  expect(pixel(full, 20, 500)).toEqual(PAPER)
  expect(pixel(small, 450, 250)).toEqual(pixel(full, 900, 500))
})

it('from one corner, what faces away is not drawn', () => {
  const { parts } = LEVEL
  const turned = parts.slice(0, 1).map((part) => {
    const [lod] = part.mesh.lods
    if (lod === undefined) return part
    // All triangles wind the other way: nothing is seen from above any more.
    return { ...part, mesh: { ...part.mesh, lods: [{ ...lod, indices: lod.indices.slice().reverse() }] } }
  })
  const areas = (svg: string) => svg.match(/fill="#[0-9a-f]{6}" stroke=/g)?.length ?? 0
  expect(areas(levelPlan(LEVEL, { isometric: true, paths: false }))).toBeGreaterThan(
    areas(levelPlan({ ...LEVEL, parts: turned }, { isometric: true, paths: false })),
  )
})

it('walls are cut at a height, and drawn there', () => {
  // The wall reaches from 0 to 200: half of it at 100, from the corner that is up to its middle.
  expect(levelPlan(LEVEL, { height: 100 })).toContain('stroke="#f5f7fa"')
  expect(levelPlan(LEVEL, { height: 300 })).not.toContain('stroke="#f5f7fa" stroke-width="1.6"')
})

it('land far around the places that players use is left out, unless asked for', () => {
  const far = room(0)
  const [lod] = far.lods
  const moved = lod?.positions.map((value, i) => (i % 3 === 0 ? value + 50_000 : value)) ?? new Float32Array()
  if (lod === undefined) throw new Error('a room has a level of detail')
  const mesh = { ...far, lods: [{ ...lod, positions: moved }] }
  const land = { kind: 'world' as const, zone: 0, mesh, surfaces: Uint32Array.of(0, 0, 1) }
  const starts = [1, 2, 3, 4].map((i) => actor(`PlayerStart${i}`, 'PlayerStart', [100 * i, 100, 50]))
  const level = { ...LEVEL, parts: [...LEVEL.parts, land], actors: starts }
  expect(levelPlan(level)).toContain('land around is left out')
  expect(levelPlan(level, { whole: true })).not.toContain('land around is left out')
})

it('Deus Ex says where north is; elsewhere it is up', () => {
  const info = actor('DeusExLevelInfo9', 'DeusExLevelInfo', [0, 0, 0], { properties: { TrueNorth: 16_384 } })
  const y = (svg: string) => Number(/y="([\d.]+)"[^>]*>N</.exec(svg)?.[1])
  expect(y(levelPlan({ ...LEVEL, actors: [info] }))).toBeGreaterThan(y(levelPlan(LEVEL)))
})

it('many maps on one sheet, each with its name and what is said of it', () => {
  const sheet = new PlanSheet()
  for (let i = 0; i < 5; i++) sheet.add(LEVEL, { title: `Map${i}`, about: '2-8 players' })
  const svg = sheet.svg()
  for (let i = 0; i < 5; i++) expect(svg).toContain(`>Map${i}</text>`)
  expect(svg.match(/>2-8 players</g)).toHaveLength(5)
  // Three in a row.
  expect(sheet.picture()).toMatchObject({ width: 20 + 3 * 300, height: 20 + 2 * 344 })
})

it('hills above all that players use are drawn, and roofs are not', () => {
  const starts = [1, 2, 3, 4].map((i) => actor(`PlayerStart${i}`, 'PlayerStart', [100 * i, 100, 50]))
  const above = (kind: LevelActor['kind']) => ({
    ...LEVEL,
    actors: [
      ...starts,
      actor('Hill9', 'TerrainInfo', [0, 0, 2000], { kind, isHidden: false, rotation: [0, 0, 0], shape: room(0) }),
    ],
  })
  for (const isometric of [false, true]) {
    const drawn = (level: Level) => levelPlan(level, { isometric, paths: false }).length
    const bare = drawn({ ...LEVEL, actors: starts })
    expect(drawn(above('terrain'))).toBeGreaterThan(bare + 50)
    expect(Math.abs(drawn(above('mesh')) - bare)).toBeLessThan(50)
  }
})

it('says where the pixels of a plan are in the world', () => {
  // A floor of 1000 × 500 units from the origin.
  const { picture, left, top, scale } = levelPlanMap(LEVEL, { whole: true, width: 400 })
  expect([picture.width, picture.height]).toEqual([400, 200])
  expect([left, top, scale]).toEqual([0, 0, 0.4])
})
