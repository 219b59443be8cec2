/**
 * *What became of an import*: the object that was made or replaced, and what anyone who made it should know.
 *
 * Every importer has the same form, `importTexture(edit, 'Group.Name', picture, options)`:
 *
 * - it adds an object with its groups; where one of a fitting class has the path already, it replaces what
 *   that shows and keeps name, group, flags, references, and each property that the import does not decide;
 * - it writes for the engine and the version of the document's package;
 * - it checks everything first: when it throws, the document is as it was. So several imports and other edits
 *   are one transaction, and `buildPackage(edit)` writes them together.
 */
export interface Imported {
  /** Of the object in its package, `Group.Name`. */
  readonly path: string
  /** Of the object: `Texture`. */
  readonly className: string
  /** Paths of all objects that were made or replaced, that one first: a texture's palette, a font's pages. */
  readonly objects: readonly string[]
  /** What was changed on the way: colours reduced, samples converted, points merged. */
  readonly notes: readonly string[]
}
