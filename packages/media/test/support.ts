import { openPackage, type Package } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { memorySource } from '@ukit/files'
import { type Extracted, type ExtractOptions, extract } from '@ukit/media'
import { type ExportSpec, fileOf, type ImportSpec, planOf, type Shape } from '../../../testing/packages.js'

/** Bytes from hexadecimal digits, texts in quotes, and numbers of 32 bits such as `#7`. */
export function body(...parts: readonly (string | number | Uint8Array)[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => {
      if (typeof part === 'number') return [part & 255, (part >> 8) & 255, (part >> 16) & 255, (part >>> 24) & 255]
      if (typeof part !== 'string') return [...part]
      return part.split(' ').map((digits) => Number.parseInt(digits, 16))
    }),
  )
}

/** Bytes of text, one per character. */
export function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

/** A package made of these parts and opened again. */
export async function packageOf(
  shape: Shape,
  names: readonly string[],
  imports: readonly ImportSpec[],
  exports: readonly ExportSpec[],
): Promise<Package> {
  const file = await fileOf(planOf(shape, { names, imports, exports }))
  return openPackage(memorySource(file), { fileName: 'Made.u' })
}

/** Everything that is extracted from a package. */
export async function extractAll(pkg: Package, options: Partial<ExtractOptions> = {}): Promise<Extracted[]> {
  const all: Extracted[] = []
  for await (const extracted of extract(pkg, { codecs: nodeCodecs, ...options })) all.push(extracted)
  return all
}

/** Width, height, bits, colour type of a PNG file, from its header. */
export function pngHeader(bytes: Uint8Array): [width: number, height: number, bits: number, colorType: number] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return [view.getUint32(16), view.getUint32(20), view.getUint8(24), view.getUint8(25)]
}
