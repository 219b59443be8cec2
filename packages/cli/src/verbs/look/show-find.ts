import type { ExportObject, Package, PackageObject } from '@ukit/core'
import { suggest } from '../../command/suggest.js'

/** Suggestions for a path that is not there. */
const MOST_SUGGESTIONS = 3

/** What a word on the command line stands for in a package. */
export interface Found {
  /** The object; `undefined` when there is none. */
  readonly object: PackageObject | undefined
  /** Exports of the very same path, this one left out. */
  readonly others: readonly ExportObject[]
  /** Paths that may have been meant, when there is no object. */
  readonly suggestions: readonly string[]
}

/**
 * Finds an object: by its path, by `Class'Path'` as every output of ukit prints references, or by `#12`, its number in `ls --flat`. Where objects of several
 * classes have one path, `Class'Path'` tells them apart.
 */
export function findObject(pkg: Package, word: string): Found {
  const number = /^#(\d+)$/.exec(word)?.[1]
  if (number !== undefined) {
    const last = pkg.exports.length - 1
    const suggestions = last < 0 ? [] : [`#0 to #${last}`]
    return { object: pkg.exports[Number(number)], others: [], suggestions }
  }
  const reference = /^(\w+)'(.+)'$/.exec(word)
  const path = reference?.[2] ?? word
  const all = [...pkg.exports, ...pkg.imports]
  const className = reference?.[1]?.toLowerCase()
  const first = pkg.find(path)
  if (first === undefined) return { object: undefined, others: [], suggestions: suggestionsFor(path, all) }
  const key = first.path.toLowerCase()
  const same = pkg.exports.filter((candidate) => candidate.path.toLowerCase() === key)
  const object =
    className === undefined ? first : (same.find((one) => one.className.toLowerCase() === className) ?? undefined)
  if (object === undefined) return { object, others: [], suggestions: [...same, first].map(String).slice(0, 1) }
  return { object, others: className === undefined ? same.filter((one) => one !== object) : [], suggestions: [] }
}

/** Objects of that name elsewhere, else the nearest paths. */
function suggestionsFor(path: string, all: readonly PackageObject[]): string[] {
  const name = path.slice(path.lastIndexOf('.') + 1).toLowerCase()
  const named = all.filter((object) => object.name.toLowerCase() === name).map((object) => object.path)
  if (named.length > 0) return [...new Set(named)].slice(0, MOST_SUGGESTIONS)
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
