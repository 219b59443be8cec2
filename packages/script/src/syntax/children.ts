import type { SyntaxNode } from './nodes.js'

/** The nodes directly in a node, in the order of the text. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const found: SyntaxNode[] = []
  // Nearly all nodes name their parts in the order of the text: sorting is for the others.
  let isSorted = true
  const add = (one: SyntaxNode) => {
    const last = found.at(-1)
    if (last !== undefined && last.start > one.start) isSorted = false
    found.push(one)
  }
  // Not Object.values, which makes a list for each node.
  for (const key in node) {
    const value: unknown = node[key as keyof SyntaxNode]
    if (typeof value !== 'object' || value === null) continue
    if (isNode(value)) add(value)
    else if (Array.isArray(value)) for (const each of value) if (isNode(each)) add(each)
  }
  return isSorted ? found : found.sort((a, b) => a.start - b.start)
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'kind' in value && 'start' in value
}
