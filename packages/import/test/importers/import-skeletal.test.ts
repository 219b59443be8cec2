import { ObjectReader, type Package } from '@ukit/core'
import { buildPackage, createPackage, PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { importAnimation, importFile, importSkeletalMesh, readPsa, readPsk } from '@ukit/import'
import { verifyPackage } from '@ukit/inspect'
import { animationOf, glbOf, MediaError, type Mesh, psaOf, pskOf, skeletalMeshOf } from '@ukit/media'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { guidOf } from '../../../../testing/made-package.js'
import { type MadePsk, psaBytes, pskBytes } from './psk-bytes.js'

/** An arm of two bones: four points, the last of which follows both; point 2 has two wedges. */
const ARM: MadePsk = {
  points: [
    [0, 0, 0],
    [10, 0, 0],
    [0, 8, 0],
    [10, 8, 2],
  ],
  wedges: [
    [0, 0, 0],
    [1, 0.5, 0],
    [2, 0, 0.999],
    [3, 1, 1],
    [2, 0.25, 0.75],
  ],
  faces: [
    [0, 1, 2, 0],
    [1, 3, 4, 1],
  ],
  materials: ['Skin', 'Glove'],
  bones: [
    { name: 'Root', parent: 0, turn: [0, 0, Math.SQRT1_2, Math.SQRT1_2], place: [1, 2, 3] },
    { name: 'Hand', parent: 0, turn: [0, 0, 0, 1], place: [5, 0, 0] },
  ],
  weights: [
    [1, 0, 0],
    [1, 1, 1],
    [1, 2, 0],
    [0.75, 3, 1],
    [0.25, 3, 0],
  ],
}

/** Two frames: the hand rotates by a right angle about Z. */
const WAVE = {
  bones: ['Root', 'Hand'],
  sequences: [
    {
      name: 'Wave',
      rate: 12.5,
      keys: [
        [1, 2, 3, 0, 0, Math.SQRT1_2, Math.SQRT1_2],
        [5, 0, 0, 0, 0, 0, 1],
        [1, 2, 3, 0, 0, Math.SQRT1_2, Math.SQRT1_2],
        [5, 0.5, 0, 0, 0, Math.SQRT1_2, Math.SQRT1_2],
      ],
    },
  ],
}

const PLACE = { origin: [1, 2, 3], scale: [2, 2, 2], rotation: [0, 16_384, 0] } as const

const TARGETS = {
  UE1: { version: 69 },
  UE2: { version: 128, licensee: 29 },
  UE3: { version: 868 },
  'UE3 of 2007': { version: 512 },
} as const
type Target = keyof typeof TARGETS

const newPackage = (target: Target) => createPackage({ name: 'Made', guid: guidOf('Made'), ...TARGETS[target] })

async function built(edit: PackageEdit): Promise<Package> {
  const pkg = await buildPackage(edit)
  expect((await verifyPackage(pkg)).problems).toEqual([])
  return pkg
}

async function objectAt(pkg: Package, path: string) {
  const reader = await ObjectReader.open(pkg)
  const found = pkg.exports.find((one) => one.path === path)
  if (found === undefined) throw new Error(`no ${path}`)
  return { reader, read: await reader.read(found) }
}

async function meshAt(pkg: Package, path: string): Promise<Mesh> {
  const { reader, read } = await objectAt(pkg, path)
  return skeletalMeshOf(reader, read)
}

describe('readPsk', () => {
  it('reads points, wedges, triangles, bones and weights as they are in the file', () => {
    const mesh = readPsk(pskBytes(ARM))
    const [lod] = mesh.lods
    expect(mesh.skeleton?.bones).toEqual([
      {
        name: 'Root',
        parent: -1,
        position: [1, 2, 3],
        rotation: [0, 0, Math.fround(Math.SQRT1_2), Math.fround(Math.SQRT1_2)],
      },
      { name: 'Hand', parent: 0, position: [5, 0, 0], rotation: [-0, -0, -0, 1] },
    ])
    expect([...(lod?.points ?? [])]).toEqual([0, 1, 2, 3, 2])
    // Triangles face inward in the file, outward in a `Mesh`.
    expect([...(lod?.indices ?? [])]).toEqual([0, 2, 1, 1, 4, 3])
    expect(lod?.sections).toEqual([
      { slot: 0, first: 0, count: 3 },
      { slot: 1, first: 3, count: 3 },
    ])
    expect(mesh.materials.map(({ path }) => path)).toEqual(['Skin', 'Glove'])
    expect([...(lod?.skin?.weights.subarray(12, 16) ?? [])]).toEqual([0.75, 0.25, 0, 0])
    expect([...(lod?.skin?.bones.subarray(12, 16) ?? [])]).toEqual([1, 0, 0, 0])
    expect(pskOf(mesh)).toEqual(pskOf(readPsk(pskOf(mesh))))
  })

  it('negates Y if the file is mirrored', () => {
    const [lod] = readPsk(pskBytes(ARM), { mirror: true }).lods
    expect([...(lod?.positions.subarray(9, 12) ?? [])]).toEqual([10, -8, 2])
    expect([...(lod?.indices ?? [])]).toEqual([0, 1, 2, 1, 3, 4])
  })

  it('reports what is wrong with a file', () => {
    const wrong = (change: Partial<MadePsk>) => () => readPsk(pskBytes({ ...ARM, ...change }))
    expect(() => readPsk(Uint8Array.of(1, 2, 3))).toThrow('expected a chunk of at least 32 bytes at 0, found 3')
    expect(() => readPsk(psaBytes(WAVE))).toThrow('expected a file that starts with ACTRHEAD, found "ANIMHEAD"')
    expect(() => readPsk(pskBytes(ARM).subarray(0, 100))).toThrow(/expected chunk VTXW0000|at least 32 bytes|PNTS0000/)
    expect(wrong({ points: [] })).toThrow(/it has 0 points, 5 wedges and 2 triangles/)
    expect(wrong({ wedges: [[9, 0, 0]] })).toThrow('expected wedge 0 to be of 4 points, found point 9')
    expect(wrong({ faces: [[0, 1, 7, 0]] })).toThrow('expected face 0 to be of 5 wedges, found wedge 7')
    expect(wrong({ weights: [[1, 0, 4]] })).toThrow('expected weight 0 to be of 2 bones, found bone 4')
    const circle = [
      { name: 'Root', parent: 0 },
      { name: 'A', parent: 2 },
      { name: 'B', parent: 1 },
    ]
    expect(wrong({ bones: circle })).toThrow(/expected a tree of bones, found '[AB]' among its own parents/)
  })
})

describe.each(Object.keys(TARGETS) as Target[])('importSkeletalMesh, a new mesh of %s', (target) => {
  it('gives the same PSK file back, and a package without problems', async () => {
    const edit = await newPackage(target)
    const mirror = true
    const mesh = readPsk(pskBytes(ARM), { mirror })
    const { path, className, objects, notes } = await importSkeletalMesh(edit, 'Arms.Arm', mesh)
    expect({ path, className, objects }).toEqual({ path: 'Arms.Arm', className: 'SkeletalMesh', objects: ['Arms.Arm'] })
    expect(notes).toEqual([
      'material 0 is set to none: the package has no material or texture "Skin"',
      'material 1 is set to none: the package has no material or texture "Glove"',
    ])
    const pkg = await built(edit)
    const again = await meshAt(pkg, 'Arms.Arm')
    expect(again.skeleton).toEqual(mesh.skeleton)
    expect(again.placement).toEqual({
      origin: [-0, -0, -0].map((zero) => expect.closeTo(zero)),
      scale: [1, 1, 1],
      rotation: [0, 0, 0],
    })
    const [before, after] = [mesh.lods[0], again.lods[0]]
    if (before === undefined || after === undefined) throw new Error('no level of detail')
    const corner = (lod: typeof before, i: number) => {
      const vertex = lod.indices[i] ?? 0
      const [u = 0, v = 0] = lod.uvs[0]?.subarray(vertex * 2, vertex * 2 + 2) ?? []
      const weights = [0, 1, 2, 3].map((k) => lod.skin?.weights[vertex * 4 + k] ?? 0)
      return { place: [...lod.positions.subarray(vertex * 3, vertex * 3 + 3)], u, v, weights }
    }
    // UE1 stores coordinates in 256ths, UE3 as halves; UE3 stores weights in 255ths.
    const rounding = { UE1: 1 / 128, UE2: 0 }[target as string] ?? 1 / 2048
    const weightRounding = { UE1: 1 / 65_535, UE2: 0 }[target as string] ?? 1 / 255
    for (let i = 0; i < 6; i++) {
      const [a, b] = [corner(before, i), corner(after, i)]
      expect(b.place).toEqual(a.place)
      expect(Math.abs(b.u - a.u)).toBeLessThanOrEqual(rounding)
      expect(Math.abs(b.v - a.v)).toBeLessThanOrEqual(rounding)
      for (const [k, weight] of a.weights.entries())
        expect(Math.abs((b.weights[k] ?? 0) - weight)).toBeLessThanOrEqual(weightRounding)
    }
  })

  it('adds an animation, whose keys come back', async () => {
    const edit = await newPackage(target)
    const mirror = true
    const { objects } = await importAnimation(edit, 'Arms.Moves', readPsa(psaBytes(WAVE), { mirror }))
    expect(objects[0]).toBe('Arms.Moves')
    const pkg = await built(edit)
    const { reader, read } = await objectAt(pkg, 'Arms.Moves')
    const file = psaOf(await animationOf(reader, read), { mirror })
    const wanted = psaOf(readPsa(psaBytes(WAVE), { mirror }), { mirror })
    expect(file.length).toBe(wanted.length)
    const floats = (bytes: Uint8Array) => new Float32Array(bytes.slice(bytes.length - 4 * 32).buffer)
    const [keys, own] = [floats(file), floats(wanted)]
    for (const [i, key] of own.entries()) expect(Math.abs((keys[i] ?? 0) - key)).toBeLessThan(1e-6)
    // All keys except those of cooked and early packages of UE3 keep their bits.
    if (target !== 'UE3 of 2007') expect(keys).toEqual(own)
  })

  it('refuses meshes that the engine cannot store, and changes nothing', async () => {
    const edit = await newPackage(target)
    const before = [edit.names.length, edit.exports.length, edit.imports.length]
    const mesh = readPsk(pskBytes(ARM))
    const [lod] = mesh.lods
    if (lod?.skin === undefined || mesh.skeleton === undefined) throw new Error('no skin')
    const [root, hand] = mesh.skeleton.bones
    if (root === undefined || hand === undefined) throw new Error('no bones')
    const wrong: readonly [change: Partial<Mesh>, message: string | RegExp][] = [
      [
        { lods: [{ ...lod, points: new Uint32Array(0), positions: new Float32Array(0), indices: new Uint32Array(0) }] },
        'expected vertices and triangles, found 0 and 0',
      ],
      [
        { skeleton: { bones: [root, { ...hand, name: 'ROOT' }] } },
        'expected each bone once, found "ROOT" as bones 0 and 1: rename one of them',
      ],
      [
        { skeleton: { bones: [root, { ...hand, parent: 1 }] } },
        'expected a tree of bones, parents first, found "Hand" (bone 1) with parent 1',
      ],
      [
        { skeleton: { bones: [root, { ...hand, parent: -1 }] } },
        'expected one root, found "Root" and "Hand": give them a common parent',
      ],
      [
        { lods: [{ ...lod, skin: { ...lod.skin, weights: lod.skin.weights.map((weight) => weight / 2) } }] },
        'expected weights whose sum is 1, found 0.5 at vertex 0: normalize them, or import with normalizeWeights',
      ],
      [
        { lods: [{ ...lod, positions: lod.positions.map(() => Number.NaN) }] },
        'expected numbers as positions, found something else at vertex 0',
      ],
      [{ lods: [{ ...lod, indices: Uint32Array.of(0, 1, 77) }] }, 'expected triangles of 5 vertices, found vertex 77'],
    ]
    for (const [change, message] of wrong)
      await expect(importSkeletalMesh(edit, 'Arms.Arm', { ...mesh, ...change })).rejects.toThrow(message)
    await expect(importSkeletalMesh(edit, 'No good', mesh)).rejects.toThrow(PackageError)
    const moves = readPsa(psaBytes({ ...WAVE, bones: ['Root', 'root'] }))
    await expect(importAnimation(edit, 'Moves', moves)).rejects.toThrow('expected a different name for each bone')
    expect([edit.names.length, edit.exports.length, edit.imports.length]).toEqual(before)
  })
})

describe('importSkeletalMesh', () => {
  it('scales weights if asked to', async () => {
    const edit = await newPackage('UE2')
    const half = readPsk(pskBytes({ ...ARM, weights: ARM.weights.map(([weight, ...rest]) => [weight / 2, ...rest]) }))
    const { notes } = await importSkeletalMesh(edit, 'Arm', half, { normalizeWeights: true })
    expect(notes).toContain('weights of 5 vertices did not add up to 1: scaled')
    const { skin } = (await meshAt(await built(edit), 'Arm')).lods[0] ?? {}
    expect([...(skin?.weights.subarray(12, 14) ?? [])]).toEqual([0.75, 0.25])
  })

  it('refuses more vertices than 16 bits can number, in UE1 and UE2', async () => {
    const mesh = readPsk(pskBytes(ARM))
    const [lod] = mesh.lods
    if (lod?.skin === undefined) throw new Error('no skin')
    const count = 65_536
    const large = {
      ...lod,
      positions: new Float32Array(count * 3),
      points: new Uint32Array(count),
      uvs: [new Float32Array(count * 2)],
      skin: {
        width: 4 as const,
        bones: new Uint16Array(count * 4),
        weights: new Float32Array(count * 4).map((_, i) => (i % 4 === 0 ? 1 : 0)),
      },
    }
    for (const target of ['UE1', 'UE2'] as const)
      await expect(importSkeletalMesh(await newPackage(target), 'Arm', { ...mesh, lods: [large] })).rejects.toThrow(
        'expected at most 65535 vertices, found 65536: reduce the mesh or split it',
      )
  })

  it('writes bounds, depth and tables of bones like the editors', async () => {
    const edit = await newPackage('UE1')
    await importSkeletalMesh(edit, 'Arm', readPsk(pskBytes(ARM), { mirror: true }))
    const { read } = await objectAt(await built(edit), 'Arm')
    if (!(read.object instanceof ue1.SkeletalMesh)) throw new Error('not a mesh')
    const { box, sphere, skeletalDepth, refSkeleton, boneWeightIndices, boneWeights, localPoints, wedges, weaponBone } =
      read.object
    // Twice the size of the pose, about its centre.
    expect([...box.corners]).toEqual([-5, -4, -1, 15, 12, 3])
    expect([...sphere.numbers]).toEqual([5, 4, 1, Math.fround(Math.sqrt(25 + 16 + 1) * 1.001)])
    expect(skeletalDepth).toBe(2)
    expect(refSkeleton.map(({ numChildren, parent }) => [numChildren, parent])).toEqual([
      [1, 0],
      [0, 0],
    ])
    expect([...boneWeightIndices]).toEqual([0, 3, 0, 0, 3, 2, 0, 0])
    expect([...boneWeights]).toEqual([0, 65_535, 2, 65_535, 3, 16_384, 1, 65_535, 3, 49_151])
    // Point 0 relative to the root at 1 2 3, which is rotated by 90°: −1 −2 −3 rotated back.
    expect([...localPoints.subarray(0, 3)].map((number) => Math.round(number * 1e4) / 1e4)).toEqual([-2, 1, -3])
    expect([...wedges]).toEqual([0, 0, 0, 0, 1, 0, 128, 0, 2, 0, 0, 255, 3, 0, 255, 255, 2, 0, 64, 192])
    expect(weaponBone).toBe(-1)
  })

  it('makes one triangle with one bone rigid and the other soft, in UE2', async () => {
    const edit = await newPackage('UE2')
    const apart: MadePsk = {
      ...ARM,
      faces: [
        [0, 0, 2, 0],
        [1, 3, 4, 1],
      ],
    }
    await importSkeletalMesh(edit, 'Arm', readPsk(pskBytes(apart), { mirror: true }))
    const { read } = await objectAt(await built(edit), 'Arm')
    if (!(read.object instanceof ue2.SkeletalMesh)) throw new Error('not a mesh')
    const [lod] = read.object.lods
    if (lod === undefined) throw new Error('no level of detail')
    expect(lod.numSoftWedges).toBe(3)
    expect(lod.softSections.map(({ numbers }) => [...numbers])).toEqual([[1, 0, 0, 2, 3, 0, 0, 0, 1]])
    expect(lod.rigidSections.map(({ numbers }) => [...numbers])).toEqual([[0, 0, 0, 1, 3, 0, 0, 1, 1]])
    // Bone 1 times 6 with all of the weight; then 0.75 of 65,535 with one more bone; point 2 alone. None is
    // used again.
    const [first, , , second, third] = lod.skinning
    expect(first).toBe((6 | (65_535 << 12)) >>> 0)
    expect(second).toBe((6 | (49_151 << 12) | (1 << 28)) >>> 0)
    expect(third).toBe(16_384 << 12)
    expect(lod.skinning.at(-1)).toBe(0xffff_ffff)
  })

  it('splits a mesh with more bones than graphics cards support, in UE3', async () => {
    const bones = Array.from({ length: 120 }, (_, i) => ({ name: `Bone${i}x`, parent: Math.max(0, i - 1) }))
    const points = bones.flatMap((_, i) => [
      [i, 0, 0],
      [i, 1, 0],
      [i, 0, 1],
    ])
    const strip: MadePsk = {
      points,
      wedges: points.map((_, i) => [i, 0, 0]),
      faces: bones.map((_, i) => [3 * i, 3 * i + 1, 3 * i + 2, 0]),
      materials: ['material_0'],
      bones,
      weights: points.map((_, i) => [1, i, Math.floor(i / 3)]),
    }
    const edit = await newPackage('UE3')
    await importSkeletalMesh(edit, 'Strip', readPsk(pskBytes(strip), { mirror: true }))
    const pkg = await built(edit)
    const { read } = await objectAt(pkg, 'Strip')
    if (!(read.object instanceof ue3.SkeletalMesh)) throw new Error('not a mesh')
    const [lod] = read.object.lodModels
    expect(
      lod?.chunks.map(({ boneMap, rigidVertexCount, firstVertex }) => [boneMap.length, rigidVertexCount, firstVertex]),
    ).toEqual([
      [75, 225, 0],
      [45, 135, 225],
    ])
    expect(
      lod?.sections.map(({ chunkIndex, firstIndex, triangleCount }) => [chunkIndex, firstIndex, triangleCount]),
    ).toEqual([
      [0, 0, 75],
      [1, 225, 45],
    ])
    expect(pskOf(await meshAt(pkg, 'Strip'), { mirror: true })).toEqual(
      pskOf(readPsk(pskBytes(strip), { mirror: true }), { mirror: true }),
    )
  })
})

describe('importFile', () => {
  it('replaces a mesh by a glTF file that ukit wrote of it, with its animations', async () => {
    const edit = await newPackage('UE2')
    await importSkeletalMesh(edit, 'Arm', readPsk(pskBytes(ARM), { mirror: true }), { placement: PLACE })
    await importAnimation(edit, 'Moves', readPsa(psaBytes(WAVE), { mirror: true }))
    const pkg = await built(edit)
    const { reader, read } = await objectAt(pkg, 'Moves')
    const animation = await animationOf(reader, read)
    const mesh = await meshAt(pkg, 'Arm')
    const { bytes } = glbOf(mesh, { name: 'Arm', unit: 0.02, animations: [animation] })
    const again = await PackageEdit.open(pkg)
    const source = { name: 'Arm.glb', bytes, openFile: async () => undefined }
    const wanted = { path: 'Arm', className: 'SkeletalMesh', objects: ['Arm'], notes: [] }
    expect(await importFile(again, 'Arm', source, { replace: true })).toEqual(wanted)
    await importFile(again, 'Moves', source, { replace: true })
    const after = await built(again)
    const back = await meshAt(after, 'Arm')
    expect(back.placement).toEqual(mesh.placement)
    // Metres are floats of 32 bits: positions differ by rounding.
    const [was, is] = [mesh.lods[0], back.lods[0]]
    expect(is?.indices).toEqual(was?.indices)
    expect(is?.uvs).toEqual(was?.uvs)
    expect(is?.skin).toEqual(was?.skin)
    for (const [i, value] of (was?.positions ?? []).entries()) expect(is?.positions[i]).toBeCloseTo(value, 5)
    const moved = await objectAt(after, 'Moves')
    const { sequences } = await animationOf(moved.reader, moved.read)
    expect(sequences.map(({ name, frames, rate }) => [name, frames, rate])).toEqual([['Wave', 2, 12.5]])
    expect(
      [...(sequences[0]?.tracks[1]?.rotations ?? [])].map((part) => (Math.round(part * 1e4) + 0) / 1e4 + 0),
    ).toEqual(
      [...(animation.sequences[0]?.tracks[1]?.rotations ?? [])].map((part) => (Math.round(part * 1e4) + 0) / 1e4 + 0),
    )
  })
})

describe('importAnimation', () => {
  it('replaces sequences of the same name and keeps the others, which need the same bones', async () => {
    const edit = await newPackage('UE2')
    const wave = readPsa(psaBytes(WAVE))
    const nod = readPsa(psaBytes({ ...WAVE, sequences: WAVE.sequences.map((one) => ({ ...one, name: 'Nod' })) }))
    await importAnimation(edit, 'Moves', wave)
    await importAnimation(edit, 'Moves', nod)
    // The same bones in reverse order.
    const [root, hand] = [0, 1].map((k) => WAVE.sequences[0]?.keys.filter((_, i) => i % 2 === k) ?? [])
    const turned = {
      bones: ['Hand', 'Root'],
      sequences: [{ name: 'nod', rate: 5, keys: [hand?.[0] ?? [], root?.[0] ?? []] }],
    }
    await importAnimation(edit, 'Moves', readPsa(psaBytes(turned)))
    const { read } = await objectAt(await built(edit), 'Moves')
    if (!(read.object instanceof ue2.MeshAnimation)) throw new Error('not an animation')
    expect(read.object.sequences.map(({ name, numFrames, rate }) => [`${name}`, numFrames, rate])).toEqual([
      ['Wave', 2, 12.5],
      ['Nod', 1, 5],
    ])
    expect(read.object.bones.map(({ name }) => `${name}`)).toEqual(['Root', 'Hand'])
    expect([...(read.object.motions[1]?.tracks[1]?.positions ?? [])]).toEqual([5, 0, 0])
    const other = readPsa(psaBytes({ ...WAVE, bones: ['Root', 'Foot'] }))
    await expect(importAnimation(edit, 'Moves', other)).rejects.toThrow(
      'expected the 2 bones that 1 other sequence of the object moves, found no "Hand": import ' +
        'all sequences, or let it replace the others',
    )
    await importAnimation(edit, 'Moves', other, { otherSequences: 'drop' })
    const { read: after } = await objectAt(await built(edit), 'Moves')
    if (!(after.object instanceof ue2.MeshAnimation)) throw new Error('not an animation')
    expect(after.object.sequences.map(({ name }) => `${name}`)).toEqual(['Wave'])
  })

  it('uses the skeleton for bones for which the animation has no keys', async () => {
    const edit = await newPackage('UE3')
    const { bones, sequences, notes } = readPsa(psaBytes(WAVE))
    const still = { bones, notes, sequences: sequences.map((one) => ({ ...one, tracks: one.tracks.slice(0, 1) })) }
    const { skeleton } = readPsk(pskBytes(ARM))
    await importAnimation(edit, 'Moves', still, { skeleton })
    const { reader, read } = await objectAt(await built(edit), 'Moves')
    const [sequence] = (await animationOf(reader, read)).sequences
    expect([...(sequence?.tracks[1]?.unusedPositions?.positions ?? [])]).toEqual([5, 0, 0])
    const alone = await importAnimation(await newPackage('UE3'), 'Moves', still)
    expect(alone.notes).toEqual(['1 bone has no keys in sequence Wave: it does not rotate'])
  })

  it('reports what is wrong with a PSA file', () => {
    const bytes = psaBytes(WAVE)
    expect(() => readPsa(bytes.subarray(0, bytes.length - 32 * 4 - 32))).toThrow('expected a chunk ANIMKEYS')
    const short = bytes.slice(0, bytes.length - 32)
    new DataView(short.buffer).setInt32(short.length - 3 * 32 - 4, 3, true)
    expect(() => readPsa(short)).toThrow('expected keys of 2 bones for frames 0 to 2 of sequence Wave, found 3 keys')
    expect(() => readPsa(pskBytes(ARM))).toThrow(MediaError)
  })
})
