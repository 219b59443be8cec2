import { type DependencyGraph, type DependencyNode, nativeCodeOf } from '@ukit/game'
import type { StartGroup } from './places.js'

/** The library of a package with native classes. */
export interface Library {
  /** Its names on Windows and on Linux; empty in UE3, in which the code is in the program. */
  readonly names: readonly string[]
  readonly classes: readonly string[]
  /** Where it is; `null` when it is not in the game, or no game is known. */
  readonly found: string | null
}

/** Libraries of the packages that do not come with the game, by package. */
export async function librariesOf(
  { nodes }: DependencyGraph,
  { install }: StartGroup,
): Promise<ReadonlyMap<DependencyNode, Library>> {
  const libraries = new Map<DependencyNode, Library>()
  for (const node of nodes) {
    const native = node.tables === undefined || node.stock.length > 0 ? undefined : nativeCodeOf(node.tables)
    if (native === undefined || node.tables === undefined) continue
    const { classes, libraries: names } = native
    const found = names.length === 0 ? undefined : await install?.libraryOf(node.tables.name)
    libraries.set(node, { names, classes, found: found ?? null })
  }
  return libraries
}

/** A library as text: `needs Rain.dll, which is not in the game`. */
export function libraryText(name: string, { names, classes, found }: Library, isLookedFor: boolean): string {
  const shown = classes.slice(0, 3).join(', ')
  const more = classes.length > 3 ? ` and ${classes.length - 3} more` : ''
  const whose = `for native code (${shown}${more})`
  if (names.length === 0) return `${name} needs the program of its own game ${whose}`
  if (found !== null) return `${name} needs ${found} ${whose}`
  const where = isLookedFor ? ', which is missing' : ''
  return `${name} needs ${names[0]} ${whose}${where}`
}
