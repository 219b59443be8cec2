import { gameById, ObjectReader, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, PackageEdit, setProperty } from '@ukit/edit'
import { type ImportStaticMeshOptions, importStaticMesh, readGltf } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { type CollisionShape, glbOf, type Mesh, meshOf } from '@ukit/media'
import { ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { guidOf } from '../../../../testing/made-package.js'
import { PLAIN } from '../../../media/test/gltf/meshes.js'

const TARGETS = {
  UT2004: { version: 128, licensee: 29 },
  UE2: { version: 129 },
  UT3: { version: 512 },
  UDK: { version: 868 },
} as const
type Target = keyof typeof TARGETS
/** Without the game's folder, UT2004's packages have no layout of their own. */
const NAMES = (Object.keys(TARGETS) as Target[]).filter((name) => name !== 'UT2004' || gameById('ut2004') !== undefined)

const newPackage = (target: Target) => createPackage({ name: 'Made', guid: guidOf('Made'), ...TARGETS[target] })

/** The package as it would be saved, in which `verify` finds no problems. */
async function built(edit: PackageEdit): Promise<Package> {
  const pkg = await buildPackage(edit)
  expect((await verifyPackage(pkg)).problems).toEqual([])
  return pkg
}

async function readMesh(pkg: Package, path: string) {
  const reader = await ObjectReader.open(pkg)
  const entry = pkg.exports.find((one) => one.path === path && one.className === 'StaticMesh')
  if (entry === undefined) throw new Error(`no ${path}`)
  const read = await reader.read(entry)
  return { object: read.object, mesh: await meshOf(reader, read) }
}

/** The corner of a cube, with colours and a second set of coordinates that 16-bit floats can represent. */
const CORNER: Mesh = {
  ...PLAIN,
  lods: PLAIN.lods.map((lod) => ({
    ...lod,
    uvs: [...lod.uvs, Float32Array.of(0, 0.5, 1, 0.5, 2, -1, -3, 0.25)],
    colors: Uint8Array.from({ length: 16 }, (_, i) => 16 * i),
    areColorsDrawn: true,
  })),
}

describe('importStaticMesh', () => {
  it.each(NAMES)('makes a mesh in %s that is the same when it is read', async (target) => {
    const edit = await newPackage(target)
    const { path, className, objects } = await importStaticMesh(edit, 'Walls.Corner', CORNER)
    expect([path, className, objects]).toEqual(['Walls.Corner', 'StaticMesh', ['Walls.Corner']])
    const { mesh, object } = await readMesh(await built(edit), 'Walls.Corner')
    const [lod] = mesh.lods
    const [given] = CORNER.lods
    expect(lod?.positions).toEqual(given?.positions)
    expect(lod?.indices).toEqual(given?.indices)
    expect(lod?.uvs).toEqual(given?.uvs)
    expect(lod?.colors).toEqual(given?.colors)
    expect(mesh.materials.length).toBe(object instanceof ue3.StaticMesh ? 1 : 2)
    // The vertex at the corner belongs to three faces, which face −X, −Y and −Z.
    for (const value of lod?.normals?.subarray(0, 3) ?? [0]) expect(value).toBeCloseTo(-Math.sqrt(1 / 3), 2)
    // A cube with edges of 100.
    if (object instanceof ue2.StaticMesh) {
      expect([...object.box.corners]).toEqual([0, 0, 0, 100, 100, 100])
      expect([...object.sphere.numbers.subarray(0, 3)]).toEqual([50, 50, 50])
      expect(object.sphere.radius).toBeCloseTo(Math.sqrt(7500) * 1.001, 3)
      expect([...object.wireframe.indices]).toEqual([0, 1, 1, 2, 2, 0, 0, 3, 3, 1, 2, 3])
      expect([...object.rawTriangles].length).toBe(4)
    } else if (object instanceof ue3.StaticMesh) {
      expect([...object.bounds.numbers].map((value) => Number(value.toFixed(3)))).toEqual([
        ...[50, 50, 50, 50, 50, 50],
        Number(Math.sqrt(7500).toFixed(3)),
      ])
      expect(object.lodModels[0]?.rawTriangles.payload.length).toBe(4 * (target === 'UT3' ? 252 : 372))
    }
  })

  it.each(NAMES)('replaces a mesh in %s and keeps its settings', async (target) => {
    const edit = await newPackage(target)
    const wall = target === 'UT3' || target === 'UDK' ? 'MaterialInstanceConstant' : 'Shader'
    for (const name of ['Paint', 'Gloss'])
      addObject(edit, name, `Engine.${wall}`, edit.reader.emptyObject(wall) ?? new Uint8Array(0))
    await importStaticMesh(edit, 'Corner', CORNER, { materials: { 0: 'Paint', Bark: 'Gloss' } })
    await setProperty(edit, edit.export('Corner'), 'LightMapCoordinateIndex:int', 1)
    const before = await readMesh(await built(edit), 'Corner')
    expect(before.mesh.materials.map(({ path }) => path)).toEqual(['Made.Paint', 'Made.Gloss'])
    const smaller: Mesh = {
      ...CORNER,
      materials: [{ polyFlags: 0 }, { polyFlags: 0 }],
      lods: CORNER.lods.map((lod) => ({ ...lod, positions: lod.positions.map((value) => value / 2) })),
    }
    const { notes } = await importStaticMesh(edit, 'Corner', smaller)
    expect(notes).toEqual(target === 'UT3' ? [expect.stringMatching(/stencil shadows/)] : [])
    const after = await readMesh(await built(edit), 'Corner')
    expect(after.mesh.materials.map(({ path }) => path)).toEqual(['Made.Paint', 'Made.Gloss'])
    expect(after.object.properties.get('LightMapCoordinateIndex')).toBe(1)
    expect(after.mesh.lods[0]?.positions[3]).toBe(50)
    expect(edit.exports.filter(({ name }) => name === 'Corner')).toHaveLength(1)
    // A slot may also lose its material, or get one from a package that is not imported yet.
    const other = target === 'UT2004' || target === 'UE2' ? "Shader'Else.Deep.Shine'" : "Material'Else.Deep.Shine'"
    await importStaticMesh(edit, 'Corner', smaller, { materials: { 0: null, 1: other } })
    const last = await readMesh(await built(edit), 'Corner')
    expect(last.mesh.materials.map(({ path }) => path)).toEqual([undefined, 'Else.Deep.Shine'])
  })

  it('makes a hull for each part of the collision shape in UE3, from a glTF file', async () => {
    const box = [0, 0, 0, 10, 0, 0, 0, 10, 0, 10, 10, 0, 0, 0, 10, 10, 0, 10, 0, 10, 10, 10, 10, 10]
    const faces = [
      0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5,
    ]
    const far = box.map((value, i) => (i % 3 === 0 ? value + 50 : value))
    const collision = {
      positions: Float32Array.from([...box, ...far]),
      indices: Uint32Array.from([...faces, ...faces.map((vertex) => vertex + 8)]),
    }
    const { mesh: given } = await readGltf(glbOf({ ...PLAIN, collision }, { name: 'Corner', unit: 0.02 }).bytes)
    const edit = await newPackage('UDK')
    const { objects } = await importStaticMesh(edit, 'Corner', given)
    expect(objects).toEqual(['Corner', 'Corner.RB_BodySetup_0'])
    const pkg = await built(edit)
    const { mesh, object } = await readMesh(pkg, 'Corner')
    expect(mesh.collision?.indices.length).toBe(2 * 36)
    expect([...(mesh.collision?.positions ?? [])].sort((a, b) => a - b)).toEqual([...box, ...far].sort((a, b) => a - b))
    expect(object.properties.get('BodySetup')).toMatchObject({ path: 'Corner.RB_BodySetup_0' })
    // Two boxes of 10 × 10 × 10, their triangles outward: the sum of the volumes below them (divergence
    // theorem).
    expect(volumeOf(mesh.collision)).toBeCloseTo(2000, 2)
    // Kept by default when the mesh is replaced.
    await importStaticMesh(edit, 'Corner', { ...PLAIN, collision: { ...collision, indices: Uint32Array.from(faces) } })
    expect((await readMesh(await built(edit), 'Corner')).mesh.collision?.indices.length).toBe(72)
    const one = { ...PLAIN, collision: { ...collision, indices: Uint32Array.from(faces) } }
    await importStaticMesh(edit, 'Corner', one, { collision: 'mesh' })
    expect((await readMesh(await built(edit), 'Corner')).mesh.collision?.indices.length).toBe(36)
    // In a package that was saved, the shape of the file is taken if it is a different one.
    const saved = await PackageEdit.open(await built(edit))
    const { notes } = await importStaticMesh(saved, 'Corner', { ...PLAIN, collision })
    expect(notes).toContain('its collision is the shape in the file, which has changed')
    expect((await readMesh(await built(saved), 'Corner')).mesh.collision?.indices.length).toBe(72)
    const again = await PackageEdit.open(await built(saved))
    const same = await importStaticMesh(again, 'Corner', { ...PLAIN, collision })
    expect(same.notes.filter((note) => note.includes('collision'))).toEqual([])
    await importStaticMesh(edit, 'Corner', one, { collision: 'none' })
    const none = (await readMesh(await built(edit), 'Corner')).object
    expect(none instanceof ue3.StaticMesh && none.kDop.triangles.length).toBe(0)
  })

  it.each(NAMES)('builds trees in %s whose boxes contain their triangles', async (target) => {
    const edit = await newPackage(target)
    await importStaticMesh(edit, 'Ball', ball(20))
    const { object } = await readMesh(await built(edit), 'Ball')
    const positions = ball(20).lods[0]?.positions ?? new Float32Array(0)
    const within = (box: readonly number[], vertex: number, slack = 1e-4) =>
      [0, 1, 2].every((axis) => {
        const value = positions[3 * vertex + axis] ?? 0
        return value >= (box[axis] ?? 0) - slack && value <= (box[axis + 3] ?? 0) + slack
      })
    let leaves = 0
    let seen = 0
    let outside = 0
    const leaf = (triangles: Uint16Array, first: number, count: number, box: readonly number[]) => {
      leaves++
      expect(count).toBeLessThanOrEqual(5)
      for (let i = first; i < first + count; i++, seen++)
        for (const vertex of triangles.subarray(4 * i, 4 * i + 3)) if (!within(box, vertex)) outside++
    }
    const plain = (nodes: Uint8Array, triangles: Uint16Array, node = 0) => {
      const view = new DataView(nodes.buffer, nodes.byteOffset + 32 * node)
      const [a, b] = [view.getUint16(28, true), view.getUint16(30, true)]
      const box = [0, 4, 8, 12, 16, 20].map((at) => view.getFloat32(at, true))
      if (view.getInt32(24, true) === 1) leaf(triangles, b, a, box)
      else for (const child of [a, b]) plain(nodes, triangles, child)
    }
    if (object instanceof ue2.StaticMesh && target === 'UT2004')
      plain(object.collision.kdopNodes, object.collision.kdopTriangles)
    else if (object instanceof ue3.StaticMesh && target === 'UT3') plain(object.kDop.nodes.data, object.kDop.triangles)
    else if (object instanceof ue3.StaticMesh) {
      const { data } = object.kDop.nodes
      const leafCount = data.length / 6
      const compact = (node: number, first: number, count: number, box: readonly number[]): void => {
        if (node >= leafCount - 1) {
          leaf(object.kDop.triangles, first, count, box)
          return
        }
        // Bytes as a reader interprets them: 128 and more move a side of the first child, less that of the
        // second.
        const boxes: readonly [number[], number[]] = [[...box], [...box]]
        for (let side = 0; side < 6; side++) {
          const byte = data[6 * node + side] ?? 0
          const size = (box[(side % 3) + 3] ?? 0) - (box[side % 3] ?? 0)
          const moved = ((byte >= 128 ? byte - 128 : 127 - byte) / 127) * size * (side < 3 ? 1 : -1)
          boxes[byte >= 128 ? 0 : 1][side] = (box[side] ?? 0) + moved
        }
        const half = Math.ceil(count / 2)
        compact(2 * node + 1, first, half, boxes[0])
        compact(2 * node + 2, first + half, count - half, boxes[1])
      }
      compact(0, 0, object.kDop.triangles.length / 4, [...object.kDop.rootBound])
    } else if (object instanceof ue2.StaticMesh) {
      const { boxNodes, boxScale, boxTriangles } = object.collision
      const view = new DataView(boxTriangles.buffer, boxTriangles.byteOffset)
      const found = new Set<number>()
      const walk = (node: number) => {
        if (node < 0) return
        const [triangle = 0, coplanar = -1, front = -1, back = -1, ...box] = boxNodes.subarray(
          10 * node,
          10 * node + 10,
        )
        found.add(triangle)
        const scaled = box.map((value, i) => value * (boxScale[i % 3] ?? 0))
        for (const k of [0, 2, 4]) if (!within(scaled, view.getUint16(7 * triangle + k, true), 0.01)) outside++
        for (const child of [coplanar, front, back]) walk(child)
      }
      walk(0)
      leaves = found.size
      seen = found.size
    }
    expect(seen).toBe((ball(20).lods[0]?.indices.length ?? 0) / 3)
    expect(leaves).toBeGreaterThan(50)
    expect(outside).toBe(0)
  })

  it('refuses meshes that cannot be stored, and leaves the document as it was', async () => {
    const [lod] = PLAIN.lods
    if (lod === undefined) throw new Error('no lod')
    const withLod = (change: Partial<typeof lod>): Mesh => ({ ...PLAIN, lods: [{ ...lod, ...change }] })
    const none = new Float32Array(0)
    const many = new Float32Array(3 * 65_536)
    const cases: [Mesh, RegExp, ImportStaticMeshOptions?][] = [
      [withLod({ positions: none }), /expected vertices/],
      [withLod({ positions: many, uvs: [new Float32Array(2 * 65_536)] }), /at most 65535 vertices, found 65536/],
      [withLod({ indices: Uint32Array.of(0, 1, 4, 0, 1, 3, 0, 3, 2, 1, 2, 3) }), /numbers of 4 vertices, found 4/],
      [
        withLod({ positions: lod.positions.map((value, i) => (i === 7 ? Number.NaN : value)) }),
        /found NaN at vertex 2/,
      ],
      [withLod({ uvs: [Float32Array.of(1, 2)] }), /texture coordinates of set 0 for 4 vertices/],
      [withLod({ indices: Uint32Array.from(lod.indices, () => 1) }), /found 4 without an area/],
      [withLod({ sections: [{ slot: 5, first: 0, count: 12 }] }), /slots of 2 materials, found number 5/],
      [withLod({ sections: [{ slot: 0, first: 6, count: 9 }] }), /triangles within 12 indices/],
      [{ ...PLAIN, lods: [] }, /found none/],
      [PLAIN, /expected a material of this package/, { materials: { 0: 'Nowhere' } }],
    ]
    for (const target of NAMES) {
      const edit = await newPackage(target)
      await importStaticMesh(edit, 'Fine', PLAIN)
      const counts = () => [edit.exports.length, edit.imports.length, edit.names.length]
      const before = counts()
      for (const [mesh, message, options] of cases) {
        await expect(importStaticMesh(edit, 'Bad', mesh, options)).rejects.toThrow(message)
        await expect(importStaticMesh(edit, 'Fine', mesh, options)).rejects.toThrow(message)
      }
      expect(counts()).toEqual(before)
      expect((await readMesh(await built(edit), 'Fine')).mesh.lods[0]?.positions).toEqual(lod.positions)
    }
    const old = await createPackage({ name: 'Made', guid: guidOf('Made'), version: 69 })
    await expect(importStaticMesh(old, 'Fine', PLAIN)).rejects.toThrow(/Unreal Engine 2 and 3 only/)
  })

  it('says that a slot has no material, unless the mesh that is replaced has none either', async () => {
    const notesOf = async (target: Target, ...paths: readonly string[]) => {
      const edit = await newPackage(target)
      const all: string[][] = []
      for (const path of paths) {
        const mesh = { ...ball(6), materials: [{ path, polyFlags: 0 }] }
        const { notes } = await importStaticMesh(edit, 'Ball', mesh)
        all.push(notes.filter((note) => note.startsWith('slot')))
      }
      return all
    }
    for (const target of NAMES)
      expect(await notesOf(target, 'None', 'None', 'Paint')).toEqual([
        ['slot 0 has no material: the file names none'],
        [],
        ['slot 0 (Paint) has no material: there is no such object here'],
      ])
  })

  it('makes further levels of detail for UE3, within the shape', async () => {
    const edit = await newPackage('UDK')
    const full = ball(24)
    const { notes } = await importStaticMesh(edit, 'Ball', full, { lods: [0.5, 0.25] })
    expect(notes).toEqual([expect.stringMatching(/^slot 0 has no material/)])
    const { mesh } = await readMesh(await built(edit), 'Ball')
    const [all = 0, half = 0, quarter = 0] = mesh.lods.map(({ indices }) => indices.length / 3)
    expect(mesh.lods).toHaveLength(3)
    expect(half / all).toBeCloseTo(0.5, 1)
    expect(quarter).toBeLessThan(0.9 * half)
    for (const { positions } of mesh.lods)
      for (let i = 0; i < positions.length; i += 3) {
        const [x = 0, y = 0, z = 0] = positions.subarray(i, i + 3)
        expect(Math.hypot(x / 60, y / 40, z / 90)).toBeCloseTo(1, 3)
      }
    const before = edit.exports.length
    await expect(importStaticMesh(edit, 'More', full, { lods: [2] })).rejects.toThrow(/between 0 and 1, found 2/)
    expect(edit.exports.length).toBe(before)
    const old = await newPackage('UE2')
    expect((await importStaticMesh(old, 'Ball', full, { lods: [0.5] })).notes).toContain(
      'no further levels of detail were made: the engine has none',
    )
  })

  it('leaves out triangles without an area and reports it', async () => {
    const [lod] = PLAIN.lods
    const flat = { ...PLAIN, lods: [{ ...lod, indices: Uint32Array.of(0, 2, 1, 0, 1, 1, 0, 3, 2, 1, 2, 3) }] } as Mesh
    const edit = await newPackage('UE2')
    const { notes } = await importStaticMesh(edit, 'Flat', flat)
    expect(notes).toContain('1 triangle without an area was left out')
    expect((await readMesh(await built(edit), 'Flat')).mesh.lods[0]?.indices.length).toBe(9)
  })
})

/** A ball of rings: many triangles, all with an area. */
function ball(rings: number): Mesh {
  const positions: number[] = []
  const indices: number[] = []
  for (let i = 1; i < rings; i++)
    for (let k = 0; k < rings; k++) {
      const [a, b] = [(Math.PI * i) / rings, (2 * Math.PI * k) / rings]
      positions.push(60 * Math.sin(a) * Math.cos(b), 40 * Math.sin(a) * Math.sin(b), 90 * Math.cos(a))
    }
  for (let i = 0; i + 2 < rings; i++)
    for (let k = 0; k < rings; k++) {
      const next = (k + 1) % rings
      const [p, q, r, s] = [i * rings + k, i * rings + next, (i + 1) * rings + k, (i + 1) * rings + next]
      indices.push(p, r, q, q, r, s)
    }
  const count = positions.length / 3
  return {
    ...PLAIN,
    materials: [{ polyFlags: 0 }],
    lods: [
      {
        positions: Float32Array.from(positions),
        uvs: [new Float32Array(2 * count)],
        points: Uint32Array.from({ length: count }, (_, i) => i),
        indices: Uint32Array.from(indices),
        sections: [{ slot: 0, first: 0, count: indices.length }],
      },
    ],
  }
}

describeCorpus('static meshes of the real packages', () => {
  it('are the same as the editor made them', async () => {
    const samples = [
      'ue2/iceofwraith/PlungeMeshes.usx',
      'ue2/trpb/UTRPGStatics2.usx',
      'corpus-2/ue2/sphee2/bp_3P_weapons_sm.usx',
      'ue3/friskthefallenhuman/NodeBuddies.upk',
    ]
    let count = 0
    for (const { path } of PACKAGES.filter(({ path: own }) => samples.includes(own))) {
      const pkg = await openCorpus(path)
      const edit = await PackageEdit.open(pkg)
      const meshes = pkg.exports.filter(({ className, entry }) => className === 'StaticMesh' && entry.size > 200)
      for (const { path: own } of meshes) await importStaticMesh(edit, own, (await readMesh(pkg, own)).mesh)
      const made = await built(edit)
      for (const { path: own } of meshes) {
        const [before, after] = [await readMesh(pkg, own), await readMesh(made, own)]
        expect(stored(after.object)).toEqual(stored(before.object))
        expect(after.mesh.lods[0]?.positions).toEqual(before.mesh.lods[0]?.positions)
        expect(after.mesh.lods[0]?.indices).toEqual(before.mesh.lods[0]?.indices)
        expect(after.mesh.lods[0]?.uvs).toEqual(before.mesh.lods[0]?.uvs)
        count++
      }
    }
    expect(count).toBeGreaterThan(30)
  })
})

/** Fields that are computed from the triangles and are the same to the last byte. */
function stored(object: unknown) {
  if (object instanceof ue2.StaticMesh)
    return {
      box: object.box.corners,
      sections: object.sections,
      wireframe: object.wireframe.indices,
      indices: object.indices.indices,
      colors: [object.colors.colors, object.alphas.colors],
      properties: object.properties.items.map(({ label }) => label),
    }
  if (object instanceof ue3.StaticMesh) {
    const [lod] = object.lodModels
    return {
      bounds: object.bounds.numbers,
      rootBound: object.kDop.rootBound,
      nodes: object.kDop.nodes.data.length,
      wireframe: lod?.wireframeIndices,
      elements: lod?.elements.map((element) => ({ ...element, material: element.material?.path })),
      rawTriangles: lod?.rawTriangles.payload.length,
    }
  }
  throw new Error('not a static mesh')
}

/** Positive when the triangles are outward by (b − a) × (c − a). */
function volumeOf(shape: CollisionShape | undefined): number {
  const { positions, indices } = shape ?? { positions: [], indices: [] }
  let sum = 0
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => positions.slice(3 * indices[i + k]!, 3 * indices[i + k]! + 3))
    sum += a![0]! * (b![1]! * c![2]! - b![2]! * c![1]!)
    sum += a![1]! * (b![2]! * c![0]! - b![0]! * c![2]!)
    sum += a![2]! * (b![0]! * c![1]! - b![1]! * c![0]!)
  }
  return sum / 6
}
