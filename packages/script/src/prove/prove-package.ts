import { ObjectReader, type Package, PackageSet } from '@ukit/core'
import { Struct, type Token } from '@ukit/objects/script'
import type { CompileEnvironment, CompileProblem } from '../compile/environment.js'
import { environmentOf } from '../compile/package-environment.js'
import { type CompiledScript, compileConditions, compileFunction, compileState } from '../compile/scripts.js'
import { listsOf } from '../decompile/tree.js'
import { dialectOf } from '../dialect/dialect-of.js'
import { type ParsedSource, parseSource } from '../parser/parse.js'
import type { WorldSource } from '../symbols/loaded-world.js'
import type { ClassSymbol, FunctionSymbol, ScriptSymbol, StandIn, World } from '../symbols/symbol.js'
import { loadWorld } from '../symbols/world.js'
import type { FunctionDeclaration, ReplicationBlock } from '../syntax/nodes.js'
import type { LineStarts } from '../text/line-starts.js'
import { classText } from './class-texts.js'
import { compareScripts } from './compare.js'
import { neededPackage, type ProofSkip } from './needed-package.js'
import { isDebugBuild } from './without-debug.js'

/** A script that does not come out as it is stored. */
export interface ProofDifference {
  /** Path of the function, state or class, without the package. */
  readonly object: string
  /** Bytes of memory in front of the statement that differs first; −1 when the text does not compile. */
  readonly at: number
  /** What is different, or why the text does not compile. */
  readonly message: string
  /** The code that the package has. */
  readonly stored: readonly Token[]
  /** `null` when the text does not compile. */
  readonly compiled: readonly Token[] | null
  /** Index of the statement that differs first. */
  readonly statement: number
}

/** *What proving a package found.* */
export interface Proof {
  /** Scripts that were compared. */
  readonly scripts: number
  /** Scripts that compile to the stored code. */
  readonly identical: number
  /** Scripts that were not compared, since a package is missing. */
  readonly skipped: readonly ProofSkip[]
  /** Scripts that compile to other code, or not at all. */
  readonly differences: readonly ProofDifference[]
  /** Classes with a text. */
  readonly texts: number
  /** Lines of these texts. */
  readonly lines: number
  /** The generation of the compiler whose rules were used. */
  readonly dialect: string
  /** Packages that were needed and are not available. */
  readonly missingPackages: readonly string[]
  /** Packages that were not available either, and for which built-in tables stood in. */
  readonly standIns: readonly StandIn[]
}

/** Where to find what a package refers to. */
export interface ProofOptions {
  readonly packages?: PackageSet | undefined
  /** Take what the classes declare from their texts, not from their objects. */
  readonly symbolsFromSource?: boolean | undefined
  /**
   * True if built-in tables say what missing packages declare. They may be those of another version: if Core
   * or Engine is one, a script that differs is skipped. Default: false.
   */
  readonly standIns?: boolean | undefined
  /** Called after each class. */
  onProgress?(done: number, total: number): void
}

/**
 * *Compiles the source that a package carries, and compares with the scripts that it carries.* Every
 * function, state with code and class with replication conditions that has a text is one script.
 */
export async function provePackage(pkg: Package, options: ProofOptions = {}): Promise<Proof> {
  const packages = options.packages ?? new PackageSet()
  const { standIns = false } = options
  const compiled = await loadWorld([pkg], { packages, standIns })
  const reader = await ObjectReader.open(pkg, {})
  const sources = options.symbolsFromSource === true ? await sourcesOf(pkg, compiled, reader) : []
  const world = sources.length === 0 ? compiled : await loadWorld([pkg], { packages, sources, standIns })
  const env = { ...environmentOf(pkg, world), dialect: dialectOf(pkg, compiled) }
  const prover = new Prover(env, pkg, compiled)
  let texts = 0
  let lines = 0
  const classes = compiled.classesOf(pkg)
  for (const [index, symbol] of classes.entries()) {
    const text = await classText(symbol, compiled, reader)
    if (text !== undefined) {
      texts++
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
      prover.class(symbol, parseSource(text))
    }
    options.onProgress?.(index + 1, classes.length)
  }
  const { scripts, identical, skipped, differences } = prover
  return {
    scripts,
    identical,
    skipped,
    differences,
    texts,
    lines,
    dialect: env.dialect.id,
    missingPackages: world.missingPackages,
    standIns: world.standIns,
  }
}

/** The texts of all classes of a package, parsed. */
async function sourcesOf(pkg: Package, world: World, reader: ObjectReader): Promise<WorldSource[]> {
  const sources: WorldSource[] = []
  for (const symbol of world.classesOf(pkg)) {
    const text = await classText(symbol, world, reader)
    if (text !== undefined) sources.push({ packageName: symbol.packageName, file: parseSource(text).file })
  }
  return sources
}

const OVERLOADED = 0x80_0000

class Prover {
  scripts = 0
  identical = 0
  readonly skipped: ProofSkip[] = []
  readonly differences: ProofDifference[] = []
  readonly #env: CompileEnvironment
  readonly #package: Package

  /** Of the text that is proved. */
  #lines: LineStarts | undefined
  #text = ''
  /** Where the stored scripts are. */
  readonly #compiled: World
  readonly #isDebugBuild: boolean

  constructor(env: CompileEnvironment, pkg: Package, compiled: World) {
    this.#env = env
    this.#package = pkg
    this.#compiled = compiled
    this.#isDebugBuild = isDebugBuild(pkg, compiled)
  }

  /** Every script of a class that its text has. */
  class(symbol: ClassSymbol, { file, lines, text }: ParsedSource): void {
    this.#lines = lines
    this.#text = text
    const nodes: FunctionDeclaration[] = []
    const blocks: ReplicationBlock[] = []
    for (const declaration of file.declarations) {
      if (declaration.kind === 'Function') nodes.push(declaration)
      else if (declaration.kind === 'Replication') blocks.push(declaration)
      else if (declaration.kind === 'State') {
        const state = symbol.states.get(declaration.name.toLowerCase())
        if (state === undefined) continue
        this.#functions(declaration.functions, [...state.functions.values()])
        this.#script(state, (env, meant) => compileState(env, declaration, meant), declaration.codeStart)
      }
    }
    this.#functions(
      nodes,
      symbol.fields.filter((field) => field.kind === 'function'),
    )
    if (blocks.length > 0) this.#script(symbol, (env, meant) => compileConditions(env, blocks, meant), 0)
  }

  #stored(symbol: ScriptSymbol): readonly Token[] | undefined {
    const object = this.#compiled.objectOf(symbol)
    if (!(object instanceof Struct) || object.script.raw !== undefined) return undefined
    return object.script.tokens
  }

  #functions(nodes: readonly FunctionDeclaration[], symbols: readonly FunctionSymbol[]): void {
    const { hasOverloads } = this.#env.dialect
    const byName = new Map<string, FunctionSymbol[]>()
    for (const symbol of symbols) {
      const key = symbol.friendlyName.toLowerCase()
      // Only says that several functions share the name.
      if (hasOverloads && (symbol.flags & OVERLOADED) !== 0 && symbol.name.toLowerCase() === key) continue
      const list = byName.get(key)
      if (list === undefined) byName.set(key, [symbol])
      else list.push(symbol)
    }
    const seen = new Map<string, number>()
    for (const node of nodes) {
      const key = node.name.toLowerCase()
      const candidates = byName.get(key) ?? []
      const nth = seen.get(key) ?? 0
      seen.set(key, nth + 1)
      const symbol =
        candidates.length === 1
          ? candidates[0]
          : (candidates.find((one) => one.textPosition === node.codeStart) ?? candidates[nth])
      if (symbol === undefined) continue
      this.#countLines(node, symbol)
      this.#script(symbol, (env, meant) => compileFunction(env, node, meant), node.codeStart)
    }
  }

  /**
   * UE3 counts lines in the file, not in the text that is left when macros are expanded: asserts say where
   * they were.
   */
  #countLines({ body, codeStart }: FunctionDeclaration, symbol: FunctionSymbol): void {
    const before = body === null ? 0 : this.#linesBefore(symbol, codeStart)
    if (body === null || before === 0) return
    for (const statement of listsOf(body).flat()) if (statement.kind === 'Assert') statement.line += before
  }

  /** How many lines the file has in front of a script that its text does not have. */
  #linesBefore(symbol: ScriptSymbol, codeStart: number): number {
    const object = this.#compiled.objectOf(symbol)
    if (!(object instanceof Struct) || object.line < 0 || this.#lines === undefined) return 0
    return object.line - this.#lines.lineOf(symbol.kind === 'class' ? object.textPosition : codeStart)
  }

  /** What a script is compiled with; of a debug build so that it gets its notes. */
  #environmentOf(symbol: ScriptSymbol, codeStart: number): CompileEnvironment {
    const lines = this.#lines
    if (lines === undefined || !this.#isDebugBuild) return this.#env
    const before = this.#linesBefore(symbol, codeStart)
    return { ...this.#env, debug: { text: this.#text, lineOf: (position) => lines.lineOf(position) + before } }
  }

  /** The symbol of the world that code is compiled in. */
  #meant<S extends ScriptSymbol>(symbol: S): S {
    const found = this.#env.world.symbolOf(this.#compiled.exportOf(symbol) ?? null)
    return isSameKind(found, symbol) ? found : symbol
  }

  #script<S extends ScriptSymbol>(
    symbol: S,
    compile: (env: CompileEnvironment, symbol: S) => CompiledScript,
    codeStart: number,
  ): void {
    const stored = this.#stored(symbol)
    if (stored === undefined) return
    const path = symbol.path.slice(symbol.path.indexOf('.') + 1)
    const result = compile(this.#environmentOf(symbol, codeStart), this.#meant(symbol))
    const { tokens, problems } = result
    const [problem] = problems
    if (problem === undefined && stored.length === 0 && tokens.length === 0) return
    const { context } = this.#package
    const difference = problem === undefined ? compareScripts(stored, tokens, context, this.#env.world) : undefined
    const missing = neededPackage(result, this.#compiled, difference !== undefined)
    if (missing !== undefined) {
      this.skipped.push({ object: path, package: missing })
      return
    }
    this.scripts++
    if (problem !== undefined)
      this.differences.push({ object: path, at: -1, message: textOf(problem), stored, compiled: null, statement: 0 })
    else if (difference === undefined) this.identical++
    else this.differences.push({ object: path, stored, compiled: tokens, ...difference })
  }
}

function isSameKind<S extends ScriptSymbol>(found: ScriptSymbol | undefined, symbol: S): found is S {
  return found?.kind === symbol.kind
}

function textOf({ message, suggestion }: CompileProblem): string {
  return suggestion === undefined ? message : `${message}; did you mean '${suggestion}'?`
}
