import type { EditExport } from '@ukit/edit'
import type { Field } from '@ukit/objects/script'

/** A declared object and its row. */
export interface Declared<F extends Field = Field> {
  readonly entry: EditExport
  readonly object: F
}

/**
 * *The list of what a class, struct, state or function declares*, in the order that the compilers link it.
 *
 * What is not a variable goes to the front, and so does the first variable; each further variable follows the
 * variable before it. So functions are in the reverse order of the text, and variables in its order (classes of
 * UT99: 365 of 365; of UT2004: 2,267 of 2,267).
 */
export class Children {
  readonly #list: Declared[] = []
  #lastVariable = -1

  /** The list, first to last. */
  get all(): readonly Declared[] {
    return this.#list
  }

  /** Adds anything but a variable. */
  add(declared: Declared): void {
    this.#list.unshift(declared)
    if (this.#lastVariable >= 0) this.#lastVariable++
  }

  /** Adds a variable. */
  addVariable(declared: Declared): void {
    this.#lastVariable++
    this.#list.splice(this.#lastVariable, 0, declared)
  }

  /** Writes the links; gives the first of the list. */
  link(): EditExport | null {
    for (const [index, { object }] of this.#list.entries()) object.next = this.#list[index + 1]?.entry ?? null
    return this.#list[0]?.entry ?? null
  }
}
