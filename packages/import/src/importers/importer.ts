/**
 * *The result of an import*: the object that was added or replaced, and notes for the user.
 *
 * All importers have the same form, `importTexture(edit, 'Group.Name', picture, options)`. An importer
 *
 * - adds an object with its groups, or, if an object of a fitting class already has the path, replaces its
 *   content and keeps its name, group, flags, references and all properties that the import does not decide;
 * - writes for the engine and the version of the document's package;
 * - checks everything first: when it throws, the document is unchanged. Several imports and other edits are
 *   therefore one transaction, and `buildPackage(edit)` writes them together.
 */
export interface Imported {
  /** Of the object in its package, `Group.Name`. */
  readonly path: string
  /** Of the object: `Texture`. */
  readonly className: string
  /**
   * Paths of all objects that were added or replaced, the main one first: then a texture's palette, a font's
   * pages.
   */
  readonly objects: readonly string[]
  /** What was changed in the process: colours reduced, samples converted, points merged. */
  readonly notes: readonly string[]
}
