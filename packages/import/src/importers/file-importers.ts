import type { CodecSet } from '@ukit/codecs'
import type { PackageEdit } from '@ukit/edit'
import { UNITS } from '@ukit/media'
import { isGltfFile, isModelFile, type ModelOptions, readModel } from '../models/model-file.js'
import { isPictureFile, plainPicture, readPictureFile, readPictureFrames } from '../models/picture-file.js'
import { isAnimationFile, isSkeletalMeshFile, readMovingFile, readSkeletalMeshFile } from '../models/skeletal-file.js'
import { isVertexModelFile, readVertexModelFile } from '../models/vertex-model-file.js'
import type { FileImporter, ImportSource } from './file-importer.js'
import { type ImportTrueTypeOptions, importFont, importTrueType } from './font/import-font.js'
import { foreignFile } from './foreign-file.js'
import { importText } from './import-text.js'
import { type AnimationImportOptions, importAnimation } from './skeletal/import-animation.js'
import { importSkeletalMesh, type SkeletalMeshImportOptions } from './skeletal/import-skeletal-mesh.js'
import { type ImportMusicOptions, importMusic } from './sound/import-music.js'
import { type ImportSoundOptions, importSound } from './sound/import-sound.js'
import { type ImportStaticMeshOptions, importStaticMesh } from './static-mesh/import-static-mesh.js'
import { importTexture } from './texture/import-texture.js'
import { importTextureAnimation } from './texture/import-texture-animation.js'
import type { ImportTextureOptions } from './texture/texture-options.js'
import { importMesh } from './vertex-mesh/import-mesh.js'
import { importVertexMesh } from './vertex-mesh/import-vertex-mesh.js'
import { type ImportMeshOptions, isVertexMeshClass } from './vertex-mesh/mesh-options.js'

/** Options of all importers, each under the name of what it imports. */
export interface ImportOptions {
  /** Codecs that unpack PNG files; the portable ones by default. */
  readonly codecs?: CodecSet | undefined
  /** For meshes that move by frames. */
  readonly mesh?: ImportMeshOptions | undefined
  /** For music of UE1. */
  readonly music?: ImportMusicOptions | undefined
  /** For meshes with bones. */
  readonly skeletalMesh?: SkeletalMeshImportOptions | undefined
  /** For animations of bones. */
  readonly animation?: AnimationImportOptions | undefined
  /** How files with models are read. */
  readonly model?: Pick<ModelOptions, 'unit' | 'up'> | undefined
  /** For fonts made from TrueType fonts. */
  readonly trueType?: ImportTrueTypeOptions | undefined
  /** For sounds. */
  readonly sound?: ImportSoundOptions | undefined
  /** For meshes that do not move. */
  readonly staticMesh?: ImportStaticMeshOptions | undefined
  /** For pictures. */
  readonly texture?: ImportTextureOptions | undefined
}

/** How to read a model: Blender does not keep the unit of the glTF files that `extract` wrote. */
function modelOptions(edit: PackageEdit, { model }: ImportOptions, { name, bytes }: ImportSource): ModelOptions {
  const unit = model?.unit ?? (isGltfFile(name, bytes) ? UNITS[edit.package.context.engine] : undefined)
  return { ...model, ...(unit === undefined ? {} : { unit }) }
}

const sound: FileImporter<ImportOptions> = {
  classes: ['Sound', 'SoundNodeWave'],
  // RIFF contains many kinds of data, such as WebP pictures: the kind follows the length.
  takes: ({ bytes, name }) =>
    startsWith(bytes.subarray(8), 'WAVE') ||
    startsWith(bytes, 'OggS', 'fLaC') ||
    (/\.(?:wav|ogg|flac)$/i.test(name) && foreignFile({ bytes, name }) === undefined),
  import: (edit, path, { bytes }, { options }) => importSound(edit, path, bytes, options.sound),
}

const music: FileImporter<ImportOptions> = {
  classes: ['Music'],
  takes: ({ bytes, name }) =>
    startsWith(bytes, 'IMPM', 'Extended Module:') || /\.(?:it|s3m|xm|mod|umx|ogg|mp3)$/i.test(name),
  import: (edit, path, { bytes }, { options }) => importMusic(edit, path, bytes, options.music),
}

const text: FileImporter<ImportOptions> = {
  classes: ['TextBuffer'],
  takes: ({ name }) => /\.txt$/i.test(name),
  import: (edit, path, { bytes }) => importText(edit, path, new TextDecoder().decode(bytes)),
}

const picture: FileImporter<ImportOptions> = {
  classes: ['Texture', 'Texture2D'],
  takes: ({ name, bytes }) => isPictureFile(name, bytes),
  import: async (edit, path, { bytes }, { options }) => {
    const { codecs, texture } = options
    const frames = await readPictureFrames(bytes, { codecs })
    return frames === undefined
      ? importTexture(edit, path, await readPictureFile(bytes, { codecs }), texture)
      : importTextureAnimation(edit, path, frames, texture)
  },
}

const skeletalMesh: FileImporter<ImportOptions> = {
  classes: ['SkeletalMesh'],
  takes: ({ bytes }) => isSkeletalMeshFile(bytes),
  import: async (edit, path, source, { options }) => {
    const { unit } = modelOptions(edit, options, source)
    const mesh = await readSkeletalMeshFile(source.bytes, source.openFile, unit)
    return importSkeletalMesh(edit, path, mesh, options.skeletalMesh)
  },
}

const animation: FileImporter<ImportOptions> = {
  classes: ['Animation', 'MeshAnimation', 'AnimSet', 'AnimSequence'],
  takes: ({ bytes }) => isAnimationFile(bytes),
  import: async (edit, path, source, { options }) => {
    const { unit } = modelOptions(edit, options, source)
    const file = await readMovingFile(source.bytes, source.openFile, unit)
    return importAnimation(edit, path, file.animation, { skeleton: file.skeleton, ...options.animation })
  },
}

const staticMesh: FileImporter<ImportOptions> = {
  classes: ['StaticMesh'],
  takes: ({ name, bytes }) => isModelFile(name, bytes),
  import: async (edit, path, { name, bytes, openFile }, { options }) => {
    const { mesh } = await readModel(name, bytes, { ...options.model, openFile, isStill: true })
    return importStaticMesh(edit, path, mesh, options.staticMesh)
  },
}

const font: FileImporter<ImportOptions> = {
  classes: ['Font'],
  takes: ({ name, bytes }) => isPictureFile(name, bytes),
  async import(edit, path, { bytes }, { options }) {
    return importFont(edit, path, plainPicture(await readPictureFile(bytes, { codecs: options.codecs })))
  },
}

const vertexMesh: FileImporter<ImportOptions> = {
  classes: ['LodMesh', 'Mesh', 'VertMesh'],
  takes: (source) => isVertexModelFile(source) || isModelFile(source.name, source.bytes),
  import: async (edit, path, source, { className, isAsked, options }) => {
    const { engine } = edit.package.context
    const isChosen = isAsked && isVertexMeshClass(className) && engine === 1
    const chosen = { ...(isChosen ? { className } : {}), ...options.mesh }
    if (isVertexModelFile(source)) return importMesh(edit, path, await readVertexModelFile(source), chosen)
    const { name, bytes, openFile } = source
    const { mesh } = await readModel(name, bytes, { ...modelOptions(edit, options, source), openFile })
    return importVertexMesh(edit, path, mesh, chosen)
  },
}

const trueType: FileImporter<ImportOptions> = {
  classes: ['Font'],
  takes: ({ bytes }) => startsWith(bytes, '\0\x01\0\0', 'OTTO', 'true'),
  import: (edit, path, { bytes }, { options }) => importTrueType(edit, path, bytes, options.trueType),
}

/**
 * *Every kind of file that becomes an object*. The first importer that takes the file and fits the class is
 * used.
 */
export const FILE_IMPORTERS: readonly FileImporter<ImportOptions>[] = [
  picture,
  font,
  trueType,
  sound,
  music,
  skeletalMesh,
  animation,
  staticMesh,
  vertexMesh,
  text,
]

function startsWith(bytes: Uint8Array, ...marks: readonly string[]): boolean {
  return marks.some((mark) => [...mark].every((letter, i) => bytes[i] === letter.charCodeAt(0)))
}
