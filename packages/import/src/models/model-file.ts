import { MediaError, type Mesh, type SkeletalAnimation } from '@ukit/media'
import { decodeSource } from '@ukit/script/syntax'
import { readAse } from './ase-file.js'
import { readBrushes } from './brush-file.js'
import { readGltf } from './gltf/read-gltf.js'
import { readObj, type UpAxis } from './obj-file.js'

/** How to read a file with a model. */
export interface ModelOptions {
  /**
   * Size of an Unreal unit in units of the file, for files that do not contain it: by default 0.02 metres for
   * glTF, 1 for other files.
   */
  readonly unit?: number | undefined
  /** Which axis of an OBJ file points up: `y` by default. */
  readonly up?: UpAxis | undefined
  /** Opens a file beside it, by a path relative to its folder; `undefined` when the file does not exist. */
  readonly openFile?: ((name: string) => Promise<Uint8Array | undefined>) | undefined
  /** Whether only the first frame of a mesh that morphs is wanted. */
  readonly isStill?: boolean | undefined
}

/** The content of a file. */
export interface Model {
  /** The name in the file; empty when it has none. */
  readonly name: string
  /** The mesh, including its bones. */
  readonly mesh: Mesh
  /** The animations of its bones. */
  readonly animations: readonly SkeletalAnimation[]
}

/** Whether `readModel` reads a file: by its content, or by its name if the content does not tell. */
export function isModelFile(name: string, bytes: Uint8Array): boolean {
  return isGltfFile(name, bytes) || /\.(?:glb|obj|ase|t3d)$/i.test(name)
}

/** Whether `readModel` reads a file as glTF. */
export function isGltfFile(name: string, bytes: Uint8Array): boolean {
  return isGlb(bytes) || /\.gltf$/i.test(name)
}

/**
 * *Reads a file with a model*: glTF 2.0 (.glb, .gltf), Wavefront OBJ, ASCII scenes of 3ds Max (.ase), brushes
 * in the editor's text format (.t3d).
 *
 * @throws {MediaError} `unsupported` for a file of another kind; else see `readGltf`, `readObj`, `readAse`,
 *   `readBrushes`.
 */
export async function readModel(name: string, bytes: Uint8Array, options: ModelOptions = {}): Promise<Model> {
  const { unit, openFile, isStill = false } = options
  if (isGltfFile(name, bytes)) {
    return readGltf(bytes, {
      ...(unit === undefined ? {} : { unit }),
      isStill,
      beside: async (path) => {
        const found = await openFile?.(path)
        if (found === undefined) throw new MediaError('elsewhere', `${path}, which the model needs, does not exist`)
        return found
      },
    })
  }
  const own = { name: name.replace(/^.*[\\/]/, '').replace(/\.\w+$/, ''), animations: [] }
  const text = () => decodeSource(bytes)
  if (/\.obj$/i.test(name)) return { ...own, mesh: readObj(text(), unit, options.up) }
  if (/\.ase$/i.test(name)) return { ...own, mesh: readAse(text(), unit) }
  if (/\.t3d$/i.test(name)) return { ...own, mesh: readBrushes(text()) }
  throw new MediaError(
    'unsupported',
    `expected a model as .glb, .gltf, .obj, .ase or .t3d, found ${JSON.stringify(name)}`,
  )
}

function isGlb(bytes: Uint8Array): boolean {
  return [0x67, 0x6c, 0x54, 0x46].every((byte, i) => bytes[i] === byte)
}
