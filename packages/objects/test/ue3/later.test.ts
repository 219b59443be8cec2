import { ue3 as classes } from '@ukit/objects'
import { expect, it } from 'vitest'
import { check } from '../../../../testing/objects.js'
import { Made, ue3 } from '../../../../testing/objects-ue3.js'

const BASE = 0x1000

it('instances of a static mesh follow the fields of a component', () => {
  const context = ue3(867)
  const made = new Made(context, BASE).u32(0).bulkArray(2, 80)
  const component = check(() => new classes.InstancedStaticMeshComponent(), made.bytes(), context, BASE)
  expect(component.perInstanceData.count).toBe(2)
})

it('an APEX asset has a name and data in Nvidia’s format', () => {
  const context = ue3(864)
  const made = new Made(context, BASE).u32(1).string('A.Wall.pda').u32(5).fill(5)
  const asset = check(() => new classes.ApexAsset(), made.bytes(), context, BASE)
  expect([asset.assetName.text, asset.asset.length]).toEqual(['A.Wall.pda', 5])
  check(() => new classes.ApexAsset(), new Made(context, BASE).u32(0).bytes(), context, BASE)
})

it('landscapes: a light map, and heights for collisions', () => {
  const context = ue3(867)
  // 72 bytes after the properties of the LandscapeComponents of 859 to 867: light map in textures, no lights.
  const light = new Made(context, BASE).u32(2, 0)
  for (let i = 0; i < 3; i++) light.u32(0).ones(3)
  const component = check(() => new classes.FluidSurfaceComponent(), light.ones(4).bytes(), context, BASE)
  expect(component.lightMap.textures).toHaveLength(3)
  const heights = new Made(context, BASE).bulk(9, 2).bulk(0)
  const collision = check(() => new classes.LandscapeHeightfieldCollisionComponent(), heights.bytes(), context, BASE)
  expect([collision.heights.count, collision.heights.payload.length]).toEqual([9, 18])
})
