import type { FormatContext } from '@ukit/container'
import type { CheckReport } from '../check.js'
import { jumpTargets } from './jump-targets.js'
import type { Script } from './script.js'
import type { Token } from './token.js'
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
  const placed = walkTokens(tokens, report.context)
  const statements = placed.filter(({ depth }) => depth === 0)
  const starts = new Set(statements.map(({ offset }) => offset))
  const last = statements.at(-1)
  const end = last === undefined ? 0 : last.offset + last.size
  let statement = -1
  for (const token of placed) {
    if (token.depth === 0) statement++
    for (const { operand, target } of jumpTargets(token)) {
      if (starts.has(target)) continue
      const where = target < end ? 'the middle of one' : `a position after the script of ${end} bytes`
      report.error(
        `script[${statement}]`,
        `expected ${operand} of ${token.name} to lead to a statement, found ${where}: ${target}`,
      )
    }
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
