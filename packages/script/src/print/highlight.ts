import { escapeHtml, printableLines } from '@ukit/text/internal'
import { Kind } from '../lexer/kinds.js'
import type { TokenList } from '../lexer/token-list.js'

/** What a token is to the eye. */
export type TokenClass = 'comment' | 'directive' | 'keyword' | 'name' | 'number' | 'string' | 'symbol' | 'text' | 'word'

/** What a kind of token is to the eye. A keyword that is only a name somewhere is shown as a keyword. */
export function tokenClass(kind: number): TokenClass {
  if (kind > Kind.Word) return 'keyword'
  switch (kind) {
    case Kind.Word:
      return 'word'
    case Kind.LineComment:
    case Kind.BlockComment:
      return 'comment'
    case Kind.Directive:
    case Kind.Macro:
      return 'directive'
    case Kind.Int:
    case Kind.Hex:
    case Kind.Float:
      return 'number'
    case Kind.String:
      return 'string'
    case Kind.Name:
      return 'name'
    case Kind.Blank:
    case Kind.End:
    case Kind.Unknown:
      return 'text'
    default:
      return 'symbol'
  }
}

/**
 * *A text as HTML*: the inside of a `<pre>`, each token that is not plain in a `<span>` with its class
 * (`uc-keyword`, `uc-string` …). Without its tags it is the text, with escapes for hidden characters.
 */
export function highlightHtml(tokens: TokenList): string {
  let html = ''
  for (let index = 0; index < tokens.count - 1; index++) {
    const text = htmlText(tokens.textAt(index))
    const found = tokenClass(tokens.kindAt(index))
    html +=
      found === 'text' || found === 'word' || found === 'symbol' ? text : `<span class="uc-${found}">${text}</span>`
  }
  return html
}

/** Text where HTML is expected; what a browser acts on unseen, such as marks of direction, is escaped. */
export function htmlText(text: string): string {
  return escapeHtml(printableLines(text))
}
