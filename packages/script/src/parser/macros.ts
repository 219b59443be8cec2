import { Kind } from '../lexer/kinds.js'
import { lex } from '../lexer/lex.js'
import type { TokenList } from '../lexer/token-list.js'

/** A macro of UE3: its parameters, and the text that it is replaced by. */
export interface Macro {
  /** Their names, in order. */
  readonly parameters: readonly string[]
  readonly text: string
}

/** What the macros of a text mean. */
export interface MacroOptions {
  /** Macros that are defined before the text begins, by name. `` `log `` and `` `warn `` always are. */
  readonly defined?: ReadonlyMap<string, Macro>
  /** Texts whose definitions hold before the text begins, in this order: those of `Globals.uci`. */
  readonly before?: readonly string[]
  /** The text of a file that `` `include `` names; nothing when it is not known. */
  readonly include?: (file: string) => string | undefined
}

/** A text after its macros. */
export interface ExpandedText {
  /** The text with macros expanded. */
  readonly text: string
  /** Where a place was before: in what a macro was replaced by, the place of the macro. */
  sourceOffset(offset: number): number
  /** Undefined macros, in lower case; they are replaced by nothing. */
  readonly unknown: ReadonlySet<string>
}

/** As the engine's own `Globals.uci` has them: packages keep the text after them. */
const USUAL: ReadonlyMap<string, Macro> = new Map([
  [
    'log',
    {
      parameters: ['msg', 'cond', 'tag'],
      text: '`{if(`cond)}if (`cond) `{endif}LogInternal(`msg`{if(`tag)},`tag`{endif})',
    },
  ],
  ['warn', { parameters: ['msg', 'cond'], text: '`{if(`cond)}if (`cond) `{endif}WarnInternal(`msg)' }],
])

/** Macros in macros, and files in files. */
const MAX_DEPTH = 32

/** Characters that the result may have more than the source, and macros that are replaced. */
const MAX_GROWTH = 1 << 22
const MAX_REPLACED = 1 << 16

/**
 * *UE3's macros, expanded:* `` `define ``, `` `undefine ``, `` `if ``, `` `else ``, `` `endif ``, `` `include
 * `` and every macro by name. Comments and strings are left alone. A text without a backtick stays as it is;
 * a macro that calls itself, or grows without end, becomes nothing.
 */
export function expandMacros(text: string, options: MacroOptions = {}): ExpandedText {
  const expansion = new Expansion(text, options)
  expansion.run()
  return expansion
}

class Expansion implements ExpandedText {
  text = ''
  readonly unknown = new Set<string>()
  private readonly source: string
  private readonly macros: Map<string, Macro>
  private readonly include: (file: string) => string | undefined
  /** Where pieces of the result start, where they are from, and whether they were copied. */
  private readonly pieces: { at: number; from: number; isCopy: boolean }[] = []
  /** The conditions that are open: whether text counts, and whether it did. */
  private readonly conditions: { counts: boolean; outer: boolean }[] = []
  private readonly limit: number
  private replaced = 0

  constructor(source: string, options: MacroOptions) {
    this.source = source
    this.limit = source.length + MAX_GROWTH
    this.macros = new Map(USUAL)
    for (const [name, macro] of options.defined ?? []) this.macros.set(name.toLowerCase(), macro)
    this.include = options.include ?? (() => undefined)
    for (const text of options.before ?? []) {
      const read = new Expansion(text, { defined: this.macros, include: this.include })
      read.run()
      for (const [name, macro] of read.macros) this.macros.set(name, macro)
    }
  }

  run(): void {
    if (!this.source.includes('`')) this.emit(this.source, 0, true)
    else this.expand(this.source, undefined, new Map(), 0)
  }

  sourceOffset(offset: number): number {
    let low = 0
    let high = this.pieces.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.pieces[middle]?.at ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    const piece = this.pieces[low]
    if (piece === undefined) return 0
    return piece.isCopy ? piece.from + offset - piece.at : piece.from
  }

  private get counts(): boolean {
    return this.conditions[this.conditions.length - 1]?.counts ?? true
  }

  private emit(text: string, from: number, isCopy: boolean): void {
    if (text === '' || !this.counts || this.text.length + text.length > this.limit) return
    const last = this.pieces[this.pieces.length - 1]
    const continues = last?.isCopy === true && isCopy && from - last.from === this.text.length - last.at
    if (!continues) this.pieces.push({ at: this.text.length, from, isCopy })
    this.text += text
  }

  /** Expands a text; `place` is where it is in the source, `undefined` for the source itself. */
  private expand(text: string, place: number | undefined, given: ReadonlyMap<string, string>, depth: number): void {
    if (depth > MAX_DEPTH || (depth > 0 && ++this.replaced > MAX_REPLACED + this.source.length)) return
    const tokens = lex(text)
    let copied = 0
    const copyTo = (end: number) => this.emit(text.slice(copied, end), place ?? copied, place === undefined)
    for (let index = 0; index < tokens.count; index++) {
      if (tokens.kindAt(index) !== Kind.Macro) continue
      const start = tokens.startAt(index)
      copyTo(start)
      const call = readCall(tokens, index)
      const end = this.apply(call, text, place ?? start, given, depth)
      copied = end
      while (index + 1 < tokens.count && tokens.startAt(index + 1) < end) index++
      if (this.text.length >= this.limit) return
    }
    copyTo(text.length)
  }

  /** Does what a macro says; gives the place after it. */
  private apply(
    call: MacroCall,
    text: string,
    place: number,
    given: ReadonlyMap<string, string>,
    depth: number,
  ): number {
    const [first = ''] = call.arguments ?? []
    switch (call.name) {
      case 'if':
        this.conditions.push({ counts: this.counts && this.isTrue(first, given, depth), outer: this.counts })
        return call.end
      case 'else': {
        const open = this.conditions[this.conditions.length - 1]
        if (open !== undefined) open.counts = open.outer && !open.counts
        return call.nameEnd
      }
      case 'endif':
        this.conditions.pop()
        return call.nameEnd
      case 'define':
        return this.define(text, call.nameEnd)
      case 'undefine':
      case 'undef':
        if (this.counts) this.macros.delete(first.trim().replace(/^`/, '').toLowerCase())
        return call.end
      case 'include':
        if (this.counts) this.expand(this.include(first.trim()) ?? '', place, new Map(), depth + 1)
        return call.end
      case 'isdefined':
      case 'notdefined':
        this.emit(this.isTrue(text.slice(call.start, call.end), given, depth) ? '1' : '', place, false)
        return call.end
    }
    return this.replace(call, place, given, depth)
  }

  private replace(call: MacroCall, place: number, given: ReadonlyMap<string, string>, depth: number): number {
    const argument = given.get(call.name)
    if (argument !== undefined) {
      this.emit(argument, place, false)
      return call.nameEnd
    }
    const macro = this.macros.get(call.name)
    if (macro === undefined) {
      if (this.counts) this.unknown.add(call.name)
      return call.end
    }
    const hasArguments = macro.parameters.length > 0
    const values = new Map<string, string>()
    macro.parameters.forEach((name, index) => {
      const value = hasArguments ? (call.arguments?.[index] ?? '').trim() : ''
      values.set(name, this.valueOfArgument(value, given, depth))
    })
    if (this.counts) this.expand(macro.text, place, values, depth + 1)
    return hasArguments ? call.end : call.nameEnd
  }

  /** An argument with the macros in it expanded. */
  private valueOfArgument(text: string, given: ReadonlyMap<string, string>, depth: number): string {
    if (!text.includes('`') || depth >= MAX_DEPTH) return text
    const inner = new Expansion(text, { defined: this.macros, include: this.include })
    inner.expand(text, 0, given, depth + 1)
    for (const name of inner.unknown) this.unknown.add(name)
    return inner.text
  }

  /** A condition holds when something is left of it. */
  private isTrue(text: string, given: ReadonlyMap<string, string>, depth: number): boolean {
    const asked = /^\s*`\{?(isdefined|notdefined)\s*\(\s*`?(\w+)\s*\)\}?\s*$/i.exec(text)
    if (asked === null) return this.valueOfArgument(text, given, depth).trim() !== ''
    const name = (asked[2] ?? '').toLowerCase()
    return (this.macros.has(name) || given.has(name)) === /^isdefined$/i.test(asked[1] ?? '')
  }

  /** `` `define NAME(a, b) text `` up to the end of the line; `\` continues it. */
  private define(text: string, from: number): number {
    let end = from
    for (;;) {
      const lineFeed = text.indexOf('\n', end)
      const stop = lineFeed < 0 ? text.length : lineFeed
      const isContinued = /\\\r?$/.test(text.slice(Math.max(from, stop - 2), stop))
      end = stop
      if (!isContinued || lineFeed < 0) break
      end = stop + 1
    }
    const line = text.slice(from, end).replace(/\\\r?\n/g, '\n')
    const [, name = '', list, body = ''] = /^\s*(\w+)(?:\(([^)]*)\))?\s?([\s\S]*)$/.exec(line) ?? []
    const parameters = list === undefined ? [] : list.split(',').map((word) => word.trim().toLowerCase())
    if (this.counts && name !== '') this.macros.set(name.toLowerCase(), { parameters, text: body.trim() })
    return end
  }
}

/** A macro where it is used. */
interface MacroCall {
  /** In lower case. */
  readonly name: string
  readonly arguments: readonly string[] | undefined
  readonly start: number
  /** After its name, and after its arguments. */
  readonly nameEnd: number
  readonly end: number
}

function readCall(tokens: TokenList, index: number): MacroCall {
  const start = tokens.startAt(index)
  const nameEnd = tokens.startAt(index + 1)
  const word = tokens.text.slice(start + 1, nameEnd)
  if (word.startsWith('{')) {
    const [, name = '', list] = /^\{\s*(\w*)\s*(?:\(([\s\S]*)\))?\s*\}?$/.exec(word) ?? []
    return {
      name: name.toLowerCase(),
      arguments: list === undefined ? undefined : [list],
      start,
      nameEnd,
      end: nameEnd,
    }
  }
  const call = { name: word.toLowerCase(), start, nameEnd }
  if (tokens.kindAt(index + 1) !== Kind.ParenOpen) return { ...call, arguments: undefined, end: nameEnd }
  const list: string[] = []
  let open = 0
  let from = tokens.startAt(index + 2)
  for (let at = index + 1; at < tokens.count; at++) {
    const kind = tokens.kindAt(at)
    const here = tokens.startAt(at)
    if (kind === Kind.ParenOpen || kind === Kind.BraceOpen || kind === Kind.BracketOpen) open++
    else if (kind === Kind.ParenClose || kind === Kind.BraceClose || kind === Kind.BracketClose) open--
    const isEnd = open === 0 || kind === Kind.End
    if (!isEnd && !(open === 1 && kind === Kind.Comma)) continue
    list.push(tokens.text.slice(from, here))
    from = tokens.startAt(at + 1)
    if (isEnd) return { ...call, arguments: list, end: from }
  }
  return { ...call, arguments: list, end: tokens.text.length }
}
