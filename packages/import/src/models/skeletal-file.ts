import { MediaError, type Mesh, type SkeletalAnimation, type Skeleton } from '@ukit/media'
import { type GltfModel, readGltf } from './gltf/read-gltf.js'
import { readPsa } from './psa.js'
import { readPsk } from './psk.js'

/** Opens a file beside the one that is read; `undefined` when the file does not exist. */
export type OpenBeside = (name: string) => Promise<Uint8Array | undefined>

/** Whether a file is a PSK, or a glTF with a skeleton. */
export function isSkeletalMeshFile(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'ACTRHEAD') || isGltfWith(bytes, '"skins"')
}

/** Whether a file is a PSA, or a glTF with animations. */
export function isAnimationFile(bytes: Uint8Array): boolean {
  return startsWith(bytes, 'ANIMHEAD') || isGltfWith(bytes, '"animations"')
}

/** Whether a file is a glTF with morph targets and without a skeleton. */
export function isMorphingFile(bytes: Uint8Array): boolean {
  return isGltfWith(bytes, '"targets"') && !isGltfWith(bytes, '"skins"')
}

/**
 * *Reads the mesh of a PSK or glTF file.*
 *
 * @param unit metres per Unreal unit, for glTF files that do not contain it.
 */
export async function readSkeletalMeshFile(bytes: Uint8Array, open: OpenBeside, unit?: number): Promise<Mesh> {
  if (startsWith(bytes, 'ACTRHEAD')) return readPsk(bytes, { mirror: true })
  return (await gltfOf(bytes, open, unit)).mesh
}

/** An animation, and the skeleton that a glTF file contains for it. */
export interface AnimationFile {
  readonly animation: SkeletalAnimation
  readonly skeleton?: Skeleton | undefined
}

/** *Reads the animation of a PSA or glTF file*; see `readSkeletalMeshFile`. */
export async function readAnimationFile(bytes: Uint8Array, open: OpenBeside): Promise<SkeletalAnimation> {
  return (await readMovingFile(bytes, open)).animation
}

/** *Reads the animation of a PSA or glTF file, with the skeleton that a glTF file contains for it.* */
export async function readMovingFile(bytes: Uint8Array, open: OpenBeside, unit?: number): Promise<AnimationFile> {
  if (startsWith(bytes, 'ANIMHEAD')) return { animation: readPsa(bytes, { mirror: true }) }
  const { animations, mesh } = await gltfOf(bytes, open, unit)
  const [animation] = animations
  if (animation === undefined) throw new MediaError('no-data', 'the glTF file has no animation of bones')
  return { animation, skeleton: mesh.skeleton }
}

function gltfOf(bytes: Uint8Array, open: OpenBeside, unit: number | undefined): Promise<GltfModel> {
  return readGltf(bytes, {
    ...(unit === undefined ? {} : { unit }),
    isStill: true,
    beside: async (name) => {
      const beside = await open(name)
      if (beside === undefined)
        throw new MediaError('elsewhere', `expected ${name} beside the glTF file, found no such file`)
      return beside
    },
  })
}

function startsWith(bytes: Uint8Array, mark: string): boolean {
  return [...mark].every((letter, i) => bytes[i] === letter.charCodeAt(0))
}

/** How much of a text glTF file is searched for the names of its parts. */
const HEAD = 1 << 24

function isGltfWith(bytes: Uint8Array, part: string): boolean {
  const isBinary = startsWith(bytes, 'glTF')
  // This is called for every picture and sound too, so files that cannot be JSON are not decoded as text.
  if (!isBinary && !beginsAsJson(bytes)) return false
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, isBinary ? jsonEnd(bytes) : HEAD))
  return text.includes('"asset"') && text.includes(part)
}

/** Whether `{` is the first byte after white space and the UTF-8 byte order mark. */
function beginsAsJson(bytes: Uint8Array): boolean {
  const first = bytes.findIndex((byte) => !BEFORE_JSON.has(byte))
  return bytes[first] === 0x7b
}

const BEFORE_JSON: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf])

/** End of the JSON of a .glb: 12 bytes of header, then length, kind and text. */
function jsonEnd(bytes: Uint8Array): number {
  if (bytes.length < 20) return bytes.length
  return 20 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(12, true)
}
