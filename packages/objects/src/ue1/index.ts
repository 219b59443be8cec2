export { AnimNotify, AnimSequence } from './anim-sequence.js'
export { Animation } from './animation.js'
export { BspSurf, LightMap } from './bsp.js'
export { UE1_CLASSES } from './classes.js'
export { FireTexture } from './fire-texture.js'
export { Font, FontPage } from './font.js'
export { Level, LevelBase, ReachSpec } from './level.js'
export { LodMesh } from './lod-mesh.js'
export { Mesh, MeshTriangle } from './mesh.js'
export { Model, ModelParts } from './model.js'
export { BspNodes, BspSurfs, Vectors, Verts } from './model-parts.js'
export { Music } from './music.js'
export { Palette } from './palette.js'
export { Poly, Polys } from './polys.js'
export { Primitive } from './primitive.js'
export {
  SkelFrame,
  SkelGroup,
  SkelJoint,
  SkelJointState,
  SkelMesh,
  SkelModel,
  SkelSequence,
} from './skel-model.js'
export { SkeletalMesh } from './skeletal-mesh.js'
export { Sound } from './sound.js'
export { Mip, Texture } from './texture.js'
