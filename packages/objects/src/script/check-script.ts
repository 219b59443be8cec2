import { Archive, type FormatContext } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import type { CheckReport } from '../check.js'
import { ScriptWalk, type TokenObserver } from './bytecode.js'
import { jumpTargets } from './jump-targets.js'
import type { Script } from './script.js'
import type { Token, TokenDefinition } from './token.js'
import { type PlacedToken, walkTokens } from './walk-tokens.js'

/**
 * What must hold of bytecode: it is tokens, and jumps lead to the beginning of a statement (66,112 scripts
 * have no other).
 *
 * A jump that ends inside a token makes the virtual machine run an operand.
 */
export function checkScript(report: CheckReport, { tokens, raw, problem }: Script): void {
  if (raw !== undefined) {
    report.error('script', `expected tokens, found bytes that are not: ${problem ?? 'they do not end with the script'}`)
    return
  }
  if (tokens.length === 0) return
  const statements = new Statements()
  const walk = new ScriptWalk(Archive.references({}, report.context), statements)
  walk.statements(tokens, 0)
  if (statements.leading.length === 0) return
  const starts = new Set(statements.starts)
  for (const { statement, token, definition } of statements.leading) {
    for (const { operand, target } of jumpTargets({ token, definition })) {
      if (starts.has(target)) continue
      const where =
        target < walk.memory ? 'the middle of one' : `a position after the script of ${plural(walk.memory, 'byte')}`
      report.error(
        `script[${statement}]`,
        `expected ${operand} of ${definition.name} to lead to a statement, found ${where}: ${target}`,
      )
    }
  }
}

/** Where the statements of a script begin, and which tokens lead to others. */
class Statements implements TokenObserver {
  /** The position of each statement in memory. */
  readonly starts: number[] = []
  /** In their order; `statement` counts from 0. */
  readonly leading: { readonly statement: number; readonly token: Token; readonly definition: TokenDefinition }[] = []
  #depth = 0

  begin(token: Token, definition: TokenDefinition, _role: string, memory: number): void {
    if (this.#depth++ === 0) this.starts.push(memory)
    if (definition.leads) this.leading.push({ statement: this.starts.length - 1, token, definition })
  }

  end(): void {
    this.#depth--
  }
}

/** The statement that begins at a position in memory. */
export function statementAt(
  tokens: readonly Token[],
  context: FormatContext,
  position: number,
): PlacedToken | undefined {
  return walkTokens(tokens, context).find(({ depth, offset }) => depth === 0 && offset === position)
}
