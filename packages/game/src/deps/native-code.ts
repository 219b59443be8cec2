import type { PackageTables } from '../index-file/package-tables.js'

/** Native code of a package, which is not in the package. */
export interface NativeCode {
  /** Name of the package. */
  readonly package: string
  /** Its native classes. */
  readonly classes: readonly string[]
  /** Names of the library on Windows and on Linux. None in UE3, where the code is in the program itself. */
  readonly libraries: readonly string[]
}

/** First version of UE3: from this version on packages do not have libraries. */
const UE3 = 178

/**
 * *Which library a package needs*: classes declared `native` have their code in a library of the package's
 * name, in the folder that the game runs in. Without it the package does not load. `undefined` when no class
 * is native. Native functions of other classes are not looked for.
 */
export function nativeCodeOf({
  name,
  version,
  nativeClasses,
}: Pick<PackageTables, 'name' | 'version' | 'nativeClasses'>): NativeCode | undefined {
  if (nativeClasses.length === 0) return undefined
  const libraries = version < UE3 ? [`${name}.dll`, `${name}.so`] : []
  return { package: name, classes: nativeClasses, libraries }
}

/** Tells whether a file is a library of native code, by its name. */
export function isLibrary(fileName: string): boolean {
  return /\.(?:dll|so)$/i.test(fileName)
}
