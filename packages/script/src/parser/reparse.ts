import { Kind, kindOf } from '../lexer/kinds.js'
import { lex } from '../lexer/lex.js'
import { TokenList } from '../lexer/token-list.js'
import type { Declaration, FunctionDeclaration, StateDeclaration } from '../syntax/nodes.js'
import { LineStarts } from '../text/line-starts.js'
import { DeclarationParser } from './declaration-parser.js'
import { type ParsedSource, parseSource } from './parse.js'

/** A piece of a text that is replaced. */
export interface TextEdit {
  /** The first character that goes. */
  readonly start: number
  /** After the last character that goes. */
  readonly end: number
  /** What comes in its place. */
  readonly text: string
}

const PREOPERATOR = kindOf('preoperator')

/**
 * *Parses a text again after an edit.* What comes out is what `parseSource` gives for the new text. An edit
 * inside one function or state reads that one again and moves what follows; any other edit reads everything.
 *
 * The nodes of the old tree are taken over: do not use it afterwards.
 */
export function reparse(parsed: ParsedSource, edit: TextEdit): ParsedSource {
  const { text } = parsed
  const changed = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  return reparseBody(parsed, edit, changed) ?? parseSource(changed)
}

function reparseBody(parsed: ParsedSource, edit: TextEdit, text: string): ParsedSource | undefined {
  const { declarations } = parsed.file
  const place = declarations.findIndex((found) => isAround(found, edit))
  const old = declarations[place]
  if (old === undefined || !isAround(old, edit)) return undefined
  // A problem elsewhere may have to do with what is edited, and so may a directive.
  if (parsed.problems.some(({ start, end }) => start <= old.start || end >= old.end)) return undefined
  const delta = text.length - parsed.text.length
  const end = old.end + delta
  if (parsed.text.slice(old.start, old.end).includes('#') || edit.text.includes('#')) return undefined

  const tokens = replacedTokens(parsed.tokens, text, old, end)
  if (tokens === undefined) return undefined
  const lines = new LineStarts(text)
  const parser = new DeclarationParser(tokens, lines)
  const found = parser.declarationAt(tokens.indexAt(old.start))
  if (found?.kind !== old.kind || found.end !== end) return undefined
  if (parser.problems.some((problem) => problem.start <= old.start || problem.end >= end)) return undefined

  const lineDelta = lines.count - parsed.lines.count
  for (const following of declarations.slice(place + 1)) move(following, delta, lineDelta)
  declarations[place] = found
  parsed.file.end = text.length
  const { file } = parsed
  return { text, tokens, lines, tree: file, file, problems: parser.problems }
}

/** Tells whether an edit is inside the braces of a function or state. */
function isAround(found: Declaration, edit: TextEdit): found is FunctionDeclaration | StateDeclaration {
  if (found.kind !== 'Function' && found.kind !== 'State') return false
  const start = found.kind === 'Function' ? (found.body?.start ?? found.end) : found.codeStart
  return start < edit.start && edit.end < found.end
}

/** The tokens of the new text, when those of a declaration begin and end where it does. */
function replacedTokens(tokens: TokenList, text: string, old: Declaration, end: number): TokenList | undefined {
  const middle = lex(text, old.start, end)
  const count = middle.count - 1
  if (middle.startAt(count) !== end || middle.kindAt(count - 1) !== Kind.BraceClose) return undefined
  const first = tokens.indexAt(old.start)
  const last = tokens.indexAt(old.end)
  const following = tokens.count - last
  if (hasPreoperator(tokens, first, last) || hasPreoperator(middle, 0, count)) return undefined
  const kinds = new Uint8Array(first + count + following)
  const starts = new Int32Array(kinds.length)
  kinds.set(tokens.kinds.subarray(0, first))
  starts.set(tokens.starts.subarray(0, first))
  kinds.set(middle.kinds.subarray(0, count), first)
  starts.set(middle.starts.subarray(0, count), first)
  kinds.set(tokens.kinds.subarray(last, tokens.count), first + count)
  const delta = end - old.end
  for (let index = 0; index < following; index++)
    starts[first + count + index] = (tokens.starts[last + index] ?? 0) + delta
  return new TokenList(text, kinds, starts, kinds.length)
}

/** Words that are declared as operators count in the whole text. */
function hasPreoperator(tokens: TokenList, from: number, to: number): boolean {
  const index = tokens.kinds.indexOf(PREOPERATOR, from)
  return index >= 0 && index < to
}

/** Moves a node and all below it. */
function move(node: object, delta: number, lines: number): void {
  for (const [key, value] of Object.entries(node)) {
    if (typeof value === 'object' && value !== null) move(value, delta, lines)
    else if (typeof value !== 'number') continue
    else if (key === 'start' || key === 'end' || key === 'codeStart' || key === 'questionMark')
      Reflect.set(node, key, value + delta)
    else if (key === 'line') Reflect.set(node, key, value + lines)
  }
}
