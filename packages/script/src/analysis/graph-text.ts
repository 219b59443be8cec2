import { printable, printableLines } from '@ukit/text/internal'

/** A graph to be drawn: what is connected, by name. */
export interface TextGraph {
  /** From one node to another; `dashed` for those that are not certain. */
  readonly edges: readonly { readonly from: string; readonly to: string; readonly dashed?: boolean }[]
  /** What is shown even without an edge. */
  readonly nodes?: readonly string[]
}

/** For Graphviz. */
export function dotGraph({ edges, nodes = [] }: TextGraph): string {
  const quoted = (text: string) => `"${printable(text.replace(/\s/g, ' ')).replace(/["\\]/g, '\\$&')}"`
  return [
    'digraph {',
    '  rankdir=LR; node [shape=box];',
    ...nodes.map((node) => `  ${quoted(node)};`),
    ...edges.map(({ from, to, dashed }) => `  ${quoted(from)} -> ${quoted(to)}${dashed ? ' [style=dashed]' : ''};`),
    '}',
    '',
  ].join('\n')
}

/** For Mermaid, which wants plain words for nodes: each has a number and its name as a label. */
export function mermaidGraph({ edges, nodes = [] }: TextGraph): string {
  const ids = new Map<string, string>()
  const lines: string[] = []
  const id = (name: string) => {
    let known = ids.get(name)
    if (known === undefined) {
      known = `n${ids.size}`
      ids.set(name, known)
      const label = printableLines(name).replace(/[^\w.+\- ]/gu, (odd) => `#${odd.codePointAt(0) ?? 63};`)
      lines.push(`  ${known}["${label}"]`)
    }
    return known
  }
  for (const node of nodes) id(node)
  for (const { from, to, dashed } of edges) {
    const line = `  ${id(from)} ${dashed ? '-.->' : '-->'} ${id(to)}`
    lines.push(line)
  }
  return `graph LR\n${lines.join('\n')}\n`
}
