import { Kind, kindOf } from '../lexer/kinds.js'
import type {
  DefaultArrayCall,
  DefaultAssignment,
  DefaultEntry,
  DefaultObject,
  DefaultProperties,
  DefaultValue,
  Expression,
} from '../syntax/nodes.js'
import { MAX_NESTING } from './cursor.js'
import { StatementParser } from './statement-parser.js'

const BEGIN = kindOf('begin')
const END = kindOf('end')
const OBJECT = kindOf('object')
const CLASS = kindOf('class')

/**
 * *Default properties.* An entry ends with its line, whatever parentheses are open (no entry in 3,072 texts
 * of four games is longer, and Killing Floor 2 has some without the last `)`); in UE3's braces, lines do not
 * matter. UE3 allows `;` and `,` between entries.
 */
export abstract class DefaultsParser extends StatementParser {
  /** How many braces around values are open. */
  private braces = 0

  /** `defaultproperties { … }`, up to the end of the text if nothing closes it. */
  protected defaultProperties(): DefaultProperties {
    const start = this.start
    const word = this.take()
    // A class of Killing Floor 2 has `defaultproperties()`.
    if (this.kind === Kind.ParenOpen && this.peek() === Kind.ParenClose) {
      this.next()
      this.next()
    }
    if (!this.accept(Kind.BraceOpen)) {
      this.report('missing-in', '{', word)
      return { kind: 'DefaultProperties', start, end: this.end, word, entries: [] }
    }
    const entries = this.entries()
    if (!this.accept(Kind.BraceClose)) this.reportAt('open-defaults', this.end, this.end, word)
    return { kind: 'DefaultProperties', start, end: this.end, word, entries }
  }

  private entries(): DefaultEntry[] {
    const list: DefaultEntry[] = []
    while (this.kind !== Kind.BraceClose && this.kind !== Kind.End) {
      if (this.kind === Kind.Semicolon || this.kind === Kind.Comma) {
        this.next()
        continue
      }
      if (this.endsObject()) {
        if (this.depth > 0) break
        list.push(this.wrongEntry())
        continue
      }
      list.push(this.entry())
    }
    return list
  }

  /** `End Object`, also when its second word is missing or misspelt. */
  private endsObject(): boolean {
    if (this.kind !== END) return false
    const next = this.after(this.index)
    return this.kindAt(next) >= Kind.Word || this.kindAt(next) === Kind.BraceClose || this.isAfterLineEnd(next)
  }

  private entry(): DefaultEntry {
    if (this.kind < Kind.Word) return this.wrongEntry()
    if (this.kind === BEGIN && this.peek() === OBJECT) return this.subobject()
    return this.assignment() ?? this.arrayCall() ?? this.wrongEntry()
  }

  /** A line that makes no sense. */
  private wrongEntry(): DefaultEntry {
    const start = this.start
    const line = this.restOfLine()
    this.reportAt('bad-default', start, this.end, line.length > 60 ? `${line.slice(0, 60)}…` : line)
    return { kind: 'DefaultError', start, end: this.end, text: line }
  }

  /** Reads to the end of the line, at least one token. */
  private restOfLine(): string {
    const start = this.start
    do this.next()
    while (!this.isOnNewLine() && this.kind !== Kind.BraceClose)
    return this.text.slice(start, this.end)
  }

  /** `Name=value`, `Name(1)=value`, `Name[1]=value`: of the class, or in the parentheses of a struct. */
  private assignment(isInList = false): DefaultAssignment | undefined {
    const assign = this.assignAhead()
    if (assign < 0) return undefined
    const start = this.start
    const name = this.dottedName()
    let index: Expression | null = null
    let brackets: '(' | '[' | null = null
    if (this.kind !== Kind.Assign) {
      brackets = this.kind === Kind.ParenOpen ? '(' : '['
      this.next()
      index = this.expression(brackets)
      this.moveTo(assign)
    }
    this.next()
    const value = this.value(isInList)
    return { kind: 'DefaultAssignment', start, end: this.end, name, index, brackets, value }
  }

  /** The number of the `=` after a name and its index, −1 where none is. */
  private assignAhead(): number {
    if (this.kind < Kind.Word) return -1
    let at = this.endOfName()
    const open = this.kindAt(at)
    if (open === Kind.ParenOpen || open === Kind.BracketOpen) {
      const close = this.closeNear(at)
      if (close < 0) return -1
      at = this.after(close)
    }
    return this.kindAt(at) === Kind.Assign ? at : -1
  }

  /** The number of the token after `A.B.C`. */
  private endOfName(): number {
    let at = this.after(this.index)
    while (this.kindAt(at) === Kind.Dot && this.kindAt(this.after(at)) >= Kind.Word) at = this.after(this.after(at))
    return at
  }

  /** `Name.Add(value)` */
  private arrayCall(): DefaultArrayCall | undefined {
    if (this.peek() !== Kind.Dot) return undefined
    const start = this.start
    const whole = this.dottedName()
    const dot = whole.lastIndexOf('.')
    const [name, operation] = [whole.slice(0, Math.max(dot, 0)), whole.slice(dot + 1)]
    let given: DefaultValue[] | null = null
    if (this.kind === Kind.ParenOpen) {
      this.next()
      given = this.values()
    }
    return { kind: 'DefaultArrayCall', start, end: this.end, name, operation, arguments: given }
  }

  /** `Begin Object Class=X Name=Y … End Object` */
  private subobject(): DefaultObject {
    const start = this.start
    this.next()
    this.next()
    let name: string | null = null
    let className: string | null = null
    const settings: { key: string; value: string }[] = []
    while (!this.isOnNewLine() && this.kind >= Kind.Word && this.peek() === Kind.Assign) {
      const key = this.take()
      this.next()
      const value = this.setting()
      if (className === null && /^class$/i.test(key)) className = value
      else if (name === null && /^name$/i.test(key)) name = value
      else settings.push({ key, value })
    }
    const node: DefaultObject = { kind: 'DefaultObject', start, end: this.end, name, className, settings, body: [] }
    if (this.depth >= MAX_NESTING) {
      this.tooDeep()
      this.next()
    } else {
      this.depth++
      node.body = this.entries()
      this.depth--
    }
    if (this.kind === END && this.peek() === OBJECT) {
      this.next()
      this.next()
    } else {
      this.report('missing-in', 'End Object', 'Begin Object')
      if (this.kind === END) this.restOfLine()
    }
    node.end = this.end
    return node
  }

  /** A value of the first line of a subobject: everything up to a blank; quotes are cut. */
  private setting(): string {
    if (this.kind === Kind.String) return this.quotedText(0x22, 'unterminated-string')
    const start = this.start
    do this.next()
    while (this.start === this.end && this.kind !== Kind.End)
    return this.text.slice(start, this.end)
  }

  /** Values up to `)`, which is read as well. */
  private values(): DefaultValue[] {
    const list: DefaultValue[] = []
    while (!this.endsList()) {
      if (this.accept(Kind.Comma)) continue
      const index = this.index
      list.push(this.value(true))
      if (this.index === index) this.next()
    }
    this.closeList()
    return list
  }

  /**
   * A value; what is not an expression is the words up to the end of the line, or to `,` or `)` in a list.
   */
  private value(isInList = false): DefaultValue {
    const start = this.start
    const isMissing = isInList ? this.endsValue(true) : this.isOnNewLine() || this.kind === Kind.BraceClose
    if (isMissing) return { kind: 'DefaultText', start: this.end, end: this.end, text: '' }
    if (this.kind === Kind.ParenOpen) return this.parenthesized(start)
    if (this.kind === Kind.BraceOpen) return this.braced(start)
    const index = this.index
    const simple = this.simpleValue(start)
    if (simple !== undefined && this.endsValue(isInList)) return simple
    this.moveTo(index)
    this.end = start
    do this.next()
    while (!(isInList ? this.endsValue(true) : this.isOnNewLine() || this.kind === Kind.BraceClose))
    return { kind: 'DefaultText', start, end: this.end, text: this.text.slice(start, this.end) }
  }

  /** `{ value }`: in braces, lines do not matter, as UE3's sources have it. */
  private braced(start: number): DefaultValue {
    this.next()
    this.braces++
    const value = this.value(true)
    this.braces--
    if (!this.accept(Kind.BraceClose)) this.report('missing-in', '}', 'defaults')
    return { ...value, start, end: this.end }
  }

  private endsValue(isInList: boolean): boolean {
    const kind = this.kind
    if (kind === Kind.End || kind === Kind.BraceClose || kind === Kind.ParenClose) return true
    if (kind === Kind.Comma || kind === Kind.Semicolon) return true
    return isInList ? this.endsLine() : this.isOnNewLine()
  }

  private simpleValue(start: number): DefaultValue | undefined {
    switch (this.kind) {
      case Kind.Int:
      case Kind.Hex:
      case Kind.Float:
      case Kind.String:
        return this.postfixed('=')
      case Kind.Name:
        return this.word().trim() === "'" ? this.loneQuote(start) : this.postfixed('=')
      case Kind.Minus:
      case Kind.Plus:
        this.next()
        return this.isNumber(this.kind) && this.start === this.end ? this.number(start) : undefined
    }
    if (this.kind < Kind.Word) return undefined
    // A word, an object, or words with dots; a call or an element is nothing that defaults have.
    const next = this.peek()
    if (this.kind === CLASS && next !== Kind.Name && next !== Kind.Dot) return this.identifier()
    if (next === Kind.Name || next === Kind.Dot || this.kind > Kind.Word) return this.postfixed('=')
    return this.identifier()
  }

  /** A quote that nothing follows in its line. */
  private loneQuote(start: number): DefaultValue {
    this.report('lone-quote', "'")
    this.next()
    return { kind: 'Name', start, end: this.end, name: '' }
  }

  /** `(X=1,Y=2)` or `(a,b)` */
  private parenthesized(start: number): DefaultValue {
    if (this.depth >= MAX_NESTING) return this.tooDeep()
    this.depth++
    this.next()
    let value: DefaultValue
    if (this.kind === Kind.ParenClose || this.assignAhead() >= 0) {
      const members = this.members()
      value = { kind: 'DefaultStruct', start, end: this.end, members }
    } else {
      const values = this.values()
      value = { kind: 'DefaultList', start, end: this.end, values }
    }
    this.depth--
    return value
  }

  private members(): DefaultAssignment[] {
    const list: DefaultAssignment[] = []
    while (!this.endsList()) {
      if (this.accept(Kind.Comma)) continue
      const member = this.assignment(true)
      if (member !== undefined) list.push(member)
      else {
        this.report('unexpected', this.shown())
        this.next()
      }
    }
    this.closeList()
    return list
  }

  private endsList(): boolean {
    const kind = this.kind
    return kind === Kind.ParenClose || kind === Kind.BraceClose || kind === Kind.End || this.endsLine()
  }

  private closeList(): void {
    if (this.endsLine() || !this.accept(Kind.ParenClose)) this.reportAt('open-value', this.end, this.end)
  }

  /** Tells whether the line of an entry is over. */
  private endsLine(): boolean {
    return this.braces === 0 && this.isOnNewLine()
  }
}
