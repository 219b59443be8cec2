import type { Package } from '@ukit/core'
import type { UnrealObject } from '@ukit/objects'
import { LoadedPackages } from './loaded-packages.js'
import type { Mentions } from './reference-counts.js'

/**
 * *What ordering the tables of one document found out for the next one of the same package*, whose entries
 * are the same: the contents of packages, and what finished objects mention.
 */
export class OrderMemory {
  #loaded: LoadedPackages | undefined
  #packages: readonly Package[] = []
  #needed: readonly Package[] = []
  readonly #mentions = new WeakMap<UnrealObject, Mentions>()
  readonly #isFinal: (object: UnrealObject) => boolean

  /** @param isFinal whether an object is no longer changed. */
  constructor(isFinal: (object: UnrealObject) => boolean) {
    this.#isFinal = isFinal
  }

  /** As `new LoadedPackages(…)`. */
  loadedPackages(packages: readonly Package[], needed: readonly Package[]): LoadedPackages {
    if (this.#loaded !== undefined && isSame(packages, this.#packages) && isSame(needed, this.#needed))
      return this.#loaded
    this.#packages = packages
    this.#needed = needed
    this.#loaded = new LoadedPackages(packages, needed)
    return this.#loaded
  }

  /** What an object mentions, if it was asked for before. */
  mentionsOf(object: UnrealObject): Mentions | undefined {
    return this.#mentions.get(object)
  }

  /** Keeps what an object mentions. */
  keepMentions(object: UnrealObject, mentions: Mentions): void {
    if (this.#isFinal(object)) this.#mentions.set(object, mentions)
  }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}
