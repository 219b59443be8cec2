import type { Package } from '@ukit/core'
import type { Dependencies, NeededPackage } from '../check-calls.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** Packages of the graph: more than that nobody sees through. */
const MOST_PACKAGES = 80

/** The packages that a package needs, and what these need in turn. */
export async function dependenciesOf(
  packages: OpenedPackages,
  { id }: { readonly id: number },
  { signal, progress }: Work,
): Promise<Dependencies> {
  const { pkg } = packages.get(id)
  const found: NeededPackage[] = [{ name: pkg.name, depth: 0, isFound: true }]
  const opened: (Package | undefined)[] = [pkg]
  const numbers = new Map([[pkg.name.toLowerCase(), 0]])
  const needs: { from: number; to: number }[] = []
  let isCut = false
  for (let from = 0; from < found.length; from++) {
    signal.throwIfAborted()
    const { name = '', depth = 0 } = found[from] ?? {}
    progress({ done: from, total: found.length, label: name })
    // One that is damaged needs nothing that could be known.
    opened[from] ??= await packages.set.package(name).catch(() => undefined)
    for (const needed of neededBy(opened[from])) {
      const key = needed.toLowerCase()
      let to = numbers.get(key)
      if (to === undefined) {
        if (found.length >= MOST_PACKAGES) {
          isCut = true
          continue
        }
        to = found.push({ name: needed, depth: depth + 1, isFound: packages.isKnown(needed) }) - 1
        numbers.set(key, to)
      }
      if (to !== from) needs.push({ from, to })
    }
  }
  return { packages: found, needs, isCut }
}

/** Names of the packages that a package imports from. */
function neededBy(pkg: Package | undefined): Iterable<string> {
  const names = new Map<string, string>()
  for (const { path } of pkg?.imports ?? []) {
    const dot = path.indexOf('.')
    const name = dot < 0 ? path : path.slice(0, dot)
    if (!names.has(name.toLowerCase())) names.set(name.toLowerCase(), name)
  }
  return names.values()
}
