import { Version } from '@ukit/container'
import type { Package, PackageSet } from '@ukit/core'
import { adoptNames, type PackageEdit, TableRequests } from '@ukit/edit'
import { Class, ClassDependency } from '@ukit/objects/script'
import { areUnseenByUe3, decideClasses } from '@ukit/script/analysis'
import { type ClassSymbol, dialectAmong, loadWorld, type ScriptDialect, type World } from '@ukit/script/symbols'
import type { BuildMemory, BuildRound, ClassMemory } from './build-memory.js'
import { compileClass } from './compile-class.js'
import type { ClassDraft } from './declare/class-draft.js'
import { declareClass, declareMembers } from './declare/classes.js'
import { declareMetaData, updateMetaData } from './declare/meta-data.js'
import { Probes } from './declare/probes.js'
import { placeDefaults } from './defaults/place-defaults.js'
import { type FindObject, PackageDraft, type StoredRows } from './draft/draft.js'
import { keepsZeroes } from './draft/keeps-zeroes.js'
import { linksLeftOut } from './draft/links-left-out.js'
import type { BuildProblem } from './draft/problem.js'
import { StageRequests } from './draft/stage-requests.js'
import { type CompilerTraits, compilerTraits } from './draft/traits.js'
import { type ClassSource, plainSources, preprocessedSources, type SourceFileText } from './sources/class-source.js'
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
  /** A world that already has packages of these: they are not read again. */
  readonly base?: World | undefined
  /** Texts that were parsed before. */
  readonly parsed?: ParsedTexts | undefined
  /** An older build of the package: it tells which classes of its own package native code declares. */
  readonly older?: Package | undefined
  /** The generation of the compiler whose rules count; of the first base by default. */
  readonly dialect?: ScriptDialect | undefined
  /** Facts about the compiler that are more precise than its game. */
  readonly traits?: Partial<CompilerTraits> | undefined
  /** Objects that are not script, such as textures; nothing is found without it. */
  readonly findObject?: FindObject | undefined
  /**
   * Texts are whole, with default properties: a class of UE3 whose text has none inherits components anyway.
   * Texts that packages carry do not include them. A function says it for each class.
   */
  readonly withDefaults?: (boolean | ((className: string) => boolean)) | undefined
  /** Code has the notes for debuggers that UCC's `-debug` writes (UE2, UE3). */
  readonly debug?: boolean | undefined
  /** The existing rows of the document, if classes are put into a finished package. */
  readonly rows?: StoredRows | undefined
  /**
   * Makes objects that are not script, such as textures of `#exec`: after everything is declared, before code
   * is compiled.
   */
  readonly prepare?: Preparation | undefined
  /** What is kept of earlier builds of the package (UE1, UE2), when it is made again and again. */
  readonly memory?: BuildMemory | undefined
  /** What `findObject` looks into beside the world, as far as it may be otherwise the next time. */
  readonly lookedInto?: LookedInto | undefined
}

/** What is made beside classes. */
export interface Preparation {
  run(world: World): Promise<void>
  /** Tells whether it would make the same as the last time, and had nothing to report then. */
  isAsBefore(world: World): Promise<boolean>
}

/** Where objects are found besides the world; compared by identity. */
export interface LookedInto {
  /** As far as it is known before anything is built. */
  readonly now: readonly unknown[]
  /** Once everything is built: what the next build finds instead of `now` if nothing has changed. */
  later(): readonly unknown[]
}

export type { BuildProblem }

/** What building gave. */
export interface BuiltPackage {
  readonly edit: PackageEdit
  readonly classes: readonly ClassSymbol[]
  readonly problems: readonly BuildProblem[]
  /** Missing packages that could change the code of a class, by the name of the class. */
  readonly doubted: ReadonlyMap<string, string>
}

/** *Builds a package from the texts of its classes*; nothing is written, and what is wrong is listed. */
export async function buildFromSources(options: BuildOptions): Promise<BuiltPackage> {
  const { edit, bases, packages } = options
  const { parsed: texts = new ParsedTexts() } = options
  const { preprocesses: isPreprocessed, defaultsInText } = compilerTraits(edit.package)
  const base = isPreprocessed ? await loadWorld(bases, { packages, base: options.base }) : options.base
  const parsed =
    isPreprocessed && base !== undefined
      ? preprocessedSources(options.sources, base, defaultsInText, texts)
      : plainSources(options.sources, edit.package.context.since(Version.CppText), defaultsInText, texts)
  const world = await loadWorld(bases, {
    packages,
    base,
    older: options.older,
    sources: parsed.map(({ source }) => ({ packageName: edit.name, file: source.file })),
  })
  const like = await compiledLike(options, world)
  const dialect = options.dialect ?? dialectAmong(like.package, bases, like.world)
  const findObject = options.findObject ?? (() => undefined)
  const isLike469 = edit.package.context.engine === 1 && keepsZeroes(like.package, like.world)
  const traits = options.traits ?? {
    ...(isLike469 ? { keepsZeroes: () => true } : {}),
    linksLeftOut: linksLeftOut(like.package, like.world),
  }
  const draft = new PackageDraft(edit, world, findObject, dialect, traits, options.rows)
  const round = draft.engine === 3 ? undefined : options.memory?.begin(edit, around(options, world, parsed))
  const problems: BuildProblem[] = []
  const classes: Owned[] = []
  const { withDefaults = false } = options
  const isWhole = typeof withDefaults === 'function' ? withDefaults : () => withDefaults
  for (const [index, one] of parsed.entries()) {
    const { file, source, defaults } = one
    const className = source.file.header?.name ?? ''
    for (const { level: severity, message, start, end } of source.problems) {
      problems.push({ severity, className, ...placeIn(one, start, end), message, missingPackage: undefined })
    }
    const symbol = world.byPath(`${edit.name}.${className}`)
    if (symbol?.kind !== 'class') continue
    const memory = round?.classes[index]
    const inherited = draft.engine === 3 && isWhole(className) ? '' : undefined
    const declare = () => declareClass(draft, symbol, one)
    const owner = memory === undefined ? declare() : memory.declared(draft, symbol, declare)
    const isIgnored = draft.engine === 3 && defaults !== undefined && areUnseenByUe3(defaults)
    classes.push({ file, text: one, owner, memory, defaults: (isIgnored ? undefined : defaults) ?? inherited })
  }
  const probes = new Probes(draft)
  const ordered = supersFirst(classes)
  for (const { owner, memory } of ordered) stage(draft, memory, 'members', () => declareMembers(draft, owner, probes))
  draft.settle()
  await prepared(edit, world, options.prepare, round)
  const kept = options.rows === undefined && round === undefined ? texts.code : undefined
  if (round !== undefined) round.decide(world)
  else if (options.rows === undefined && kept === undefined) decideClasses(world)
  const sources = parsed.map(({ source }) => source)
  kept?.begin(sources, world, options.older)
  const compiled = (owner: ClassDraft) => compileClass(draft, owner, kept, options.debug)
  const doubts = new Map<string, string>()
  for (const { text, owner, memory } of ordered) {
    stage(draft, memory, 'code', () => {
      const className = owner.symbol.name
      const code = compiled(owner)
      if (code.doubted !== undefined) doubts.set(className, code.doubted)
      for (const { message: said, suggestion, start, end, missingPackage, lackedBy } of code.problems) {
        const message = withSuggestion(said, suggestion)
        problems.push({ severity: 'error', className, ...placeIn(text, start, end), message, missingPackage, lackedBy })
      }
    })
  }
  placeDependencies(draft, ordered)
  problems.push(...(await defaultsPlaced(draft, ordered, packages, round)))
  if (draft.engine === 3) {
    const owners = ordered.map(({ owner }) => owner)
    if (options.rows === undefined) declareMetaData(draft, owners)
    else for (const owner of owners) await updateMetaData(draft, owner, options.rows.oldTextOf(owner.symbol.name))
  }
  for (const entry of edit.exports) {
    const { body } = entry
    if (body.kind !== 'changed') continue
    const adopt = () => adoptNames(edit, body.object, entry.path)
    if (round === undefined) adopt()
    else round.adopt(edit, body.object, adopt)
  }
  if (round !== undefined && problems.length === (round.defaults?.problems.length ?? 0))
    options.memory?.keep(round, options.lookedInto?.later() ?? [])
  return { edit, classes: classes.map(({ owner }) => owner.symbol), problems, doubted: doubts }
}

/** A class of the package. */
interface Owned {
  readonly file: string
  readonly text: ClassSource
  readonly owner: ClassDraft
  /** What is kept of it, when the package is made again and again. */
  readonly memory: ClassMemory | undefined
  readonly defaults: string | undefined
}

/** Where something in the compiled text of a class is in its file. */
function placeIn(
  { file, source: { lines }, lineInFile }: ClassSource,
  start: number,
  end: number,
): Pick<BuildProblem, 'file' | 'line' | 'column' | 'length'> {
  const line = lineInFile(lines.lineOf(start))
  return { file, line, column: lines.columnOf(start), length: end - start }
}

function around({ older, lookedInto }: BuildOptions, world: World, sources: readonly ClassSource[]) {
  return { sources, world, older, others: lookedInto?.now ?? [] }
}

function stage(
  draft: PackageDraft,
  memory: ClassMemory | undefined,
  name: 'members' | 'code' | 'dependencies',
  work: () => void,
): void {
  if (memory === undefined) work()
  else memory.stage(draft, name, work)
}

/** Makes what is not script, or takes over what was made the last time. */
async function prepared(
  edit: PackageEdit,
  world: World,
  preparation: Preparation | undefined,
  round: BuildRound | undefined,
): Promise<void> {
  const before = round?.importedBefore(edit)
  const isAsBefore = before !== undefined && (await preparation?.isAsBefore(world)) === true
  const requests = isAsBefore ? before : new TableRequests()
  if (round !== undefined) round.imported = requests
  if (isAsBefore) {
    edit.repeatRequests(requests)
    return
  }
  if (round !== undefined) edit.requests = requests
  await preparation?.run(world)
  edit.requests = undefined
}

/** Gives classes their default properties. */
async function defaultsPlaced(
  draft: PackageDraft,
  classes: readonly Owned[],
  packages: PackageSet,
  round: BuildRound | undefined,
): Promise<readonly BuildProblem[]> {
  if (round === undefined) return placeDefaults(draft, classes, packages)
  const taken = round.takenDefaults(draft)
  if (taken !== undefined) return taken
  for (const { owner } of classes) round.forget(owner.object)
  const requests = new StageRequests()
  const placed = await draft.notingAll(requests, () => placeDefaults(draft, classes, packages))
  round.defaults = { requests, problems: placed }
  return placed
}

/**
 * What decides how the compiler writes: the first base; Core itself has none, and is written like its older
 * build.
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
function placeDependencies(draft: PackageDraft, classes: readonly Owned[]): void {
  if (draft.since(Version.NoClassDependencies)) return
  const own = new Map(classes.map(({ owner }) => [owner.symbol, owner]))
  const checksums = new Map<ClassSymbol, number>()
  const checksumOf = (symbol: ClassSymbol): number => {
    const known = own.get(symbol)?.checksum ?? checksums.get(symbol) ?? storedChecksum(draft, symbol)
    checksums.set(symbol, known)
    return known
  }
  const changed = new Map<unknown, number>()
  for (const { owner, memory } of classes) if (memory?.isKept !== true) changed.set(owner.entry, owner.checksum)
  for (const { owner, memory } of classes) {
    stage(draft, memory, 'dependencies', () => placeDependenciesOf(draft, owner, checksumOf))
    // Those of a kept class are the same, except for the checksums of changed texts.
    if (memory?.isKept === true)
      for (const row of owner.object.dependencies) row.scriptTextCrc = changed.get(row.class) ?? row.scriptTextCrc
  }
}

function placeDependenciesOf(
  draft: PackageDraft,
  owner: ClassDraft,
  checksumOf: (symbol: ClassSymbol) => number,
): void {
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
