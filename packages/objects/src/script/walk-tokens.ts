import { Archive, type FormatContext } from '@ukit/container'
import { ScriptWalk } from './bytecode.js'
import type { Operand, Token, TokenDefinition } from './token.js'
import { tokenSetOf } from './token-tables.js'

/** A token's operands by name, in file order. A `Case` has `offset` and `value`. */
export type NamedOperands = Readonly<Record<string, Operand>>

/**
 * *A token where it is*: its name, its operands by name, and its place in memory, which is what jumps count
 * in.
 */
export interface PlacedToken {
  /** The token itself. */
  readonly token: Token
  /** What its opcode means in this line of the engine. */
  readonly definition: TokenDefinition
  /** The engine's name of the token: `JumpIfNot`. */
  readonly name: string
  /** Its operands by name. */
  readonly operands: NamedOperands
  /** The operand of its parent that it is, such as `condition`; `''` for a statement. */
  readonly role: string
  /** Tokens that it is inside of: 0 for a statement. */
  readonly depth: number
  /** First byte in memory, from the beginning of the script. */
  readonly offset: number
  /** Bytes of memory, with all that belongs to it. */
  readonly size: number
}

/** The engine's name of a token: `JumpIfNot`; `undefined` for an opcode that means nothing there. */
export function tokenName(token: Token, context: FormatContext): string | undefined {
  return tokenSetOf(context).tokens[token.op]?.name
}

/**
 * *The operands of a token by name*, such as `offset` and `condition` of a `JumpIfNot`.
 *
 * Which operands a token has depends on the engine and version, hence the context of the package.
 */
export function namedOperands(token: Token, context: FormatContext): NamedOperands {
  const definition = tokenSetOf(context).tokens[token.op]
  return definition === undefined ? {} : byName(token, definition)
}

/**
 * *Every token of a script, statements and what is inside them*, each before its operands, with its place in
 * memory.
 *
 * ```ts
 * for (const { name, operands, offset } of walkTokens(object.script.tokens, pkg.context)) {
 *   if (name === 'VirtualFunction') console.log(offset, String(operands.function))
 * }
 * ```
 */
export function walkTokens(tokens: readonly Token[], context: FormatContext): PlacedToken[] {
  const placed: (PlacedToken & { size: number })[] = []
  const open: (PlacedToken & { size: number })[] = []
  const walk = new ScriptWalk(Archive.references({}, context), {
    begin(token, definition, role, offset) {
      const { name } = definition
      const operands = byName(token, definition)
      const entry = { token, definition, name, operands, role, depth: open.length, offset, size: 0 }
      placed.push(entry)
      open.push(entry)
    },
    end(memory) {
      const entry = open.pop()
      if (entry !== undefined) entry.size = memory - entry.offset
    },
  })
  walk.statements([...tokens], 0)
  return placed
}

function byName(token: Token, definition: TokenDefinition): NamedOperands {
  const named: Record<string, Operand> = {}
  let slot = 0
  for (const { name, kind } of definition.operands) {
    if (kind === 'end') continue
    if (kind === 'case') {
      named['offset'] = token.operands[slot++] ?? 0
      named['value'] = token.operands[slot++] ?? null
    } else named[name] = token.operands[slot++] ?? null
  }
  return named
}
