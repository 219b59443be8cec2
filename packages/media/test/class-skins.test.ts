import { Guid, Name } from '@ukit/container'
import { type Package, PackageSet } from '@ukit/core'
import { addObject, buildPackage, createPackage, importAt } from '@ukit/edit'
import type { PropertyValue } from '@ukit/objects'
import { Property, script, ue1 } from '@ukit/objects'
import { expect, it } from 'vitest'
import { readGlb } from './gltf/validate.js'
import { extractAll } from './support.js'

const GUID = new Guid(1, 2, 3, 4)
const name = (text: string) => new Name({ text, index: 0 })

/** One triangle with texture 1 of the mesh, which the mesh does not have. */
function mesh(): ue1.LodMesh {
  return Object.assign(new ue1.LodMesh(), {
    verts: Int32Array.of(0, 100, 100 << 11),
    frameVerts: 3,
    animFrames: 1,
    modelVerts: 3,
    wedges: Uint8Array.of(0, 0, 0, 255, 1, 0, 128, 1, 2, 0, 255, 0),
    faces: Uint16Array.of(0, 1, 2, 0),
    materials: Int32Array.of(0, 1),
    scale: Float32Array.of(1, 1, 1),
  })
}

function texture(): ue1.Texture {
  const mip = Object.assign(new ue1.Mip(), { data: Uint8Array.of(0, 1, 1, 0), width: 2, height: 2 })
  return Object.assign(new ue1.Texture(), { mips: [mip] })
}

function withProperty<T extends script.Class>(owner: T, key: string, index: number, value: PropertyValue): T {
  const property = new Property(name(key))
  owner.properties.items.push(Object.assign(property, { type: 'object', index, value }))
  return owner
}

/** A package with only a mesh, and one with a class that shows it and has its skin. */
async function packages(): Promise<[guns: Package, arms: Package]> {
  const guns = await createPackage({ name: 'Guns', version: 69, guid: GUID })
  addObject(guns, 'Rifle', 'Engine.LodMesh', mesh())
  const arms = await createPackage({ name: 'Arms', version: 69, guid: GUID })
  const palette = addObject(
    arms,
    'Colors',
    'Engine.Palette',
    Object.assign(new ue1.Palette(), { colors: new Uint8Array(1024) }),
  )
  const painted = texture()
  const palettes = new Property(name('Palette'))
  painted.properties.items.push(Object.assign(palettes, { type: 'object', value: palette }))
  const skin = addObject(arms, 'Skins.Steel', 'Engine.Texture', painted)
  const shown = importAt(arms, 'Guns.Rifle', 'Engine.LodMesh')
  const rifle = withProperty(withProperty(new script.Class(), 'Mesh', 0, shown), 'MultiSkins', 1, skin)
  addObject(arms, 'HuntingRifle', 'Class', rifle)
  return [await buildPackage(guns), await buildPackage(arms)]
}

it('a mesh takes the textures of a class of a different package, if that is among the packages to search', async () => {
  const [guns, arms] = await packages()
  const set = () => new PackageSet((wanted) => (wanted.toLowerCase() === 'arms' ? arms : undefined))
  const asked = await extractAll(guns, { packages: set(), classPackages: async () => ['Gone', 'Arms'] })
  const glb = asked.flatMap(({ files }) => files).find(({ path }) => path.endsWith('.glb'))
  expect(glb?.note).toContain('its textures are those of the class Arms.HuntingRifle')
  const { json } = readGlb(glb?.bytes ?? new Uint8Array(0))
  expect(json.images).toEqual([{ name: 'Steel', uri: '../Arms/Skins/Steel.png' }])
  expect(asked.flatMap(({ files }) => files.map(({ path }) => path))).toContain('Arms/Skins/Steel.png')
  const alone = await extractAll(guns, { packages: set() })
  expect(readGlb(alone[0]?.files[0]?.bytes ?? new Uint8Array(0)).json.images ?? []).toEqual([])
})

it('a texture that only the faces mask has a second picture, in which colour 0 is a hole', async () => {
  const edit = await createPackage({ name: 'Guns', version: 69, guid: GUID })
  const colors = Object.assign(new ue1.Palette(), { colors: new Uint8Array(1024) })
  const palette = addObject(edit, 'Colors', 'Engine.Palette', colors)
  const painted = texture()
  painted.properties.items.push(Object.assign(new Property(name('Palette')), { type: 'object', value: palette }))
  const skin = addObject(edit, 'Skins.Steel', 'Engine.Texture', painted)
  // Two materials with the same texture: masked faces (2), and plain ones.
  const both = { materials: Int32Array.of(2, 0, 0, 0), faces: Uint16Array.of(0, 1, 2, 0, 2, 1, 0, 1) }
  addObject(edit, 'Rifle', 'Engine.LodMesh', Object.assign(mesh(), both, { textures: [skin] }))
  const made = (await extractAll(await buildPackage(edit))).flatMap(({ files }) => files)
  const { json } = readGlb(made.find(({ path }) => path.endsWith('.glb'))?.bytes ?? new Uint8Array(0))
  expect(json.images.map(({ uri }: { uri: string }) => uri)).toEqual(['Skins/Steel.masked.png', 'Skins/Steel.png'])
  expect(json.materials.map(({ alphaMode }: { alphaMode?: string }) => alphaMode)).toEqual(['MASK', undefined])
  const transparency = (path: string) => {
    const bytes = Buffer.from(made.find((file) => file.path === path)?.bytes ?? [])
    const at = bytes.indexOf('tRNS')
    return at < 0 ? undefined : bytes[at + 4]
  }
  expect([transparency('Guns/Skins/Steel.masked.png'), transparency('Guns/Skins/Steel.png')]).toEqual([0, undefined])
})
