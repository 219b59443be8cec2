import { Kind, kindOf } from '../lexer/kinds.js'
import type {
  Declarator,
  EnumDeclaration,
  EnumTag,
  LocalStatement,
  Modifier,
  StructDeclaration,
  TypeReference,
} from '../syntax/nodes.js'
import { MAX_NESTING } from './cursor.js'
import { ExpressionParser } from './expression-parser.js'

const CLASS = kindOf('class')
const ARRAY = kindOf('array')
const MAP = kindOf('map')
const DELEGATE = kindOf('delegate')
const STRING = kindOf('string')
const ENUM = kindOf('enum')
const STRUCT = kindOf('struct')
const CONST = kindOf('const')

/** Words with which a declaration begins, and none of which is in front of the type of a variable. */
const BEGINNINGS = new Set(
  (
    [
      ...['var', 'function', 'event', 'operator', 'preoperator', 'postoperator', 'state', 'replication'],
      ...['defaultproperties', 'structdefaultproperties', 'final', 'simulated', 'singular', 'exec', 'static', 'local'],
    ] as const
  ).map(kindOf),
)

/** Types that are one word of the language, in lower case: no modifier comes after them. */
export const PLAIN_TYPES: ReadonlySet<string> = new Set(['byte', 'int', 'bool', 'float', 'name', 'string'])

/** *Types, and the modifiers and names around them.* */
export abstract class TypeParser extends ExpressionParser {
  protected abstract struct(): StructDeclaration

  /**
   * The words in front of a type. No list of them is needed: a word is a modifier when a type and a name
   * follow, so that `var input Input Input;` is read as it is meant.
   */
  protected modifiers(isModifier: () => boolean = () => this.isModifier()): Modifier[] {
    const list: Modifier[] = []
    while (this.kind >= Kind.Macro) {
      if (this.kind === Kind.Macro) this.next()
      else if (isModifier()) list.push(this.modifier())
      else break
    }
    return list
  }

  /** A word with what is in parentheses or braces after it. */
  protected modifier(): Modifier {
    const start = this.start
    const word = this.take()
    const given = this.kind === Kind.ParenOpen ? splitList(this.bracketedIn(word)) : null
    const cpp = this.kind === Kind.BraceOpen ? this.bracketed().trim() : null
    return { kind: 'Modifier', start, end: this.end, word, arguments: given, cpp }
  }

  protected isModifier(): boolean {
    const kind = this.kind
    if (kind < Kind.Word || kind === ENUM || kind === STRUCT) return false
    let next = this.after(this.index)
    if (this.kindAt(next) === Kind.ParenOpen || this.kindAt(next) === Kind.BraceOpen) {
      const close = this.closeNear(next)
      if (close < 0) return false
      next = this.after(close)
    }
    const second = this.kindAt(next)
    if (second < Kind.Word || this.beginsDeclaration(next)) return false
    const following = this.after(next)
    if (this.beginsDeclaration(following)) return false
    if (second === ENUM || second === STRUCT) {
      return this.kindAt(following) >= Kind.Word || this.kindAt(following) === Kind.BraceOpen
    }
    switch (this.kindAt(following)) {
      case Kind.Dot:
        return true
      case Kind.Less:
        return [CLASS, ARRAY, MAP, DELEGATE].includes(second) || this.isPointer(next)
      case Kind.BracketOpen:
        return second === STRING && this.isWordAt(following)
      case Kind.BraceOpen:
        return this.isWordAt(following)
      case Kind.ParenOpen:
        return this.isWordAt(following) && this.isInVariable
    }
    return this.kindAt(following) >= Kind.Word
  }

  /** Tells whether a token is the first of the next declaration: the `;` before it is missing. */
  private beginsDeclaration(index: number): boolean {
    const kind = this.kindAt(index)
    if (kind <= Kind.Word || !this.isAfterLineEnd(index)) return false
    const isLocalOrField = BEGINNINGS.has(kind) || (this.isPlainType() && (kind === CONST || isType(kind)))
    const next = this.kindAt(this.after(index))
    return isLocalOrField && (next >= Kind.Word || next === Kind.ParenOpen || next === Kind.BraceOpen)
  }

  /** Tells whether the token is a word such as `int`. */
  protected isPlainType(): boolean {
    return this.kind >= Kind.Word && PLAIN_TYPES.has(this.word().toLowerCase())
  }

  /** In `function int F() const` what is in parentheses is not after a modifier. */
  protected isInVariable = true

  /** Tells whether a word is after the bracket that closes the one at `index`. */
  private isWordAt(index: number): boolean {
    const close = this.closeNear(index)
    return close >= 0 && this.kindAt(this.after(close)) >= Kind.Word
  }

  /** A type; an enum or struct may be declared in its place. */
  protected type(): TypeReference {
    const start = this.start
    const kind = this.kind
    if (kind < Kind.Word) {
      this.report('missing-type', this.shown())
      return { kind: 'NamedType', start: this.end, end: this.end, name: '', cpp: null }
    }
    const next = this.peek()
    if (kind === ENUM && (next >= Kind.Word || next === Kind.BraceOpen)) return this.enum()
    if (kind === STRUCT && (next >= Kind.Word || next === Kind.BraceOpen)) return this.struct()
    if (kind === CLASS) return this.classType(start)
    if (next === Kind.Less) {
      if (kind === ARRAY) return this.arrayType(start)
      if (kind === MAP) return this.mapType(start)
      if (kind === DELEGATE) {
        this.next()
        return { kind: 'DelegateType', start, function: this.typeArgument('delegate'), end: this.end }
      }
    }
    if (kind === MAP && next === Kind.BraceOpen) {
      this.next()
      const cpp = this.bracketed()
      return { kind: 'MapType', start, end: this.end, key: null, value: null, cpp }
    }
    if (kind === STRING && next === Kind.BracketOpen) {
      this.next()
      const size = Number.parseInt(this.bracketed(), 10)
      return { kind: 'SizedString', start, end: this.end, size: Number.isNaN(size) ? 0 : size }
    }
    if (next === Kind.Less && this.isPointer(this.index)) return this.pointerType(start)
    const name = this.dottedName()
    const cpp = this.kind === Kind.BraceOpen && this.closeNear(this.index) >= 0 ? this.bracketed() : null
    return { kind: 'NamedType', start, end: this.end, name, cpp }
  }

  /** Tells whether a token is the word `pointer`. */
  private isPointer(index: number): boolean {
    return this.kindAt(index) >= Kind.Word && this.tokens.textAt(index).toLowerCase() === 'pointer'
  }

  /** `pointer<FFoo*>` of UT2004's patch 3374: the type is C++'s, up to the `>` that closes it. */
  private pointerType(start: number): TypeReference {
    const name = this.take()
    const open = this.end
    let depth = 0
    do {
      if (this.kind === Kind.Less) depth++
      else if (this.kind === Kind.Greater) depth--
      else if (this.kind === Kind.ShiftRight) depth -= 2
      if (depth > 0 && (this.kind === Kind.Semicolon || this.kind === Kind.End)) {
        this.report('missing-in', '>', name)
        return { kind: 'NamedType', start, end: this.end, name, cpp: null }
      }
      this.next()
    } while (depth > 0)
    const cpp = this.text.slice(open, this.end).trim().slice(1, -1).trim()
    return { kind: 'NamedType', start, end: this.end, name, cpp, isInAngles: true }
  }

  /** `Name` or `Outer.Name`. */
  protected dottedName(): string {
    let name = this.take()
    while (this.kind === Kind.Dot && this.peek() >= Kind.Word) {
      this.next()
      name += `.${this.take()}`
    }
    return name
  }

  private classType(start: number): TypeReference {
    this.next()
    const metaClass = this.kind === Kind.Less ? this.typeArgument('class') : null
    return { kind: 'ClassType', start, end: this.end, metaClass }
  }

  /** `<Name>` */
  private typeArgument(word: string): string {
    this.next()
    const name = this.kind >= Kind.Word ? this.dottedName() : ''
    if (name === '') this.report('missing-name', word)
    this.closeAngle(word === 'class' ? 'class limitor' : word)
    return name
  }

  private arrayType(start: number): TypeReference {
    if (this.depth >= MAX_NESTING) return this.deepType(start)
    this.depth++
    this.next()
    this.next()
    const modifiers = this.modifiers(() => this.isElementModifier())
    const element = this.type()
    const size = this.accept(Kind.Comma) ? Number.parseInt(this.take(), 10) : undefined
    this.closeAngle('array')
    this.depth--
    const type: TypeReference = { kind: 'ArrayType', start, end: this.end, modifiers, element }
    if (size !== undefined) type.size = size
    return type
  }

  private deepType(start: number): TypeReference {
    this.tooDeep()
    return { kind: 'NamedType', start, end: this.end, name: '', cpp: null }
  }

  /** Between `<` and `>` no name follows: every word but the last is a modifier. */
  private isElementModifier(): boolean {
    return this.kind >= Kind.Word && this.kind !== ENUM && this.kind !== STRUCT && this.peek() >= Kind.Word
  }

  private mapType(start: number): TypeReference {
    if (this.depth >= MAX_NESTING) return this.deepType(start)
    this.depth++
    this.next()
    this.next()
    const key = this.type()
    let value: TypeReference | null = null
    if (this.accept(Kind.Comma)) value = this.type()
    else this.report('missing-in', ',', 'map')
    this.closeAngle('map')
    this.depth--
    return { kind: 'MapType', start, end: this.end, key, value, cpp: null }
  }

  private angles = 0

  /** Reads one `>`, also the first or second half of `>>`. */
  private closeAngle(word: string): void {
    const wide = this.kind === Kind.ShiftRight ? 2 : this.kind === Kind.ShiftRightUnsigned ? 3 : 1
    if (wide === 1 && this.kind !== Kind.Greater) {
      this.report('missing-in', '>', word)
      return
    }
    if (++this.angles < wide) {
      this.end = this.start + this.angles
      return
    }
    this.angles = 0
    this.next()
  }

  /** `a, b[4]` up to the `;`, which is read as well. */
  protected declarators(): Declarator[] {
    const list: Declarator[] = []
    do {
      if (this.kind < Kind.Word) {
        this.report('missing-name', 'variable')
        break
      }
      list.push(this.declarator())
    } while (this.accept(Kind.Comma))
    this.semicolon()
    return list
  }

  protected declarator(): Declarator {
    const start = this.start
    const name = this.take()
    const dimension = this.dimension()
    const cpp = this.kind === Kind.BraceOpen ? this.bracketed() : null
    const comment = this.kind === Kind.String ? this.comment() : null
    const metadata = this.kind === Kind.Less ? this.metadata() : null
    return { kind: 'Declarator', start, end: this.end, name, dimension, cpp, comment, metadata }
  }

  /** UE2's text after a name; of several everything between the first quote and the last. */
  private comment(): string {
    const start = this.start + 1
    while (this.kind === Kind.String) this.quotedText(0x22, 'unterminated-string')
    return this.text.slice(start, this.end - 1)
  }

  /** `[4]`, if it is there. */
  protected dimension() {
    if (!this.accept(Kind.BracketOpen)) return null
    const size = this.expression('[')
    if (!this.accept(Kind.BracketClose)) this.report('missing-in', ']', 'array size')
    return size
  }

  /** What is between `<` and `>`; up to the end of the declaration when nothing closes it. */
  protected metadata(): string {
    const start = this.start + 1
    const isClosed = this.isMetadataClosed()
    if (!isClosed) this.report('missing-in', '>', 'metadata')
    const last = isClosed ? Kind.Greater : Kind.Semicolon
    while (this.kind !== last && this.kind !== Kind.End && this.kind !== Kind.BraceClose) this.next()
    const text = this.text.slice(start, this.start)
    if (isClosed) this.next()
    return text
  }

  /** Tells whether a `>` comes before the next declaration. */
  private isMetadataClosed(): boolean {
    for (let at = this.index; ; at++) {
      const kind = this.kindAt(at)
      if (kind === Kind.Greater) return true
      if (kind === Kind.End || kind === Kind.BraceClose || this.beginsDeclaration(at)) return false
    }
  }

  /** `enum Name { A, B }` */
  protected enum(): EnumDeclaration {
    const start = this.start
    this.next()
    let name = ''
    if (this.kind >= Kind.Word) name = this.take()
    else this.report('missing-name', 'enum')
    const tags: EnumTag[] = []
    if (!this.accept(Kind.BraceOpen)) this.report('missing-in', '{', 'Enum')
    else {
      while (this.kind >= Kind.Word) {
        const tagStart = this.start
        const tag = this.take()
        const metadata = this.kind === Kind.Less ? this.metadata() : null
        tags.push({ kind: 'EnumTag', start: tagStart, end: this.end, name: tag, metadata })
        if (!this.accept(Kind.Comma) && this.kind >= Kind.Word) this.report('missing-before', ',', this.shown())
      }
      this.closeBrace('Enum')
    }
    return { kind: 'Enum', start, end: this.end, name, tags }
  }

  /** Reads `}`; if it is not there, up to where it may be. */
  protected closeBrace(word: string): void {
    if (this.accept(Kind.BraceClose)) return
    this.report('missing-in', '}', word)
    while (this.kind !== Kind.BraceClose && this.kind !== Kind.Semicolon && this.kind !== Kind.End) this.next()
    this.accept(Kind.BraceClose)
  }

  /** `local type a, b;` */
  protected local(): LocalStatement {
    const start = this.start
    this.next()
    const type = this.type()
    const names = this.declarators()
    return { kind: 'Local', start, end: this.end, type, names }
  }

  /** Reads a `;`. Without one the next token is taken as the beginning of what follows. */
  protected semicolon(): void {
    if (!this.accept(Kind.Semicolon)) this.report('missing-before', ';', this.shown())
  }
}

function isType(kind: number): boolean {
  return kind === ENUM || kind === STRUCT
}

/** `A, B` as a list. */
function splitList(text: string): string[] {
  const trimmed = text.trim()
  return trimmed === '' ? [] : trimmed.split(',').map((part) => part.trim())
}
