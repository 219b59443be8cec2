import { ue3 as classes } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { check } from '../../../../testing/objects.js'
import { GAME, Made, ue3 } from './support.js'

const BASE = 0x1000

/** Up to its end a static mesh without levels of detail, as the format document lists it for 871. */
function staticMesh(context: ReturnType<typeof ue3>, triangleSize: number): Made {
  const made = new Made(context, BASE).ones(7).u32(4)
  made.ones(6).bulkArray(1, 6).bulkArray(2, triangleSize)
  return made.u32(18).u32(0).u32(0).u32(0).u32(0).u32(0).u32(1).u32(0, 0, 0).ones(1)
}

describe('Killing Floor 2', () => {
  const context = ue3(871, 1117)

  it('has triangles of 12 bytes in collision trees, and four numbers more in a mesh', () => {
    const made = staticMesh(context, 12).u32(0).u32(0).u32(0).guid().u32(1).u32(4).ones(4).u32(1).u32(1, 0, 4, 0, 0)
    const mesh = check(() => new classes.StaticMesh(), made.bytes(), context, BASE)
    expect(mesh.kDop.triangles).toHaveLength(12)
    expect(mesh.cachedStreamingTextureFactors).toHaveLength(4)
    expect([...mesh.endNumbers]).toEqual([4, 0, 0])
  })

  it('refuses triangles of another size', () => {
    const made = staticMesh(context, 10)
    expect(() => check(() => new classes.StaticMesh(), made.bytes(), context, BASE)).toThrow(
      /triangles of 8 or 12 bytes, found 10/,
    )
  })

  it('stores cooked shapes without the size of an element', () => {
    const made = new Made(context, BASE).u32(1, 1, 8).fill(8).u32(0)
    const body = check(() => new classes.RBBodySetup(), made.bytes(), context, BASE)
    expect(body.preCachedPhysData[0]?.elements[0]?.data).toHaveLength(8)
    // As everywhere else, where the first number is 1.
    const usual = new Made(context, BASE).u32(1, 1).bulkArray(8, 1)
    expect(check(() => new classes.RBBodySetup(), usual.bytes(), context, BASE).preCachedPhysData).toHaveLength(1)
  })

  it.each([
    [868, 0, 0],
    [869, 1108, 1],
    [871, 1117, 2],
  ])('sounds of %i/%i have %i further blocks', (version, licensee, more) => {
    const game = ue3(version, licensee)
    const made = new Made(game, BASE).bulk(4)
    for (let i = 0; i < 6 + more; i++) made.bulk(0)
    const sound = check(() => new classes.SoundNodeWave(), made.bytes(), game, BASE)
    expect([sound.rawData.payload.length, sound.furtherData.length]).toEqual([4, more])
  })
})

describe('XCOM 2', () => {
  it.each([101, 108, 120])('levels of 845/%i', (licensee) => {
    const context = ue3(845, licensee)
    const made = new Made(context, BASE).u32(5).u32(1, 7)
    made.string('unreal').u32(0).string('Index').u32(0, 0).u32(7777, 1).zeros(6)
    if (licensee > 101) made.u32(1, 3, 2, 7, 0)
    made.u32(9).zeros(4).zeros(1).u32(1, 0).zeros(4).u32(0x02080491, 0x02080491).zeros(3).zeros(6).zeros(4)
    made.zeros(1).zeros(7).zeros(1).ones(6).u8(1).u32(0, 0, 0, 0)
    const level = check(() => new classes.Level(), made.bytes(), context, BASE)
    expect(level.model?.reference).toBe(9)
    expect(level.actorsByClass.map((one) => one.actors.length)).toEqual(licensee > 101 ? [2] : [])
  })

  it('materials of 845/120 have two numbers more in front of the texture lookups', () => {
    for (const licensee of [108, 120]) {
      const context = ue3(845, licensee)
      const made = new Made(context, BASE).zeros(2).u32(0).guid().u32(1).u32(1, 35).zeros(4).u32(1).zeros(6).u32(1)
      if (licensee === 120) made.zeros(2)
      made.u32(1, 0, 0).ones(2).u32(0xffffffff)
      const [resource] = check(() => new classes.Material(), made.bytes(), context, BASE).resources
      expect([resource?.usedTransforms, resource?.textureLookups.length]).toEqual([1, 16])
      expect(resource?.droppedFallbackComponents).toBe(0xffffffff)
    }
  })

  it('foliage: meshes, clusters of instances, instances', () => {
    const context = ue3(...GAME.xcom2)
    const made = new Made(context, BASE).u32(1, 4)
    made.u32(1).ones(7).u32(5).u32(2, 0, 1)
    made.u32(2)
    for (let i = 0; i < 2; i++) made.u32(0).ones(3).u32(0, 16384, 0).ones(3).zeros(5)
    made.u32(6)
    const [mesh] = check(() => new classes.InstancedFoliageActor(), made.bytes(), context, BASE).meshes
    expect([...(mesh?.clusters[0]?.instances ?? [])]).toEqual([0, 1])
    expect(mesh?.instances[1]?.rotation[1]).toBe(16384)
    expect(mesh?.settings?.reference).toBe(6)
  })
})

it('instances of a static mesh follow what a component stores', () => {
  const context = ue3(867)
  const made = new Made(context, BASE).u32(0).bulkArray(2, 80)
  const component = check(() => new classes.InstancedStaticMeshComponent(), made.bytes(), context, BASE)
  expect(component.perInstanceData.count).toBe(2)
})

it('an APEX asset has a name and the bytes of Nvidia', () => {
  const context = ue3(864)
  const made = new Made(context, BASE).u32(1).string('A.Wall.pda').u32(5).fill(5)
  const asset = check(() => new classes.ApexAsset(), made.bytes(), context, BASE)
  expect([asset.assetName.text, asset.asset.length]).toEqual(['A.Wall.pda', 5])
  check(() => new classes.ApexAsset(), new Made(context, BASE).u32(0).bytes(), context, BASE)
})

it('landscapes: a light map, and heights that things collide with', () => {
  const context = ue3(867)
  // 72 bytes behind the properties of the LandscapeComponents of 859 to 867: in textures, no lights.
  const light = new Made(context, BASE).u32(2, 0)
  for (let i = 0; i < 3; i++) light.u32(0).ones(3)
  const component = check(() => new classes.FluidSurfaceComponent(), light.ones(4).bytes(), context, BASE)
  expect(component.lightMap.textures).toHaveLength(3)
  const heights = new Made(context, BASE).bulk(9, 2).bulk(0)
  const collision = check(() => new classes.LandscapeHeightfieldCollisionComponent(), heights.bytes(), context, BASE)
  expect([collision.heights.count, collision.heights.payload.length]).toEqual([9, 18])
})

it('words that can only be 0 or 1 are not believed when they are not: fields in front were read wrongly', () => {
  const context = ue3(845, 108)
  // As XCOM 2's materials were read before: usesSceneColour of 7.
  const made = new Made(context, BASE).zeros(2).u32(0).guid().u32(1).u32(1, 35).u32(7).zeros(20)
  expect(() => check(() => new classes.Material(), made.bytes(), context, BASE)).toThrow(
    /usesSceneColour: expected 0 or 1, found 7/,
  )
})
