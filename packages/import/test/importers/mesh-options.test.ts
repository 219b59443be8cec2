import { ObjectReader } from '@ukit/core'
import { addObject, buildPackage, createPackage, type PackageEdit } from '@ukit/edit'
import {
  importAnimation,
  importFile,
  importMesh,
  importSkeletalMesh,
  importStaticMesh,
  readObj,
  readPsa,
} from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { animationOf, type Mesh, meshOf } from '@ukit/media'
import { ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { guidOf } from '../../../../testing/made-package.js'
import { BONES, PLAIN } from '../../../media/test/gltf/meshes.js'
import { psaBytes } from './psk-bytes.js'

const TARGETS = { UE1: { version: 69 }, UE2: { version: 129 }, UE3: { version: 868 } } as const
type Target = keyof typeof TARGETS

const newPackage = (target: Target) => createPackage({ name: 'Made', guid: guidOf('Made'), ...TARGETS[target] })

/** An object of the class that meshes of the engine use as material. */
function addPaint(edit: PackageEdit, target: Target, name: string): void {
  const className = { UE1: 'Texture', UE2: 'Shader', UE3: 'MaterialInstanceConstant' }[target]
  addObject(edit, name, `Engine.${className}`, edit.reader.emptyObject(className) ?? new Uint8Array(0))
}

/** An object of the package once it is saved, in which `verify` finds no problems. */
async function readBack(edit: PackageEdit, path: string) {
  const pkg = await buildPackage(edit)
  expect((await verifyPackage(pkg)).problems).toEqual([])
  const reader = await ObjectReader.open(pkg)
  const entry = pkg.exports.find((one) => one.path === path)
  if (entry === undefined) throw new Error(`no ${path}`)
  const read = await reader.read(entry)
  return { reader, read, object: read.object }
}

async function meshAt(edit: PackageEdit, path: string): Promise<Mesh> {
  const { reader, read } = await readBack(edit, path)
  return meshOf(reader, read)
}

/** Four packed points as a tetrahedron, two frames. */
const FRAMES = {
  pointWords: 1,
  pointCount: 4,
  frameCount: 2,
  points: Int32Array.of(0, 100, 100 << 11, 100 << 22, 0, 90, 90 << 11, 90 << 22),
  triangles: (
    [
      [0, 2, 1],
      [0, 1, 3],
      [0, 3, 2],
      [1, 2, 3],
    ] as const
  ).map((points, i) => ({
    points,
    uv: [0, 0, 9, 0, 0, 9] as const,
    polyFlags: 0,
    texture: i === 3 ? 1 : 0,
    isWeapon: false,
  })),
  sequences: [],
  notes: [],
} as const

describe('skins', () => {
  it.each(['UE1', 'UE2', 'UE3'] as const)('of a skeletal mesh of %s are chosen by slot or name', async (target) => {
    const edit = await newPackage(target)
    for (const name of ['Fur', 'Eye']) addPaint(edit, target, name)
    await importSkeletalMesh(edit, 'Cat', BONES, { materials: { 0: 'Fur', bark: 'Eye' } })
    expect((await meshAt(edit, 'Cat')).materials.map(({ path }) => path)).toEqual(['Made.Fur', 'Made.Eye'])
    // If a mesh is replaced, only the chosen slots change.
    await importSkeletalMesh(edit, 'Cat', BONES, { materials: { 0: 'Eye' } })
    expect((await meshAt(edit, 'Cat')).materials.map(({ path }) => path)).toEqual(['Made.Eye', 'Made.Eye'])
    await importSkeletalMesh(edit, 'Cat', BONES, { materials: { 1: null } })
    expect((await meshAt(edit, 'Cat')).materials.map(({ path }) => path)).toEqual(['Made.Eye', undefined])
  })

  it('may be objects of other packages, which are imported', async () => {
    const edit = await newPackage('UE2')
    await importSkeletalMesh(edit, 'Cat', BONES, { materials: { 0: "Shader'Pets.Fur'" } })
    expect(edit.imports.map(({ path }) => path)).toContain('Pets.Fur')
    expect((await meshAt(edit, 'Cat')).materials[0]?.path).toBe('Pets.Fur')
  })

  it.each(['UE1', 'UE2'] as const)('of a mesh of frames of %s are chosen by number', async (target) => {
    const edit = await newPackage(target)
    addPaint(edit, target, 'Fur')
    await importMesh(edit, 'Cat', FRAMES, { materials: { 1: 'Fur' } })
    const slots = (await meshAt(edit, 'Cat')).materials
    expect(slots.find(({ texture }) => texture === 1)?.path).toBe('Made.Fur')
    expect(slots.find(({ texture }) => texture === 0)?.path).toBeUndefined()
  })

  it('of slots that a mesh does not have are refused, and so are objects that do not exist', async () => {
    const edit = await newPackage('UE2')
    const count = edit.exports.length
    const meshes = [
      (materials: Record<string, string>) => importSkeletalMesh(edit, 'Cat', BONES, { materials }),
      (materials: Record<string, string>) => importStaticMesh(edit, 'Cat', PLAIN, { materials }),
      (materials: Record<string, string>) => importMesh(edit, 'Cat', FRAMES, { materials }),
    ]
    for (const make of meshes) {
      await expect(make({ 7: 'Fur' })).rejects.toThrow('there is no material slot 7: expected one of 0')
      await expect(make({ 0: 'Fur' })).rejects.toThrow('expected a material of this package')
    }
    expect(edit.exports.length).toBe(count)
  })
})

describe('the placement of a mesh', () => {
  it('is applied to the vertices of a static mesh: moved, scaled, then rotated', async () => {
    const edit = await newPackage('UE2')
    const placement = { origin: [100, 0, 0], scale: [1, 2, 1], rotation: [0, 16_384, 0] } as const
    await importStaticMesh(edit, 'Box', PLAIN, { placement })
    const [lod] = (await meshAt(edit, 'Box')).lods
    // A quarter turn of yaw takes X to Y and Y to −X.
    const expected = [0, -100, 0, 0, 0, 0, -200, -100, 0, 0, -100, 100]
    for (const [i, value] of (lod?.positions ?? []).entries()) expect(value).toBeCloseTo(expected[i] ?? 0, 3)
  })

  it('reverses triangles if it mirrors, so that they still face outward', async () => {
    const edit = await newPackage('UE2')
    await importStaticMesh(edit, 'Box', PLAIN, { placement: { scale: [-1, 1, 1] } })
    const [lod] = (await meshAt(edit, 'Box')).lods
    const { positions = new Float32Array(0), indices = new Uint32Array(0) } = lod ?? {}
    const corner = (i: number) => positions.subarray(3 * (indices[i] ?? 0), 3 * (indices[i] ?? 0) + 3)
    let volume = 0
    for (let i = 0; i < indices.length; i += 3) {
      const [[ax = 0, ay = 0, az = 0], [bx = 0, by = 0, bz = 0], [cx = 0, cy = 0, cz = 0]] = [
        corner(i),
        corner(i + 1),
        corner(i + 2),
      ]
      volume += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
    }
    expect(volume / 6).toBeCloseTo(100 ** 3 / 6, 0)
    expect(Math.min(...positions)).toBe(-100)
  })

  it.each(['UE1', 'UE2'] as const)('of a skeletal mesh of %s keeps what is not specified', async (target) => {
    const edit = await newPackage(target)
    await importSkeletalMesh(edit, 'Cat', BONES, { placement: { origin: [1, 2, 3], rotation: [0, 16_384, 0] } })
    await importSkeletalMesh(edit, 'Cat', BONES, { placement: { scale: [2, 2, 2] } })
    const { placement } = await meshAt(edit, 'Cat')
    expect(placement).toEqual({ origin: [1, 2, 3], scale: [2, 2, 2], rotation: [0, 16_384, 0] })
  })

  it('has Z up for an OBJ file if that is specified', () => {
    const text = 'v 1 2 3\nv 4 2 3\nv 1 5 3\nf 1 2 3\n'
    expect([...(readObj(text, 1, 'z').lods[0]?.positions ?? [])].slice(0, 3)).toEqual([1, -2, 3])
    expect([...(readObj(text, 0.5).lods[0]?.positions ?? [])].slice(0, 3)).toEqual([2, 6, 4])
  })
})

describe('the box around a static mesh', () => {
  it('is a collision hull of six planes in UE3', async () => {
    const edit = await newPackage('UE3')
    const { objects } = await importStaticMesh(edit, 'Box', PLAIN, { collision: 'box' })
    const body = objects.find((path) => path !== 'Box') ?? ''
    const { object } = await readBack(edit, body)
    if (!(object instanceof ue3.RBBodySetup)) throw new Error('no body')
    const { collision } = await meshAt(edit, 'Box')
    const { positions = new Float32Array(0) } = collision ?? {}
    expect([Math.min(...positions), Math.max(...positions)]).toEqual([0, 100])
    expect(
      new Set(Array.from({ length: positions.length / 3 }, (_, i) => positions.slice(3 * i, 3 * i + 3).join())).size,
    ).toBe(8)
  })
})

describe('levels of detail of a skeletal mesh', () => {
  /** A flat sheet of 8 × 8 squares between two bones. */
  const SHEET: Mesh = (() => {
    const side = 9
    const at = (i: number) => [i % side, Math.floor(i / side)] as const
    const count = side * side
    const grid = Array.from({ length: count }, (_, i) => at(i))
    const squares = Array.from({ length: 64 }, (_, i) => (i % 8) + Math.floor(i / 8) * side)
    const indices = squares.flatMap((a) => [a, a + 1, a + side, a + 1, a + side + 1, a + side])
    const lod = {
      positions: Float32Array.from(grid.flatMap(([x, y]) => [10 * x, 10 * y, 0])),
      uvs: [Float32Array.from(grid.flatMap(([x, y]) => [x / 8, y / 8]))],
      points: Uint32Array.from(grid.keys()),
      indices: Uint32Array.from(indices),
      sections: [{ slot: 0, first: 0, count: indices.length }],
      skin: {
        width: 4 as const,
        bones: Uint16Array.from(grid.flatMap(() => [0, 1, 0, 0])),
        weights: Float32Array.from(grid.flatMap(() => [0.75, 0.25, 0, 0])),
      },
    }
    return { ...BONES, lods: [lod], materials: [{ polyFlags: 0 }] }
  })()

  it.each(['UE2', 'UE3'] as const)('are made for %s with the bones of their vertices', async (target) => {
    const edit = await newPackage(target)
    await importSkeletalMesh(edit, 'Flag', SHEET, { lods: [0.5] })
    const { lods } = await meshAt(edit, 'Flag')
    expect(lods.length).toBe(2)
    expect(lods[0]?.indices.length).toBe(384)
    expect(lods[1]?.indices.length).toBeLessThan(384 * 0.6)
    const { skin } = lods[1] ?? {}
    expect([...(skin?.weights.subarray(0, 2) ?? [])].map((weight) => weight.toFixed(2))).toEqual(['0.75', '0.25'])
  })

  it('do not exist in UE1, which is reported', async () => {
    const edit = await newPackage('UE1')
    const { notes } = await importSkeletalMesh(edit, 'Flag', SHEET, { lods: [0.5] })
    expect(notes.join()).toContain('no further levels of detail were made')
  })
})

describe('sequences of an animation', () => {
  const WALK = {
    bones: ['Root'],
    sequences: [
      {
        name: 'Walk',
        rate: 10,
        keys: [
          [0, 0, 0, 0, 0, 0, 1],
          [1, 0, 0, 0, 0, 0, 1],
        ],
      },
    ],
  }

  it.each(['UE1', 'UE2'] as const)('have the requested rate, group and notifies in %s', async (target) => {
    const edit = await newPackage(target)
    await importAnimation(edit, 'Moves', readPsa(psaBytes(WALK), { mirror: true }), {
      sequences: [{ name: 'walk', rate: 20, group: 'Moving' }],
      notifies: [{ sequence: 'Walk', time: 0.5, function: 'PlayStep' }],
    })
    const { reader, read } = await readBack(edit, 'Moves')
    const back = await animationOf(reader, read)
    expect(back.sequences[0]).toMatchObject({ name: 'Walk', rate: 20, group: 'Moving', frames: 2 })
    expect(back.sequences[0]?.seconds).toBeCloseTo(0.1, 5)
    expect(back.sequences[0]?.notifies).toEqual([{ time: 0.5, name: 'PlayStep' }])
  })

  it('that the file does not have are refused', async () => {
    const edit = await newPackage('UE1')
    const animation = readPsa(psaBytes(WALK), { mirror: true })
    await expect(importAnimation(edit, 'M', animation, { sequences: [{ name: 'Run' }] })).rejects.toThrow(
      'there is no sequence Run in the file: it has Walk',
    )
    const notifies = [{ sequence: 'Walk', time: 2, function: 'PlayStep' }]
    await expect(importAnimation(edit, 'M', animation, { notifies })).rejects.toThrow('expected a time from 0 to 1')
    expect(edit.find('M')).toBeUndefined()
  })
})

it('a file of a model takes the options of its kind', async () => {
  const edit = await newPackage('UE3')
  addPaint(edit, 'UE3', 'Steel')
  const text = 'usemtl M\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n'
  const source = { name: 'box.obj', bytes: new TextEncoder().encode(text), openFile: async () => undefined }
  await importFile(edit, 'Box', source, {
    model: { unit: 0.01, up: 'z' },
    staticMesh: { materials: { M: 'Steel' }, collision: 'none' },
  })
  const mesh = await meshAt(edit, 'Box')
  expect(Math.max(...(mesh.lods[0]?.positions ?? []))).toBeCloseTo(100, 4)
  expect(mesh.materials.map(({ path }) => path)).toEqual(['Made.Steel'])
  expect(mesh.collision).toBeUndefined()
})
