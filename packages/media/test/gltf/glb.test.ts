import { glbOf, type Material, type Mesh, type SkeletalAnimation } from '@ukit/media'
import { expect, it } from 'vitest'
import { BONES, CORNER, MOVING, PLAIN, QUARTER } from './meshes.js'
import { complaints, readGlb } from './validate.js'

const UNIT = 0.02

/** Writes a mesh, validates the file, and reads it. */
async function written(mesh: Mesh, options: Partial<Parameters<typeof glbOf>[1]> = {}) {
  const { bytes, notes } = glbOf(mesh, { name: 'Thing', unit: UNIT, ...options })
  const files = new Map([...(options.textures ?? new Map()).values()].map(({ path }) => [path, ONE_PIXEL]))
  expect(await complaints(bytes, files)).toEqual([])
  return { ...readGlb(bytes), notes, bytes }
}

/** A PNG file of one white pixel, as another program wrote it. */
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAG7buVgAAAABJRU5ErkJggg==',
  'base64',
)

it('swaps Y and Z, scales by the unit and reverses the triangles', async () => {
  const { json, numbers } = await written(PLAIN, { extras: { package: 'Pack' } })
  expect(json.asset).toEqual({
    version: '2.0',
    generator: 'ukit',
    extras: { unit: UNIT, axes: 'x z y', package: 'Pack' },
  })
  const [a, b] = json.meshes[0].primitives
  const positions = numbers(a.attributes.POSITION)
  expect(positions.map((place) => place.map((value) => Math.round(value * 1000) / 1000 + 0))).toEqual([
    [0, 0, 0],
    [2, 0, 0],
    [0, 0, 2],
    [0, 2, 0],
  ])
  expect(numbers(a.indices).flat()).toEqual([0, 1, 2, 0, 3, 1, 0, 2, 3])
  expect(numbers(b.indices).flat()).toEqual([1, 3, 2])
  // The last triangle faces away from the corner: it is counter-clockwise from there.
  const [p, q, r] = numbers(b.indices).map(([vertex = 0]) => positions[vertex] ?? [])
  expect(normalOf(p, q, r).every((value) => value > 0)).toBe(true)
  // The average of three faces.
  expect(numbers(a.attributes.NORMAL)[0]?.map((value) => value.toFixed(3))).toEqual(['-0.577', '-0.577', '-0.577'])
  expect(numbers(a.attributes.TEXCOORD_0)[3]).toEqual([0.5, 0.25])
  expect(json.materials.map(({ name }: { name: string }) => name)).toEqual(['Material0', 'Bark'])
})

function normalOf(a: number[] = [], b: number[] = [], c: number[] = []): number[] {
  const [ux = 0, uy = 0, uz = 0] = b.map((value, i) => value - (a[i] ?? 0))
  const [vx = 0, vy = 0, vz = 0] = c.map((value, i) => value - (a[i] ?? 0))
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

it('gives the same bytes again', () => {
  for (const mesh of [PLAIN, MOVING, BONES])
    expect(glbOf(mesh, { name: 'A', unit: 1 }).bytes).toEqual(glbOf(mesh, { name: 'A', unit: 1 }).bytes)
})

it('applies origin, scale and rotation to the vertices, and reverses the triangles of a mirrored mesh', async () => {
  // A quarter turn of yaw takes X to Y, which is Z in the file.
  const placement = { origin: [10, 0, 0], scale: [2, 1, 1], rotation: [0, 16_384, 0] } as const
  const turned = await written({ ...PLAIN, placement })
  const places = (glb: typeof turned) =>
    glb
      .numbers(glb.json.meshes[0].primitives[0].attributes.POSITION)
      .map((place) => place.map((value) => Math.round(value * 100) + 0))
  expect(places(turned)).toEqual([
    [0, 0, -40],
    [0, 0, 360],
    [-200, 0, -40],
    [0, 200, -40],
  ])
  const mirrored = await written({ ...PLAIN, placement: { ...placement, rotation: [0, 0, 0], scale: [-1, 1, 1] } })
  expect(places(mirrored)[1]).toEqual([-180, 0, 0])
  expect(mirrored.numbers(mirrored.json.meshes[0].primitives[1].indices).flat()).toEqual([1, 2, 3])
  expect(mirrored.numbers(mirrored.json.meshes[0].primitives[0].attributes.NORMAL)[0]?.[0]).toBeGreaterThan(0.5)
})

it('writes each frame but the first as a morph target and each sequence as an animation', async () => {
  const { json, numbers } = await written(MOVING)
  const [primitive, second] = json.meshes[0].primitives
  expect(primitive.targets).toHaveLength(2)
  expect(second.targets).toEqual(primitive.targets)
  expect(numbers(primitive.targets[0].POSITION)[1]).toEqual([2, 0, 0])
  expect(numbers(primitive.targets[1].POSITION)[3]).toEqual([0, 2, 0])
  expect(numbers(primitive.targets[1].POSITION)[1]).toEqual([0, 0, 0])
  const [grow, still] = json.animations
  expect([grow.name, still.name]).toEqual(['Grow', 'Still'])
  expect(
    numbers(grow.samplers[0].input)
      .flat()
      .map((time) => time.toFixed(2)),
  ).toEqual(['0.00', '0.10', '0.20'])
  // Frames 1 and 2, and back to 1.
  expect(numbers(grow.samplers[0].output).flat()).toEqual([1, 0, 0, 1, 1, 0])
  expect(numbers(still.samplers[0].output).flat()).toEqual([0, 0])
  expect(grow.extras).toEqual({ first: 1, frames: 2, rate: 10, notifies: [{ time: 0.5, name: 'PlayGrow' }] })
  expect(still.extras.group).toBe('Waiting')
  const without = await written(MOVING, { morphNormals: false })
  expect(Object.keys(without.json.meshes[0].primitives[0].targets[0])).toEqual(['POSITION'])
})

it('writes bones that leave the vertices of the mesh at rest where they are', async () => {
  const placement = { origin: [0, 0, 10], scale: [1, 1, 2], rotation: [0, 0, 0] } as const
  const { json, numbers } = await written({ ...BONES, placement })
  const [skin] = json.skins
  expect(skin.joints.map((joint: number) => json.nodes[joint].name)).toEqual(['Root', 'Arm', 'Hand'])
  const inverse = numbers(skin.inverseBindMatrices)
  // The hand is at X 100, Y 50, Z 10 and points along Y: its inverse takes that position to 0.
  const [x, y, z] = apply(inverse[2], [100 * UNIT, 10 * UNIT, 50 * UNIT])
  expect([x, y, z].map((value) => Math.round((value ?? 1) * 1e5) + 0)).toEqual([0, 0, 0])
  expect(apply(inverse[2], [100 * UNIT, 10 * UNIT, 60 * UNIT]).map((value) => Math.round(value * 1e5) + 0)).toEqual([
    10 * UNIT * 1e5,
    0,
    0,
  ])
  const root = json.nodes[skin.skeleton]
  expect(root.scale).toEqual([1, 2, 1])
  expect(root.translation).toEqual([0, -20 * UNIT, 0])
  const arm = json.nodes[skin.joints[1]]
  expect(arm.rotation.map((value: number) => value.toFixed(4))).toEqual(['0.0000', '-0.7071', '0.0000', '0.7071'])
  const hand = json.nodes[skin.joints[2]]
  expect(json.nodes[hand.children[0]]).toEqual({
    name: 'Weapon',
    translation: [0, 5 * UNIT, 0],
    rotation: [0, 0, 0, 1],
    extras: { isSocket: true },
  })
})

function apply(matrix: number[] = [], [x = 0, y = 0, z = 0]: number[]): number[] {
  return [0, 1, 2].map(
    (row) => (matrix[row] ?? 0) * x + (matrix[4 + row] ?? 0) * y + (matrix[8 + row] ?? 0) * z + (matrix[12 + row] ?? 0),
  )
}

const SWING: SkeletalAnimation = {
  // The names of bones are compared ignoring case.
  bones: [
    { name: 'ARM', parent: -1 },
    { name: 'Tail', parent: 0 },
    { name: 'root', parent: -1 },
  ],
  sequences: [
    {
      name: 'Swing',
      group: 'None',
      seconds: 2,
      frames: 60,
      rate: 30,
      frameSeconds: 1 / 30,
      notifies: [],
      tracks: [
        {
          bone: 0,
          rotationTimes: Float32Array.of(0, 0.5, 2),
          rotations: Float32Array.of(0, 0, 0, 1, ...QUARTER, 0, 0, 0, 2),
          positionTimes: new Float32Array(0),
          positions: new Float32Array(0),
        },
        {
          bone: 1,
          rotationTimes: Float32Array.of(0),
          rotations: Float32Array.of(0, 0, 0, 1),
          positionTimes: new Float32Array(0),
          positions: new Float32Array(0),
        },
        {
          bone: 2,
          // The second key is not later than the first; the third is not a rotation.
          rotationTimes: Float32Array.of(0, 0, 1),
          rotations: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0),
          positionTimes: Float32Array.of(0, 2),
          positions: Float32Array.of(1, 2, 3, 4, 5, 6),
        },
      ],
    },
    { name: 'Nothing', group: '', seconds: 1, frames: 1, rate: 30, frameSeconds: 1, notifies: [], tracks: [] },
  ],
  notes: ['made by hand'],
}

it('writes the keys of bones as they are stored, at their times', async () => {
  const { json, numbers, notes } = await written(BONES, { animations: [SWING] })
  expect(json.animations).toHaveLength(1)
  const [{ channels, samplers }] = json.animations
  const found = channels.map(({ target }: { target: { node: number; path: string } }) => [
    json.nodes[target.node].name,
    target.path,
  ])
  expect(found).toEqual([
    ['Arm', 'rotation'],
    ['Root', 'rotation'],
    ['Root', 'translation'],
  ])
  expect(numbers(samplers[0].input).flat()).toEqual([0, 0.5, 2])
  expect(numbers(samplers[0].output).map((key) => key.map((value) => value.toFixed(3)))).toEqual([
    ['0.000', '0.000', '0.000', '1.000'],
    ['0.000', '-0.707', '0.000', '0.707'],
    ['0.000', '0.000', '0.000', '1.000'],
  ])
  expect(numbers(samplers[2].output)[1]?.map((value) => value.toFixed(3))).toEqual(['0.080', '0.120', '0.100'])
  expect(notes).toEqual([
    'made by hand',
    "the sequence Nothing moves none of the mesh's bones",
    '2 keys of animations left out: not numbers, or not later than the key before',
  ])
})

const BARK: Material = {
  path: 'Pack.Skins.Bark',
  base: {
    path: 'Pack.Skins.Bark 1',
    uvSet: 1,
    transform: { scale: [2, 3], rotation: Math.PI / 2, offset: [0.25, 0] },
  },
  alpha: 'mask',
  alphaCutoff: 0.25,
  isTwoSided: true,
  isUnlit: true,
  isInvisible: false,
  extras: { detail: 'Pack.Noise' },
  notes: [],
}

it('writes what glTF can express of a material, and the rest as extras', async () => {
  const glass: Material = {
    ...BARK,
    alpha: 'add',
    isUnlit: false,
    isTwoSided: false,
    base: { path: 'Gone.Glass', uvSet: 0 },
    emissive: { path: 'Pack.Skins.Bark 1', uvSet: 7 },
  }
  const mesh = { ...PLAIN, lods: [{ ...CORNER, uvs: [...CORNER.uvs, ...CORNER.uvs] }] }
  const textures = new Map([['Pack.Skins.Bark 1', { path: '../Skins/Bark 1.png' }]])
  const { json } = await written(mesh, { materials: [BARK, glass], textures })
  expect(json.images).toEqual([{ name: 'Bark 1', uri: '../Skins/Bark%201.png' }])
  expect(json.extensionsUsed).toEqual(['KHR_materials_unlit', 'KHR_texture_transform'])
  const [bark, other] = json.materials
  expect(bark).toEqual({
    name: 'Bark',
    pbrMetallicRoughness: {
      baseColorTexture: {
        index: 0,
        texCoord: 1,
        extensions: {
          KHR_texture_transform: { offset: [0.25, 0], rotation: -Math.PI / 2, scale: [2, 3] },
        },
      },
      metallicFactor: 0,
      roughnessFactor: 1,
    },
    alphaMode: 'MASK',
    alphaCutoff: 0.25,
    doubleSided: true,
    extensions: { KHR_materials_unlit: {} },
    extras: { path: 'Pack.Skins.Bark', base: 'Pack.Skins.Bark 1', detail: 'Pack.Noise' },
  })
  expect(other.alphaMode).toBe('BLEND')
  expect(other.extras).toMatchObject({ blend: 'add', base: 'Gone.Glass' })
  // The mesh lacks set 7.
  expect(other.emissiveTexture).toEqual({ index: 0 })
  const embedded = glbOf(mesh, {
    name: 'A',
    unit: 1,
    materials: [BARK, glass],
    textures: new Map([['Pack.Skins.Bark 1', { png: ONE_PIXEL }]]),
  })
  expect(await complaints(embedded.bytes)).toEqual([])
  expect(readGlb(embedded.bytes).json.images).toEqual([
    { name: 'Bark 1', mimeType: 'image/png', bufferView: expect.any(Number) },
  ])
})

it('writes levels of detail outside the scene, sockets as nodes and collision as a separate scene', async () => {
  const far = { ...CORNER, indices: CORNER.indices.subarray(9), sections: [{ slot: 0, first: 0, count: 3 }] }
  const { json, numbers } = await written({
    ...PLAIN,
    lods: [
      {
        ...CORNER,
        colors: new Uint8Array(16).fill(200),
        tangents: Float32Array.of(1, 0, 0, 1, 0, 1, 0, -1, 1, 0, 0, 1, 1, 0, 0, 1),
      },
      far,
    ],
    sockets: [{ name: 'Muzzle', position: [1, 2, 3], rotation: QUARTER, scale: [1, 2, 3] }],
    collision: { positions: CORNER.positions, indices: CORNER.indices },
  })
  const [shown] = json.scenes[0].nodes
  expect(json.scenes[0].nodes).toHaveLength(1)
  const [other] = json.nodes[shown].extensions.MSFT_lod.ids
  expect([json.nodes[shown].name, json.nodes[other].name]).toEqual(['Thing', 'Thing_LOD1'])
  expect(json.scenes.some(({ nodes }: { nodes: number[] }) => nodes.includes(other))).toBe(false)
  expect(json.nodes[json.nodes[shown].children[0]]).toMatchObject({ name: 'Muzzle', scale: [1, 3, 2] })
  expect(json.scenes[1]).toMatchObject({ name: 'Collision' })
  expect(json.nodes[json.scenes[1].nodes[0]].name).toBe('UCX_Thing')
  const { attributes } = json.meshes[0].primitives[0]
  expect(numbers(attributes.TANGENT).slice(0, 2)).toEqual([
    [1, 0, 0, -1],
    [0, 0, 1, 1],
  ])
  expect(numbers(attributes.COLOR_0)[0]).toEqual([200, 200, 200, 200])
})

it('gives a mesh with a normal map tangents along U, with the binormal down the texture', async () => {
  // X along U, Y along V, seen from above.
  const floor = {
    ...CORNER,
    positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0),
    uvs: [Float32Array.of(0, 0, 1, 0, 0, 1)],
    points: Uint32Array.of(0, 1, 2),
    indices: Uint32Array.of(0, 1, 2),
    sections: [{ slot: 0, first: 0, count: 3 }],
  }
  const normal = { path: 'Pack.Bumps', uvSet: 0 }
  const { json, numbers } = await written(
    { ...PLAIN, lods: [floor] },
    { materials: [{ ...BARK, normal }], textures: new Map([['Pack.Bumps', { path: 'Bumps.png' }]]) },
  )
  const { TANGENT } = json.meshes[0].primitives[0].attributes
  // cross(Y up, X) · −1 is +Z, which is the engine's Y: down the texture.
  expect(numbers(TANGENT)[0]).toEqual([1, 0, 0, -1])
})
