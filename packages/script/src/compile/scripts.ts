import { Name } from '@ukit/container'
import type { Label as StoredLabel, Token } from '@ukit/objects/script'
import { DebugKind } from '../listing/debug-kinds.js'
import { textPosition } from '../parser/text-position.js'
import type { ClassSymbol, FunctionSymbol, StateSymbol } from '../symbols/symbol.js'
import type { FunctionDeclaration, Parameter, ReplicationBlock, Span, StateDeclaration } from '../syntax/nodes.js'
import { BOOL } from '../types/types.js'
import { attachNotes } from './debug-notes.js'
import type { CompileEnvironment, CompileProblem } from './environment.js'
import { Expressions } from './expressions.js'
import type { Code } from './labels.js'
import { Scope } from './scope.js'
import { Statements } from './statements.js'

const OPTIONAL = 0x10
const OUT = 0x100
const NATIVE = 0x400

/** *A script as it was compiled*: tokens, unless something was wrong. */
export interface CompiledScript {
  /** The code, statement after statement. */
  readonly tokens: Token[]
  /** Why it is not what the source says; empty when it is. */
  readonly problems: readonly CompileProblem[]
  /** A missing package, if it could change the tokens. */
  readonly doubted: string | undefined
  /** Bytes of memory, where the script has its labels; 0xFFFF for none. */
  readonly labelTableOffset: number
  /** The statement of the text that each token comes from, in an environment with a `watch`. */
  readonly sources?: ReadonlyMap<Token, Span> | undefined
}

const NO_LABELS = 0xffff

/** Bytes of memory that jumps can reach. */
const MOST_BYTES = 0xffff

/**
 * *Compiles a function*: the declaration from the text, in the scope of the symbol that says what its
 * parameters and local variables are.
 */
export function compileFunction(
  env: CompileEnvironment,
  node: FunctionDeclaration,
  symbol: FunctionSymbol,
): CompiledScript {
  const at = new Expressions(env, new Scope(symbol.class, symbol.state, symbol))
  const { writer, dialect } = env
  const statements = new Statements(at, symbol.returnValue?.type ?? null)
  const { code } = statements
  const finish = (): CompiledScript => {
    if (dialect.endOfScript && code.tokens.length > 0) code.add(writer.make('EndOfScript'))
    finishCode(at, code, node)
    const { tokens, sources } = code
    return { tokens, problems: at.problems, doubted: at.doubted, labelTableOffset: NO_LABELS, sources }
  }
  if ((symbol.flags & NATIVE) !== 0) {
    if (dialect.nativesHaveDefaults) parameterDefaults(at, node.parameters, symbol, code.tokens)
    for (const parameter of symbol.parameters) code.add(writer.make('NativeParm', env.binder.symbol(parameter)))
    if (dialect.nativesEndWithNothing) code.add(writer.nothing())
    return finish()
  }
  if (node.body === null && !dialect.bodylessReturns) return finish()
  if (dialect.isFirst) {
    code.add(parameterSizes(at, symbol))
    if (node.body !== null) statements.body(node.body.statements)
    code.add(writer.make('Return'))
    code.add(writer.make('EndOfScript'))
    return finish()
  }
  if (dialect.hasParameterDefaults) parameterDefaults(at, node.parameters, symbol, code.tokens)
  // For one without a body, the place of its `;`.
  const end = node.body?.end ?? node.codeStart
  if (at.notes !== undefined) {
    const start = node.body === null ? end : textPosition(at.notes.text, node, env.context.engine === 3)
    statements.note(DebugKind.NewStack, start)
  }
  if (node.body !== null) statements.body(node.body.statements)
  statements.note(DebugKind.Return, end)
  const { returnValue } = symbol
  const nothing =
    returnValue !== null && env.context.engine === 3
      ? writer.makeNamed('ReturnNothing', { variable: env.binder.symbol(returnValue) })
      : writer.nothing()
  code.add(writer.makeNamed('Return', { value: nothing }))
  statements.note(DebugKind.PreviousStack, end)
  return finish()
}

/** Before 62: the bytes of each parameter, and whether it is `out`. */
function parameterSizes(at: Expressions, { parameters }: FunctionSymbol): Token {
  const sizes = parameters.flatMap(({ type, dimension, flags }) => [
    at.sizeOf(type, dimension),
    (flags & OUT) === 0 ? 0 : 1,
  ])
  return at.writer.make('BeginFunction', Int32Array.from(sizes))
}

/** UE3: a token for each optional parameter, with its default where it has one. */
function parameterDefaults(
  at: Expressions,
  nodes: readonly Parameter[],
  symbol: FunctionSymbol,
  tokens: Token[],
): void {
  const { writer } = at
  for (const [index, parameter] of symbol.parameters.entries()) {
    if ((parameter.flags & OPTIONAL) === 0) continue
    const value = nodes[index]?.default ?? null
    if (value === null) {
      tokens.push(writer.nothing())
      continue
    }
    try {
      const compiled = at.typed(value, parameter.type, `the default of '${parameter.name}'`)
      const before = at.notes?.make(DebugKind.NewStack, at.notes.after('=', value.start))
      const after = at.notes?.makeNext(DebugKind.PreviousStack, value.end)
      const parts = [before, compiled.token, after].filter((part) => part !== undefined)
      const size = parts.reduce((sum, part) => sum + writer.size(part), 0)
      tokens.push(writer.makeNamed('DefaultParmValue', { skip: size + 1, parameter: parts }))
    } catch (error) {
      if (!at.isStop(error, value)) throw error
      at.reset()
    }
  }
}

/** *Compiles the code of a state*, with the table of its labels. */
export function compileState(env: CompileEnvironment, node: StateDeclaration, symbol: StateSymbol): CompiledScript {
  const at = new Expressions(env, new Scope(symbol.class, symbol, null))
  const { writer, dialect, binder } = env
  const statements = new Statements(at, null)
  const { code } = statements
  statements.body(node.code)
  if (at.notes !== undefined) statements.note(DebugKind.PreviousStack, at.notes.after('}', node.end))
  code.add(writer.make(dialect.isFirst ? 'EndOfScript' : 'Stop'))
  let labelTableOffset = NO_LABELS
  if (statements.labelNames.length > 0) {
    let end = code.offsets().at(-1) ?? 0
    while ((end + 1) % 4 !== 0) {
      code.add(writer.nothing())
      end++
    }
    labelTableOffset = end + 1
    const offsets = code.offsets()
    const labels: StoredLabel[] = statements.labelNames
      .map(({ name, label }) => ({ name: binder.name(name), offset: offsets[label.statement] ?? 0 }))
      .reverse()
    labels.push({ name: Name.NONE, offset: NO_LABELS })
    code.add(writer.make('LabelTable', labels))
  }
  if (dialect.endOfScript) code.add(writer.make('EndOfScript'))
  finishCode(at, code, node)
  const { tokens, sources } = code
  return { tokens, problems: at.problems, doubted: at.doubted, labelTableOffset, sources }
}

/** Fills in the jumps, which have 16 bits. */
function finishCode(at: Expressions, code: Code, { name, start }: FunctionDeclaration | StateDeclaration): void {
  const over = code.finish() - MOST_BYTES
  if (at.notes !== undefined) attachNotes(code.tokens, at.writer.set)
  if (over <= 0) return
  const message = `Code space for ${name} overflowed by ${over} bytes`
  at.problems.push({ message, start, end: start + 1, suggestion: undefined, missingPackage: undefined })
}

/** *Compiles the conditions of a class's replication*, one after the other; `offsets` says where each is. */
export function compileConditions(
  env: CompileEnvironment,
  blocks: readonly ReplicationBlock[],
  symbol: ClassSymbol,
): CompiledScript & { readonly offsets: readonly number[] } {
  const at = new Expressions(env, new Scope(symbol, null, null))
  const tokens: Token[] = []
  const offsets: number[] = []
  let offset = 0
  for (const { condition } of blocks.flatMap((block) => block.conditions)) {
    try {
      const { token } = at.typed(condition, BOOL, "'If'")
      tokens.push(token)
      offsets.push(offset)
      offset += env.writer.size(token)
    } catch (error) {
      if (!at.isStop(error, condition)) throw error
      at.reset()
    }
  }
  if (env.dialect.endOfScript && tokens.length > 0) tokens.push(env.writer.make('EndOfScript'))
  return { tokens, problems: at.problems, doubted: at.doubted, labelTableOffset: NO_LABELS, offsets }
}
