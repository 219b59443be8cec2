import { ClassFlag, type ObjectSource, PackageFlag, Version } from '@ukit/container'
import { ExportObject, ImportObject, ObjectReader, openPackage, type Package, PackageSet } from '@ukit/core'
import { buildImage, emptyLike, type PackageEdit } from '@ukit/edit'
import { memorySource } from '@ukit/files'
import { diffPackages } from '@ukit/inspect'
import { Class, type ClassDependency, TextBuffer } from '@ukit/objects/script'
import { classText, isDebugBuild } from '@ukit/script/analysis'
import { decompileDefaults, ReadableNames, sourceText, withKeptDefaults } from '@ukit/script/decompile'
import { type ClassSymbol, dialectOf, loadWorld, type World } from '@ukit/script/symbols'
import { type BuildProblem, type BuiltPackage, buildFromSources } from '../build.js'
import { classAndSupers } from '../declare/class-and-supers.js'
import { keepsZeroes } from '../draft/keeps-zeroes.js'
import { linksLeftOut } from '../draft/links-left-out.js'
import { type CompilerTraits, compilerTraits } from '../draft/traits.js'
import type { OrderRules } from '../order/order-tables.js'
import type { SourceFileText } from '../sources/class-source.js'
import { scriptTextOf, withCppText } from '../sources/class-text.js'
import { type BaseRevision, baseRevisions } from './base-revisions.js'
import { differenceByRules } from './by-rules.js'
import { type ClassDifference, classDifferences, classOf, orderDifferences } from './compare-classes.js'
import { objectsOf } from './known-objects.js'
import { doubtedClasses, lackingSupers, type SkippedClass, skippedClasses } from './skipped-classes.js'
import { wholeDifference } from './whole-package.js'

/** How to verify. */
export interface VerifyMakeOptions {
  /** Where what the package refers to is found. */
  readonly packages?: PackageSet | undefined
  /** The texts of its classes; without them those that the package carries. */
  readonly sources?: readonly SourceFileText[] | undefined
  /**
   * `decompiled`: without `sources`, texts get the default properties that decompiling the package gives, so
   * that these are compared too. It proves both directions: what is printed of values gives these values
   * again.
   */
  readonly defaults?: 'decompiled' | undefined
  /**
   * Its tables have to come out by the engine's rules too (UE1, UE2), with these packages loaded; without it
   * they take the order that the package has. Files are in alphabetical order.
   */
  readonly order?: Omit<OrderRules, 'files'> | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** *How a package compares with what its own text gives.* */
export interface VerifiedMake {
  /** Classes with a text. */
  readonly classes: number
  /** Those of which every field is the same. */
  readonly identicalClasses: number
  /** Those whose default properties are the same; `undefined` when these were not compared. */
  readonly identicalDefaults: number | undefined
  /**
   * All classes are the same, and so is every byte of the package, with what no text of a class says taken
   * from it: the order of its tables (without `order`), objects that are not script, GUIDs and earlier
   * generations, and, without sources, default properties. The first byte that is not is the last difference.
   */
  readonly identical: boolean
  /**
   * UE3, when default properties were compared and all classes are the same: whether the package that texts
   * and the engine's rules give is the same in every byte, with nothing taken from this one but what
   * docs/format/order-notes.md lists; the first difference otherwise; and how many names it writes in another
   * upper and lower case than texts and loaded packages say.
   */
  readonly byRules:
    | { readonly identical: boolean; readonly difference: ClassDifference | undefined; readonly otherCase: number }
    | undefined
  readonly differences: readonly ClassDifference[]
  /** Classes that are not counted: what they are made of is in a package that is not available. */
  readonly skipped: readonly SkippedClass[]
  /**
   * Classes that are not counted, because no compiler has made them: the editor did (SwatEffects of SWAT 4,
   * all of its 36), and what their text says is not what they are.
   */
  readonly uncompiled: readonly string[]
  /** Why no class was compared, when none was; then the package is not known to be what its text says. */
  readonly unverified: 'no classes' | 'no text' | 'not compiled' | 'missing packages' | undefined
  /**
   * Packages that are not of the revision that this one was compiled against: checksums of their texts
   * differ, or they lack a class.
   */
  readonly otherRevisions: readonly string[]
  /**
   * How much of each available base package is what this one was compiled against; empty for UE3, which has
   * no checksums.
   */
  readonly baseRevisions: readonly BaseRevision[]
  /**
   * Classes that differ, and that were compiled against another revision of a package, themselves or what
   * they extend: the difference may be that package's.
   */
  readonly againstOthers: readonly { readonly class: string; readonly package: string }[]
  /** What kept text from being compiled. */
  readonly problems: readonly BuildProblem[]
  /** Packages that were needed and are not available. */
  readonly missingPackages: readonly string[]
}

/**
 * *Builds a package again from the text of its classes, in memory, and compares every field of every class
 * with the package.* Texts that a package carries end before `defaultproperties`: defaults are compared when
 * sources are given.
 *
 * @throws {PackageError} when the package cannot be read; the reason of `signal`.
 */
export async function verifyMake(pkg: Package, options: VerifyMakeOptions = {}): Promise<VerifiedMake> {
  const packages = options.packages ?? new PackageSet()
  const world = await loadWorld([pkg], { packages })
  const sources = options.sources ?? (await textsOf(pkg, world, packages, options.defaults === 'decompiled'))
  options.signal?.throwIfAborted()
  const edit = await emptyLike(pkg, pkg.name, pkg.summary.guid)
  const withDefaults = options.sources !== undefined || options.defaults === 'decompiled'
  const built = await buildFromSources({
    edit,
    sources,
    // Itself too: what it imports says which classes are in packages that are not available.
    bases: [pkg],
    packages,
    base: world,
    dialect: dialectOf(pkg, world),
    traits: compilerTraitsOf(pkg, world),
    withDefaults,
    debug: isDebugBuild(pkg, world),
    findObject: objectsOf(pkg, world, edit),
  })
  options.signal?.throwIfAborted()
  const after = await builtInMemory(edit)
  const lacking = lackingSupers(pkg, built)
  const needed = skippedClasses(built, lacking)
  const judged = new Set(built.classes.map(({ name }) => name.toLowerCase()))
  for (const { class: name } of needed) judged.delete(name.toLowerCase())
  const uncompiled = built.classes.map(({ name }) => name).filter((name) => isUncompiled(pkg, world, name))
  for (const name of uncompiled) judged.delete(name.toLowerCase())
  const problems = withDefaults ? built.problems : ofScripts(built.problems, sources)
  const diff = await diffPackages(pkg, after, {
    changeLimit: MOST_CHANGES,
    signal: options.signal,
    ...(withDefaults ? { packages } : {}),
  })
  const found = [...classDifferences(diff, pkg.name, (path) => judged.has(classOf(path)), withDefaults)]
  if (withDefaults) found.push(...(await orderDifferences(pkg, after, judged)))
  const foreign = foreignChecksums(pkg, world)
  const all = found.filter(({ object, field }) => !foreign.has(`${classOf(object)}.${field}`))
  const doubted = doubtedClasses(pkg, built, all, world)
  for (const { class: name } of doubted) judged.delete(name.toLowerCase())
  const differences = all.filter(({ object }) => judged.has(classOf(object)))
  const unlike = new Set(differences.map(({ object }) => classOf(object)))
  const unlikeDefaults = new Set(differences.filter((one) => one.isDefault).map(({ object }) => classOf(object)))
  for (const { severity, className } of problems) if (severity === 'error') unlike.add(className.toLowerCase())
  const revisions = new Set(lacking.values())
  const others = new Map<string, string>()
  for (const { object, field } of found) {
    const name = foreign.get(`${classOf(object)}.${field}`)
    if (name === undefined) continue
    revisions.add(name)
    if (!others.has(classOf(object))) others.set(classOf(object), name)
  }
  const identicalClasses = [...judged].filter((name) => !unlike.has(name)).length
  const areAllEqual = identicalClasses > 0 && identicalClasses === built.classes.length
  const ruled = areAllEqual && withDefaults && pkg.context.engine === 3
  const engine = ruled ? await packages.package('Engine') : undefined
  const loaded = new Set(engine === undefined ? world.packages : [...world.packages, engine])
  const bases = [...loaded].filter((one) => one.name.toLowerCase() !== pkg.name.toLowerCase())
  const byRules = ruled ? await differenceByRules(edit, pkg, bases, packages) : undefined
  const bytes = areAllEqual ? await wholeDifference(edit, pkg, withDefaults, packages, options.order) : undefined
  return {
    classes: judged.size,
    identicalClasses,
    identicalDefaults: withDefaults ? judged.size - unlikeDefaults.size : undefined,
    identical: areAllEqual && bytes === undefined,
    byRules: byRules && { identical: byRules.difference === undefined, ...byRules },
    differences: bytes === undefined ? differences : [...differences, bytes],
    skipped: [...needed, ...doubted],
    uncompiled,
    unverified: judged.size > 0 ? undefined : whyNone(pkg, built, uncompiled),
    otherRevisions: [...revisions].sort(),
    baseRevisions: baseRevisions(pkg, world),
    againstOthers: againstOthers(built, unlike, others),
    problems,
    missingPackages: world.missingPackages,
  }
}

const MOST_CHANGES = 1000

/** Problems that are not in default properties. */
function ofScripts(problems: readonly BuildProblem[], sources: readonly SourceFileText[]): readonly BuildProblem[] {
  const lines = new Map(sources.map(({ file, text }) => [file, scriptTextOf(text).split('\n').length]))
  return problems.filter(({ file, line }) => line <= (lines.get(file) ?? line))
}

/** The package with all its bytes made once: comparing reads them in no order. */
async function builtInMemory(edit: PackageEdit): Promise<Package> {
  const { game, name } = edit.package
  const image = await buildImage(edit)
  return openPackage(memorySource(await image.slice(0, image.byteLength)), { game: game.id, fileName: `${name}.u` })
}

/** Tells whether a class was made in the editor, and never compiled. */
function isUncompiled(pkg: Package, world: World, name: string): boolean {
  const symbol = world.byPath(`${pkg.name}.${name}`)
  const object = symbol === undefined ? undefined : world.objectOf(symbol)
  return object instanceof Class && (object.classFlags & ClassFlag.Compiled) === 0
}

function whyNone(pkg: Package, { classes }: BuiltPackage, uncompiled: readonly string[]): VerifiedMake['unverified'] {
  if (classes.length > 0) return uncompiled.length < classes.length ? 'missing packages' : 'not compiled'
  return pkg.exports.some((object) => object.class === null) ? 'no text' : 'no classes'
}

/**
 * Of classes that differ those with a checksum, in their own dependencies or their supers', of another
 * revision.
 */
function againstOthers(
  { classes }: BuiltPackage,
  unlike: ReadonlySet<string>,
  others: ReadonlyMap<string, string>,
): VerifiedMake['againstOthers'] {
  return classes.flatMap((symbol) => {
    if (!unlike.has(symbol.name.toLowerCase())) return []
    const chain = [...classAndSupers(symbol)].map(({ name }) => others.get(name.toLowerCase()))
    const found = chain.find((name) => name !== undefined)
    return found === undefined ? [] : [{ class: symbol.name, package: found }]
  })
}

/**
 * Checksums of classes of other packages, as `class.field`, with the package: they say what it was compiled
 * against. So are those of own classes that are not the ones of their texts now: they changed after that.
 */
function foreignChecksums(pkg: Package, world: World): ReadonlyMap<string, string> {
  const fields = new Map<string, string>()
  const checksumOf = (one: ObjectSource | null) => {
    const symbol = world.symbolOf(one)
    const object = symbol === undefined ? undefined : world.objectOf(symbol)
    return object instanceof Class ? object.dependencies[0]?.scriptTextCrc : undefined
  }
  for (const symbol of world.classesOf(pkg)) {
    const object = world.objectOf(symbol)
    if (!(object instanceof Class)) continue
    for (const [index, { class: of, scriptTextCrc }] of object.dependencies.entries()) {
      const isForeign = of instanceof ImportObject && of.outer !== null
      if (!isForeign && (checksumOf(of) ?? scriptTextCrc) === scriptTextCrc) continue
      const name = isForeign ? (of.outer?.name ?? '') : pkg.name
      fields.set(`${symbol.name.toLowerCase()}.dependencies[${index}].scriptTextCrc`, name)
    }
  }
  return fields
}

/** What only the package says about the compilers that made its classes. */
export function compilerTraitsOf(pkg: Package, world: World): Partial<CompilerTraits> {
  const stored = new Map<string, readonly ClassDependency[]>()
  const textFlags = new Map<string, number>()
  const base = compilerTraits(pkg)
  const homes: string[] = []
  const zeroes = keepsZeroes(pkg, world)
  for (const symbol of world.classesOf(pkg)) {
    const object = world.objectOf(symbol)
    if (!(object instanceof Class)) continue
    for (const name of object.packageImports.slice(0, 1)) homes.push(name.toString())
    stored.set(symbol.name.toLowerCase(), object.dependencies)
    const { scriptText } = object
    if (scriptText instanceof ExportObject) {
      const { flags, flagsHigh } = scriptText.entry
      textFlags.set(symbol.name.toLowerCase(), pkg.context.since(Version.Flags64) ? flagsHigh : flags)
    }
  }
  const of = (className: string) => stored.get(className.toLowerCase()) ?? []
  const traits = {
    // A file that was renamed keeps the name that it was compiled under.
    homeName: homes[0] ?? base.homeName,
    dependencyDepth: (className: string) => of(className)[0]?.deep ?? 1,
    keepsZeroes: () => zeroes,
    linksLeftOut: linksLeftOut(pkg, world),
    // What the compiler found, the package imports.
    missingObjectsAreNone: pkg.context.engine === 3,
    keepsCppOfStructs: base.keepsCppOfStructs && (pkg.summary.flags & PackageFlag.Cooked) === 0,
    // One package may have texts of two kinds (Lineage II).
    textFlags: (className: string) => textFlags.get(className.toLowerCase()) ?? base.textFlags(className),
  }
  if (!base.keepsOldDependencies) return traits
  return {
    ...traits,
    dependencyPasses(className, inCode, declared) {
      const passes = (of(className).filter(({ deep }) => deep === 0).length - declared) / inCode
      return Number.isInteger(passes) && passes > 0 ? passes : 1
    },
  }
}

/**
 * The texts of classes as they were written: with their C++ text, and with what SWAT 4's preprocessor took
 * out; with the default properties that the package has, where they are asked for.
 */
async function textsOf(
  pkg: Package,
  world: World,
  packages: PackageSet,
  withDefaults: boolean,
): Promise<SourceFileText[]> {
  const reader = await ObjectReader.open(pkg, withDefaults ? { packages } : {})
  const names = new ReadableNames(pkg)
  const sources: SourceFileText[] = []
  for (const symbol of world.classesOf(pkg)) {
    const found = compilerTraits(pkg).preprocesses ? await unprocessed(symbol, world, reader) : undefined
    const text = found?.text ?? (await classText(symbol, world, reader))
    const exported = world.exportOf(symbol)
    if (text === undefined) continue
    const object = world.objectOf(symbol)
    const cppText = object instanceof Class && object.cppText instanceof ExportObject ? object.cppText : undefined
    const buffer = cppText === undefined ? undefined : (await reader.read(cppText)).object
    const whole = buffer instanceof TextBuffer ? withCppText(text, buffer.text.text) : text
    const isMissing = withDefaults && exported !== undefined && found === undefined
    const defaults = isMissing ? await decompileDefaults(reader, exported, { names, world }) : ''
    sources.push({ file: found?.file ?? `${symbol.name}.uc`, text: whole + defaults })
  }
  return sources
}

/** The text of a class of SWAT 4 as it was written, with the defaults and the file that the class names. */
async function unprocessed(
  symbol: ClassSymbol,
  world: World,
  reader: ObjectReader,
): Promise<SourceFileText | undefined> {
  const exported = world.exportOf(symbol)
  const found = exported === undefined ? undefined : await sourceText(reader, exported)
  if (found === undefined) return undefined
  const object = world.objectOf(symbol)
  const record: object = (object instanceof Class ? object.addedToClass : undefined) ?? {}
  const file = 'filePath' in record ? String(record.filePath) : ''
  return { file: file === '' ? `${symbol.name}.uc` : file, text: withKeptDefaults(found) }
}
