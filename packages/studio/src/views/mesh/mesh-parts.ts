import { type Material, type Mesh, type MeshLod, pictureKey } from '@ukit/media'
import {
  AdditiveBlending,
  Bone,
  BufferAttribute,
  BufferGeometry,
  DataTexture,
  DoubleSide,
  FrontSide,
  LinearFilter,
  LinearMipmapLinearFilter,
  MeshBasicMaterial,
  MeshStandardMaterial,
  RepeatWrapping,
  RGBAFormat,
  Skeleton,
  SkinnedMesh,
  SRGBColorSpace,
  type Material as ThreeMaterial,
  Mesh as ThreeMesh,
  UnsignedByteType,
} from 'three'
import type { PictureData, WornMaterials } from '../../data/media-calls.js'

/** Sides of pictures that cards of today take at least. */
const MOST_SIDE = 4096

/** The geometry of a level of detail, with a group for each section. */
function geometryOf(lod: MeshLod): BufferGeometry {
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(lod.positions), 3))
  const [uv] = lod.uvs
  if (uv !== undefined) geometry.setAttribute('uv', new BufferAttribute(uv, 2))
  if (lod.colors !== undefined && lod.areColorsDrawn !== false)
    geometry.setAttribute('color', new BufferAttribute(lod.colors, 4, true))
  geometry.setIndex(new BufferAttribute(lod.indices, 1))
  for (const { first, count, slot } of lod.sections) geometry.addGroup(first, count, slot)
  if (lod.normals !== undefined) geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(lod.normals), 3))
  else geometry.computeVertexNormals()
  if (lod.skin !== undefined) {
    const { width, bones, weights } = lod.skin
    // Cards take four influences: the greatest come first.
    const count = lod.positions.length / 3
    const four = new Uint16Array(count * 4)
    const shares = new Float32Array(count * 4)
    for (let i = 0; i < count; i++)
      for (let k = 0; k < 4; k++) {
        four[i * 4 + k] = bones[i * width + k] ?? 0
        shares[i * 4 + k] = weights[i * width + k] ?? 0
      }
    geometry.setAttribute('skinIndex', new BufferAttribute(four, 4))
    geometry.setAttribute('skinWeight', new BufferAttribute(shares, 4))
  }
  return geometry
}

/** What the slots of a mesh look like. */
export function materialsOf({ materials, pictures }: WornMaterials, lod: MeshLod): ThreeMaterial[] {
  const textures = new Map<string, DataTexture>()
  const textureOf = (key: string) => {
    const picture = pictures.get(key)
    if (picture === undefined) return undefined
    const known = textures.get(key) ?? textureFrom(picture)
    textures.set(key, known)
    return known
  }
  const hasColors = lod.colors !== undefined && lod.areColorsDrawn !== false
  const made = materials.map((material) => materialFrom(material, textureOf, hasColors))
  return made.length === 0 ? [materialFrom(undefined, textureOf, hasColors)] : made
}

function textureFrom({ rgba, width, height }: PictureData): DataTexture {
  const texture = new DataTexture(rgba, width, height, RGBAFormat, UnsignedByteType)
  texture.colorSpace = SRGBColorSpace
  texture.wrapS = RepeatWrapping
  texture.wrapT = RepeatWrapping
  texture.magFilter = LinearFilter
  texture.minFilter = LinearMipmapLinearFilter
  texture.generateMipmaps = Math.max(width, height) <= MOST_SIDE
  texture.anisotropy = 8
  texture.needsUpdate = true
  return texture
}

function materialFrom(
  material: Material | undefined,
  textureOf: (key: string) => DataTexture | undefined,
  hasColors: boolean,
): ThreeMaterial {
  const map = material?.base === undefined ? undefined : textureOf(pictureKey(material.base))
  const common = {
    vertexColors: hasColors,
    side: material?.isTwoSided === true ? DoubleSide : FrontSide,
    visible: material?.isInvisible !== true,
    ...(map === undefined ? { color: 0x9aa4ad } : { map }),
    ...(material?.alpha === 'mask' ? { alphaTest: material.alphaCutoff ?? 0.5 } : {}),
    ...(material?.alpha === 'blend' || material?.alpha === 'modulate' ? { transparent: true } : {}),
    ...(material?.alpha === 'add' ? { transparent: true, blending: AdditiveBlending, depthWrite: false } : {}),
  }
  return material?.isUnlit === true
    ? new MeshBasicMaterial(common)
    : new MeshStandardMaterial({ ...common, roughness: 0.85, metalness: 0 })
}

/** A level of detail as it is drawn; of a skeletal mesh with its bones. */
export function drawnLod(mesh: Mesh, lod: MeshLod, materials: ThreeMaterial[]): ThreeMesh {
  const geometry = geometryOf(lod)
  const { skeleton } = mesh
  if (skeleton === undefined || lod.skin === undefined) return new ThreeMesh(geometry, materials)
  const bones = skeleton.bones.map(({ name, position, rotation }) => {
    const bone = new Bone()
    bone.name = name
    bone.position.fromArray(position)
    bone.quaternion.fromArray(rotation)
    return bone
  })
  const drawn = new SkinnedMesh(geometry, materials)
  for (const [i, { parent }] of skeleton.bones.entries()) {
    const bone = bones[i]
    if (bone !== undefined) (bones[parent] ?? drawn).add(bone)
  }
  drawn.updateMatrixWorld(true)
  drawn.bind(new Skeleton(bones))
  // Where it moves to is not known beforehand.
  drawn.frustumCulled = false
  return drawn
}
