import { objectFlagNames } from '@ukit/container'
import type { ContentHash, Package } from '@ukit/core'
import type { ObjectFilter } from './ls-class.js'

/** An export as `ls --json` prints it. */
interface ExportFacts {
  readonly index: number
  readonly path: string
  readonly class: string
  readonly size: number
  readonly offset: number
  readonly flags: readonly string[]
  /** Only when asked for. */
  readonly content?: ContentHash
}

/** Content hashes of exports, by index. */
export type Contents = ReadonlyMap<number, ContentHash>

/** An import as `ls --json` prints it. */
interface ImportFacts {
  readonly index: number
  readonly path: string
  readonly class: string
}

/** The exports as data, in table order, one after the other. */
export function* exportFacts(pkg: Package, filter?: ObjectFilter, contents?: Contents): Generator<ExportFacts> {
  for (const object of pkg.exports) {
    if (filter?.(object) === false) continue
    const { size, offset, flags, flagsHigh } = object.entry
    const content = contents?.get(object.index)
    yield {
      index: object.index,
      path: object.path,
      class: object.className,
      size,
      offset,
      flags: objectFlagNames(flags, flagsHigh, pkg.version),
      ...(content === undefined ? {} : { content }),
    }
  }
}

/** The imports as data, in table order, one after the other. */
export function* importFacts(pkg: Package, filter?: ObjectFilter): Generator<ImportFacts> {
  for (const object of pkg.imports)
    if (filter?.(object) !== false) yield { index: object.index, path: object.path, class: object.className }
}
