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
 * *Writes materials*, one for each slot of a mesh; what glTF cannot express is in `extras`.
 *
 * @param materials one for each slot; `undefined` if it is not known.
 * @param textures the pictures of textures, by `pictureKey`; textures without one are only named in `extras`.
 * @param uvSets the number of sets of texture coordinates that the mesh has.
 */
export function writeMaterials(
  builder: GlbBuilder,
  slots: readonly MaterialSlot[],
  materials: readonly (Material | undefined)[],
  textures: ReadonlyMap<string, TextureFile>,
  uvSets: number,
): void {
  const written = new Map<string, number>()
  const texture = (used: MaterialTexture | undefined): GltfTextureInfo | undefined => {
    const file = used === undefined ? undefined : textures.get(pictureKey(used))
    if (used === undefined || file === undefined) return undefined
    let index = written.get(pictureKey(used))
    if (index === undefined) {
      index = writeTexture(builder, used.path, file)
      written.set(pictureKey(used), index)
    }
    return textureInfo(builder, used, index, uvSets)
  }
  for (const [i, slot] of slots.entries()) {
    const material = materials[i]
    builder.json.materials.push(material === undefined ? unknownMaterial(slot, i) : known(material, slot))
  }

  function known(material: Material, slot: MaterialSlot): GltfMaterial {
    const base = texture(material.base)
    const normal = texture(material.normal)
    const emissive = texture(material.emissive)
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
      ...(material.isUnlit ? { extensions: { [builder.extension('KHR_materials_unlit')]: {} } } : {}),
      extras,
    }
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
