import { ExportEntry, Guid } from '@ukit/container'
import { addObject, buildPackage, createPackage, setProperty } from '@ukit/edit'
import { ue1, ue2 } from '@ukit/objects'
import { bytesOf } from '../../../../testing/bytes.js'
import { fileOf, planOf } from '../../../../testing/packages.js'

/** Sizes that graphics cards refuse for compressed textures at their largest level. */
export const ODD_SIZES = [
  [1, 1],
  [2, 2],
  [6, 6],
  [256, 2],
] as const

/** A package of UE2 with DXT1 textures of odd sizes: every block is of one colour, pure red. */
export async function oddTextures(): Promise<Uint8Array> {
  const edit = await createPackage({ name: 'Odd', version: 128, licensee: 29, guid: new Guid(1, 2, 3, 4) })
  for (const [width, height] of ODD_SIZES) {
    const blocks = Math.ceil(width / 4) * Math.ceil(height / 4)
    // Two colours of five, six and five bits: red and red; then all texels the first of them.
    const data = Uint8Array.from({ length: blocks * 8 }, (_, i) => [0x00, 0xf8, 0x00, 0xf8, 0, 0, 0, 0][i & 7] ?? 0)
    const texture = new ue2.Texture()
    texture.mips = [
      Object.assign(new ue1.Mip(), { data, width, height, widthBits: 31 - Math.clz32(width), heightBits: 0 }),
    ]
    const entry = addObject(edit, `Red${width}x${height}`, 'Engine.Texture', texture)
    await setProperty(edit, entry, 'Format:byte', '3')
    await setProperty(edit, entry, 'USize:int', String(width))
    await setProperty(edit, entry, 'VSize:int', String(height))
  }
  return bytesOf((await buildPackage(edit)).image)
}

/** A package with objects of these names, none in another, each of so many zeros. */
export async function namedObjects(names: readonly string[], bytes = 0): Promise<Uint8Array> {
  // The words that every object needs come after the names, so that each has the number of its place.
  const plan = planOf({ version: 69 }, { names })
  const exports = names.map((_, objectName) => Object.assign(new ExportEntry(), { objectName, class: 0 }))
  return fileOf({ ...plan, exports, bodies: exports.map(() => new Uint8Array(bytes)) })
}

/** Names as they are in maps: `PathNode123`. */
export function manyNames(count: number): string[] {
  const words = ['PathNode', 'Light', 'InventorySpot', 'Brush', 'Wall', 'StaticMeshActor', 'Model']
  return Array.from({ length: count }, (_, i) => `${words[i % words.length]}${i}`)
}
