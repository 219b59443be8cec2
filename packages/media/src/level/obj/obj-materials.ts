import { type Material, pictureKey } from '../../material/material.js'
import type { MaterialSlot } from '../../mesh/model/mesh.js'

/** *The materials of an OBJ file*, each with a name of its own. */
export class ObjMaterials {
  readonly #textures: ReadonlyMap<string, string>
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #texts: string[] = []

  /** @param textures paths of pictures, relative to the file, by `pictureKey`. */
  constructor(textures: ReadonlyMap<string, string>) {
    this.#textures = textures
  }

  /** The name of a material. */
  of(material: Material | undefined, slot: MaterialSlot): string {
    const path = material?.path ?? slot.path ?? 'None'
    const text = this.#textOf(material)
    const key = `${path}\n${text}`
    const known = this.#names.get(key)
    if (known !== undefined) return known
    const wanted = wordOf(path.slice(path.lastIndexOf('.') + 1))
    let name = wanted
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}_${number}`
    this.#taken.add(name)
    this.#names.set(key, name)
    this.#texts.push(`newmtl ${name}\n${text}`)
    return name
  }

  #textOf(material: Material | undefined): string {
    const base = material?.base
    const file = base === undefined ? undefined : this.#textures.get(pictureKey(base))
    const [red, green, blue, alpha] = material?.color ?? (file === undefined ? GREY : WHITE)
    const isSeenThrough = material !== undefined && !['opaque', 'mask'].includes(material.alpha)
    const opacity = material?.isInvisible === true ? 0 : isSeenThrough ? Math.min(alpha, 0.5) : alpha
    const lines = [
      `Kd ${red} ${green} ${blue}`,
      'Ks 0 0 0',
      `illum ${material?.isUnlit === true ? 0 : 1}`,
      ...(opacity === 1 ? [] : [`d ${opacity}`]),
    ]
    if (file !== undefined) {
      const { scale, offset } = base?.transform ?? { scale: [1, 1], offset: [0, 0] }
      const isMoved = scale[0] !== 1 || scale[1] !== 1 || offset[0] !== 0 || offset[1] !== 0
      const moved = isMoved ? `-s ${scale[0]} ${scale[1]} 1 -o ${offset[0]} ${-offset[1]} 0 ` : ''
      lines.push(`map_Kd ${moved}${file}`)
      if (material?.alpha === 'mask') lines.push(`map_d ${moved}-imfchan m ${file}`)
    }
    return `${lines.join('\n')}\n`
  }

  /** The MTL file. */
  text(): string {
    return `# ukit\n${this.#texts.map((text) => `\n${text}`).join('')}`
  }
}

/** What viewers show for materials that are not available. */
const GREY = [0.6, 0.6, 0.6, 1] as const
const WHITE = [1, 1, 1, 1] as const

/** A name as one word: spaces end names in OBJ files. */
export function wordOf(name: string): string {
  return name.replace(/[^\w.[\]()+-]+/g, '_') || '_'
}
