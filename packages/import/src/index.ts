export {
  EXEC_DIRECTIVES,
  type ExecDirective,
  type ExecDirectiveName,
  type ExecValueKind,
  type ExecValues,
} from './exec/directives.js'
export { ExecError, type ExecLine, type ExecLineOf, parseExec } from './exec/exec-line.js'
export { type ExecSourceLine, execLinesOf } from './exec/exec-lines.js'
export {
  type ChangedExecLine,
  type ExecFile,
  type ExecProject,
  type ExecProjectOptions,
  execProject,
} from './exec/exec-project.js'
export { type ExecDone, type ExecOptions, ExecRun } from './exec/exec-run.js'
export { projectPath } from './exec/project-path.js'
export type { FileImporter, ImportSource } from './importers/file-importer.js'
export { FILE_IMPORTERS, type ImportOptions } from './importers/file-importers.js'
export { type ImportTrueTypeOptions, importFont, importTrueType } from './importers/font/import-font.js'
export { type ImportFileOptions, importFile } from './importers/import-file.js'
export { importText } from './importers/import-text.js'
export type { Imported } from './importers/importer.js'
export type { AnimationSequenceOptions } from './importers/skeletal/animation-sequences.js'
export {
  type AnimationImportOptions,
  IMPORT_ANIMATION_DEFAULTS,
  importAnimation,
} from './importers/skeletal/import-animation.js'
export {
  IMPORT_SKELETAL_MESH_DEFAULTS,
  importSkeletalMesh,
  type SkeletalMeshImportOptions,
} from './importers/skeletal/import-skeletal-mesh.js'
export type { MaterialChoice } from './importers/skeletal/mesh-materials.js'
export type { SlotMaterials } from './importers/slot-materials.js'
export { type ImportMusicOptions, importMusic } from './importers/sound/import-music.js'
export { IMPORT_SOUND_DEFAULTS, type ImportSoundOptions, importSound } from './importers/sound/import-sound.js'
export {
  IMPORT_STATIC_MESH_DEFAULTS,
  type ImportStaticMeshOptions,
  importStaticMesh,
  type StaticMeshCollision,
} from './importers/static-mesh/import-static-mesh.js'
export { importTexture } from './importers/texture/import-texture.js'
export { importTextureAnimation } from './importers/texture/import-texture-animation.js'
export {
  IMPORT_TEXTURE_DEFAULTS,
  type ImportTextureOptions,
  type TextureResize,
  type TextureSource,
} from './importers/texture/texture-options.js'
export { importMesh } from './importers/vertex-mesh/import-mesh.js'
export { importVertexMesh } from './importers/vertex-mesh/import-vertex-mesh.js'
export {
  IMPORT_MESH_DEFAULTS,
  type ImportMeshOptions,
  type MeshDetail,
  type MeshNotify,
  type MeshSequence,
  type VertexMeshClass,
} from './importers/vertex-mesh/mesh-options.js'
export { readAse } from './models/ase-file.js'
export { readBrushes } from './models/brush-file.js'
export { TRUETYPE_DEFAULTS, type TrueTypeOptions } from './models/font-of-truetype.js'
export { GLTF_DEFAULTS, type GltfModel, type GltfOptions, readGltf } from './models/gltf/read-gltf.js'
export { readMd2 } from './models/md2.js'
export { readMd3 } from './models/md3.js'
export { isModelFile, type Model, type ModelOptions, readModel } from './models/model-file.js'
export { readObj, type UpAxis } from './models/obj-file.js'
export { type PictureFileOptions, readPictureFile, readPictureFrames } from './models/picture-file.js'
export { readPsa } from './models/psa.js'
export { type PskReadOptions, readPsk } from './models/psk.js'
export { readVertexFiles } from './models/vertex-files.js'
export type { ModelSequence, ModelTriangle, VertexModel } from './models/vertex-model.js'
export { type ImportedT3d, type ImportT3dOptions, importT3d } from './t3d/import-t3d.js'
export { T3dError } from './t3d/t3d-error.js'
