import { type Material, type MaterialTexture, pictureKey } from '../material/material.js'
import type { MaterialSlot } from '../mesh/model/mesh.js'
import type { GlbBuilder } from './glb-builder.js'
import type { GltfMaterial, GltfTextureInfo } from './gltf.js'

/** Where the picture of a texture is: a file beside the glTF file, or inside it. */
export type TextureFile =
  | {
      /** Relative, `/` between folders, not yet percent-encoded. */
      readonly path: string
    }
  | {
      /** A PNG file. */
      readonly png: Uint8Array
    }

/** Grey, for textures that are not available. */
const NO_TEXTURE_COLOR = [0.6, 0.6, 0.6, 1]

/**
 * *Writes materials*, each once for all meshes of a file; what glTF cannot express is in `extras`.
 */
export class MaterialWriter {
  readonly #builder: GlbBuilder
  readonly #textures: ReadonlyMap<string, TextureFile>
  /** Number of the texture of each picture. */
  readonly #pictures = new Map<string, number>()
  /** Number of each material of the meshes before, by its JSON. */
  readonly #written = new Map<string, number>()

  /** @param textures the pictures of textures, by `pictureKey`; others are only named in `extras`. */
  constructor(builder: GlbBuilder, textures: ReadonlyMap<string, TextureFile>) {
    this.#builder = builder
    this.#textures = textures
  }

  /**
   * Writes the materials of a mesh; gives the number of the material of each slot.
   *
   * @param materials one for each slot; `undefined` if it is not known.
   * @param uvSets the number of sets of texture coordinates that the mesh has.
   */
  write(
    slots: readonly MaterialSlot[],
    materials: readonly (Material | undefined)[],
    uvSets: number,
  ): readonly number[] {
    const all = this.#builder.json.materials
    const fresh = new Map<string, number>()
    const numbers = slots.map((slot, i) => {
      const material = materials[i]
      const written = material === undefined ? unknownMaterial(slot, i) : this.#known(material, slot, uvSets)
      const key = JSON.stringify(written)
      // Slots of one mesh stay apart, also when they look alike: an importer finds each of them again.
      const number = this.#written.get(key) ?? all.push(written) - 1
      fresh.set(key, number)
      return number
    })
    for (const [key, number] of fresh) this.#written.set(key, number)
    return numbers
  }

  #known(material: Material, slot: MaterialSlot, uvSets: number): GltfMaterial {
    const base = this.#texture(material.base, uvSets)
    const normal = this.#texture(material.normal, uvSets)
    const emissive = this.#texture(material.emissive, uvSets)
    const { alpha, alphaCutoff } = material
    const isBlended = material.isInvisible || (alpha !== 'opaque' && alpha !== 'mask')
    const extras = materialExtras(material, slot)
    return {
      name: nameOf(material.path),
      pbrMetallicRoughness: {
        ...(base === undefined ? {} : { baseColorTexture: base }),
        ...baseColor(material, base),
        metallicFactor: 0,
        roughnessFactor: 1,
      },
      ...(normal === undefined ? {} : { normalTexture: normal }),
      ...(emissive === undefined ? {} : { emissiveTexture: emissive, emissiveFactor: [1, 1, 1] }),
      ...(isBlended ? { alphaMode: 'BLEND' as const } : {}),
      ...(!isBlended && alpha === 'mask' ? { alphaMode: 'MASK' as const, alphaCutoff: alphaCutoff ?? 0.5 } : {}),
      ...(material.isTwoSided ? { doubleSided: true } : {}),
      ...this.#extensions(material, uvSets),
      extras,
    }
  }

  #extensions({ isUnlit, light }: Material, uvSets: number): Pick<GltfMaterial, 'extensions'> {
    const extensions: Record<string, unknown> = {}
    if (isUnlit) extensions[this.#builder.extension('KHR_materials_unlit')] = {}
    const file = light === undefined ? undefined : this.#textures.get(light.key)
    if (light !== undefined && file !== undefined && light.uvSet < uvSets) {
      const index = this.#picture(light.key, light.key, file)
      const { transform } = light
      extensions[this.#builder.extension('MOZ_lightmap')] = {
        index,
        texCoord: light.uvSet,
        intensity: light.intensity,
        ...(transform === undefined
          ? {}
          : { extensions: { [this.#builder.extension('KHR_texture_transform')]: transform } }),
      }
    }
    return Object.keys(extensions).length === 0 ? {} : { extensions }
  }

  /** Number of the texture of a picture, which is written once. */
  #picture(key: string, path: string, file: TextureFile): number {
    let index = this.#pictures.get(key)
    if (index === undefined) {
      index = writeTexture(this.#builder, path, file)
      this.#pictures.set(key, index)
    }
    return index
  }

  #texture(used: MaterialTexture | undefined, uvSets: number): GltfTextureInfo | undefined {
    const file = used === undefined ? undefined : this.#textures.get(pictureKey(used))
    if (used === undefined || file === undefined) return undefined
    const index = this.#picture(pictureKey(used), used.path, file)
    return textureInfo(this.#builder, used, index, uvSets)
  }
}

function baseColor(
  { isInvisible, color }: Material,
  base: GltfTextureInfo | undefined,
): { baseColorFactor?: number[] } {
  if (isInvisible) return { baseColorFactor: [1, 1, 1, 0] }
  if (color !== undefined) return { baseColorFactor: [...color] }
  return base === undefined ? { baseColorFactor: NO_TEXTURE_COLOR } : {}
}

function unknownMaterial({ path, polyFlags, texture }: MaterialSlot, slot: number): GltfMaterial {
  return {
    name: path === undefined ? `Material${slot}` : nameOf(path),
    pbrMetallicRoughness: { baseColorFactor: NO_TEXTURE_COLOR, metallicFactor: 0, roughnessFactor: 1 },
    extras: {
      ...(path === undefined ? {} : { path }),
      ...(polyFlags === 0 ? {} : { polyFlags }),
      ...(texture === undefined ? {} : { texture }),
    },
  }
}

function materialExtras(material: Material, { polyFlags, texture }: MaterialSlot): Record<string, unknown> {
  const { alpha, base, normal, emissive, notes } = material
  return {
    path: material.path,
    ...(base === undefined ? {} : { base: base.path }),
    ...(normal === undefined ? {} : { normal: normal.path }),
    ...(emissive === undefined ? {} : { emissive: emissive.path }),
    ...(alpha === 'add' || alpha === 'modulate' ? { blend: alpha } : {}),
    ...(material.isInvisible ? { isInvisible: true } : {}),
    ...(polyFlags === 0 ? {} : { polyFlags }),
    ...(texture === undefined ? {} : { texture }),
    ...material.extras,
    ...(notes.length === 0 ? {} : { notes }),
  }
}

function writeTexture(builder: GlbBuilder, path: string, file: TextureFile): number {
  const { json } = builder
  const image =
    'png' in file
      ? { name: nameOf(path), bufferView: builder.png(file.png), mimeType: 'image/png' as const }
      : { name: nameOf(path), uri: file.path.split('/').map(encodeURIComponent).join('/') }
  const source = json.images.push(image) - 1
  return json.textures.push({ source }) - 1
}

function textureInfo(
  builder: GlbBuilder,
  { uvSet, transform }: MaterialTexture,
  index: number,
  uvSets: number,
): GltfTextureInfo {
  // A set that the mesh lacks would be an error in the file; the engine falls back to the first one.
  const texCoord = uvSet < uvSets ? uvSet : 0
  return {
    index,
    ...(texCoord === 0 ? {} : { texCoord }),
    ...(transform === undefined
      ? {}
      : {
          extensions: {
            [builder.extension('KHR_texture_transform')]: {
              offset: transform.offset,
              // Its angle is counter-clockwise with V downward: the opposite direction in the same
              // coordinates.
              rotation: -transform.rotation,
              scale: transform.scale,
            },
          },
        }),
  }
}

/** Last part of a path. */
function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1)
}
