import { readCompactIndex } from '@ukit/container'

/** Bytes of values that are always as long, by the number of their type; a bool has its value in the tag. */
const SIZES: ReadonlyMap<number, number> = new Map([
  [1, 1],
  [2, 4],
  [3, 0],
  [4, 4],
  [11, 12],
  [12, 12],
])

const STRUCT = 10
const BOOL = 3
const LAST_TYPE = 15

/** Sizes that have a code of their own. */
const FIXED_SIZES = [1, 2, 4, 12, 16]

/** No object has properties of so many bytes in front of its own data. */
const MOST_BYTES = 0x1000

/**
 * Variables of Texture, Sound and Music of UE1 and UE2 and their supers, as their scripts declare them. Where
 * it is not known where an object starts, only these are taken for properties of it: bytes in front may look
 * like more.
 */
const KNOWN = new Set(
  `format palette ubits vbits usize vsize uclamp vclamp mipzero maxcolor internaltime bumpmap detailtexture
  macrotexture diffuse specular alpha scale friction mipmult footstepsound hitsound surfacetype palettetransform
  binvisible beditable btransparent bhighshadowdetail bportal bmasked btwosided bnosmooth bfakebackdrop bautoupan
  bautovpan bwavy bsmallwavy blowshadowdetail bgouraud bunlit benvironment bspecial bnocull bdirtyshadows bcorona
  bwaterwavy bhurtwallice bnetspecial balphablend bhighcolorquality bhightexturequality brealtime bparametric
  brealtimechanged bhascomp compformat bsemisolid bnotsolid bforward lodset animnext animcurrent primecount
  primecurrent minframerate maxframerate accumulator mips decompcalled
  uclampmode vclampmode detail detailscale normallod minlod balphatexture envmap envmaptransformtype specularity
  ubumpscale vbumpscale defaultmaterial fallbackmaterial usefallback validated materialtype internaltime
  scalableratex scalableratey likelihood basesound pitchmodification volumemodification pitchvariance
  volumevariance baseradius basevolume`.split(/\s+/),
)

/** *Tagged properties of UE1 and UE2 without their classes*: where lists of them start and end. */
export class PropertyTags {
  readonly #bytes: Uint8Array
  /** Lower case. */
  readonly #names: readonly string[]

  constructor(bytes: Uint8Array, names: readonly string[]) {
    this.#bytes = bytes
    this.#names = names.map((name) => name.toLowerCase())
  }

  /** Where the list that starts here ends, after its `None`; `undefined` when it is not one. */
  listEnd(start: number): number | undefined {
    for (let at = start; ; ) {
      const none = this.#noneEnd(at)
      if (none !== undefined) return none
      const end = this.#tagEnd(at)
      if (end === undefined || end - start > MOST_BYTES) return undefined
      at = end
    }
  }

  /** Where the longest list starts that ends here; `undefined` when no `None` is in front. */
  listStart(end: number, floor: number): number | undefined {
    const none = [1, 2, 3].map((size) => end - size).find((at) => at >= floor && this.#noneEnd(at) === end)
    if (none === undefined) return undefined
    const starts = new Set([none])
    let first = none
    for (let at = none - 2; at >= Math.max(floor, none - MOST_BYTES); at--) {
      const next = this.#tagEnd(at)
      if (next === undefined || !starts.has(next) || !this.#isKnown(at)) continue
      starts.add(at)
      first = at
    }
    return first
  }

  /** Tells whether the list that starts here has nothing but its `None`. */
  isEmpty(start: number): boolean {
    return this.#noneEnd(start) !== undefined
  }

  /** The name at a place, and where it ends. */
  #name(at: number): { readonly text: string; readonly end: number } | undefined {
    const index = readCompactIndex(this.#bytes, at)
    const text = index === undefined || !index.canonical ? undefined : this.#names[index.value]
    return index === undefined || text === undefined ? undefined : { text, end: at + index.size }
  }

  #isKnown(at: number): boolean {
    return KNOWN.has(this.#name(at)?.text ?? '')
  }

  #noneEnd(at: number): number | undefined {
    const name = this.#name(at)
    return name?.text === 'none' ? name.end : undefined
  }

  #tagEnd(start: number): number | undefined {
    const name = this.#name(start)
    if (name === undefined || name.text === 'none') return undefined
    const bytes = this.#bytes
    const info = bytes[name.end]
    if (info === undefined) return undefined
    let at = name.end + 1
    const type = info & 0x0f
    if (type === 0 || type > LAST_TYPE) return undefined
    if (type === STRUCT) {
      const struct = this.#name(at)
      if (struct === undefined || struct.text === 'none') return undefined
      at = struct.end
    }
    const code = (info >> 4) & 7
    let size = FIXED_SIZES[code]
    if (size === undefined) {
      const width = code === 5 ? 1 : code === 6 ? 2 : 4
      size = 0
      for (let i = 0; i < width; i++) size += (bytes[at + i] ?? 0) * 2 ** (8 * i)
      at += width
    }
    if (size !== (SIZES.get(type) ?? size)) return undefined
    if ((info & 0x80) !== 0 && type !== BOOL) {
      const first = bytes[at] ?? 0
      at += first < 0x80 ? 1 : (first & 0x40) === 0 ? 2 : 4
    }
    const end = at + size
    if (end > bytes.length) return undefined
    // An object or a name is one index, as long as the tag says.
    const isIndex = type === 5 || type === 6 || type === 8
    return isIndex && readCompactIndex(bytes, at)?.size !== size ? undefined : end
  }
}
