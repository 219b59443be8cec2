// For the sister packages of ukit only: it changes without notice.

export { mostSimilar } from './most-similar.js'
export { plural } from './plural.js'
export { escapeHtml, jsonText, printable, printableJson, printableLines } from './printable.js'
export { suggest } from './suggest.js'
export { wellFormed, wellFormedJson } from './well-formed.js'
