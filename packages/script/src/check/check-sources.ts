import type { Package, PackageSet } from '@ukit/core'
import type { CompileEnvironment, CompileProblem } from '../compile/environment.js'
import { environmentOf } from '../compile/package-environment.js'
import { missingAbove } from '../compile/scope.js'
import { compileConditions, compileFunction, compileState } from '../compile/scripts.js'
import { expandMacros, type MacroOptions, type MacroProblem } from '../parser/macros.js'
import { type ParsedSource, parseSource } from '../parser/parse.js'
import { SourceClass } from '../symbols/from-source.js'
import { functionAt } from '../symbols/function-at.js'
import type { ClassSymbol, FunctionSymbol, StandIn, World } from '../symbols/symbol.js'
import { loadWorld } from '../symbols/world.js'
import type { FunctionDeclaration, ReplicationBlock, SourceFile } from '../syntax/nodes.js'
import { LineStarts } from '../text/line-starts.js'
import { codeProblems } from './check-code.js'
import { declarationProblems, reachesObject } from './check-declarations.js'
import { defaultProblems } from './check-defaults.js'
import { duplicateProblems } from './check-duplicates.js'
import { functionProblems } from './check-functions.js'
import { generationProblems } from './check-generation.js'
import { interfaceProblems } from './check-interfaces.js'
import { MissingBases } from './check-missing-bases.js'
import { modifierProblems } from './check-modifiers.js'
import { nativeProblems } from './check-natives.js'
import { ObjectsCheck } from './check-objects.js'
import { placeOfDefaults } from './check-place-of-defaults.js'
import { sizeProblems } from './check-sizes.js'
import type { KeptResults } from './kept-results.js'
import { KnownNames } from './known-names.js'
import type { SourceProblem } from './source-problem.js'

/** The text of a class that is checked. */
export interface CheckedSource {
  /** The package that it belongs to. */
  readonly packageName: string
  /** Where the file is, as problems name it. */
  readonly path: string
  /** The source of one class. */
  readonly text: string
}

/** *What checking the text of a class found.* */
export interface SourceCheck {
  readonly path: string
  readonly text: string
  /**
   * Where lines begin, for positions as line and column; live: a new `LineStarts` of the text is the same.
   */
  readonly lines: LineStarts
  /** Functions, states and replications that were compiled. */
  readonly scripts: number
  /** In the order of the text. */
  readonly problems: readonly SourceProblem[]
  /** Packages that were not found, and whose built-in declarations stood in for all of these texts. */
  readonly standIns: readonly StandIn[]
}

/** What is known around the texts. */
export interface SourceCheckOptions {
  /** Other packages that the texts refer to. */
  readonly packages?: PackageSet | undefined
  /** UE3: the files that `` `include `` names, and those whose macros every text of a package knows. */
  readonly macros?: ((source: CheckedSource) => MacroOptions) | undefined
  /** True if built-in tables say what missing packages declare: see `WorldOptions`. Default: false. */
  readonly standIns?: boolean | 'all' | undefined
  /** A world that already has packages of these: they are not read again. */
  readonly base?: World | undefined
  /** True if code is compiled whose superclasses are in a package that is missing. */
  readonly allowMissing?: boolean | undefined
  /** An older build of the package: see `WorldOptions`. */
  readonly older?: Package | undefined
  /**
   * True if code is compiled; without it only declarations, default properties and names of objects are
   * checked.
   */
  readonly code?: boolean | undefined
  /** Parses a text, or returns the result of an earlier parse. */
  readonly parse?: ((text: string) => ParsedSource) | undefined
  /**
   * What checks of these texts without their code found before: what is still valid is not looked for again.
   */
  readonly kept?: KeptResults<KeptCheck> | undefined
  /** Called with the number of texts that are checked. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** What checking a text found that only texts and packages around them can change. */
export interface KeptCheck {
  readonly path: string
  /** The text as it was written, before macros; offsets refer to it. */
  readonly written: string
  readonly problems: readonly SourceProblem[]
}

/** What `checkSources` does unless told otherwise. */
export const CHECK_SOURCES_DEFAULTS = { code: true } as const satisfies SourceCheckOptions

/**
 * *Checks texts as the engine's compiler would*: declarations, every body, default properties, and the
 * objects that they name. Nothing is built. The texts may refer to each other in any order, and to the
 * base packages, the first of which says for which compiler the code is.
 */
export async function checkSources(
  sources: readonly CheckedSource[],
  base: readonly Package[],
  options: SourceCheckOptions = {},
): Promise<SourceCheck[]> {
  const [core] = base
  const { packages, code = CHECK_SOURCES_DEFAULTS.code, parse = parseSource } = options
  const { signal, onProgress } = options
  const parsed = sources.map((source) => {
    signal?.throwIfAborted()
    const expanded = core?.context.engine === 3 ? expandMacros(source.text, options.macros?.(source)) : undefined
    const tree = parse(expanded?.text ?? source.text)
    return { ...source, expanded, ...tree, source: tree, written: source.text }
  })
  const world = await loadWorld(base, {
    packages,
    base: options.base,
    older: options.older,
    standIns: options.standIns ?? false,
    sources: parsed,
    signal,
  })
  const kept = code ? undefined : options.kept
  kept?.begin(
    parsed.map(({ source }) => source),
    world,
    options.older,
  )
  const own = core === undefined ? undefined : environmentOf(core, world)
  const symbols = parsed.map(({ file, packageName }) => symbolOf(file, packageName, world))
  const names = new KnownNames(
    world,
    symbols.filter((symbol) => symbol !== undefined),
  )
  const objects = new ObjectsCheck(world, names, packages, core?.context.engine ?? 1)
  const bases = new MissingBases(symbols.filter((symbol) => symbol !== undefined))
  const checks: SourceCheck[] = []
  for (const [index, { path, text, written, packageName, expanded, file, source, problems }] of parsed.entries()) {
    signal?.throwIfAborted()
    const before = kept?.of(source)
    const isKept = before?.path === path && before.written === written
    const found: SourceProblem[] = isKept
      ? [...before.problems]
      : problems.map((problem) => ({ ...problem, suggestion: undefined }))
    // A mistake in the text often causes another one in its meaning.
    const add = (more: readonly SourceProblem[]) =>
      found.push(...more.filter((one) => !problems.some(({ start, end }) => start <= one.end && one.start <= end)))
    let scripts = 0
    const symbol = symbols[index]
    if (!isKept && own !== undefined && symbol !== undefined) {
      const { dialect } = own
      add(declarationProblems(file, symbol, classFileName(path), world, names))
      add(duplicateProblems(file, symbol))
      add(modifierProblems(file, symbol, names))
      add(sizeProblems(file, symbol, dialect))
      add(functionProblems(file, symbol, !dialect.hasMaps))
      add(generationProblems(file, text, symbol.world.engine, dialect))
      add(interfaceProblems(file, symbol))
      add(nativeProblems(file, symbol, world))
      const missing = options.allowMissing === true ? [] : bases.problemsOf(file, symbol)
      add(missing)
      // Everything that code and default properties use of a missing superclass would be wrong.
      const hasSupers = reachesObject(symbol) && (options.allowMissing === true || missingAbove(symbol) === null)
      if (hasSupers) add(codeProblems(file, symbol, world))
      const env: CompileEnvironment = {
        ...own,
        packageName,
        // Textures and the like are in packages that need not be here.
        findObject: (className, named) =>
          own.findObject(className, named) ??
          (className.toLowerCase() === 'class'
            ? undefined
            : { reference: { reference: 0, path: named }, class: world.class(className) }),
      }
      for (const compiled of code && hasSupers ? compileClass(env, file, symbol) : []) {
        scripts++
        add(compiled.filter(isNew).map(asProblem))
      }
      if (hasSupers) add(defaultProblems(file, symbol, text, world))
      add(placeOfDefaults(file, symbol, text, core?.compiler.declarations?.defaultsInText))
    }
    if (!isKept) kept?.keep(source, { path, written, problems: [...found] })
    // Not all packages that texts happen to name are among those around them.
    if (own !== undefined && symbol !== undefined) add(await objects.problemsOf(file, packageName))
    const at = (offset: number) => expanded?.sourceOffset(offset) ?? offset
    const placed = found.map((one) => ({ ...one, start: at(one.start), end: Math.max(at(one.start), at(one.end)) }))
    const lines = expanded === undefined ? source.lines : new LineStarts(written)
    const all = withMacroProblems(expanded?.problems ?? [], placed, lines)
    checks.push({
      path,
      text: written,
      lines,
      scripts,
      problems: all.sort((a, b) => a.start - b.start),
      standIns: world.standIns,
    })
    onProgress?.(checks.length, parsed.length)
  }
  return checks
}

/** Without what only follows from macros that are wrong: in their lines, or of a text that lacks a file. */
function withMacroProblems(
  macros: readonly MacroProblem[],
  others: readonly SourceProblem[],
  lines: LineStarts,
): SourceProblem[] {
  const said = macros.map(({ message, start, end, suggestion }) => ({
    level: 'error' as const,
    ...{ message, start, end, suggestion },
  }))
  const missing = said.filter((_, index) => macros[index]?.isMissingFile === true)
  if (missing.length > 0) return missing
  const wrong = new Set(macros.map(({ start }) => lines.lineOf(start)))
  return [...said, ...others.filter(({ start }) => !wrong.has(lines.lineOf(start)))]
}

function symbolOf(file: SourceFile, packageName: string, world: World): SourceClass | undefined {
  const symbol = world.class(`${packageName}.${file.header?.name}`)
  return symbol instanceof SourceClass && symbol.isOf(file) ? symbol : undefined
}

/** What the class in a file has to be called; empty for a path that is not of a source. */
function classFileName(path: string): string {
  return /([^/\\]+)\.uc$/i.exec(path)?.[1] ?? ''
}

/** The parser has said more about what could not be parsed. */
function isNew({ message }: CompileProblem): boolean {
  return !message.startsWith("'': ")
}

function asProblem({ message, start, end, suggestion, missingPackage }: CompileProblem): SourceProblem {
  return { level: 'error', message, start, end, suggestion, missingPackage }
}

/** The problems of each script of a class. */
function* compileClass(
  env: CompileEnvironment,
  file: SourceFile,
  owner: ClassSymbol,
): Generator<readonly CompileProblem[]> {
  const blocks: ReplicationBlock[] = []
  const code = owner.fields.filter((field) => field.kind === 'function')
  const compile = (node: FunctionDeclaration, symbols: readonly FunctionSymbol[]) => {
    const symbol = functionAt(symbols, node)
    return symbol === undefined ? [] : compileFunction(env, node, symbol).problems
  }
  for (const node of file.declarations) {
    if (node.kind === 'Replication') blocks.push(node)
    else if (node.kind === 'Function') yield compile(node, code)
    else if (node.kind === 'State') {
      const state = owner.states.get(node.name.toLowerCase())
      if (state === undefined) continue
      const inside = [...state.functions.values()]
      for (const inner of node.functions) yield compile(inner, inside)
      yield compileState(env, node, state).problems
    }
  }
  if (blocks.length > 0) yield compileConditions(env, blocks, owner).problems
}
