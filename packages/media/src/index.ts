export type { Console } from '@ukit/core'
export type { PixelFormat } from '@ukit/objects/common'
export type { ExportContext, Exporter, MediaFile, ReducedPicture } from './exporters/exporter.js'
export { EXPORTERS } from './exporters/exporters.js'
export type { MediaOptions } from './exporters/media-options.js'
export { PICTURE_FORMATS, type PictureFormat } from './exporters/picture-file.js'
export type { Choice } from './extract/choice.js'
export { extract, extractSteps } from './extract/extract.js'
export {
  EXTRACT_MANIFEST,
  ExtractManifest,
  type ExtractManifestOptions,
  isManifestPiece,
  type ManifestMissing,
  type ManifestPiece,
  type ManifestSkipped,
  type ManifestWritten,
} from './extract/extract-manifest.js'
export {
  EXTRACT_DEFAULTS,
  type Extracted,
  type ExtractedFile,
  type ExtractOptions,
  type PackageFolder,
} from './extract/extract-options.js'
export { joinManifests } from './extract/join-manifests.js'
export {
  type ExtractedState,
  type ListedFile,
  type ReadManifest,
  readExtractManifest,
} from './extract/read-manifest.js'
export type { Share } from './extract/share.js'
export { usedObjects } from './extract/used-objects.js'
export { FileNames, safeFileName } from './file-name.js'
export { type GlbOptions, glbOf } from './gltf/glb-of.js'
export {
  GLB_DEFAULTS,
  type Glb,
  GlbScene,
  type GlbSceneOptions,
  type SceneLight,
  type SceneMesh,
  type SceneMeshOptions,
  type SceneNode,
  type ScenePlace,
} from './gltf/glb-scene.js'
export type { TextureFile } from './gltf/materials.js'
export { UNITS } from './gltf/units.js'
export { BAKE_DEFAULTS } from './level/bake/bake-defaults.js'
export { type Material, type MaterialTexture, pictureKey } from './material/material.js'
export { materialOf } from './material/material-of.js'
export { MediaError, type SkipReason } from './media-error.js'
export { type MeshOptions, meshOf } from './mesh/mesh-of.js'
export {
  type FrameAnimation,
  type FrameSequence,
  frameNormals,
  framePositions,
  type Notify,
  type StoredDetail,
  type StoredFrames,
} from './mesh/model/frames.js'
export { mended } from './mesh/model/mend.js'
export type {
  CollisionShape,
  MaterialSlot,
  Mesh,
  MeshLod,
  MeshPlacement,
  MeshSection,
  MeshSkin,
  Socket,
  Vector,
} from './mesh/model/mesh.js'
export { isMesh } from './mesh/model/mesh-kind.js'
export type {
  AnimationBone,
  Bone,
  BoneSequence,
  BoneTrack,
  SkeletalAnimation,
  Skeleton,
} from './mesh/model/skeleton.js'
export { animationOf } from './mesh/skeletal/animation.js'
export {
  ANIMATION_CHOICES,
  type AnimationChoice,
  EXTRACTED_ANIMATIONS,
  type ExtractedAnimations,
} from './mesh/skeletal/animation-choice.js'
export { animationsOfMesh } from './mesh/skeletal/mesh-animations.js'
export { skeletalMeshOf } from './mesh/skeletal/skeletal-mesh.js'
export type { NumberMemory } from './number-memory.js'
export { consoleOf, fromConsole } from './picture/console.js'
export { CUBE_FACES, toEquirectangular } from './picture/cubemap.js'
export { type FontCharacter, type FontMap, fontMapOf } from './picture/font.js'
export { fromMortonOrder } from './picture/morton-order.js'
export {
  type PictureLevel,
  type PictureOptions,
  pictureOf,
  type TextureForm,
  type TexturePicture,
} from './picture/picture.js'
export { decodePixels, type PaletteColors, withoutEmptyAlpha } from './picture/pixel-format.js'
export { untileWiiU } from './picture/wii-u-tiles.js'
export { tiledBytes, untile } from './picture/xbox-tiles.js'
export type {
  FireTexture,
  IceTexture,
  PaintedLayer,
  PaintedTexture,
  ProceduralTexture,
  StillLayer,
  WaterTexture,
} from './procedural/procedural.js'
export { proceduralKind, proceduralOf } from './procedural/procedural-of.js'
export {
  PROCEDURAL_DEFAULTS,
  PROCEDURAL_LIKENESS,
  paintIndices,
  type Simulator,
  simulatorOf,
} from './procedural/simulator.js'
export { type PsaOptions, psaOf } from './psk/psa.js'
export { type PskOptions, pskOf } from './psk/psk.js'
export { type VertexFiles, vertexFilesOf } from './psk/vertex-files.js'
export { type CueChild, type CueNode, type CueSound, cueOf, isCue, rollCue, type Span } from './sound/cue.js'
export {
  ALL_SONGS,
  ModuleSong,
  SONG_RATE,
  type SongFacts,
  type SongMoment,
  type SongPiece,
} from './sound/module-song.js'
export { extensionOf } from './sound/payload-kind.js'
export { resample } from './sound/resample.js'
export type { Sound } from './sound/sound.js'
export { decodeSound, isModule, type SoundOptions, soundOf } from './sound/sound-of.js'
export { isSound, type SoundPayload, soundPayloadOf } from './sound/sound-payload.js'
export { wavOf } from './sound/wav.js'
