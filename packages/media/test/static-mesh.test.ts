import { ObjectReader } from '@ukit/core'
import { type CollisionShape, MediaError, type Mesh, meshOf } from '@ukit/media'
import { type UnrealObject, ue2, ue3 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../testing/corpus.js'
import { sampleOf } from '../../../testing/sweep.js'
import { body, packageOf } from './support.js'

/** A mesh needs a package only for the objects that it refers to, and for the byte order. */
async function meshFrom(object: UnrealObject, version = 128): Promise<Mesh> {
  const pkg = await packageOf({ version }, ['None'], [], [{ objectName: 'Thing', body: body('00') }])
  const reader = await ObjectReader.open(pkg)
  return meshOf(reader, { export: pkg.exports[0]!, object, rest: new Uint8Array(), opaqueBytes: 0, error: undefined })
}

/** A right triangle in the plane Z = 0 whose normals point up; it is wound against them, as in UE2. */
function triangle(): ue2.StaticMesh {
  const mesh = new ue2.StaticMesh()
  mesh.vertices.vertices = Float32Array.of(0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1)
  mesh.uvStreams = [1, 0].map((set) =>
    Object.assign(new ue2.UvStream(), { coordinateIndex: set, coordinates: new Float32Array(6).fill(set) }),
  )
  mesh.indices.indices = Uint16Array.of(0, 1, 2)
  mesh.sections = [section(0, 1)]
  return mesh
}

function section(first: number, triangles: number, isStrip = 0): ue2.StaticMeshSection {
  return Object.assign(new ue2.StaticMeshSection(), {
    isStrip,
    numbers: Uint16Array.of(first, 0, 2, triangles, triangles),
  })
}

it('gives outward triangles of UE2, sets of coordinates in order, and one slot for each section', async () => {
  const { lods, materials, collision } = await meshFrom(triangle())
  expect(lods[0]).toMatchObject({
    positions: Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0),
    normals: Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1),
    uvs: [new Float32Array(6), new Float32Array(6).fill(1)],
    // (b − a) × (c − a) = X × Y = Z.
    indices: Uint32Array.of(0, 2, 1),
    sections: [{ slot: 0, first: 0, count: 3 }],
  })
  expect(lods[0]).not.toHaveProperty('colors')
  expect(materials).toEqual([{ polyFlags: 0 }])
  expect(collision).toBeUndefined()
})

it('mixes colours and alphas, and opens strips', async () => {
  const mesh = triangle()
  mesh.vertices.vertices = Float32Array.from([...mesh.vertices.vertices, 1, 1, 0, 0, 0, 1])
  mesh.colors.colors = new Uint8Array(16).fill(7)
  mesh.alphas.colors = new Uint8Array(16).fill(9)
  mesh.uvStreams = []
  mesh.indices.indices = Uint16Array.of(0, 1, 2, 3)
  mesh.sections = [section(0, 2, 1)]
  const { lods } = await meshFrom(mesh)
  expect([...lods[0]!.colors!.subarray(0, 5)]).toEqual([7, 7, 7, 9, 7])
  expect(lods[0]!.areColorsDrawn).toBe(false)
  // 0 1 2 and, reversed, 1 2 3; then both outward.
  expect([...lods[0]!.indices]).toEqual([0, 2, 1, 3, 1, 2])
  expect(lods[0]!.uvs).toEqual([new Float32Array(8)])
})

it('collides with the triangles that traces hit, if these are not all', async () => {
  const mesh = triangle()
  mesh.indices.indices = Uint16Array.of(0, 1, 2, 0, 1, 2)
  mesh.sections = [section(0, 2)]
  mesh.collision.boxTriangles = body('00 00 01 00 02 00 00')
  const { collision } = await meshFrom(mesh)
  expect([...collision!.indices]).toEqual([0, 2, 1])
})

it('reports what is wrong with a mesh, and draws the rest', async () => {
  const nothing = triangle()
  nothing.sections = []
  await expect(meshFrom(nothing)).rejects.toThrow(new MediaError('no-data', 'it has no triangles'))

  const elsewhere = triangle()
  elsewhere.sections = [section(9, 1)]
  await expect(meshFrom(elsewhere)).rejects.toThrow(
    new MediaError(
      'broken',
      'expected sections of its triangles, found none with triangles; section 0 ends at index 12; the mesh has 3',
    ),
  )

  const beyond = triangle()
  beyond.sections = [section(0, 30_000)]
  expect((await meshFrom(beyond)).notes).toEqual(['section 0 ends at index 90000; the mesh has 3'])

  const unlisted = triangle()
  unlisted.indices.indices = Uint16Array.of(0, 1, 2, 0, 1, 2)
  expect((await meshFrom(unlisted)).notes).toEqual(['1 triangle belongs to no section: left out'])

  const outside = triangle()
  outside.indices.indices = Uint16Array.of(0, 1, 900)
  await expect(meshFrom(outside)).rejects.toThrow(/no triangle can be drawn/)
})

/** One triangle with tangent X along X, and a normal along Z whose binormal is reversed. */
function ue3Triangle(vertexBytes: Uint8Array, isFloat = 0): ue3.StaticMesh {
  const mesh = new ue3.StaticMesh()
  const lod = new ue3.StaticMeshLodModel()
  lod.vertexCount = 3
  lod.positions.positions = Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0)
  lod.indices = Uint16Array.of(0, 1, 2)
  lod.elements = [Object.assign(new ue3.StaticMeshElement(), { triangleCount: 1 })]
  const stride = vertexBytes.length
  Object.assign(lod.vertices, { uvSets: 1, stride, vertexCount: 3, useFullPrecisionUVs: isFloat })
  lod.vertices.vertices = Object.assign(new ue3.BulkArray(stride), {
    data: Uint8Array.from([...vertexBytes, ...vertexBytes, ...vertexBytes]),
  })
  mesh.lodModels = [lod]
  return mesh
}

it('unpacks UE3 directions, halves and floats', async () => {
  // X, then the sign of −Z; halves 0.5 and −2.
  const halves = await meshFrom(ue3Triangle(body('ff 80 80 ff 80 80 ff 00 00 38 00 c0')), 868)
  const [lod] = halves.lods
  expect([...lod!.normals!.subarray(0, 3)].map((x) => Math.round(x * 50) / 50)).toEqual([0, 0, 1])
  expect([...lod!.tangents!.subarray(0, 4)].map((x) => Math.round(x * 50) / 50)).toEqual([1, 0, 0, -1])
  expect([...lod!.uvs[0]!.subarray(0, 2)]).toEqual([0.5, -2])
  expect([...lod!.indices]).toEqual([0, 2, 1])
  const floats = await meshFrom(ue3Triangle(body('ff 80 80 ff 80 80 ff ff 00 00 00 3f 00 00 00 c0'), 1), 868)
  expect([...floats.lods[0]!.uvs[0]!.subarray(0, 2)]).toEqual([0.5, -2])
})

it('refuses UE3 buffers that are too short, and meshes without vertices', async () => {
  const short = ue3Triangle(body('ff 80 80 ff 80 80 ff 00 00 38 00 c0'))
  short.lodModels[0]!.vertexCount = 4_000_000
  await expect(meshFrom(short, 868)).rejects.toThrow(/expected 4000000 vertices, found 36 bytes of 12/)
  await expect(meshFrom(new ue3.StaticMesh(), 868)).rejects.toThrow('it has no triangles')
})

/** Minimum and maximum X, Y, Z. */
function boundsOf(positions: Float32Array): [least: number[], greatest: number[]] {
  const least = [0, 1, 2].map((axis) => Math.min(...positions.filter((_, i) => i % 3 === axis)))
  return [least, [0, 1, 2].map((axis) => Math.max(...positions.filter((_, i) => i % 3 === axis)))]
}

/**
 * The number of triangles whose algebraic normal agrees with the stored normals, and of those for which it
 * does not.
 */
function winding({ lods }: Mesh): [agree: number, against: number] {
  let [agree, against] = [0, 0]
  for (const { positions, normals, indices } of lods) {
    const at = (values: Float32Array, i: number, axis: number) => values[3 * (indices[i] ?? 0) + axis] ?? 0
    for (let i = 0; i < indices.length; i += 3) {
      const edge = (to: number) => [0, 1, 2].map((axis) => at(positions, to, axis) - at(positions, i, axis))
      const [ux = 0, uy = 0, uz = 0] = edge(i + 1)
      const [vx = 0, vy = 0, vz = 0] = edge(i + 2)
      const sum = [0, 1, 2].map((axis) => [i, i + 1, i + 2].reduce((all, k) => all + at(normals!, k, axis), 0))
      const dot = (uy * vz - uz * vy) * sum[0]! + (uz * vx - ux * vz) * sum[1]! + (ux * vy - uy * vx) * sum[2]!
      if (dot > 0) agree++
      else if (dot < 0) against++
    }
  }
  return [agree, against]
}

/** The bounds that a static mesh states; `undefined` for any other object. */
function boundsStored(object: UnrealObject): [least: number[], greatest: number[]] | undefined {
  if (object instanceof ue2.StaticMesh) return [[...object.meshBox.min], [...object.meshBox.max]]
  if (!(object instanceof ue3.StaticMesh)) return undefined
  const { origin, extent } = object.bounds
  return [[...origin].map((x, i) => x - extent[i]!), [...origin].map((x, i) => x + extent[i]!)]
}

describeCorpus('static meshes of real packages', () => {
  it('have the shapes of a body of UE3 at their places', async () => {
    // A matrix has its planes with W first: the last plane, 1 and three numbers, is the position.
    const pkg = await openCorpus('corpus-2/ue3/vito510/Labs_Utopia_P.upk')
    const reader = await ObjectReader.open(pkg)
    const ball = pkg.exports.find(({ path, className }) => /\.Sphere01$/.test(path) && className === 'StaticMesh')
    const { collision, lods } = await meshOf(reader, ball!)
    const reach = (points: Float32Array) => points.reduce((most, value) => Math.max(most, Math.abs(value)), 0)
    expect(reach(collision?.positions ?? new Float32Array(0))).toBeCloseTo(128, 3)
    expect(reach(lods[0]?.positions ?? new Float32Array(0))).toBeCloseTo(128, 3)
    const [, y = 0, z = 0] = [0, 1, 2].map((axis) =>
      reach((collision?.positions ?? new Float32Array(0)).filter((_, i) => i % 3 === axis)),
    )
    expect([y, z].map(Math.round)).toEqual([128, 128])
  })

  it('are within their bounds, wound as their normals say, and collide where they are', async () => {
    let [agree, against, meshes] = [0, 0, 0]
    const outside: string[] = []
    for (const { path } of sampleOf(PACKAGES)) {
      const pkg = await openCorpus(path).catch(() => undefined)
      if (pkg === undefined || !pkg.exports.some(({ className }) => /^(?:fractured)?staticmesh$/i.test(className)))
        continue
      const reader = await ObjectReader.open(pkg)
      for await (const read of reader.objects('StaticMesh')) {
        if (read.error !== undefined || read.export.className === 'Class') continue
        const mesh = await meshOf(reader, read)
        meshes++
        const [with_, without] = winding(mesh)
        agree += with_
        against += without
        const stored = boundsStored(read.object)
        const found = boundsOf(mesh.lods[0]!.positions)
        if (stored !== undefined && !isWithin(found, stored, 0.01)) outside.push(`${path} ${read.export.path}`)
        if (mesh.collision !== undefined && !isNear(mesh.collision, found))
          outside.push(`${read.export.path} collision`)
      }
    }
    expect(meshes).toBeGreaterThan(20)
    expect(agree).toBeGreaterThan(50 * against)
    // The hull of a sconce is larger than the sconce.
    expect(outside.filter((path) => !path.includes('EgyptSconce'))).toEqual([])
  })
})

/** What UE Viewer exports as .pskx: numbers of meshes, vertices and triangles. */
const ELSEWHERE: readonly [end: string, meshes: number, vertices: number, triangles: number][] = [
  ['ue2/iceofwraith/PlungeMeshes.usx', 13, 3234, 3328],
  ['ue2/strikerthehedgefox/CDOM-GameMeshes.usx', 9, 2614, 2385],
  ['ue2/sphee2/bp_3P_weapons_sm.usx', 2, 3367, 2708],
  ['ue3/friskthefallenhuman/NodeBuddies.upk', 21, 3640, 2844],
  ['ue3/martinii89/Body_Octane_SF_exported.upk', 3, 1646, 1632],
]

describeCorpus('static meshes that another reader exported', () => {
  it.each(ELSEWHERE)('%s has the same numbers of meshes, vertices and triangles', async (end, ...expected) => {
    const row = PACKAGES.find(({ path }) => path.endsWith(end))
    if (row === undefined) throw new Error(`${end} is not in the index`)
    const reader = await ObjectReader.open(await openCorpus(row.path))
    const counts = [0, 0, 0]
    for await (const read of reader.objects('StaticMesh')) {
      const [lod] = (await meshOf(reader, read)).lods
      for (const [i, count] of [1, lod!.positions.length / 3, lod!.indices.length / 3].entries()) counts[i]! += count
    }
    expect(counts).toEqual(expected)
  })
})

function isNear({ positions }: CollisionShape, around: [number[], number[]]): boolean {
  return isWithin(boundsOf(positions), around, 0.15)
}

/** Whether a box is within another, with a tolerance of a part of its size. */
function isWithin(inner: [number[], number[]], outer: [number[], number[]], part: number): boolean {
  const size = Math.max(10, ...outer[1].map((x, i) => x - outer[0][i]!))
  return inner[0].every((x, i) => x >= outer[0][i]! - part * size && inner[1][i]! <= outer[1][i]! + part * size)
}
