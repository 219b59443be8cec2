import type { Package } from '@ukit/core'

/** *The objects of one class in a package.* */
export interface ClassCount {
  /** Name of the class; `Class` for classes themselves. */
  readonly class: string
  /** Number of exports. */
  readonly objects: number
  /** Bytes of their bodies, as stored after decompression. */
  readonly bytes: number
}

/**
 * *How many objects of each class a package has*, those with the most bytes first. Reads the tables only.
 */
export function classCounts(pkg: Package): ClassCount[] {
  const { classes, sizes } = pkg.exportColumns
  const byReference = new Map<number, { index: number; objects: number; bytes: number }>()
  for (let index = 0; index < classes.length; index++) {
    const reference = classes[index] ?? 0
    const found = byReference.get(reference) ?? { index, objects: 0, bytes: 0 }
    found.objects++
    found.bytes += Math.max(0, sizes[index] ?? 0)
    byReference.set(reference, found)
  }
  // Two references may mean classes of the same name.
  const byName = new Map<string, ClassCount>()
  for (const { index, objects, bytes } of byReference.values()) {
    const name = pkg.exports[index]?.className ?? ''
    const found = byName.get(name)
    byName.set(name, {
      class: name,
      objects: objects + (found?.objects ?? 0),
      bytes: bytes + (found?.bytes ?? 0),
    })
  }
  return [...byName.values()].sort((a, b) => b.bytes - a.bytes || b.objects - a.objects || (a.class < b.class ? -1 : 1))
}
