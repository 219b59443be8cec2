/**
 * *The parts of glTF 2.0 that ukit writes*, as they are in its JSON; names and meaning are those of the
 * specification.
 */
export interface Gltf {
  asset: { version: '2.0'; generator: string; extras: Readonly<Record<string, unknown>> }
  extensionsUsed?: string[]
  extensions?: { KHR_lights_punctual: { lights: GltfLight[] } }
  scene: number
  scenes: { name: string; nodes: number[] }[]
  nodes: GltfNode[]
  meshes: GltfMesh[]
  skins: GltfSkin[]
  animations: GltfAnimation[]
  materials: GltfMaterial[]
  textures: { source: number }[]
  images: ({ name: string; uri: string } | { name: string; bufferView: number; mimeType: 'image/png' })[]
  accessors: GltfAccessor[]
  bufferViews: {
    buffer: 0
    byteOffset: number
    byteLength: number
    byteStride?: number | undefined
    target?: number | undefined
  }[]
  buffers: { byteLength: number }[]
}

/** A light, of the extension `KHR_lights_punctual`. */
export interface GltfLight {
  name: string
  type: 'point' | 'spot' | 'directional'
  color: number[]
  intensity: number
  range?: number
  spot?: { outerConeAngle: number }
}

/** A node of the scene; `children`, `mesh` and `skin` are indices into the lists of `Gltf`. */
export interface GltfNode {
  name: string
  children?: number[]
  mesh?: number
  skin?: number
  translation?: number[]
  rotation?: number[]
  scale?: number[]
  extensions?: Readonly<Record<string, unknown>>
  extras?: Readonly<Record<string, unknown>>
}

/** A mesh: one primitive for each material. */
export interface GltfMesh {
  name: string
  primitives: {
    attributes: Record<string, number>
    indices: number
    material?: number
    targets?: Record<string, number>[]
  }[]
  weights?: number[]
  extras?: Readonly<Record<string, unknown>>
}

/** Joints, and the matrices from the mesh's space to theirs. */
export interface GltfSkin {
  name: string
  joints: number[]
  inverseBindMatrices: number
  skeleton: number
}

/** One animation. */
export interface GltfAnimation {
  name: string
  channels: { sampler: number; target: { node: number; path: 'translation' | 'rotation' | 'weights' } }[]
  samplers: { input: number; output: number; interpolation: 'LINEAR' }[]
  extras?: Readonly<Record<string, unknown>>
}

/** A texture as a material uses it. */
export interface GltfTextureInfo {
  index: number
  texCoord?: number
  extensions?: Readonly<Record<string, unknown>>
}

/** A material. */
export interface GltfMaterial {
  name: string
  pbrMetallicRoughness: {
    baseColorTexture?: GltfTextureInfo
    baseColorFactor?: number[]
    metallicFactor: number
    roughnessFactor: number
  }
  normalTexture?: GltfTextureInfo
  emissiveTexture?: GltfTextureInfo
  emissiveFactor?: number[]
  alphaMode?: 'MASK' | 'BLEND'
  alphaCutoff?: number
  doubleSided?: boolean
  extensions?: Readonly<Record<string, unknown>>
  extras?: Readonly<Record<string, unknown>>
}

/** Numbers in the binary part. */
export interface GltfAccessor {
  bufferView: number
  byteOffset?: number | undefined
  componentType: number
  normalized?: true | undefined
  count: number
  type: AccessorType
  min?: number[] | undefined
  max?: number[] | undefined
}

/** How many numbers make an element. */
export type AccessorType = 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4'
