import { Kind, kindOf } from '../lexer/kinds.js'
import type {
  Block,
  ClassHeader,
  Declaration,
  Directive,
  FunctionDeclaration,
  Identifier,
  IgnoresDeclaration,
  Modifier,
  Parameter,
  ReplicationBlock,
  ReplicationCondition,
  SourceFile,
  StateDeclaration,
  Statement,
  StructDeclaration,
  TypeReference,
  VarDeclaration,
} from '../syntax/nodes.js'
import { MAX_NESTING } from './cursor.js'
import { DefaultsParser } from './defaults-parser.js'

const CLASS = kindOf('class')
const INTERFACE = kindOf('interface')
const EXTENDS = kindOf('extends')
const EXPANDS = kindOf('expands')
const WITHIN = kindOf('within')
const VAR = kindOf('var')
const CONST = kindOf('const')
const ENUM = kindOf('enum')
const STRUCT = kindOf('struct')
const STATE = kindOf('state')
const REPLICATION = kindOf('replication')
const IGNORES = kindOf('ignores')
const LOCAL = kindOf('local')
const IF = kindOf('if')
const RELIABLE = kindOf('reliable')
const UNRELIABLE = kindOf('unreliable')
const IMPORT = kindOf('import')

const FORMS: ReadonlyMap<number, FunctionDeclaration['form']> = new Map(
  (['function', 'event', 'delegate', 'operator', 'preoperator', 'postoperator'] as const).map((word) => [
    kindOf(word),
    word,
  ]),
)

const DEFAULTS = new Set((['defaultproperties', 'structdefaultproperties', 'structdefaults'] as const).map(kindOf))
const CPP_TEXTS = new Set((['cpptext', 'structcpptext', 'cppstruct'] as const).map(kindOf))

/** Modifiers of functions that may also be behind `function` or `operator(20)`, in front of the result's type. */
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

/** *Declarations, and a whole text.* */
export class DeclarationParser extends DefaultsParser {
  /** Up to here, directives have their place in the tree. */
  private directivesSeen = 0

  sourceFile(): SourceFile {
    const file: SourceFile = { kind: 'SourceFile', start: 0, end: this.text.length, header: null, declarations: [] }
    for (;;) {
      this.directives(file.declarations)
      if (this.kind === Kind.End) return file
      const isHeader = file.header === null && this.isHeader()
      if (isHeader) file.header = this.header()
      else this.declarationInto(file.declarations)
    }
  }

  /** Directives that were passed since the last declaration. */
  private directives(list: Declaration[]): void {
    for (let at = this.directivesSeen; at < this.index; at++) {
      if (this.kindAt(at) === Kind.Directive) {
        const found = this.directive(at)
        if (found !== undefined) list.push(found)
      }
    }
    this.directivesSeen = this.index
  }

  private directive(at: number): Directive | undefined {
    const start = this.startAt(at)
    const end = this.startAt(at + 1)
    if (this.text.charCodeAt(start) !== 0x23) return undefined
    const [, word = '', rest = ''] = /^#[ \t]*(\S*)([\s\S]*)$/.exec(this.text.slice(start, end)) ?? []
    return { kind: 'Directive', start, end, word, text: rest.trim() }
  }

  private isHeader(): boolean {
    return (this.kind === CLASS || this.kind === INTERFACE) && this.peek() >= Kind.Word
  }

  /** `class X extends Y modifiers;` */
  private header(): ClassHeader {
    const start = this.start
    const isInterface = this.kind === INTERFACE
    this.next()
    const name = this.take()
    let superName: string | null = null
    const modifiers: Modifier[] = []
    while (this.kind >= Kind.Macro) {
      if (this.kind === Kind.Macro) this.next()
      else if ((this.kind === EXTENDS || this.kind === EXPANDS) && this.peek() >= Kind.Word) {
        this.next()
        superName = this.dottedName()
      } else if ((this.kind === WITHIN || this.isBareImplements()) && this.peek() >= Kind.Word) {
        modifiers.push(this.bareModifier())
      } else if (this.isOnNewLine() && this.peek() >= Kind.Word && this.isDeclaring()) {
        break
      } else {
        modifiers.push(this.modifier())
      }
    }
    if (!this.accept(Kind.Semicolon)) this.report('missing-before', ';', this.shown())
    return { kind: 'ClassHeader', start, end: this.end, isInterface, name, extends: superName, modifiers }
  }

  private isDeclaring(): boolean {
    return (
      this.kind === VAR || this.kind === CONST || this.kind === ENUM || this.kind === STRUCT || FORMS.has(this.kind)
    )
  }

  private isBareImplements(): boolean {
    return this.kind === Kind.Word && /^implements$/i.test(this.word())
  }

  /** `within X`, `implements A, B` */
  private bareModifier(): Modifier {
    const start = this.start
    const word = this.take()
    const names = [this.dottedName()]
    while (this.kind === Kind.Comma && this.peek() >= Kind.Word) {
      this.next()
      names.push(this.dottedName())
    }
    return { kind: 'Modifier', start, end: this.end, word, arguments: names, isBare: true, cpp: null }
  }

  /** Adds the declaration that is to be read; a `;` by itself is none. */
  private declarationInto(list: Declaration[]): void {
    if (this.kind === Kind.Semicolon) {
      this.next()
      return
    }
    if (this.kind === Kind.Macro) {
      this.macro()
      return
    }
    const index = this.index
    const declaration = this.declaration()
    if (declaration !== undefined) list.push(declaration)
    if (declaration === undefined || this.index === index) this.wrongDeclaration(list)
  }

  /** A macro of UE3 that nobody has expanded, with what is in parentheses behind it. */
  private macro(): void {
    this.next()
    if (this.kind === Kind.ParenOpen) this.bracketed()
  }

  private declaration(): Declaration | undefined {
    const kind = this.kind
    if (kind < Kind.Word) return undefined
    switch (kind) {
      case VAR:
        return this.variable()
      case CONST:
        return this.const()
      case ENUM:
        return this.withSemicolon(this.enum())
      case STRUCT:
        return this.withSemicolon(this.struct())
      case REPLICATION:
        return this.replication()
      case IMPORT:
        return this.import()
    }
    if (DEFAULTS.has(kind)) return this.defaultProperties()
    if (CPP_TEXTS.has(kind)) return this.cppText()
    const form = this.formAhead()
    if (form === STATE) return this.state()
    return form === 0 ? undefined : this.function()
  }

  private withSemicolon<T extends Declaration>(declaration: T): T {
    if (this.accept(Kind.Semicolon)) declaration.end = this.end
    return declaration
  }

  /** `import enum Name from Class;` */
  private import(): Declaration {
    const start = this.start
    this.next()
    const what = this.kind >= Kind.Word ? this.take() : ''
    const name = this.kind >= Kind.Word ? this.dottedName() : ''
    if (name === '') this.report('missing-name', 'import')
    let from: string | null = null
    if (this.kind === Kind.Word && this.peek() >= Kind.Word) {
      this.next()
      from = this.dottedName()
    }
    this.semicolon()
    return { kind: 'Import', start, end: this.end, what, name, from }
  }

  /** The kind of the word that says which declaration begins here, `function`, `state` …; 0 for none. */
  private formAhead(): number {
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

  /** What is not a declaration, up to the next that looks like one. */
  private wrongDeclaration(list: Declaration[]): void {
    const start = this.start
    if (this.kind === Kind.End) return
    this.report('unexpected', this.shown())
    do {
      if (this.kind === Kind.BraceOpen) this.moveTo(this.closeOf(this.index))
      const isLast = this.kind === Kind.Semicolon || this.kind === Kind.BraceClose
      this.next()
      if (isLast) break
    } while (this.kind !== Kind.End && this.kind !== Kind.BraceClose && !this.isDeclaration())
    list.push({ kind: 'ErrorDeclaration', start, end: this.end, text: this.text.slice(start, this.end) })
  }

  private variable(): VarDeclaration {
    const start = this.start
    this.next()
    const category = this.kind === Kind.ParenOpen ? this.bracketed().trim() : null
    const modifiers = this.modifiers()
    const type = this.type()
    const names = this.declarators()
    return { kind: 'Var', start, end: this.end, category, modifiers, type, names }
  }

  protected struct(): StructDeclaration {
    const start = this.start
    this.next()
    const modifiers: Modifier[] = []
    let cpp: string | null = null
    let name = ''
    while (this.kind >= Kind.Word || (this.kind === Kind.BraceOpen && cpp === null && this.isCppName())) {
      if (this.kind === Kind.BraceOpen) cpp = this.bracketed().trim()
      else if (this.isStructName()) {
        name = this.take()
        break
      } else modifiers.push(this.modifier())
    }
    if (name === '') this.report('missing-name', 'struct')
    const superName = this.extends()
    const members = this.structMembers()
    return { kind: 'Struct', start, end: this.end, modifiers, cpp, name, extends: superName, members }
  }

  private structMembers(): Declaration[] {
    const members: Declaration[] = []
    if (!this.accept(Kind.BraceOpen)) {
      this.report('missing-in', '{', 'struct')
      return members
    }
    if (this.depth >= MAX_NESTING) {
      this.report('too-deep', String(MAX_NESTING))
      while (this.kind !== Kind.BraceClose && this.kind !== Kind.End) {
        if (this.kind === Kind.BraceOpen) this.moveTo(this.closeOf(this.index))
        this.next()
      }
    }
    this.depth++
    this.directivesSeen = this.index
    while (this.kind !== Kind.BraceClose && this.kind !== Kind.End) {
      this.declarationInto(members)
      this.directives(members)
    }
    this.depth--
    this.closeBrace('struct')
    return members
  }

  /** Whether `{QWORD} name` is here, and not the members. */
  private isCppName(brace = this.index): boolean {
    const close = this.closeNear(brace)
    return close > this.after(brace) && this.kindAt(this.after(close)) >= Kind.Word
  }

  private isStructName(): boolean {
    const next = this.after(this.index)
    const kind = this.kindAt(next)
    if (kind === EXTENDS || kind === EXPANDS) return true
    if (kind !== Kind.BraceOpen) return kind < Kind.Word && kind !== Kind.ParenOpen
    return !this.isCppName(next)
  }

  private extends(): string | null {
    if (this.kind !== EXTENDS && this.kind !== EXPANDS) return null
    this.next()
    if (this.kind >= Kind.Word) return this.dottedName()
    this.report('missing-name', 'superclass')
    return null
  }

  private cppText(): Declaration {
    const start = this.start
    const word = this.take()
    if (this.kind !== Kind.BraceOpen) {
      this.report('missing-in', '{', word)
      return { kind: 'CppText', start, end: this.end, word, text: '' }
    }
    const text = this.bracketed()
    // Its `#if` and `#endif` are C++.
    this.directivesSeen = this.index
    return { kind: 'CppText', start, end: this.end, word, text }
  }

  private replication(): ReplicationBlock {
    const start = this.start
    this.next()
    const conditions: ReplicationCondition[] = []
    if (!this.accept(Kind.BraceOpen)) {
      this.report('missing-in', '{', 'Replication')
      return { kind: 'Replication', start, end: this.end, conditions }
    }
    while (this.kind === RELIABLE || this.kind === UNRELIABLE || this.kind === IF || this.kind === Kind.Semicolon) {
      if (!this.accept(Kind.Semicolon)) conditions.push(this.replicationCondition())
    }
    this.closeBrace('Replication')
    return { kind: 'Replication', start, end: this.end, conditions }
  }

  private replicationCondition(): ReplicationCondition {
    const start = this.start
    const reliable = this.kind === IF ? null : this.kind === RELIABLE
    if (reliable !== null) this.next()
    if (this.kind === IF) this.next()
    else this.report('missing-in', 'if', 'Replication')
    const condition = this.conditionInParentheses()
    const names = this.nameList()
    this.semicolon()
    return { kind: 'ReplicationCondition', start, end: this.end, reliable, condition, names }
  }

  private conditionInParentheses() {
    const given = this.expression('if')
    return given.kind === 'Parenthesized' ? given.inner : given
  }

  private nameList(): Identifier[] {
    const names: Identifier[] = []
    while (this.kind >= Kind.Word) {
      names.push(this.identifier())
      if (!this.accept(Kind.Comma)) break
    }
    return names
  }

  private function(): FunctionDeclaration {
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

  private isFunctionModifier(): boolean {
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
    const dimension = this.dimension()
    const value = this.accept(Kind.Assign) ? this.expression('=') : null
    return { kind: 'Parameter', start, end: this.end, modifiers, type, name, dimension, default: value }
  }

  private functionBody(node: FunctionDeclaration): void {
    const start = this.start
    this.next()
    const statements: Statement[] = []
    while ((this.kind === LOCAL || this.kind === CONST) && this.peek() >= Kind.Word) {
      statements.push(this.kind === LOCAL ? this.local() : this.const())
    }
    node.codeStart = this.start
    for (const statement of this.statementsUntilBrace()) statements.push(statement)
    this.endBlock()
    const body: Block = { kind: 'Block', start, end: this.end, statements }
    node.body = body
  }

  private state(): StateDeclaration {
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

  /** The header or the next declaration; several when something else is before it, none when only a `;` was read. */
  piece(mayBeHeader: boolean): (ClassHeader | Declaration)[] {
    if (this.kind === Kind.End) return []
    if (mayBeHeader && this.isHeader()) return [this.header()]
    const list: Declaration[] = []
    this.declarationInto(list)
    return list
  }

  /** The number of the token to be read. */
  get position(): number {
    return this.index
  }

  /** Behind the last character that was read. */
  get endOfPiece(): number {
    return this.end
  }

  /** Whether everything was read. */
  get isAtEnd(): boolean {
    return this.kind === Kind.End
  }

  /** The declaration that begins at a token, if it is one. */
  declarationAt(index: number): Declaration | undefined {
    this.moveTo(index)
    return this.declaration()
  }

  /** The statements of a body, in braces or without. */
  bodyOf(): Block {
    if (this.kind === Kind.BraceOpen) return this.block()
    const start = this.start
    const statements: Statement[] = []
    while (this.kind !== Kind.End) {
      const index = this.index
      const statement = this.statement()
      statements.push(this.index === index ? this.wrong() : statement)
    }
    return { kind: 'Block', start, end: this.end, statements }
  }

  /** One expression, and nothing behind it. */
  expressionOf() {
    const expression = this.expression('')
    if (this.kind !== Kind.End) this.report('unexpected', this.shown())
    return expression
  }
}
