export { AnimationNotify, AnimationSequence } from './animation-sequence.js'
export { BoneBox, BoneSphere } from './bone-shapes.js'
export { BspNode, BspSurf } from './bsp.js'
export { UE2_CLASSES } from './classes.js'
export { ConvexFace, ConvexVolume } from './convex-volume.js'
export { FlexTrack } from './flex-track.js'
export { Font } from './font.js'
export { KBox, KConvex, KCylinder, KMeshProps, KSphere } from './k-mesh-props.js'
export { Level } from './level.js'
export { LightBits } from './light-bits.js'
export { BspSection, LightBitmap, LightMap, LightMapTexture, SectionTangents } from './light-map.js'
export { Impostor, LodMesh } from './lod-mesh.js'
export { Material } from './material.js'
export { FlexMotionChunk, MeshAnimation } from './mesh-animation.js'
export { Model } from './model.js'
export { BumpLight, BumpLightTexture, LeafNodes, ModelEnd } from './model-end.js'
export { PartHeader } from './part-header.js'
export { Poly, Polys } from './polys.js'
export { Primitive } from './primitive.js'
export type { RawTriangle } from './raw-triangles.js'
export { RawTriangles } from './raw-triangles.js'
export { SkeletalLod, SkeletalSection, SkinVertices } from './skeletal-lod.js'
export { SkeletalMesh, WeightIndex } from './skeletal-mesh.js'
export { ProceduralSound, Sound, SoundGroup } from './sound.js'
export { StaticMesh } from './static-mesh.js'
export { CollisionNode, CollisionTriangle, StaticMeshCollision } from './static-mesh-collision.js'
export { LightDirections, StaticMeshInstance, StaticMeshLight } from './static-mesh-instance.js'
export {
  ColorStream,
  IndexBuffer,
  StaticMeshSection,
  StaticMeshVertices,
  UV_STREAM_SIZE,
  UvStream,
} from './static-mesh-streams.js'
export { TerrainInfo, TerrainSector } from './terrain.js'
export { FireTexture, HeadedMip, Texture } from './texture.js'
export { VertMesh } from './vert-mesh.js'
