import { Name } from '@ukit/container'
import { ObjectReader, type ReadObject } from '@ukit/core'
import { framePositions, meshOf, vertexFilesOf } from '@ukit/media'
import { type UnrealObject, ue1, ue2 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { body, packageOf } from './support.js'

/** An object, as if read from a package. */
async function readOf(object: UnrealObject, version = 69): Promise<[ObjectReader, ReadObject]> {
  const pkg = await packageOf({ version }, ['None'], [], [{ objectName: 'Thing', body: body('00') }])
  const read = { export: pkg.exports[0]!, object, rest: new Uint8Array(0), opaqueBytes: 0, error: undefined }
  return [await ObjectReader.open(pkg), read]
}

const name = (text: string) => new Name({ text, index: 1 })

function sequence(text: string, startFrame: number, numFrames: number, rate = 30): ue1.AnimSequence {
  return Object.assign(new ue1.AnimSequence(), { name: name(text), group: name('None'), startFrame, numFrames, rate })
}

/** X, Y, Z in 11, 11 and 10 bits. */
function packed(x: number, y: number, z: number): number {
  return (x & 2047) | ((y & 2047) << 11) | (z << 22)
}

/** Two frames of four points, of which the triangle that is drawn does not use the first two. */
function lodMesh(changes: Partial<ue1.LodMesh> = {}): ue1.LodMesh {
  return Object.assign(new ue1.LodMesh(), {
    verts: Int32Array.of(
      ...[packed(0, 0, 0), packed(-1024, 1023, -512), packed(1, -1, 511), packed(5, 6, 7)],
      ...[packed(0, 0, 0), packed(0, 0, 1), packed(2, 0, 0), packed(0, 2, 0)],
    ),
    frameVerts: 4,
    animFrames: 2,
    modelVerts: 3,
    specialVerts: 1,
    wedges: Uint8Array.of(0, 0, 0, 255, 1, 0, 128, 1, 2, 0, 255, 0),
    faces: Uint16Array.of(0, 1, 2, 1, 2, 1, 0, 0),
    materials: Int32Array.of(0x100, 3, 0x40_0104, 0),
    animSeqs: [sequence('All', 0, 2)],
    scale: Float32Array.of(0.5, 0.5, 1),
    ...changes,
  })
}

it('unpacks the vertices of a LodMesh after the special ones, with a vertex for each corner', async () => {
  const mesh = await meshOf(...(await readOf(lodMesh())))
  const [lod] = mesh.lods
  expect(lod?.points).toEqual(Uint32Array.of(1, 2, 3))
  expect(lod?.positions).toEqual(Float32Array.of(-1024, 1023, -512, 1, -1, 511, 5, 6, 7))
  expect([...(lod?.uvs[0] ?? [])]).toEqual([0, 1, 128 / 255, 1 / 255, 1, 0].map(Math.fround))
  // The importer turns them into bytes by rounding 256 times the number down.
  expect([...(lod?.uvs[0] ?? [])].map((value) => Math.min(255, Math.floor(value * 256)))).toEqual([
    0, 255, 128, 1, 255, 0,
  ])
  expect(lod?.indices).toEqual(Uint32Array.of(0, 1, 2, 2, 1, 0))
  expect(mesh.materials).toEqual([
    { polyFlags: 0x40_0104, texture: 0 },
    { polyFlags: 0x100, texture: 3 },
  ])
  expect(mesh.placement.scale).toEqual([0.5, 0.5, 1])
  const { frames } = mesh
  if (frames === undefined) throw new Error('no frames')
  expect(framePositions(frames, 1).slice(3)).toEqual(Float32Array.of(0, 0, 1, 2, 0, 0, 0, 2, 0))
  expect(() => framePositions(frames, 2)).toThrow('expected a frame from 0 to 1, found 2')
  expect(mesh.notes).toEqual([])
})

it('reads the words of Deus Ex, two for each vertex', async () => {
  const triangle = Object.assign(new ue1.MeshTriangle(), { vertices: Uint16Array.of(0, 1, 2), texture: 1 })
  const verts = Int32Array.of(0x7fff_8000 | 0, 5, 1, 2, (3 << 16) | 0xffff, 0xfffe)
  const object = Object.assign(new ue1.Mesh(), {
    verts,
    vertexWords: 2,
    frameVerts: 3,
    animFrames: 1,
    tris: [triangle],
  })
  const mesh = await meshOf(...(await readOf(object)))
  expect(mesh.lods[0]?.positions).toEqual(Float32Array.of(-32_768, 32_767, 5, 1, 0, 2, -1, 3, -2))
  expect(mesh.frames?.sequences).toEqual([])
})

it('reads VertMesh with its normals', async () => {
  const wedges = new Uint8Array(30)
  const view = new DataView(wedges.buffer)
  for (const [i, [u, v]] of [
    [0.25, 0.5],
    [1.5, -2],
    [0, 1],
  ].entries()) {
    view.setUint16(10 * i, 2 - i, true)
    view.setFloat32(10 * i + 2, u ?? 0, true)
    view.setFloat32(10 * i + 6, v ?? 0, true)
  }
  const up = 512 | (512 << 10) | (1023 << 20)
  const object = Object.assign(new ue2.VertMesh(), {
    vertices: Uint32Array.of(packed(1, 2, 3), packed(-4, 5, -6), packed(7, 8, 9)),
    normals: Uint32Array.of(up, up, 1 | (512 << 10) | (512 << 20)),
    frameVertices: 3,
    numFrames: 1,
    faces: Uint16Array.of(0, 1, 2, 0),
    materials: Int32Array.of(0, 0),
    wedges,
    scale: Float32Array.of(1, 1, 1),
  })
  const mesh = await meshOf(...(await readOf(object, 128)))
  expect(mesh.lods[0]?.positions).toEqual(Float32Array.of(7, 8, 9, -4, 5, -6, 1, 2, 3))
  expect(mesh.lods[0]?.normals).toEqual(Float32Array.of(-1, 0, 0, 0, 0, 1, 0, 0, 1))
  expect([...(mesh.lods[0]?.uvs[0] ?? [])]).toEqual([0.25, 0.5, 1.5, -2, 0, 1])
})

it('ends sequences at the last frame, and gives frames outside all sequences one of their own', async () => {
  const verts = new Int32Array(4 * 6)
  const animSeqs = [sequence('Long', 4, 14), sequence('Beyond', 9, 2), sequence('Mid', 1, 2, 0), sequence('Neg', -1, 2)]
  const mesh = await meshOf(...(await readOf(lodMesh({ verts, animFrames: 6, animSeqs }))))
  expect(mesh.frames?.sequences.map(({ name: text, first, count, rate }) => [text, first, count, rate])).toEqual([
    ['Long', 4, 2, 30],
    ['Mid', 1, 2, 30],
    ['Unnamed_0_0', 0, 1, 30],
    ['Unnamed_3_3', 3, 1, 30],
  ])
  expect(mesh.notes).toEqual([
    'the sequence Long has 2 of its 14 frames: the mesh ends there',
    'the sequence Beyond left out: expected some of 6 frames, found 2 from 9 on',
    'the sequence Mid has the rate 0: written with 30 frames per second',
    'the sequence Neg left out: expected some of 6 frames, found 2 from -1 on',
  ])
})

it('shows where a weapon is held', async () => {
  // A triangle whose first side lies along Y.
  const verts = Int32Array.of(packed(0, 0, 0), packed(0, 10, 0), packed(0, 0, 4), packed(5, 6, 7))
  const object = lodMesh({
    verts,
    animFrames: 1,
    specialVerts: 3,
    modelVerts: 1,
    specialFaces: Uint16Array.of(0, 1, 2, 0),
    wedges: Uint8Array.of(0, 0, 0, 0),
    faces: Uint16Array.of(0, 0, 0, 0),
    animSeqs: [],
  })
  const mesh = await meshOf(...(await readOf(object)))
  expect(mesh.sockets).toMatchObject([{ name: 'WeaponAttach', position: [0, 0, 2] }])
})

it('reports triangles with points that do not exist', async () => {
  const mesh = await meshOf(...(await readOf(lodMesh({ faces: Uint16Array.of(0, 1, 2, 1, 7, 1, 0, 0) }))))
  expect(mesh.lods[0]?.indices).toHaveLength(3)
  expect(mesh.notes).toEqual(['1 triangle left out: expected three of 4 points of a frame for each'])
  const broken = lodMesh({ specialVerts: 9 })
  await expect(meshOf(...(await readOf(broken)))).rejects.toMatchObject({
    reason: 'broken',
    message: 'none of its 2 triangles has three points of a frame',
  })
  await expect(meshOf(...(await readOf(lodMesh({ frameVerts: 0 }))))).rejects.toMatchObject({ reason: 'no-data' })
  await expect(meshOf(...(await readOf(lodMesh({ faces: new Uint16Array(0) }))))).rejects.toMatchObject({
    reason: 'no-data',
    message: 'it has no triangles',
  })
})

it('writes _d.3d and _a.3d as they were imported', () => {
  const { data, animation, note } = vertexFilesOf(lodMesh({ materials: Int32Array.of(0x100, 3, 0x40_0104, 0) }))
  expect([...data.subarray(0, 4)]).toEqual([2, 0, 4, 0])
  // Triangle by triangle: corners, type (1 two-sided, 18 translucent and unlit), colour, U and V, texture,
  // flags.
  expect([...data.subarray(48)]).toEqual([
    ...[1, 0, 2, 0, 3, 0, 18, 0, 0, 255, 128, 1, 255, 0, 0, 0],
    ...[3, 0, 2, 0, 1, 0, 1, 0, 255, 0, 128, 1, 0, 255, 3, 0],
  ])
  expect([...animation.subarray(0, 4)]).toEqual([2, 0, 16, 0])
  expect(new Int32Array(animation.buffer.slice(4))).toEqual(lodMesh().verts)
  expect(note).toBeUndefined()
  expect(vertexFilesOf(lodMesh({ materials: Int32Array.of(0x8000, 0, 0, 0) })).note).toContain('1 triangle has flags')
})
