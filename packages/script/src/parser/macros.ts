import { didYouMean } from '../problems/did-you-mean.js'
import { type MacroCall, macrosIn, readCall } from './macro-calls.js'

/** A macro of UE3: its parameters, and the text that it is replaced by. */
export interface Macro {
  /** Their names, in order. */
  readonly parameters: readonly string[]
  readonly text: string
}

/** What the macros of a text mean. */
export interface MacroOptions {
  /**
   * Macros that are defined before the text begins, by name; those of `Globals.uci` as {@link definedMacros}
   * gives them. `` `log ``, `` `warn ``, `` `logd `` and `` `assert `` always are.
   */
  readonly defined?: ReadonlyMap<string, Macro> | undefined
  /** The text of a file that `` `include `` names; nothing when it is not known. */
  readonly include?: ((file: string) => string | undefined) | undefined
  /** What `` `{ClassName} `` is: the class that the text is of. */
  readonly className?: string | undefined
}

/** A text after its macros. */
export interface ExpandedText {
  /** The text with macros expanded. */
  readonly text: string
  /** Where a place was before: in what a macro was replaced by, the place of the macro. */
  sourceOffset(offset: number): number
  /** Undefined macros, in lower case; they are replaced by nothing. */
  readonly unknown: ReadonlySet<string>
  /** What is wrong with macros, in the order in which it was found; places are those before. */
  readonly problems: readonly MacroProblem[]
}

/** Something that is wrong with a macro. */
export interface MacroProblem {
  /** What is wrong, and what was expected. */
  readonly message: string
  /** Offsets in the text before its macros are expanded. */
  readonly start: number
  /** After the name of the macro. */
  readonly end: number
  /** What the author may have meant. */
  readonly suggestion: string | undefined
  /** True if a file is missing: then nothing is known of what it defines. */
  readonly isMissingFile: boolean
}

const LOG: Macro = {
  parameters: ['msg', 'cond', 'tag'],
  text: '`{if(`cond)}if (`cond) `{endif}LogInternal(`msg`{if(`tag)},`tag`{endif})',
}
const NOTHING: Macro = { parameters: [], text: '' }

/**
 * *The macros that the compiler itself knows*: what `log` and `warn` become is in the texts of UDK's
 * packages. That `logd` is for builds with `debug`, and that `final_release` silences all of them, is how the
 * wiki's page on the preprocessor has it.
 */
const USUAL: ReadonlyMap<string, Macro> = new Map([
  ['log', LOG],
  ['logd', LOG],
  ['warn', { parameters: ['msg', 'cond'], text: '`{if(`cond)}if (`cond) `{endif}WarnInternal(`msg)' }],
  ['assert', { parameters: ['cond'], text: 'Assert(`cond)' }],
])

/** Macros in macros, and files in files. */
const MAX_DEPTH = 32

/** Characters that the result may have more than the source, and macros that are replaced. */
const MAX_GROWTH = 1 << 22
const MAX_REPLACED = 1 << 16

const MAX_PROBLEMS = 100

/** Words of the compiler's own, besides the macros that it knows. */
const WORDS = ['if', 'else', 'endif', 'define', 'undefine', 'include', 'isdefined', 'notdefined']

/**
 * *UE3's macros, expanded:* `` `define ``, `` `undefine ``, `` `if ``, `` `else ``, `` `endif ``, `` `include
 * `` and every macro by name. Macros in strings are expanded too; comments are left alone (all 44 texts of
 * UDK's packages that have a backtick have it in one). Lines stay lines: what a condition leaves out is as
 * many empty ones. A text without a backtick stays as it is; a macro that calls itself, or grows without end,
 * becomes nothing.
 */
export function expandMacros(text: string, options: MacroOptions = {}): ExpandedText {
  const expansion = new Expansion(text, options)
  expansion.run()
  return expansion
}

/**
 * *What texts of macros define*, such as `Globals.uci`: each knows what those before it defined.
 *
 * @param options what is defined before the first of them.
 * @returns the macros by name in lower case.
 */
export function definedMacros(texts: readonly string[], options: MacroOptions = {}): ReadonlyMap<string, Macro> {
  let defined = options.defined ?? new Map<string, Macro>()
  for (const text of texts) {
    const expansion = new Expansion(text, { ...options, defined })
    expansion.run()
    defined = expansion.macros
  }
  return defined
}

/** What a text and the arguments of its macros, which are expanded by themselves, may use together. */
interface Budget {
  characters: number
  macros: number
}

class Expansion implements ExpandedText {
  text = ''
  readonly unknown = new Set<string>()
  readonly problems: MacroProblem[] = []
  private readonly source: string
  macros: Map<string, Macro>
  /** True if the macros are those of the text around: what an argument defines is its own. */
  private areShared: boolean
  private readonly include: (file: string) => string | undefined
  /** Where pieces of the result start, where they are from, and whether they were copied. */
  private readonly pieces: { at: number; from: number; isCopy: boolean }[] = []
  /** The conditions that are open: whether text counts, and whether it did. */
  private readonly conditions: { counts: boolean; outer: boolean; place: number }[] = []
  private readonly budget: Budget
  /** Lines of the source that end before `to`. */
  private readonly countedLines = { to: 0, lines: 0 }

  /** @param outer the text that this is an argument in. */
  constructor(source: string, options: MacroOptions, outer?: Expansion) {
    this.source = source
    this.include = options.include ?? (() => undefined)
    if (outer === undefined) {
      const { defined = new Map<string, Macro>(), className } = options
      const macros = new Map([...defined].map(([name, macro]) => [name.toLowerCase(), macro]))
      if (className !== undefined) macros.set('classname', { parameters: [], text: className })
      this.macros = macros
      this.areShared = false
      this.budget = { characters: source.length + MAX_GROWTH, macros: source.length + MAX_REPLACED }
    } else {
      this.macros = outer.macros
      this.areShared = true
      this.budget = outer.budget
    }
  }

  private change(name: string, macro: Macro | undefined): void {
    if (this.areShared) {
      this.budget.characters -= this.macros.size
      this.macros = new Map(this.macros)
      this.areShared = false
    }
    if (macro === undefined) this.macros.delete(name)
    else this.macros.set(name, macro)
  }

  run(): void {
    if (!this.source.includes('`')) this.emit(this.source, 0, true)
    else this.expand(this.source, undefined, new Map(), 0)
    for (const { place } of this.conditions) this.say(place, 'if', "Missing '`endif' for '`if'")
  }

  /** Notes a problem of the macro at a place; a text of many has a few that are read. */
  private say(place: number, name: string, message: string, more: Partial<MacroProblem> = {}): void {
    if (this.problems.length >= MAX_PROBLEMS || this.problems.at(-1)?.start === place) return
    const end = place + 1 + name.length
    this.problems.push({ message, start: place, end, suggestion: undefined, isMissingFile: false, ...more })
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
    if (!this.counts) this.emitLines(text, from)
    else this.append(text, from, isCopy)
  }

  /** The ends of the lines of a text that does not count, or whose macro takes them. */
  private emitLines(text: string, from: number): void {
    const lines = text.replace(/[^\n]+/g, '')
    if (lines !== '') this.append(lines, from, false)
  }

  private append(text: string, from: number, isCopy: boolean): void {
    if (text === '' || text.length > this.budget.characters) return
    this.budget.characters -= text.length
    const last = this.pieces[this.pieces.length - 1]
    const continues = last?.isCopy === true && isCopy && from - last.from === this.text.length - last.at
    if (!continues) this.pieces.push({ at: this.text.length, from, isCopy })
    this.text += text
  }

  /** Expands a text; `place` is where it is in the source, `undefined` for the source itself. */
  private expand(text: string, place: number | undefined, given: ReadonlyMap<string, string>, depth: number): void {
    if (depth > MAX_DEPTH || (depth > 0 && --this.budget.macros < 0)) return
    let copied = 0
    const copyTo = (end: number) => this.emit(text.slice(copied, end), place ?? copied, place === undefined)
    for (const start of macrosIn(text, () => copied)) {
      copyTo(start)
      const call = readCall(text, start)
      copied = this.apply(call, text, place ?? start, given, depth)
      if (this.budget.characters <= 0) return
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
    if (!call.isClosed && this.counts) this.say(place, call.name, `Missing ')' in '\`${call.name}'`)
    switch (call.name) {
      case 'if':
        this.conditions.push({ counts: this.counts && this.isTrue(first, given, depth), outer: this.counts, place })
        return call.end
      case 'else': {
        const open = this.conditions[this.conditions.length - 1]
        if (open === undefined) this.say(place, call.name, "'`else' is not allowed here: no '`if' is before it")
        else open.counts = open.outer && !open.counts
        return call.nameEnd
      }
      case 'endif':
        if (this.conditions.pop() === undefined)
          this.say(place, call.name, "'`endif' is not allowed here: no '`if' is before it")
        return call.nameEnd
      case 'define':
        return this.define(text, call.nameEnd)
      case 'undefine':
      case 'undef':
        if (this.counts) this.change(first.trim().replace(/^`/, '').toLowerCase(), undefined)
        return call.end
      case 'include':
        if (this.counts) this.includeFile(first.trim(), place, depth)
        return call.end
      case 'isdefined':
      case 'notdefined':
        this.emit(this.isTrue(text.slice(call.start, call.end), given, depth) ? '1' : '', place, false)
        return call.end
    }
    return this.replace(call, place, given, depth)
  }

  /**
   * An included text keeps its lines, and after them comes the number of the line that includes it:
   * `#linenumber 8` follows the 84 lines of an included file in UDK's McpServerTimeManager, and 16 other
   * texts are like it.
   */
  private includeFile(file: string, place: number, depth: number): void {
    const text = this.include(file)
    if (text === undefined) {
      this.say(place, 'include', `Can't find the file '${file}' of '\`include'`, { isMissingFile: true })
      return
    }
    this.expand(withoutComments(text), place, new Map(), depth + 1)
    if (!text.endsWith('\n')) this.emit('\n', place, false)
    this.emit(`#linenumber ${this.lineOf(place)}`, place, false)
  }

  /** The line of a place in the source, from 1. Places come in order, so lines are counted once. */
  private lineOf(place: number): number {
    const counted = this.countedLines
    for (let end = this.source.indexOf('\n', counted.to); end !== -1 && end < place; ) {
      counted.lines++
      counted.to = end + 1
      end = this.source.indexOf('\n', counted.to)
    }
    return counted.lines + 1
  }

  private macroNamed(name: string): Macro | undefined {
    const own = this.macros.get(name)
    if (own !== undefined) return own
    const usual = USUAL.get(name)
    const isSilent = this.macros.has('final_release') || (name === 'logd' && !this.macros.has('debug'))
    return usual !== undefined && isSilent ? NOTHING : usual
  }

  private replace(call: MacroCall, place: number, given: ReadonlyMap<string, string>, depth: number): number {
    const argument = given.get(call.name)
    if (argument !== undefined) {
      this.emit(argument, place, false)
      return call.nameEnd
    }
    const macro = this.macroNamed(call.name)
    if (macro === undefined) {
      if (this.counts) {
        this.unknown.add(call.name)
        this.sayUnknown(call.name, place)
      }
      return call.end
    }
    const values = new Map<string, string>()
    macro.parameters.forEach((name, index) => {
      const text = (call.arguments?.[index] ?? '').trim()
      values.set(name, this.valueOfArgument(text, given, depth, this.counts ? place : undefined))
    })
    if (this.counts) this.expand(macro.text, place, values, depth + 1)
    // Arguments of a macro without parameters are lost, as in UDK's McpMessageManager.
    return call.end
  }

  private sayUnknown(name: string, place: number): void {
    const known = [...this.macros.keys(), ...USUAL.keys(), ...WORDS]
    const meant = name === '' ? undefined : didYouMean(name, known)
    const suggestion = meant === undefined ? undefined : `\`${meant}`
    this.say(place, name, `Unknown macro '${name}'`, { suggestion })
  }

  /** An argument with its macros expanded; what is wrong in it is at a place, in a condition nothing is. */
  private valueOfArgument(
    text: string,
    given: ReadonlyMap<string, string>,
    depth: number,
    place: number | undefined,
  ): string {
    if (!text.includes('`') || depth >= MAX_DEPTH) return text
    const inner = new Expansion(text, { include: this.include }, this)
    inner.expand(text, 0, given, depth + 1)
    for (const name of inner.unknown) {
      this.unknown.add(name)
      if (place !== undefined) this.sayUnknown(name, place)
    }
    return inner.text
  }

  /** A condition holds when something is left of it that is not 0 (UDK's OnlineSubsystemSteamworks). */
  private isTrue(text: string, given: ReadonlyMap<string, string>, depth: number): boolean {
    const asked = /^\s*`\{?(isdefined|notdefined)\s*\(\s*`?(\w+)\s*\)\}?\s*$/i.exec(text)
    if (asked === null) {
      const value = this.valueOfArgument(text, given, depth, undefined).trim()
      return value !== '' && value !== '0'
    }
    const name = (asked[2] ?? '').toLowerCase()
    return (this.macroNamed(name) !== undefined || given.has(name)) === /^isdefined$/i.test(asked[1] ?? '')
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
    const value = withoutComments(body.trimStart())
    if (this.counts && name !== '') this.change(name.toLowerCase(), { parameters, text: value })
    this.emitLines(text.slice(from, end), from)
    return end
  }
}

/** What a macro is, and an included text, is without its comments; their lines stay. */
function withoutComments(text: string): string {
  return text.replace(STRING_OR_COMMENT, (found) => (found.startsWith('"') ? found : found.replace(/[^\n]+/g, '')))
}

const STRING_OR_COMMENT = /"(?:\\.|[^"\\\n])*"?|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g
