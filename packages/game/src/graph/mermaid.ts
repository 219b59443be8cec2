import { type Drawing, detailOf, KIND_COLORS, needLabel, shownText } from './drawing.js'

/** *A graph for Mermaid*, which Markdown pages of many sites draw. */
export function* mermaidText({ packages, needs }: Drawing): Generator<string> {
  yield 'flowchart LR\n'
  for (const drawn of packages) {
    yield `  ${drawn.id}["${quotable(drawn.name)}<br/>${quotable(detailOf(drawn))}"]:::${drawn.kind}\n`
  }
  for (const need of needs) {
    yield `  ${need.from.id} -->|"${quotable(needLabel(need))}"| ${need.to.id}\n`
  }
  const red = needs.flatMap((need, i) => (need.missing > 0 ? [i] : []))
  if (red.length > 0)
    yield `  linkStyle ${red.join(',')} stroke:${KIND_COLORS.missing.line},color:${KIND_COLORS.missing.line}\n`
  const kinds = new Set(packages.map(({ kind }) => kind))
  for (const kind of kinds) {
    const { fill, line } = KIND_COLORS[kind]
    const dashes = kind === 'missing' ? ',stroke-dasharray:5 4' : ''
    yield `  classDef ${kind} fill:${fill},stroke:${line},color:#1f2328${dashes}\n`
  }
}

/**
 * Mermaid has entities of its own, by name or number; characters with a meaning in Markdown or HTML become
 * such entities.
 */
function quotable(text: string): string {
  return shownText(text).replace(/[^\p{L}\p{N} ._\-()]/gu, (sign) => `#${sign.codePointAt(0)};`)
}
