import type { Branch, FormatContext } from '@ukit/container'
import type { UnrealObject } from './unreal-object.js'

/** Name of a codec that reads objects of classes that no other codec reads. */
export const ANY_CLASS = '*'

/** One class that ukit has a codec for. */
export interface ClassCodec {
  /** Name of the class in the engine. */
  readonly name: string
  /** Makes an empty object of the class, to be filled by reading. */
  readonly create: () => UnrealObject
  /** Generations of the engine that it reads; all when absent. */
  readonly engines?: readonly (1 | 2 | 3)[]
  /** Lines of the engine that it reads, in place of the codec for all lines. */
  readonly branches?: readonly Branch[]
}

/**
 * *Which codec reads which class.* Later registrations go before earlier ones, so that a caller can replace any.
 */
export class ClassRegistry {
  readonly #codecs = new Map<string, ClassCodec[]>()

  constructor(codecs: Iterable<ClassCodec> = []) {
    for (const codec of codecs) this.register(codec)
  }

  /** Adds a codec for a class. */
  register(codec: ClassCodec): void {
    const key = codec.name.toLowerCase()
    const list = this.#codecs.get(key)
    if (list === undefined) this.#codecs.set(key, [codec])
    else list.unshift(codec)
  }

  /** The codec of the nearest class that has one: a texture class made in script stores what Texture stores. */
  find(ancestry: readonly string[], context: FormatContext): ClassCodec | undefined {
    for (const name of [...ancestry, ANY_CLASS]) {
      const codecs = this.#codecs
        .get(name.toLowerCase())
        ?.filter((codec) => codec.engines?.includes(context.engine) ?? true)
      const own = codecs?.find((codec) => codec.branches?.includes(context.branch))
      const common = own ?? codecs?.find((codec) => codec.branches === undefined)
      if (common !== undefined) return common
    }
    return undefined
  }

  /**
   * The codecs of classes whose names are part of this one, the longest first: of `Pylon` for `Pylon_Soccar_TA`. Guesses, for classes of which nothing but the name
   * is known; their supers are often in it.
   */
  resembling(name: string, context: FormatContext): ClassCodec[] {
    const key = name.toLowerCase()
    return [...this.#codecs.keys()]
      .filter((known) => known.length >= SHORTEST_NAME && known !== key && key.includes(known))
      .sort((a, b) => b.length - a.length)
      .flatMap((known) => this.find([known], context) ?? [])
      .filter((codec) => codec.engines !== undefined)
  }
}

/** Shorter names of classes are parts of many words. */
const SHORTEST_NAME = 5
