import type { Token } from '@ukit/objects/script'
import type { EnumSymbol, FunctionSymbol, Type, VariableSymbol } from '../symbols/symbol.js'
import { castCode, castOf, isImplicit } from './casts.js'
import type { Expressions } from './expressions.js'
import { BOOL, BYTE, COERCE, enumIn, type Lifted, PREFIX, PRIMARY, primary } from './lifted.js'
import { chosenOperator, isNumber } from './operators.js'
import { made, parenthesized } from './tree.js'

/** Flags of functions. */
const OPERATOR = 0x1000
const PRE_OPERATOR = 0x10

const CONDITIONAL = 1000

/** What `==` of structs binds like when the operator's declaration is not available. */
const EQUALITY = 24

/** Which operands are tried without their casts. */
const STRIPPING: readonly (readonly [boolean, boolean])[] = [
  [true, true],
  [true, false],
  [false, true],
  [false, false],
]

export function operatorCall(
  e: Expressions,
  symbol: FunctionSymbol,
  given: readonly Token[],
  want: Type | undefined,
): Lifted | undefined {
  const [first, second] = [given[0], given[1]]
  const parameters = symbol.parameters
  if (given.length === 1 && first !== undefined && parameters.length === 1) {
    return unary(e, symbol, first, want)
  }
  if (given.length !== 2 || first === undefined || second === undefined || parameters.length !== 2) return undefined
  return binary(e, symbol, first, second, want)
}

function unary(e: Expressions, symbol: FunctionSymbol, token: Token, want: Type | undefined): Lifted {
  const isPrefix = (symbol.flags & PRE_OPERATOR) !== 0
  const parameter = symbol.parameters[0]
  const coerce = ((parameter?.flags ?? 0) & COERCE) !== 0
  const inner = isPrefix ? undefined : want
  let operand = e.converted(token, parameter?.type, inner, coerce, null)
  if (operand.type !== undefined && chosenOperator(e.scope.class, symbol, [asOperand(operand)]) !== symbol) {
    operand = e.value(token, inner)
  }
  const type = symbol.returnValue?.type
  const operator = symbol.friendlyName
  if (!isPrefix) {
    return primary(made({ kind: 'Postfix', operator, operand: e.tight(operand) }), type)
  }
  // A sign before a literal would be its own.
  const isLiteral = operand.node.kind === 'Int' || operand.node.kind === 'Float'
  const inParentheses = operand.looseness !== PRIMARY || isLiteral || operand.node.kind === 'New'
  const node = made({ kind: 'Prefix', operator, operand: inParentheses ? parenthesized(operand.node) : operand.node })
  return { node, type, looseness: PREFIX }
}

function binary(e: Expressions, symbol: FunctionSymbol, first: Token, second: Token, want: Type | undefined): Lifted {
  const [p0, p1] = symbol.parameters
  if (p0 === undefined || p1 === undefined) return e.resist(first)
  const skipped = e.view.name(second) === 'Skip' ? (e.view.token(second, 'value') ?? second) : second
  const outside = e.misfit
  let best: { left: Lifted; right: Lifted; misfit: boolean } | undefined
  // Without casts first; whatever makes a compiler choose another operator is printed.
  const [leftCast, rightCast] = [canBeStripped(e, first), canBeStripped(e, skipped)]
  for (const [stripLeft, stripRight] of STRIPPING) {
    const isStripped = stripLeft || stripRight
    // The same as a later one, or more than there is time for.
    if ((stripLeft && !leftCast) || (stripRight && !rightCast) || (isStripped && e.isExhausted)) continue
    e.misfit = false
    const known = hints(e, first, skipped)
    const left = leftOperand(e, first, p0, want, stripLeft, known.left, symbol.precedence)
    const leftMisfit = e.misfit
    e.misfit = false
    const rightWant = e.engine >= 3 && left.type?.kind === 'byte' ? BYTE : undefined
    const right = rightOperand(e, skipped, p1, rightWant, stripRight, known.right)
    best = { left, right, misfit: leftMisfit || e.misfit }
    // A cast of either operand corrects a literal that would become another token.
    if (e.misfit && isStripped) continue
    if (isChosen(e, symbol, left, right)) break
  }
  e.misfit = outside || (best?.misfit ?? false)
  if (best === undefined) return e.resist(first)
  const { precedence } = symbol
  let left = best.left.node
  if (best.left.looseness > precedence) {
    left = parenthesized(left)
    if (
      e.engine < 3 &&
      want !== undefined &&
      isNumber(want) &&
      isNumber(best.left.type) &&
      best.left.type?.kind !== want.kind
    ) {
      e.misfit = true
    }
  }
  const right = best.right.looseness >= precedence ? parenthesized(best.right.node) : best.right.node
  const node = made({ kind: 'Binary', operator: symbol.friendlyName, left, right })
  return { node, type: symbol.returnValue?.type, looseness: Math.max(precedence, PREFIX) }
}

/** Tells whether an operand is a cast that could be left out. */
function canBeStripped(e: Expressions, token: Token): boolean {
  return e.view.name(token) === 'InterfaceCast' || castOf(token, e.view) !== undefined
}

function isChosen(e: Expressions, symbol: FunctionSymbol, left: Lifted, right: Lifted): boolean {
  if (left.type === undefined || right.type === undefined) return false
  return chosenOperator(e.scope.class, symbol, [asOperand(left), asOperand(right)]) === symbol
}

/** Enums for the operands, each from the other one. */
function hints(e: Expressions, first: Token, second: Token): { left: EnumSymbol | null; right: EnumSymbol | null } {
  if (e.isExhausted) return { left: null, right: null }
  return { left: enumOf(e, second), right: enumOf(e, first) }
}

/** The enum of the variable that a value comes from. */
function enumOf(e: Expressions, token: Token): EnumSymbol | null {
  let at: Token | undefined = token
  for (let i = 0; at !== undefined && i < 64; i++) {
    const cast = castOf(at, e.view)
    if (cast !== undefined) {
      at = cast.value
      continue
    }
    switch (e.view.name(at)) {
      case 'Context':
      case 'ClassContext':
        at = e.view.token(at, 'member')
        continue
      case 'ArrayElement':
      case 'DynArrayElement':
        at = e.view.token(at, 'array')
        continue
      case 'StructMember':
        return enumIn(e.variableOf(e.view.object(at, 'member'))?.type)
      case 'LocalVariable':
      case 'InstanceVariable':
      case 'DefaultVariable':
      case 'OutVariable':
        return enumIn(e.variableOf(e.view.object(at, 'variable'))?.type)
      case 'FinalFunction':
      case 'VirtualFunction':
        return enumIn(e.value(at).type)
      default:
        return null
    }
  }
  return null
}

/** The left operand, which sees what is wanted of the whole. */
function leftOperand(
  e: Expressions,
  token: Token,
  parameter: VariableSymbol,
  want: Type | undefined,
  strip: boolean,
  hint: EnumSymbol | null,
  precedence: number,
): Lifted {
  const coerce = (parameter.flags & COERCE) !== 0
  if (!strip) return e.value(token, want, hint)
  if (e.engine < 3 && want !== undefined && isNumber(want)) {
    const found = convertedParentheses(e, token, parameter, want, hint, precedence)
    if (found !== undefined) return found
  }
  return e.converted(token, parameter.type, want, coerce, hint)
}

/** Before UE3 parentheses convert what is in them to the type that is wanted of the whole. */
function convertedParentheses(
  e: Expressions,
  token: Token,
  parameter: VariableSymbol,
  want: Type,
  hint: EnumSymbol | null,
  precedence: number,
): Lifted | undefined {
  let at = token
  const outer = castOf(at, e.view)
  if (outer !== undefined && parameter.type.kind !== want.kind) {
    if (castCode(want, parameter.type, e.engine) !== outer.code) return undefined
    at = outer.value
  }
  const cast = castOf(at, e.view)
  if (cast === undefined || !isImplicit(cast.code, want, false, e.engine)) return undefined
  const number = e.view.nativeNumber(cast.value)
  const symbol = number < 0 ? undefined : e.scope.world.native(number)
  if (symbol === undefined || (symbol.flags & OPERATOR) === 0) return undefined
  const outside = e.misfit
  e.misfit = false
  const inner = e.value(cast.value, want, hint)
  const fits = !e.misfit && inner.looseness > precedence && castCode(inner.type, want, e.engine) === cast.code
  e.misfit = outside
  return fits ? primary(parenthesized(inner.node), want) : undefined
}

function rightOperand(
  e: Expressions,
  token: Token,
  parameter: VariableSymbol,
  want: Type | undefined,
  strip: boolean,
  hint: EnumSymbol | null,
): Lifted {
  const coerce = (parameter.flags & COERCE) !== 0
  return strip ? e.converted(token, parameter.type, want, coerce, hint) : e.value(token, want, hint)
}

export function comparison(e: Expressions, token: Token, operator: string): Lifted {
  const [left, right] = [e.operand(token, 'left'), e.operand(token, 'right')]
  const node = made({
    kind: 'Binary',
    operator,
    left: left.looseness > EQUALITY ? parenthesized(left.node) : left.node,
    right: right.looseness >= EQUALITY ? parenthesized(right.node) : right.node,
  })
  return { node, type: BOOL, looseness: operator === '==' ? EQUALITY : EQUALITY + 2 }
}

export function conditional(e: Expressions, token: Token): Lifted {
  const condition = e.view.token(token, 'condition')
  if (condition === undefined) return e.missing(token)
  const test = e.typed(condition, BOOL)
  const [yes, no] = [e.operand(token, 'yes'), e.operand(token, 'no')]
  const node = made({
    kind: 'Conditional',
    condition: test.looseness === PRIMARY ? test.node : parenthesized(test.node),
    yes: yes.looseness === PRIMARY ? yes.node : parenthesized(yes.node),
    no: no.looseness === PRIMARY ? no.node : parenthesized(no.node),
  })
  const type = yes.type?.kind === 'none' ? no.type : yes.type
  return { node, type, looseness: CONDITIONAL }
}
function asOperand({ node, type }: Lifted): { type: Type; isVariable: boolean } {
  const isVariable =
    node.kind === 'Identifier' || node.kind === 'Member' || node.kind === 'Element' || node.kind === 'Qualified'
  return { type: type ?? { kind: 'none' }, isVariable }
}
