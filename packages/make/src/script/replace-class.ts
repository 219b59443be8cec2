import { openPackage, type Package, PackageSet } from '@ukit/core'
import {
  buildImage,
  dropUnused,
  type EditExport,
  type EditName,
  type EditObject,
  type PackageEdit,
  removeObjects,
} from '@ukit/edit'
import { memorySource, PackageError } from '@ukit/files'
import { Class, Field } from '@ukit/objects/script'
import { isDebugBuild } from '@ukit/script/analysis'
import { loadWorld, type World } from '@ukit/script/symbols'
import { expandMacros, type MacroOptions, parseSource } from '@ukit/script/syntax'
import { type BuildProblem, buildFromSources, type SourceFileText, withSuggestion } from '../build.js'
import { forget } from '../declare/meta-data.js'
import { withoutRepeats } from '../draft/problem.js'
import { placeDepends } from '../order/depends.js'
import { checkTexts } from '../sources/check-texts.js'
import { classTextOf, scriptTextOf } from '../sources/class-text.js'
import { type ExpandedSource, expandedTexts } from '../sources/expanded-texts.js'
import { compilerTraitsOf } from '../verify/verify-package.js'
import { BuildError } from './build-error.js'
import { ClassRows } from './class-rows.js'
import { namedObjects } from './named-objects.js'

/** How a class is replaced. */
export interface ReplaceClassOptions {
  /** Where the packages are found that the package was compiled with. */
  readonly packages?: PackageSet | undefined
  /** What messages call the text; the class's name with `.uc` by default. */
  readonly file?: string | undefined
  /** A world that holds packages of these already: they are not read again. */
  readonly base?: World | undefined
  /** UE3: what the macros of the text mean besides those that every text knows. */
  readonly macros?: ((world: World) => MacroOptions | undefined) | undefined
}

/** What became of a class. */
export interface ReplacedClass {
  /** Name of the class. */
  readonly className: string
  /** The package did not have it. */
  readonly isNew: boolean
  /** Paths of the objects that the text declares and the class did not have. */
  readonly added: readonly string[]
  /** Paths of the objects that it had and the text does not declare. */
  readonly removed: readonly string[]
  /** What looks wrong but does not keep the class from working. */
  readonly warnings: readonly BuildProblem[]
}

/**
 * *Replaces the code of a class in a finished package by another text, or adds a class.*
 *
 * Everything outside of the class stays as it is. Whatever the new text declares under the same name and of
 * the same kind as before keeps its export, so that what refers to it goes on doing so; what it no longer
 * declares is removed. Default properties stay as they are unless the text says others.
 *
 * Other edits of the same document may come before and after.
 *
 * @param text the source of the class, as in its `.uc` file.
 * @throws {BuildError} when the text cannot be compiled: everything that is wrong with it.
 * @throws {PackageError} `refused`, with who refers, when something is needed that the text no longer
 *   declares; `unsupported` when something of the class is not understood. The document is good for nothing
 *   then: throw it away.
 */
export async function replaceClass(
  edit: PackageEdit,
  text: string,
  options: ReplaceClassOptions = {},
): Promise<ReplacedClass> {
  const file = options.file ?? `${classNameOf(text) ?? 'class'}.uc`
  const { classes } = await replaceTexts(edit, [{ file, text }], options)
  const [replaced] = classes
  if (replaced === undefined) throw new PackageError('refused', `${file}: the class cannot be placed`)
  return replaced
}

/** The name of the class that a text declares. */
export function classNameOf(text: string): string | undefined {
  const name = parseSource(scriptTextOf(text)).file.header?.name
  // UE3: macros may be defined in front of it.
  return name === undefined && text.includes('`')
    ? parseSource(scriptTextOf(expandMacros(text).text)).file.header?.name
    : name
}

/**
 * The same with several classes at once, which may use what the others declare.
 *
 * @returns what became of each class, and the world that they were compiled in.
 * @throws as `replaceClass`.
 */
export async function replaceTexts(
  edit: PackageEdit,
  written: readonly SourceFileText[],
  options: Pick<ReplaceClassOptions, 'packages' | 'base' | 'macros'>,
): Promise<{ readonly classes: readonly ReplacedClass[]; readonly world: World }> {
  const packages = options.packages ?? new PackageSet()
  const pkg = edit.revision === 0 ? edit.package : await asItIs(edit)
  const texts = written.map((source) => textOf(edit, source))
  const world = await loadWorld([pkg], { packages, base: options.base })
  const macros = options.macros?.(world)
  const names = texts.map(({ name }) => name)
  const sources = expandedTexts(written, pkg.context.engine, macros, names)
  const rows = await ClassRows.of(edit, pkg, texts)
  const before = new Set<EditName | EditObject>([...edit.exports, ...edit.imports, ...edit.nameTable])
  const old = new Map<string, Class>()
  for (const { name, entry } of texts) {
    const object = entry === undefined ? undefined : (await edit.read(entry)).object
    if (object instanceof Class) old.set(name.toLowerCase(), object)
  }
  const isNew = (name: string) => texts.some((one) => one.entry === undefined && isSameName(one.name, name))
  const found = await textProblems(written, texts, pkg, { packages, base: world, macros })
  throwErrors(found, world)
  const { classes, problems: built } = await buildFromSources({
    edit,
    sources,
    bases: [pkg],
    packages,
    base: world,
    traits: compilerTraitsOf(pkg, world),
    debug: isDebugBuild(pkg, world),
    findObject: await namedObjects(edit, pkg, world, sources.map(({ text }) => text).join('\n'), packages),
    rows,
    // A new class of UE3 has the objects of its super, also without default properties.
    withDefaults: isNew,
  })
  const problems = withoutRepeats([...found, ...built.map((one) => placedBefore(one, sources))])
  throwErrors(problems, world)
  for (const { file, name } of texts)
    if (!classes.some((symbol) => isSameName(symbol.name, name)))
      throw new PackageError('refused', `${file}: the class ${name} cannot be placed`, { object: name })
  for (const { entry, hasDefaults } of texts) if (entry !== undefined && !hasDefaults) rows.keepDefaults(entry)
  const added = edit.exports.filter((one) => !before.has(one))
  const gone = withoutArchetypes(edit, rows.left)
  const ofClass = (objects: readonly EditExport[], name: string) => objects.filter((one) => isInClass(one, name))
  for (const { name, entry } of texts) {
    const was = old.get(name.toLowerCase())
    if (was?.stripped === true) markStripped(ofClass(added, name))
    // Cooking took the texts, and others have none either.
    if (was?.scriptText !== null) continue
    if (entry?.body.kind === 'changed' && entry.body.object instanceof Class) entry.body.object.scriptText = null
    gone.push(...ofClass(added, name).filter(isText))
  }
  const removed = gone.filter((one) => before.has(one)).map((one) => ({ of: classOf(one), path: one.path }))
  const kept = added.filter((one) => !gone.includes(one))
  const replaced = texts.map(({ name, file, entry }) => ({
    className: name,
    isNew: entry === undefined,
    added: ofClass(kept, name).map(({ path }) => path),
    removed: removed.filter(({ of }) => isSameName(of, name)).map(({ path }) => path),
    warnings: problems.filter((problem) => problem.severity === 'warning' && problem.file === file),
  }))
  await rows.settle()
  await forget(edit, new Set(gone))
  await removeObjects(edit, gone)
  // Compiling tries what it may not take in the end.
  if ([...edit.imports, ...edit.nameTable].some((one) => !before.has(one))) {
    await dropUnused(edit, (one) => !before.has(one))
  }
  await placeDepends(edit, packages, [...rows.changed, ...added.filter((one) => !one.isRemoved)])
  return { classes: replaced, world }
}

/** What is wrong with texts before they are compiled: what `make` says of them. */
async function textProblems(
  sources: readonly SourceFileText[],
  texts: readonly { readonly file: string; readonly name: string }[],
  pkg: Package,
  around: { readonly packages: PackageSet; readonly base: World; readonly macros: MacroOptions | undefined },
): Promise<BuildProblem[]> {
  // A file need not be called as its class, which is what it replaces.
  const files = sources.map(({ text }, index) => ({ file: `${texts[index]?.name}.uc`, text }))
  const checks = await checkTexts(files, [pkg], {
    ...around,
    packageName: pkg.name,
    code: false,
    older: pkg,
    // Only what the classes use need be there.
    allowMissing: true,
    macros: ({ path }) => ({ ...around.macros, className: path.slice(0, -'.uc'.length) }),
  })
  return checks.flatMap(({ lines, problems }, index) =>
    problems.map(({ level: severity, message, suggestion, start, end, missingPackage }) => ({
      severity,
      className: texts[index]?.name ?? '',
      file: texts[index]?.file ?? '',
      line: lines.lineOf(start),
      column: lines.columnOf(start),
      length: end - start,
      message: withSuggestion(message, suggestion),
      missingPackage,
    })),
  )
}

/** A problem of a text that is compiled, where it is in the text as it was written. */
function placedBefore(problem: BuildProblem, sources: readonly ExpandedSource[]): BuildProblem {
  const { file, line, column } = problem
  return { ...problem, ...sources.find((one) => one.file === file)?.placeBefore(line, column) }
}

/** @throws {BuildError} the errors. */
function throwErrors(problems: readonly BuildProblem[], { missingPackages }: World): void {
  const errors = problems.filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new BuildError(errors, missingPackages)
}

/** A text with the class that it declares, and that class in the document. */
function textOf(edit: PackageEdit, { file, text }: SourceFileText) {
  const name = classNameOf(text)
  if (name === undefined) throw new PackageError('refused', `${file}: expected a class declaration, found none`)
  const entry = edit.children(null).find((one): one is EditExport => 'body' in one && isClassNamed(one, name))
  return { file, name, entry, hasDefaults: classTextOf(text).defaults !== undefined }
}

/** The class that an object is in, by name; its default object (UE3) is beside it. */
function classOf(entry: EditExport): string {
  let at: EditObject = entry
  while (at.outer !== null) at = at.outer
  return at.name.replace(/^Default__/i, '')
}

function isInClass(entry: EditExport, name: string): boolean {
  return isSameName(classOf(entry), name)
}

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The document as a package: compiling reads what earlier edits made of it. */
async function asItIs(edit: PackageEdit): Promise<Package> {
  const { game, name } = edit.package
  const image = await buildImage(edit)
  const bytes = await image.slice(0, image.byteLength)
  return openPackage(memorySource(bytes), { game: game.id, fileName: `${name}.u` })
}

function isClassNamed(entry: EditExport, name: string): boolean {
  return entry.class === null && entry.name.toLowerCase() === name.toLowerCase()
}

/**
 * What can go: a component that classes below start theirs from stays (UE3), since they are not compiled
 * again.
 */
function withoutArchetypes(edit: PackageEdit, left: readonly EditExport[]): EditExport[] {
  const going = new Set(left)
  const needed = new Set(edit.exports.flatMap((one) => (going.has(one) ? [] : [one.archetype])))
  return left.filter((one) => !needed.has(one))
}

/** Makes new objects like those of a cooked package. */
function markStripped(added: readonly EditExport[]): void {
  for (const { body } of added) if (body.kind === 'changed' && body.object instanceof Field) body.object.stripped = true
}

function isText({ className }: EditExport): boolean {
  return className === 'TextBuffer'
}
