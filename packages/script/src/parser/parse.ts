import { lex } from '../lexer/lex.js'
import type { TokenList } from '../lexer/token-list.js'
import type { Problem } from '../problems/problem.js'
import type { Block, Expression, SourceFile } from '../syntax/nodes.js'
import { LineStarts } from '../text/line-starts.js'
import { DeclarationParser } from './declaration-parser.js'

/** What parsing a text gives. */
export interface Parsed<T> {
  /** What was parsed. */
  readonly text: string
  /** All tokens of the text, spaces and comments included; live, see `TokenList`. */
  readonly tokens: TokenList
  /** Where lines begin; live: a new `LineStarts` of the text is the same. */
  readonly lines: LineStarts
  /** What the text means. */
  readonly tree: T
  /** In the order of the text; a text that the engine's compiler parses has none. */
  readonly problems: readonly Problem[]
}

/** A parsed class. */
export interface ParsedSource extends Parsed<SourceFile> {
  /** The same as `tree`. */
  readonly file: SourceFile
}

/**
 * *Parses the text of a class*, of any engine. It cannot fail: what makes no sense is in the tree as an error
 * node and in the list of problems.
 */
export function parseSource(text: string): ParsedSource {
  const parsed = parseAs(text, (parser) => parser.sourceFile())
  return { ...parsed, file: parsed.tree }
}

/** Parses the statements of one body, with braces around them or without. */
export function parseBody(text: string): Parsed<Block> {
  return parseAs(text, (parser) => parser.bodyOf())
}

/** Parses one expression. */
export function parseExpression(text: string): Parsed<Expression> {
  return parseAs(text, (parser) => parser.expressionOf())
}

function parseAs<T>(text: string, parse: (parser: DeclarationParser) => T): Parsed<T> {
  const tokens = lex(text)
  const lines = new LineStarts(text)
  const parser = new DeclarationParser(tokens, lines)
  const tree = parse(parser)
  return { text, tokens, lines, tree, problems: parser.problems }
}
