import { ObjectReader, type Package } from '@ukit/core'
import { addObject, buildPackage, createPackage, importAt, type PackageEdit } from '@ukit/edit'
import { type ImportMeshOptions, importMesh, readVertexFiles } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { vertexFilesOf } from '@ukit/media'
import { type UnrealObject, ue1, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { CODE, CORPUS, describeCorpus, openCorpus } from '../../../../testing/corpus.js'
import { guidOf } from '../../../../testing/made-package.js'
import { frameFile, type TriangleBytes, triangleFile } from '../../../media/test/model-bytes.js'

const newPackage = (version = 69, licensee = 0) =>
  createPackage({ name: 'Made', guid: guidOf('Made'), version, licensee })

/** The package as it would be saved, in which `verify` finds no problems. */
async function built(edit: PackageEdit): Promise<Package> {
  const pkg = await buildPackage(edit)
  expect((await verifyPackage(pkg)).problems).toEqual([])
  return pkg
}

async function objectOf(pkg: Package, path: string): Promise<UnrealObject> {
  const reader = await ObjectReader.open(pkg)
  const found = pkg.exports.find((object) => object.path === path && object.className !== 'Package')
  if (found === undefined) throw new Error(`there is no ${path}`)
  const { object, error } = await reader.read(found)
  if (error !== undefined) throw error
  return object
}

async function lodMeshOf(pkg: Package, path: string): Promise<ue1.LodMesh> {
  const object = await objectOf(pkg, path)
  if (!(object instanceof ue1.LodMesh)) throw new Error(`${path} is not a LodMesh`)
  return object
}

type Point = readonly [number, number, number]

const model = (points: readonly Point[], triangles: readonly TriangleBytes[], frames = 1) =>
  readVertexFiles(triangleFile(points.length, triangles), frameFile(new Array(frames).fill(points)))

const CORNERS: readonly Point[] = [
  [0, 0, 0],
  [10, 0, 0],
  [0, 20, 0],
]
const ONE = model(CORNERS, [{ points: [0, 1, 2] }], 4)

async function imported(source = ONE, options: ImportMeshOptions = {}): Promise<ue1.LodMesh> {
  const edit = await newPackage()
  await importMesh(edit, 'Thing', source, options)
  return lodMeshOf(await built(edit), 'Thing')
}

describe('importMesh', () => {
  it('makes a LodMesh whose shortest edge is removed first', async () => {
    const mesh = await imported(ONE, { style: 8 })
    // The edge from 0 to 1 is the shortest: 0 is merged into 1 first, and is therefore last. So the triangle
    // needs 3.
    const points = [2, 1, 0].map((i) => CORNERS[i])
    expect([0, 1, 2].map((i) => mesh.vertex(i))).toEqual(points)
    expect([...mesh.collapsePointThus]).toEqual([0, 0, 1])
    expect([...mesh.faceLevel]).toEqual([3])
    expect([...mesh.wedges]).toEqual([0, 0, 0, 255, 1, 0, 255, 0, 2, 0, 0, 0])
    expect([...mesh.faces]).toEqual([2, 1, 0, 0])
    expect(mesh).toMatchObject({ modelVerts: 3, specialVerts: 0, frameVerts: 3, animFrames: 4, oldFrameVerts: 0 })
    expect(mesh).toMatchObject({ lodStrength: 1, lodMinVerts: 10, lodZDisplace: 0, andFlags: 0xffff_ffff, orFlags: 0 })
    expect(mesh.lodMorph).toBeCloseTo(0.3)
    expect([...mesh.box.corners]).toEqual([0, 0, 0, 10, 20, 0])
    // Half of the diagonal, plus a thousandth.
    expect(mesh.sphere.radius).toBeCloseTo(Math.sqrt(125) * 1.001, 4)
    expect(mesh.meshScaleMax).toBeCloseTo((Math.sqrt(125) * 1.001) / 128, 6)
  })

  it('may have the name of a group, as six meshes of Unreal have; new objects still go into the group', async () => {
    const edit = await newPackage()
    addObject(edit, 'Thing.Skin', 'Engine.Palette', Object.assign(new ue1.Palette(), { colors: new Uint8Array(1024) }))
    await importMesh(edit, 'Thing', ONE)
    await importMesh(edit, 'Thing', ONE)
    addObject(edit, 'Thing.Other', 'Engine.Palette', Object.assign(new ue1.Palette(), { colors: new Uint8Array(1024) }))
    const pkg = await built(edit)
    expect(pkg.exports.map(({ path, className }) => `${className} ${path}`)).toEqual([
      'Package Thing',
      'Palette Thing.Skin',
      'LodMesh Thing',
      'Palette Thing.Other',
    ])
    expect(pkg.exports[3]?.outer).toBe(pkg.exports[0])
  })

  it('applies everything that lines of #exec say', async () => {
    const edit = await newPackage()
    const skin = importAt(edit, 'Botpack.Skins.Wall', 'Engine.Texture')
    const { path, className, notes } = await importMesh(edit, 'Group.Thing', ONE, {
      origin: [1, 2, 3],
      rotation: [0, -15360, 0],
      scale: [0.5, 0.5, 1],
      sequences: [
        { name: 'All', first: 0, count: 4 },
        { name: 'Walk', first: 1, count: 2, rate: 15, group: 'Moving' },
      ],
      notifies: [{ sequence: 'walk', time: 0.25, function: 'PlayFootstep' }],
      textures: new Map([[1, skin]]),
      detail: { strength: 0.5, minVertices: 2, morph: 0.1, zDisplace: 100, hysteresis: 3 },
    })
    expect([path, className, notes]).toEqual(['Group.Thing', 'LodMesh', []])
    const mesh = await lodMeshOf(await built(edit), 'Group.Thing')
    expect([[...mesh.origin], [...mesh.rotOrigin], [...mesh.scale]]).toEqual([
      [1, 2, 3],
      [0, -15360, 0],
      [0.5, 0.5, 1],
    ])
    expect(
      mesh.animSeqs.map(
        ({ name, group, startFrame, numFrames, rate }) => `${name} ${group} ${startFrame} ${numFrames} ${rate}`,
      ),
    ).toEqual(['All None 0 4 30', 'Walk Moving 1 2 15'])
    expect(mesh.animSeqs[1]?.notifies.map(({ time, function: name }) => `${time} ${name}`)).toEqual([
      '0.25 PlayFootstep',
    ])
    expect(mesh.textures.map(String)).toEqual(['null', "Texture'Botpack.Skins.Wall'"])
    expect([...mesh.textureLod]).toEqual([1, 1])
    expect(mesh).toMatchObject({ lodStrength: 0.5, lodMinVerts: 2, lodZDisplace: 100, lodHysteresis: 3 })
  })

  it('replaces frames and keeps placement, textures, sequences and detail', async () => {
    const edit = await newPackage()
    const skin = importAt(edit, 'Botpack.Skins.Wall', 'Engine.Texture')
    await importMesh(edit, 'Thing', ONE, {
      scale: [2, 2, 2],
      textures: new Map([[0, skin]]),
      sequences: [{ name: 'Turn', first: 0, count: 2 }],
      detail: { strength: 0 },
    })
    await importMesh(edit, 'Thing', model([...CORNERS, [0, 0, 40]], [{ points: [0, 1, 2] }, { points: [0, 3, 1] }], 2))
    const mesh = await lodMeshOf(await built(edit), 'Thing')
    expect(mesh).toMatchObject({ frameVerts: 4, animFrames: 2, lodStrength: 0 })
    expect([...mesh.scale]).toEqual([2, 2, 2])
    expect(mesh.textures.map(String)).toEqual(["Texture'Botpack.Skins.Wall'"])
    expect(mesh.animSeqs.map(({ name }) => String(name))).toEqual(['Turn'])
  })

  it('keeps the order of the points of the mesh that the files came from', async () => {
    const edit = await newPackage()
    await importMesh(edit, 'Thing', ONE, { style: 8 })
    const files = vertexFilesOf(await lodMeshOf(await built(edit), 'Thing'))
    // With the default style all points of this flat mesh cost nothing, and their order would change.
    await importMesh(edit, 'Thing', readVertexFiles(files.data, files.animation), { style: 0 })
    expect(vertexFilesOf(await lodMeshOf(await built(edit), 'Thing'))).toEqual(files)
  })

  it('puts the triangle that holds a weapon first, with its own points', async () => {
    const source = model(
      [...CORNERS, [5, 5, 5], [6, 5, 5], [5, 6, 5]],
      [{ points: [3, 4, 5], type: 8 }, { points: [0, 1, 2] }],
    )
    const mesh = await imported(source)
    expect(mesh).toMatchObject({ modelVerts: 3, specialVerts: 3, frameVerts: 6 })
    expect([...mesh.specialFaces]).toEqual([0, 1, 2, 0])
    expect(mesh.vertex(0)).toEqual([5, 5, 5])
    expect(mesh.faces.length).toBe(4)
  })

  it('swaps left and right, and numbers textures from 0', async () => {
    const source = model(CORNERS, [{ points: [0, 1, 2], uv: [1, 2, 3, 4, 5, 6], texture: 2 }])
    const edit = await newPackage()
    await importMesh(edit, 'Thing', source, { className: 'Mesh', unmirror: true, zeroTextures: true, flat: true })
    const mesh = await objectOf(await built(edit), 'Thing')
    if (!(mesh instanceof ue1.Mesh)) throw new Error('not a Mesh')
    expect(mesh.vertex(1)).toEqual([-10, 0, 0])
    expect(mesh.tris).toMatchObject([
      { vertices: Uint16Array.of(0, 2, 1), uv: Uint8Array.of(1, 2, 5, 6, 3, 4), texture: 0, polyFlags: 0x4000 },
    ])
  })

  it('lists the triangles of each point of a Mesh', async () => {
    const edit = await newPackage()
    const source = model([...CORNERS, [0, 0, 40]], [{ points: [0, 1, 2] }, { points: [0, 3, 1] }])
    const { className } = await importMesh(edit, 'Thing', source, { className: 'Mesh' })
    expect(className).toBe('Mesh')
    const mesh = await objectOf(await built(edit), 'Thing')
    if (!(mesh instanceof ue1.Mesh)) throw new Error('not a Mesh')
    expect([...mesh.connects]).toEqual([2, 0, 2, 2, 1, 4, 1, 5])
    expect([...mesh.vertLinks]).toEqual([0, 1, 0, 1, 0, 1])
    expect([0, 1, 2, 3].map((i) => mesh.vertex(i))).toEqual([...CORNERS, [0, 0, 40]])
  })

  it('removes frames before sequences count them', async () => {
    const frames = frameFile([
      CORNERS,
      [
        [7, 7, 7],
        [8, 7, 7],
        [7, 8, 7],
      ],
      CORNERS,
    ])
    const source = readVertexFiles(triangleFile(3, [{ points: [0, 1, 2] }]), frames)
    const mesh = await imported(source, { dropFrames: [{ first: 0, count: 1 }] })
    expect(mesh.animFrames).toBe(2)
    expect([...(mesh.boxes[0]?.corners ?? [])]).toEqual([7, 7, 7, 8, 8, 7])
  })

  it('makes a VertMesh of UE2', async () => {
    const edit = await newPackage(128, 29)
    const { className } = await importMesh(edit, 'Thing', ONE, {
      style: 8,
      notifies: [{ sequence: 'All', time: 0.5, function: 'Step' }],
    })
    expect(className).toBe('VertMesh')
    const mesh = await objectOf(await built(edit), 'Thing')
    if (!(mesh instanceof ue2.VertMesh)) throw new Error('not a VertMesh')
    expect(mesh).toMatchObject({ frameVertices: 3, numFrames: 4, lodMinVertices: 10 })
    expect(mesh.vertices.length).toBe(12)
    // All faces lie in the plane of X and Y and are wound from X to Y, so they face up: 512 + 511.
    expect(mesh.normals[0]).toBe(512 | (512 << 10) | (1023 << 20))
    const view = new DataView(mesh.wedges.buffer, mesh.wedges.byteOffset)
    expect([view.getUint16(0, true), view.getFloat32(2, true), view.getFloat32(6, true)]).toEqual([0, 0, 1])
    expect(mesh.sequences.map(({ name, notifies }) => `${name} ${notifies.length}`)).toEqual(['All 1'])
  })

  it.each([
    [
      'a sequence beyond the frames',
      { sequences: [{ name: 'Walk', first: 3, count: 2 }] },
      /the sequence Walk within the 4 frames, found 2 from 3/,
    ],
    ['a notify of no sequence', { notifies: [{ sequence: 'Run', time: 0, function: 'Step' }] }, /no sequence Run/],
    [
      'a notify after the end',
      { notifies: [{ sequence: 'All', time: 1.5, function: 'Step' }] },
      /from 0 to 1 for Step, found 1.5/,
    ],
    ['a frame that there is not', { frame: 4 }, /one of the 4 frames to decide, found 4/],
    ['more frames to drop than there are', { dropFrames: [{ first: 2, count: 3 }] }, /found 3 from 2/],
    ['all frames dropped', { dropFrames: [{ first: 0, count: 4 }] }, /a model with frames, found none/],
    ['the class of another engine', { className: 'VertMesh' }, /expected LodMesh or Mesh/],
  ] as const)('refuses %s, and leaves the document as it was', async (_, options, message) => {
    const edit = await newPackage()
    const { revision } = edit
    await expect(importMesh(edit, 'Group.Thing', ONE, options)).rejects.toThrow(message)
    expect([edit.revision, edit.exports.length]).toEqual([revision, 0])
  })

  it('refuses a model with a point that does not exist, and packages of UE3', async () => {
    const edit = await newPackage()
    const broken = { ...ONE, triangles: [{ ...ONE.triangles[0]!, points: [0, 1, 9] as const }] }
    await expect(importMesh(edit, 'Thing', broken)).rejects.toThrow(/triangle 0 has point 9/)
    const large = { ...ONE, pointCount: 70_000, frameCount: 1, points: new Int32Array(70_000) }
    await expect(importMesh(edit, 'Thing', large)).rejects.toThrow(/at most 65535 points, found 70000/)
    await expect(importMesh(await newPackage(512), 'Thing', ONE)).rejects.toThrow(/UE3 has no vertex meshes/)
  })
})

const files = [...CORPUS, ...CODE].filter(({ path }) => /\/(?:HeadHunter|battleRoyale|boat|relics)\.u$/.test(path))

describeCorpus('meshes of the real packages', () => {
  it.each(files.map(({ path }) => path))('are the same after extract and import: %s', async (path) => {
    const pkg = await openCorpus(path)
    const reader = await ObjectReader.open(pkg)
    const edit = await newPackage()
    const expected = new Map<string, ue1.Mesh>()
    for (const found of pkg.exports.filter(({ className }) => className === 'LodMesh' || className === 'Mesh')) {
      const { object } = await reader.read(found)
      if (!(object instanceof ue1.Mesh) || object.animFrames === 0) continue
      const { data, animation } = vertexFilesOf(object)
      const className = object instanceof ue1.LodMesh ? 'LodMesh' : 'Mesh'
      const options = { className, scale: vector(object.scale), origin: vector(object.origin) } as const
      await importMesh(edit, found.name, readVertexFiles(data, animation), options)
      expected.set(found.name, object)
    }
    expect(expected.size).toBeGreaterThan(0)
    const made = await built(edit)
    for (const [name, old] of expected) {
      const mesh = await objectOf(made, name)
      if (!(mesh instanceof ue1.Mesh)) throw new Error(`${name} is not a mesh`)
      expect(vertexFilesOf(mesh)).toEqual(vertexFilesOf(old))
      const shape = ({
        verts,
        frameVerts,
        animFrames,
        boxes,
        box,
        connects,
        vertLinks,
        andFlags,
        orFlags,
      }: ue1.Mesh) => ({ verts, frameVerts, animFrames, boxes, box, connects, vertLinks, andFlags, orFlags })
      expect(shape(mesh)).toEqual(shape(old))
      // The last bit of a radius depends on the build of the editor.
      for (const [i, sphere] of mesh.spheres.entries())
        expect(Math.abs(sphere.radius / (old.spheres[i]?.radius ?? 0) - 1)).toBeLessThan(2e-7)
      if (!(mesh instanceof ue1.LodMesh && old instanceof ue1.LodMesh)) continue
      const lod = ({ wedges, faces, materials, faceLevel }: ue1.LodMesh) => ({ wedges, faces, materials, faceLevel })
      // In flat parts rounding errors decide, which depend on the build of the editor.
      if (name !== 'RelicHelmet') expect(lod(mesh)).toEqual(lod(old))
      expect(mesh.meshScaleMax / old.meshScaleMax).toBeCloseTo(1, 6)
    }
  })
})

function vector([x = 0, y = 0, z = 0]: Float32Array): [number, number, number] {
  return [x, y, z]
}
