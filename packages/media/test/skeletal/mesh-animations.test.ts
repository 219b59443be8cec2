import { Name } from '@ukit/container'
import { ExportObject, ObjectReader } from '@ukit/core'
import { ANIMATION_CHOICES, animationsOfMesh } from '@ukit/media'
import { common, Property, UnrealObject, ue2 } from '@ukit/objects'
import { expect, it, vi } from 'vitest'
import { body, packageOf } from '../support.js'
import { bone } from './support.js'

const name = (text: string) => new Name({ text, index: 0 })
const SKELETON = ['root', 'arm', 'hand', 'head']

function meshWith(names: readonly string[], animation: ExportObject | null = null) {
  const bones = names.map((text, i) => bone(text, Math.max(0, i - 1), [0, 0, 0]))
  return Object.assign(new ue2.SkeletalMesh(), { bones, animation })
}

function animationWith(names: readonly string[]) {
  const bones = names.map((text) => Object.assign(new common.NamedBone(), { name: name(text), parent: 0 }))
  return Object.assign(new ue2.MeshAnimation(), { bones })
}

/** Makes a package of these objects; returns what a mesh gets by each choice. */
async function packageWith(make: (pick: (name: string) => ExportObject | null) => Record<string, UnrealObject>) {
  const names = Object.keys(make(() => null))
  const imports = [
    ['Core', 'Class', 0, 'SkeletalMesh'],
    ['Core', 'Class', 0, 'MeshAnimation'],
    ['Core', 'Class', 0, 'AnimSet'],
  ] as const
  const classOf = (object: UnrealObject | undefined) =>
    object instanceof ue2.SkeletalMesh ? -1 : object instanceof ue2.MeshAnimation ? -2 : -3
  const empty = make(() => null)
  const exports = names.map((objectName) => ({ objectName, class: classOf(empty[objectName]), body: body('00') }))
  const pkg = await packageOf({ version: 128 }, ['None'], imports, exports)
  const pick = (text: string) => pkg.exports.find((one) => one.name === text) ?? null
  const objects = make(pick)
  const reader = await ObjectReader.open(pkg)
  vi.spyOn(reader, 'read').mockImplementation(async (object) => {
    if (!(object instanceof ExportObject)) throw new Error('expected an export')
    const made = objects[object.name]
    if (made === undefined) throw new Error(`expected ${object.name}`)
    return { export: object, object: made, rest: new Uint8Array(0), opaqueBytes: 0, error: undefined }
  })
  return async (mesh: string) => {
    const found = pick(mesh)
    if (found === null) throw new Error(`expected ${mesh}`)
    const read = await reader.read(found)
    const results = ANIMATION_CHOICES.map(async (choice) => [
      choice,
      (await animationsOfMesh(reader, read, choice)).map((one) => one.name),
    ])
    return Object.fromEntries(await Promise.all(results)) as unknown
  }
}

it('a mesh gets the animation that it refers to, whatever else fits; all others only when requested', async () => {
  const of = await packageWith((pick) => ({
    Body: meshWith(SKELETON, pick('Walk')),
    Walk: animationWith(['root', 'wheel']),
    Wave: animationWith(SKELETON),
    Roll: animationWith(['wheel', 'axle']),
  }))
  expect(await of('Body')).toEqual({ fitting: ['Walk'], own: ['Walk'], all: ['Walk', 'Wave'], none: [] })
})

it('an animation that only fits is in at most four meshes, unless all are requested', async () => {
  const of = await packageWith(() => ({
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`Skin${number}`, meshWith(SKELETON)])),
    Half: meshWith([...SKELETON, 'tail', 'wing', 'fin']),
    Wave: animationWith(SKELETON),
  }))
  for (const number of [1, 2, 3, 4])
    expect(await of(`Skin${number}`)).toEqual({ fitting: ['Wave'], own: [], all: ['Wave'], none: [] })
  for (const mesh of ['Skin5', 'Skin6', 'Half'])
    expect(await of(mesh)).toEqual({ fitting: [], own: [], all: ['Wave'], none: [] })
})

it('a set that names the mesh with which the editor shows it goes to that mesh first', async () => {
  const set = new UnrealObject()
  const values = { TrackBoneNames: SKELETON.map(name), PreviewSkelMeshName: name('made.SKIN6') }
  for (const [key, value] of Object.entries(values)) {
    const property = new Property(name(key))
    property.value = value
    set.properties.items.push(property)
  }
  const of = await packageWith(() => ({
    ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((number) => [`Skin${number}`, meshWith(SKELETON)])),
    Set: set,
  }))
  expect(await of('Skin6')).toEqual({ fitting: ['Set'], own: ['Set'], all: ['Set'], none: [] })
  expect(await of('Skin3')).toEqual({ fitting: ['Set'], own: [], all: ['Set'], none: [] })
  expect(await of('Skin4')).toEqual({ fitting: [], own: [], all: ['Set'], none: [] })
})
