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
  readonly defined?: ReadonlyMap<string, Macro>
  /** The text of a file that `` `include `` names; nothing when it is not known. */
  readonly include?: (file: string) => string | undefined
  /** What `` `{ClassName} `` is: the class that the text is of. */
  readonly className?: string
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
  private readonly source: string
  macros: Map<string, Macro>
  /** Whether the macros are those of the text around: what an argument defines is its own. */
  private areShared: boolean
  private readonly include: (file: string) => string | undefined
  /** Where pieces of the result start, where they are from, and whether they were copied. */
  private readonly pieces: { at: number; from: number; isCopy: boolean }[] = []
  /** The conditions that are open: whether text counts, and whether it did. */
  private readonly conditions: { counts: boolean; outer: boolean }[] = []
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
    if (text === undefined) return
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
      if (this.counts) this.unknown.add(call.name)
      return call.end
    }
    const values = new Map<string, string>()
    macro.parameters.forEach((name, index) => {
      values.set(name, this.valueOfArgument((call.arguments?.[index] ?? '').trim(), given, depth))
    })
    if (this.counts) this.expand(macro.text, place, values, depth + 1)
    // Arguments of a macro without parameters are lost, as in UDK's McpMessageManager.
    return call.end
  }

  /** An argument with the macros in it expanded. */
  private valueOfArgument(text: string, given: ReadonlyMap<string, string>, depth: number): string {
    if (!text.includes('`') || depth >= MAX_DEPTH) return text
    const inner = new Expansion(text, { include: this.include }, this)
    inner.expand(text, 0, given, depth + 1)
    for (const name of inner.unknown) this.unknown.add(name)
    return inner.text
  }

  /** A condition holds when something is left of it. */
  private isTrue(text: string, given: ReadonlyMap<string, string>, depth: number): boolean {
    const asked = /^\s*`\{?(isdefined|notdefined)\s*\(\s*`?(\w+)\s*\)\}?\s*$/i.exec(text)
    if (asked === null) return this.valueOfArgument(text, given, depth).trim() !== ''
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

/**
 * Where the macros of a text are: in code and in strings, not in comments. `resume` says how far the text was
 * read after a macro was found.
 */
function* macrosIn(text: string, resume: () => number): Generator<number> {
  let isInString = false
  for (let at = 0; at < text.length; ) {
    const stop = isInString ? STOP_IN_STRING : STOP_IN_CODE
    stop.lastIndex = at
    const found = stop.exec(text)
    if (found === null) return
    at = stop.lastIndex
    if (found[0] === '`') {
      yield found.index
      at = Math.max(at, resume())
    } else if (found[0] === '"' || found[0] === '\n') isInString = !isInString
  }
}

/** A comment is one stop, and so is a character that a backslash takes out of a string. */
const STOP_IN_CODE = /["`]|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g
const STOP_IN_STRING = /["`\n]|\\./g

/** A macro at a backtick: `` `name ``, `` `name(a, b) ``, `` `{name} `` or `` `{name(a)} ``. */
function readCall(text: string, start: number): MacroCall {
  const isBraced = text[start + 1] === '{'
  const name = matchAt(isBraced ? BRACED_WORD : WORD, text, start + 1)
  const afterName = start + 1 + name.length
  const list = matchAt(LIST, text, afterName)
  const read = list === '' ? undefined : readArguments(text, afterName + list.length)
  const call = {
    name: name
      .replace(/^\{\s*/, '')
      .trim()
      .toLowerCase(),
    arguments: read?.arguments,
    start,
  }
  const afterList = read?.end ?? afterName
  if (!isBraced) return { ...call, nameEnd: afterName, end: afterList }
  const end = afterList + matchAt(BRACE_END, text, afterList).length
  return { ...call, nameEnd: end, end }
}

/**
 * What is between a name and what follows it belongs to the macro: UDK's texts have `LP!=` for `` `Obj != ``.
 */
const WORD = /\w*[ \t]*/y
const BRACED_WORD = /\{\s*\w*/y
const BRACE_END = /\s*\}|/y
const LIST = /\s*\(|/y

/** What a sticky pattern, which may match nothing, finds at a place. */
function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}

/** The arguments after an opening parenthesis, and the place after the closing one. */
function readArguments(text: string, from: number): { readonly arguments: string[]; readonly end: number } {
  const list: string[] = []
  let open = 1
  let start = from
  ARGUMENT_STOP.lastIndex = from
  for (let found = ARGUMENT_STOP.exec(text); found !== null; found = ARGUMENT_STOP.exec(text)) {
    const [sign] = found
    if ('([{'.includes(sign)) open++
    else if (')]}'.includes(sign)) open--
    if (open > 0 && !(open === 1 && sign === ',')) continue
    list.push(text.slice(start, found.index))
    start = ARGUMENT_STOP.lastIndex
    if (open === 0) return { arguments: list, end: start }
  }
  return { arguments: [...list, text.slice(start)], end: text.length }
}

/** Strings, names and comments are one stop each. */
const ARGUMENT_STOP = /[()[\]{},]|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g
