/** UnrealScript as text: lexer, parser, syntax tree and printer, for all three engines. @module */

export { KEYWORDS, type Keyword, Kind, kindOf } from './lexer/kinds.js'
export { lex } from './lexer/lex.js'
export { TokenList } from './lexer/token-list.js'
export {
  definedMacros,
  type ExpandedText,
  expandMacros,
  type Macro,
  type MacroOptions,
  type MacroProblem,
} from './parser/macros.js'
export { type Parsed, type ParsedSource, parseBody, parseExpression, parseSource } from './parser/parse.js'
export { reparse, type TextEdit } from './parser/reparse.js'
export { textPosition } from './parser/text-position.js'
export { type ClassText, htmlPage, markdownPage } from './print/class-page.js'
export { highlightHtml, type TokenClass, tokenClass } from './print/highlight.js'
export type { PrintOptions } from './print/options.js'
export { printNode } from './print/print.js'
export { didYouMean } from './problems/did-you-mean.js'
export { problemExcerpt, problemLine } from './problems/format.js'
export { type Problem, problem } from './problems/problem.js'
export { PROBLEMS, type ProblemCode } from './problems/table.js'
export { childrenOf } from './syntax/children.js'
export type * from './syntax/nodes.js'
export { usualPrecedence } from './syntax/precedence.js'
export { type SameTreeOptions, sameTree, type TreeDifference, treeDifference } from './syntax/same-tree.js'
export { decodeSource } from './text/decode-source.js'
export { encodeSource } from './text/encode-source.js'
export { LineStarts } from './text/line-starts.js'
