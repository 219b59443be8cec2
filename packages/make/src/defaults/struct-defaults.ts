import { ScriptStruct } from '@ukit/objects/script'
import type { StructSymbol, Type } from '@ukit/script/symbols'
import type { ClassDraft, DeclaredStruct } from '../declare/class-draft.js'
import type { PackageDraft } from '../draft/draft.js'
import { type AssignContext, assignMembers } from './assign.js'
import type { DefaultObjects } from './objects.js'
import { taggedValue } from './stored-values.js'
import { StructValue, type Value, zeroOf } from './value.js'

/** Of structs in each other; ends a circle. */
const MOST_DEPTH = 32

/**
 * *The values that structs of UE3 have before anything is assigned*: of a struct's own
 * `structdefaultproperties`, and of the structs in it.
 */
export class StructDefaults {
  readonly #draft: PackageDraft
  readonly #objects: DefaultObjects
  readonly #declared = new Map<StructSymbol, { readonly owner: ClassDraft; readonly struct: DeclaredStruct }>()
  readonly #values = new Map<StructSymbol, StructValue>()
  readonly #context: (owner: ClassDraft) => AssignContext
  #depth = 0

  /** @param context for the text of a class: what assigning needs, and where problems go. */
  constructor(
    draft: PackageDraft,
    objects: DefaultObjects,
    classes: Iterable<ClassDraft>,
    context: (owner: ClassDraft) => AssignContext,
  ) {
    this.#draft = draft
    this.#objects = objects
    this.#context = context
    for (const owner of classes)
      for (const struct of owner.structs) this.#declared.set(struct.symbol, { owner, struct })
  }

  /** What a value of a type is before anything is assigned. */
  initial(type: Type): Value {
    return type.kind === 'struct' && type.struct !== null && this.#draft.engine === 3
      ? this.valueOf(type.struct)
      : zeroOf(type)
  }

  /** The defaults of a struct. */
  valueOf(symbol: StructSymbol): StructValue {
    let value = this.#values.get(symbol)
    if (value === undefined) {
      if (this.#depth > MOST_DEPTH) return new StructValue(symbol)
      this.#depth++
      value = this.#made(symbol)
      this.#depth--
      this.#values.set(symbol, value)
    }
    return value
  }

  #made(symbol: StructSymbol): StructValue {
    // What it extends gives it no values: those members are zero (15 of 15).
    let value = new StructValue(symbol)
    const found = this.#declared.get(symbol)
    if (found === undefined) {
      const stored = this.#draft.world.objectOf(symbol)
      if (!(stored instanceof ScriptStruct)) return value
      const above = symbol.super === null ? undefined : this.valueOf(symbol.super).members
      const own = taggedValue({ properties: stored.defaults }, symbol, this.#objects)
      // Values that differ from the struct that it extends are stored.
      return new StructValue(symbol, new Map([...(above ?? []), ...own.members]))
    }
    for (const member of symbol.members) {
      const initial = this.initial(member.type)
      if (!(initial instanceof StructValue) || initial.members.size === 0) continue
      value = value.withAll(member, initial)
    }
    const { node } = found.struct
    const at = this.#context(found.owner)
    for (const one of node.members) {
      // Blocks with objects are not understood, and nothing of them is used (LensFlareElement).
      const isTaken = one.kind === 'DefaultProperties' && !one.entries.some(({ kind }) => kind === 'DefaultObject')
      if (isTaken) value = assignMembers(at, value, one.entries)
    }
    return value
  }
}
