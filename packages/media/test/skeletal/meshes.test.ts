import { MediaError, meshOf, skeletalMeshOf } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { bone, readAs, records } from './support.js'

const HALF = Math.SQRT1_2

/** A triangle of three points, as the editor of UE2 stores it. */
function lod(influences: readonly (readonly [weight: number, point: number, bone: number])[]): ue2.SkeletalLod {
  return Object.assign(new ue2.SkeletalLod(), {
    points: Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0),
    wedges: records(
      ...[0, 1, 2].flatMap((point) => [['u2', point] as const, ['f4', point / 4] as const, ['f4', 0.5] as const]),
    ),
    faces: Uint16Array.of(0, 1, 2, 0),
    influences: records(
      ...influences.flatMap(([weight, point, number]) => [
        ['f4', weight] as const,
        ['u2', point] as const,
        ['u2', number] as const,
      ]),
    ),
  })
}

async function meshOfLod(made: ue2.SkeletalLod, bones = [bone('root', 0, [0, 0, 0]), bone('arm', 0, [5, 0, 0])]) {
  const object = Object.assign(new ue2.SkeletalMesh(), { bones, lods: [made], materials: Int32Array.of(0, 0) })
  const { reader, read } = await readAs(128, object)
  return skeletalMeshOf(reader, read)
}

describe('skeletons', () => {
  it('rotate from the bone to its parent, whichever way they are stored', async () => {
    // A quarter turn about Z, which is stored inverted for all bones but the root: X of the bone is Y of its
    // parent.
    const bones = [bone('root', 0, [0, 0, 1]), bone('arm', 0, [5, 0, 0], [0, 0, -HALF, HALF])]
    const { skeleton } = await meshOfLod(lod([[1, 0, 0]]), bones)
    expect(skeleton?.bones.map(({ parent }) => parent)).toEqual([-1, 0])
    const [x, y, z, w] = skeleton?.bones[1]?.rotation ?? [0, 0, 0, 0]
    expect([x, y]).toEqual([-0, -0])
    expect([z, w]).toEqual([expect.closeTo(HALF), expect.closeTo(HALF)])
  })

  it('have parents before their children, and weights use the new numbers', async () => {
    const bones = [bone('root', 0, [0, 0, 0]), bone('hand', 2, [1, 0, 0]), bone('arm', 0, [5, 0, 0])]
    const { skeleton, lods } = await meshOfLod(
      lod([
        [1, 0, 1],
        [1, 1, 2],
        [1, 2, 0],
      ]),
      bones,
    )
    expect(skeleton?.bones.map(({ name, parent }) => `${name} ${parent}`)).toEqual(['root -1', 'arm 0', 'hand 1'])
    expect([0, 1, 2].map((vertex) => lods[0]?.skin?.bones[vertex * 4])).toEqual([2, 1, 0])
  })

  it.each([
    [
      'in a circle',
      [bone('root', 0, [0, 0, 0]), bone('a', 2, [0, 0, 0]), bone('b', 1, [0, 0, 0])],
      /among its own parents/,
    ],
    ['that do not exist', [bone('root', 0, [0, 0, 0]), bone('a', 7, [0, 0, 0])], /found number 7/],
  ])('with parents %s are refused', async (_, bones, message) => {
    const refused = meshOfLod(lod([[1, 0, 0]]), bones)
    await expect(refused).rejects.toThrow(message)
    await expect(refused).rejects.toMatchObject({ name: 'MediaError', reason: 'broken' })
  })

  it('put bones with invalid numbers at their parents, and report it', async () => {
    const bones = [bone('root', 0, [0, 0, 0]), bone('arm', 0, [Number.NaN, 0, 0], [0, 0, 0, 0])]
    const { skeleton, notes } = await meshOfLod(lod([[1, 0, 0]]), bones)
    expect(skeleton?.bones[1]?.position).toEqual([0, 0, 0])
    expect(notes.join()).toMatch(/1 bone has a position or a rotation that is not a number/)
  })
})

describe('weights', () => {
  it('of a bone that occurs twice are added, the greatest is first, and the sum is 1', async () => {
    const { lods, notes } = await meshOfLod(
      lod([
        [0.25, 0, 0],
        [0.5, 0, 1],
        [0.25, 0, 1],
        [1, 1, 0],
        [2, 2, 1],
      ]),
    )
    const skin = lods[0]?.skin
    expect([...(skin?.bones.subarray(0, 2) ?? [])]).toEqual([1, 0])
    expect([...(skin?.weights.subarray(0, 4) ?? [])]).toEqual([0.75, 0.25, 0, 0])
    expect(skin?.weights[8]).toBe(1)
    expect(notes).toEqual([
      '1 weight names a bone that the point already has: added up',
      'the weights of 1 point did not add up to 1: scaled',
    ])
  })

  it('that are missing, negative or for missing bones and points leave a skin that can be drawn', async () => {
    const { lods, notes } = await meshOfLod(
      lod([
        [1, 0, 9],
        [1, 77, 0],
        [-1, 1, 1],
        [Number.NaN, 2, 1],
      ]),
    )
    expect([...(lods[0]?.skin?.weights ?? [])]).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0])
    expect(notes.join('; ')).toMatch(
      /1 weight names a bone that does not exist.*1 weight names a point.*3 points follow no bone/,
    )
  })

  it('of more than eight bones keep the greatest', async () => {
    const bones = Array.from({ length: 10 }, (_, i) => bone(`b${i}`, 0, [i, 0, 0]))
    const { lods } = await meshOfLod(lod(bones.map((_, i) => [(i + 1) / 55, 0, i] as const)), bones)
    const skin = lods[0]?.skin
    expect(skin?.width).toBe(8)
    expect([...(skin?.bones.subarray(0, 8) ?? [])]).toEqual([9, 8, 7, 6, 5, 4, 3, 2])
    expect(skin?.weights[0]).toBeCloseTo(10 / 52)
  })
})

describe('meshes of UE2', () => {
  it('have their triangles turned outward, and texture coordinates unchanged', async () => {
    const { lods } = await meshOfLod(
      lod([
        [1, 0, 0],
        [1, 1, 0],
        [1, 2, 0],
      ]),
    )
    expect([...(lods[0]?.indices ?? [])]).toEqual([0, 2, 1])
    expect([...(lods[0]?.uvs[0] ?? [])]).toEqual([0, 0.5, 0.25, 0.5, 0.5, 0.5])
  })

  it('without editor arrays have the weights of the streams: stored if soft, by section bone if rigid', async () => {
    const float = (value: number) => new Uint32Array(Float32Array.of(value).buffer)[0] ?? 0
    // A point with bones 1 (a quarter) and 0, kept; a point with bone 0; the kept point again with other
    // coordinates.
    const [quarter, rest] = [16_384, 49_151]
    const skinning = Uint32Array.of(
      (6 * 1) | (quarter << 12) | (1 << 28) | (1 << 31),
      (6 * 0) | (rest << 12),
      float(0.1),
      float(0.2),
      (6 * 0) | (65_535 << 12),
      float(0.3),
      float(0.4),
      0xf000_0000,
      float(0.5),
      float(0.6),
      0xffff_ffff,
    )
    const up = 512 | (512 << 10) | (1023 << 20)
    const made = Object.assign(new ue2.SkeletalLod(), {
      skinning,
      numSoftWedges: 3,
      skinPoints: records(
        ...[
          [1, 2, 3],
          [4, 5, 6],
        ].flatMap(([x = 0, y = 0, z = 0]) => [
          ['f4', x] as const,
          ['f4', y] as const,
          ['f4', z] as const,
          ['u4', up] as const,
        ]),
      ),
      softSections: [Object.assign(new ue2.SkeletalSection(), { numbers: Uint16Array.of(0, 0, 0, 2, 3, 0, 0, 0, 1) })],
      rigidSections: [Object.assign(new ue2.SkeletalSection(), { numbers: Uint16Array.of(1, 0, 0, 2, 3, 1, 0, 1, 1) })],
    })
    made.softIndices.indices = Uint16Array.of(0, 1, 2)
    made.rigidIndices.indices = Uint16Array.of(0, 1, 2)
    made.vertices.vertices = Float32Array.of(0, 0, 9, 0, 0, 1, 0, 0, 1, 0, 9, 0, 0, 1, 1, 0, 0, 1, 9, 0, 0, 1, 0, 1)
    const object = Object.assign(new ue2.SkeletalMesh(), {
      bones: [bone('root', 0, [0, 0, 0]), bone('wheel', 0, [0, 0, 9])],
      lods: [made],
      materials: Int32Array.of(0, 0, 0, 1),
    })
    const { reader, read } = await readAs(128, object)
    const { lods } = await skeletalMeshOf(reader, read)
    const [mesh] = lods
    expect([...(mesh?.positions ?? [])]).toEqual([1, 2, 3, 4, 5, 6, 1, 2, 3, 0, 0, 9, 1, 0, 9, 0, 1, 9])
    expect([...(mesh?.points ?? [])]).toEqual([0, 1, 0, 2, 3, 4])
    expect([...(mesh?.normals?.subarray(0, 3) ?? [])]).toEqual([0, 0, 1])
    expect(mesh?.uvs[0]?.[4]).toBeCloseTo(0.5)
    expect(mesh?.sections).toEqual([
      { slot: 0, first: 0, count: 3 },
      { slot: 1, first: 3, count: 3 },
    ])
    expect([...(mesh?.skin?.bones.subarray(0, 2) ?? [])]).toEqual([0, 1])
    expect(mesh?.skin?.weights[0]).toBeCloseTo(0.75, 3)
    // The rigid triangle follows the wheel.
    expect([3, 4, 5].map((vertex) => mesh?.skin?.bones[vertex * 4])).toEqual([1, 1, 1])
  })

  it.each([
    ['that ends too early', Uint32Array.of(0, 0), 1, /words of 1 soft wedges/],
    ['that refers to a point that was not kept', Uint32Array.of(0xf000_0006, 0, 0), 1, /one of 0 kept points/],
    ['of a billion wedges', Uint32Array.of(0, 0, 0), 1_000_000_000, /1000000000 soft wedges/],
  ])('with a stream %s are refused', async (_, skinning, numSoftWedges, message) => {
    const made = Object.assign(new ue2.SkeletalLod(), { skinning, numSoftWedges })
    made.softIndices.indices = Uint16Array.of(0, 0, 0)
    await expect(meshOfLod(made)).rejects.toThrow(message)
  })

  it('without any triangles give a reason', async () => {
    await expect(meshOfLod(new ue2.SkeletalLod())).rejects.toThrow(new MediaError('no-data', 'it has no triangles'))
  })
})

describe('meshes of UE1', () => {
  it('have Y negated, triangles unchanged, byte wedges, weights out of 65,535, sockets at the weapon', async () => {
    const object = Object.assign(new ue1.SkeletalMesh(), {
      points: Float32Array.of(0, 0, 0, 10, 0, 0, 0, 10, 0),
      wedges: Uint8Array.of(0, 0, 0, 255, 1, 0, 51, 0, 2, 0, 0, 0),
      faces: Uint16Array.of(0, 1, 2, 0),
      materials: Int32Array.of(0x100, 0),
      refSkeleton: [bone('root', 0, [0, 0, 0]), bone('hand', 0, [5, 0, 0])],
      // Three points of the root, two of them shared with the hand.
      boneWeightIndices: Uint16Array.of(0, 3, 0, 0, 3, 2, 0, 0),
      boneWeights: Uint16Array.of(0, 65_535, 1, 32_768, 2, 16_384, 1, 32_767, 2, 49_151),
      weaponBone: 1,
    })
    const { reader, read } = await readAs(69, object)
    const { lods, materials, sockets } = await skeletalMeshOf(reader, read)
    const [mesh] = lods
    expect([...(mesh?.positions ?? [])]).toEqual([0, -0, 0, 10, -0, 0, 0, -10, 0])
    expect([...(mesh?.indices ?? [])]).toEqual([0, 1, 2])
    expect([...(mesh?.uvs[0] ?? [])].map((value) => Math.fround(value))).toEqual([0, 1, Math.fround(0.2), 0, 0, 0])
    expect(materials).toEqual([{ polyFlags: 0x100 }])
    expect(mesh?.skin?.weights[0]).toBe(1)
    expect([...(mesh?.skin?.bones.subarray(8, 10) ?? [])]).toEqual([1, 0])
    expect(mesh?.skin?.weights[8]).toBeCloseTo(0.75, 4)
    expect(sockets).toEqual([
      { name: 'WeaponAttach', bone: 1, position: [0, -0, 0], rotation: [-0, 0, -0, 1], scale: [1, 1, 1] },
    ])
  })

  it('whose wedges refer to points that do not exist are refused', async () => {
    const object = Object.assign(new ue1.SkeletalMesh(), {
      points: Float32Array.of(0, 0, 0),
      wedges: Uint8Array.of(9, 0, 0, 0),
      faces: Uint16Array.of(0, 0, 0, 0),
      refSkeleton: [bone('root', 0, [0, 0, 0])],
    })
    const { reader, read } = await readAs(69, object)
    await expect(meshOf(reader, read)).rejects.toThrow(/wedges of 1 point, found point 9/)
  })
})
