import type { ExportObject, ObjectReader } from '@ukit/core'
import { ue1, ue2 } from '@ukit/objects'

/** Kinds of objects that a `#exec` line imports. */
export type MediaKind = 'texture' | 'sound' | 'music'

/** The classes of these objects; what extends them counts too. */
export const MEDIA_CLASSES = ['Texture', 'Sound', 'Music'] as const

/** The kind of an object, by the names of its class and its supers. */
export function mediaKindOf(ancestry: readonly string[]): MediaKind | undefined {
  const names = ancestry.map((name) => name.toLowerCase())
  return (['texture', 'sound', 'music'] as const).find((kind) => names[0] === kind)
}

/** The line that imports a file as the object that it was. Paths have backslashes, as in Epic's sources. */
export async function execLine(
  reader: ObjectReader,
  exported: ExportObject,
  kind: MediaKind,
  path: string,
): Promise<string> {
  const group = exported.outer === null ? '' : ` GROUP=${quoted(exported.outer.name)}`
  const place = `FILE=${quoted(path)} NAME=${quoted(exported.name)}`
  if (kind === 'music') return `#exec MUSIC IMPORT ${place}`
  if (kind === 'sound') return `#exec AUDIO IMPORT ${place}${group}`
  const { object } = await reader.read(exported)
  const mips = object instanceof ue1.Texture || object instanceof ue2.Texture ? object.mips.length : 1
  const masked = object.properties.get('bMasked') === true ? ' FLAGS=2' : ''
  return `#exec TEXTURE IMPORT ${place}${group} MIPS=${mips > 1 ? 'ON' : 'OFF'}${masked}`
}

function quoted(text: string): string {
  return /^[\w.\\-]+$/.test(text) ? text : `"${text}"`
}
