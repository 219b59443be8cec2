import { addObject, createPackage } from '@ukit/edit'
import { importFile } from '@ukit/import'
import { UnrealObject, ue1 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { guidOf } from '../../../../../testing/made-package.js'

const TRIANGLE = 'v 0 0 0\nv 10 0 0\nv 0 10 5\nf 1 2 3\n'

async function imported(className: string, replace: string) {
  const edit = await createPackage({ name: 'Made', guid: guidOf('Made'), version: 83, game: 'mobile-forces' })
  const object = className === 'LodMesh' ? new ue1.LodMesh() : new UnrealObject()
  addObject(edit, 'Boat', `Engine.${className}`, object)
  const source = { name: 'Boat.obj', bytes: new TextEncoder().encode(TRIANGLE), openFile: async () => undefined }
  try {
    const { objects } = await importFile(edit, replace, source, { replace: true })
    return [objects, edit.exports.map(({ className }) => className)]
  } catch (error) {
    return [error instanceof Error ? error.message : error, edit.exports.map(({ className }) => className)]
  }
}

it.each(['DeviceMesh', 'CollisionMesh'])(
  'a model that would replace a %s is refused, not put beside it',
  async (name) => {
    const [message, exports] = await imported(name, 'Boat')
    expect(message).toMatch(new RegExp(`a ${name}, which ukit does not make from`))
    expect(exports).toEqual([name])
  },
)

it('a model still replaces a mesh', async () => {
  expect(await imported('LodMesh', 'Boat')).toEqual([['Boat'], ['LodMesh']])
})
