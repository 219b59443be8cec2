import { ObjectReader, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { type ImportFileOptions, importFile, importMesh, type VertexModel } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { framePositions, glbOf, meshOf, UNITS, vertexFilesOf } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { CODE, describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { guidOf } from '../../../../testing/made-package.js'
import { BONES } from '../../../media/test/gltf/meshes.js'
import { complaints } from '../../../media/test/gltf/validate.js'
import { GltfBytes } from '../models/gltf-bytes.js'

const VERSIONS = { UE1: { version: 69 }, UE2: { version: 128, licensee: 29 } } as const

const newPackage = (engine: keyof typeof VERSIONS = 'UE1') =>
  createPackage({ name: 'Made', guid: guidOf('Made'), ...VERSIONS[engine] })

/** Imports a file as the object of a path, which it replaces if it exists. */
function put(edit: PackageEdit, path: string, bytes: Uint8Array, options: ImportFileOptions = {}, file?: string) {
  const name = file ?? (bytes[0] === 0x7b ? 'Thing.gltf' : 'Thing.glb')
  const source = { name, bytes, openFile: async () => undefined }
  return importFile(edit, path, source, { replace: true, ...options })
}

/** A mesh of the package as it would be saved, in which `verify` finds no problems. */
async function read(edit: PackageEdit | Package, path = 'Thing') {
  const pkg = edit instanceof PackageEdit ? await buildPackage(edit) : edit
  expect((await verifyPackage(pkg)).problems).toEqual([])
  const reader = await ObjectReader.open(pkg)
  const entry = pkg.exports.find((one) => one.path === path && /Mesh$/.test(one.className))
  if (entry === undefined) throw new Error(`there is no ${path}`)
  const whole = await reader.read(entry)
  return { object: whole.object, mesh: await meshOf(reader, whole), className: entry.className }
}

async function ue1Mesh(edit: PackageEdit, path = 'Thing'): Promise<ue1.Mesh> {
  const { object } = await read(edit, path)
  if (!(object instanceof ue1.Mesh)) throw new Error(`${path} is not a mesh of UE1`)
  return object
}

/** What `extract` writes for a mesh. */
async function extracted(edit: PackageEdit, path = 'Thing'): Promise<Uint8Array> {
  const { mesh } = await read(edit, path)
  const { engine } = edit.package.context
  const { bytes } = glbOf(mesh, { name: path, unit: UNITS[engine], extras: { engine, package: 'Made', object: path } })
  expect(await complaints(bytes)).toEqual([])
  return bytes
}

type Point = readonly [x: number, y: number, z: number]

const word = ([x, y, z]: Point) => (x & 0x7ff) | ((y & 0x7ff) << 11) | (z << 22)

/** Two points (1 and 4) are always in the same place; the last three mark where a weapon is held. */
const REST: readonly Point[] = [
  [0, 0, 0],
  [800, 0, 0],
  [0, 800, 0],
  [0, 0, 400],
  [800, 0, 0],
  [5, 5, 5],
  [9, 5, 5],
  [5, 9, 5],
]
const FRAMES = [0, 1, 2, 3].map((frame) =>
  REST.map(([x, y, z], i): Point => (i > 4 ? [x + frame, y, z] : [x, y - frame * 7, z + frame * (i === 4 ? 1 : i)])),
)

const triangle = (points: Point, polyFlags: number, texture: number, isWeapon = false) => ({
  points,
  uv: (isWeapon ? [0, 0, 0, 0, 0, 0] : [0, 1, 254, 128, 255, points[2]]) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ],
  polyFlags,
  texture,
  isWeapon,
})

/** Triangles of the same texture whose flags alternate, so that sections do not have their order. */
const TRIANGLES = [
  triangle([0, 2, 1], 0, 1),
  triangle([0, 4, 3], 0x100, 1),
  triangle([0, 3, 2], 0, 1),
  triangle([1, 2, 3], 0x102, 3),
]

const modelOf = (frames: readonly (readonly Point[])[], triangles = TRIANGLES): VertexModel => ({
  pointWords: 1,
  pointCount: frames[0]?.length ?? 0,
  frameCount: frames.length,
  points: Int32Array.from(frames.flat(), word),
  triangles,
  sequences: [],
  notes: [],
})
const MODEL = modelOf(FRAMES, [triangle([5, 6, 7], 0, 0, true), ...TRIANGLES])

const SEQUENCES = [
  { name: 'All', first: 0, count: 4 },
  { name: 'Walk', first: 0, count: 4, rate: 8, group: 'Moving', notifies: [{ time: 0.5, function: 'PlayStep' }] },
  { name: 'Fall', first: 1, count: 2, rate: 15 },
  { name: 'Still', first: 2, count: 1, rate: 0, group: 'Waiting' },
] as const

const PLACE = { origin: [10, -20, 30], scale: [0.1, 0.1, -0.2], rotation: [0, 16_384, 512] } as const

/** A mesh with everything that a file could lose. */
async function rich(className: 'LodMesh' | 'Mesh' = 'LodMesh'): Promise<PackageEdit> {
  const edit = await newPackage()
  const texture = () => edit.reader.emptyObject('Texture') ?? new Uint8Array(0)
  addObject(edit, 'Skins.Fur', 'Engine.Texture', texture())
  addObject(edit, 'Skins.Eye', 'Engine.Texture', texture())
  const skins = ['Skins.Fur', 'Skins.Eye'].map((path) => edit.lookUp(path) ?? null)
  await importMesh(edit, 'Thing', className === 'Mesh' ? modelOf(FRAMES.map((frame) => frame.slice(0, 5))) : MODEL, {
    className,
    ...PLACE,
    sequences: SEQUENCES,
    textures: new Map([1, 3].map((number, i) => [number, skins[i] ?? null])),
    textureDetail: new Map([[1, 0.5]]),
    detail: { strength: 0.5, minVertices: 3, morph: 0.25, zDisplace: 100, hysteresis: 2 },
  })
  return edit
}

/** The fields of a mesh that say what it is; names as texts. */
function facts(mesh: ue1.Mesh) {
  const { verts, frameVerts, animFrames, vertexWords, scale, origin, rotOrigin, textureLod, textures, animSeqs } = mesh
  const lod =
    mesh instanceof ue1.LodMesh
      ? [mesh.lodStrength, mesh.lodMinVerts, mesh.lodMorph, mesh.lodZDisplace, mesh.lodHysteresis, mesh.specialVerts]
      : []
  return {
    files: vertexFilesOf(mesh),
    numbers: [verts, frameVerts, animFrames, vertexWords, scale, origin, rotOrigin, textureLod, ...lod],
    textures: textures.map(String),
    sequences: animSeqs.map(({ name, group, startFrame, numFrames, rate, notifies }) => [
      ...[name, group].map(String),
      ...[startFrame, numFrames, rate],
      notifies.map((notify) => `${notify.time} ${notify.function}`),
    ]),
  }
}

describe('a mesh that was extracted', () => {
  it.each(['LodMesh', 'Mesh'] as const)('comes back as it was: %s', async (className) => {
    const edit = await rich(className)
    const before = await ue1Mesh(edit)
    const glb = await extracted(edit)
    const { objects, notes } = await put(edit, 'Thing', glb)
    expect([objects, notes.filter((note) => !/order in which/.test(note))]).toEqual([['Thing'], []])
    expect(facts(await ue1Mesh(edit))).toEqual(facts(before))
    // As a new object too: the class, textures by their paths, placement and detail are in the file.
    await put(edit, 'Copy', glb)
    const copy = await read(edit, 'Copy')
    expect(copy.className).toBe(className)
    expect(facts(await ue1Mesh(edit, 'Copy'))).toEqual(facts(before))
  })

  it('has the weapon triangle, all sequences and the rates of the mesh that it was made from', async () => {
    const mesh = await ue1Mesh(await rich())
    expect(mesh instanceof ue1.LodMesh && [...mesh.specialFaces]).toEqual([0, 1, 2, 0])
    expect(mesh.vertex(3 * REST.length)).toEqual([8, 5, 5])
    expect(facts(mesh).sequences).toEqual([
      ['All', 'None', 0, 4, 30, []],
      ['Walk', 'Moving', 0, 4, 8, ['0.5 PlayStep']],
      ['Fall', 'None', 1, 2, 15, []],
      ['Still', 'Waiting', 2, 1, 0, []],
    ])
  })

  it('of one frame, without sequences, and with 16 bits for each number too', async () => {
    const edit = await newPackage()
    const wide: VertexModel = {
      ...modelOf([REST.slice(0, 5)]),
      pointWords: 2,
      points: Int32Array.from(
        REST.slice(0, 5).flatMap(([x, y, z]) => [((x * 30) & 0xffff) | ((y * -40) << 16), z & 0xffff]),
      ),
    }
    await importMesh(edit, 'Thing', wide, { className: 'Mesh', scale: [0.01, 0.02, 0.5], sequences: [] })
    const before = facts(await ue1Mesh(edit))
    expect(before.sequences).toEqual([])
    const glb = await extracted(edit)
    await put(edit, 'Thing', glb)
    await put(edit, 'Copy', glb)
    expect(facts(await ue1Mesh(edit))).toEqual(before)
    expect(facts(await ue1Mesh(edit, 'Copy'))).toEqual(before)
  })

  it('keeps its placement while changed points are within its range, else gets one that fits', async () => {
    const edit = await rich()
    const moved = (bytes: Uint8Array, by: number) => {
      // The first position in the file: X of the first vertex.
      const view = new DataView(bytes.slice().buffer)
      const binary = 20 + view.getUint32(12, true) + 8
      view.setFloat32(binary, view.getFloat32(binary, true) + by, true)
      return new Uint8Array(view.buffer)
    }
    const glb = await extracted(edit)
    const { notes } = await put(edit, 'Near', moved(glb, 0.1))
    expect(notes).not.toContainEqual(expect.stringMatching(/packed/))
    const near = await ue1Mesh(edit, 'Near')
    expect([...near.origin]).toEqual([10, -20, 30])
    const far = await put(edit, 'Far', moved(glb, 20))
    expect(far.notes).toContainEqual(expect.stringMatching(/packed into 11, 11 and 10 bits: they do not fit/))
    const { mesh } = await read(edit, 'Far')
    // 20 metres are 1,050 units. The mesh is placed without a rotation now.
    expect(mesh.placement.rotation).toEqual([0, 0, 0])
    expect(mesh.placement.scale[0] * 2046).toBeGreaterThan(1000)
  })

  it('is moved, scaled and rotated as a whole by options', async () => {
    const edit = await rich('Mesh')
    const glb = await extracted(edit)
    const placed = async (mesh: ImportFileOptions['mesh'], path: string) => {
      await put(edit, path, glb, { mesh })
      const { object, mesh: made } = await read(edit, path)
      if (!(object instanceof ue1.Mesh)) throw new Error('not a mesh')
      const { bytes } = glbOf(made, { name: path, unit: 1 })
      const { lods } = (await (await import('@ukit/import')).readGltf(bytes)).mesh
      return { points: [...(lods[0]?.positions.subarray(0, 15) ?? [])], object }
    }
    const plain = await placed({}, 'Plain')
    // Scaling by a whole keeps every packed number.
    const double = await placed({ scale: [2, 2, 2], origin: [1, 2, 3] }, 'Double')
    expect(double.object.verts).toEqual(plain.object.verts)
    for (const [i, value] of double.points.entries())
      expect(value).toBeCloseTo(2 * ((plain.points[i] ?? 0) - (i % 3) - 1), 3)
    // Half a turn: X and Y are negated. With a scale for each axis, the points themselves are moved.
    const turned = await placed({ scale: [1, 2, 1], rotation: [0, 32_768, 0] }, 'Turned')
    // The scale no longer mirrors, so corners have another order.
    for (const [axis, factor] of [-1, -2, 1].entries()) {
      const along = (points: number[], by: number) =>
        points
          .filter((_, i) => i % 3 === axis)
          .map((value) => value * by)
          .sort((a, b) => a - b)
      const expected = along(plain.points, factor)
      for (const [i, value] of along(turned.points, 1).entries())
        expect(Math.abs(value - (expected[i] ?? 0))).toBeLessThan(0.2)
    }
  })

  it('as one of its sequences is refused: the others would be lost', async () => {
    const edit = await rich()
    const { mesh } = await read(edit)
    const { frames } = mesh
    if (frames?.stored === undefined) throw new Error('no frames')
    const part = { ...mesh, frames: { ...frames, count: 2, sequences: [], stored: { ...frames.stored, part: 'Fall' } } }
    const { bytes } = glbOf(part, { name: 'Thing', unit: 1 })
    await expect(put(edit, 'Thing', bytes)).rejects.toThrow(/only the sequence Fall .* without --frames sequence/)
    expect((await put(edit, 'Fall', bytes)).className).toBe('LodMesh')
    // Also if it has all frames, since the other sequences would be lost.
    const whole = { ...mesh, frames: { ...frames, stored: { ...frames.stored, part: 'Walk' } } }
    const all = glbOf(whole, { name: 'Thing', unit: 1 }).bytes
    await expect(put(edit, 'Thing', all)).rejects.toThrow(/only the sequence Walk of the mesh/)
  })
})

/**
 * The mesh of `rich` as Blender 3.4 writes it after opening the extracted file: Y up and metres, a primitive
 * for each material with its own vertices, targets named as before, weights sampled at 24 pictures per
 * second, and nothing of `extras`.
 */
async function fromBlender(
  edit: PackageEdit,
  play: readonly { name: string; rate: number; first: number; count: number }[],
) {
  const { mesh } = await read(edit)
  const { readGltf } = await import('@ukit/import')
  const placed = (await readGltf(glbOf(mesh, { name: 'Thing', unit: 1 }).bytes)).mesh
  const [lod] = placed.lods
  const { frames } = placed
  if (lod === undefined || frames === undefined) throw new Error('no frames')
  const unit = 0.01905
  const file = new GltfBytes()
  const at = (frame: number, vertex: number) => {
    const [x = 0, y = 0, z = 0] = framePositions(frames, frame).subarray(3 * (lod.points[vertex] ?? 0))
    return [x * unit, z * unit, y * unit].map(Math.fround)
  }
  const primitives = lod.sections.map(({ slot, first, count }) => {
    const own = [...lod.indices.subarray(first, first + count)]
    const delta = (frame: number) =>
      own.flatMap((vertex) => at(frame, vertex).map((value, axis) => Math.fround(value - (at(0, vertex)[axis] ?? 0))))
    return {
      attributes: {
        POSITION: file.floats(
          'VEC3',
          own.flatMap((vertex) => at(0, vertex)),
        ),
        TEXCOORD_0: file.floats(
          'VEC2',
          own.flatMap((vertex) => [...(lod.uvs[0]?.subarray(2 * vertex, 2 * vertex + 2) ?? [])]),
        ),
      },
      // Mirrored axes turn triangles inside out.
      indices: file.indices(own.map((_, i) => [i, i + 1, i - 1][i % 3] ?? 0)),
      material: slot,
      targets: Array.from({ length: frames.count - 1 }, (_, i) => ({ POSITION: file.floats('VEC3', delta(i + 1)) })),
    }
  })
  const targets = frames.count - 1
  const animations = play.map(({ name, rate, first, count }) => {
    const keys = Math.floor((count / rate) * 24) + 1
    const weights = Array.from({ length: keys }, (_, key) => {
      const place = Math.min((key / 24) * rate, count)
      const [from, part] = [Math.floor(place), place % 1]
      const own = new Array<number>(targets + 1).fill(0)
      own[first + (from % count)] = 1 - part
      if (part > 0) own[first + ((from + 1) % count)] = part
      return own.slice(1)
    })
    return {
      name,
      channels: [{ sampler: 0, target: { node: 0, path: 'weights' } }],
      samplers: [
        {
          input: file.floats(
            'SCALAR',
            weights.map((_, key) => key / 24),
          ),
          output: file.floats('SCALAR', weights.flat()),
          interpolation: 'LINEAR',
        },
      ],
    }
  })
  return file.file({
    nodes: [{ mesh: 0, name: 'Thing' }],
    meshes: [
      {
        name: 'Thing',
        primitives,
        extras: { targetNames: Array.from({ length: targets }, (_, i) => `frame${i + 1}`) },
      },
    ],
    materials: [{ name: 'Fur' }, { name: 'Fur.001', doubleSided: true }, { name: 'Eye', alphaMode: 'MASK' }],
    animations,
  })
}

/**
 * Triangles with everything that is drawn, in any order and from any corner: points of all frames, UV,
 * flags.
 */
function drawn({ lods, frames, materials }: Awaited<ReturnType<typeof meshOf>>): string[] {
  const [lod] = lods
  if (lod === undefined || frames === undefined) throw new Error('no frames')
  const all = Array.from({ length: frames.count }, (_, frame) => framePositions(frames, frame))
  return lod.sections
    .flatMap(({ slot, first, count }) =>
      Array.from({ length: count / 3 }, (_, i) => {
        const corners = [0, 1, 2].map((k) => {
          const vertex = lod.indices[first + 3 * i + k] ?? 0
          const point = lod.points[vertex] ?? 0
          const uv = [...(lod.uvs[0]?.subarray(2 * vertex, 2 * vertex + 2) ?? [])].map((value) =>
            Math.round(value * 255),
          )
          return `${uv} ${all.map((frame) => [...frame.subarray(3 * point, 3 * point + 3)].map(Math.round)).join(' ')}`
        })
        const turns = corners.map((_, k) => [...corners.slice(k), ...corners.slice(0, k)].join('; '))
        return `${materials[slot]?.polyFlags} ${materials[slot]?.texture}: ${turns.sort()[0]}`
      }),
    )
    .sort()
}

describe('a file that Blender wrote of an extracted mesh', () => {
  const play = SEQUENCES.map(({ name, first, count, ...rest }) => ({
    name,
    first,
    count,
    rate: 'rate' in rest ? rest.rate || 30 : 30,
  }))

  it('has the same frames, triangles, sequences and rates, although it was sampled at another rate', async () => {
    const edit = await rich()
    const before = await read(edit)
    const expected = facts(await ue1Mesh(edit))
    const { notes } = await put(edit, 'Thing', await fromBlender(edit, play))
    expect(notes).toEqual([])
    const after = await read(edit)
    expect(drawn(after.mesh)).toEqual(drawn(before.mesh))
    expect(after.mesh.placement).toEqual(before.mesh.placement)
    // Groups, notifies, textures and the weapon triangle are those of the mesh that is replaced.
    const { sequences, textures } = facts(await ue1Mesh(edit))
    expect([sequences, textures]).toEqual([expected.sequences, expected.textures])
    const mesh = await ue1Mesh(edit)
    expect(mesh instanceof ue1.LodMesh && mesh.specialVerts).toBe(3)
    // Two points that were always in one place are one now.
    expect(mesh.frameVerts).toBe(REST.length - 1)
  })

  it('becomes a new mesh of the same size, with flags by what its materials look like', async () => {
    const bytes = await fromBlender(
      await rich(),
      play.slice(1).map((one) => ({ ...one, name: `${one.name}_Thing` })),
    )
    const edit = await newPackage()
    const { className, notes } = await put(edit, 'Thing', bytes)
    expect([className, notes.filter((note) => /skin|Walk|Fall/.test(note))]).toEqual([
      'LodMesh',
      [
        'texture 0 is not set: there is no Fur in this package; --skin 0=OBJECT sets it',
        'texture 1 is not set: there is no Fur.001 in this package; --skin 1=OBJECT sets it',
        'texture 2 is not set: there is no Eye in this package; --skin 2=OBJECT sets it',
      ],
    ])
    const mesh = await ue1Mesh(edit)
    expect(facts(mesh).sequences.map((one) => one.slice(0, 5).join(' '))).toEqual([
      'All None 0 4 30',
      'Walk None 0 4 8',
      'Fall None 1 2 15',
      'Still None 2 1 30',
    ])
    const { mesh: shown } = await read(edit)
    expect(shown.materials.map(({ polyFlags }) => polyFlags)).toEqual([0, 0x100, 0x102])
    // Both are shown alike, up to the size of a step.
    const sizes = ({ mesh: { frames, placement } }: Awaited<ReturnType<typeof read>>) => {
      const points = frames === undefined ? new Float32Array(0) : framePositions(frames, 0)
      const along = [0, 1, 2].map((axis) => points.filter((_, i) => i % 3 === axis))
      return along.map(
        (values, axis) => (Math.max(...values) - Math.min(...values)) * Math.abs(placement.scale[axis] ?? 0),
      )
    }
    const before = await read(await rich())
    // 800 · 0.1 along X and Y and 400 · 0.2 along Z, with a quarter turn between X and Y and a small roll.
    expect(sizes(before).map(Math.round)).toEqual([80, 80, 80])
    for (const size of sizes(await read(edit))) expect(Math.abs(size - 80)).toBeLessThan(6)
  })
})

/** A square in the plane Y = 0, whose corners the targets lift. */
function lifted(
  change: (file: GltfBytes) => { animations?: object[]; nodes?: object[]; names?: string[]; uvs?: readonly number[] },
  heights: readonly (readonly [number, number, number, number])[] = [
    [2, 0, 0, 0],
    [0, 4, 4, 0],
  ],
): Uint8Array {
  const file = new GltfBytes()
  const { animations = [], nodes = [{ mesh: 0, name: 'Floor' }], names, uvs = [0, 0, 1, 0, 0, 1, 1, 1] } = change(file)
  const targets = heights.map((own) => ({
    POSITION: file.sparse(4, Object.fromEntries(own.flatMap((y, i) => (y === 0 ? [] : [[i, [0, y, 0] as const]])))),
  }))
  const attributes = {
    POSITION: file.floats('VEC3', [0, 0, 0, 8, 0, 0, 0, 0, 8, 8, 0, 8]),
    TEXCOORD_0: file.floats('VEC2', uvs),
  }
  const primitive = {
    attributes,
    indices: file.indices([0, 2, 1, 1, 2, 3]),
    ...(heights.length > 0 ? { targets } : {}),
  }
  return file.file({
    nodes,
    meshes: [{ primitives: [primitive], ...(names === undefined ? {} : { extras: { targetNames: names } }) }],
    ...(animations.length === 0 ? {} : { animations }),
  })
}

function animation(
  file: GltfBytes,
  name: string,
  times: readonly number[],
  weights: readonly number[],
  { node = 0, interpolation = 'LINEAR' } = {},
) {
  return {
    name,
    channels: [{ sampler: 0, target: { node, path: 'weights' } }],
    samplers: [{ input: file.floats('SCALAR', times), output: file.floats('SCALAR', weights), interpolation }],
  }
}

/** Heights of the corners in each frame, as they are shown. */
async function heights(edit: PackageEdit): Promise<number[][]> {
  const { mesh } = await read(edit)
  const { frames, lods, placement } = mesh
  const order = [0, 1, 2, 3].map((i) => lods[0]?.points[i] ?? 0)
  return Array.from({ length: frames?.count ?? 0 }, (_, frame) =>
    order.map((point) => {
      const z = frames?.positions[3 * (frame * frames.pointCount + point) + 2] ?? 0
      return Math.round((z - placement.origin[2]) * placement.scale[2] * 10) / 10
    }),
  )
}

const PLAIN_UNIT = { model: { unit: 1 } }

describe('shape keys of another program', () => {
  it('become frames at the rate of their keys, with blends in between, and close their loops', async () => {
    const edit = await newPackage()
    const bytes = lifted((file) => ({
      animations: [
        animation(file, 'Rise', [0, 1 / 24, 2 / 24, 3 / 24], [0, 0, 0.5, 0, 0.25, 0.75, 1, 0]),
        // The last key is the first: the engine returns to it by itself.
        animation(file, 'Loop.001', [1, 1.05, 1.1, 1.15], [0, 0, 1, 0, 0, 1, 0, 0]),
        animation(file, 'Steps', [0, 0.1, 0.2], [0, 0, 0, 1, 1, 0], { interpolation: 'STEP' }),
        // Keys far apart are sampled at 30 frames per second.
        animation(file, 'Slow', [0, 0.1], [0, 0, 0, 1]),
      ],
    }))
    const { notes } = await put(edit, 'Thing', bytes, PLAIN_UNIT)
    expect(notes).toContain('the sequence Loop.001 is called Loop_001: scripts cannot name the other')
    expect(facts(await ue1Mesh(edit)).sequences.map((one) => one.slice(0, 5).join(' '))).toEqual([
      'All None 0 15 30',
      'Rise None 1 4 24',
      'Loop_001 None 5 3 20',
      'Steps None 8 3 10',
      'Slow None 11 4 30',
    ])
    expect(await heights(edit)).toEqual([
      [0, 0, 0, 0],
      ...[
        [0, 0, 0, 0],
        [1, 0, 0, 0],
        [0.5, 3, 3, 0],
        [2, 0, 0, 0],
      ],
      ...[
        [0, 0, 0, 0],
        [2, 0, 0, 0],
        [0, 4, 4, 0],
      ],
      ...[
        [0, 0, 0, 0],
        [0, 4, 4, 0],
        [2, 0, 0, 0],
      ],
      ...[
        [0, 0, 0, 0],
        [0, 1.3, 1.3, 0],
        [0, 2.7, 2.7, 0],
        [0, 4, 4, 0],
      ],
    ])
  })

  it('named as frames keep their frames, and only what does not show them in order is sampled', async () => {
    const edit = await newPackage()
    const bytes = lifted((file) => ({
      names: ['frame1', 'frame2'],
      animations: [
        animation(file, 'Run', [0, 0.1, 0.2, 0.3], [0, 0, 1, 0, 0, 1, 0, 0]),
        animation(file, 'Back', [0, 0.05, 0.1], [0, 1, 1, 0, 0.5, 0.5]),
      ],
    }))
    await put(edit, 'Thing', bytes, PLAIN_UNIT)
    expect(facts(await ue1Mesh(edit)).sequences.map((one) => one.slice(0, 5).join(' '))).toEqual([
      'All None 0 6 30',
      'Run None 0 3 10',
      'Back None 3 3 20',
    ])
    expect((await heights(edit)).slice(0, 3)).toEqual([
      [0, 0, 0, 0],
      [2, 0, 0, 0],
      [0, 4, 4, 0],
    ])
  })

  it('below a node that is scaled and moved are where the scene shows them', async () => {
    const edit = await newPackage()
    const nodes = [
      { children: [1], translation: [0, 10, 0] },
      { mesh: 0, name: 'Floor', scale: [1, 3, 1] },
    ]
    const names = ['frame1', 'frame2']
    await put(
      edit,
      'Thing',
      lifted(() => ({ nodes, names })),
      PLAIN_UNIT,
    )
    expect(await heights(edit)).toEqual([
      [10, 10, 10, 10],
      [16, 10, 10, 10],
      [10, 22, 22, 10],
    ])
  })

  it('take sequences, notifies, skins and the unit from options', async () => {
    const edit = await newPackage()
    addObject(edit, 'Paint', 'Engine.Texture', edit.reader.emptyObject('Texture') ?? new Uint8Array(0))
    const sequences = [{ name: 'Lift', first: 0, count: 2, rate: 12, group: 'Doors' }]
    const notifies = [{ sequence: 'Lift', time: 0.25, function: 'Creak' }]
    const options = { model: { unit: 2 }, mesh: { sequences, notifies, materials: { 0: 'Paint' } } }
    await put(
      edit,
      'Thing',
      lifted(() => ({ names: ['frame1', 'frame2'] })),
      options,
    )
    const { sequences: made, textures } = facts(await ue1Mesh(edit))
    expect([made, textures]).toEqual([[['Lift', 'Doors', 0, 2, 12, ['0.25 Creak']]], ["Texture'Paint'"]])
    expect((await heights(edit))[1]).toEqual([1, 0, 0, 0])
  })

  it('tell about animations of other things, and coordinates that the engine cannot repeat', async () => {
    const edit = await newPackage()
    const bytes = lifted((file) => ({
      nodes: [{ mesh: 0, name: 'Floor', children: [1] }, { name: 'Lamp' }],
      uvs: [2, 0, 3, 0, 2, 1, 3.5, 1],
      animations: [
        {
          name: 'Swing',
          channels: [{ sampler: 0, target: { node: 1, path: 'translation' } }],
          samplers: [{ input: file.floats('SCALAR', [0]), output: file.floats('VEC3', [0, 0, 0]) }],
        },
      ],
    }))
    const { notes } = await put(edit, 'Thing', bytes, PLAIN_UNIT)
    expect(notes).toEqual(
      expect.arrayContaining([
        "the animation Swing has no weights of the mesh's morph targets: it is left out",
        expect.stringMatching(/^1 triangle has texture coordinates across an edge of the texture/),
      ]),
    )
    // The first triangle is on a repetition of the texture as a whole, and moves to the texture itself.
    const triangles = vertexFilesOf(await ue1Mesh(edit)).data
    expect([...triangles.subarray(56, 62)].sort()).toEqual([0, 0, 0, 0, 255, 255].sort())
  })
})

describe('other files', () => {
  it('without morph targets become a mesh of one frame, OBJ files too', async () => {
    const edit = await newPackage()
    const still = await put(
      edit,
      'Thing',
      lifted(() => ({}), []),
      PLAIN_UNIT,
    )
    expect(still).toMatchObject({ className: 'LodMesh' })
    expect(still.notes).toContain('the file has no morph targets: the mesh has one frame')
    expect(await heights(edit)).toEqual([[0, 0, 0, 0]])
    expect((await ue1Mesh(edit)).frameVerts).toBe(4)
    const text = new TextEncoder().encode('v 0 0 0\nv 4 0 0\nv 0 0 4\nv 4 0 4\nf 1 2 3\nf 2 4 3\n')
    expect(await put(edit, 'Obj', text, {}, 'a.obj')).toMatchObject({ className: 'LodMesh' })
    expect((await ue1Mesh(edit, 'Obj')).frameVerts).toBe(4)
  })

  it('with bones are refused for a mesh that moves by frames', async () => {
    const edit = await rich()
    const { revision } = edit
    const { bytes } = glbOf(BONES, { name: 'Thing', unit: 1 })
    await expect(put(edit, 'Thing', bytes)).rejects.toThrow(/morph targets, or not at all, found bones: import it as/)
    expect(edit.revision).toBe(revision)
  })

  it('with too much, or with targets of other lengths, are refused, and leave the document as it was', async () => {
    const edit = await newPackage()
    const { revision } = edit
    const count = 66_000
    const many = new GltfBytes()
    const points = Array.from({ length: 3 * count }, (_, i) => i)
    const attributes = { POSITION: many.floats('VEC3', points) }
    const large = many.file({ nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes }] }] })
    await expect(put(edit, 'Thing', large)).rejects.toThrow(/at most 65535 points, found 66000/)
    const short = new GltfBytes()
    const primitive = {
      attributes: { POSITION: short.floats('VEC3', [0, 0, 0, 1, 0, 0, 0, 1, 0]) },
      targets: [{ POSITION: short.floats('VEC3', [0, 0, 1]) }],
    }
    const wrong = short.file({ nodes: [{ mesh: 0 }], meshes: [{ primitives: [primitive] }] })
    await expect(put(edit, 'Thing', wrong)).rejects.toThrow(
      /meshes\[0\].primitives\[0\].targets\[0\].POSITION: expected 3 elements, one for each position, found 1/,
    )
    const bomb = new GltfBytes()
    const shared = bomb.floats('VEC3', new Array<number>(30_000).fill(1))
    const targets = Array.from({ length: 3000 }, () => ({ POSITION: shared }))
    const targetNames = targets.map((_, i) => `frame${i + 1}`)
    const primitives = [{ attributes: { POSITION: bomb.floats('VEC3', points.slice(0, 30_000)) }, targets }]
    const all = bomb.file({ nodes: [{ mesh: 0 }], meshes: [{ primitives, extras: { targetNames } }] })
    await expect(put(edit, 'Thing', all)).rejects.toThrow(/points in all frames together, found 3001 times 10000/)
    expect(edit.revision).toBe(revision)
  })
})

describe('VertMesh of UE2', () => {
  it('comes back as it was, and is what a file with morph targets becomes', async () => {
    const edit = await newPackage('UE2')
    const { className } = await put(
      edit,
      'Thing',
      lifted(() => ({ names: ['frame1', 'frame2'], uvs: [0.1, 0, 2, 0, 0, -1, 1, 1] })),
    )
    expect(className).toBe('VertMesh')
    await importMesh(edit, 'Thing', (await rebuilt(edit)).model, {
      sequences: [{ name: 'Lift', first: 0, count: 3, rate: 12, group: 'Doors, Gates' }],
      ...PLACE,
    })
    const state = async () => {
      const { object } = await read(edit)
      if (!(object instanceof ue2.VertMesh)) throw new Error('not a VertMesh')
      const { vertices, faces, wedges, materials, scale, origin, rotationOrigin, normals, numFrames } = object
      const sequences = object.sequences.map(({ name, groups, rate }) => `${name} ${groups} ${rate}`)
      return { vertices, faces, wedges, materials, scale, origin, rotationOrigin, normals, numFrames, sequences }
    }
    const before = await state()
    expect(before.sequences).toEqual(['Lift Doors,Gates 12'])
    // Coordinates are floats, which may repeat a texture.
    const view = new DataView(before.wedges.buffer, before.wedges.byteOffset)
    const us = Array.from({ length: before.wedges.length / 10 }, (_, i) => view.getFloat32(10 * i + 2, true))
    expect(us.map((value) => Math.round(value * 10)).sort()).toEqual([0, 1, 10, 20].sort())
    await put(edit, 'Thing', await extracted(edit))
    expect(await state()).toEqual(before)
  })
})

/** The stored VertMesh as a model. */
async function rebuilt(edit: PackageEdit): Promise<{ model: VertexModel }> {
  const { object } = await read(edit)
  if (!(object instanceof ue2.VertMesh)) throw new Error('not a VertMesh')
  const { wedges, faces, vertices, frameVertices, numFrames } = object
  const view = new DataView(wedges.buffer, wedges.byteOffset)
  const corner = (i: number) => 10 * (faces[i] ?? 0)
  const triangles = Array.from({ length: faces.length / 4 }, (_, i) => {
    const at = [0, 1, 2].map((k) => corner(4 * i + k))
    const [a = 0, b = 0, c = 0] = at.map((offset) => view.getUint16(offset, true))
    const [au = 0, av = 0, bu = 0, bv = 0, cu = 0, cv = 0] = at.flatMap((offset) => [
      view.getFloat32(offset + 2, true) * 255,
      view.getFloat32(offset + 6, true) * 255,
    ])
    return {
      points: [a, b, c] as const,
      uv: [au, av, bu, bv, cu, cv] as const,
      polyFlags: 0,
      texture: 0,
      isWeapon: false,
    }
  })
  const points = Int32Array.from(vertices)
  return {
    model: {
      pointWords: 1,
      pointCount: frameVertices,
      frameCount: numFrames,
      points,
      triangles,
      sequences: [],
      notes: [],
    },
  }
}

describeCorpus('vertex meshes of the real packages', () => {
  it('are the same after extract and import', async () => {
    let count = 0
    for (const { path } of [...PACKAGES, ...CODE].filter(({ version }) => version !== undefined && version < 180)) {
      const pkg = await openCorpus(path, { permissive: true }).catch(() => undefined)
      const found = pkg?.exports.filter(({ className }) => /^(?:Lod|Vert)?Mesh$/.test(className)) ?? []
      if (pkg === undefined || found.length === 0) continue
      const reader = await ObjectReader.open(pkg)
      const edit = await PackageEdit.open(pkg)
      const before = new Map<string, Awaited<ReturnType<typeof meshOf>>>()
      for (const one of found) {
        const mesh = await meshOf(reader, one)
        before.set(one.path, mesh)
        const { engine } = pkg.context
        const { bytes } = glbOf(mesh, { name: one.name, unit: UNITS[engine], extras: { engine, object: one.path } })
        await put(edit, `${one.className}'${one.path}'`, bytes)
      }
      const made = await buildPackage(edit)
      const again = await ObjectReader.open(made)
      for (const [own, mesh] of before) {
        const after = await meshOf(
          again,
          made.exports.find((one) => one.path === own && /Mesh$/.test(one.className)) ?? fail(own),
        )
        expect(drawn(after), `${path} ${own}`).toEqual(drawn(mesh))
        expect([after.placement, after.frames?.sequences, after.frames?.stored, after.frames?.pointCount]).toEqual([
          mesh.placement,
          mesh.frames?.sequences,
          mesh.frames?.stored,
          mesh.frames?.pointCount,
        ])
        count++
      }
    }
    expect(count).toBeGreaterThan(10)
  })
})

function fail(path: string): never {
  throw new Error(`there is no ${path}`)
}
