import type { DeclarationRules } from './declaration-rules.js'
import type { GameWords } from './modifiers.js'
import type { ScriptDialect } from './script-dialect.js'

/**
 * *How a game's compiler differs from those of its generation*, as data: nothing that reads packages needs
 * it. What is left out is as in the engine.
 */
export interface Compiler {
  /** Words of declarations, and their bits. */
  readonly words?: GameWords
  /** How code is compiled; `id` is the name of this generation of the language. */
  readonly code?: Partial<ScriptDialect>
  /** What declarations become. */
  readonly declarations?: Partial<DeclarationRules>
}

/** The engine's own. */
export const ENGINE_COMPILER: Compiler = {}
