import type { SyntaxNode } from './nodes.js'

/** The nodes directly in a node, in the order of the text. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  const values: readonly unknown[] = Object.values(node)
  for (const value of values) {
    if (isNode(value)) found.push(value)
    else if (Array.isArray(value)) for (const each of value) if (isNode(each)) found.push(each)
  }
  return found.length < 2 ? found : found.sort((a, b) => a.start - b.start)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'kind' in value && 'start' in value
}
