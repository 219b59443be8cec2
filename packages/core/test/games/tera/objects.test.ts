import { ue3 as classes } from '@ukit/objects'
import { expect, it } from 'vitest'
import { check } from '../../../../../testing/objects.js'
import { Made, ue3 } from '../../../../../testing/objects-ue3.js'

const BASE = 0x1000

it.each([
  [610, 14],
  [610, 0],
])('static meshes of %i/%i', (version, licensee) => {
  const context = ue3(version, licensee)
  const isTera = licensee === 14
  const made = new Made(context, BASE)
  if (isTera) made.string('a.fbx')
  made.ones(7).u32(2).bulkArray(0, 32).bulkArray(0, 8).u32(18)
  // Tags, which the engine no longer has in this version.
  if (isTera) made.u32(1).name(2)
  made.u32(0).u32(1).u32(0, 0, 0).ones(1).string('').u32(0)
  if (!isTera) made.guid()
  const mesh = check(() => new classes.StaticMesh(), made.bytes(), context, BASE)
  expect(mesh.contentTags.map(String)).toEqual(isTera ? ['Walk'] : [])
  expect(`${mesh.lightingGuid}`).toBe(isTera ? '0'.repeat(32) : '11111111222222223333333344444444')
})
