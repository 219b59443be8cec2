import { Version } from '@ukit/container'
import type { Package, PackageSet } from '@ukit/core'
import { adoptNames, type PackageEdit } from '@ukit/edit'
import { Class, ClassDependency } from '@ukit/objects/script'
import { type ClassSymbol, decideClasses, dialectOf, loadWorld, type ScriptDialect, type World } from '@ukit/script'
import { compileClass } from './compile-class.js'
import type { ClassDraft } from './declare/class-draft.js'
import { declareClass, declareMembers } from './declare/classes.js'
import { declareMetaData } from './declare/meta-data.js'
import { Probes } from './declare/probes.js'
import { placeDefaults } from './defaults/place-defaults.js'
import { type FindObject, PackageDraft, type StoredRows } from './draft/draft.js'
import { keepsZeroes } from './draft/keeps-zeroes.js'
import type { BuildProblem } from './draft/problem.js'
import { type CompilerTraits, compilerTraits } from './draft/traits.js'
import { plainSources, preprocessedSources, type SourceFileText } from './sources/class-source.js'
import { textChecksum } from './sources/class-text.js'
import { ParsedTexts } from './sources/parsed-texts.js'

export type { SourceFileText } from './sources/class-source.js'

/** How a package is built. */
export interface BuildOptions {
  /** The document that the package becomes: empty, of the version and game that it is for. */
  readonly edit: PackageEdit
  readonly sources: readonly SourceFileText[]
  /** The packages that it needs; the first is the one that says most about the game: Core. */
  readonly bases: readonly Package[]
  readonly packages: PackageSet
  /** A world that holds packages of these already: they are not read again. */
  readonly base?: World | undefined
  /** Texts that were parsed before. */
  readonly parsed?: ParsedTexts | undefined
  /** An older build of the package: it tells which classes of its own package native code declares. */
  readonly older?: Package | undefined
  /** The generation of the compiler whose rules count; of the first base by default. */
  readonly dialect?: ScriptDialect
  /** What is known better of the compiler than its game says. */
  readonly traits?: Partial<CompilerTraits>
  /** Objects that are not script, such as textures; nothing is found without it. */
  readonly findObject?: FindObject
  /**
   * Texts are whole, with default properties: a class of UE3 whose text has none inherits components all the
   * same. Those that packages carry say nothing of them.
   */
  readonly withDefaults?: boolean
  /** Code has the notes for debuggers that UCC's `-debug` writes (UE2, UE3). */
  readonly debug?: boolean
  /** The rows that the document has already, when classes are put into a finished package. */
  readonly rows?: StoredRows
  /**
   * Makes what is not script, such as textures of `#exec`: after everything is declared, before code is
   * compiled.
   */
  readonly prepare?: (world: World) => Promise<void>
}

export type { BuildProblem }

/** What building gave. */
export interface BuiltPackage {
  readonly edit: PackageEdit
  readonly classes: readonly ClassSymbol[]
  readonly problems: readonly BuildProblem[]
}

/** *Builds a package from the texts of its classes*; nothing is written, and what is wrong is listed. */
export async function buildFromSources(options: BuildOptions): Promise<BuiltPackage> {
  const { edit, bases, packages } = options
  const { parsed: texts = new ParsedTexts() } = options
  const isPreprocessed = compilerTraits(edit.package.context).preprocesses
  const base = isPreprocessed ? await loadWorld(bases, { packages, base: options.base }) : options.base
  const parsed =
    isPreprocessed && base !== undefined
      ? preprocessedSources(options.sources, base, texts)
      : plainSources(options.sources, edit.package.context.since(Version.CppText), texts)
  const world = await loadWorld(bases, {
    packages,
    base,
    older: options.older,
    sources: parsed.map(({ source }) => ({ packageName: edit.name, file: source.file })),
  })
  const like = await compiledLike(options, world)
  const dialect = options.dialect ?? dialectOf(like.package, like.world)
  const findObject = options.findObject ?? (() => undefined)
  const isLike469 = edit.package.context.engine === 1 && keepsZeroes(like.package, like.world)
  const traits = options.traits ?? (isLike469 ? { keepsZeroes: () => true } : {})
  const draft = new PackageDraft(edit, world, findObject, dialect, traits, options.rows)
  const problems: BuildProblem[] = []
  const classes: { file: string; owner: ClassDraft; defaults: string | undefined }[] = []
  const inherited = options.withDefaults === true && draft.engine === 3 ? '' : undefined
  for (const one of parsed) {
    const { file, source, defaults } = one
    const className = source.file.header?.name ?? ''
    for (const { level: severity, message, start, end } of source.problems) {
      const place = {
        file,
        line: source.lines.lineOf(start),
        column: source.lines.columnOf(start),
        length: end - start,
      }
      problems.push({ severity, className, ...place, message, missingPackage: undefined })
    }
    const symbol = world.byPath(`${edit.name}.${className}`)
    if (symbol?.kind === 'class')
      classes.push({ file, owner: declareClass(draft, symbol, one), defaults: defaults ?? inherited })
  }
  const probes = new Probes(draft)
  const ordered = supersFirst(classes)
  for (const { owner } of ordered) declareMembers(draft, owner, probes)
  draft.settle()
  await options.prepare?.(world)
  const kept = options.rows === undefined ? texts.code : undefined
  if (options.rows === undefined && kept === undefined) decideClasses(world)
  const sources = parsed.map(({ source }) => source)
  kept?.begin(sources, world, options.older)
  const compiled = (owner: ClassDraft) => compileClass(draft, owner, kept, options.debug)
  for (const { file, owner } of ordered) {
    const className = owner.symbol.name
    for (const { message: said, suggestion, start, end, missingPackage } of compiled(owner)) {
      const message = withSuggestion(said, suggestion)
      const { lines } = owner.source
      const place = { file, line: lines.lineOf(start), column: lines.columnOf(start), length: end - start }
      problems.push({ severity: 'error', className, ...place, message, missingPackage })
    }
  }
  placeDependencies(draft, ordered)
  problems.push(...(await placeDefaults(draft, ordered, packages)))
  if (draft.engine === 3 && options.rows === undefined)
    declareMetaData(
      draft,
      ordered.map(({ owner }) => owner),
    )
  for (const { body, path } of edit.exports) if (body.kind === 'changed') adoptNames(edit, body.object, path)
  return { edit, classes: classes.map(({ owner }) => owner.symbol), problems }
}

/**
 * What says how the compiler writes: the first base; Core itself has none, and is written as its older build
 * was.
 */
async function compiledLike(
  { edit, bases, packages, older }: BuildOptions,
  world: World,
): Promise<{ readonly package: Package; readonly world: World }> {
  const [first = edit.package] = bases
  if (first !== edit.package || older === undefined) return { package: first, world }
  return { package: older, world: await loadWorld([older], { packages }) }
}

/** A message with what the author may have meant. */
export function withSuggestion(message: string, suggestion: string | undefined): string {
  return suggestion === undefined ? message : `${message}; did you mean '${suggestion}'?`
}

/** Classes after their supers, otherwise in the given order. */
function supersFirst<T extends { readonly owner: ClassDraft }>(classes: readonly T[]): T[] {
  const bySymbol = new Map(classes.map((one) => [one.owner.symbol, one]))
  const ordered = new Set<T>()
  for (const one of classes) {
    const chain: T[] = []
    for (let at: T | undefined = one; at !== undefined && !ordered.has(at) && !chain.includes(at); ) {
      chain.push(at)
      const above: ClassSymbol | null = at.owner.symbol.super
      at = above === null ? undefined : bySymbol.get(above)
    }
    for (const found of chain.reverse()) ordered.add(found)
  }
  return [...ordered]
}

/** Writes the dependencies of classes, with the checksums of the texts that they were compiled against. */
function placeDependencies(draft: PackageDraft, classes: readonly { readonly owner: ClassDraft }[]): void {
  if (draft.since(Version.NoClassDependencies)) return
  const checksums = new Map<ClassSymbol, number>()
  for (const { owner } of classes) checksums.set(owner.symbol, textChecksum(owner.text))
  const checksumOf = (symbol: ClassSymbol): number => {
    const known = checksums.get(symbol) ?? storedChecksum(draft, symbol)
    checksums.set(symbol, known)
    return known
  }
  for (const { owner } of classes) {
    const { symbol, object } = owner
    const inCode = [...owner.countedClasses, ...owner.dependencies]
    const declared = draft.traits.enumsAreDependencies ? owner.enumClasses : []
    const passes = draft.traits.dependencyPasses(symbol.name, inCode.length, declared.length)
    const first = symbol.super === null ? [symbol] : [symbol, symbol.super]
    object.dependencies = [
      ...first.map((one) => dependency(draft, one, draft.traits.dependencyDepth(symbol.name), checksumOf(one))),
      ...[...declared, ...repeated(inCode, passes)].map((one) => {
        if (one !== null) return dependency(draft, one, 0, checksumOf(one))
        const row = new ClassDependency()
        row.class = draft.importClass('Class')
        return row
      }),
    ]
  }
}

function repeated<T>(list: readonly T[], times: number): T[] {
  return new Array(times).fill(list).flat()
}

/** The checksum of a compiled class's text: it is the first of its own dependencies. */
function storedChecksum(draft: PackageDraft, symbol: ClassSymbol): number {
  const object = draft.world.objectOf(symbol)
  return object instanceof Class ? (object.dependencies[0]?.scriptTextCrc ?? 0) : 0
}

function dependency(draft: PackageDraft, symbol: ClassSymbol, deep: number, crc: number): ClassDependency {
  const row = new ClassDependency()
  row.class = draft.reference(symbol)
  row.deep = deep
  row.scriptTextCrc = crc
  return row
}
