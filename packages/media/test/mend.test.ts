import { glbOf, type Mesh, type MeshLod, mended } from '@ukit/media'
import { describe, expect, it } from 'vitest'
import { BONES, CORNER, PLAIN } from './gltf/meshes.js'
import { complaints } from './gltf/validate.js'

const NAN = Number.NaN

/** Repairs a mesh; the glTF file of the result must be valid. */
async function repaired(mesh: Mesh): Promise<Mesh> {
  const fine = mended(mesh)
  expect(await complaints(glbOf(fine, { name: 'A', unit: 1 }).bytes)).toEqual([])
  return fine
}

const withLod = (changes: Partial<MeshLod>, mesh = PLAIN): Mesh => ({
  ...mesh,
  lods: [{ ...mesh.lods[0]!, ...changes }],
})

describe('a mesh from damaged bytes', () => {
  it('is unchanged when nothing is wrong', () => {
    const fine = mended(BONES)
    expect(fine.notes).toEqual([])
    expect(fine.lods[0]?.skin?.weights).toEqual(BONES.lods[0]?.skin?.weights)
    expect(fine.lods[0]?.indices).toEqual(CORNER.indices)
  })

  it('loses triangles whose vertices are missing or have no position', async () => {
    const positions = CORNER.positions.slice()
    positions[9] = NAN
    const nowhere = await repaired(withLod({ positions }))
    expect(nowhere.lods[0]?.indices).toEqual(Uint32Array.of(0, 2, 1))
    expect(nowhere.notes[0]).toMatch(/^1 of 4 vertices has no position: expected X, Y, Z as numbers/)
    const indices = CORNER.indices.slice()
    indices[4] = 77
    const missing = await repaired(withLod({ indices }))
    expect(missing.lods[0]?.sections).toEqual([
      { slot: 0, first: 0, count: 6 },
      { slot: 1, first: 6, count: 3 },
    ])
    expect(missing.notes).toEqual(['1 triangle left out: expected three of 4 vertices for each'])
    expect(() => mended(withLod({ positions: new Float32Array(12).fill(NAN) }))).toThrow('no triangle can be drawn')
  })

  it('has normals of length 1, and those of the surrounding triangles if none is stored', async () => {
    const normals = Float32Array.of(0, 0, 0, 0.9, 0, 0, NAN, 0, 1, 0, 0, 1)
    const mesh = await repaired(withLod({ normals, tangents: new Float32Array(16) }))
    const stored = [...(mesh.lods[0]?.normals ?? [])].map((value) => Number(value.toFixed(3)))
    expect(stored.slice(0, 6)).toEqual([-0.577, -0.577, -0.577, 1, 0, 0])
    expect(stored.slice(9)).toEqual([0, 0, 1])
    expect(mesh.notes).toEqual([
      '2 of 4 normals have no direction: now they are those of the surrounding triangles',
      '4 tangents have no direction: now perpendicular to the normal',
    ])
  })

  it('has texture coordinates, colours and materials that fit', async () => {
    const uvs = [Float32Array.of(0, NAN, 1, 0, 0, 1, 0, Number.POSITIVE_INFINITY), new Float32Array(3)]
    const sections = [{ slot: 9, first: 0, count: 12 }]
    const mesh = await repaired(withLod({ uvs, colors: new Uint8Array(3), sections }))
    expect(mesh.lods[0]?.uvs).toEqual([Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0), new Float32Array(8)])
    expect(mesh.lods[0]?.colors).toBeUndefined()
    expect(mesh.lods[0]?.sections[0]?.slot).toBe(2)
    expect(mesh.notes).toHaveLength(4)
  })

  it('has weights whose sum is 1, each bone once', async () => {
    const skin = {
      width: 4 as const,
      bones: Uint16Array.of(1, 1, 0, 0, 9, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0),
      weights: Float32Array.of(0.25, 0.25, 0.5, 0, 1, 0, 0, 0, 0.5, 1.5, 0, 0, NAN, 0, 0, 0),
    }
    const mesh = await repaired(withLod({ skin }, BONES))
    expect([...(mesh.lods[0]?.skin?.bones ?? [])]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0])
    expect([...(mesh.lods[0]?.skin?.weights ?? [])]).toEqual([0.5, 0.5, 0, 0, 1, 0, 0, 0, 0.75, 0.25, 0, 0, 1, 0, 0, 0])
    expect(mesh.notes).toEqual([
      '2 of 4 vertices have weights that are not numbers or bones out of 3: left out',
      '1 of 4 vertices names a bone twice: added up',
      '1 of 4 vertices has weights whose sum is not 1: scaled to 1',
    ])
  })

  it('keeps the order of weights that are sorted, scaled to 1, and names no bone without a weight', () => {
    const skin = {
      width: 4 as const,
      bones: Uint16Array.of(2, 1, 2, 2, 1, 0, 2, 1, 0, 7, 0, 0, 0, 1, 0, 0),
      weights: Float32Array.of(1.5, 0.5, 0, -0, 0.25, 0.25, 0.25, 0, 1, 0, 0, 0, 0.25, 0.75, 0, 0),
    }
    const [lod] = mended(withLod({ skin }, BONES)).lods
    expect([...(lod?.skin?.bones ?? [])]).toEqual([2, 1, 0, 0, 1, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0])
    const third = Math.fround(1 / 3)
    expect([...(lod?.skin?.weights ?? [])]).toEqual([
      0.75,
      0.25,
      0,
      0,
      third,
      third,
      third,
      0,
      1,
      0,
      0,
      0,
      0.75,
      0.25,
      0,
      0,
    ])
  })

  it('has bones whose parents come before them, without circles', async () => {
    const [root, arm, hand] = BONES.skeleton!.bones
    const bones = [
      { ...root!, parent: 2 },
      { ...arm!, parent: 1, rotation: [0, 0, 0, 0] as const },
      { ...hand!, position: [NAN, 0, 0] as const },
    ]
    const mesh = await repaired({ ...BONES, skeleton: { bones } })
    expect(mesh.skeleton?.bones.map(({ parent }) => parent)).toEqual([-1, -1, 1])
    expect(mesh.notes).toHaveLength(3)
    const lost = await repaired({ ...BONES, sockets: [{ ...BONES.sockets[0]!, bone: 7 }] })
    expect(lost.sockets).toEqual([])
    expect(lost.notes).toEqual(['the socket Weapon left out: its bone is missing'])
  })

  it('has a valid placement, and a valid collision shape or none', async () => {
    const placement = { origin: [0, NAN, 0], scale: [0, 1, 1], rotation: [0, 16_384, 0] } as const
    const collision = { positions: CORNER.positions, indices: Uint32Array.of(0, 1, 4) }
    const mesh = await repaired({ ...PLAIN, placement, collision })
    expect(mesh.placement).toEqual({ origin: [0, 0, 0], scale: [1, 1, 1], rotation: [0, 16_384, 0] })
    expect(mesh.collision).toBeUndefined()
    expect(mesh.notes).toHaveLength(2)
  })
})

it('refuses frames that would fill the memory', () => {
  const frames = {
    count: 60_000_000,
    pointCount: 4,
    positions: CORNER.positions,
    sequences: [],
  }
  expect(() => glbOf({ ...PLAIN, kind: 'vertex', frames }, { name: 'A', unit: 1 })).toThrow(
    '60000000 frames of 4 vertices in 0 sequences: expected morph targets of no more than 512 MB',
  )
})
