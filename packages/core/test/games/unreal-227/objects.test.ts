import * as unreal227 from '@ukit/core/games/unreal-227'
import { expect, it } from 'vitest'
import { HandMade } from '../../../../../testing/bytes.js'
import { check, object, ue1 } from '../../../../../testing/objects.js'
import { sequence } from '../../../../../testing/packages.js'

const BASE = 0x400
const ONE = 0x3f800000

const ones = (count: number) => new Array<number>(count).fill(ONE)

/** What a lazy array begins with: the position of its end. */
function skip(file: HandMade, size: number): HandMade {
  return file.u32(BASE + file.length + 4 + size)
}

it('Unreal 227: static meshes', () => {
  const file = new HandMade()
    .u8(0)
    .u32(3, ...ones(4), ...ones(6))
    .u8(1)
  skip(file, 9).u8(1).u32(1, 0)
  skip(file, 13).u8(3).u32(0, 0, 0)
  file.u8(1, 0x81).u32(1)
  skip(file, 13)
    .u8(1)
    .u32(...ones(3))
  skip(file, 32).u8(1, ...sequence(31))
  file.u8(1, ...sequence(10)).u8(0, 0, 0, 0)
  const read = check(() => new unreal227.StaticMesh227(), file.bytes(), ue1(69, 227), BASE)
  expect([read.formatVersion, read.textures, read.frameVerts]).toEqual([3, [object(-1)], 1])
  expect([read.tris.length, read.materials.length, [...read.points]]).toEqual([31, 10, [1, 1, 1]])
  // Three links for each triangle.
  expect(read.vertLinks.length).toBe((3 * read.tris.length) / 31)
})
