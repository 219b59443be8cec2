import type { DeclarationRules } from '@ukit/core'

const DEFAULTS = /^[ \t]*defaultproperties\b/i
/** A comment, or what can hold something that looks like one: text in quotes. */
const COMMENT = /\/\*|\/\/|"(?:\\.|[^"\\])*"?/g
/** A brace, or what can hold something that looks like one: text in quotes, and comments. */
const TEXT_OR_BRACE = /"(?:\\.|[^"\\])*"?|\/\/.*|\/\*.*?(?:\*\/|$)|[{}]/g
const COMMENT_MARK = /\/\*|\*\//g

/** *A source file in its parts*: script, default properties, and what follows them. */
export interface ClassText {
  /**
   * What a package keeps: the lines up to `defaultproperties` that is not in a comment, each ended by CR LF
   * (94 of 99 classes of UE1 whose file is public; the others are of another revision).
   */
  readonly script: string
  /**
   * `defaultproperties` and what follows, on the same lines as in the file; `undefined` where there is none.
   */
  readonly defaults: string | undefined
  /** The same, without the lines after the one with its last brace. */
  readonly block: string | undefined
  /** What SWAT 4 keeps of that: the lines after the word, up to the brace, which is left out (602 of 602). */
  readonly keptDefaults: string
  /** The lines after the one with the last brace of the default properties, each ended by CR LF. */
  readonly after: string
}

/** Divides the text of a class. */
export function classTextOf(text: string): ClassText {
  const { lines, end } = linesOf(text)
  const script = joined(lines.slice(0, end))
  if (end === lines.length) return { script, defaults: undefined, block: undefined, keptDefaults: '', after: '' }
  const close = closingBrace(lines, end)
  const last = lines[close.line] ?? ''
  const kept = close.line > end ? joined(lines.slice(end + 1, close.line)) + last.slice(0, close.column) : ''
  const inPlace = (to?: number) => `${'\n'.repeat(end)}${lines.slice(end, to).join('\n')}`
  return {
    script,
    defaults: inPlace(),
    block: inPlace(close.line + 1),
    keptDefaults: kept,
    after: joined(lines.slice(close.line + 1)),
  }
}

/** *What a package keeps of a source file*, and where that was. */
export interface KeptText {
  readonly text: string
  /** The line in the file of a line of this text. */
  lineInFile(line: number): number
}

/** What a package keeps of a source file, by the rule of its compiler. */
export function keptText(parts: ClassText, rule: DeclarationRules['defaultsInText']): KeptText {
  const { script, block, keptDefaults, after } = parts
  if (block === undefined || rule === 'end it') return { text: script, lineInFile: (line) => line }
  const lines = rule === 'are left out' ? 0 : keptDefaults.split('\n').length
  const before = script.split('\n').length - 1
  const isShorterBy = block.split('\n').length - before - lines
  return {
    text: script + '\r\n'.repeat(lines) + after,
    lineInFile: (line) => (line > before + lines ? line + isShorterBy : line),
  }
}

/** The part of a source file that a package keeps. */
export function scriptTextOf(text: string): string {
  return classTextOf(text).script
}

/**
 * Where the brace is that closes the default properties; the last one of the file where none fits: they may
 * contain anything.
 */
function closingBrace(lines: readonly string[], from: number): { readonly line: number; readonly column: number } {
  let depth = 0
  let open = 0
  for (let line = from; line < lines.length; line++) {
    const text = lines[line] ?? ''
    const before = open
    open = commentsOpen(text, open)
    if (before > 0) continue
    for (const { 0: found, index } of text.matchAll(TEXT_OR_BRACE)) {
      if (found === '{') depth++
      else if (found === '}' && --depth <= 0) return { line, column: index }
    }
  }
  for (let line = lines.length - 1; line > from; line--) {
    const column = lines[line]?.lastIndexOf('}') ?? -1
    if (column >= 0) return { line, column }
  }
  return { line: lines.length, column: 0 }
}

function joined(lines: readonly string[]): string {
  return lines.map((line) => `${line}\r\n`).join('')
}

/**
 * The lines of a file, and the number of those in front of its default properties. A CR without LF is a
 * character like any other, unless it is what all lines end with (R6MenuRSLookAndFeel of Raven Shield).
 */
function linesOf(text: string): { readonly lines: readonly string[]; readonly end: number } {
  const lines = text.split(text.includes('\n') ? /\r?\n/ : '\r')
  if (lines.at(-1) === '') lines.pop()
  let open = 0
  const end = lines.findIndex((line) => {
    if (open === 0 && DEFAULTS.test(line)) return true
    open = commentsOpen(line, open)
    return false
  })
  return { lines, end: end < 0 ? lines.length : end }
}

/** How many comments of several lines, which may be in each other, are open at the end of a line. */
function commentsOpen(line: string, before: number): number {
  let open = before
  for (let at = 0; ; ) {
    const stop = open > 0 ? COMMENT_MARK : COMMENT
    stop.lastIndex = at
    const found = stop.exec(line)
    if (found === null || found[0] === '//') return open
    if (found[0] === '/*') open++
    else if (found[0] === '*/') open--
    at = stop.lastIndex
  }
}

const CPP_TEXT = /^[ \t]*cpptext\b/i
/** Text in quotes, of a length that ends the search for the closing one, and comments. */
const TEXT_OR_REST = /"(?:\\.|[^"\\]){0,4096}"|\/\/.*/g
/** What a package keeps of each line of `cpptext`. */
const CPP_TEXT_LINE = '// (cpptext)\r\n'

/** The script text of a class with its C++ text apart. */
export interface TextWithoutCpp {
  readonly text: string
  /** What is between the braces of `cpptext`; `null` if it does not exist. */
  readonly cppText: string | null
}

/**
 * *Takes `cpptext { … }` out of a script text*: a comment is left of each of its lines (Lineage II 95 of 95,
 * SWAT 4 99 of 99).
 */
export function withoutCppText(script: string): TextWithoutCpp {
  const lines = script.split('\r\n')
  const first = lines.findIndex((line) => CPP_TEXT.test(line))
  if (first < 0) return { text: script, cppText: null }
  let depth = 0
  let open = -1
  for (let at = first; at < lines.length; at++) {
    const line = lines[at] ?? ''
    for (const character of line.replace(TEXT_OR_REST, '')) {
      if (character === '{' && ++depth === 1) open = at
      if (character !== '}' || --depth > 0) continue
      const comments = CPP_TEXT_LINE.repeat(at - first + 1)
      const text = joined(lines.slice(0, first)) + comments + lines.slice(at + 1).join('\r\n')
      return { text, cppText: joined(lines.slice(open + 1, at)) }
    }
  }
  return { text: script, cppText: null }
}

/** A script text with its C++ text instead of the comments, as it was written. */
export function withCppText(script: string, cppText: string): string {
  const start = script.indexOf(CPP_TEXT_LINE)
  let end = start
  while (start >= 0 && script.startsWith(CPP_TEXT_LINE, end)) end += CPP_TEXT_LINE.length
  const rest = (end - start) / CPP_TEXT_LINE.length - (cppText.split('\r\n').length - 1)
  if (start < 0 || rest < 2) return script
  const head = rest === 2 ? 'cpptext {\r\n' : `cpptext\r\n${'\r\n'.repeat(rest - 3)}{\r\n`
  return `${script.slice(0, start)}${head}${cppText}}\r\n${script.slice(end)}`
}

const POLYNOMIAL = 0x04c1_1db7

/** By the upper byte of the checksum. */
const TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index << 24
  for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ POLYNOMIAL : crc << 1
  return crc
})

/**
 * *The checksum of a class's text that classes compiled against it keep*: CRC-32 with the bits of each byte
 * from the top, over each character as two bytes, the lower one first (UT99 288 of 288, UT2004 2,268 of
 * 2,268).
 */
export function textChecksum(text: string): number {
  let crc = 0xffff_ffff
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    crc = (crc << 8) ^ (TABLE[((crc >>> 24) ^ unit) & 0xff] ?? 0)
    crc = (crc << 8) ^ (TABLE[((crc >>> 24) ^ (unit >>> 8)) & 0xff] ?? 0)
  }
  return ~crc >>> 0
}
