import { validateBytes } from 'gltf-validator'

const WARNING = 1

/**
 * The errors and warnings of Khronos' own validator for a file, one per line; none when it is valid.
 *
 * @param files other files, by the decoded URI in the file.
 */
export async function complaints(
  glb: Uint8Array,
  files: ReadonlyMap<string, Uint8Array> = new Map(),
): Promise<string[]> {
  const report = await validateBytes(glb, {
    externalResourceFunction: async (uri) => {
      const file = files.get(decodeURIComponent(uri))
      if (file === undefined) throw new Error(`${uri} is not among the files`)
      return file
    },
  })
  return report.issues.messages
    .filter(({ severity }) => severity <= WARNING)
    .map(({ code, message, pointer }) => `${code} ${pointer}: ${message}`)
}

/** A glTF file as read by code that shares nothing with the writer. */
export interface ReadGlb {
  // biome-ignore lint/suspicious/noExplicitAny: any JSON
  readonly json: any
  /** The numbers of an accessor, one list per element. */
  numbers(accessor: number): number[][]
}

/** Reads the two chunks of a binary glTF file. */
export function readGlb(glb: Uint8Array): ReadGlb {
  const file = Buffer.from(glb.buffer, glb.byteOffset, glb.byteLength)
  const length = file.readUInt32LE(12)
  const json = JSON.parse(file.toString('utf8', 20, 20 + length))
  const start = 20 + length + 8
  const numbers = (index: number) => {
    const accessor = json.accessors[index]
    const view = json.bufferViews[accessor.bufferView]
    const width = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT4: 16 }[accessor.type as 'SCALAR'] ?? 1
    const [size, read] = {
      5121: [1, (at: number) => file.readUInt8(at)] as const,
      5123: [2, (at: number) => file.readUInt16LE(at)] as const,
      5125: [4, (at: number) => file.readUInt32LE(at)] as const,
      5126: [4, (at: number) => file.readFloatLE(at)] as const,
    }[accessor.componentType as 5121]
    const stride = view.byteStride ?? width * size
    const from = start + (view.byteOffset ?? 0) + (accessor.byteOffset ?? 0)
    return Array.from({ length: accessor.count }, (_, i) =>
      Array.from({ length: width }, (_, k) => read(from + i * stride + k * size)),
    )
  }
  return { json, numbers }
}
