import { Name } from '@ukit/container'
import { nodeCodecs } from '@ukit/core/node'
import { animationOf, EXPORTERS, psaOf, pskOf, type SkeletalAnimation, skeletalMeshOf } from '@ukit/media'
import { common, Property, ue1, ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { bone, readAs, records } from './support.js'

const HALF = Math.SQRT1_2

function name(text: string): Name {
  return new Name({ text, index: 0 })
}

function namedBone(text: string, parent: number): common.NamedBone {
  return Object.assign(new common.NamedBone(), { name: name(text), parent })
}

/** A quarter turn about Z, as bones other than the root store it. */
const STORED_TURN = [0, 0, -HALF, HALF] as const

function motion(tracks: Partial<common.AnalogTrack>[], trackTime: number): common.MotionChunk {
  return Object.assign(new ue2.FlexMotionChunk(), {
    trackTime,
    tracks: tracks.map((track) => Object.assign(new common.AnalogTrack(), track)),
  })
}

const TURNING = {
  rotations: Float32Array.of(0, 0, 0, 1, ...STORED_TURN),
  positions: Float32Array.of(5, 0, 0),
}

describe('animations of UE1 and UE2', () => {
  it('have the times of UE1 in seconds, and rotations in the direction of the bones', async () => {
    const object = Object.assign(new ue1.Animation(), {
      refBones: [namedBone('root', 0), namedBone('arm', 0)],
      moves: [
        motion(
          [
            { ...TURNING, times: Float32Array.of(0, 0.5) },
            { ...TURNING, times: Float32Array.of(0, 0.5) },
          ],
          1,
        ),
      ],
      animSeqs: [Object.assign(new ue1.AnimSequence(), { name: name('Wave'), numFrames: 10, rate: 10 })],
    })
    const { reader, read } = await readAs(69, object)
    const { sequences, bones } = await animationOf(reader, read)
    expect(bones).toEqual([
      { name: 'root', parent: -1 },
      { name: 'arm', parent: 0 },
    ])
    const [root, arm] = sequences[0]?.tracks ?? []
    expect([...(arm?.rotationTimes ?? [])]).toEqual([0, 0.5])
    expect([...(arm?.positionTimes ?? [])]).toEqual([0])
    // Y is negated, and rotations about Z are reversed.
    expect([...(root?.rotations ?? [])].slice(4)).toEqual([-0, 0, Math.fround(HALF), Math.fround(HALF)])
    expect(arm?.rotations[6]).toBeCloseTo(-HALF)
    expect(sequences[0]).toMatchObject({ name: 'Wave', seconds: 1, frames: 10, rate: 10 })
  })

  it('scale the times of UE2 by the length of the track', async () => {
    const object = Object.assign(new ue2.MeshAnimation(), {
      bones: [namedBone('root', 0)],
      // Twenty frames of a thirtieth of a second each; the track counts to 40.
      motions: [motion([{ ...TURNING, times: Float32Array.of(0, 20) }], 40)],
      sequences: [Object.assign(new ue2.AnimationSequence(), { name: name('Idle'), numFrames: 20, rate: 30 })],
    })
    const { reader, read } = await readAs(128, object)
    const { sequences } = await animationOf(reader, read)
    expect(sequences[0]?.tracks[0]?.rotationTimes[1]).toBeCloseTo(1 / 3)
  })

  it('leave out keys that are not numbers or not later than the one before, and report how many', async () => {
    const object = Object.assign(new ue2.MeshAnimation(), {
      bones: [namedBone('root', 0)],
      motions: [
        motion(
          [
            {
              rotations: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, Number.NaN, 1),
              times: Float32Array.of(0, 1, 0, 2),
            },
          ],
          4,
        ),
      ],
      sequences: [Object.assign(new ue2.AnimationSequence(), { numFrames: 4, rate: 30 })],
    })
    const { reader, read } = await readAs(128, object)
    const { sequences, notes } = await animationOf(reader, read)
    expect(sequences[0]?.tracks[0]?.rotationTimes).toHaveLength(1)
    expect(notes).toEqual(['3 keys are not numbers or not in order of time: left out'])
  })
})

/** A sequence of UE3 with two tracks: the root, and a bone in the given format. */
async function sequenceOf(...made: Parameters<typeof madeSequence>): Promise<SkeletalAnimation> {
  const { reader, read } = await madeSequence(...made)
  return animationOf(reader, read)
}

async function madeSequence(
  stream: Uint8Array,
  offsets: readonly number[],
  formats: Readonly<Record<string, string>>,
  frames = 3,
) {
  const object = Object.assign(new ue3.AnimSequence(), { compressedData: stream })
  const set = (key: string, value: Property['value']) => {
    const property = new Property(name(key))
    property.value = value
    object.properties.items.push(property)
  }
  set('SequenceName', name('Made'))
  set('SequenceLength', 2)
  set('NumFrames', frames)
  set('CompressedTrackOffsets', [...offsets])
  for (const [key, format] of Object.entries(formats)) set(key, name(format))
  // In Mass Effect a data object has the names of the tracks; here the sequence is its own data object.
  set('TrackBoneNames', [name('root'), name('arm')])
  const { reader, read } = await readAs(868, object)
  Object.defineProperty(reader, 'follow', { value: async () => read.export })
  Object.defineProperty(reader, 'read', { value: async () => read })
  set('m_pBioAnimSetData', null)
  return { reader, read }
}

/** The root: one position and one rotation, uncompressed: 24 bytes. */
const ROOT = records(...[1, 2, 3, 0, 0, 0].map((value) => ['f4', value] as const))

it('a sequence of UE3 that no set lists has its own file', async () => {
  const keys = records(...[0.5, 0.5, 0.5, 0.5].map((value) => ['f4', value] as const))
  const { reader, read } = await madeSequence(Uint8Array.of(...ROOT, ...keys), [0, 1, 12, 1, 0, 0, 24, 1], {
    RotationCompressionFormat: 'ACF_None',
  })
  const files = await EXPORTERS.find((exporter) => exporter.takes(read))?.export(read, {
    reader,
    codecs: nodeCodecs,
    deflate: (bytes) => bytes,
    mips: false,
    options: {},
    openFile: async () => undefined,
    classPackages: async () => [],
    fileOf: async () => undefined,
  })
  expect(files?.map(({ extension }) => extension)).toEqual(['psa'])
  expect(new TextDecoder('latin1').decode(files?.[0]?.bytes)).toContain('Made')
})

describe('compressed rotations of UE3', () => {
  it.each([
    // X = (49150 − 32767)/32767, Y = 0, Z = −1/2 or nearly; W makes the length 1.
    ['ACF_Fixed48NoW', records(['u2', 49_150], ['u2', 32_767], ['u2', 16_384]), [0.49998, 0, -0.49998, 0.70713]],
    // 11, 11 and 10 bits from the top: X = 1534/1023 − 1, Y = 1023/1023 − 1, Z = 255/511 − 1.
    ['ACF_Fixed32NoW', records(['u4', ((1534 << 21) | (1023 << 10) | 255) >>> 0]), [0.49951, 0, -0.50098, 0.70674]],
    // Sign, three bits of exponent (bias 4), fraction: 0.5 = 1.0 × 2^−1 → exponent 3; −0.25 → exponent 2.
    [
      'ACF_Float32NoW',
      records(['u4', ((3 << 28) | (((1 << 10) | (2 << 7)) << 10) | (2 << 6)) >>> 0]),
      [0.5, -0.25, 0.25, 0.79057],
    ],
    // The greatest component, Y, is dropped: number 1; the others are 16383.5 of 32767 for 0 and 32767 for
    // √½.
    [
      'ACF_BioFixed48',
      records(['u2', 16_384], ['u2', 0x8000 | 16_384], ['u2', 32_767]),
      [0, Math.SQRT1_2, 0, Math.SQRT1_2],
    ],
    ['ACF_None', records(['f4', 0.5], ['f4', 0.5], ['f4', 0.5], ['f4', 0.5]), [0.5, 0.5, 0.5, 0.5]],
  ])('of %s are decoded from their bits', async (format, key, expected) => {
    const keys = Uint8Array.of(...key, ...key, ...new Uint8Array((4 - ((key.length * 2) % 4)) % 4))
    const { sequences } = await sequenceOf(Uint8Array.of(...ROOT, ...keys), [0, 1, 12, 1, 0, 0, 24, 2], {
      RotationCompressionFormat: format,
    })
    const arm = sequences[0]?.tracks[1]
    // Rotations of bones other than the root are stored inverted.
    const [x = 0, y = 0, z = 0, w = 0] = arm?.rotations.subarray(0, 4) ?? []
    for (const [i, value] of [-x, -y, -z, w].entries()) expect(value).toBeCloseTo(expected[i] ?? 0, 3)
    // The last key is at the end.
    expect([...(arm?.rotationTimes ?? [])]).toEqual([0, 2])
    expect([...(sequences[0]?.tracks[0]?.positions ?? [])]).toEqual([1, 2, 3])
    expect(sequences[0]?.isUnproven ?? false).toBe(!['ACF_BioFixed48'].includes(format))
  })

  it('of IntervalFixed32 are relative to the minimum values before them', async () => {
    const range = records(...[0.1, 0.2, 0.3, 0.5, 0.25, 0.125].map((value) => ['f4', value] as const))
    // All components are at their maximum: minimum + range.
    const key = records(['u4', ((2046 << 21) | (2046 << 10) | 1022) >>> 0])
    const { sequences } = await sequenceOf(
      Uint8Array.of(...ROOT, ...range, ...key, ...key),
      [0, 1, 12, 1, 0, 0, 24, 2],
      { RotationCompressionFormat: 'ACF_IntervalFixed32NoW' },
    )
    const turn = sequences[0]?.tracks[1]?.rotations ?? []
    expect([turn[0], turn[1], turn[2]]).toEqual([expect.closeTo(-0.6), expect.closeTo(-0.45), expect.closeTo(-0.425)])
  })

  it('of variable keys have their own frames', async () => {
    const key = records(['f4', 0], ['f4', 0], ['f4', 0])
    const { sequences } = await sequenceOf(
      Uint8Array.of(...ROOT, ...key, ...key, 0, 3, 0, 0),
      [0, 1, 12, 1, 0, 0, 24, 2],
      { RotationCompressionFormat: 'ACF_Float96NoW', KeyEncodingFormat: 'AKF_VariableKeyLerp' },
      5,
    )
    expect([...(sequences[0]?.tracks[1]?.rotationTimes ?? [])]).toEqual([0, 1.5])
  })

  it('in tracks with their own format read only the components that are stored', async () => {
    const head = (format: number, mask: number, count: number) =>
      records(['u4', ((format << 28) | (mask << 24) | count) >>> 0])
    // Positions: Fixed48, only Z: (300 − 255) = 45. Rotations: Fixed48, only X, with frames 0 and 4.
    const places = Uint8Array.of(...head(2, 4, 1), ...records(['u2', 300], ['u2', 0]))
    const turns = Uint8Array.of(...head(2, 8 | 1, 2), ...records(['u2', 49_150], ['u2', 32_767]), 0, 4, 0, 0)
    const { sequences } = await sequenceOf(
      Uint8Array.of(...places, ...turns),
      [-1, -1, 0, 8],
      { KeyEncodingFormat: 'AKF_PerTrackCompression' },
      5,
    )
    const [root, arm] = sequences[0]?.tracks ?? []
    expect(root?.rotationTimes).toHaveLength(0)
    expect([...(arm?.unusedPositions?.positions ?? [])]).toEqual([0, 0, 45])
    expect(arm?.rotations[0]).toBeCloseTo(-0.5, 3)
    expect([...(arm?.rotationTimes ?? [])]).toEqual([0, 2])
    expect(sequences[0]?.isUnproven).toBeUndefined()
  })

  it.each([
    ['a billion keys', [0, 1, 12, 1, 0, 0, 24, 1_000_000_000], 'ACF_Fixed48NoW', /1000000000 keys of 6 bytes/],
    ['keys beyond the stream', [0, 1, 12, 1, 0, 0, 4_000, 2], 'ACF_Float96NoW', /2 keys of 12 bytes at 4000/],
    ['an unknown format', [0, 1, 12, 1, 0, 0, 24, 2], 'ACF_Zip', /acf_zip, which ukit does not know/],
    ['too few tracks', [0, 1, 12, 1], 'ACF_None', /track for each of 2 bones, found 1/],
  ])('with %s are refused', async (_, offsets, format, message) => {
    await expect(sequenceOf(ROOT, offsets, { RotationCompressionFormat: format })).rejects.toThrow(message)
  })
})

const ANIMATION: SkeletalAnimation = {
  bones: [
    { name: 'root', parent: -1 },
    { name: 'arm', parent: 0 },
  ],
  sequences: [
    {
      name: 'Wave',
      group: '',
      seconds: 2,
      frames: 3,
      rate: 1.5,
      frameSeconds: 1,
      tracks: [
        {
          bone: 1,
          rotationTimes: Float32Array.of(0, 2),
          rotations: Float32Array.of(0, 0, 0, 1, 0, 0, 1, 0),
          positionTimes: Float32Array.of(0, 2),
          positions: Float32Array.of(0, 0, 0, 4, 0, 0),
        },
      ],
      notifies: [],
    },
  ],
  notes: [],
}

describe('PSA files', () => {
  it('have a key for each bone and frame, interpolated if none is stored', () => {
    const skeleton = { bones: [{ name: 'ROOT', parent: -1, position: [7, 8, 9], rotation: [0, 0, 0, 1] }] } as const
    const bytes = psaOf(ANIMATION, { skeleton })
    // Headers of four chunks, two bones of 120 bytes, one sequence of 168, six keys of 32.
    expect(bytes).toHaveLength(4 * 32 + 2 * 120 + 168 + 6 * 32)
    const keys = new Float32Array(bytes.slice(4 * 32 + 2 * 120 + 168).buffer)
    expect([...keys.subarray(0, 8)]).toEqual([7, 8, 9, 0, 0, 0, 1, 1])
    // Halfway to half a turn is a quarter turn, in the opposite direction.
    const half = keys.subarray(3 * 8, 4 * 8)
    expect([...half.subarray(0, 3)]).toEqual([2, 0, 0])
    expect([half[5], half[6]]).toEqual([expect.closeTo(-HALF), expect.closeTo(HALF)])
    // Mirroring reverses a rotation about Z, and takes Y to −Y.
    const mirrored = new Float32Array(psaOf(ANIMATION, { skeleton, mirror: true }).slice(4 * 32 + 2 * 120 + 168).buffer)
    expect([...mirrored.subarray(0, 3)]).toEqual([7, -8, 9])
    expect([mirrored[3 * 8 + 5], mirrored[3 * 8 + 6]]).toEqual([expect.closeTo(HALF), expect.closeTo(HALF)])
  })

  it('of a billion frames are refused before anything is allocated', () => {
    const [sequence] = ANIMATION.sequences
    if (sequence === undefined) throw new Error('one is above')
    const huge = { ...ANIMATION, sequences: [{ ...sequence, frames: 1_000_000_000 }] }
    expect(() => psaOf(huge)).toThrow(/at most 8000000 keys, found 1000000000 frames of 2 bones/)
  })
})

describe('PSK files', () => {
  it('are chunks of fixed records; for UE1, in the space and winding of the package', async () => {
    const object = Object.assign(new ue1.SkeletalMesh(), {
      points: Float32Array.of(0, 0, 0, 10, 20, 30, 0, 10, 0),
      wedges: Uint8Array.of(0, 0, 0, 255, 1, 0, 51, 0, 2, 0, 0, 0),
      faces: Uint16Array.of(0, 1, 2, 0),
      materials: Int32Array.of(0x100, 0),
      refSkeleton: [bone('root', 0, [1, 2, 3], STORED_TURN), bone('hand', 0, [5, 0, 0], STORED_TURN)],
      boneWeightIndices: Uint16Array.of(0, 3, 0, 0, 0, 0, 0, 0),
      boneWeights: Uint16Array.of(0, 65_535, 1, 65_535, 2, 65_535),
    })
    const { reader, read } = await readAs(69, object)
    const bytes = pskOf(await skeletalMeshOf(reader, read), { mirror: true })
    const view = new DataView(bytes.buffer)
    const chunks: [string, number, number][] = []
    for (let at = 0; at < bytes.length; at += 32 + view.getInt32(at + 24, true) * view.getInt32(at + 28, true))
      chunks.push([
        String.fromCharCode(...bytes.subarray(at, at + 8)),
        view.getInt32(at + 24, true),
        view.getInt32(at + 28, true),
      ])
    expect(chunks).toEqual([
      ['ACTRHEAD', 0, 0],
      ['PNTS0000', 12, 3],
      ['VTXW0000', 16, 3],
      ['FACE0000', 12, 1],
      ['MATT0000', 88, 1],
      ['REFSKELT', 120, 2],
      ['RAWWEIGH', 12, 3],
    ])
    expect([64 + 12, 64 + 16, 64 + 20].map((at) => view.getFloat32(at, true))).toEqual([10, 20, 30])
    // Triangles are wound inward in UE Viewer's files too: of C4 (UE1, −57,227 cubic units) and of Truck
    // (UE2, −1,388).
    const mirrored = pskOf(await skeletalMeshOf(reader, read))
    const other = new DataView(mirrored.buffer)
    expect([64 + 12, 64 + 16, 64 + 20].map((at) => other.getFloat32(at, true))).toEqual([10, -20, 30])
    const face = 64 + 36 + 32 + 48 + 32
    const corners = [0, 2, 4].map((offset) => view.getUint16(face + offset, true))
    // For UE1 as the package stores it: its importer keeps faces unchanged (404 of 404 of C4.psk).
    expect(corners).toEqual([0, 1, 2])
    expect([0, 2, 4].map((offset) => other.getUint16(face + offset, true))).toEqual([0, 2, 1])
    const skeleton = bytes.length - 32 - 36 - 240
    for (const at of [skeleton, skeleton + 120])
      expect([76, 80, 84, 88].map((offset) => view.getFloat32(at + offset, true))).toEqual(
        STORED_TURN.map((value) => expect.closeTo(value)),
      )
  })
})
