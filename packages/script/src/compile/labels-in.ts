import type { LabelStatement, Statement } from '../syntax/nodes.js'

/**
 * The labels in statements and in those inside them, in the order of the text; those nested too deep are left
 * out.
 */
export function labelsIn(statements: readonly (Statement | null)[], maxDepth: number): LabelStatement[] {
  const labels: LabelStatement[] = []
  const gather = (inside: readonly (Statement | null)[], depth: number) => {
    if (depth > maxDepth) return
    for (const statement of inside) {
      switch (statement?.kind) {
        case 'Label':
          labels.push(statement)
          break
        case 'Block':
        case 'Switch':
          gather(statement.statements, depth + 1)
          break
        case 'If':
          gather([statement.then, statement.else], depth + 1)
          break
        case 'While':
        case 'Do':
        case 'For':
        case 'ForEach':
          gather([statement.body], depth + 1)
          break
        default:
          break
      }
    }
  }
  gather(statements, 0)
  return labels
}
