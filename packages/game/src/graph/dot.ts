import { type Drawing, detailOf, KIND_COLORS, needLabel, shownText } from './drawing.js'

/** *A graph for Graphviz*: `dot -Tsvg`. Missing packages and arrows to missing objects are red. */
export function* dotText({ packages, needs }: Drawing): Generator<string> {
  yield 'digraph dependencies {\n'
  yield '  rankdir=LR\n'
  yield '  node [shape=box, style="rounded,filled", fontname="Helvetica", fontsize=11]\n'
  yield '  edge [fontname="Helvetica", fontsize=9, color="#6b7280"]\n'
  for (const drawn of packages) {
    const { fill, line } = KIND_COLORS[drawn.kind]
    const style = drawn.kind === 'missing' ? ', style="rounded,filled,dashed"' : ''
    const width = drawn.start ? ', penwidth=2' : ''
    const label = `${quotable(drawn.name)}\\n${quotable(detailOf(drawn))}`
    yield `  ${drawn.id} [label="${label}", fillcolor="${fill}", color="${line}"${style}${width}]\n`
  }
  for (const need of needs) {
    const color =
      need.missing > 0 ? `, color="${KIND_COLORS.missing.line}", fontcolor="${KIND_COLORS.missing.line}"` : ''
    yield `  ${need.from.id} -> ${need.to.id} [label="${quotable(needLabel(need))}"${color}]\n`
  }
  yield '}\n'
}

/** Inside double quotes a quote and a backslash are escaped; Graphviz interprets HTML entities. */
function quotable(text: string): string {
  return shownText(text).replace(/["\\]/g, '\\$&').replaceAll('&', '&amp;')
}
