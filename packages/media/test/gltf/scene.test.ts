import { GlbScene, type Material } from '@ukit/media'
import { describe, expect, it } from 'vitest'
import { BONES, MOVING, PLAIN } from './meshes.js'
import { complaints, readGlb } from './validate.js'

const UNIT = 0.02

const BARK: Material = {
  path: 'Pack.Skins.Bark',
  color: [1, 0, 0, 1],
  alpha: 'opaque',
  isTwoSided: false,
  isUnlit: false,
  isInvisible: false,
  extras: {},
  notes: [],
}

async function readBack(scene: GlbScene) {
  const { bytes } = scene.build()
  expect(await complaints(bytes)).toEqual([])
  return readGlb(bytes)
}

describe('a scene of many meshes', () => {
  it('has each mesh once, wherever it is placed', async () => {
    const scene = new GlbScene({ name: 'Mill', unit: UNIT })
    const lamp = scene.mesh(PLAIN, { name: 'Lamp', materials: [undefined, BARK] })
    scene.place(lamp)
    scene.place(lamp, { name: 'Lamp7', position: [100, 50, -10], rotation: [0, 16384, 0], scale: [1, 2, 3] })
    const { json } = await readBack(scene)
    expect(json.meshes).toHaveLength(1)
    expect(json.scenes).toEqual([{ name: 'Mill', nodes: [0, 2] }])
    expect(json.nodes[1]).toEqual({ name: 'Lamp', mesh: 0 })
    // A quarter turn of yaw takes the engine's X to Y, which is Z in the file: a turn about −Y.
    const { rotation, ...placed } = json.nodes[2]
    expect(placed).toEqual({ name: 'Lamp7', children: [1], translation: [2, -0.2, 1], scale: [1, 3, 2] })
    expect(rotation.map((value: number) => value.toFixed(4))).toEqual(['0.0000', '-0.7071', '0.0000', '0.7071'])
  })

  it('has materials that meshes share once', async () => {
    const scene = new GlbScene({ name: 'Mill', unit: UNIT })
    for (const name of ['A', 'B']) scene.place(scene.mesh(PLAIN, { name, materials: [undefined, BARK] }))
    const { json } = await readBack(scene)
    expect(json.materials.map(({ name }: { name: string }) => name)).toEqual(['Material0', 'Bark'])
    const used = json.meshes.map(({ primitives }: { primitives: { material: number }[] }) =>
      primitives.map(({ material }) => material),
    )
    expect(used).toEqual([
      [0, 1],
      [0, 1],
    ])
  })

  it('moves the first placement of frames and bones, and gives each placement bones of its own', async () => {
    const scene = new GlbScene({ name: 'Mill', unit: UNIT })
    const [bird, arm] = [scene.mesh(MOVING, { name: 'Bird' }), scene.mesh(BONES, { name: 'Arm' })]
    for (const mesh of [bird, arm]) {
      scene.place(mesh)
      scene.place(mesh, { position: [0, 0, 64] })
    }
    const { json } = await readBack(scene)
    expect(json.meshes).toHaveLength(2)
    expect(json.skins).toHaveLength(2)
    expect(json.skins[0].joints).not.toEqual(json.skins[1].joints)
    const moved = json.animations.flatMap(({ channels }: { channels: { target: { node: number } }[] }) =>
      channels.map(({ target }) => json.nodes[target.node].name),
    )
    expect(new Set(moved)).toEqual(new Set(['Bird']))
  })

  it('gives a mesh without triangles a node of its own, not that of another', async () => {
    const scene = new GlbScene({ name: 'Mill', unit: UNIT })
    scene.place(scene.mesh(PLAIN, { name: 'Lamp' }))
    scene.place(scene.mesh({ ...PLAIN, lods: [] }, { name: 'Nothing' }))
    const { json } = await readBack(scene)
    expect(json.nodes).toEqual([{ name: 'Lamp', mesh: 0 }, { name: 'Nothing' }])
    expect(json.scenes[0].nodes).toEqual([0, 1])
  })

  it('puts what is in a group below it, and names what glTF has no field for', async () => {
    const scene = new GlbScene({ name: 'Mill', unit: UNIT })
    const zone = scene.group({ name: 'Zone3', extras: { zone: 3 } })
    scene.place(scene.mesh(PLAIN, { name: 'Lamp' }), { parent: zone })
    const { json } = await readBack(scene)
    expect(json.scenes[0].nodes).toEqual([0])
    expect(json.nodes[0]).toEqual({ name: 'Zone3', extras: { zone: 3 }, children: [1] })
  })

  it('shines lights along the X axis of the engine', async () => {
    const scene = new GlbScene({ name: 'Mill', unit: UNIT })
    scene.place(scene.mesh(PLAIN, { name: 'Lamp' }))
    const position = [0, 100, 0] as const
    scene.light({ name: 'Sun', kind: 'directional', color: [1, 1, 1], intensity: 3 })
    scene.light({ name: 'Spot', kind: 'spot', color: [1, 0, 0], intensity: 20, radius: 500, angle: 0.5 }, { position })
    const { json } = await readBack(scene)
    expect(json.extensionsUsed).toEqual(['KHR_lights_punctual'])
    expect(json.extensions.KHR_lights_punctual.lights).toEqual([
      { name: 'Sun', type: 'directional', color: [1, 1, 1], intensity: 3 },
      { name: 'Spot', type: 'spot', color: [1, 0, 0], intensity: 20, range: 10, spot: { outerConeAngle: 0.5 } },
    ])
    // Turned by this quaternion, −Z of glTF's lights is X.
    const [, y, , w] = json.nodes[1].rotation
    expect([2 * w * y * -1, -(1 - 2 * y * y)].map((value) => Math.round(value) + 0)).toEqual([1, 0])
    expect(json.nodes[3]).toMatchObject({ name: 'Spot', translation: [0, 0, 2], children: [2] })
  })
})
