import { ue3 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { check } from '../../../../testing/objects.js'
import { around, GAME, Made, ofKnownGames, ue3 } from '../../../../testing/objects-ue3.js'

const BASE = 0x1000

type Shape = readonly [version: number, licensee: number, bigEndian: boolean]

function world([version, licensee, bigEndian]: Shape) {
  const context = ue3(version, licensee, bigEndian)
  const game = Object.entries(GAME).find(([, pair]) => pair[0] === version && pair[1] === licensee)?.[0]
  const massEffect3 = version === 684 && licensee > 0
  return { version, context, game, massEffect3, bioWare: game?.startsWith('massEffect') === true }
}

type World = ReturnType<typeof world>

/** One triangle, one node. */
function kDop(made: Made, { version, massEffect3 }: World): void {
  const compact = version >= 770 || massEffect3
  if (compact) made.ones(6)
  made.bulkArray(1, compact ? 6 : 32).bulkArray(1, 8)
}

/** Three vertices, one triangle, as the table of the format document lists the fields. */
function staticMesh(shape: Shape): { made: Made; w: World } {
  const w = world(shape)
  const { version, game, massEffect3, bioWare } = w
  const made = new Made(w.context, BASE)
  if (game === 'tera') made.string('a.fbx')
  made.ones(7).u32(2)
  kDop(made, w)
  made.u32(version <= 512 ? 16 : 18)
  if (version > 512 && version < 593) made.u32(1).name(2)
  if (version >= 823) made.u32(0)
  if (version >= 846) made.u32(1).u8(1).ones(2).u8(1, 3, 3).u32(1).ones(2)
  else if (version >= 829) made.u32(1).ones(1).u8(1, 3, 3)
  else if (version >= 823) made.u32(1, 9)
  if (version >= 823) made.u32(1)
  if (version >= 859) made.u32(0)
  made.u32(1).bulk(1, 252)
  made.u32(1, 3, 1, 1, 1, 0, 1, 0, 2, 0)
  if (version >= 514) made.u32(1, 0, 1)
  if (version >= 618) made.u8(0)
  if (game === 'xcom2') made.u32(0)
  made.u32(12, 3)
  if (massEffect3) made.u32(0)
  made.u32(12, 3).ones(9)
  made.u32(1, 12, 3, 0)
  if (massEffect3) made.u32(0)
  made.bulkArray(3, 12)
  if (version >= 615) made.u32(4, 3).bulkArray(3, 4)
  if (version < 686) made.u32(4, 3, 4, 3).ones(3)
  made.u32(3, 2, 3).u16(0, 1, 2).u32(2, 0)
  if (version < 686) made.bulkArray(2, 16).u32(1).u8(1)
  if (version >= 841) made.u32(2, 2).u16(0, 1)
  made.u32(1).u32(1, 2, 3).ones(1)
  if (bioWare) made.u32(0)
  if (version >= 526) made.u32(0, 0)
  if (version >= 600) made.guid()
  if (version >= 801) made.u32(0)
  if (version >= 793) made.u32(4).ones(4)
  if (version >= 801) made.u32(1)
  if (version >= 859) made.u32(0, 0)
  return { made, w }
}

/** One bone, one triangle. */
function skeletalMesh(shape: Shape): { made: Made; w: World } {
  const w = world(shape)
  const { version, game, massEffect3 } = w
  const made = new Made(w.context, BASE)
  const indexBuffer = () => {
    if (version >= 806) made.u32(1).u8(2)
    made.u32(2, 3).u16(0, 1, 2)
  }
  made.ones(7).u32(1, 3).ones(3).u32(1, 2, 3)
  made.u32(1).name(5).u32(0).ones(7)
  if (game === 'hatInTime') made.ones(3)
  made.u32(0, 0)
  if (version >= 515) made.u32(0xffffffff)
  made.u32(1, 1)
  made.u32(1).u16(0, 0).u32(0)
  if (version < 806) made.u16(1)
  else made.u32(1)
  if (version >= 599) made.u8(0)
  if (massEffect3) made.u8(0)
  indexBuffer()
  if (version < 686) made.u32(1).u16(2)
  made.u32(1).u16(0)
  if (version < 686) made.u32(1).u8(1)
  const vertex = 12 + 12 + (version >= 709 ? 32 : 8) + (version >= 710 ? 4 : 0)
  made
    .u32(1, 0, 1)
    .fill(vertex + 1)
    .u32(1)
    .fill(vertex + 8)
    .u32(1)
    .u16(0)
    .u32(1, 1, 4)
  made.u32(0, 2)
  if (version < 686) made.u32(1, 0, 1, 0, -1)
  made
    .u32(1)
    .u8(0)
    .bulk(2, version < 806 ? 2 : 4)
  if (version >= 709) made.u32(1, 1)
  made.u32(0)
  if (version >= 592) made.u32(0).ones(6)
  made.bulkArray(2, 32)
  if (version >= 534) made.u32(0)
  if (version >= 841) indexBuffer()
  made.u32(1).name(5).u32(0)
  made.u32(1)
  kDop(made, w)
  made.u32(1).ones(3)
  if (version >= 534) {
    made.u32(1).string('Root')
    if (!massEffect3) made.u32(1).u8(1)
  }
  if (version >= 577) made.u32(1, 0)
  if (version >= 793) made.u32(0)
  if (version >= 829) made.u32(0)
  return { made, w }
}

const GAMES = ofKnownGames<Shape>([
  [...GAME.massEffect2, false],
  [...GAME.massEffect2Ps3, true],
  [...GAME.massEffect3, true],
  [...GAME.xcom2, false],
  [...GAME.hatInTime, false],
  [...GAME.tera, false],
])
const STATIC: Shape[] = [
  ...around(514, 526, 593, 600, 615, 618, 686, 770, 793, 801, 823, 829, 841, 846, 859).map(
    (version): Shape => [version, 0, version % 2 === 1],
  ),
  ...GAMES,
]
const SKELETAL: Shape[] = [
  ...around(515, 534, 577, 592, 599, 686, 709, 710, 770, 793, 806, 829, 841).map(
    (version): Shape => [version, 0, version % 2 === 1],
  ),
  ...GAMES,
]

describe('static meshes', () => {
  it.each(STATIC)('of version %i/%i, big-endian: %s', (...shape) => {
    const { made, w } = staticMesh(shape)
    const mesh = check(() => new classes.StaticMesh(), made.bytes(), w.context, BASE)
    const [lod] = mesh.lodModels
    expect([...(lod?.indices ?? [])]).toEqual([0, 1, 2])
    expect(lod?.positions.positions).toHaveLength(9)
    expect(lod?.vertices.vertices.count).toBe(3)
    expect(mesh.bounds.radius).toBe(1)
    expect(mesh.kDop.triangles).toHaveLength(4)
  })
})

describe('skeletal meshes', () => {
  it.each(SKELETAL)('of version %i/%i, big-endian: %s', (...shape) => {
    const { made, w } = skeletalMesh(shape)
    const mesh = check(() => new classes.SkeletalMesh(), made.bytes(), w.context, BASE)
    const [lod] = mesh.lodModels
    expect(mesh.bones.map((bone) => `${bone.name}`)).toEqual(['Root'])
    expect(lod?.vertexBuffer.vertices.count).toBe(2)
    expect(lod?.indexBuffer.indices.count).toBe(3)
    expect(lod?.chunks[0]?.softVertexCount).toBe(1)
    expect(mesh.perPolyBoneCollisions).toHaveLength(1)
  })
})
