import type { PackageEdit } from '../document.js'
import type { EditExport } from '../entries.js'

/** Objects to be taken, and the document that they are in. What is inside them comes along. */
export interface TransferSelection {
  /** The document that they are in. */
  readonly from: PackageEdit
  /** The objects; what is inside them need not be named. */
  readonly objects: readonly EditExport[]
}

/** What becomes of an object that comes, when another one has its name. */
export type CollisionChoice = 'refuse' | 'rename'

/** How to take objects over. */
export interface TransferOptions {
  /** `take`: what the objects refer to in their package comes along; `leave`: it stays, and is imported. */
  readonly references?: 'take' | 'leave' | undefined
  /**
   * When another object has the name already: `refuse`, or `rename` the one that comes. An identical one is
   * used as it is in either case. A function decides for each object that comes.
   */
  readonly collisions?: (CollisionChoice | ((source: EditExport) => CollisionChoice)) | undefined
  /** The same for objects that are not Public, which no other package can name, and for palettes. */
  readonly hidden?: CollisionChoice | undefined
  /** Another place for the object, if it is a single one: `Group.Name`. */
  readonly as?: string | undefined
  /** What an object of a source already is in this document; it is used, and does not come. */
  readonly known?: ((source: EditExport) => EditExport | undefined) | undefined
  /**
   * The rows that objects take here, by the objects: rows that were made for them before, still without
   * content.
   */
  readonly rows?: ReadonlyMap<EditExport, EditExport> | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** The defaults of `transferObjects`. */
export const TRANSFER_DEFAULTS = { references: 'take', collisions: 'refuse' } as const satisfies TransferOptions

/** An object that was taken over. */
export interface PlacedObject {
  /** The document that it came from. */
  readonly from: PackageEdit
  /** What it is there. */
  readonly source: EditExport
  /** What it is in the other document: added, or the identical one that was there. */
  readonly object: EditExport
  /** `added`; `renamed`, as its name was taken; or `reused`: the same object already existed. */
  readonly how: 'added' | 'renamed' | 'reused'
}

/** What came of it. */
export interface Transferred {
  /** Outermost first. */
  readonly placed: readonly PlacedObject[]
  /** Objects that were left where they are, and are imported now. */
  readonly left: readonly { readonly from: PackageEdit; readonly source: EditExport }[]
}
