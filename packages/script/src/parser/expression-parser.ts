import { Kind, kindOf } from '../lexer/kinds.js'
import type { TokenList } from '../lexer/token-list.js'
import type { CallExpression, ErrorExpression, Expression, Identifier, QualifiedExpression } from '../syntax/nodes.js'
import { MAX_NESTING } from './cursor.js'
import { LiteralParser, RNG, ROT, VECT } from './literal-parser.js'

const CLASS = kindOf('class')
const PREOPERATOR = kindOf('preoperator')
const NEW = kindOf('new')
const SUPER = kindOf('super')
const GLOBAL = kindOf('global')
const DEFAULT = kindOf('default')
const STATIC = kindOf('static')
const CONST = kindOf('const')
const TRUE = kindOf('true')
const FALSE = kindOf('false')
const NONE = kindOf('none')
const SELF = kindOf('self')
const DOT = kindOf('dot')
const CROSS = kindOf('cross')
const CLOCKWISE_FROM = kindOf('clockwisefrom')

/**
 * *Expressions.* Operands with operators between them stay a flat run: which operator binds tighter is
 * declared in source.
 */
export abstract class ExpressionParser extends LiteralParser {
  /** Words that the text itself declares as operators before their operand, in lower case. */
  private readonly prefixes: ReadonlySet<string>

  constructor(tokens: TokenList) {
    super(tokens)
    this.prefixes = this.declaredPrefixes()
  }

  private declaredPrefixes(): Set<string> {
    const words = new Set<string>()
    for (let at = this.indexOfKind(PREOPERATOR, 0); at >= 0; at = this.indexOfKind(PREOPERATOR, at + 1)) {
      let name = this.after(at)
      while (this.kindAt(name) >= Kind.Word && this.kindAt(this.after(name)) >= Kind.Word) name = this.after(name)
      if (this.kindAt(name) >= Kind.Word && this.kindAt(this.after(name)) === Kind.ParenOpen) {
        words.add(this.tokens.textAt(name).toLowerCase())
      }
    }
    return words
  }

  /** A whole expression, `a ? b : c` included. */
  protected expression(after: string): Expression {
    if (this.depth >= MAX_NESTING) return this.tooDeep()
    this.depth++
    let expression = this.run(after)
    if (this.kind === Kind.Question) {
      const questionMark = this.start
      this.next()
      const yes = this.expression('?')
      if (!this.accept(Kind.Colon)) this.report('missing-before', ':', this.shown())
      const no = this.expression(':')
      const { start } = expression
      expression = { kind: 'Conditional', start, end: this.end, condition: expression, yes, no, questionMark }
    }
    this.depth--
    return expression
  }

  private run(after: string): Expression {
    const first = this.operand(after)
    if (!this.isBinaryOperator()) return first
    const operands = [first]
    const operators: string[] = []
    while (this.isBinaryOperator()) {
      const operator = this.take()
      operators.push(operator)
      operands.push(this.operand(operator))
    }
    return { kind: 'Run', start: first.start, end: this.end, operands, operators }
  }

  private isBinaryOperator(): boolean {
    const kind = this.kind
    if (kind < Kind.Less) return false
    if (kind < Kind.Word) return kind <= Kind.Operator && kind !== Kind.Step
    if (kind === DOT || kind === CROSS || kind === CLOCKWISE_FROM) return true
    // `a Word b`: an operator that the text declares. A word in the next line is a statement whose `;` is
    // missing.
    return kind === Kind.Word && this.beginsOperand(this.peek()) && !this.isOnNewLine()
  }

  private beginsOperand(kind: number): boolean {
    return kind >= Kind.Word || kind === Kind.ParenOpen || (kind >= Kind.Int && kind <= Kind.Name)
  }

  /** An operand with the operators that belong to it alone. */
  private operand(after: string): Expression {
    const start = this.start
    const kind = this.kind
    const isPrefixWord =
      this.prefixes.size > 0 && kind >= Kind.Word && this.prefixes.has(this.word().toLowerCase()) && this.isPrefixHere()
    if ((kind >= Kind.Less && kind <= Kind.Operator) || isPrefixWord) {
      // A sign directly before a number is part of it.
      if ((kind === Kind.Minus || kind === Kind.Plus) && this.isNumber(this.kindAt(this.index + 1))) {
        this.next()
        return this.number(start)
      }
      if (this.depth >= MAX_NESTING) return this.tooDeep()
      this.depth++
      const operator = this.take()
      const operand = this.operand(operator)
      this.depth--
      return { kind: 'Prefix', start, end: this.end, operator, operand }
    }
    let expression = this.postfixed(after)
    while (this.kind === Kind.Step || (this.kind === Kind.Operator && this.isPostfix())) {
      expression = { kind: 'Postfix', start, end: this.end, operator: this.take(), operand: expression }
      expression.end = this.end
    }
    return expression
  }

  private isPrefixHere(): boolean {
    const next = this.peek()
    return next >= Kind.Word || (next >= Kind.Int && next <= Kind.String)
  }

  /** Tells whether an operator that is not one of the engine's comes after its operand. */
  private isPostfix(): boolean {
    const symbol = this.text.charCodeAt(this.start)
    const isOwn = symbol === 0x21 || symbol === 0x7e || symbol === 0x5c || symbol === 0x23
    if (!isOwn || this.startAt(this.index + 1) > this.start + 1) return false
    const next = this.peek()
    return next === Kind.Semicolon || next === Kind.ParenClose || next === Kind.Comma || next === Kind.BracketClose
  }

  /** An operand with its members, elements and calls. */
  protected postfixed(after: string): Expression {
    let expression = this.primary(after)
    const { start } = expression
    for (let links = 0; ; links++) {
      const kind = this.kind
      if (kind !== Kind.Dot && kind !== Kind.BracketOpen && kind !== Kind.ParenOpen) return expression
      if (this.depth + links >= MAX_NESTING) {
        this.tooDeep()
        return expression
      }
      if (kind === Kind.Dot) expression = this.member(expression)
      else if (kind === Kind.BracketOpen) {
        this.next()
        const index = this.expression('[')
        if (!this.accept(Kind.BracketClose)) this.report('missing-in', ']', 'array index')
        expression = { kind: 'Element', start, end: this.end, array: expression, index }
      } else {
        if (!isCallable(expression)) return expression
        expression = this.call(expression)
      }
    }
  }

  private call(callee: Expression): CallExpression {
    const start = callee.start
    const given = this.arguments(nameOf(callee))
    return { kind: 'Call', start, end: this.end, callee, arguments: given }
  }

  /** What is in the parentheses of a call. */
  protected arguments(name: string): (Expression | null)[] {
    const list: (Expression | null)[] = []
    this.next()
    if (this.accept(Kind.ParenClose)) return list
    for (;;) {
      // After a comma nothing may be given: what is missing then is the `)`.
      const isEnd = list.length > 0 && (this.kind === Kind.Semicolon || this.kind === Kind.BraceClose)
      const isOmitted = this.kind === Kind.Comma || this.kind === Kind.ParenClose || isEnd
      list.push(isOmitted ? null : this.expression(list.length === 0 ? '(' : ','))
      if (!this.accept(Kind.Comma)) break
    }
    if (!this.accept(Kind.ParenClose)) this.missingClose(name)
    return list
  }

  private missingClose(name: string): void {
    this.report('bad-call', name)
    this.skipToClose()
  }

  /** After the `)` that closes this level, if it is in the same statement. */
  protected skipToClose(): void {
    let open = 0
    for (let at = this.index; ; at++) {
      const kind = this.kindAt(at)
      if (kind === Kind.ParenOpen) open++
      else if (kind === Kind.ParenClose && open-- === 0) {
        this.moveTo(at)
        this.next()
        return
      } else if (kind === Kind.Semicolon || kind === Kind.BraceOpen || kind === Kind.BraceClose || kind === Kind.End) {
        return
      }
    }
  }

  private member(object: Expression): Expression {
    this.next()
    const { start } = object
    const kind = this.kind
    if (kind < Kind.Word && kind !== Kind.Macro) {
      this.report('missing-name', 'member')
      return { kind: 'Member', start, end: this.end, object, name: '' }
    }
    const qualifier = kind === DEFAULT || kind === STATIC || kind === CONST ? this.qualified(object) : undefined
    if (qualifier !== undefined) return qualifier
    const name = this.take()
    return { kind: 'Member', start, end: this.end, object, name }
  }

  /** `default.name` and the like, after an object or without one. */
  private qualified(object: Expression | null): QualifiedExpression | undefined {
    const dot = this.after(this.index)
    if (this.kindAt(dot) !== Kind.Dot) return undefined
    const start = object === null ? this.start : object.start
    const qualifier =
      this.kind === DEFAULT
        ? 'default'
        : this.kind === STATIC
          ? 'static'
          : this.kind === CONST
            ? 'const'
            : this.kind === GLOBAL
              ? 'global'
              : 'super'
    this.next()
    this.next()
    return this.qualifiedName(qualifier, object, null, start)
  }

  private qualifiedName(
    qualifier: QualifiedExpression['qualifier'],
    object: Expression | null,
    className: string | null,
    start: number,
  ): QualifiedExpression {
    let name = ''
    if (this.kind >= Kind.Word) name = this.take()
    else this.report('missing-name', 'member')
    return { kind: 'Qualified', start, end: this.end, qualifier, object, className, name }
  }

  /** One operand without anything in front of it or after it. */
  private primary(after: string): Expression {
    const start = this.start
    const kind = this.kind
    if (kind > Kind.Word) return this.keyword(start)
    if (kind === Kind.Word) return this.named(start)
    switch (kind) {
      case Kind.Int:
      case Kind.Hex:
      case Kind.Float:
        return this.number(start)
      case Kind.String: {
        const raw = this.quotedText(0x22, 'unterminated-string')
        return { kind: 'String', start, end: this.end, raw }
      }
      case Kind.Name: {
        const name = this.quotedText(0x27, 'unterminated-name')
        return { kind: 'Name', start, end: this.end, name }
      }
      case Kind.ParenOpen: {
        this.next()
        const inner = this.expression('(')
        if (!this.accept(Kind.ParenClose)) {
          this.report('missing-in', ')', 'expression')
          this.skipToClose()
        } else if (inner.kind === 'Identifier' && this.isCastBefore()) return this.castBefore(inner)
        return { kind: 'Parenthesized', start, end: this.end, inner }
      }
      case Kind.Macro:
        return { kind: 'Identifier', start, end: this.startAt(this.index + 1), name: this.take() }
    }
    return this.missing(after)
  }

  /** Names follow the condition that is being read, in parentheses: `if (bMoved) Location` (replication). */
  protected namesFollow = false

  /** Tells whether a value is after `(Name)`, as other languages write casts. */
  private isCastBefore(): boolean {
    return !this.namesFollow && this.kind === Kind.Word && !this.isOnNewLine() && !this.beginsOperand(this.peek())
  }

  private castBefore(callee: Identifier): Expression {
    const { start } = callee
    this.report('cast-before', this.word(), callee.name)
    const value = this.postfixed(')')
    return { kind: 'Call', start, end: this.end, callee, arguments: [value] }
  }

  /** A missing expression, without characters. */
  protected missing(after: string): ErrorExpression {
    this.report('missing-expression-after', after)
    return { kind: 'ErrorExpression', start: this.end, end: this.end, text: '' }
  }

  /** A word that is not a keyword, or one that means nothing here. */
  private named(start: number): Expression {
    const name = this.take()
    if (this.kind === Kind.Name) return this.objectLiteral(start, name)
    return { kind: 'Identifier', start, end: this.end, name }
  }

  private keyword(start: number): Expression {
    switch (this.kind) {
      case TRUE:
      case FALSE: {
        const value = this.kind === TRUE
        this.next()
        return { kind: 'Bool', start, end: this.end, value }
      }
      case NONE:
      case SELF: {
        const kind = this.kind === NONE ? 'None' : 'Self'
        this.next()
        return { kind, start, end: this.end }
      }
      case VECT:
      case ROT:
      case RNG:
        return this.structLiteral(start) ?? this.named(start)
      case CLASS:
        return this.metaCast(start) ?? this.named(start)
      case NEW:
        return this.newExpression(start) ?? this.named(start)
      case SUPER:
        return this.superExpression(start) ?? this.named(start)
      case GLOBAL:
      case DEFAULT:
      case STATIC:
      case CONST:
        return this.qualified(null) ?? this.named(start)
    }
    return this.named(start)
  }

  private superExpression(start: number): Expression | undefined {
    if (this.peek() !== Kind.ParenOpen) return this.qualified(null)
    const close = this.closeNear(this.after(this.index))
    if (close < 0 || this.kindAt(this.after(close)) !== Kind.Dot) return undefined
    this.next()
    const className = this.bracketed().trim()
    this.next()
    return this.qualifiedName('super', null, className, start)
  }

  /** `class<X>(value)`, `class(value)`. */
  private metaCast(start: number): Expression | undefined {
    const next = this.peek()
    let className: string | null = null
    if (next === Kind.Less) {
      let close = this.after(this.index)
      do close = this.after(close)
      while (this.kindAt(close) >= Kind.Word || this.kindAt(close) === Kind.Dot)
      if (this.kindAt(close) !== Kind.Greater || this.kindAt(this.after(close)) !== Kind.ParenOpen) return undefined
      this.next()
      const from = this.startAt(this.after(this.index))
      this.moveTo(close)
      className = this.text.slice(from, this.start).trim()
      this.next()
    } else if (next === Kind.ParenOpen) {
      this.next()
    } else {
      return undefined
    }
    this.next()
    const value = this.expression('(')
    if (!this.accept(Kind.ParenClose)) this.missingClose('class')
    return { kind: 'MetaCast', start, end: this.end, className, value }
  }

  private newExpression(start: number): Expression | undefined {
    const next = this.peek()
    if (next !== Kind.ParenOpen && next < Kind.Word) return undefined
    if (this.depth >= MAX_NESTING) return this.tooDeep()
    this.depth++
    this.next()
    const given = this.kind === Kind.ParenOpen ? this.arguments('new') : null
    const what = this.postfixed('new')
    const constructorArguments = this.kind === Kind.ParenOpen ? this.arguments('new') : null
    this.depth--
    return { kind: 'New', start, end: this.end, arguments: given, class: what, constructorArguments }
  }

  protected identifier(): Identifier {
    const start = this.start
    const name = this.take()
    return { kind: 'Identifier', start, end: this.end, name }
  }

  /** Reports it, and reads what is nested too deep as a whole. */
  protected tooDeep(): ErrorExpression {
    const start = this.start
    this.report('too-deep', String(MAX_NESTING))
    for (;;) {
      const kind = this.kind
      if (kind === Kind.ParenOpen || kind === Kind.BracketOpen) this.moveTo(this.closeOf(this.index))
      else if (kind === Kind.ParenClose || kind === Kind.BracketClose || kind === Kind.Comma) break
      else if (kind === Kind.Semicolon || kind === Kind.BraceOpen || kind === Kind.BraceClose) break
      if (this.kind === Kind.End) break
      this.next()
    }
    return { kind: 'ErrorExpression', start, end: this.end, text: this.text.slice(start, this.end) }
  }
}

function isCallable({ kind }: Expression): boolean {
  return kind === 'Identifier' || kind === 'Member' || kind === 'Qualified' || kind === 'Element'
}

function nameOf(callee: Expression): string {
  return callee.kind === 'Identifier' || callee.kind === 'Member' || callee.kind === 'Qualified' ? callee.name : ''
}
