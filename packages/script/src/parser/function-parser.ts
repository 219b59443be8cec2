import { Kind, kindOf } from '../lexer/kinds.js'
import type {
  Block,
  FunctionDeclaration,
  Identifier,
  IgnoresDeclaration,
  IntLiteral,
  Modifier,
  Parameter,
  StateDeclaration,
  Statement,
  TypeReference,
} from '../syntax/nodes.js'
import { DefaultsParser } from './defaults-parser.js'

export const CONST = kindOf('const')
export const EXTENDS = kindOf('extends')
export const EXPANDS = kindOf('expands')
export const STATE = kindOf('state')
const IGNORES = kindOf('ignores')
const LOCAL = kindOf('local')

/** The words that say which form a function has. */
export const FORMS: ReadonlyMap<number, FunctionDeclaration['form']> = new Map(
  (['function', 'event', 'delegate', 'operator', 'preoperator', 'postoperator'] as const).map((word) => [
    kindOf(word),
    word,
  ]),
)

/**
 * Modifiers of functions that may also be after `function` or `operator(20)`, in front of the result's type.
 */
const FUNCTION_MODIFIERS = new Set(
  (
    [
      ...['final', 'static', 'simulated', 'native', 'intrinsic', 'latent', 'iterator', 'singular', 'exec'],
      ...['private', 'protected', 'public', 'coerce', 'noexport'],
    ] as const
  ).map(kindOf),
)

/** Tokens that are looked at to tell what a declaration is. */
const HEAD = 64

/** *Functions and states*, and how they differ from other declarations. */
export abstract class FunctionParser extends DefaultsParser {
  protected function(): FunctionDeclaration {
    const start = this.start
    const modifiers: Modifier[] = []
    while (!FORMS.has(this.kind) || this.isSecondForm()) {
      if (this.kind === Kind.Macro) this.next()
      else modifiers.push(this.modifier())
    }
    const form = FORMS.get(this.kind) ?? 'function'
    this.next()
    const isOperator = form === 'operator' || form === 'preoperator' || form === 'postoperator'
    const precedence = isOperator && this.kind === Kind.ParenOpen ? Number.parseInt(this.bracketed(), 10) : null
    const returnModifiers: Modifier[] = []
    this.isInVariable = false
    for (const modifier of this.modifiers(() => this.isFunctionModifier() || (!isOperator && this.isModifier()))) {
      if (/^coerce$/i.test(modifier.word)) returnModifiers.push(modifier)
      else modifiers.push(modifier)
    }
    this.isInVariable = true
    const isNameOnly = this.kind < Kind.Word || this.peek() === Kind.ParenOpen
    const returnType: TypeReference | null = isNameOnly ? null : this.type()
    const name = this.functionName()
    const parameters = this.parameters(name)
    let isConst = false
    if (this.kind === CONST) {
      isConst = true
      this.next()
    }
    const node: FunctionDeclaration = {
      kind: 'Function',
      start,
      end: this.end,
      modifiers,
      form,
      precedence: Number.isNaN(precedence) ? null : precedence,
      returnType,
      returnModifiers,
      name,
      parameters,
      isConst,
      body: null,
      codeStart: this.start,
    }
    if (this.kind === Kind.BraceOpen) this.functionBody(node)
    else if (!this.accept(Kind.Semicolon)) this.report('missing-before', ';', this.shown())
    node.end = this.end
    return node
  }

  /** `function event F()`: the first word is a modifier then. */
  private isSecondForm(): boolean {
    const next = this.after(this.index)
    return FORMS.has(this.kindAt(next)) && this.kindAt(this.after(next)) >= Kind.Word
  }

  protected isFunctionModifier(): boolean {
    return FUNCTION_MODIFIERS.has(this.kind) && this.peek() >= Kind.Word
  }

  /** A word, or the symbols of an operator. */
  private functionName(): string {
    if (this.kind >= Kind.Word) return this.take()
    let name = ''
    while (this.kind !== Kind.ParenOpen && this.kind >= Kind.Dot && this.kind < Kind.Word) {
      if (name !== '' && this.start > this.end) break
      name += this.take()
    }
    if (name === '') this.report('missing-name', 'function')
    return name
  }

  private parameters(name: string): Parameter[] {
    const list: Parameter[] = []
    if (!this.accept(Kind.ParenOpen)) {
      this.report('missing-in', '(', name)
      return list
    }
    while (this.kind >= Kind.Word) {
      list.push(this.parameter())
      if (!this.accept(Kind.Comma)) break
    }
    if (!this.accept(Kind.ParenClose)) {
      this.report('missing-in', ')', name)
      this.skipToClose()
    }
    return list
  }

  private parameter(): Parameter {
    const start = this.start
    const modifiers = this.modifiers()
    const type = this.type()
    let name = ''
    if (this.kind >= Kind.Word) name = this.take()
    else this.report('missing-name', 'parameter')
    const dimension = this.emptyDimension() ?? this.dimension()
    const value = this.accept(Kind.Assign) ? this.expression('=') : null
    return { kind: 'Parameter', start, end: this.end, modifiers, type, name, dimension, default: value }
  }

  /** `[]`: UE3 takes it for an array of one. */
  private emptyDimension(): IntLiteral | undefined {
    if (this.kind !== Kind.BracketOpen || this.peek() !== Kind.BracketClose) return undefined
    this.next()
    const at = this.start
    this.next()
    return { kind: 'Int', start: at, end: at, value: 1, isHex: false }
  }

  private functionBody(node: FunctionDeclaration): void {
    const start = this.start
    this.next()
    const statements: Statement[] = []
    while ((this.kind === LOCAL || this.kind === CONST) && this.peek() >= Kind.Word) {
      statements.push(this.kind === LOCAL ? this.local() : this.const())
    }
    node.codeStart = this.start
    this.hasMisplacedLocals = false
    this.hasStatement = false
    for (const statement of this.statementsUntilBrace()) statements.push(statement)
    this.endBlock()
    const body: Block = { kind: 'Block', start, end: this.end, statements }
    node.body = body
    if (this.hasMisplacedLocals) node.hasMisplacedLocals = true
  }

  protected state(): StateDeclaration {
    const start = this.start
    const modifiers: Modifier[] = []
    while (this.kind !== STATE) {
      if (this.kind === Kind.Macro) this.next()
      else modifiers.push(this.modifier())
    }
    this.next()
    const isEditable = this.kind === Kind.ParenOpen
    if (isEditable) this.bracketed()
    let name = ''
    if (this.kind >= Kind.Word) name = this.take()
    else this.report('missing-name', 'state')
    const superName = this.extends()
    const node: StateDeclaration = {
      kind: 'State',
      start,
      end: this.end,
      modifiers,
      isEditable,
      name,
      extends: superName,
      ignores: [],
      functions: [],
      code: [],
      codeStart: this.start,
    }
    if (this.kind === Kind.BraceOpen) this.stateBody(node)
    else if (!this.accept(Kind.Semicolon)) this.report('missing-in', '{', 'state')
    node.end = this.end
    return node
  }

  private stateBody(node: StateDeclaration): void {
    this.next()
    node.codeStart = this.start
    while (this.kind !== Kind.BraceClose && this.kind !== Kind.End) {
      const index = this.index
      if (this.kind === IGNORES && this.peek() >= Kind.Word) node.ignores.push(this.ignores())
      else if (this.isFunctionAhead()) node.functions.push(this.function())
      else if (this.isDeclaration()) break
      else {
        this.hasStatement = true
        const statement = this.statement()
        node.code.push(this.index === index ? this.wrong() : statement)
        continue
      }
      if (node.code.length === 0) node.codeStart = this.start
    }
    this.endBlock()
  }

  private isFunctionAhead(): boolean {
    if (this.kind < Kind.Macro || this.kind === STATE) return false
    // Most words of state code are neither a modifier nor in front of one.
    const next = this.peek()
    if (next < Kind.Macro && next !== Kind.ParenOpen) return false
    if (next === Kind.ParenOpen && this.kind === Kind.Word) return false
    const form = this.formAhead()
    return form !== 0 && form !== STATE
  }

  private ignores(): IgnoresDeclaration {
    const start = this.start
    this.next()
    const names = this.nameList()
    this.semicolon()
    return { kind: 'Ignores', start, end: this.end, names }
  }

  /** The kind of the word that says which declaration begins here, `function`, `state` …; 0 for none. */
  protected formAhead(): number {
    let at = this.index
    for (let words = 0; words < HEAD; words++) {
      const kind = this.kindAt(at)
      const next = this.after(at)
      if (FORMS.has(kind)) return kind
      if (kind === STATE && (this.kindAt(next) >= Kind.Word || this.kindAt(next) === Kind.ParenOpen)) return kind
      if (kind < Kind.Macro) return 0
      if (this.kindAt(next) === Kind.ParenOpen) {
        const close = this.closeNear(next)
        if (close < 0) return 0
        at = this.after(close)
      } else {
        at = next
      }
    }
    return 0
  }

  protected extends(): string | null {
    if (this.kind !== EXTENDS && this.kind !== EXPANDS) return null
    this.next()
    if (this.kind >= Kind.Word) return this.dottedName()
    this.report('missing-name', 'superclass')
    return null
  }

  protected nameList(): Identifier[] {
    const names: Identifier[] = []
    while (this.kind >= Kind.Word) {
      names.push(this.identifier())
      if (!this.accept(Kind.Comma)) break
    }
    return names
  }
}
