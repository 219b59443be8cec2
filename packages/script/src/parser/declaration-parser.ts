import { Kind, kindOf } from '../lexer/kinds.js'
import type {
  Block,
  ClassHeader,
  Declaration,
  Directive,
  Modifier,
  ReplicationBlock,
  ReplicationCondition,
  SourceFile,
  Statement,
  StructDeclaration,
  VarDeclaration,
} from '../syntax/nodes.js'
import { MAX_NESTING } from './cursor.js'
import { CONST, EXPANDS, EXTENDS, FORMS, FunctionParser, STATE } from './function-parser.js'

const CLASS = kindOf('class')
const INTERFACE = kindOf('interface')
const WITHIN = kindOf('within')
const VAR = kindOf('var')
const ENUM = kindOf('enum')
const STRUCT = kindOf('struct')
const REPLICATION = kindOf('replication')
const IF = kindOf('if')
const RELIABLE = kindOf('reliable')
const UNRELIABLE = kindOf('unreliable')
const IMPORT = kindOf('import')
const LOCAL = kindOf('local')
const IGNORES = kindOf('ignores')

const DEFAULTS = new Set((['defaultproperties', 'structdefaultproperties', 'structdefaults'] as const).map(kindOf))
const CPP_TEXTS = new Set((['cpptext', 'structcpptext', 'cppstruct'] as const).map(kindOf))

/** *Declarations, and a whole text.* */
export class DeclarationParser extends FunctionParser {
  /** Up to here, directives have their place in the tree. */
  private directivesSeen = 0

  sourceFile(): SourceFile {
    const file: SourceFile = { kind: 'SourceFile', start: 0, end: this.text.length, header: null, declarations: [] }
    for (;;) {
      this.directives(file.declarations)
      if (this.kind === Kind.End) {
        this.openComment()
        return file
      }
      const isHeader = file.header === null && this.isHeader()
      if (isHeader) file.header = this.header()
      else this.declarationInto(file.declarations)
    }
  }

  /** A comment that swallows the rest of the text. */
  private openComment(): void {
    const last = this.tokens.count - 2
    if (last < 0 || this.kindAt(last) !== Kind.BlockComment) return
    const start = this.startAt(last)
    let open = 0
    for (const [mark] of this.text.slice(start).matchAll(/\/\*|\*\//g)) open += mark === '/*' ? 1 : -1
    if (open > 0) this.reportAt('unterminated-comment', start, start + 2)
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
      } else if (this.kind === EXTENDS || this.kind === EXPANDS) {
        this.next()
        this.report('bad-class', name)
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

  /** A macro of UE3 that was not expanded, with what is in parentheses after it. */
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

  /** What is not a declaration, up to the next that looks like one. */
  private wrongDeclaration(list: Declaration[]): void {
    const start = this.start
    if (this.kind === Kind.End) return
    if (this.kind === LOCAL || this.kind === IGNORES) this.report('misplaced', this.shown())
    else if (this.isFunctionModifier()) this.report('missing-function')
    else if (this.kind === Kind.BraceClose && list.at(-1)?.kind === 'DefaultProperties') this.report('second-brace')
    else this.report('unexpected', this.shown())
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
    const category = this.kind === Kind.ParenOpen ? this.bracketedIn('var').trim() : null
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

  /** Tells whether `{QWORD} name` is here, and not the members. */
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
    this.namesFollow = true
    const given = this.expression('if')
    this.namesFollow = false
    return given.kind === 'Parenthesized' ? given.inner : given
  }

  /**
   * The header or the next declaration; several when something else is before it, none when only a `;` was
   * read.
   */
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

  /** After the last character that was read. */
  get endOfPiece(): number {
    return this.end
  }

  /** Tells whether everything was read. */
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

  /** One expression, and nothing after it. */
  expressionOf() {
    const expression = this.expression('')
    if (this.kind !== Kind.End) this.report('unexpected', this.shown())
    return expression
  }
}
