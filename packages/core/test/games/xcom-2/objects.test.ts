import * as xcom from '@ukit/core/games/xcom-2'
import { ue3 as classes } from '@ukit/objects'
import { expect, it } from 'vitest'
import { check } from '../../../../../testing/objects.js'
import { GAME, Made, ue3 } from '../../../../../testing/objects-ue3.js'

const BASE = 0x1000

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

it('materials of 845/120 have two additional numbers before the texture lookups', () => {
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

it('booleans other than 0 and 1 are refused: they mean that the fields before were read wrongly', () => {
  const context = ue3(845, 108)
  // With an earlier, wrong layout, a material of 845/108 had usesSceneColour of 7.
  const made = new Made(context, BASE).zeros(2).u32(0).guid().u32(1).u32(1, 35).u32(7).zeros(20)
  expect(() => check(() => new classes.Material(), made.bytes(), context, BASE)).toThrow(
    /usesSceneColour: expected 0 or 1, found 7/,
  )
})

it.each([
  ['XComVisGroupData', 2, (): xcom.XComEmptyMaps => new xcom.XComVisGroupData()],
  ['XComDestructionInstData', 1, (): xcom.XComEmptyMaps => new xcom.XComDestructionInstData()],
] as const)('%s has counts of 0; what has others is kept as it is', (_, maps, create) => {
  const context = ue3(845, 120)
  expect(check(create, new Made(context, BASE).zeros(maps).bytes(), context, BASE).isEmpty).toBe(true)
  const filled = new Made(context, BASE).u32(1).zeros(maps).bytes()
  expect(() => check(create, filled, context, BASE)).toThrow(/bytes left over/)
})

it('the tiles of a level name the component that draws them', () => {
  const context = ue3(845, 108)
  const read = check(() => new xcom.XComWorldData(), new Made(context, BASE).u32(9).bytes(), context, BASE)
  expect(read.rendering?.reference).toBe(9)
})
