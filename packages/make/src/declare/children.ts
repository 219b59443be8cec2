import { PropertyFlag } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import { BoolProperty, ByteProperty, type Field, VariableField } from '@ukit/objects/script'

/** A declared object and its row. */
export interface Declared<F extends Field = Field> {
  readonly entry: EditExport
  readonly object: F
}

/**
 * *The list of what a class, struct, state or function declares*, in the order that the compilers link it.
 *
 * Everything except variables goes to the front, and so does the first variable; each further variable
 * follows the variable before it. So functions are in the reverse order of the text, and variables in its
 * order (classes of UT99: 365 of 365; of UT2004: 2,267 of 2,267).
 */
export class Children {
  readonly #list: Declared[] = []
  readonly #isPacked: boolean
  readonly #order: readonly string[]
  #lastVariable = -1
  /** UE3: place of the last variable of a kind that is kept together. */
  readonly #lastOf = new Map<string, number>()

  /**
   * @param isPacked UE3's classes that are exported to C++: bools are kept together, and so are bytes.
   * @param order the classes of variables in the order in which the list has them (`variableOrder`).
   */
  constructor(isPacked = false, order: readonly string[] = []) {
    this.#isPacked = isPacked
    this.#order = order
  }

  /** The list, first to last. */
  get all(): readonly Declared[] {
    return this.#list
  }

  /** Adds anything but a variable. */
  add(declared: Declared): void {
    this.#list.unshift(declared)
    if (this.#lastVariable >= 0) this.#lastVariable++
    for (const [kind, at] of this.#lastOf) this.#lastOf.set(kind, at + 1)
  }

  /** Adds a variable. */
  addVariable(declared: Declared): void {
    if (this.#order.length > 0) {
      this.#addInOrder(declared)
      return
    }
    const kind = this.#kindOf(declared)
    const last = kind === undefined ? undefined : this.#lastOf.get(kind)
    const at = (last ?? this.#lastVariable) + 1
    this.#list.splice(at, 0, declared)
    this.#lastVariable++
    for (const [other, place] of this.#lastOf) if (place >= at) this.#lastOf.set(other, place + 1)
    if (kind !== undefined) this.#lastOf.set(kind, at)
  }

  /** After the variables of its kind and of those before it. */
  #addInOrder(declared: Declared): void {
    const rank = this.#rankOf(declared)
    let at = Math.max(
      this.#list.findIndex(({ object }) => object instanceof VariableField),
      0,
    )
    for (const [index, other] of this.#list.entries())
      if (other.object instanceof VariableField && this.#rankOf(other) <= rank) at = index + 1
    this.#list.splice(at, 0, declared)
  }

  #rankOf({ entry, object }: Declared): number {
    const kind = this.#order.indexOf(entry.className)
    const own = kind < 0 ? this.#order.length : kind
    const isTransient = object instanceof VariableField && (object.flags & PropertyFlag.Transient) !== 0
    return isTransient ? this.#order.length + 1 + own : own
  }

  #kindOf({ object }: Declared): string | undefined {
    if (!this.#isPacked) return undefined
    return object instanceof BoolProperty ? 'bool' : object instanceof ByteProperty ? 'byte' : undefined
  }

  /** Writes the links; gives the first of the list. */
  link(): EditExport | null {
    for (const [index, { object }] of this.#list.entries()) object.next = this.#list[index + 1]?.entry ?? null
    return this.#list[0]?.entry ?? null
  }
}
