import type { Label, Operand } from './token.js'
import type { PlacedToken } from './walk-tokens.js'

/** What the last case of a switch and the end of a label table have instead of a position. */
export const NOWHERE = 0xffff

/** A position in the script that a token leads to, and the operand that says so. */
export interface JumpTarget {
  /** Name of the operand in the token's definition. */
  readonly operand: string
  /** Bytes of memory from the beginning of the script. */
  readonly target: number
}

/**
 * *Where a token leads*: the targets of jumps, cases, iterators and labels. The `default:` of a switch leads
 * nowhere.
 *
 * A label table's entries lead to the labels of a state's code.
 */
export function jumpTargets({ token, definition }: Pick<PlacedToken, 'token' | 'definition'>): JumpTarget[] {
  const targets: JumpTarget[] = []
  let at = 0
  for (const { name, kind } of definition.operands) {
    const operand = kind === 'case' ? 'offset' : name
    const value = token.operands[at]
    at += kind === 'case' ? 2 : kind === 'end' ? 0 : 1
    if ((kind === 'offset' || kind === 'case') && typeof value === 'number' && value !== NOWHERE)
      targets.push({ operand, target: value })
    if (kind !== 'labels') continue
    labelsOf(value).forEach((label, i) => {
      if (label.offset !== NOWHERE) targets.push({ operand: `${operand}[${i}]`, target: label.offset })
    })
  }
  return targets
}

/** The value of an operand as labels; none when it is anything else. */
function labelsOf(value: Operand | undefined): Label[] {
  return Array.isArray(value) ? value.filter((entry): entry is Label => 'offset' in entry) : []
}
