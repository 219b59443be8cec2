import { ImportObject, type Package } from '@ukit/core'
import { Class } from '@ukit/objects/script'
import type { World } from '@ukit/script/symbols'

/** Classes of one package that another was compiled against, by the checksums of their texts. */
export interface BaseRevision {
  /** The package that they are in. */
  readonly package: string
  /** Classes of it that were compiled against and whose text in the available package is the same. */
  readonly same: number
  /** Those whose text is another one, or that the available package does not have. */
  readonly other: number
}

/**
 * *How much of each base package is what a package was compiled against* (UE1, UE2: the checksums of texts
 * that its classes depend on). Where most texts are others, the available package is of another game or
 * release.
 */
export function baseRevisions(pkg: Package, world: World): BaseRevision[] {
  const seen = new Set<string>()
  const bases = new Map<string, { same: number; other: number }>()
  for (const symbol of world.classesOf(pkg)) {
    const object = world.objectOf(symbol)
    if (!(object instanceof Class)) continue
    for (const { class: of, scriptTextCrc } of object.dependencies) {
      if (!(of instanceof ImportObject) || of.outer === null || seen.has(of.path)) continue
      // Classes of native code have no text, and a package that is missing has nothing to compare.
      if (scriptTextCrc === 0 || !isAvailable(of.outer.name, world)) continue
      seen.add(of.path)
      const found = world.symbolOf(of)
      const base = found === undefined ? undefined : world.objectOf(found)
      const checksum = base instanceof Class ? base.dependencies[0]?.scriptTextCrc : undefined
      const counts = bases.get(of.outer.name) ?? { same: 0, other: 0 }
      if (checksum === scriptTextCrc) counts.same++
      else counts.other++
      bases.set(of.outer.name, counts)
    }
  }
  return [...bases].map(([name, counts]) => ({ package: name, ...counts }))
}

function isAvailable(name: string, world: World): boolean {
  return world.packages.some((one) => one.name.toLowerCase() === name.toLowerCase())
}
