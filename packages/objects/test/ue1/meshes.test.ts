import { ue1 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { HandMade } from '../../../../testing/bytes.js'
import { check, decode, name, object, ue1 } from '../../../../testing/objects.js'
import { sequence } from '../../../../testing/packages.js'

const BASE = 0x400
const ONE = 0x3f800000

const ones = (count: number) => new Array<number>(count).fill(ONE)

/** What a lazy array begins with: the position of its end, except before version 62. */
function skip(file: HandMade, version: number, size: number): HandMade {
  return version < 62 ? file : file.u32(BASE + file.length + 4 + size)
}

const sphere = (version: number) => ones(version < 62 ? 3 : 4)

/** A sequence of 5 frames with one notify. */
function sequenceOf(file: HandMade): HandMade {
  return file.u8(2, 3).u32(0, 5).u8(1).u32(ONE).u8(6).u32(0x41f00000)
}

/** A mesh of one frame: two vertices in `words` words each, a triangle. */
function mesh(version: number, words: number): HandMade {
  const file = new HandMade()
    .u8(0)
    .u32(...ones(6))
    .u8(1)
    .u32(...sphere(version))
  skip(file, version, 1 + 8 * words).u8(2)
  if (words === 1) file.u32(0x7ff | (0x400 << 11) | (0x1ff << 22), 1)
  else file.u8(0xff, 0xff, 2, 0, 3, 0, 0, 0).u32(0, 0)
  skip(file, version, 21).u8(1).u8(0, 0, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6).u32(0x10, 3)
  sequenceOf(file.u8(1))
  skip(file, version, 9).u8(1).u32(1, 0)
  file
    .u32(...ones(6))
    .u8(1)
    .u32(...sphere(version))
  skip(file, version, 5).u8(1).u32(42)
  file
    .u8(1, 0x81)
    .u8(1)
    .u32(...ones(6))
    .u8(1)
    .u8(1)
    .u32(...sphere(version))
  file.u32(2, 1, 3, 7, ...ones(6), 0, 16384, 0, 0, 0)
  if (version === 65) file.u32(ONE)
  if (version >= 66) file.u8(1).u32(ONE)
  return file
}

describe('meshes', () => {
  it.each([61, 62, 63, 64, 65, 66, 67, 69])('of version %i', (version) => {
    const read = check(() => new classes.Mesh(), mesh(version, 1).bytes(), ue1(version), BASE)
    // Eleven bits, eleven bits, ten bits, each with a sign.
    expect([read.vertex(0), read.vertex(1), read.vertex(2)]).toEqual([[-1, -1024, 511], [1, 0, 0], undefined])
    expect(read.tris[0]).toMatchObject({ polyFlags: 16, texture: 3 })
    expect([...(read.tris[0]?.vertices ?? []), ...(read.tris[0]?.uv ?? [])]).toEqual([0, 1, 0, 1, 2, 3, 4, 5, 6])
    expect(read.animSeqs[0]).toMatchObject({ name: name('Walk'), group: name('Group'), numFrames: 5, rate: 30 })
    expect(read.animSeqs[0]?.notifies[0]).toMatchObject({ time: 1, function: name('Step') })
    expect([read.frameVerts, read.animFrames, read.andFlags, read.orFlags]).toEqual([2, 1, 3, 7])
    expect([read.textures, [...read.vertLinks], read.rotOrigin[1]]).toEqual([[object(-1)], [42], 16384])
    expect([...read.textureLod]).toEqual(version < 65 ? [] : [1])
    // Two vertices for each of the frames.
    expect(read.verts.length / read.vertexWords).toBe(read.frameVerts * read.animFrames)
  })

  it('of Deus Ex have wide vertices, which the end of their array reveals', () => {
    for (const version of [62, 68, 69]) {
      const read = check(() => new classes.Mesh(), mesh(version, 2).bytes(), ue1(version), BASE)
      expect([read.vertexWords, read.vertex(0), read.vertex(1)]).toEqual([2, [-1, 2, 3], [0, 0, 0]])
      expect(read.verts.length / read.vertexWords).toBe(read.frameVerts * read.animFrames)
    }
  })
})

/** The fields that a LodMesh adds. */
function lod(file: HandMade): HandMade {
  file.u8(1, 5, 0, 1, 6, 0, 1, 1, 0, 2, 0, 3, 0, 4, 0, 1, 7, 0, 1, 1, 0, 200, 100)
  return file.u8(1).u32(0x100, 2).u8(1, 0, 0, 1, 0, 2, 0, 0, 0).u32(1, 1, ONE, 0, ONE, 10, ONE, 0).u8(1, 9, 0).u32(2)
}

describe('meshes with levels of detail', () => {
  it.each([65, 66, 69])('of version %i', (version) => {
    const read = check(() => new classes.LodMesh(), lod(mesh(version, 1)).bytes(), ue1(version), BASE)
    expect([[...read.collapsePointThus], [...read.faceLevel], [...read.faces]]).toEqual([[5], [6], [1, 2, 3, 4]])
    expect([...read.wedges]).toEqual([1, 0, 200, 100])
    expect([[...read.materials], [...read.specialFaces], [...read.remapAnimVerts]]).toEqual([
      [256, 2],
      [0, 1, 2, 0],
      [9],
    ])
    expect([read.lodMinVerts, read.oldFrameVerts, read.meshScaleMax]).toEqual([10, 2, 1])
    expect(read.modelVerts + read.specialVerts).toBe(read.frameVerts)
  })

  it('can have bones', () => {
    const file = lod(mesh(69, 1))
      .u8(1, ...sequence(12))
      .u8(1)
      .u32(...ones(3))
    file.u8(1, 5).u32(0, ...ones(4), ...ones(3), ONE, ...ones(3), 0, 0)
    file
      .u8(1, 0, 0, 2, 0, 0, 0, 0, 0)
      .u8(1, 1, 0, 0xff, 0xff)
      .u8(0)
      .u32(1)
      .u8(0x84)
      .u32(-1, ...ones(12))
    const read = check(() => new classes.SkeletalMesh(), file.bytes(), ue1(69), BASE)
    expect(read.refSkeleton[0]).toMatchObject({ name: name('Root'), numChildren: 0, parent: 0, length: 1 })
    expect([[...read.boneWeightIndices], [...read.boneWeights]]).toEqual([
      [0, 2, 0, 0],
      [1, 65535],
    ])
    expect([read.defaultAnimation, read.weaponBone]).toEqual([object(-4), -1])
    expect([...read.weaponAdjust.zAxis]).toEqual([1, 1, 1])
  })
})

it('animations contain bones, moves and sequences', () => {
  const track = (file: HandMade) =>
    file
      .u32(0)
      .u8(1)
      .u32(...ones(4))
      .u8(1)
      .u32(...ones(3))
      .u8(2)
      .u32(0, ONE)
  const file = new HandMade()
    .u8(0)
    .u8(1, 5)
    .u32(0, 0)
    .u8(1)
    .u32(...ones(4), 0, 0)
    .u8(1)
    .u32(0)
    .u8(1)
  track(file).u32(0).u8(0, 0, 0)
  sequenceOf(file.u8(1))
  const read = check(() => new classes.Animation(), file.bytes(), ue1(69))
  expect(read.refBones[0]?.name).toBe(name('Root'))
  expect([...(read.moves[0]?.tracks[0]?.times ?? [])]).toEqual([0, 1])
  expect(read.moves[0]?.rootTrack.rotations.length).toBe(0)
  expect(read.animSeqs[0]?.name).toBe(name('Walk'))
})

it('malicious bytes result in an error, never in a long wait', () => {
  const whole = lod(mesh(69, 1)).bytes()
  for (let length = 0; length < whole.length; length++) {
    expect(() => decode(() => new classes.LodMesh(), whole.subarray(0, length), ue1(69), BASE)).toThrow()
  }
})
