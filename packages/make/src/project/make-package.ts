import type { CodecSet } from '@ukit/codecs'
import { type Guid, PackageFlag } from '@ukit/container'
import type { NewPackage, Package, PackageSet } from '@ukit/core'
import {
  BodyTemplates,
  buildPackage,
  conformPackage,
  createPackage,
  emptyLike,
  type PackageEdit,
  stripScript,
} from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { flagsOfUpkg, parseUpkg } from '@ukit/game'
import type { UnrealObject } from '@ukit/objects'
import { Class, Field, TextBuffer } from '@ukit/objects/script'
import type { World } from '@ukit/script/symbols'
import { plural } from '@ukit/text/internal'
import { buildFromSources, type SourceFileText, withSuggestion } from '../build.js'
import { BuildMemory } from '../build-memory.js'
import { withoutRepeats } from '../draft/problem.js'
import { finishPackage } from '../order/finish-package.js'
import { OrderMemory } from '../order/order-memory.js'
import { checkTexts } from '../sources/check-texts.js'
import { expandedTexts } from '../sources/expanded-texts.js'
import { ParsedTexts } from '../sources/parsed-texts.js'
import { packageWarnings } from '../warnings/package-warnings.js'
import { Assets } from './assets.js'
import { headerProblems } from './check-headers.js'
import { ExecMemory } from './exec-memory.js'
import { objectFinder } from './find-objects.js'
import { longNames } from './long-names.js'
import { missingSupers } from './missing-supers.js'
import { OlderImports } from './older-imports.js'
import type { PackageSources } from './package-sources.js'
import { type ProjectProblem, ProjectTexts } from './project-problem.js'
import { type ExecFiles, execLines, isExecOnly, runExecLines } from './run-exec.js'
import { classNameOf, literalPackages } from './source-facts.js'
import { syntaxProblems } from './syntax-problems.js'

/** Version and game of a package that has no `Core` to take them from. */
export type PackageFormat = Pick<NewPackage, 'version' | 'licensee' | 'game'>

/** *What is kept of a package that is made again and again.* */
export class MakeMemory {
  readonly classes = new BuildMemory()
  readonly exec = new ExecMemory()
  readonly order = new OrderMemory(isFinal)
  readonly bodies = new BodyTemplates(isPlain)
}

/**
 * Tells whether an object of a class that is kept stays as it is: classes get other properties and checksums.
 */
function isFinal(object: UnrealObject): boolean {
  return !(object instanceof Class)
}

/** Tells whether an object has nothing but fields: values of properties have sizes, textures positions. */
function isPlain(object: UnrealObject): boolean {
  const isScript = object instanceof Field || object instanceof TextBuffer
  return isScript && isFinal(object) && object.properties.items.length === 0
}

/** How one package is made. */
export interface MakePackageOptions {
  readonly sources: PackageSources
  /** The packages that its texts may mean, `Core` first. */
  readonly bases: readonly Package[]
  /**
   * The packages before it in the `EditPackages` of an ini: its compiler has loaded them, which its tables
   * show.
   */
  readonly editPackages?: readonly Package[] | undefined
  /** Where what those refer to is found. */
  readonly packages: PackageSet
  /** A world that holds packages of `bases` already: they are not read again. */
  readonly base?: World | undefined
  /** Texts that were parsed before; those of this package are added. */
  readonly parsed?: ParsedTexts | undefined
  /** What is kept of the package the last time, when it is made again and again. */
  readonly memory?: MakeMemory | undefined
  /** What it is written as; as the first of the bases by default. */
  readonly format?: PackageFormat | undefined
  /**
   * The package as it was before: what it is written as when there is no base, as for `Core`, and what
   * warnings compare variables with.
   */
  readonly old?: Package | undefined
  /**
   * Another build of it, when it is written elsewhere: it tells which of its classes native code declares.
   */
  readonly older?: Package | undefined
  readonly guid: Guid
  readonly codecs: CodecSet
  /** What its `#exec` lines import from. */
  readonly exec: ExecFiles
  /** The release that servers and clients may have: the new package plays together with it. */
  readonly conform?: Package | undefined
  /** A package whose order of names, imports and exports it gets; the engine's by default (UE1, UE2). */
  readonly orderOf?: Package | undefined
  /**
   * Older packages that objects are taken from which sources refer to, and neither they nor `#exec` lines
   * make. What they import also completes the paths of literals that leave out the package.
   */
  readonly assets?: readonly Package[] | undefined
  /**
   * Imports objects of packages that are not available without having seen them: a warning, not an error.
   * Paths are completed as with `assets`, also by `old` and `older`.
   */
  readonly allowMissing?: boolean | undefined
  /** Leaves the texts of classes out. */
  readonly stripSource?: boolean | undefined
  /** Code has notes for debuggers: UCC's `-debug`. UE1 has none: there it is a warning. */
  readonly debug?: boolean | undefined
  readonly signal?: AbortSignal | undefined
}

/** What making a package gave. */
export interface MadePackage {
  /** Ready to be saved; `undefined` when there are errors. */
  readonly package: Package | undefined
  /** Names of its classes. */
  readonly classes: readonly string[]
  /** In the order of files and lines. */
  readonly problems: readonly ProjectProblem[]
}

/**
 * *Makes a package of its sources, in memory*: checks the texts, carries out `#exec` lines, builds classes,
 * sets flags. All that is wrong is listed; only without errors there is a package.
 *
 * @throws {PackageError} `refused` when it cannot be made conform; the reason of `signal`.
 */
export async function makePackage(options: MakePackageOptions): Promise<MadePackage> {
  const { sources, bases, packages, signal } = options
  const { name, files: all } = sources
  // Lines of #exec need no class: a package of pictures has none.
  const files = all.filter(({ text }) => !isExecOnly(text))
  const parsed = options.parsed ?? new ParsedTexts()
  const texts = new ProjectTexts(all)
  const edit = await newDocument(options)
  const engine = edit?.package.context.engine ?? 1
  const problems = [...headerProblems(name, files, texts), ...longNames(name, files, texts, engine)]
  if (problems.length > 0) {
    problems.push(...syntaxProblems(name, files, texts, parsed, engine === 3 ? (sources.macros ?? {}) : undefined))
    return { package: undefined, classes: [], problems: sorted(problems, all) }
  }
  if (edit === undefined) {
    const message = `the version of ${name}.u is not known: expected a Core package (--packages), or --new`
    const [place] = all
    const problem = { severity: 'error', package: name, message, ...texts.place(place?.file ?? name, 1, 1) } as const
    return { package: undefined, classes: [], problems: [{ ...problem, line: 0, column: 0, excerpt: '' }] }
  }
  // Of Core itself nothing is known but what its document says: the version.
  const known = bases.length === 0 ? [edit.package] : bases
  const checks = await checkTexts(files, known, {
    packageName: name,
    like: edit.package,
    code: false,
    packages,
    base: options.base,
    older: options.old ?? options.older,
    allowMissing: options.allowMissing,
    macros: ({ path }) => ({ ...sources.macros, className: classNameOf(path) }),
    parse: (text) => parsed.parse(text),
    kept: parsed.checks,
  })
  for (const { path, problems: found } of checks) {
    for (const { level, message, suggestion, start, end, missingPackage } of found) {
      const said = withSuggestion(message, suggestion)
      problems.push({ severity: level, package: name, message: said, missingPackage, ...texts.span(path, start, end) })
    }
  }
  signal?.throwIfAborted()
  if (hasError(problems)) return { package: undefined, classes: [], problems: sorted(problems, all) }
  // What is stored depends on them: the packages that it is based on may be cooked, it is not.
  problems.push(...setFlags(edit, sources, texts))
  const { classes, found, warnings } = await built(edit, { ...options, parsed }, texts)
  problems.push(...found)
  signal?.throwIfAborted()
  if (hasError(problems)) return { package: undefined, classes, problems: sorted(problems, all) }
  problems.push(...(await warnings()))
  if (options.orderOf !== undefined) problems.push(...checkOrder(name, classes, options.orderOf))
  if (options.stripSource === true) await stripScript(edit)
  if (options.debug === true && engine === 3)
    edit.summary.flags = (edit.summary.flags | PackageFlag.ContainsDebugInfo) >>> 0
  const memory = edit.package.context.engine < 3 && mayRemember(options) ? options.memory : undefined
  edit.templates = memory?.bodies
  const rules = { files: classes, loaded: bases, editPackages: options.editPackages, memory: memory?.order }
  await finishPackage(edit, options.orderOf === undefined ? rules : { like: options.orderOf }, packages)
  const made = await buildPackage(edit, { inMemory: true })
  const conformed = options.conform === undefined ? made : await conform(made, options.conform)
  return { package: conformed, classes, problems: sorted(problems, all) }
}

/** Builds the classes, and what `#exec` lines ask for before their code. */
async function built(
  edit: PackageEdit,
  options: MakePackageOptions & { readonly parsed: ParsedTexts },
  texts: ProjectTexts,
): Promise<{
  readonly classes: string[]
  readonly found: ProjectProblem[]
  /** What else looks wrong, once there are no errors. */
  readonly warnings: () => Promise<ProjectProblem[]>
}> {
  const { sources, bases, packages, signal } = options
  const { name } = sources
  const files = sources.files.filter(({ text }) => !isExecOnly(text))
  const found: ProjectProblem[] = []
  let world: World | undefined
  const loaded: Package[] = []
  const assets = options.assets === undefined ? undefined : await Assets.open(edit, options.assets)
  const imports = olderImports(edit, options)
  const missing = new Set<string>()
  const unseen = new Set<string>()
  for (const root of sources.facts?.literals ?? literalPackages(files.map(({ text }) => text))) {
    if (root === name.toLowerCase()) continue
    const pkg = await packages.package(root)
    if (pkg !== undefined) loaded.push(pkg)
    else missing.add(root)
  }
  const memory = mayRemember(options) ? options.memory : undefined
  const { exec } = options
  const lines = execLines(sources.files)
  const written = lines.map((line) => line.written)
  const opened = (await memory?.exec.openedNow(exec)) ?? []
  const around = [...loaded, ...missing]
  const names = files.map(({ file }) => classNameOf(file))
  const expanded = expandedTexts(files, edit.package.context.engine, sources.macros, names)
  const result = await buildFromSources({
    edit,
    sources: expanded,
    bases: bases.length === 0 ? [edit.package] : bases,
    packages,
    base: options.base,
    parsed: options.parsed,
    older: options.old ?? options.older,
    withDefaults: true,
    debug: options.debug,
    findObject: objectFinder(
      edit,
      () => world,
      () => [...loaded, ...(world?.packages ?? [])],
      {
        isAllowed: (root) => options.allowMissing === true && missing.has(root),
        onImport: (root) => unseen.add(root),
      },
      { assets, imports },
    ),
    prepare: {
      run: async (known) => {
        world = known
        const said = await runExecLines(edit, lines, texts, {
          ...(memory?.exec.noting(written, exec) ?? exec),
          codecs: options.codecs,
          signal,
          onLoad: (pkg) => loaded.push(pkg),
        })
        found.push(...said)
        if (said.length > 0) memory?.exec.forget()
      },
      isAsBefore: async (known) => {
        if ((await memory?.exec.isAsBefore(written, exec)) !== true) return false
        world = known
        for (const pkg of opened) if (pkg !== undefined) loaded.push(pkg)
        return true
      },
    },
    memory: memory?.classes,
    lookedInto: { now: [...around, ...opened], later: () => [...around, ...(memory?.exec.opened ?? [])] },
  })
  const byFile = new Map(expanded.map((one) => [one.file, one]))
  for (const problem of result.problems) {
    const { severity, file, message, missingPackage } = problem
    const { line, column } = byFile.get(file)?.placeBefore(problem.line, problem.column) ?? problem
    found.push({ severity, package: name, message, missingPackage, ...texts.place(file, line, column, problem.length) })
  }
  if (options.debug === true && edit.package.context.engine === 1) {
    const message = 'UE1 has no debug information: the package is made without it'
    const place = { file: files[0]?.file ?? name, line: 0, column: 0, excerpt: '' }
    found.push({ severity: 'warning', package: name, message, ...place })
  }
  for (const root of unseen) {
    const message = `the package ${root} was not found: objects of it are imported as the literals name them`
    const place = { file: files[0]?.file ?? name, line: 0, column: 0, excerpt: '' }
    found.push({ severity: 'warning', package: name, message, ...place })
  }
  for (const message of (await imports?.notes(packages)) ?? []) {
    const place = { file: files[0]?.file ?? name, line: 0, column: 0, excerpt: '' }
    found.push({ severity: 'warning', package: name, message, ...place })
  }
  if (options.allowMissing === true) found.push(...missingSupers(result.classes, sources, texts))
  if (assets !== undefined && !hasError(found)) found.push(...(await takeAssets(assets, options)))
  const warnings = async () => {
    if (world === undefined) return []
    const { conform, old: inUse } = options
    const parsed = files.map(({ file, text }) => ({ file, source: options.parsed.parse(text) }))
    const given = { edit, files: parsed, classes: result.classes, world, packages, conform, inUse }
    return (await packageWarnings(given)).map(
      ({ file, start, end, message }): ProjectProblem => ({
        severity: 'warning',
        package: name,
        message,
        ...texts.span(file, start, end),
      }),
    )
  }
  return { classes: result.classes.map((symbol) => symbol.name), found, warnings }
}

/** Tells whether nothing but texts and packages decides what is built: then what was built may be kept. */
function mayRemember({ assets, allowMissing, stripSource }: MakePackageOptions): boolean {
  return assets === undefined && allowMissing !== true && stripSource !== true
}

/** What older builds import, if they may complete the paths of literals. */
function olderImports(edit: PackageEdit, options: MakePackageOptions): OlderImports | undefined {
  const { assets, allowMissing, older, old } = options
  if (assets === undefined && allowMissing !== true) return undefined
  const builds = allowMissing === true ? [...(assets ?? []), older, old] : (assets ?? [])
  return new OlderImports(
    edit,
    builds.filter((pkg) => pkg !== undefined),
  )
}

/** Takes what is needed of older packages; a person should know of each. */
async function takeAssets(assets: Assets, { sources, signal }: MakePackageOptions): Promise<ProjectProblem[]> {
  const { name, files } = sources
  const place = { package: name, file: files[0]?.file ?? name, line: 0, column: 0, excerpt: '' }
  try {
    return (await assets.take(signal)).map(({ object, from, others }): ProjectProblem => {
      const needs = others === 0 ? '' : `, with ${plural(others, 'other object')} that it needs`
      const message = `${object} is taken from the older ${from}${needs}: nothing in the sources creates it`
      return { severity: 'warning', message, ...place }
    })
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return [{ severity: 'error', message: `it cannot be taken from an older package: ${error.message}`, ...place }]
  }
}

async function newDocument({
  sources,
  bases,
  format,
  guid,
  old,
  older,
}: MakePackageOptions): Promise<PackageEdit | undefined> {
  if (format !== undefined) return createPackage({ name: sources.name, guid, ...format })
  const like = bases[0] ?? old ?? older
  return like === undefined ? undefined : emptyLike(like, sources.name, guid)
}

/** Package flags that say what a package is for; others say what is in it. */
const WHAT_IT_IS_FOR = 0xf

/** Package flags by the `.upkg` file, as the engine's own compiler; `AllowDownload` without one. */
function setFlags(edit: PackageEdit, { upkg, name }: PackageSources, texts: ProjectTexts): ProjectProblem[] {
  const { options, problems } = parseUpkg(upkg?.bytes ?? new Uint8Array())
  edit.summary.flags = ((edit.summary.flags & ~WHAT_IT_IS_FOR) | flagsOfUpkg(options)) >>> 0
  const file = upkg?.file ?? name
  return problems.map(({ message }) => ({
    severity: 'warning',
    package: name,
    message,
    ...texts.place(file, 1, 1),
    line: 0,
    column: 0,
    excerpt: '',
  }))
}

/** An order that cannot be followed, since it is of other objects. */
function checkOrder(name: string, classes: readonly string[], like: Package): ProjectProblem[] {
  const known = new Set(
    like.exports.filter(({ className }) => className === 'Class').map(({ name: each }) => each.toLowerCase()),
  )
  if (classes.length === 0 || classes.some((each) => known.has(each.toLowerCase()))) return []
  const message = `the package whose order it is to have, ${like.name}, has none of its classes: the order is not kept`
  return [{ severity: 'warning', package: name, message, file: name, line: 0, column: 0, excerpt: '' }]
}

async function conform(made: Package, older: Package): Promise<Package> {
  const { package: conformed, refused } = await conformPackage(made, older)
  const [first] = refused
  if (conformed !== null) return conformed
  const reason = first === undefined ? '' : `: ${first.object}: ${first.message}`
  throw new PackageError('refused', `it cannot be made to conform to the older package${reason}`)
}

function hasError(problems: readonly ProjectProblem[]): boolean {
  return problems.some(({ severity }) => severity === 'error')
}

/** By files and lines, each only once. */
function sorted(problems: readonly ProjectProblem[], files: readonly SourceFileText[]): ProjectProblem[] {
  const order = new Map(files.map(({ file }, index) => [file, index]))
  const rank = ({ file }: ProjectProblem) => order.get(file) ?? -1
  return withoutRepeats(problems).sort((a, b) => rank(a) - rank(b) || a.line - b.line || a.column - b.column)
}
