import type { ParsedSource } from '../parser/parse.js'
import type { Declaration } from '../syntax/nodes.js'

/** A declaration in the outline of a text. */
export interface OutlineEntry {
  readonly kind: 'class' | 'const' | 'enum' | 'struct' | 'variable' | 'function' | 'state' | 'replication' | 'defaults'
  /** What it declares; of a block the word that begins it. */
  readonly name: string
  /** Where it begins, from 1. */
  readonly line: number
  /** 1 for what is in a state. */
  readonly depth: 0 | 1
}

/** *What a class's text declares*, in the order of the text. */
export function outlineOf({ file, lines }: ParsedSource): OutlineEntry[] {
  const entries: OutlineEntry[] = []
  const add = (kind: OutlineEntry['kind'], name: string, start: number, depth: 0 | 1 = 0) =>
    entries.push({ kind, name, line: lines.lineOf(start), depth })
  if (file.header !== null) add('class', file.header.name, file.header.start)
  for (const node of file.declarations) addTo(node, add)
  return entries
}

function addTo(
  node: Declaration,
  add: (kind: OutlineEntry['kind'], name: string, start: number, depth?: 0 | 1) => void,
): void {
  switch (node.kind) {
    case 'Var':
      for (const { name, start } of node.names) add('variable', name, start)
      return
    case 'Const':
      add('const', node.name, node.start)
      return
    case 'Enum':
      add('enum', node.name, node.start)
      return
    case 'Struct':
      add('struct', node.name, node.start)
      return
    case 'Function':
      add('function', node.name, node.start)
      return
    case 'State':
      add('state', node.name, node.start)
      for (const inner of node.functions) add('function', inner.name, inner.start, 1)
      return
    case 'Replication':
      add('replication', 'replication', node.start)
      return
    case 'DefaultProperties':
      add('defaults', node.word, node.start)
      return
    default:
      return
  }
}
