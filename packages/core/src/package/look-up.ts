import { PackageError } from '@ukit/files'
import type { Package } from './package.js'
import type { PackageObject } from './package-object.js'

/**
 * *A path that several objects have*, as packages of UE1 and UE2 have them: a palette and a texture of one
 * name in one group. Which of them is meant is not guessed.
 */
export class AmbiguousPathError extends PackageError {
  /**
   * Each of the objects as `Class'Path'`, in the order of their table; with `#` and its number where even
   * that is the same.
   */
  readonly candidates: readonly string[]

  constructor(path: string, candidates: readonly string[]) {
    const shown = candidates.slice(0, MOST_CANDIDATES).join(', ')
    const more = candidates.length - MOST_CANDIDATES
    super(
      'refused',
      `several objects have this path: ${shown}${more > 0 ? ` and ${more} more` : ''}; write the one that is meant in full`,
      { object: path },
    )
    this.candidates = candidates
  }
}

/** Candidates that a message names. */
const MOST_CANDIDATES = 8

/** A path as it is written, taken apart. */
export interface WrittenPath {
  /** Of `Class'Path'`, in lower case. */
  readonly className: string | undefined
  /** The path, in lower case. */
  readonly path: string
  /** Of `#12`: a row of the export table, from 0. */
  readonly row: number | undefined
}

/** Takes `Group.Name`, `Class'Group.Name'` and `#12` apart. */
export function writtenPath(word: string): WrittenPath {
  const row = /^#(\d+)$/.exec(word)?.[1]
  const [, className, path] = /^(\w+)'(.+)'$/s.exec(word) ?? []
  return {
    className: className?.toLowerCase(),
    path: (path ?? word).toLowerCase(),
    row: row === undefined ? undefined : Number(row),
  }
}

/**
 * The one object that a path means, of those that have it.
 *
 * @param rowOf number of an object in its table, from 0.
 * @throws {AmbiguousPathError} when there are several.
 */
export function singleMatch<T extends { readonly path: string; readonly className: { toString(): string } }>(
  path: string,
  found: readonly T[],
  rowOf: (object: T) => number,
): T | undefined {
  if (found.length < 2) return found[0]
  const names = found.map((object) => `${object.className}'${object.path}'`)
  const isTwin = (name: string) => names.filter((other) => other.toLowerCase() === name.toLowerCase()).length > 1
  throw new AmbiguousPathError(
    path,
    found.map((object, i) => `${names[i]}${isTwin(names[i] ?? '') ? ` (#${rowOf(object)})` : ''}`),
  )
}

/**
 * *The object that a person means*: by its path, with or without the package's own name in front and without
 * regard to case; by `Class'Path'`; or by `#12`, its number among the exports, from 0. An export goes before
 * an import.
 *
 * @throws {AmbiguousPathError} when several exports (or several imports, and no export) are meant.
 */
export function lookUpObject(pkg: Package, word: string): PackageObject | undefined {
  const { className, path, row } = writtenPath(word)
  if (row !== undefined) return pkg.exports[row]
  const first = pkg.find(path)
  if (first === undefined) return undefined
  const key = first.path.toLowerCase()
  const fits = (object: PackageObject) =>
    (className === undefined || object.className.toLowerCase() === className) && object.path.toLowerCase() === key
  const exports = pkg.exports.filter(fits)
  // Rows of one class and path are one import.
  const imports = new Map(
    exports.length > 0 ? [] : pkg.imports.filter(fits).map((object) => [object.className.toLowerCase(), object]),
  )
  return singleMatch<PackageObject>(word, exports.length > 0 ? exports : [...imports.values()], ({ index }) => index)
}
