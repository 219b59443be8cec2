// For the sister packages of ukit only: it changes without notice.

export { concat } from './concat.js'
export { isRecord } from './is-record.js'
export { mostSimilar } from './most-similar.js'
export { plural } from './plural.js'
export { escapeHtml, jsonText, printable, printableJson, printableLines } from './printable.js'
export { UkitError } from './ukit-error.js'
