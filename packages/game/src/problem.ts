/**
 * Kinds of problems with an installed game, for programs:
 *
 * - `no-ini`: no ini was found, so the engine's defaults are used;
 * - `ini`: a line of the ini has no effect, or a different one than it seems;
 * - `missing-folder`: a folder of the search path does not exist, or cannot be read;
 * - `shadowed`: a file that is never found by its name, because another one with that name is found first;
 * - `dot-in-name`: a package that others cannot name, because the game cuts a name at its last dot;
 * - `no-extension`: a file without extension that is found before a package;
 * - `same-guid`: two files with the same package name and GUID, but different content: the game treats them
 *   as the same;
 * - `other-guid`: two files with the same package name and different GUIDs: anyone who needs the second one
 *   gets a version mismatch;
 * - `mixed-patches`: the game's own code is of different patches, which do not fit together;
 * - `edit-packages`: the list of packages to compile is in an order that cannot be compiled, or names missing
 *   packages;
 * - `circular`: packages that need each other in a circle;
 * - `server-side-only`: a package that players load needs one that they never get;
 * - `server-packages`: the list of packages for clients names packages that are missing, or that clients must
 *   not have;
 * - `stub`: a package that was made from what others need of it, because the real one was missing;
 * - `unreadable`: a file on the search path that is not a package, or a damaged one.
 */
export type InstallProblemKind =
  | 'no-ini'
  | 'ini'
  | 'missing-folder'
  | 'shadowed'
  | 'dot-in-name'
  | 'no-extension'
  | 'same-guid'
  | 'other-guid'
  | 'mixed-patches'
  | 'edit-packages'
  | 'circular'
  | 'server-packages'
  | 'server-side-only'
  | 'stub'
  | 'unreadable'

/** A problem with an installed game. */
export interface InstallProblem {
  /** The kind of problem. */
  readonly kind: InstallProblemKind
  /** A sentence or two: what is wrong, and what to do about it. */
  readonly message: string
  /** The files or folders that it is about; names of packages if there is no file. */
  readonly paths: readonly string[]
}
