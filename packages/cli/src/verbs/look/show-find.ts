import type { Package, PackageObject } from '@ukit/core'
import { sameNames } from '@ukit/core/internal'
import { suggest } from '../../command/suggest.js'

/** The object that a word on the command line names in a package. */
export interface Found {
  /** The object; `undefined` when there is none. */
  readonly object: PackageObject | undefined
  /** Paths that may have been meant, when there is no object. */
  readonly suggestions: readonly string[]
}

/**
 * Finds an object as `Package.lookUp` does.
 *
 * @throws {AmbiguousPathError} when the word means several.
 */
export function findObject(pkg: Package, word: string): Found {
  const object = pkg.lookUp(word)
  if (object !== undefined) return { object, suggestions: [] }
  if (/^#\d+$/.test(word)) {
    const last = pkg.exports.length - 1
    return { object, suggestions: last < 0 ? [] : [`#0 to #${last}`] }
  }
  const path = /^\w+'(.+)'$/.exec(word)?.[1] ?? word
  const other = pkg.find(path)
  const suggestions = other === undefined ? suggestionsFor(path, [...pkg.exports, ...pkg.imports]) : [String(other)]
  return { object, suggestions }
}

/** Objects with the same name elsewhere; if there are none, the most similar paths. */
function suggestionsFor(path: string, all: readonly PackageObject[]): string[] {
  const named = sameNames(path, all)
  if (named.length > 0) return named
  const name = path.slice(path.lastIndexOf('.') + 1)
  const nearName = suggest(
    name,
    all.map((object) => object.name),
  )
  const found = all.find((object) => object.name === nearName)
  if (found !== undefined) return [found.path]
  const near = suggest(
    path,
    all.map((object) => object.path),
  )
  return near === undefined ? [] : [near]
}
