import { ExportObject, type ObjectReader } from '@ukit/core'
import { fontTextures } from './font.js'

/** The textures that the fonts of a package draw from, found once. */
const PAGES = new WeakMap<ObjectReader, Promise<ReadonlySet<ExportObject>>>()

/** *Whether a font of the same package draws its characters from a texture.* */
export async function isFontPage(reader: ObjectReader, texture: ExportObject): Promise<boolean> {
  let pages = PAGES.get(reader)
  if (pages === undefined) {
    pages = findPages(reader)
    PAGES.set(reader, pages)
    // An attempt that failed, such as one that was cancelled, is made again.
    pages.catch(() => PAGES.delete(reader))
  }
  return (await pages).has(texture)
}

async function findPages(reader: ObjectReader): Promise<ReadonlySet<ExportObject>> {
  const pages = new Set<ExportObject>()
  for await (const font of reader.objects('Font')) {
    for (const texture of fontTextures(font.object)) if (texture instanceof ExportObject) pages.add(texture)
  }
  return pages
}

/** How many different values make a gradient: a hole and one opaque colour are two. */
const GRADES = 3

/**
 * *Whether the alpha of a palette's colours is graded*: of the colours that these pixels use, the most common
 * one, the background, is the most transparent; and alpha rises with the brightness of the colours, or with
 * their numbers. What is left over from memory does neither.
 *
 * @param colors red, green, blue and alpha of each colour.
 */
export function isGradedAlpha(colors: Uint8Array, pixels: Uint8Array): boolean {
  const counts = new Uint32Array(256)
  for (const pixel of pixels) counts[pixel] = (counts[pixel] ?? 0) + 1
  const used = [...counts.keys()].filter((index) => (counts[index] ?? 0) > 0 && index * 4 < colors.length)
  const alphaOf = (index: number) => colors[index * 4 + 3] ?? 0
  const alphas = used.map(alphaOf)
  if (new Set(alphas).size < GRADES) return false
  const background = used.reduce((most, index) => ((counts[index] ?? 0) > (counts[most] ?? 0) ? index : most))
  if (alphas.some((alpha) => alpha < alphaOf(background))) return false
  const brightness = (index: number) =>
    (colors[index * 4] ?? 0) + (colors[index * 4 + 1] ?? 0) + (colors[index * 4 + 2] ?? 0)
  const byBrightness = [...used].sort((a, b) => brightness(a) - brightness(b) || alphaOf(a) - alphaOf(b))
  return rises(alphas) || rises([...alphas].reverse()) || rises(byBrightness.map(alphaOf))
}

function rises(values: readonly number[]): boolean {
  return values.every((value, i) => i === 0 || value >= (values[i - 1] ?? 0))
}
