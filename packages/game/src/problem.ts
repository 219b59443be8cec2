/**
 * What is wrong with an installed game, in kinds that a program can switch on:
 *
 * - `no-ini`: no ini was found, so the engine's defaults are used;
 * - `ini`: a line of the ini means nothing, or not what it seems;
 * - `missing-folder`: a folder of the search path does not exist, or cannot be read;
 * - `shadowed`: a file that is never found by its name, because another of that name is found first;
 * - `dot-in-name`: a package that others cannot name, because the game cuts a name at its last dot;
 * - `no-extension`: a file without extension that is found in front of a package;
 * - `same-guid`: two files of one package name and GUID, but different content: the game takes them for the
 *   same;
 * - `other-guid`: two files of one package name and different GUIDs: anyone who needs the second one gets a
 *   version mismatch;
 * - `edit-packages`: the list of packages to compile is in an order that cannot be compiled, or names what is
 *   not there;
 * - `circular`: packages that need each other in a circle;
 * - `server-side-only`: a package that players load needs one that they never get;
 * - `server-packages`: the list of packages for clients names what is not there, or what a client may not
 *   have;
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
  | 'edit-packages'
  | 'circular'
  | 'server-packages'
  | 'server-side-only'
  | 'unreadable'

/** Something that is wrong with an installed game. */
export interface InstallProblem {
  /** What kind of problem. */
  readonly kind: InstallProblemKind
  /** A sentence or two: what is wrong, and what to do about it. */
  readonly message: string
  /** The files or folders it is about; packages by name where there is no file. */
  readonly paths: readonly string[]
}
