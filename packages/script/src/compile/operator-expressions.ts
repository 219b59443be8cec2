import type { Token } from '@ukit/objects/script'
import { DebugKind } from '../listing/debug-kinds.js'
import type { FunctionSymbol, Type } from '../symbols/symbol.js'
import type {
  ConditionalExpression,
  Expression,
  OperatorRun,
  PostfixExpression,
  PrefixExpression,
} from '../syntax/nodes.js'
import { Cost, conversionCost } from '../types/conversions.js'
import { operatorsOf } from '../types/operators.js'
import { BOOL, interfaceOf, isStructOf, sameType, typeName } from '../types/types.js'
import { callToken } from './calls.js'
import { convert } from './convert.js'
import type { Expressions } from './expressions.js'
import { delegateVariable } from './names.js'
import { missingAbove } from './scope.js'
import { literal, result, type Value } from './value.js'

const OUT = 0x100
const SKIP = 0x200
const COERCE = 0x800

/** Binds looser than every operator. */
const LOOSEST = 256
/** Operands of one run: more would nest deeper than tokens may. */
const MAX_OPERANDS = 220

/**
 * *Operands with operators between them.* The operators of the class say which binds tighter; the first
 * operand takes on the wanted type, the others take none.
 */
export function compileRun(
  at: Expressions,
  operands: readonly Expression[],
  operators: readonly string[],
  want: Type | null,
): Value {
  const first = operands[0]
  if (first === undefined || operands.length > MAX_OPERANDS) {
    return at.fail(first ?? { start: 0, end: 0 }, `Expression of more than ${MAX_OPERANDS} operands`)
  }
  let next = 0
  const climb = (limit: number, wanted: Type | null): Value => {
    const node = operands[next]
    if (node === undefined) return at.fail(first, 'Bad or missing expression')
    let leftNode: Expression = node
    let left: Value | undefined
    for (;;) {
      const symbol = operators[next]
      if (symbol === undefined) break
      const precedence = precedenceOf(at, symbol)
      if (precedence >= limit) break
      left ??= leftOperand(at, node, wanted, symbol)
      const between = { start: operands[next]?.end ?? 0, end: operands[next + 1]?.start ?? 0 }
      next++
      const right = operands[next]
      const rightWant = rightWanted(at, left, symbol, right)
      const rightNode = right ?? first
      const value = climbRight(precedence, rightWant, symbol, left)
      const { binary: candidates } = operatorsOf(at.scope.class, symbol)
      left = binary(at, symbol, candidates, left, value, leftNode, rightNode, operands[next]?.end ?? first.end)
      at.means(between, left.operator)
      leftNode = { ...rightNode, start: leftNode.start }
    }
    return left ?? at.compile(node, wanted)
  }
  const climbRight = (precedence: number, wanted: Type | null, symbol: string, left: Value): Value => {
    const node = operands[next]
    if (node !== undefined && isComparison(symbol) && left.type.kind === 'delegate') {
      const value = comparedDelegate(at, node)
      if (value !== undefined) return value
    }
    return climb(precedence, wanted)
  }
  return climb(LOOSEST, want)
}

function precedenceOf(at: Expressions, symbol: string): number {
  const { binary: candidates, precedence } = operatorsOf(at.scope.class, symbol)
  return candidates.length === 0 ? 24 : precedence
}

function isComparison(symbol: string): boolean {
  return symbol === '==' || symbol === '!='
}

/** The left operand; of a comparison it may be a delegate, which is then its variable. */
function leftOperand(at: Expressions, node: Expression, want: Type | null, symbol: string): Value {
  if (isComparison(symbol) && (node.kind === 'Identifier' || node.kind === 'Member')) {
    const delegate = at.writer.has('DelegateCmpEq') ? delegateVariable(at, node) : undefined
    if (delegate !== undefined) return delegate
  }
  return at.compile(node, want)
}

/** `None` and functions, compared with a delegate. */
function comparedDelegate(at: Expressions, node: Expression): Value | undefined {
  if (node.kind === 'None') {
    if (at.env.context.engine < 3) return undefined
    return literal(at.writer.make('EmptyDelegate'), { kind: 'delegate', function: null })
  }
  return undefined
}

function rightWanted(at: Expressions, left: Value, symbol: string, right: Expression | undefined): Type | null {
  const isConditional =
    right?.kind === 'Conditional' || (right?.kind === 'Parenthesized' && right.inner.kind === 'Conditional')
  // A negative number does not become a byte (`byteVar != -1` of X-COM_GEO).
  const isNegative = right?.kind === 'Int' && right.value < 0
  if (left.type.kind === 'byte' && at.env.dialect.rightOfByteIsByte && !isConditional && !isNegative)
    return { kind: 'byte', enum: left.type.enum }
  if (left.type.kind === 'int' && at.env.dialect.rightOfByteIsByte && right?.kind === 'Identifier') return left.type
  if (left.type.kind === 'delegate' && isComparison(symbol)) return left.type
  // A tag is looked for in the enum of the other side first.
  return left.type.kind === 'byte' && left.type.enum !== null && right?.kind === 'Identifier' ? left.type : null
}

function binary(
  at: Expressions,
  symbol: string,
  candidates: readonly FunctionSymbol[],
  left: Value,
  right: Value,
  leftNode: Expression,
  rightNode: Expression,
  end: number,
): Value {
  const { writer, env } = at
  if (isComparison(symbol)) {
    const delegates = compareDelegates(at, symbol, left, right)
    if (delegates !== undefined) {
      delegates.token.debug = at.notes?.makeNext(DebugKind.EndOfOperator, end)
      return delegates
    }
  }
  const best = bestOperator(candidates, left, right)
  if (best === undefined) {
    if (
      isComparison(symbol) &&
      left.type.kind === 'struct' &&
      right.type.kind === 'struct' &&
      left.type.struct !== null
    ) {
      if (isStructOf(right.type.struct, left.type.struct) || isStructOf(left.type.struct, right.type.struct)) {
        // The missing class may have an operator.
        at.doubt(missingAbove(at.scope.class))
        const name = symbol === '==' ? 'StructCmpEq' : 'StructCmpNe'
        return result(writer.make(name, env.binder.symbol(left.type.struct), left.token, right.token), BOOL)
      }
    }
    const wrong = candidates.some((one) => fits(left, one, 0) !== undefined) ? rightNode : leftNode
    const side = wrong === leftNode ? 'Left' : 'Right'
    return at.fail(
      wrong,
      `${side} type is incompatible with '${symbol}': ${typeName(left.type)} ${symbol} ${typeName(right.type)}`,
      {
        missingPackage:
          at.missingIn(left.type) ?? at.missingIn(right.type) ?? missingAbove(at.scope.class) ?? undefined,
      },
    )
  }
  const tokens = [operand(at, left, best, 0, right), operand(at, right, best, 1, left)]
  const token = callToken(at, best, 'plain', tokens)
  // Where the other operand may be skipped, nothing is noted.
  if (best.parameters.every(({ flags }) => (flags & SKIP) === 0))
    token.debug = at.notes?.makeNext(DebugKind.EndOfOperator, end)
  return operatorResult(token, best)
}

function compareDelegates(at: Expressions, symbol: string, left: Value, right: Value): Value | undefined {
  if (left.type.kind !== 'delegate' || !at.writer.has('DelegateCmpEq')) return undefined
  const equal = symbol === '=='
  if (right.function !== null && right.property === null) {
    const name = equal ? 'DelegateFunctionCmpEq' : 'DelegateFunctionCmpNe'
    const named = at.env.binder.name(right.function.name)
    const fn = at.writer.has('InstanceDelegate') ? at.writer.make('InstanceDelegate', named) : right.token
    return result(at.writer.make(name, left.token, fn), BOOL)
  }
  return result(at.writer.make(equal ? 'DelegateCmpEq' : 'DelegateCmpNe', left.token, right.token), BOOL)
}

/**
 * The operator that the operands fit best: the more expensive operand counts, and the first of equals wins.
 */
function bestOperator(candidates: readonly FunctionSymbol[], left: Value, right: Value): FunctionSymbol | undefined {
  let best: FunctionSymbol | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const a = fits(left, candidate, 0)
    if (a === undefined || a >= bestCost) continue
    const b = fits(right, candidate, 1)
    if (b === undefined || b >= bestCost) continue
    best = candidate
    bestCost = Math.max(a, b)
    if (bestCost === 0) break
  }
  return best
}

function fits(value: Value, operator: FunctionSymbol, index: number): number | undefined {
  const parameter = operator.parameters[index]
  if (parameter === undefined) return undefined
  if ((parameter.flags & OUT) !== 0) {
    if (!value.isVariable && value.dimension === 1 && value.literal !== null) return undefined
    return value.type.kind === parameter.type.kind && sameType(value.type, parameter.type) ? Cost.Same : undefined
  }
  return conversionCost(value.type, parameter.type, (parameter.flags & COERCE) !== 0)
}

function operand(
  at: Expressions,
  value: Value,
  operator: FunctionSymbol,
  index: number,
  other: Value | undefined,
): Token {
  const parameter = operator.parameters[index]
  if (parameter === undefined) return value.token
  if ((parameter.flags & OUT) !== 0) {
    at.modify(value.token)
    return value.token
  }
  let to = parameter.type
  // None, which has no type of its own, becomes an interface of the other side's type.
  if (to.kind === 'interface' && value.type.kind === 'none' && other !== undefined) {
    const known = interfaceOf(other.type)
    if (known !== null) to = { kind: 'interface', class: known }
  }
  const token = convert(at.env, value, to, (parameter.flags & COERCE) !== 0)?.token ?? value.token
  return (parameter.flags & SKIP) === 0 ? token : at.writer.make('Skip', at.writer.size(token) + 1, token)
}

/** An operator in front. */
export function compilePrefix(at: Expressions, node: PrefixExpression): Value {
  const value = at.compile(node.operand, null)
  return single(at, node, node.operator, operatorsOf(at.scope.class, node.operator).prefix, value)
}

/** An operator after its operand. */
export function compilePostfix(at: Expressions, node: PostfixExpression): Value {
  const value = at.compile(node.operand, null)
  return single(at, node, node.operator, operatorsOf(at.scope.class, node.operator).postfix, value)
}

function single(
  at: Expressions,
  node: Expression,
  symbol: string,
  candidates: readonly FunctionSymbol[],
  value: Value,
): Value {
  let best: FunctionSymbol | undefined
  let bestCost = Number.POSITIVE_INFINITY
  for (const candidate of candidates) {
    const cost = fits(value, candidate, 0)
    if (cost === undefined || cost >= bestCost) continue
    best = candidate
    bestCost = cost
  }
  if (best === undefined) {
    return at.fail(node, `Right type is incompatible with '${symbol}': ${typeName(value.type)}`, {
      missingPackage: at.missingIn(value.type) ?? missingAbove(at.scope.class) ?? undefined,
    })
  }
  const token = callToken(at, best, 'plain', [operand(at, value, best, 0, undefined)])
  if (node.kind === 'Postfix') token.debug = at.notes?.make(DebugKind.EndOfOperator, node.end)
  else token.debug = at.notes?.makeNext(DebugKind.EndOfOperator, node.end)
  return operatorResult(token, best)
}

function operatorResult(token: Token, operator: FunctionSymbol): Value {
  const { returnValue } = operator
  return { ...result(token, returnValue?.type ?? { kind: 'void' }, returnValue), isOperator: true, operator }
}

/** `condition ? yes : no`. */
export function compileConditional(at: Expressions, node: ConditionalExpression, want: Type | null): Value {
  const { condition, questionMark: start = condition.end } = node
  if (at.env.context.engine < 3) return at.fail({ start, end: start + 1 }, "Missing ';' before '?'")
  if (condition.kind === 'Run') {
    const { operands, operators } = condition
    const begin = conditionStart(at, condition)
    if (begin > 0) {
      const inner: ConditionalExpression = { ...node, ...tailOf(condition, begin) }
      return compileRun(at, [...operands.slice(0, begin), inner], operators.slice(0, begin), want)
    }
  }
  const test = at.typed(condition, BOOL, "'?'")
  const branchWant = want?.kind === 'float' || want?.kind === 'int' ? null : want
  const yes = at.compile(node.yes, branchWant)
  const no = at.compile(node.no, branchWant)
  const type = commonType(yes, no, want)
  const yesToken = convert(at.env, yes, type, false)?.token ?? yes.token
  const noToken = convert(at.env, no, type, false)?.token ?? no.token
  const token = at.writer.makeNamed('Conditional', {
    condition: test.token,
    skip: at.writer.size(yesToken),
    yes: yesToken,
    skip2: at.writer.size(noToken),
    no: noToken,
  })
  return result(token, type)
}

/**
 * The operand with which the condition before a `?` begins: the fewest at the end that are a bool and the
 * right side of an operator. `"Health " $ Health > 0 ? "yes" : "no"` is so in Killing Floor 2's sources.
 */
function conditionStart(at: Expressions, condition: OperatorRun): number {
  const { operands, operators } = condition
  const precedences = operators.map((symbol) => precedenceOf(at, symbol))
  let loosest = -1
  for (let begin = operands.length - 1; begin > 0; begin--) {
    const before = precedences[begin - 1] ?? 0
    if (loosest < before) {
      const mark = at.mark()
      const type = at.tryType(tailOf(condition, begin).condition)
      at.back(mark)
      if (type?.kind === 'bool') return begin
    }
    loosest = Math.max(loosest, before)
  }
  return 0
}

/** The end of a run from an operand on. */
function tailOf({ operands, operators, ...run }: OperatorRun, begin: number): { condition: Expression; start: number } {
  const [first, ...more] = operands.slice(begin)
  const { start } = first ?? run
  const isOne = first !== undefined && more.length === 0
  const tail = { ...run, start, operands: operands.slice(begin), operators: operators.slice(begin) }
  return { condition: isOne ? first : tail, start }
}

function commonType(yes: Value, no: Value, want: Type | null): Type {
  if (yes.type.kind === 'none') return no.type.kind === 'none' ? (want ?? yes.type) : no.type
  const there = conversionCost(no.type, yes.type, false)
  const back = conversionCost(yes.type, no.type, false)
  if (there === undefined && back !== undefined) return no.type
  if (there !== undefined && back !== undefined && back < there) return no.type
  return yes.type
}
