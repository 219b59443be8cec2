import { Archive, type FormatContext } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { common, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { hexBytes } from '../../../../testing/bytes.js'
import { symbols } from '../../../../testing/objects.js'
import {
  checkMade,
  ifKnown,
  name,
  ONE,
  object,
  read,
  sizeOf,
  standard,
  ut,
  zeros,
} from '../../../../testing/objects-ue2.js'

const size = (value: { serialize(ar: Archive): void }, context: FormatContext) =>
  sizeOf(value, Archive.measure(context))

const mesh = () => new ue2.StaticMesh()

/** Two triangles, one with two sets of coordinates; positions are consecutive numbers. */
function rawTriangles(): ue2.RawTriangles {
  const block = new Uint8Array(2 * 60 + 2 * 24)
  const view = new DataView(block.buffer)
  for (let i = 0; i < 9; i++) view.setFloat32(4 * i, i, true)
  view.setInt32(36, 2, true)
  view.setFloat32(40, 0.25, true)
  view.setInt32(36 + 4 + 48 + 12, 7, true)
  view.setInt32(108 + 36, 0, true)
  const raw = new ue2.RawTriangles()
  raw.count = 2
  raw.block = block
  return raw
}

describe('StaticMesh', () => {
  it('is written back the same in every line of the engine, at every change', () => {
    for (const context of [
      ...ut(119, 22),
      ...ut(120, 27),
      ...[125, 126, 128].flatMap((version) => ut(version)),
      standard(113),
      standard(114),
      standard(119),
      standard(120),
      standard(125),
      standard(126),
      standard(129),
      ...ifKnown('lineage-2', 123, 18),
      ...ifKnown('swat-4', 129, 27),
    ]) {
      const made = mesh()
      made.sections = [new ue2.StaticMeshSection()]
      made.uvStreams = [new ue2.UvStream()]
      made.vertices.vertices = Float32Array.of(1, 2, 3, 0, 0, 1)
      made.rawTriangles = rawTriangles()
      if (context.version < 114) made.gap = new Uint8Array(12)
      if (context.licensee === 22) made.numbers = Float32Array.of(1)
      made.collision.planeTriangles = [new ue2.CollisionTriangle()]
      made.collision.planeNodes = [new ue2.CollisionNode()]
      made.collision.kdopTriangles = Uint16Array.of(0, 1, 2, 0)
      made.collision.boxNodes = Int16Array.of(0, -1, -1, -1, -5, -5, -5, 5, 5, 5)
      const back = checkMade(mesh, made, context, 100)
      const [first, second] = [...back.rawTriangles]
      expect([...(first?.vertices ?? [])]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
      expect(first?.uvs).toHaveLength(2)
      expect(first?.uvs[0]?.[0]).toBe(0.25)
      expect(first?.material).toBe(7)
      expect(second?.uvs).toEqual([])
    }
  })

  it('refuses triangles that do not fill their block', () => {
    const made = mesh()
    made.rawTriangles = rawTriangles()
    made.rawTriangles.block[36] = 1
    const ar = Archive.save(standard(128))
    made.rawTriangles.serialize(ar)
    const load = Archive.load(ar.written(), standard(128), { symbols })
    expect(() => new ue2.RawTriangles().serialize(load)).toThrow(PackageError)
    const hostile = hexBytes('ffffff7f 7f ffffff1f')
    expect(() => new ue2.RawTriangles().serialize(Archive.load(hostile, standard(128)))).toThrow(PackageError)
  })
})

describe('SkeletalMesh', () => {
  const create = () => new ue2.SkeletalMesh()
  const make = (version: number) => {
    const made = create()
    made.version = version
    const bone = new common.MeshBone()
    bone.name = name('Root')
    made.bones = [bone]
    made.lods = version > 1 ? [new ue2.SkeletalLod()] : []
    const box = new ue2.BoneBox()
    box.bone = name('Root')
    const sphere = new ue2.BoneSphere()
    sphere.bone = name('Root')
    made.boneBoxes = [box]
    made.boneSpheres = [sphere]
    made.boneModels = [object(2)]
    return made
  }

  it('is written back the same in every line of the engine, at every change and mesh version', () => {
    for (const context of [
      ...[119, 120, 121, 122, 123, 124, 125, 126, 127, 128].flatMap((version) => ut(version)),
      ...[118, 119, 120, 123, 124, 125, 126, 129].map((version) => standard(version)),
      ...ifKnown('lineage-2', 123, 30),
      ...ifKnown('swat-4', 129, 27),
    ]) {
      for (const version of [1, 2, 3, 4]) checkMade(create, make(version), context, 64)
    }
  })

  it('has impostors since version 3 of meshes, finer skin since 4', () => {
    const lod = (version: number) => {
      const made = new ue2.LodMesh()
      made.version = version
      return size(made, standard(128))
    }
    // used 4, material 1, position 12, rotation 12, scale 12, colour 4, three modes 12
    expect(lod(3) - lod(2)).toBe(57)
    expect(lod(4) - lod(3)).toBe(4)
    expect(lod(1) - lod(2)).toBe(2)
  })
})

describe('MeshAnimation', () => {
  const create = () => new ue2.MeshAnimation()
  it('reads bones, motions and sequences', () => {
    const track = `00000000 01 ${zeros(12)} ${ONE} 00 01 0000803f`
    const motion = `${zeros(12)} ${ONE} 00000000 00000000 01 00000000 01 ${track} 00000000 00 00 00`
    const sequence = '00000000 02 01 03 00000000 0a000000 01 0000003f 06 05 0000f041'
    const hex = `00 00000000 01 05 00000000 00000000 01 ${motion} 01 ${sequence}`
    const animation = read(create, hex, standard(128))
    expect([...(animation.motions[0]?.tracks[0]?.rotations ?? [])]).toEqual([0, 0, 0, 1])
    const [walk] = animation.sequences
    expect(walk?.name).toBe(name('Walk'))
    expect(walk?.groups).toEqual([name('Group')])
    expect(walk?.numFrames).toBe(10)
    expect(walk?.rate).toBe(30)
    expect(walk?.notifies[0]?.time).toBe(0.5)
    expect(walk?.notifies[0]?.function).toBe(name('Step'))
  })

  it('has flex tracks in motions with flags of 3 or more', () => {
    for (const kind of [0, 1, 3, 4]) {
      const made = create()
      const motion = new ue2.FlexMotionChunk()
      motion.flags = 4
      const track = new ue2.FlexTrack()
      track.kind = kind
      motion.flexTracks = [track]
      made.motions = [motion]
      checkMade(create, made, standard(129))
    }
    const bad = new ue2.FlexTrack()
    expect(() => bad.serialize(Archive.load(hexBytes('02000000'), standard(129)))).toThrow(PackageError)
  })
})

describe('VertMesh', () => {
  it('has a box and a sphere for each frame', () => {
    const made = new ue2.VertMesh()
    made.numFrames = 1
    made.normals = Uint32Array.of(512 | (512 << 10) | (512 << 20))
    checkMade(() => new ue2.VertMesh(), made, standard(119))
  })
})
