import { nodeCodecs } from '@ukit/core/node'
import { type Level, type LevelActor, levelGlb, levelPlan } from '@ukit/media/level'
import { expect, it } from 'vitest'
import { PLAIN } from '../gltf/meshes.js'
import { complaints, readGlb } from '../gltf/validate.js'

const ACTOR: LevelActor = {
  name: 'StaticMeshActor_3',
  class: 'StaticMeshActor',
  ancestry: ['StaticMeshActor', 'Actor'],
  index: 3,
  kind: 'mesh',
  location: [1000, 200, 50],
  // A quarter turn: X becomes Y.
  rotation: [0, 16_384, 0],
  scale: [2, 1, 1],
  isHidden: false,
  properties: {},
}

const PLACE = { location: [10, 0, 0], rotation: [0, 0, 0], scale: [1, 1, 3] } as const

const LEVEL: Level = {
  engine: 3,
  package: 'DM-Components',
  path: 'TheWorld.PersistentLevel',
  parts: [],
  lightPages: [
    {
      width: 4,
      height: 4,
      rgba: new Uint8Array(64).fill(255),
      brightness: 1,
      rectangles: new Uint32Array(0),
    },
  ],
  meshes: [
    {
      object: { package: 'Mill', path: 'Meshes.Wheel', index: 1 },
      mesh: {
        ...PLAIN,
        lods: PLAIN.lods.map((lod) => ({ ...lod, uvs: [lod.uvs[0], lod.uvs[0]].flatMap((uv) => uv ?? []) })),
      },
    },
  ],
  actors: [
    {
      ...ACTOR,
      components: [
        {
          ...PLACE,
          name: 'Lit',
          class: 'StaticMeshComponent',
          isHidden: false,
          mesh: 0,
          light: { page: 0, uvSet: 1, scale: [0.5, 0.25], offset: [0.25, 0.5], brightness: [2, 1, 0.5] },
        },
        {
          ...PLACE,
          name: 'Many',
          class: 'InstancedStaticMeshComponent',
          isHidden: false,
          isInWorld: true,
          mesh: 0,
          // The second is turned by half about Z, and twice as large.
          instances: Float32Array.of(0, 0, 5, 0, 0, 0, 1, 1, 1, 1, 7, 0, 0, 0, 0, 1, 0, 2, 2, 2),
        },
      ],
    },
    {
      ...ACTOR,
      name: 'Gone_1',
      components: [{ ...PLACE, name: 'G', class: 'X', isHidden: false, missing: 'Mill.Gone' }],
    },
  ],
  paths: [],
  zones: [{ isSky: false, isFluid: false, ambient: [0, 0, 0] }],
  notes: [],
}

const MATERIAL = {
  path: 'Mill.Wood',
  alpha: 'opaque',
  isTwoSided: false,
  isUnlit: false,
  isInvisible: false,
  extras: {},
  notes: [],
} as const

async function written(level = LEVEL, instances = false) {
  const zlib = await nodeCodecs.zlib()
  const deflate = Object.assign((data: Uint8Array) => zlib.compress?.(data) ?? data, { crc32: zlib.crc32 })
  return levelGlb(level, { materialOf: async () => MATERIAL, textures: new Map(), deflate, unit: 1, instances })
}

/** Where a point of a node's own space is in the world, by the parents of the node, which glTF places so. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON
function inWorld(json: any, node: number, point: readonly number[]): number[] {
  const placed = moved(json.nodes[node], point)
  const parent = json.nodes.findIndex(({ children = [] }: { children?: number[] }) => children.includes(node))
  return parent < 0 ? placed : inWorld(json, parent, placed)
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function moved({ scale = [1, 1, 1], rotation = [0, 0, 0, 1], translation = [0, 0, 0] }: any, point: readonly number[]) {
  const [x, y, z, w] = rotation
  const [a = 0, b = 0, c = 0] = point.map((value, i) => value * scale[i])
  const turned = [
    (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - z * w) * b + 2 * (x * z + y * w) * c,
    2 * (x * y + z * w) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - x * w) * c,
    2 * (x * z - y * w) * a + 2 * (y * z + x * w) * b + (1 - 2 * (x * x + y * y)) * c,
  ]
  return turned.map((value, i) => value + translation[i])
}

/** The same for one of the copies of a node. */
function copyInWorld(file: ReturnType<typeof readGlb>, copy: number, point: readonly number[]): number[] {
  const node = instanced(file.json)
  const { attributes } = file.json.nodes[node].extensions.EXT_mesh_gpu_instancing
  const numbers = (name: string) => file.numbers(attributes[name])[copy]
  const own = { translation: numbers('TRANSLATION'), rotation: numbers('ROTATION'), scale: numbers('SCALE') }
  return inWorld(file.json, node, moved(own, point))
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON
function instanced(json: any): number {
  return json.nodes.findIndex(
    (node: { extensions?: { EXT_mesh_gpu_instancing?: unknown } }) => node.extensions?.EXT_mesh_gpu_instancing,
  )
}

it('components are placed by their actor, or in the world, each copy of them for itself', async () => {
  const { bytes } = await written()
  expect(await complaints(bytes)).toEqual([])
  const file = readGlb(bytes)
  const { json } = file
  const at = (name: string) => json.nodes.findIndex((node: { name: string }) => node.name === name)
  // The corner at Z 100: 300 up in the component, whose origin is 10 ahead in the actor, which is 20 along Y.
  expect(inWorld(json, at('Lit'), [0, 100, 0]).map(Math.round)).toEqual([1000, 350, 220])
  // The corner at X 100: 200 along Y.
  expect(inWorld(json, at('Lit'), [100, 0, 0]).map(Math.round)).toEqual([1000, 50, 420])
  expect(copyInWorld(file, 0, [100, 0, 0]).map(Math.round)).toEqual([110, 15, 0])
  expect(copyInWorld(file, 1, [100, 0, 0]).map(Math.round)).toEqual([10 + 7 - 200, 0, 0])
  // What is missing is a box of the same size everywhere, though the actor is scaled by 2 along X.
  const across = [0, 1].map((x) => inWorld(json, at('G'), [x, 0, 0]))
  expect(Math.hypot(...(across[0] ?? []).map((value, i) => value - (across[1]?.[i] ?? 0)))).toBeCloseTo(1, 5)
  expect(json.nodes[at('G')].extras).toEqual({ class: 'X', missing: 'Mill.Gone' })
})

it('light on a component has its own coordinates and colour; the vertices are in the file once', async () => {
  const { json } = readGlb((await written()).bytes)
  const wheels = json.meshes.filter(({ name }: { name: string }) => name === 'Wheel')
  expect(wheels.length).toBe(2)
  expect(wheels[0].primitives[0].attributes).toEqual(wheels[1].primitives[0].attributes)
  const [light] = json.materials.flatMap(
    (one: { extensions?: { MOZ_lightmap?: unknown } }) => one.extensions?.MOZ_lightmap ?? [],
  )
  expect(light).toEqual({
    index: 0,
    texCoord: 1,
    intensity: 2 ** 2.2,
    extensions: { KHR_texture_transform: { scale: [0.5, 0.25], offset: [0.25, 0.5] } },
  })
  const lit = json.materials.find((one: { extensions?: { MOZ_lightmap?: unknown } }) => one.extensions?.MOZ_lightmap)
  const [red, green, blue] = lit.pbrMetallicRoughness.baseColorFactor
  expect([red, green / red, blue / red]).toEqual([1, 0.5 ** 2.2, 0.25 ** 2.2])
})

it('a plan shows all copies', () => {
  const drawn = (level: Level) => {
    const looks = '(?:fill="#[0-9a-f]{6}" stroke="#[0-9a-f]{6}" stroke-width="0.6"|stroke="#0a0d10")'
    const paths = levelPlan(level).matchAll(new RegExp(`<path d="([^"]*)" ${looks}`, 'g'))
    return [...paths].reduce((sum, [, d = '']) => sum + d.split('M').length - 1, 0)
  }
  // Two sides are walls, and the slope is a floor or, three times as high, a wall.
  const near = LEVEL.actors.map((actor) => ({ ...actor, location: [20, 0, 0] as const }))
  const one = near.slice(0, 1).map((actor) => ({ ...actor, components: actor.components?.slice(0, 1) ?? [] }))
  expect(drawn({ ...LEVEL, actors: one })).toBe(3)
  expect(drawn({ ...LEVEL, actors: near })).toBe(9)
})

it('actors with one mesh are copies of a node that has their names, if asked for; mirrored ones are not', async () => {
  const actors = [0, 1, 2, 3, 4].map((i): LevelActor => {
    const scale = i === 4 ? ([1, -1, 1] as const) : ACTOR.scale
    return { ...ACTOR, name: `Tree${i}`, location: [100 * i, 0, 0], scale, mesh: 0, properties: { Tag: `T${i}` } }
  })
  const { bytes } = await written({ ...LEVEL, actors }, true)
  expect(await complaints(bytes)).toEqual([])
  const file = readGlb(bytes)
  const { json } = file
  const node = instanced(json)
  // A quarter turn, and 2 along X: the corner at X 100 is 200 along Y.
  for (const i of [0, 1, 2, 3]) expect(copyInWorld(file, i, [100, 0, 0]).map(Math.round)).toEqual([100 * i, 0, 200])
  const owner = json.nodes.find(({ children = [] }: { children?: number[] }) => children.includes(node))
  const facts = owner.extras.instances.map(({ name, properties }: LevelActor) => [name, properties])
  expect(facts).toEqual([0, 1, 2, 3].map((i) => [`Tree${i}`, { Tag: `T${i}` }]))
  const names = json.nodes.map(({ name }: { name: string }) => name)
  expect(names.filter((name: string) => /^Tree/.test(name))).toEqual(['Tree4'])
})
