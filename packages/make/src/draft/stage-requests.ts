import { TableRequests } from '@ukit/edit'

/** *What a stage of building a class requested from the document's tables.* */
export class StageRequests {
  readonly now = new TableRequests()
  /** Once everything was declared: see `PackageDraft.later`. */
  readonly later = new TableRequests()
  /**
   * True if it looked for objects among which declarations count, such as variables of functions: other
   * declarations may give it another one.
   */
  looksForFields = false
}

/** Classes of literals that local variables fit. */
const OF_VARIABLES = /^(?:object|field|\w*property)$/i

/** Tells whether an object of that class may be a local variable. */
export function mayBeLocal(className: string): boolean {
  return OF_VARIABLES.test(className)
}
