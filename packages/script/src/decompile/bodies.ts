import type { FormatContext } from '@ukit/container'
import type { Token } from '@ukit/objects/script'
import { dialectOf } from '../dialect/dialect-of.js'
import { UE3 } from '../dialect/dialects.js'
import type { ClassSymbol, FunctionSymbol, StateSymbol, World } from '../symbols/symbol.js'
import type { Block, Expression } from '../syntax/nodes.js'
import { Expressions } from './expressions.js'
import { isNothing } from './lifted.js'
import { type Lines, linesOf } from './lines.js'
import { runPasses } from './pipeline.js'
import { type Regions, regionsOf } from './regions.js'
import type { BodyDialect, BodyScope } from './scope.js'
import { Statements } from './statements.js'
import { tokenView } from './token-view.js'
import { block, listsOf, made } from './tree.js'

/** How bodies are decompiled. */
export interface BodyOptions {
  /** The name to print for a declaration; for packages whose names the language cannot have. */
  readonly rename?: ((name: string) => string) | undefined
  /** Names of nice passes to leave out. */
  readonly without?: ReadonlySet<string> | undefined
}

/** *Code as statements.* */
export interface DecompiledBody {
  /** The statements, to be printed. */
  readonly body: Block
  /**
   * Statements and expressions that are printed as a comment with their tokens: no source is known for them.
   */
  readonly resisted: number
  /** Jumps that are printed as `goto`. */
  readonly gotos: number
}

/** A function as statements. */
export interface DecompiledFunction extends DecompiledBody {
  /** UE3: the default value of each optional parameter, in order; `null` for one without. */
  readonly defaults: readonly (Expression | null)[]
}

/** A condition of a replication block. */
export interface DecompiledCondition {
  /** Its position in the class's script, which the replicated variables and functions name. */
  readonly offset: number
  /** The condition, to be printed. */
  readonly expression: Expression
}

/** Flag of parameters. */
const OPTIONAL = 0x10
/** Flag of functions. */
const NATIVE = 0x400

/**
 * *The body of a function.* This gives a body for any tokens: those that make no sense become an
 * `ErrorStatement` with the tokens, and are counted.
 *
 * @param symbol the function, `null` when only its class is known.
 */
export function decompileFunction(
  tokens: readonly Token[],
  world: World,
  context: FormatContext,
  symbol: FunctionSymbol,
  options: BodyOptions = {},
): DecompiledFunction {
  const scope = scopeOf(world, context, symbol.class, symbol.state, symbol, options)
  const { statements, script } = start(tokens, scope)
  const { view } = statements.expressions
  const defaults: (Expression | null)[] = []
  let from = 0
  if (context.engine >= 3) {
    for (const parameter of symbol.parameters) {
      if ((parameter.flags & OPTIONAL) === 0) continue
      const line = script.lines[from]
      if (line === undefined || (line.name !== 'DefaultParmValue' && line.name !== 'Nothing')) break
      const given = line.name === 'Nothing' ? [] : view.list(line.token, 'parameter')
      const value = given.find((one) => view.name(one) !== 'DebugInfo')
      defaults.push(value === undefined ? null : statements.expressions.typed(value, parameter.type).node)
      from++
    }
  }
  const cut = from === 0 ? script : withoutFirst(script, from)
  // A native function's script is a list of its parameters.
  if ((symbol.flags & NATIVE) !== 0 && cut.lines.every(({ name }) => name === 'NativeParm' || name === 'Nothing')) {
    return { body: block([]), resisted: 0, gotos: 0, defaults }
  }
  let end = cut.lines.length
  const last = cut.lines[end - 1]
  const value = last === undefined ? undefined : view.token(last.token, 'value')
  const isFinal =
    last?.name === 'Return' &&
    (value === undefined || isNothing(view.name(value)) || view.name(value) === 'ReturnNothing')
  if (isFinal) end--
  return { ...finish(cut, end, statements, options), defaults }
}

/** The code of a state, with its labels. */
export function decompileState(
  tokens: readonly Token[],
  world: World,
  context: FormatContext,
  symbol: StateSymbol,
  options: BodyOptions = {},
): DecompiledBody {
  const { statements, script } = start(tokens, scopeOf(world, context, symbol.class, symbol, null, options))
  let end = script.lines.length
  // What makes the table of labels begin at a multiple of four.
  while (end > 0 && script.lines[end - 1]?.name === 'Nothing') end--
  if (script.lines[end - 1]?.name === 'Stop') end--
  return finish(script, end, statements, options)
}

/** The conditions of a class's replication block. */
export function decompileConditions(
  tokens: readonly Token[],
  world: World,
  context: FormatContext,
  symbol: ClassSymbol,
  options: BodyOptions = {},
): DecompiledCondition[] {
  const { statements, script } = start(tokens, scopeOf(world, context, symbol, null, null, options))
  return script.lines.map(({ offset, token }) => ({ offset, expression: statements.expressions.condition(token) }))
}

function scopeOf(
  world: World,
  context: FormatContext,
  of: ClassSymbol,
  state: StateSymbol | null,
  body: FunctionSymbol | null,
  { rename }: BodyOptions,
): BodyScope {
  const scope = { world, context, dialect: dialectFor(world, context), class: of, state, function: body }
  return rename === undefined ? scope : { ...scope, rename }
}

const DIALECTS = new WeakMap<FormatContext, BodyDialect>()

/** The rules of the compiler that a package was made with. */
function dialectFor(world: World, context: FormatContext): BodyDialect {
  let dialect = DIALECTS.get(context)
  if (dialect === undefined) {
    const pkg = world.packages.find((one) => one.context === context)
    dialect = pkg === undefined ? UE3 : dialectOf(pkg, world)
    DIALECTS.set(context, dialect)
  }
  return dialect
}

function start(tokens: readonly Token[], scope: BodyScope): { statements: Statements; script: Lines } {
  const view = tokenView(scope.context)
  return { statements: new Statements(new Expressions(scope, view)), script: linesOf(tokens, view) }
}

/** Without the first lines; jumps to them lead nowhere. */
function withoutFirst(script: Lines, count: number): Lines {
  const lines = script.lines.slice(count)
  for (const line of lines) if (line.target >= 0) line.target = Math.max(line.target - count, -2)
  const sources = script.sources.slice(count).map((from) => from.map((i) => i - count))
  return { lines, sources, labels: script.labels }
}

function finish(script: Lines, end: number, statements: Statements, options: BodyOptions): DecompiledBody {
  const regions: Regions = regionsOf(script, end, statements)
  runPasses(regions, options.without)
  let gotos = 0
  let lost = 0
  for (const list of listsOf(regions.body)) {
    for (const statement of list) {
      if (statement.kind === 'Goto' && regions.gotos.has(statement)) gotos++
      if (statement.kind === 'ErrorStatement') lost++
    }
  }
  const resisted = lost + statements.expressions.resisted
  return { body: regions.body, resisted, gotos }
}

/** A body that could not be read at all, as a comment. */
export function unreadableBody(message: string): DecompiledFunction {
  const statement = made({ kind: 'ErrorStatement', text: message })
  return { body: block([statement]), resisted: 1, gotos: 0, defaults: [] }
}
