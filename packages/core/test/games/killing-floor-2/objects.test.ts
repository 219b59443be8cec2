import { ue3 as classes } from '@ukit/objects'
import { expect, it } from 'vitest'
import { check } from '../../../../../testing/objects.js'
import { Made, ue3 } from '../../../../../testing/objects-ue3.js'

const BASE = 0x1000

/** A static mesh without levels of detail, up to its end, as the format document lists it for 871. */
function staticMesh(context: ReturnType<typeof ue3>, triangleSize: number): Made {
  const made = new Made(context, BASE).ones(7).u32(4)
  made.ones(6).bulkArray(1, 6).bulkArray(2, triangleSize)
  return made.u32(18).u32(0).u32(0).u32(0).u32(0).u32(0).u32(1).u32(0, 0, 0).ones(1)
}

const context = ue3(871, 1117)

it('has triangles of 12 bytes in collision trees, and four additional numbers in a mesh', () => {
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
  // As in all other games, if the first number is 1.
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
