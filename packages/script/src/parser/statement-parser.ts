import { Kind, kindOf } from '../lexer/kinds.js'
import type { TokenList } from '../lexer/token-list.js'
import type {
  Block,
  ConstDeclaration,
  ErrorStatement,
  Expression,
  LocalStatement,
  Statement,
  SwitchStatement,
} from '../syntax/nodes.js'
import type { LineStarts } from '../text/line-starts.js'
import { MAX_NESTING } from './cursor.js'
import { TypeParser } from './type-parser.js'

const IF = kindOf('if')
const ELSE = kindOf('else')
const WHILE = kindOf('while')
const DO = kindOf('do')
const UNTIL = kindOf('until')
const FOR = kindOf('for')
const FOREACH = kindOf('foreach')
const SWITCH = kindOf('switch')
const CASE = kindOf('case')
const DEFAULT = kindOf('default')
const BREAK = kindOf('break')
const CONTINUE = kindOf('continue')
const RETURN = kindOf('return')
const GOTO = kindOf('goto')
const STOP = kindOf('stop')
const ASSERT = kindOf('assert')
const LOCAL = kindOf('local')
const CONST = kindOf('const')

/** Words that begin a declaration, so that a `}` is missing when one begins a line of a body. */
const DECLARING = new Set(
  (
    [
      ...['function', 'event', 'delegate', 'operator', 'preoperator', 'postoperator', 'state', 'struct', 'enum'],
      ...['var', 'replication', 'defaultproperties', 'final', 'simulated', 'singular', 'exec', 'native', 'latent'],
      ...['iterator', 'private', 'protected', 'public', 'auto', 'static'],
    ] as const
  ).map(kindOf),
)

const VAR = kindOf('var')
const ENUM = kindOf('enum')
const STRUCT = kindOf('struct')
const DEFAULT_PROPERTIES = kindOf('defaultproperties')
const REPLICATION = kindOf('replication')

/** *Statements.* */
export abstract class StatementParser extends TypeParser {
  private readonly lines: LineStarts
  /** True if the function being read declares local variables after its first statement. */
  protected hasMisplacedLocals = false
  /** True if it has a statement yet: `;` and constants are none. */
  protected hasStatement = false

  constructor(tokens: TokenList, lines: LineStarts) {
    super(tokens)
    this.lines = lines
  }

  /** `{ … }` */
  protected block(): Block {
    const start = this.start
    this.next()
    const statements = this.statementsUntilBrace()
    this.endBlock()
    return { kind: 'Block', start, end: this.end, statements }
  }

  /** Reads the `}` of a block. */
  protected endBlock(): void {
    if (this.accept(Kind.BraceClose)) return
    if (this.kind === Kind.End) this.report('unexpected-end')
    else if (this.kind === DEFAULT_PROPERTIES) this.report('unexpected', this.shown())
    else this.report('missing-before', '}', this.shown())
  }

  /** Statements up to a `}`, the end of the text, or a declaration. */
  protected statementsUntilBrace(): Statement[] {
    const list: Statement[] = []
    while (this.kind !== Kind.BraceClose && this.kind !== Kind.End && !this.isDeclaration()) {
      const index = this.index
      const statement = this.statement()
      list.push(this.index === index ? this.wrong() : statement)
    }
    return list
  }

  /** Tells whether a declaration begins here, where none should. */
  protected isDeclaration(): boolean {
    if (this.kind <= Kind.Word || !DECLARING.has(this.kind)) return false
    const next = this.peek()
    const isFollowed =
      this.kind === DEFAULT_PROPERTIES || this.kind === REPLICATION ? next === Kind.BraceOpen : next >= Kind.Word
    if (!isFollowed || !this.isOnNewLine()) return false
    // Variables and types that are indented were meant for the body, where they are not allowed.
    const isField = this.kind === VAR || this.kind === ENUM || this.kind === STRUCT
    return !isField || this.lines.columnOf(this.start) === 1
  }

  /** What is not a statement, up to after the next `;`, or before a brace. */
  protected wrong(): ErrorStatement {
    const start = this.start
    this.report('bad-command', this.shown())
    do this.next()
    while (
      this.kind !== Kind.BraceClose &&
      this.kind !== Kind.BraceOpen &&
      this.kind !== Kind.Semicolon &&
      this.kind !== Kind.End
    )
    this.accept(Kind.Semicolon)
    return { kind: 'ErrorStatement', start, end: this.end, text: this.text.slice(start, this.end) }
  }

  protected statement(): Statement {
    if (this.depth >= MAX_NESTING) return this.deepStatement()
    this.depth++
    const statement = this.shallowStatement()
    this.depth--
    return statement
  }

  private deepStatement(): Statement {
    const start = this.start
    this.report('too-deep', String(MAX_NESTING))
    if (this.kind === Kind.BraceOpen) {
      this.moveTo(this.closeOf(this.index))
      this.next()
    } else {
      while (this.kind !== Kind.BraceClose && this.kind !== Kind.Semicolon && this.kind !== Kind.End) {
        if (this.kind === Kind.BraceOpen) this.moveTo(this.closeOf(this.index))
        this.next()
      }
      this.accept(Kind.Semicolon)
    }
    return { kind: 'ErrorStatement', start, end: this.end, text: this.text.slice(start, this.end) }
  }

  private shallowStatement(): Statement {
    const start = this.start
    const kind = this.kind
    const isLocal = (kind === LOCAL || kind === CONST) && this.peek() >= Kind.Word
    if (!isLocal && kind !== Kind.Semicolon) this.hasStatement = true
    if (kind >= Kind.Word && kind !== DEFAULT && this.peek() === Kind.Colon) return this.label(start)
    if (kind >= Kind.Word && this.isDeclaredHere()) return this.declaredHere()
    if (kind > Kind.Word) return this.keywordStatement(start, kind) ?? this.simpleStatement(start)
    if (kind === Kind.Semicolon) {
      this.next()
      return { kind: 'Empty', start, end: this.end }
    }
    if (kind === Kind.BraceOpen) return this.block()
    return this.simpleStatement(start)
  }

  /** `int i`, as other languages declare variables between statements. */
  private isDeclaredHere(): boolean {
    const name = this.after(this.index)
    if (this.kindAt(name) < Kind.Word || !this.isPlainType()) return false
    const next = this.kindAt(this.after(name))
    return next === Kind.Assign || next === Kind.Semicolon || next === Kind.Comma || next === Kind.BracketOpen
  }

  /** Reads `int i = 0;` as a declaration and an assignment. */
  private declaredHere(): Statement {
    const { start } = this
    const name = this.tokens.textAt(this.after(this.index))
    this.report('declared-here', this.word(), name)
    this.hasMisplacedLocals = true
    const type = this.type()
    const { index, end } = this
    const names = [this.declarator()]
    if (this.kind === Kind.Assign) {
      this.moveTo(index)
      const local: LocalStatement = {
        kind: 'Local',
        start,
        end,
        type,
        names: names.map((one) => ({ ...one, start: end, end })),
      }
      const assignment = this.simpleStatement(this.start)
      return { kind: 'Block', start, end: this.end, statements: [local, assignment] }
    }
    while (this.accept(Kind.Comma) && this.kind >= Kind.Word) names.push(this.declarator())
    this.semicolon()
    return { kind: 'Local', start, end: this.end, type, names }
  }

  /** `local int i;`, also after the first statement, which compilers refuse. */
  private localStatement(): Statement {
    if (!this.hasStatement) return this.local()
    this.report('misplaced', this.word())
    this.hasMisplacedLocals = true
    return this.local()
  }

  /** A statement that its first word decides; `undefined` when the word is only a name. */
  private keywordStatement(start: number, kind: number): Statement | undefined {
    switch (kind) {
      case IF:
        return this.if(start)
      case RETURN:
        return this.return(start)
      case LOCAL:
        return this.peek() >= Kind.Word ? this.localStatement() : undefined
      case FOR:
        return this.for(start)
      case FOREACH:
        return this.forEach(start)
      case WHILE:
        return this.while(start)
      case SWITCH:
        return this.switch(start)
      case BREAK:
      case CONTINUE:
      case STOP:
        return this.jump(start, kind)
      case DO:
        return this.do(start)
      case GOTO:
        return this.goto(start)
      case ASSERT:
        return this.assert(start)
      case CONST:
        return this.peek() >= Kind.Word ? this.const() : undefined
      case CASE:
        return this.case(start)
      case VAR:
      case ENUM:
      case STRUCT:
        return this.peek() >= Kind.Word ? this.misplacedField(start, kind) : undefined
      case DEFAULT:
        if (this.peek() !== Kind.Colon) {
          if (this.peek() < Kind.Word) return undefined
          this.next()
          this.report('missing-in', ':', 'Default')
          return { kind: 'Case', start, end: this.end, value: null }
        }
        this.next()
        this.next()
        return { kind: 'Case', start, end: this.end, value: null }
      case UNTIL:
        return this.peek() === Kind.ParenOpen ? this.misplacedUntil(start) : undefined
      case ELSE:
        this.report('misplaced', 'Else')
        this.next()
        return this.statement()
    }
    return undefined
  }

  /** `var int a;` where only statements may be, up to after its `;`. */
  private misplacedField(start: number, kind: number): Statement {
    if (kind === VAR) this.report('variable-in-code')
    else this.report('misplaced-type', kind === ENUM ? 'Enum' : 'Struct')
    while (this.kind !== Kind.Semicolon && this.kind !== Kind.BraceClose && this.kind !== Kind.End) {
      if (this.kind === Kind.BraceOpen) this.moveTo(this.closeOf(this.index))
      this.next()
    }
    this.accept(Kind.Semicolon)
    return { kind: 'ErrorStatement', start, end: this.end, text: this.text.slice(start, this.end) }
  }

  /** `until (condition);` without a `do`. */
  private misplacedUntil(start: number): Statement {
    this.report('misplaced', this.word())
    this.next()
    this.condition('until')
    this.accept(Kind.Semicolon)
    return { kind: 'ErrorStatement', start, end: this.end, text: this.text.slice(start, this.end) }
  }

  private label(start: number): Statement {
    const name = this.take()
    this.next()
    return { kind: 'Label', start, end: this.end, name }
  }

  /** `expression;` or `target = value;` */
  private simpleStatement(start: number): Statement {
    const index = this.index
    const isMacro = this.kind === Kind.Macro
    const simple = this.simple(start)
    if (this.index === index) return simple
    // A macro of UE3 that was not expanded may be a statement with its `;`.
    if (!this.accept(Kind.Semicolon) && !isMacro) this.report('missing-before', ';', this.shown())
    simple.end = this.end
    return simple
  }

  /** `expression` or `target = value` */
  private simple(start: number): Statement {
    const expression = this.expression(this.shown())
    if (this.kind !== Kind.Assign) return { kind: 'ExpressionStatement', start, end: this.end, expression }
    this.next()
    const value = this.expression('=')
    return { kind: 'Assignment', start, end: this.end, target: expression, value }
  }

  /** `(condition)` */
  private condition(word: string): Expression {
    const isOpen = this.accept(Kind.ParenOpen)
    if (!isOpen) this.report('missing-in', '(', word)
    let condition = this.expression('(')
    if (isOpen && this.kind === Kind.Assign) condition = this.assignedInCondition(condition, word)
    if (isOpen && !this.accept(Kind.ParenClose)) {
      this.report('missing-in', ')', word)
      this.skipToClose()
    }
    return condition
  }

  /** `(a = b)`, where `(a == b)` was meant. */
  private assignedInCondition(left: Expression, word: string): Expression {
    this.report('assignment-in', word)
    this.next()
    const right = this.expression('=')
    const first = left.kind === 'Run' ? left : { operands: [left], operators: [] }
    const second = right.kind === 'Run' ? right : { operands: [right], operators: [] }
    return {
      kind: 'Run',
      start: left.start,
      end: this.end,
      operands: [...first.operands, ...second.operands],
      operators: [...first.operators, '==', ...second.operators],
    }
  }

  /** What a condition or loop is for; there may be nothing before a `}`. */
  private branch(word: string): Statement {
    return this.kind === Kind.BraceClose ? this.missingBranch(word) : this.statement()
  }

  /**
   * `if (a) }`: XPawn of Killing Floor has it, where what followed is a comment; Shortcut of Lineage II has
   * loops like that.
   */
  private missingBranch(word: string): Statement {
    this.reportAt('missing-branch', this.end, this.end, word)
    return { kind: 'Empty', start: this.end, end: this.end }
  }

  private if(start: number): Statement {
    this.next()
    const condition = this.condition('if')
    const then = this.branch('if')
    let otherwise: Statement | null = null
    if (this.kind === ELSE) {
      this.next()
      otherwise = this.statement()
    } else if (this.isElseIf()) {
      const { start: word } = this
      this.report('else-if', this.word())
      otherwise = this.if(word)
    }
    return { kind: 'If', start, end: this.end, condition, then, else: otherwise }
  }

  /** Tells whether what other languages have for `else if` is here. */
  private isElseIf(): boolean {
    return this.kind === Kind.Word && this.peek() === Kind.ParenOpen && /^(?:elseif|elsif|elif)$/i.test(this.word())
  }

  private while(start: number): Statement {
    this.next()
    const condition = this.condition('while')
    const body = this.branch('while')
    return { kind: 'While', start, end: this.end, condition, body }
  }

  private do(start: number): Statement | undefined {
    const next = this.peek()
    if (next !== Kind.BraceOpen && next < Kind.Word) return undefined
    this.next()
    const body = this.statement()
    let condition: Expression | null = null
    if (this.kind === UNTIL) {
      this.next()
      condition = this.condition('until')
      // The `;` is not needed.
      this.accept(Kind.Semicolon)
    }
    return { kind: 'Do', start, end: this.end, body, condition }
  }

  private for(start: number): Statement {
    this.next()
    if (!this.accept(Kind.ParenOpen)) this.report('missing-in', '(', 'for')
    const isDeclared = this.isDeclaredHere()
    const init = this.kind === Kind.Semicolon ? null : isDeclared ? this.declaredHere() : this.simple(this.start)
    if (!isDeclared) this.semicolon()
    const condition = this.kind === Kind.Semicolon ? null : this.expression(';')
    this.semicolon()
    const step = this.kind === Kind.ParenClose ? null : this.simple(this.start)
    if (!this.accept(Kind.ParenClose)) {
      this.report('missing-in', ')', 'for')
      this.skipToClose()
    }
    const body = this.branch('for')
    return { kind: 'For', start, end: this.end, init, condition, step, body }
  }

  private forEach(start: number): Statement {
    this.next()
    const call = this.postfixed('foreach')
    const body = this.statement()
    return { kind: 'ForEach', start, end: this.end, call, body }
  }

  private switch(start: number): SwitchStatement {
    this.next()
    const given = this.expression('switch')
    // Parentheses are usual and mean nothing.
    const value = given.kind === 'Parenthesized' ? given.inner : given
    let statements: Statement[] = []
    if (this.accept(Kind.BraceOpen)) {
      statements = this.statementsUntilBrace()
      this.endBlock()
    } else {
      this.report('missing-in', '{', 'switch')
    }
    return { kind: 'Switch', start, end: this.end, value, statements }
  }

  private case(start: number): Statement {
    this.next()
    const value = this.expression('case')
    if (!this.accept(Kind.Colon)) this.report('missing-in', ':', 'case')
    return { kind: 'Case', start, end: this.end, value }
  }

  private jump(start: number, kind: number): Statement | undefined {
    const next = this.peek()
    if (next !== Kind.Semicolon && next !== Kind.BraceClose && next < Kind.Word) return undefined
    this.next()
    this.semicolon()
    return { kind: kind === BREAK ? 'Break' : kind === CONTINUE ? 'Continue' : 'Stop', start, end: this.end }
  }

  private return(start: number): Statement {
    this.next()
    const value = this.kind === Kind.Semicolon || this.kind === Kind.BraceClose ? null : this.expression('return')
    this.semicolon()
    return { kind: 'Return', start, end: this.end, value }
  }

  private goto(start: number): Statement | undefined {
    const next = this.peek()
    if (next < Kind.Word && next !== Kind.Name && next !== Kind.ParenOpen && next !== Kind.String) return undefined
    this.next()
    const label = this.expression('goto')
    this.semicolon()
    return { kind: 'Goto', start, end: this.end, label }
  }

  private assert(start: number): Statement | undefined {
    if (this.peek() !== Kind.ParenOpen) return undefined
    this.next()
    const condition = this.condition('assert')
    this.semicolon()
    return { kind: 'Assert', start, end: this.end, condition, line: this.lines.lineOf(start) }
  }

  /** `const NAME = value;` */
  protected const(): ConstDeclaration {
    const start = this.start
    this.next()
    let name = ''
    if (this.kind >= Kind.Word) name = this.take()
    else this.report('missing-name', 'constant')
    if (this.kind === Kind.Assign) this.next()
    else this.report('missing-in', '=', 'const')
    const from = this.end
    const value = this.expression('=')
    const text = this.text.slice(from, this.kind === Kind.Semicolon ? this.start : this.end)
    this.semicolon()
    return { kind: 'Const', start, end: this.end, name, value, text }
  }
}
