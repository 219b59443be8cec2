import { ObjectReader } from '@ukit/core'
import { leafAt } from '@ukit/media/internal'
import {
  type CheckLevelOptions,
  checkLevel,
  LEVEL_RULES,
  type Level,
  type LevelActor,
  type LevelFacts,
  type LevelPart,
  type LevelTree,
  levelFacts,
  levelOf,
  missingInLevel,
} from '@ukit/media/level'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'

/** One plane at X = 0: open space of zone 1 in front of it, solid ground behind. */
const TREE: LevelTree = {
  planes: Float32Array.of(1, 0, 0, 0),
  children: Int32Array.of(-1, -1),
  leaves: Int32Array.of(-1, 0),
  zones: Int32Array.of(0, 1),
  portals: [],
}

const ZONE = { isSky: false, isFluid: false, ambient: [0, 0, 0] } as const

function actor(name: string, className: string, more: Partial<LevelActor> = {}): LevelActor {
  return {
    name,
    class: className,
    ancestry: [className, 'Actor'],
    index: Number(/\d+$/.exec(name)?.[0] ?? 0),
    kind: 'point',
    location: [500, 0, 0],
    rotation: [0, 0, 0],
    scale: [1, 1, 1],
    isHidden: false,
    properties: {},
    ...more,
  }
}

const STARTS = [1, 2].map((i) =>
  actor(`PlayerStart${i}`, 'PlayerStart', {
    ancestry: ['PlayerStart', 'NavigationPoint', 'Actor'],
    location: [100 * i, 0, 0],
  }),
)
const NODE = actor('PathNode3', 'PathNode', {
  ancestry: ['PathNode', 'NavigationPoint', 'Actor'],
  location: [400, 0, 0],
})
const SPOT = actor('InventorySpot4', 'InventorySpot', {
  ancestry: ['InventorySpot', 'NavigationPoint', 'Actor'],
  location: [600, 0, 0],
})
const ITEM = actor('MedBox5', 'MedBox', {
  ancestry: ['MedBox', 'Pickup', 'Inventory', 'Actor'],
  location: [600, 0, 0],
  properties: { myMarker: "InventorySpot'InventorySpot4'" },
})
const LAMP = actor('Light6', 'Light', { kind: 'light', light: { color: [1, 1, 1], radius: 1000 } })

/** Three corners of one surface. */
function part(
  more: Partial<LevelPart> = {},
  slot: { path?: string; polyFlags: number } = { path: 'T.Brick', polyFlags: 0 },
): LevelPart {
  return {
    kind: 'world',
    zone: 1,
    lightPage: 0,
    surfaces: Uint32Array.of(7),
    mesh: {
      kind: 'static',
      placement: { origin: [0, 0, 0], scale: [1, 1, 1], rotation: [0, 0, 0] },
      lods: [
        {
          positions: Float32Array.of(10, 20, 30, 110, 20, 30, 10, 120, 30),
          uvs: [new Float32Array(6)],
          points: Uint32Array.of(0, 1, 2),
          indices: Uint32Array.of(0, 1, 2),
          sections: [{ slot: 0, first: 0, count: 3 }],
        },
      ],
      materials: [slot],
      sockets: [],
      notes: [],
    },
    ...more,
  }
}

/** A level that no rule finds anything in. */
const CLEAN: Level = {
  engine: 1,
  package: 'DM-Clean',
  path: 'MyLevel',
  parts: [part()],
  lightPages: [],
  meshes: [],
  actors: [...STARTS, NODE, SPOT, ITEM, LAMP],
  paths: [
    { from: 1, to: 3, distance: 300 },
    { from: 2, to: 3, distance: 200 },
    { from: 3, to: 4, distance: 200 },
  ],
  zones: [ZONE, ZONE],
  tree: TREE,
  notes: [],
}

const FACTS: LevelFacts = {
  engine: 1,
  path: 'MyLevel',
  title: 'Clean',
  author: 'Somebody',
  description: null,
  idealPlayers: '2',
  gameType: null,
  music: null,
  screenshot: 'Screenshot',
  hasSummary: true,
  counts: {
    actors: 6,
    playerStarts: 2,
    weapons: 0,
    ammo: 0,
    items: 1,
    objectives: 0,
    teleporters: 0,
    triggers: 0,
    movers: 0,
    lights: 1,
    zones: 2,
    pathNodes: 2,
    paths: 3,
    staticMeshes: 0,
    terrains: 0,
  },
}

function withActors(...actors: LevelActor[]): Level {
  return { ...CLEAN, actors: [...CLEAN.actors, ...actors] }
}

const FLAGS = [0, 1].map((i) => actor(`FlagBase${20 + i}`, 'FlagBase', { location: [300 + i, 0, 0] }))
const SOUND = { AmbientSound: "Sound'Hum'", SoundRadius: 8 }
const KEY = { location: [500, 0, 0], rotation: [0, 0, 0] } as const
const ZONE_INFO = { ancestry: ['ZoneInfo', 'Info', 'Actor'] }

/** For each rule, levels with its fault: what it says then, and of what. */
const FAULTS: readonly (readonly [rule: string, level: Level, options: CheckLevelOptions, found: object])[] = [
  [
    'unreadable',
    { ...CLEAN, notes: ['3 actors that cannot be read'] },
    {},
    { message: '3 actors that cannot be read' },
  ],
  [
    'missing',
    CLEAN,
    { missing: [1, 2].map((i) => ({ path: `Walls.Brick${i}`, class: 'Texture', missing: 'package' as const })) },
    { message: 'the package Walls was not found: 2 objects of it are used, such as Walls.Brick1' },
  ],
  [
    'missing',
    CLEAN,
    { missing: [{ path: 'Walls.Brick', class: 'Texture', missing: 'object' }] },
    { message: 'Texture Walls.Brick is not in its package' },
  ],
  ['no-start', { ...CLEAN, actors: [NODE], paths: [{ from: 3, to: 3, distance: 1 }] }, {}, { severity: 'error' }],
  [
    'start-in-wall',
    withActors(actor('PlayerStart9', 'PlayerStart', { location: [-50, 0, 0] })),
    {},
    { severity: 'error', actor: 'PlayerStart9', place: [-50, 0, 0] },
  ],
  [
    'start-in-wall',
    withActors(actor('PlayerStart9', 'PlayerStart', { location: [-5, 0, 0] })),
    {},
    { severity: 'hint', actor: 'PlayerStart9' },
  ],
  ['team-start', withActors(...FLAGS), {}, { message: 'team 1 has no PlayerStart, but there are flags' }],
  [
    'starts-together',
    withActors(actor('PlayerStart9', 'PlayerStart', { location: [101, 0, 0] })),
    {},
    { actor: 'PlayerStart9', message: expect.stringContaining('PlayerStart1') },
  ],
  [
    'few-starts',
    CLEAN,
    { facts: { ...FACTS, idealPlayers: '2-8' } },
    { message: 'it is for up to 8 players and has 2 player starts' },
  ],
  [
    'too-much',
    { ...CLEAN, zones: Array.from({ length: 65 }, () => ({ ...ZONE, isSky: true })) },
    {},
    { severity: 'error' },
  ],
  ['outside', withActors({ ...ITEM, name: 'MedBox9', location: [-300, 0, 0] }), {}, { actor: 'MedBox9' }],
  ['beyond', withActors(actor('Lamp9', 'Lamp', { location: [40_000, 0, 0] })), {}, { actor: 'Lamp9' }],
  ['no-texture', { ...CLEAN, parts: [part({}, { polyFlags: 0 })] }, {}, { surface: 7, place: [10, 20, 30] }],
  ['unlit', { ...CLEAN, parts: [dark()] }, {}, { surface: 7, message: '1 surface of zone 1 has no light map' }],
  [
    'dark-zone',
    { ...CLEAN, actors: CLEAN.actors.filter((one) => one !== LAMP) },
    {},
    { message: 'no light reaches into zone 1' },
  ],
  [
    'zone-leak',
    { ...CLEAN, tree: { ...TREE, portals: [{ surface: 3, zones: [1, 1], place: [1, 2, 3] }] } },
    {},
    { surface: 3, place: [1, 2, 3], severity: 'hint' },
  ],
  [
    'zone-leak',
    withActors(actor('ZoneInfo8', 'ZoneInfo', ZONE_INFO), actor('ZoneInfo9', 'ZoneInfo', ZONE_INFO)),
    {},
    { actor: 'ZoneInfo9', message: expect.stringContaining('ZoneInfo8') },
  ],
  [
    'still-mover',
    withActors(actor('Mover9', 'Mover', { kind: 'mover', motion: { keys: [KEY, KEY], key: 0, moveTime: 1 } })),
    {},
    { actor: 'Mover9' },
  ],
  [
    'unheard',
    withActors(...places(), actor('AmbientSound9', 'AmbientSound', { location: [20_000, 0, 0], properties: SOUND })),
    {},
    { actor: 'AmbientSound9' },
  ],
  ['no-paths', { ...CLEAN, paths: [] }, {}, { severity: 'warning', message: expect.stringContaining('1 path nodes') }],
  ['no-link', withActors({ ...NODE, name: 'PathNode9', index: 9 }), {}, { actor: 'PathNode9' }],
  ['unreachable', { ...CLEAN, paths: CLEAN.paths.slice(0, 2) }, {}, { actor: 'MedBox5', severity: 'warning' }],
  [
    'unreachable',
    { ...CLEAN, paths: [...CLEAN.paths.slice(0, 2), { from: 4, to: 3, distance: 200 }] },
    {},
    { actor: 'MedBox5', severity: 'hint' },
  ],
  ['no-screenshot', CLEAN, { facts: { ...FACTS, screenshot: null } }, { severity: 'hint' }],
  ['no-summary', CLEAN, { facts: { ...FACTS, hasSummary: false } }, { severity: 'warning' }],
  ['untitled', CLEAN, { facts: { ...FACTS, title: 'Untitled' } }, { message: 'the LevelInfo has no title' }],
]

function dark(): LevelPart {
  const { lightPage: _, ...rest } = part()
  return rest
}

/** Enough places to know where players come. */
function places(): LevelActor[] {
  return Array.from({ length: 10 }, (_, i) => ({
    ...NODE,
    name: `LiftCenter${30 + i}`,
    class: 'LiftExit',
    index: 30 + i,
  }))
}

describe('rules of levels', () => {
  it('find nothing in a level that is in order', () => {
    expect(checkLevel(CLEAN, { facts: FACTS, missing: [] })).toEqual([])
  })

  it.each(FAULTS)('%s', (rule, level, options, found) => {
    const findings = checkLevel(level, { facts: FACTS, ...options, rules: [rule] })
    expect(findings).toHaveLength(1)
    expect(findings[0]).toMatchObject({ rule, ...found })
    expect(findings[0]?.advice).not.toBe('')
  })

  it('every rule has a fault that it finds', () => {
    expect(new Set(FAULTS.map(([rule]) => rule))).toEqual(new Set(LEVEL_RULES.map(({ name }) => name)))
  })

  it('surfaces that need no light, and movers that move, are in order', () => {
    const moves = { keys: [KEY, { ...KEY, rotation: [0, 16_384, 0] as const }], key: 0, moveTime: 1 }
    const unlit = { ...dark(), mesh: part({}, { path: 'T.Brick', polyFlags: 0x40_0000 }).mesh }
    const level = {
      ...CLEAN,
      parts: [part(), unlit],
      actors: [...CLEAN.actors, actor('Mover9', 'Mover', { kind: 'mover', motion: moves })],
    }
    expect(checkLevel(level, { facts: FACTS })).toEqual([])
  })

  it('a tree with a loop, and indices out of range, end', () => {
    const loop = { ...TREE, children: Int32Array.of(0, 0) }
    expect(leafAt(loop, [5, 0, 0])).toBeUndefined()
    expect(leafAt({ ...TREE, children: Int32Array.of(99, 99) }, [5, 0, 0])).toEqual({ leaf: 0, zone: 1 })
    expect(checkLevel({ ...CLEAN, tree: loop }, { rules: ['start-in-wall'] })).toHaveLength(2)
  })
})

async function readerOf(name: string): Promise<ObjectReader> {
  const path = PACKAGES.find((one) => one.path.endsWith(name))?.path ?? name
  return ObjectReader.open(await openCorpus(path))
}

describeCorpus('rules on real levels', () => {
  it('the leaf of a place is the one that the editor stored for the actor there', async () => {
    let same = 0
    let other = 0
    for (const name of ['DM-HyperBlast.unr', 'TO-RapidWaters.unr', 'DM-1on1-Serpentine.ut2', 'UWRM-Torpedo.ut2']) {
      const { actors, tree } = await levelOf(await readerOf(name), undefined, { withoutLight: true })
      for (const { properties, location } of actors) {
        const region =
          properties !== null && typeof properties === 'object' && 'Region' in properties ? properties['Region'] : null
        if (tree === undefined || region === null || typeof region !== 'object' || !('iLeaf' in region)) continue
        if ((leafAt(tree, location)?.leaf ?? -1) === region['iLeaf']) same++
        else other++
      }
    }
    expect(same).toBeGreaterThan(2500)
    // Actors that were moved after the last build.
    expect(other / (same + other)).toBeLessThan(0.02)
  })

  it('maps that games came with are in order', async () => {
    for (const name of ['DM-HyperBlast.unr', 'DM-1on1-Serpentine.ut2']) {
      const reader = await readerOf(name)
      const level = await levelOf(reader, undefined, { withoutLight: true })
      expect(checkLevel(level, { facts: await levelFacts(reader) })).toEqual([])
    }
  })

  it('in CTF-Orbital a player start is where the editor, too, found no leaf', async () => {
    const level = await levelOf(await readerOf('CTF-Orbital.unr'), undefined, { withoutLight: true })
    expect(checkLevel(level, { rules: ['start-in-wall'] })).toMatchObject([
      { actor: 'PlayerStart42', severity: 'error' },
    ])
    expect(level.actors.find(({ name }) => name === 'PlayerStart42')?.properties).toMatchObject({
      Region: { iLeaf: -1 },
    })
  })

  it('textures of packages that are not there are listed with their package', async () => {
    const missing = await missingInLevel(await readerOf('UWRM-Torpedo.ut2'))
    expect(missing).toContainEqual({ path: 'UnWheelAds.Ads.UnWheel2', class: expect.any(String), missing: 'package' })
  })
})
