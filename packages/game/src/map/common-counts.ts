import type { Generation } from '@ukit/container'
import { PackageError } from '@ukit/files'

/** A package on one side of a connection, and which release the other side has. */
export interface SharedPackage {
  /** Its name, without extension. */
  readonly name: string
  /** Exports and names of every release on this side, oldest first; the last one is the file's own. */
  readonly generations: readonly Pick<Generation, 'exportCount' | 'nameCount'>[]
  /** The other side's generation, from 1: `GEN=` of `USES` and of `HAVE`. */
  readonly remoteGeneration: number
}

/** The numbers of one package's objects and names on a connection. */
export interface NumberedPackage {
  /** Its name, without extension. */
  readonly name: string
  /** Number of its first object. */
  readonly objectBase: number
  /** How many of its exports have a number. */
  readonly objectCount: number
  /**
   * Number of its first name. A name that an earlier package also has keeps the number from that package.
   */
  readonly nameBase: number
  /** How many of its names have a number. */
  readonly nameCount: number
}

/** *How objects and names are numbered on a connection.* */
export interface CommonCounts {
  /** Each package with its numbers, in the order of the `USES` lines. */
  readonly packages: readonly NumberedPackage[]
  /** The number of all objects; numbers that are sent are below it. */
  readonly maxObject: number
  /** The number of all names, which is also the number of `None`. */
  readonly maxName: number
}

/**
 * *The numbers that two sides with different releases of their packages share.* UE1 and UE2.
 *
 * Each side computes them separately, in the order of the `USES` lines: the numbers of each package's exports
 * and names continue those of the package before it. If the other side's release is older, only the exports
 * and names of that release are counted; if this side's release is older, all are counted, and the other side
 * counts fewer. Therefore both sides get the same numbers exactly when the older side's counts are in the
 * newer file's list (notes on the program of Deus Ex 1.112; the pairs of the corpus).
 *
 * @throws {PackageError} `bad-value` for a package without generations, and an invalid remote generation.
 */
export function commonCounts(packages: Iterable<SharedPackage>): CommonCounts {
  const numbered: NumberedPackage[] = []
  let [objectBase, nameBase] = [0, 0]
  for (const { name, generations, remoteGeneration } of packages) {
    const own = generations.at(-1)
    if (own === undefined || !(remoteGeneration >= 1)) {
      const message =
        `expected generations from 1 on of both sides, found ${generations.length} here and ` +
        `${remoteGeneration} there`
      throw new PackageError('bad-value', message, { object: name, field: 'generations' })
    }
    const theirs = remoteGeneration < generations.length ? generations[remoteGeneration - 1] : undefined
    const objectCount = Math.min(own.exportCount, theirs?.exportCount ?? own.exportCount)
    const nameCount = Math.min(own.nameCount, theirs?.nameCount ?? own.nameCount)
    numbered.push({ name, objectBase, objectCount, nameBase, nameCount })
    objectBase += objectCount
    nameBase += nameCount
  }
  return { packages: numbered, maxObject: objectBase, maxName: nameBase }
}
