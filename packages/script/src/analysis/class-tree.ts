import type { Package } from '@ukit/core'
import type { ClassSymbol, World } from '../symbols/symbol.js'

/** A class in a tree. */
export interface TreeClass {
  /** The name of the class. */
  readonly name: string
  /** The package that it is in. */
  readonly package: string
  /** It is in one of the requested packages; the others are listed because these extend them. */
  readonly isOwn: boolean
  /** Name of the class that it extends; `null` at the root. */
  readonly super: string | null
  /** Classes above it in the tree. */
  readonly depth: number
}

const MAX_SUPERS = 256

/** *The classes of packages below the ones that they extend*, each before its subclasses, by name. */
export function classTree(packages: readonly Package[], world: World): TreeClass[] {
  const own = new Set(packages.flatMap((pkg) => world.classesOf(pkg)))
  const all = new Set<ClassSymbol>()
  for (const symbol of own) {
    for (let at: ClassSymbol | null = symbol, depth = 0; at !== null && depth < MAX_SUPERS; at = at.super, depth++)
      all.add(at)
  }
  const below = new Map<ClassSymbol | null, ClassSymbol[]>()
  for (const symbol of all) {
    const known = below.get(symbol.super)
    if (known === undefined) below.set(symbol.super, [symbol])
    else known.push(symbol)
  }
  for (const list of below.values()) list.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
  const tree: TreeClass[] = []
  const seen = new Set<ClassSymbol>()
  const stack = [...(below.get(null) ?? [])].reverse().map((symbol) => ({ symbol, depth: 0 }))
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { symbol, depth } = next
    if (seen.has(symbol)) continue
    seen.add(symbol)
    const { name, packageName, super: above } = symbol
    tree.push({ name, package: packageName, isOwn: own.has(symbol), super: above?.name ?? null, depth })
    for (const child of [...(below.get(symbol) ?? [])].reverse()) stack.push({ symbol: child, depth: depth + 1 })
  }
  return tree
}

/**
 * *What a class extends and what extends it*: the part of a tree above and below one class, which is named as
 * `Class` or `Package.Class`, ignoring case. Empty when the tree does not have it.
 */
export function branchOf(tree: readonly TreeClass[], word: string): TreeClass[] {
  const wanted = word.toLowerCase()
  const at = tree.findIndex(
    ({ name, package: own }) => name.toLowerCase() === wanted || `${own}.${name}`.toLowerCase() === wanted,
  )
  const found = tree[at]
  if (found === undefined) return []
  const above: TreeClass[] = []
  let depth = found.depth
  for (const each of tree.slice(0, at).reverse()) {
    if (each.depth >= depth) continue
    above.unshift(each)
    depth = each.depth
  }
  const after = tree.slice(at + 1)
  const end = after.findIndex((each) => each.depth <= found.depth)
  return [...above, found, ...(end < 0 ? after : after.slice(0, end))]
}
