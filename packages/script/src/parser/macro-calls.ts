/** A macro where it is used. */
export interface MacroCall {
  /** In lower case. */
  readonly name: string
  readonly arguments: readonly string[] | undefined
  readonly start: number
  /** After its name, and after its arguments. */
  readonly nameEnd: number
  readonly end: number
  /** True if a `)` closes its arguments; otherwise they end with the statement or line. */
  readonly isClosed: boolean
}

/**
 * Where the macros of a text are: in code and in strings, not in comments. `resume` says how far the text was
 * read after a macro was found.
 */
export function* macrosIn(text: string, resume: () => number): Generator<number> {
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
export function readCall(text: string, start: number): MacroCall {
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
    isClosed: read?.isClosed ?? true,
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

/** What is between parentheses after the name of a macro. */
interface MacroArguments {
  readonly arguments: string[]
  /** After the closing parenthesis. */
  readonly end: number
  readonly isClosed: boolean
}

/** The arguments after an opening parenthesis. */
function readArguments(text: string, from: number): MacroArguments {
  const list: string[] = []
  let open = ')'
  let start = from
  ARGUMENT_STOP.lastIndex = from
  for (let found = ARGUMENT_STOP.exec(text); found !== null; found = ARGUMENT_STOP.exec(text)) {
    const [sign] = found
    const closing = CLOSING.get(sign)
    if (closing !== undefined) open = closing + open
    else if (')]}'.includes(sign)) {
      if (!open.startsWith(sign)) break
      open = open.slice(1)
    }
    if (open !== '' && !(open.length === 1 && sign === ',')) continue
    list.push(text.slice(start, found.index))
    start = ARGUMENT_STOP.lastIndex
    if (open === '') return { arguments: list, end: start, isClosed: true }
  }
  STATEMENT_END.lastIndex = from
  let end = STATEMENT_END.exec(text)?.index ?? text.length
  while (end < text.length && text[end] !== ';' && text[end] !== '\n')
    end = STATEMENT_END.exec(text)?.index ?? text.length
  return { arguments: [text.slice(from, end)], end, isClosed: false }
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

const STATEMENT_END = /[;\n]|"(?:\\.|[^"\\\n])*"?/g

/** Strings, names and comments are one stop each. */
const ARGUMENT_STOP = /[()[\]{},]|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'|\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/g
