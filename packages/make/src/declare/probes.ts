import { State } from '@ukit/objects/script'
import { probeName } from '@ukit/script/decompile'
import type { ScriptSymbol } from '@ukit/script/symbols'
import type { PackageDraft } from '../draft/draft.js'

const BITS = 64

/** *The events of which states keep masks*, a bit each, for one engine. */
export class Probes {
  readonly #bits = new Map<string, number>()

  constructor({ engine, traits }: PackageDraft) {
    for (let bit = 0; bit < BITS; bit++) {
      const name = probeName(bit, engine)
      if (!traits.missingProbes.includes(name)) this.#bits.set(name.toLowerCase(), bit)
    }
    for (const [bit, name] of traits.addedProbes) this.#bits.set(name.toLowerCase(), bit)
  }

  /** Tells whether a function is an event of that kind. */
  has(name: string): boolean {
    return this.#bits.has(name.toLowerCase())
  }

  /** The bits of names; others have none. */
  maskOf(names: Iterable<string>): bigint {
    let mask = 0n
    for (const name of names) {
      const bit = this.#bits.get(name.toLowerCase())
      if (bit !== undefined) mask |= 1n << BigInt(bit)
    }
    return mask
  }
}

const WORD = 0xffff_ffffn

/** Writes what a state or class has code for: its super's events and its own. */
export function setProbeMask(draft: PackageDraft, object: State, above: ScriptSymbol | null, own: bigint): void {
  const inherited = above === null ? undefined : (draft.objectOf(above) ?? draft.world.objectOf(above))
  const mask = own | (inherited instanceof State ? both(inherited.probeMask, inherited.probeMaskHigh) : 0n)
  object.probeMask = Number(mask & WORD)
  object.probeMaskHigh = Number(mask >> 32n)
}

/** Writes which events a state lets through. */
export function setIgnoreMask(object: State, ignored: bigint): void {
  const mask = ~ignored & 0xffff_ffff_ffff_ffffn
  object.ignoreMask = Number(mask & WORD)
  object.ignoreMaskHigh = Number(mask >> 32n)
}

function both(low: number, high: number): bigint {
  return BigInt(low >>> 0) | (BigInt(high >>> 0) << 32n)
}
