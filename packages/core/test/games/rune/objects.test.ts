import { Guid } from '@ukit/container'
import { ObjectReader, openPackage } from '@ukit/core'
import * as classes from '@ukit/core/games/rune'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { expect, it } from 'vitest'
import { bytesOf, HandMade } from '../../../../../testing/bytes.js'
import { check, name, ue1 } from '../../../../../testing/objects.js'
import { sequence } from '../../../../../testing/packages.js'

const ONE = 0x3f800000
const ones = (count: number) => new Array<number>(count).fill(ONE)

it('models contain meshes and joints', () => {
  const file = new HandMade()
    .u8(0)
    .u32(...ones(6))
    .u8(1)
    .u32(...ones(4))
    .u32(1, 1, 1, 1, 1, 0)
  file
    .u8(1)
    .u32(3, 1)
    .u8(1, ...sequence(13))
    .u8(1, ...sequence(36))
    .u32(2)
    .u8(2, 1, 2)
  for (let i = 0; i < 16; i++) file.u32(i).u8(7)
  file
    .u8(1)
    .u32(-1, -1, -1, -1, -1)
    .u8(5)
    .u32(2, 3, 0, 16384, 0, ...ones(24))
  // A sequence as in the engine, with one notify; then three bytes that Rune adds.
  file.u8(1).u8(2, 3).u32(0, 5).u8(1).u32(ONE).u8(6).u32(0x41f00000).u8(3, 1, 2, 3)
  file
    .u8(1)
    .u8(0, 0, 6)
    .u32(...ones(6))
    .u8(1)
    .u8(1)
    .u32(...ones(3), 0, 0, 0, ...ones(4))
    .u8(5)
  file.u32(...ones(3), 0, 0, 16384)
  const read = check(() => new classes.SkelModel(), file.bytes(), ue1(69))
  expect(read.meshes[0]?.groups[15]).toMatchObject({ flags: 15, skin: name('Outside') })
  expect(read.joints[0]).toMatchObject({ parent: -1, name: name('Root'), group: 2, flags: 3 })
  expect([...(read.animSeqs[0]?.animData ?? [])]).toEqual([1, 2, 3])
  expect(read.frames[0]?.joints[0]?.scale.sheerAxis).toBe(5)
  expect(read.rotationOffset[2]).toBe(16384)
})

it.each([
  ['Engine.SkelModel', classes.SkelModel.name],
  ['Engine.Actor', 'UnrealObject'],
])('a package that imports only the engine is Rune’s if it has a model: %s', async (className, expected) => {
  const model = new classes.SkelModel()
  const edit = await createPackage({ name: 'Models', version: 69, guid: new Guid(1, 2, 3, 4) })
  addObject(edit, 'Bird', className, model)
  const pkg = await openPackage(memorySource(await bytesOf((await buildPackage(edit)).image)), { fileName: 'M.u' })
  const read = await (await ObjectReader.open(pkg)).read(pkg.export('Bird'))
  expect(read.object.constructor.name).toBe(expected)
})
