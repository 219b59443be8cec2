/**
 * UnrealScript for Lezer: what CodeMirror and web pages highlight with. Needs `@lezer/common` and
 * `@lezer/highlight`, which are not installed along.
 *
 * @module
 */

import { UnrealScriptParser } from './lezer/source-parser.js'

export { NODE_SET, type TokenNode } from './lezer/node-types.js'
export { UnrealScriptParser }

/** The parser: `unrealScript.parse(text)`, or `new Language(facet, unrealScript)` for CodeMirror. */
export const unrealScript: UnrealScriptParser = new UnrealScriptParser()
