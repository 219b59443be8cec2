/** An entry of a name table, as far as an archive must know it. */
export interface NameSource {
  /** The text, without a number. */
  readonly text: string
  /** Where the entry is in its table now. */
  readonly index: number
}

/**
 * *A name as objects use it*: an entry of the package's name table and a number (0: none; n: the suffix `_`
 * and n − 1).
 *
 * Objects hold names, not indices, so that the table can be sorted, cleaned and extended under them.
 */
export class Name {
  /** The row of the name table that has the text. */
  readonly entry: NameSource
  /** What follows the text: 0 for nothing, else the number shown is one less (`Actor_2` has 3). */
  readonly number: number

  constructor(entry: NameSource, number = 0) {
    this.entry = entry
    this.number = number
  }

  /** What a field holds before it is read; a package has `None` entries of its own. */
  static readonly NONE = new Name({ text: 'None', index: -1 })

  /** The name with its number: `Actor_2`. */
  toString(): string {
    return numberedName(this.entry.text, this.number)
  }
}

/** `Actor` and 3 make `Actor_2`: the number is stored one higher, 0 represents none. */
export function numberedName(text: string, number: number): string {
  return number === 0 ? text : `${text}_${number - 1}`
}

/** An object of a package (an export) or of another one (an import), as far as an archive must know it. */
export interface ObjectSource {
  /** What a file stores for it now: export number + 1, or −(import number + 1). */
  readonly reference: number
  /** Path of the object in its package: `Group.Name`. */
  readonly path: string
}

/** Turns what a file stores into names and objects. The package is one. */
export interface Symbols {
  /** `undefined` when the index is out of range. */
  nameAt(index: number, number: number): Name | undefined
  /** `undefined` when the reference (not 0) is out of range. */
  objectAt(reference: number): ObjectSource | undefined
}
