import { readCompactIndex } from '@ukit/container'
import { ue1 } from '@ukit/objects'
import { type BodySource, findNativeBodies, type NativeBody, paletteAt } from './native-bodies.js'
import { PropertyTags } from './property-tags.js'

/** *An object that was found*, with its properties. */
export interface FoundBody {
  /** Where its properties start; its own data's start when the names are lost. */
  readonly start: number
  readonly native: NativeBody
  /**
   * Bodies are in the order of their exports, without gaps (all files of UE1). What is found without a gap
   * is a run: its exports are numbered from one that is known in the first, and looked for in the others.
   */
  readonly run: number
  /** Number in the run, from 0. */
  readonly ordinal: number
}

/** Bytes of a spark of a texture of fire. */
const SPARK_LENGTH = 8

/**
 * *Goes through the bodies one by one*, as far as they are understood, and from the next that shows itself
 * where they are not.
 *
 * @param from where the first body starts, after the names.
 */
export function findBodies(source: BodySource, from: number): FoundBody[] {
  return new Walk(source, from).bodies()
}

class Walk {
  readonly #source: BodySource
  readonly #tags: PropertyTags
  readonly #natives: readonly NativeBody[]
  readonly #byStart: ReadonlyMap<number, NativeBody>
  readonly #found: FoundBody[] = []
  #at: number
  #next = 0
  #run = 0
  #ordinal = 0

  constructor(source: BodySource, from: number) {
    this.#source = source
    this.#tags = new PropertyTags(source.bytes, source.names)
    this.#natives = findNativeBodies(source, from)
    this.#byStart = new Map(this.#natives.map((native) => [native.start, native]))
    this.#at = from
  }

  bodies(): FoundBody[] {
    while (this.#at < this.#source.bytes.length) {
      const start = this.#at
      const listEnd = this.#source.names.length === 0 ? start : this.#tags.listEnd(start)
      const native = listEnd === undefined ? undefined : this.#nativeAt(listEnd)
      if (native !== undefined) this.#take(start, native)
      else if (listEnd !== undefined && this.#tags.isEmpty(start)) {
        // A group: it has no properties, and nothing after them.
        this.#ordinal++
        this.#at = listEnd
      } else if (!this.#skip()) break
    }
    return this.#found
  }

  #nativeAt(start: number): NativeBody | undefined {
    return this.#byStart.get(start) ?? paletteAt(this.#source, start)
  }

  #take(start: number, native: NativeBody): void {
    this.#found.push({ start, native, run: this.#run, ordinal: this.#ordinal++ })
    this.#at = this.#endAfter(native)
  }

  /** Where the next body starts: after the sparks of a texture that the engine paints from such. */
  #endAfter({ class: className, content, end }: NativeBody): number {
    const isPainted =
      className === 'Texture' && 'mips' in content && content.mips.every(({ data }) => data.length === 0)
    if (!isPainted) return end
    const sparks = readCompactIndex(this.#source.bytes, end)
    const sparksEnd = sparks === undefined ? end : end + sparks.size + SPARK_LENGTH * sparks.value
    return [sparksEnd, end].find((at) => at >= end && this.#startsBody(at)) ?? end
  }

  #startsBody(at: number): boolean {
    const end = this.#tags.listEnd(at)
    return end !== undefined && (this.#nativeAt(end) !== undefined || this.#tags.isEmpty(at))
  }

  /** On to the next body that shows itself, in a run of its own; `false` when there is none. */
  #skip(): boolean {
    const { bytes, names } = this.#source
    while ((this.#natives[this.#next]?.start ?? Number.POSITIVE_INFINITY) < this.#at) this.#next++
    const native = this.#natives[this.#next]
    const isNamed = names.length > 0
    const start =
      native === undefined ? bytes.length : isNamed ? this.#tags.listStart(native.start, this.#at) : native.start
    const stop = start ?? native?.start ?? bytes.length
    const palette = this.#palette(this.#at, stop)
    if (palette !== undefined) {
      this.#begin(palette.start)
      this.#take(palette.start, palette.native)
      return true
    }
    if (native === undefined) return false
    this.#begin(start ?? native.start)
    this.#take(start ?? native.start, native)
    return true
  }

  /** The first palette between two places, or the most likely of those that overlap it. */
  #palette(from: number, stop: number): { readonly start: number; readonly native: NativeBody } | undefined {
    const isNamed = this.#source.names.length > 0
    let best: { start: number; native: NativeBody; alphas: number } | undefined
    for (let at = from; at < (best?.native.end ?? stop); at++) {
      const native = paletteAt(this.#source, at)
      if (native === undefined || native.end > stop) continue
      const start = isNamed ? this.#tags.listStart(at, from) : at
      const alphas = alphasOf(native)
      if (start !== undefined && alphas < (best?.alphas ?? Number.POSITIVE_INFINITY)) best = { start, native, alphas }
    }
    return best
  }

  #begin(at: number): void {
    if (at > this.#at) {
      this.#run++
      this.#ordinal = 0
    }
  }
}

/** Values of alpha: few in a palette (one in most, 106 at most), many in bytes that only look like one. */
function alphasOf({ content }: NativeBody): number {
  const values = new Set<number>()
  if (content instanceof ue1.Palette)
    for (let i = 3; i < content.colors.length; i += 4) values.add(content.colors[i] ?? 0)
  return values.size
}
