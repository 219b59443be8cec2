import type { Archive } from '../archive/archive.js'
import type { RowArchive } from '../archive/row-archive.js'
import type { ExtraFields } from './extra.js'
import type { Layout } from './layout.js'

/**
 * *One object of another package that this one refers to.*
 *
 * Sweeney 1999 and the Unreal Wiki; 142,111 imports of 1,142 files. The outer is a 32-bit integer even where
 * all other indices are compact.
 */
export class ImportEntry {
  /** Package of the object's class: index into the name table. */
  classPackage = 0
  /** The number of that name; 0 for none. UE3. */
  classPackageNumber = 0
  /** Name of the object's class. */
  className = 0
  /** The number of that name; 0 for none. UE3. */
  classNameNumber = 0
  /** What the object is in: an object reference, 0 for a package itself. */
  outer = 0
  /** Its name: index of a row of the name table. */
  objectName = 0
  /** The number of its name; 0 for none. UE3. */
  objectNameNumber = 0
  /** Fields that only the game's packages have, by name. */
  extra: ExtraFields | undefined = undefined
  /** See `NameEntry.verbatim`. */
  verbatim: Uint8Array | undefined = undefined

  /** Minimum size in bytes of an entry: three compact indices and the outer. */
  static readonly MIN_SIZE = 5

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive, layout: Layout): void {
    if (layout.import !== undefined) layout.import(ar, this)
    else this.serializeStandard(ar)
  }

  /**
   * The engine's own fields, in its order; a game that only adds some calls it too. `ImportRows` reads the
   * same fields faster: what changes here changes there.
   */
  serializeStandard(ar: RowArchive): void {
    this.classPackage = ar.index(this.classPackage, 'classPackage', 'name')
    this.classPackageNumber = ar.nameNumber(this.classPackageNumber, 'classPackage.number')
    this.className = ar.index(this.className, 'className', 'name')
    this.classNameNumber = ar.nameNumber(this.classNameNumber, 'className.number')
    this.outer = ar.i32(this.outer, 'outer', 'reference')
    this.objectName = ar.index(this.objectName, 'objectName', 'name')
    this.objectNameNumber = ar.nameNumber(this.objectNameNumber, 'objectName.number')
  }
}
