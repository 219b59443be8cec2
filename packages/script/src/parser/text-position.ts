import type { FunctionDeclaration } from '../syntax/nodes.js'

/**
 * *The position that a package keeps for the code of a function*, in its class's text. UE1 and UE2 keep where
 * the code starts (19,000 functions of real packages). UE3 passes `;` at the start, and without any code it
 * keeps the position after the `}` (28,000 functions).
 */
export function textPosition(text: string, { codeStart, body }: FunctionDeclaration, isUe3: boolean): number {
  if (!isUe3 || body === null) return codeStart
  const first = body.statements.find(({ kind, start }) => start >= codeStart && kind !== 'Empty')
  if (first !== undefined) return first.start
  const hasEmpty = body.statements.some(({ start }) => start >= codeStart)
  return hasEmpty ? body.end - 1 : text.charAt(codeStart) === '}' ? codeStart + 1 : codeStart
}
