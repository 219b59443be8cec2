import { nodeCodecs } from '@ukit/codecs/node'
import { Guid } from '@ukit/container'
import { ObjectReader, type Package, PackageSet } from '@ukit/core'
import { buildPackage, createPackage } from '@ukit/edit'
import { type BuildProblem, buildFromSources, type MadePackage, type MakePackageOptions, makePackage } from '@ukit/make'

/** Packages by their names, as a game finds them. */
export function setOf(packages: readonly Package[]): PackageSet {
  return new PackageSet((wanted) => Promise.resolve(packages.find((one) => one.name === wanted)))
}

/** Files from texts by the names of their classes. */
export function sourceFiles(
  texts: Readonly<Record<string, string>>,
): { readonly file: string; readonly text: string }[] {
  return Object.entries(texts).map(([name, text]) => ({ file: `${name}.uc`, text }))
}

/** Makes a package, of UE1 unless another format is given, without files for `#exec`. */
export function make(
  name: string,
  texts: Readonly<Record<string, string>>,
  bases: readonly Package[] = [],
  options: Partial<MakePackageOptions> = {},
): Promise<MadePackage> {
  return makePackage({
    sources: { name, files: sourceFiles(texts) },
    bases,
    packages: setOf(bases),
    format: { version: 69 },
    guid: new Guid(1, 2, 3, 4),
    codecs: nodeCodecs,
    exec: {
      folder: name,
      readFile: () => Promise.resolve(undefined),
      openPackage: () => Promise.resolve(undefined),
      allowOutside: false,
    },
    ...options,
  })
}

/** The same; throws the problems in the texts. */
export async function made(
  name: string,
  texts: Readonly<Record<string, string>>,
  bases: readonly Package[] = [],
  options: Partial<MakePackageOptions> = {},
): Promise<Package> {
  const { package: pkg, problems } = await make(name, texts, bases, options)
  if (pkg === undefined) throw new Error(problems.map(({ message }) => message).join('\n'))
  return pkg
}

/** Version and licensee version of a game's packages. */
export interface Build {
  readonly version: number
  readonly licensee?: number
  /** The game, by its id, where versions alone do not tell. */
  readonly game?: string
}

/** Builds a package without checking its texts, and returns the problems. */
export async function built(
  name: string,
  build: Build,
  classes: Readonly<Record<string, string>>,
  bases: readonly Package[] = [],
): Promise<{ readonly pkg: Package; readonly problems: readonly BuildProblem[] }> {
  const edit = await createPackage({ name, ...build, guid: new Guid(1, 2, 3, 4) })
  const sources = sourceFiles(classes)
  const around = bases.length === 0 ? [edit.package] : bases
  const { problems } = await buildFromSources({ edit, sources, bases: around, packages: new PackageSet() })
  return { pkg: await buildPackage(edit), problems }
}

/** Builds a package `Core`, with `Object` and these classes. */
export function builtCore(build: Build, classes: Readonly<Record<string, string>>) {
  return built('Core', build, { Object: 'class Object\n  native;\n', ...classes })
}

/** An object of a package as an instance of a class. */
export async function read<T>(pkg: Package, path: string, of: abstract new (...given: never[]) => T): Promise<T> {
  const found = (await (await ObjectReader.open(pkg)).get(path))?.object
  if (!(found instanceof of)) throw new TypeError(`${path} is not there`)
  return found
}
