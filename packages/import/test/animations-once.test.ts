import type { Package } from '@ukit/core'
import { addObject, buildPackage, createPackage } from '@ukit/edit'
import { importAnimation, importSkeletalMesh, readPsa, readPsk } from '@ukit/import'
import type { MediaOptions } from '@ukit/media'
import { ue2 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'
import { guidOf } from '../../../testing/made-package.js'
import { extractAll } from '../../media/test/support.js'
import { psaBytes, pskBytes } from './importers/psk-bytes.js'

const ARM = readPsk(
  pskBytes({
    points: [
      [0, 0, 0],
      [10, 0, 0],
      [0, 8, 0],
    ],
    wedges: [
      [0, 0, 0],
      [1, 1, 0],
      [2, 0, 1],
    ],
    faces: [[0, 1, 2, 0]],
    materials: ['Skin'],
    bones: [
      { name: 'Root', parent: 0, turn: [0, 0, 0, 1], place: [0, 0, 0] },
      { name: 'Hand', parent: 0, turn: [0, 0, 0, 1], place: [5, 0, 0] },
    ],
    weights: [
      [1, 0, 0],
      [1, 1, 1],
      [1, 2, 0],
    ],
  }),
)

const WAVE = readPsa(
  psaBytes({
    bones: ['Root', 'Hand'],
    sequences: [
      {
        name: 'Wave',
        rate: 10,
        keys: [
          [0, 0, 0, 0, 0, 0, 1],
          [5, 0, 0, 0, 0, 0, 1],
          [0, 0, 0, 0, 0, 0, 1],
          [5, 1, 0, 0, 0, 0, 1],
        ],
      },
    ],
  }),
)

/** Three meshes with the same bones and the animation `Moves`, to which the last two refer if `refer`. */
async function figures(refer: boolean): Promise<Package> {
  const edit = await createPackage({ name: 'Made', guid: guidOf('Made'), version: 128, licensee: 29 })
  await importSkeletalMesh(edit, 'First', ARM)
  await importAnimation(edit, 'Moves', WAVE)
  const [mesh, moves] = ['First', 'Moves'].map((name) => edit.exports.find((one) => one.name === name))
  if (mesh === undefined || moves === undefined) throw new Error('expected the imported objects')
  const { object } = await edit.read(mesh)
  if (!(object instanceof ue2.SkeletalMesh)) throw new Error('expected a mesh of UE2')
  if (refer) object.animation = moves
  for (const name of ['Second', 'Third']) addObject(edit, name, 'Engine.SkeletalMesh', object)
  return buildPackage(edit)
}

/** The sequences in each mesh's file, and the note with it. */
async function inFiles(pkg: Package, options: MediaOptions & { match?: string[] } = {}) {
  const found: Record<string, [sequences: string[], note: string | null]> = {}
  for (const { class: className, object, files } of await extractAll(pkg, options)) {
    const [file] = files
    if (className !== 'SkeletalMesh' || file === undefined) continue
    const length = new DataView(file.bytes.buffer, file.bytes.byteOffset).getUint32(12, true)
    const json = JSON.parse(new TextDecoder().decode(file.bytes.subarray(20, 20 + length)))
    found[object] = [(json.animations ?? []).map(({ name }: { name: string }) => name), file.note]
  }
  return found
}

describe('an animation is extracted with one mesh', () => {
  it('the first that refers to it; the others say which', async () => {
    const pkg = await figures(true)
    expect(await inFiles(pkg, { match: ['Second', 'Third'] })).toEqual({
      Second: [['Wave'], null],
      Third: [[], 'its animation Moves is in the file of Second'],
    })
  })

  it('of those that are extracted', async () => {
    expect(await inFiles(await figures(true), { match: ['Third'] })).toEqual({ Third: [['Wave'], null] })
    expect(await inFiles(await figures(false), { match: ['T*'] })).toEqual({ Third: [['Wave'], null] })
  })

  it('without references, the first whose bones fit', async () => {
    expect(await inFiles(await figures(false))).toEqual({
      First: [['Wave'], null],
      Second: [[], 'its animation Moves is in the file of First'],
      Third: [[], 'its animation Moves is in the file of First'],
    })
  })

  it('unless they are to have all that fit', async () => {
    const found = await inFiles(await figures(false), { animations: 'fitting' })
    expect(Object.values(found)).toEqual([
      [['Wave'], null],
      [['Wave'], null],
      [['Wave'], null],
    ])
  })
})
