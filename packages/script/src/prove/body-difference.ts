import { block, ifStatement } from '../decompile/tree.js'
import { parseExpression } from '../parser/parse.js'
import type { ClassSymbol, FunctionSymbol, World } from '../symbols/symbol.js'
import type { Expression, NewExpression, Statement, SyntaxNode } from '../syntax/nodes.js'
import { ANY, constantsOf, sameValue, type Value } from './literal-value.js'

/** Where two bodies differ first: what is there, on both sides. */
export interface BodyDifference {
  /** In a few words, such as `condition` or `other statement`. */
  readonly cause: string
  readonly left: SyntaxNode | null
  readonly right: SyntaxNode | null
}

/** What names in the bodies can mean. */
export interface CompareScope {
  readonly world: World
  readonly class: ClassSymbol
  readonly function: FunctionSymbol | null
}

/** Deeper trees come from no source. */
const MAX_DEPTH = 500
const MAX_CHAIN = 256

/**
 * *The first place where two bodies differ in what they do*, `undefined` when there is none.
 *
 * Not compared are blanks, comments, braces, parentheses, case, declarations of local variables and
 * constants, labels that nothing leads to, casts, and whether a value is written as a number, a constant or a
 * tag of an enum. With `isLenient` the choices that leave no trace in the bytes do not count either: `for` or
 * `while`, `else` or `continue`, an empty `default:`.
 */
export function bodyDifference(
  left: readonly Statement[],
  right: readonly Statement[],
  scope: CompareScope,
  isLenient: boolean,
): BodyDifference | undefined {
  return new Comparison(scope, isLenient).statements(left, right, 0)
}

class Comparison {
  readonly #scope: CompareScope
  readonly #isLenient: boolean

  constructor(scope: CompareScope, isLenient: boolean) {
    this.#scope = scope
    this.#isLenient = isLenient
  }

  statements(left: readonly Statement[], right: readonly Statement[], depth: number): BodyDifference | undefined {
    if (depth > MAX_DEPTH) return undefined
    const [a, b] = [this.#plain(left), this.#plain(right)]
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      const [one, other] = [a[i], b[i]]
      if (one === undefined)
        return { cause: `${other?.kind ?? 'nothing'} only in the second`, left: null, right: other ?? null }
      if (other === undefined) return { cause: `${one.kind} only in the first`, left: one, right: null }
      const found = this.#statement(one, other, depth)
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Without what makes no code; with `isLenient` in one form for all that give the same. */
  #plain(list: readonly Statement[]): Statement[] {
    const out: Statement[] = []
    const waiting = [...list].reverse()
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (at.kind === 'Block') {
        for (let i = at.statements.length - 1; i >= 0; i--) {
          const inner = at.statements[i]
          if (inner !== undefined) waiting.push(inner)
        }
        continue
      }
      if (at.kind === 'Empty' || at.kind === 'Local' || at.kind === 'Const' || at.kind === 'Label') continue
      if (!this.#isLenient) {
        out.push(at)
        continue
      }
      if (at.kind === 'For') {
        if (at.init !== null) out.push(at.init)
        const step = at.step === null ? [] : [at.step]
        const body: Statement = { kind: 'Block', statements: [...this.#plain([at.body]), ...step], start: -1, end: -1 }
        out.push({ kind: 'While', condition: at.condition ?? TRUE, body, start: -1, end: -1 })
        continue
      }
      if (at.kind === 'If' && at.else === null && waiting.length > 0) {
        const then = this.#plain([at.then])
        const last = then.at(-1)
        if ((last?.kind === 'Continue' || last?.kind === 'Break') && then.length > 1) {
          const rest: Statement[] = waiting.splice(0).reverse()
          out.push(ifStatement(at.condition, block(then.slice(0, -1)), block(rest)))
          continue
        }
      }
      if (at.kind === 'Switch') {
        const inner = this.#plain(at.statements)
        const last = inner.at(-1)
        if (last?.kind === 'Case' && last.value === null) inner.pop()
        const index = inner.findIndex((one) => one.kind === 'Case' && one.value === null)
        const hasBreak = breaks(inner)
        if (index >= 0 && !hasBreak) {
          // Where a switch without any `break` ends leaves no trace.
          out.push({ ...at, statements: inner.slice(0, index) }, ...inner.slice(index + 1))
        } else out.push({ ...at, statements: inner })
        continue
      }
      out.push(at)
    }
    return out
  }

  #statement(a: Statement, b: Statement, depth: number): BodyDifference | undefined {
    const other: BodyDifference = { cause: `${a.kind} against ${b.kind}`, left: a, right: b }
    const parts = (one: Statement, two: Statement) => this.statements([one], [two], depth + 1)
    const same = (one: Expression | null, two: Expression | null, cause: string): BodyDifference | undefined =>
      this.#same(one, two, depth) ? undefined : { cause, left: one, right: two }
    switch (a.kind) {
      case 'ExpressionStatement':
        return b.kind === a.kind ? same(a.expression, b.expression, 'expression') : other
      case 'Assignment':
        if (b.kind !== a.kind) return other
        return same(a.target, b.target, 'target') ?? same(a.value, b.value, 'value')
      case 'If': {
        if (b.kind !== a.kind) return other
        const first = same(a.condition, b.condition, 'condition') ?? parts(a.then, b.then)
        if (first !== undefined) return first
        if (a.else === null || b.else === null) {
          return a.else === b.else ? undefined : { cause: 'else', left: a.else, right: b.else }
        }
        return parts(a.else, b.else)
      }
      case 'While':
        if (b.kind !== a.kind) return other
        return same(a.condition, b.condition, 'condition') ?? parts(a.body, b.body)
      case 'Do':
        if (b.kind !== a.kind) return other
        return parts(a.body, b.body) ?? same(a.condition, b.condition, 'condition')
      case 'For': {
        if (b.kind !== a.kind) return other
        const one = this.statements(listed(a.init), listed(b.init), depth + 1)
        const two = same(a.condition, b.condition, 'condition')
        return one ?? two ?? this.statements(listed(a.step), listed(b.step), depth + 1) ?? parts(a.body, b.body)
      }
      case 'ForEach':
        return b.kind === a.kind ? (same(a.call, b.call, 'iterator') ?? parts(a.body, b.body)) : other
      case 'Switch':
        if (b.kind !== a.kind) return other
        return same(a.value, b.value, 'switch') ?? this.statements(a.statements, b.statements, depth + 1)
      case 'Case':
        return b.kind === a.kind ? same(a.value, b.value, 'case') : other
      case 'Return':
        return b.kind === a.kind ? same(a.value, b.value, 'return') : other
      case 'Goto':
        // Labels of the decompiler have names of its own.
        return b.kind === a.kind ? undefined : other
      case 'Assert':
        return b.kind === a.kind ? same(a.condition, b.condition, 'assert') : other
      default:
        return a.kind === b.kind && a.kind !== 'ErrorStatement' ? undefined : other
    }
  }

  #same(left: Expression | null, right: Expression | null, depth: number): boolean {
    if (left === null || right === null) return left === right
    if (depth > MAX_DEPTH) return true
    const [a, b] = [this.#bare(left), this.#bare(right)]
    if (this.#sameForm(a, b, depth + 1)) return true
    const [x, y] = [this.#valueOf(a), this.#valueOf(b)]
    if (x !== undefined && y !== undefined && sameValue(x, y)) return true
    const [v, w] = [this.#boundTight(a), this.#boundTight(b)]
    if (v !== a || w !== b) return this.#same(v, w, depth + 1)
    const [p, q] = [this.#withoutCast(a), this.#withoutCast(b)]
    return (p !== a || q !== b) && this.#same(p, q, depth + 1)
  }

  #sameForm(a: Expression, b: Expression, depth: number): boolean {
    const all = (xs: readonly (Expression | null)[], ys: readonly (Expression | null)[]) => {
      const [one, two] = [trimmed(xs), trimmed(ys)]
      return one.length === two.length && one.every((x, i) => this.#same(x, two[i] ?? null, depth))
    }
    switch (a.kind) {
      case 'Identifier':
        return b.kind === a.kind && sameName(a.name, b.name)
      case 'Member':
        return b.kind === a.kind && sameName(a.name, b.name) && this.#same(a.object, b.object, depth)
      case 'Qualified':
        return (
          b.kind === a.kind &&
          a.qualifier === b.qualifier &&
          sameName(a.name, b.name) &&
          this.#same(a.object, b.object, depth)
        )
      case 'Element':
        return b.kind === a.kind && this.#same(a.array, b.array, depth) && this.#same(a.index, b.index, depth)
      case 'Call':
        return b.kind === a.kind && this.#same(a.callee, b.callee, depth) && all(a.arguments, b.arguments)
      case 'MetaCast':
        return (
          b.kind === a.kind &&
          sameName(a.className ?? 'object', b.className ?? 'object') &&
          this.#same(a.value, b.value, depth)
        )
      case 'New': {
        const [x, y] = [madeOf(a), b.kind === 'New' ? madeOf(b) : undefined]
        if (y === undefined || b.kind !== 'New') return false
        return this.#same(x.class, y.class, depth) && all(a.arguments ?? [], b.arguments ?? []) && all(x.given, y.given)
      }
      case 'Prefix':
      case 'Postfix':
        return b.kind === a.kind && sameName(a.operator, b.operator) && this.#same(a.operand, b.operand, depth)
      case 'Binary':
        return (
          b.kind === a.kind &&
          sameName(a.operator, b.operator) &&
          this.#same(a.left, b.left, depth) &&
          this.#same(a.right, b.right, depth)
        )
      case 'Conditional':
        return (
          b.kind === a.kind &&
          this.#same(a.condition, b.condition, depth) &&
          this.#same(a.yes, b.yes, depth) &&
          this.#same(a.no, b.no, depth)
        )
      case 'Vector':
      case 'Rotator':
      case 'Range':
        return b.kind === a.kind && a.values.every((value, i) => Math.fround(value) === Math.fround(b.values[i] ?? 0))
      case 'Object':
        if (b.kind === 'Identifier') return a.className.toLowerCase() === 'enum' && samePath(a.path, b.name)
        return b.kind === a.kind && samePath(a.path, b.path)
      case 'None':
      case 'Self':
        return b.kind === a.kind
      default:
        return false
    }
  }

  /** Without parentheses, a run of operators as a tree; `static.f` is `f`, `class'X'.static.f` its member. */
  #bare(node: Expression): Expression {
    let at = node
    for (let i = 0; at.kind === 'Parenthesized' && i < MAX_DEPTH; i++) at = at.inner
    if (at.kind === 'Run') return this.#tree(at.operands, at.operators)
    if (at.kind === 'Qualified' && at.qualifier === 'static') {
      if (at.object === null) return { kind: 'Identifier', name: at.name, start: -1, end: -1 }
      return { kind: 'Member', object: at.object, name: at.name, start: -1, end: -1 }
    }
    return at
  }

  /** `a $ b ? x : y` is `a $ (b ? x : y)` when `b` is the condition: as written, all before `?` is. */
  #boundTight(node: Expression): Expression {
    if (node.kind !== 'Conditional') return node
    const condition = this.#bare(node.condition)
    if (condition.kind !== 'Binary' || /^(?:[<>=!~]=?|==|&&|\|\||\^\^)$/.test(condition.operator)) return node
    return { ...condition, right: { ...node, condition: condition.right } }
  }

  #tree(operands: readonly Expression[], operators: readonly string[]): Expression {
    const values: Expression[] = operands.slice(0, 1)
    const open: { operator: string; precedence: number }[] = []
    const close = (): void => {
      const [right, left, top] = [values.pop(), values.pop(), open.pop()]
      if (left === undefined || right === undefined || top === undefined) return
      values.push({ kind: 'Binary', operator: top.operator, left, right, start: -1, end: -1 })
    }
    operators.forEach((operator, i) => {
      const precedence = this.#precedence(operator)
      while (open.length > 0 && (open.at(-1)?.precedence ?? 0) <= precedence) close()
      const operand = operands[i + 1]
      if (operand === undefined) return
      open.push({ operator, precedence })
      values.push(operand)
    })
    while (open.length > 0) close()
    return values[0] ?? TRUE
  }

  #precedence(operator: string): number {
    let at: ClassSymbol | null = this.#scope.class
    for (let i = 0; at !== null && i < MAX_CHAIN; at = at.super, i++) {
      const found = at.operators.get(operator.toLowerCase())?.find((one) => one.parameters.length === 2)
      if (found !== undefined) return found.precedence
    }
    return operator === '==' ? 24 : operator === '!=' ? 26 : 40
  }

  /** What is inside a cast that could be implicit, or one that makes no code. */
  #withoutCast(node: Expression): Expression {
    if (node.kind === 'Call' && node.callee.kind === 'Identifier' && node.arguments.length === 1) {
      const name = node.callee.name
      const isCast =
        /^(?:byte|int|bool|float|string|name)$/i.test(name) ||
        this.#scope.world.class(name) !== undefined ||
        this.#scope.world.enum(name) !== undefined
      if (isCast) return node.arguments[0] ?? node
    }
    if (node.kind === 'MetaCast') return node.value
    return node
  }

  /** The literal that an expression means. */
  #valueOf(node: Expression, depth = 0): Value | undefined {
    switch (node.kind) {
      case 'Int':
        return Math.min(node.value, 0x7fffffff) | 0
      case 'Float':
        return Math.fround(node.value)
      case 'String':
        return `"${node.raw.replace(/\\(.)/g, '$1')}`
      case 'Name':
        return node.name === '' ? 'none' : node.name.toLowerCase()
      case 'None':
        return 'none'
      case 'Bool':
        return node.value ? 'true' : 'false'
      case 'Prefix': {
        const value = this.#valueOf(this.#bare(node.operand), depth)
        return node.operator === '-' && typeof value === 'number' ? -value : undefined
      }
      case 'Identifier':
      case 'Member':
      case 'Qualified':
        return depth > 8 ? undefined : this.#namedValue(node.name, depth)
      case 'Call':
        if (node.callee.kind === 'Identifier' && /^(?:arraycount|enumcount|nameof)$/i.test(node.callee.name)) return ANY
        return undefined
      default:
        return undefined
    }
  }

  /** What a constant or a tag of an enum is worth. */
  #namedValue(name: string, depth: number): Value | undefined {
    const key = name.toLowerCase()
    if (key === 'enumcount') return ANY
    for (const enumeration of this.#scope.world.enumsWithTag(key)) {
      return {
        tag: key,
        values: this.#scope.world.enumsWithTag(key).map((one) => indexOf(one.tags, key)),
        of: enumeration.name,
      }
    }
    const text = this.#constant(key)
    if (text === undefined) return undefined
    return this.#valueOf(this.#bare(parseExpression(text).tree), depth + 1)
  }

  #constant(key: string): string | undefined {
    let at: ClassSymbol | null = this.#scope.class
    for (let i = 0; at !== null && i < MAX_CHAIN; at = at.super, i++) {
      const found = at.constants.get(key)
      if (found !== undefined) return found.text
    }
    return constantsOf(this.#scope.world).get(key)
  }
}

const TRUE: Expression = { kind: 'Bool', value: true, start: -1, end: -1 }

/** The class that `new` makes an object of, and what is in parentheses after it. */
function madeOf(node: NewExpression): { class: Expression; given: readonly (Expression | null)[] } {
  const { class: of, constructorArguments } = node
  if (constructorArguments === null && of.kind === 'Call') return { class: of.callee, given: of.arguments }
  return { class: of, given: constructorArguments ?? [] }
}

function breaks(list: readonly Statement[]): boolean {
  return list.some((one) => {
    switch (one.kind) {
      case 'Break':
        return true
      case 'Block':
        return breaks(one.statements)
      case 'If':
        return breaks([one.then]) || (one.else !== null && breaks([one.else]))
      default:
        return false
    }
  })
}

function listed(statement: Statement | null): Statement[] {
  return statement === null ? [] : [statement]
}

function trimmed(list: readonly (Expression | null)[]): readonly (Expression | null)[] {
  let end = list.length
  while (end > 0 && list[end - 1] === null) end--
  return list.slice(0, end)
}

function indexOf(tags: readonly string[], key: string): number {
  return tags.findIndex((tag) => tag.toLowerCase() === key)
}

function sameName(a: string, b: string): boolean {
  return a === b || a.toLowerCase() === b.toLowerCase()
}

/** Paths may leave out what is around. */
function samePath(a: string, b: string): boolean {
  const [x, y] = [a.toLowerCase().split('.'), b.toLowerCase().split('.')]
  return x.at(-1) === y.at(-1)
}
