// For the sister packages of ukit only: it changes without notice.

export { pictureFile } from './exporters/picture-file.js'
export { psaFile } from './exporters/psa-file.js'
export { ddsLevels } from './exporters/texture-files.js'
export { brushPlace, placedInBrush } from './level/brush-shape.js'
export { leafAt } from './level/bsp-tree.js'
export { fluidMesh } from './level/fluid-mesh.js'
export { instancesIn } from './level/instances.js'
export { isLevel } from './level/is-level.js'
export { lightAt } from './level/light-at.js'
export { packLight } from './level/light-packer.js'
export { type BakedLight, colorOf, LightEffect, reaching } from './level/light-values.js'
export { MISSING_BOX } from './level/missing-box.js'
export { MARKS, markOf } from './level/plan/marks.js'
export { type Pose, posedMesh } from './level/posed-mesh.js'
export { type Decoration, decorationPlaces } from './level/ue2/decorations.js'
export { pivotedMotion } from './level/ue2/pivot.js'
export { heightsIn } from './level/ue3/landscape.js'
export { motionOfTrack } from './level/ue3/matinee.js'
export { withClassSkins } from './mesh/class-skins.js'
export { meshIn } from './mesh/mesh-of.js'
export { type MeshUser, meshUsersOf, userSlots } from './mesh/mesh-users.js'
export { ShapeBuilder } from './mesh/model/collision.js'
export { convexHull } from './mesh/model/convex-hull.js'
export { isStaticMesh } from './mesh/model/mesh-kind.js'
export { mirroredAnimation, mirroredMesh, mirroredSkeleton } from './mesh/model/mirror.js'
export { smoothNormals } from './mesh/model/normals.js'
export { halfBits } from './mesh/model/packed-numbers.js'
export { placedMesh } from './mesh/model/placed-mesh.js'
export { isMirrored, NO_PLACEMENT, placedPoints } from './mesh/model/placement.js'
export {
  conjugate,
  IDENTITY,
  normalized,
  product,
  type Quaternion,
  quaternionOf,
  quaternionOfAxes,
  rotate,
} from './mesh/model/quaternion.js'
export { smoothTangents } from './mesh/model/tangents.js'
export { isWeaponType, polyFlagsOfType } from './mesh/model/triangle-type.js'
export { sectionsOf } from './mesh/model/triangles.js'
export { boneTrack } from './mesh/skeletal/bone-keys.js'
export { type OrderedSkeleton, skeletonOf } from './mesh/skeletal/bones.js'
export { OWN_MEMORY } from './number-memory.js'
export { encodePixels, isWrittenFormat, type WrittenFormat } from './picture/encode-pixels.js'
export { fontCharacters, fontTextures } from './picture/font.js'
export { isGradedAlpha } from './picture/font-pages.js'
export { boxLevels, levelSizes, palettedLevels, type TextureLevel } from './picture/mip-levels.js'
export { cacheOf, fullSize, isPicture } from './picture/picture.js'
export { isInvisible } from './picture/pixel-format.js'
export { decibels, psnr } from './picture/psnr.js'
export { resized } from './picture/resize.js'
export { elementsOf, memberOf } from './property-values.js'
export { placeIn, turnIn } from './psk/mirror.js'
export { positionAt, rotationAt } from './psk/pose.js'
export { decodeWave } from './sound/decode-wave.js'
export { readWave, type WaveFile } from './sound/wave-file.js'
export { ActorWriter } from './t3d/actor-t3d.js'
export {
  type T3dBrush,
  type T3dEntry,
  type T3dObject,
  type T3dPlace,
  type T3dPolygon,
  type T3dProperty,
  type T3dWord,
  t3dLines,
} from './t3d/t3d.js'
export { coordinate, decimals, digits } from './t3d/t3d-form.js'
