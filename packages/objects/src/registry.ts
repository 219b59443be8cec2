import type { FormatContext } from '@ukit/container'
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
}

type Codecs = ReadonlyMap<string, readonly ClassCodec[]>

/** What callers registered; several registries may share it. */
class Registered {
  readonly codecs = new Map<string, ClassCodec[]>()
  /** How often something was. */
  count = 0
}

/** What `ClassRegistry.find` answered, and to what. */
interface Found {
  readonly context: FormatContext
  readonly count: number
  readonly codec: ClassCodec | undefined
}

/**
 * *Which codec reads which class.* Classes that a caller registers take precedence over a game's, and those
 * over the engine's, so that any can be replaced.
 */
export class ClassRegistry {
  #engine: Codecs
  #game: Codecs = new Map()
  #registered = new Registered()
  /** What was found before, by the array of names, which is the same one for all objects of a class. */
  readonly #found = new WeakMap<readonly string[], Found>()

  constructor(codecs: Iterable<ClassCodec> = []) {
    this.#engine = byName(codecs)
  }

  /** Adds a codec for a class; later ones go before earlier ones. */
  register(codec: ClassCodec): void {
    add(this.#registered.codecs, codec)
    this.#registered.count++
  }

  /** The same registry with a game's codecs in front of the engine's. */
  forGame(codecs: readonly ClassCodec[]): ClassRegistry {
    if (codecs.length === 0 && this.#game.size === 0) return this
    const registry = new ClassRegistry()
    registry.#engine = this.#engine
    registry.#game = byName(codecs)
    registry.#registered = this.#registered
    return registry
  }

  /**
   * The codec of the nearest class that has one: a texture class made in script stores what Texture stores.
   */
  find(ancestry: readonly string[], context: FormatContext): ClassCodec | undefined {
    const found = this.#found.get(ancestry)
    const { count } = this.#registered
    if (found?.context === context && found.count === count) return found.codec
    const codec = this.#search(ancestry, context)
    this.#found.set(ancestry, { context, count, codec })
    return codec
  }

  #search(ancestry: readonly string[], context: FormatContext): ClassCodec | undefined {
    for (const name of [...ancestry, ANY_CLASS]) {
      const key = name.toLowerCase()
      for (const codecs of [this.#registered.codecs, this.#game, this.#engine]) {
        const found = codecs.get(key)?.find((codec) => codec.engines?.includes(context.engine) ?? true)
        if (found !== undefined) return found
      }
      const as = context.dialect.propertyClasses?.get(key)
      if (as !== undefined) return this.#search([as], context)
    }
    return undefined
  }

  /**
   * The codecs of classes whose names are part of this one, the longest first: of `Pylon` for
   * `Pylon_Soccar_TA`. Guesses, for classes of which nothing but the name is known; their supers are often in
   * it.
   */
  similarTo(name: string, context: FormatContext): ClassCodec[] {
    const key = name.toLowerCase()
    return [...new Set([...this.#game.keys(), ...this.#engine.keys(), ...this.#registered.codecs.keys()])]
      .filter((known) => known.length >= SHORTEST_NAME && known !== key && key.includes(known))
      .sort((a, b) => b.length - a.length)
      .flatMap((known) => this.find([known], context) ?? [])
      .filter(
        (codec) => codec.engines !== undefined || this.#game.get(codec.name.toLowerCase())?.includes(codec) === true,
      )
  }
}

/** Shorter names of classes are parts of many words. */
const SHORTEST_NAME = 5

function byName(codecs: Iterable<ClassCodec>): Codecs {
  const map = new Map<string, ClassCodec[]>()
  for (const codec of codecs) add(map, codec)
  return map
}

function add(map: Map<string, ClassCodec[]>, codec: ClassCodec): void {
  const key = codec.name.toLowerCase()
  const list = map.get(key)
  if (list === undefined) map.set(key, [codec])
  else list.unshift(codec)
}
