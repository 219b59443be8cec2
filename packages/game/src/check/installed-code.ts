import type { CodecSet } from '@ukit/codecs'
import { openPackage, type Package, PackageSet } from '@ukit/core'
import { PackageError, SourceError } from '@ukit/files'
import { type MissingCall, missingCalls } from '@ukit/script/analysis'
import { loadWorld, type World } from '@ukit/script/symbols'
import type { PackageFinder } from '../deps/package-finder.js'
import type { GameFiles } from '../game-files.js'
import { packagesNeededBy } from '../map/imported-packages.js'
import { lastPart } from '../paths.js'

/** Classes of objects with code. */
const WITH_CODE: ReadonlySet<string> = new Set(['Class', 'Function', 'State'])

/**
 * *The code of an installed game*, with which that of packages is compared. Packages are read when they are
 * first needed, and kept open.
 */
export class InstalledCode {
  /** The packages of the game, as it finds them. */
  readonly packages: PackageSet
  #world: World | undefined

  /**
   * @param finder the installed game, or folders: see `folderFinder`.
   * @param files opens the files that are found.
   * @param codecs implementations of the compressions; portable ones by default.
   */
  constructor(finder: PackageFinder, files: Pick<GameFiles, 'open'>, codecs?: CodecSet) {
    this.packages = new PackageSet((name) => openNamed(finder, files, name, codecs))
  }

  /**
   * *Functions that a package calls by name and the game lacks*: the class of the object and those above it
   * do not declare them. A package that is missing is not reported here, nor what depends on it.
   */
  async missingCalls(pkg: Package): Promise<MissingCall[]> {
    if (!pkg.exports.some(({ isNull, className }) => !isNull && WITH_CODE.has(className))) return []
    // What the game's packages declare is kept for the next package; this one may be closed by then.
    const needed: Package[] = []
    for (const name of packagesNeededBy(pkg)) {
      const found = name.toLowerCase() === pkg.name.toLowerCase() ? undefined : await this.packages.package(name)
      if (found !== undefined) needed.push(found)
    }
    this.#world = await loadWorld(needed, { packages: this.packages, base: this.#world })
    return missingCalls(pkg, await loadWorld([pkg], { packages: this.packages, base: this.#world }))
  }
}

async function openNamed(
  finder: PackageFinder,
  files: Pick<GameFiles, 'open'>,
  name: string,
  codecs: CodecSet | undefined,
): Promise<Package | undefined> {
  const { found } = await finder.resolve(name)
  if (found === undefined) return undefined
  try {
    const source = await files.open(found.path)
    return await openPackage(source, {
      fileName: lastPart(found.path),
      codecs,
    })
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) return undefined
    throw error
  }
}
