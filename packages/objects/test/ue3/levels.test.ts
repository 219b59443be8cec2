import { ue3 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { check } from '../../../../testing/objects.js'
import { around, GAME, Made, ofKnownGames, ue3 } from '../../../../testing/objects-ue3.js'

const BASE = 0x1000

type Shape = readonly [version: number, licensee: number, bigEndian: boolean]

const GAMES = ofKnownGames<Shape>([
  [...GAME.massEffect1Xbox, true],
  [...GAME.massEffect1, false],
  [...GAME.massEffect2, false],
  [...GAME.massEffect1Ps3, true],
  [...GAME.massEffect3, true],
])

function gameOf(version: number, licensee: number): string {
  return Object.entries(GAME).find(([, pair]) => pair[0] === version && pair[1] === licensee)?.[0] ?? ''
}

/** How light is computed, as the format document lists it. */
function lightmass(made: Made, version: number): void {
  if (version >= 652) made.u32(1).u32(0).ones(1)
  made.u32(0).ones(1)
  if (version >= 636) made.ones(1)
  made.ones(3)
}

describe('polygons of brushes', () => {
  it.each<Shape>([
    ...around(600, 606, 636, 652, 670).map((version): Shape => [version, 0, version % 2 === 1]),
    ...GAMES,
  ])('of version %i/%i, big-endian: %s', (version, licensee, bigEndian) => {
    const context = ue3(version, licensee, bigEndian)
    const made = new Made(context, BASE)
      .u32(1, 1, 3)
      .ones(12)
      .u32(3)
      .ones(9)
      .u32(0xe00, 0)
      .name(2)
      .u32(4, 0, -1)
      .ones(1)
    if (version > 391) made.u32(3)
    if (version >= 600) lightmass(made, version)
    if (version >= 670) made.name(2)
    else if (version >= 606) made.u32(5)
    const polys = check(() => new classes.Polys(), made.bytes(), context, BASE)
    expect(polys.polys[0]?.vertices).toHaveLength(9)
    expect(`${polys.polys[0]?.rulesetVariation}`).toBe(version >= 670 ? 'Walk' : 'None')
  })
})

describe('models', () => {
  it.each<Shape>([...around(600, 652, 686).map((version): Shape => [version, 0, version % 2 === 1]), ...GAMES])(
    'of version %i/%i, big-endian: %s',
    (version, licensee, bigEndian) => {
      const context = ue3(version, licensee, bigEndian)
      const made = new Made(context, BASE)
      const old = version === 391
      const bulkArray = (count: number, size: number) =>
        old ? made.u32(count).fill(count * size) : made.bulkArray(count, size)
      made.ones(7)
      bulkArray(1, 12)
      bulkArray(2, 12)
      bulkArray(1, old ? 68 : 64)
      made.u32(9)
      made.u32(1, 3, 0, 1, 2, 3, 4, 5, 0).ones(5)
      if (!old) made.u32(7)
      if (version >= 600) made.u32(0)
      bulkArray(1, 24)
      made.u32(4)
      made.u32(1, 0).ones(1).u64(0, 1).u64(1, 0)
      made.u32(6)
      bulkArray(1, 4)
      bulkArray(2, 4)
      made.u32(0, 1)
      bulkArray(1, 4)
      if (version < 686) bulkArray(1, 16)
      made.u32(2)
      bulkArray(2, old ? 40 : 36)
      if (version >= 600) {
        made.guid().u32(1)
        lightmass(made, version)
      }
      const model = check(() => new classes.Model(), made.bytes(), context, BASE)
      expect([model.nodes.count, model.points.length, model.vertexBuffer.count]).toEqual([1, 6, 2])
      expect(model.zones[0]?.visibility).toBe(1n << 32n)
    },
  )
})

describe('worlds', () => {
  it.each<Shape>([...around(648).map((version): Shape => [version, 0, false]), ...GAMES])(
    'of version %i/%i, big-endian: %s',
    (version, licensee, bigEndian) => {
      const context = ue3(version, licensee, bigEndian)
      const game = gameOf(version, licensee)
      const made = new Made(context, BASE).u32(5)
      if (version >= 648) made.u32(6)
      for (let i = 0; i < 4; i++) made.ones(3).u32(0, 0, 0).ones(1)
      made.u32(0)
      if (game.startsWith('massEffect1')) made.u32(8)
      if (version > 391) made.u32(2, 3, 4)
      const world = check(() => new classes.World(), made.bytes(), context, BASE)
      expect(world.extraReferencedObjects).toHaveLength(version > 391 ? 2 : 0)
      expect(world.editorViews.map(({ orthoZoom }) => orthoZoom)).toEqual([1, 1, 1, 1])
    },
  )
})

describe('levels', () => {
  it.each<Shape>([
    ...around(648, 684, 737, 756, 801, 805).map((version): Shape => [version, 0, version % 2 === 1]),
    ...GAMES,
  ])('of version %i/%i, big-endian: %s', (version, licensee, bigEndian) => {
    const context = ue3(version, licensee, bigEndian)
    const game = gameOf(version, licensee)
    const late = game === 'massEffect3'
    const made = new Made(context, BASE)
    const cooked = (count: number) => (version === 391 ? made.u32(count).fill(count) : made.bulkArray(count, 1))
    made.u32(5).u32(3, 7, 0, 8)
    made.string('unreal').u32(0).string('Index').u32(0, 1).string('Game=a').u32(7777, 1)
    made.u32(9, 1, 2, 1, 3)
    made.u32(1, 4, 2).ones(10)
    if (version >= 801) made.u32(1, 4, 1).ones(5).u32(3)
    if (version >= 684) made.u32(2).fill(2)
    cooked(6)
    made.u32(1, 4).ones(3).u32(0).u32(1, 2)
    cooked(3)
    cooked(4)
    made.u32(1, 4).ones(3).u32(0).u32(1)
    cooked(5)
    made.u32(0x02080491, 0x02080391).u32(1, 4, 1)
    if (version >= 737) {
      made.u32(1)
      cooked(2)
      made.u32(5)
    }
    made.u32(1, 2, 3, 4)
    if (version >= 648) made.u32(5, 6)
    if (version >= 805 || late) made.u32(1).guid().u32(0).u32(1, 7).u32(1, 9).u8(1)
    if (late) made.u32(1).guid().u32(0).u32(1, 7).u32(2, 8, 9)
    made.u32(1, 3)
    if (game.startsWith('massEffect1')) made.u32(0, 0)
    if (version === 684 && game !== '') made.u32(0)
    if (game === '') {
      if (version >= 648)
        made
          .u32(1)
          .ones(6)
          .u8(1)
          .ones(1)
          .u32(2)
          .fill(2 * (version < 756 ? 55 : 33))
      if (version >= 756) made.ones(4).u32(5, 10, 0)
      else if (version >= 737) made.fill(33)
      if (version >= 805) made.ones(1).ones(6).u8(1).u32(1, 1, 2, 2).fill(8)
    }
    const level = check(() => new classes.Level(), made.bytes(), context, BASE)
    expect(level.actors.map((actor) => actor?.reference ?? 0)).toEqual([7, 0, 8])
    expect([`${level.url.protocol}`, level.url.port, level.url.options.length]).toEqual(['unreal', 7777, 1])
    expect(level.cachedPhysPerTriangleStore[0]?.data).toHaveLength(5)
    expect(level.crossLevelActors).toHaveLength(1)
  })
})

describe('navigation meshes', () => {
  it('contain vertices, polygons and edges', () => {
    const context = ue3(888, 5)
    const made = new Made(context, BASE).u32(43, 43)
    made.u32(2).ones(3).u32(2).u16(0, 1).ones(3).u32(0)
    made.u32(1, 0).u16(136).name(2)
    made.u32(1, 3).u16(0, 1, 0).u32(1).u16(0).ones(12).u8(1).u32(0).ones(1)
    made.ones(32).u32(1).u16(0, 1, 0).ones(6).u8(1).fill(38)
    const mesh = check(() => new classes.NavigationMeshBase(), made.bytes(), context, BASE)
    expect([mesh.vertices.length, mesh.polygons[0]?.height, mesh.edgeData.length]).toEqual([2, 1, 38])
    const none = new Made(context, BASE).u32(43, 43, 0, 0, 0).ones(32).u32(0).ones(6).u8(1)
    check(() => new classes.NavigationMeshBase(), none.bytes(), context, BASE)
  })
})
