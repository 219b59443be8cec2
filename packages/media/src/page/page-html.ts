import { escapeHtml, printable, printableJson } from '@ukit/text/internal'
import { PROGRAM, PROGRAM_HASH, STYLE, STYLE_HASH } from './generated/program.js'
import { DATA_ID, type PageData } from './page-data.js'

/** What `<meta name="generator">` of the page says, by which it is known again. */
export const GENERATOR = 'ukit page'

/**
 * Nothing is loaded from a network: only the page's own style and program, and files beside it. `file:` is
 * for browsers to which a page on a disk is of no origin.
 */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' file: '${PROGRAM_HASH}'`,
  `style-src '${STYLE_HASH}'`,
  "img-src 'self' file: blob:",
  "media-src 'self' file:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const NO_SCRIPT =
  'This page needs JavaScript, which is switched off. Everything that it shows is in the folders beside it.'

/** *The page*, for its data. */
export function pageHtml(data: PageData): string {
  // `<` could end the element; what browsers and editors act on unseen is escaped too.
  const json = printableJson(JSON.stringify(data)).replaceAll('<', '\\u003c')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="dark light">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${GENERATOR}">
<title>${escapeHtml(printable(data.title))}</title>
<style>${STYLE}</style>
</head>
<body>
<noscript>${NO_SCRIPT}</noscript>
<script type="application/json" id="${DATA_ID}">${json}</script>
<script>${PROGRAM}</script>
</body>
</html>
`
}
