import type { Archive } from '@ukit/container'
import { Name } from '@ukit/container'
import { NameProperty, PointerProperty } from '@ukit/objects/script'

/** *A name variable in Duke Nukem Forever.* */
export class DukeNameProperty extends NameProperty {
  /** Two names and two indices of unknown meaning, None and 0 in all 860 variables. */
  names: [Name, Name] = [Name.NONE, Name.NONE]
  /** See `names`. */
  indices: [number, number] = [0, 0]

  /** Reads or writes the fields that this kind of variable adds. */
  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    const [first, second] = this.names
    this.names = [ar.name(first, 'names[0]'), ar.name(second, 'names[1]')]
    const [third, fourth] = this.indices
    this.indices = [ar.compactIndex(third, 'indices[0]'), ar.compactIndex(fourth, 'indices[1]')]
  }
}

/** *A pointer variable in Duke Nukem Forever.* */
export class DukePointerProperty extends PointerProperty {
  /** The type in C++. */
  cppType = Name.NONE

  /** Reads or writes the fields that this kind of variable adds. */
  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    this.cppType = ar.name(this.cppType, 'cppType')
  }
}
