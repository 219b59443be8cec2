import type { ImportSource } from './file-importer.js'

/** Files that people have, that nothing imports, and that other programs convert. */
const FOREIGN: readonly (readonly [what: string, convert: string, is: (bytes: string, name: string) => boolean])[] = [
  ['a WebP picture', 'PNG', (bytes) => bytes.startsWith('RIFF') && bytes.startsWith('WEBP', 8)],
  ['an AVIF or HEIF picture', 'PNG', (bytes) => /^ftyp(?:avi[fs]|hei[cfx]|mif1)/.test(bytes.slice(4))],
  ['a Photoshop document', 'PNG or TGA', (bytes) => bytes.startsWith('8BPS')],
  ['a TIFF picture', 'PNG', (bytes) => bytes.startsWith('II*\0') || bytes.startsWith('MM\0*')],
  ['an SVG drawing', 'PNG', (bytes, name) => /\.svg$/i.test(name) || /<svg\b/.test(bytes)],
  ['a Blender file', 'glTF', (bytes) => bytes.startsWith('BLENDER')],
  ['an FBX model', 'glTF', (bytes, name) => bytes.startsWith('Kaydara FBX') || /\.fbx$/i.test(name)],
  ['a 3ds Max scene', 'glTF or ASE', (_, name) => /\.max$/i.test(name)],
  ['an AIFF sound', 'WAV', (bytes) => bytes.startsWith('FORM') && bytes.startsWith('AIF', 8)],
  ['a film (AVI)', 'pictures or a sound', (bytes) => bytes.startsWith('RIFF') && bytes.startsWith('AVI ', 8)],
]

/** Bytes at the start of a file that show what it is. */
const HEAD = 512

/**
 * What a file is that nothing imports, and what to convert it to, as the end of a message: `found a WebP
 * picture: convert it to PNG`. `undefined` for files that are not known.
 */
export function foreignFile({ bytes, name }: Pick<ImportSource, 'bytes' | 'name'>): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD))
  const found = FOREIGN.find(([, , is]) => is(head, name))
  return found === undefined ? undefined : `found ${found[0]}: convert it to ${found[1]}`
}
