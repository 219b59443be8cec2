import { type Package, PackageSet } from '@ukit/core'
import { Struct } from '@ukit/objects/script'
import type { CompileEnvironment } from '../compile/environment.js'
import { environmentOf } from '../compile/package-environment.js'
import { type CompiledScript, compileConditions, compileFunction, compileState } from '../compile/scripts.js'
import {
  type BodyOptions,
  type DecompiledFunction,
  decompileConditions,
  decompileFunction,
  decompileState,
} from '../decompile/bodies.js'
import { hasLogMacros } from '../decompile/log-macros.js'
import { precedenceIn } from '../decompile/operators.js'
import { ReadableNames } from '../decompile/readable-names.js'
import { block, listsOf } from '../decompile/tree.js'
import { expandMacros } from '../parser/macros.js'
import { parseBody, parseExpression } from '../parser/parse.js'
import { printNode } from '../print/print.js'
import type { ClassSymbol, FunctionSymbol, ScriptSymbol, StateSymbol } from '../symbols/symbol.js'
import { loadWorld } from '../symbols/world.js'
import type {
  Block,
  Expression,
  FunctionDeclaration,
  Parameter,
  ReplicationBlock,
  StateDeclaration,
} from '../syntax/nodes.js'
import { compareScripts } from './compare.js'
import { neededPackage, type ProofSkip } from './needed-package.js'
import type { Proof, ProofDifference, ProofOptions } from './prove-package.js'
import { withoutDebug } from './without-debug.js'

/** Flag of functions: there is a body. */
const DEFINED = 0x2
/** Flag of functions and parameters. */
const OPTIONAL = 0x10

/** How the way back is proven. */
export interface DecompiledProofOptions extends ProofOptions, BodyOptions {}

/**
 * *Decompiles every script of a package, prints it, parses and compiles the text, and compares with the
 * stored script.* A text that the package carries is not looked at.
 *
 * The line of an `assert` is taken from the script: the text of a body alone does not have it. What is proven
 * are bodies, state code and replication conditions; the declarations around them come from the package.
 */
export async function proveDecompiled(pkg: Package, options: DecompiledProofOptions = {}): Promise<Proof> {
  const world = await loadWorld([pkg], {
    packages: options.packages ?? new PackageSet(),
    standIns: options.standIns ?? false,
  })
  const env = { ...environmentOf(pkg, world), mayNameMissingTags: false }
  const prover = new DecompiledProver(env, new ReadableNames(pkg), options)
  const classes = world.classesOf(pkg)
  for (const [index, symbol] of classes.entries()) {
    prover.class(symbol)
    options.onProgress?.(index + 1, classes.length)
  }
  const { scripts, identical, skipped, differences, lines } = prover
  const { dialect } = prover.env
  const { missingPackages, standIns } = world
  return { scripts, identical, skipped, differences, texts: 0, lines, dialect: dialect.id, missingPackages, standIns }
}

class DecompiledProver {
  scripts = 0
  identical = 0
  lines = 0
  readonly skipped: ProofSkip[] = []
  readonly differences: ProofDifference[] = []
  readonly env: CompileEnvironment
  readonly #names: ReadableNames
  readonly #options: BodyOptions

  constructor(env: CompileEnvironment, names: ReadableNames, options: BodyOptions) {
    this.env = env
    this.#names = names
    this.#options = names.isNeeded ? { rename: names.rename, ...options } : options
  }

  class(symbol: ClassSymbol): void {
    const { world, context } = this.env
    for (const field of symbol.fields) {
      if (field.kind === 'function') this.#function(field)
      else if (field.kind === 'state') {
        for (const one of field.functions.values()) this.#function(one)
        this.#script(field, (tokens) => {
          const { body } = decompileState(tokens, world, context, field, this.#options)
          return compileState(this.env, stateNode(field, this.#reparse(body, symbol)), field)
        })
      }
    }
    this.#script(symbol, (tokens) => {
      const conditions = decompileConditions(tokens, world, context, symbol, this.#options)
      const printed = conditions.map(({ expression }) => this.#reparseExpression(expression, symbol))
      return compileConditions(this.env, [replicationNode(printed)], symbol)
    })
  }

  #function(symbol: FunctionSymbol): void {
    const { world, context } = this.env
    this.#script(symbol, (tokens) => {
      const decompiled = decompileFunction(tokens, world, context, symbol, this.#options)
      const body = (symbol.flags & DEFINED) === 0 ? null : this.#reparse(decompiled.body, symbol.class)
      return compileFunction(this.env, functionNode(symbol, body, this.#parameters(symbol, decompiled)), symbol)
    })
  }

  #parameters(symbol: FunctionSymbol, { defaults }: DecompiledFunction): Parameter[] {
    let next = 0
    return symbol.parameters.map(({ name, flags }) => {
      const value = (flags & OPTIONAL) === 0 ? null : (defaults[next++] ?? null)
      return parameterNode(name, value === null ? null : this.#reparseExpression(value, symbol.class))
    })
  }

  /** A body from its text. */
  #reparse(body: Block, of: ClassSymbol): Block {
    if (this.#names.isNeeded) this.#names.applyTo(body)
    const macros = hasLogMacros(this.env.world)
    const text = printNode(body, { precedence: precedenceIn(of), macros })
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.lines++
    const { tree, problems } = parseBody(macros ? expandMacros(text).text : text)
    if (problems[0] !== undefined) throw new UnreadableText(problems[0].message)
    keepLines(body, tree)
    this.#names.restoreIn(tree)
    return tree
  }

  #reparseExpression(expression: Expression, of: ClassSymbol): Expression {
    if (this.#names.isNeeded) this.#names.applyTo(expression)
    const { tree, problems } = parseExpression(printNode(expression, { precedence: precedenceIn(of) }))
    if (problems[0] !== undefined) throw new UnreadableText(problems[0].message)
    this.#names.restoreIn(tree)
    return tree
  }

  #script(symbol: ScriptSymbol, compile: (tokens: Struct['script']['tokens']) => CompiledScript): void {
    const object = this.env.world.objectOf(symbol)
    if (!(object instanceof Struct)) return
    const { context } = this.env
    const stored = withoutDebug(object.script.tokens, context)
    if (stored.length === 0 && object.script.raw === undefined) return
    const path = symbol.path.slice(symbol.path.indexOf('.') + 1)
    const differs = (message: string): void => {
      this.scripts++
      this.differences.push({ object: path, at: -1, message, stored, compiled: null, statement: 0 })
    }
    if (object.script.raw !== undefined) {
      differs('its bytes are not known tokens of this engine')
      return
    }
    let compiled: CompiledScript
    try {
      compiled = compile(object.script.tokens)
    } catch (error) {
      if (!(error instanceof UnreadableText)) throw error
      differs(`the text does not parse: ${error.message}`)
      return
    }
    const { tokens, problems } = compiled
    const [problem] = problems
    const difference = problem === undefined ? compareScripts(stored, tokens, context, this.env.world) : undefined
    const missing = neededPackage(compiled, this.env.world, difference !== undefined)
    if (missing !== undefined) {
      this.skipped.push({ object: path, package: missing })
      return
    }
    if (problem !== undefined) {
      differs(problem.message)
      return
    }
    this.scripts++
    if (difference === undefined) this.identical++
    else this.differences.push({ object: path, stored, compiled: tokens, ...difference })
  }
}

/**
 * Gives each `assert` its line again: the compiler writes where the text had it, which a body alone cannot
 * say.
 */
function keepLines(from: Block, to: Block): void {
  const asserts = (body: Block) => listsOf(body).flatMap((list) => list.filter((one) => one.kind === 'Assert'))
  const stored = asserts(from)
  asserts(to).forEach((one, i) => {
    one.line = stored[i]?.line ?? one.line
  })
}

/** Printed code that the parser does not take. */
class UnreadableText extends Error {}

const NOWHERE = { start: -1, end: -1 }

function functionNode(symbol: FunctionSymbol, body: Block | null, parameters: Parameter[]): FunctionDeclaration {
  return {
    kind: 'Function',
    modifiers: [],
    form: 'function',
    precedence: null,
    returnType: null,
    returnModifiers: [],
    name: symbol.name,
    parameters,
    isConst: false,
    body,
    codeStart: -1,
    ...NOWHERE,
  }
}

function parameterNode(name: string, value: Expression | null): Parameter {
  const type = { kind: 'NamedType', name: 'int', cpp: null, ...NOWHERE } as const
  return { kind: 'Parameter', modifiers: [], type, name, dimension: null, default: value, ...NOWHERE }
}

function stateNode(symbol: StateSymbol, { statements }: Block): StateDeclaration {
  return {
    kind: 'State',
    modifiers: [],
    isEditable: false,
    name: symbol.name,
    extends: null,
    ignores: [],
    functions: [],
    code: block(statements).statements,
    codeStart: -1,
    ...NOWHERE,
  }
}

function replicationNode(conditions: readonly Expression[]): ReplicationBlock {
  return {
    kind: 'Replication',
    conditions: conditions.map((condition) => ({
      kind: 'ReplicationCondition',
      reliable: null,
      condition,
      names: [],
      ...NOWHERE,
    })),
    ...NOWHERE,
  }
}
