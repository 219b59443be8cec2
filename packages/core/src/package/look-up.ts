import { PackageError } from '@ukit/files'

/**
 * *A path that several objects have*, as packages of UE1 and UE2 have them: for example a palette and a
 * texture with the same name in the same group. ukit does not guess which one is meant.
 */
export class AmbiguousPathError extends PackageError {
  /**
   * Each of the objects as `Class'Path'`, in the order of their table; with `#` and its number if even that
   * is the same.
   */
  readonly candidates: readonly string[]

  constructor(path: string, candidates: readonly string[]) {
    const shown = candidates.slice(0, MOST_CANDIDATES).join(', ')
    const more = candidates.length - MOST_CANDIDATES
    super(
      'refused',
      `several objects have this path: ${shown}${more > 0 ? ` and ${more} more` : ''}; write the ` +
        'one you mean as it is written here',
      { object: path },
    )
    this.candidates = candidates
  }
}

/** Maximum number of candidates that a message names. */
const MOST_CANDIDATES = 8

/** Maximum number of paths that a message suggests. */
const MOST_SUGGESTIONS = 3

/** What can be found by a path: an object of an open package, or of one that is being edited. */
export interface Findable {
  /** From the package down: `Outer.Name`. */
  readonly path: string
  /** Its class; `Class` for a class. */
  readonly className: string
  /** Where it is in its table, from 0. */
  readonly index: number
}

/** The objects among which a path is looked up. */
export interface Paths<T extends Findable> {
  /** Name of the package: a path may begin with it. */
  readonly name: string
  /** In the order of their table. */
  readonly exports: readonly T[]
  /** All objects of a path, which is in lower case: exports first, each kind in table order. */
  at(path: string): readonly T[]
  isExport(object: T): boolean
}

/** `Class'Path'`, as the engine and `toString` write an object. */
const CLASSED = /^([^'.]+)'(.+)'$/s

/**
 * All objects that a path can mean; only exports if there are any. Imports with the same class and path are
 * one object, for which the first import is given.
 */
export function findAll<T extends Findable>(paths: Paths<T>, word: string): readonly T[] {
  const [, of, inside] = CLASSED.exec(word) ?? []
  const className = of?.toLowerCase()
  const path = (inside ?? word).toLowerCase()
  const fitting = (key: string) =>
    paths.at(key).filter((object) => className === undefined || object.className.toLowerCase() === className)
  const own = `${paths.name.toLowerCase()}.`
  const whole = fitting(path)
  const found = whole.length > 0 || !path.startsWith(own) ? whole : fitting(path.slice(own.length))
  const exports = found.filter((object) => paths.isExport(object))
  if (exports.length > 0 || found.length < 2) return exports.length > 0 ? exports : found
  const imports = new Map<string, T>()
  for (const object of found) {
    const key = object.className.toLowerCase()
    if (!imports.has(key)) imports.set(key, object)
  }
  return [...imports.values()]
}

/**
 * The object that a user means: by a path, or by `#12`, the number of an export.
 *
 * @throws {AmbiguousPathError} when several have the path.
 */
export function lookUpIn<T extends Findable>(paths: Paths<T>, word: string): T | undefined {
  const row = /^#(\d+)$/.exec(word)?.[1]
  if (row !== undefined) return paths.exports[Number(row)]
  const found = findAll(paths, word)
  if (found.length < 2) return found[0]
  const names = found.map((object) => `${object.className}'${object.path}'`)
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1)
  throw new AmbiguousPathError(
    word,
    found.map((object, i) => {
      const name = names[i] ?? ''
      return (counts.get(name.toLowerCase()) ?? 0) > 1 ? `${name} (#${object.index})` : name
    }),
  )
}

/** A few paths of objects elsewhere that have the name at the end of a path: one of them may be meant. */
export function sameNames(word: string, objects: readonly Findable[]): string[] {
  const path = (CLASSED.exec(word)?.[2] ?? word).toLowerCase()
  const name = path.slice(path.lastIndexOf('.') + 1)
  const named = objects.filter((object) => {
    const own = object.path.toLowerCase()
    return own === name || own.endsWith(`.${name}`)
  })
  return [...new Set(named.map((object) => object.path))].slice(0, MOST_SUGGESTIONS)
}

/** That there is no such object, and which may have been meant, for a message. */
export function noSuchObject(word: string, objects: readonly Findable[]): string {
  const near = sameNames(word, objects)
  return `there is no such object${near.length > 0 ? `; did you mean ${near.join(' or ')}?` : ''}`
}

/**
 * Returns the object if it is an export.
 *
 * @param exports among which another may have been meant.
 * @throws {PackageError} `refused` when there is none.
 */
export function onlyExport<T extends Findable, E extends T>(
  word: string,
  found: T | undefined,
  isExport: (object: T) => object is E,
  exports: readonly T[],
): E {
  if (found !== undefined && isExport(found)) return found
  const why = found === undefined ? noSuchObject(word, exports) : 'it belongs to another package'
  throw new PackageError('refused', `expected an object of this package, but ${why}`, { object: word })
}
