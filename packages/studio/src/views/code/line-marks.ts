import { type Extension, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

const setMarks = StateEffect.define<readonly number[]>()
const MARK = Decoration.line({ class: 'cm-marked' })

/** Lines that are marked because they belong to a line elsewhere. */
export const lineMarks: Extension = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(known, { effects, state }) {
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue
      const lines = [...new Set(effect.value)].filter((line) => line >= 1 && line <= state.doc.lines)
      return Decoration.set(lines.sort((a, b) => a - b).map((line) => MARK.range(state.doc.line(line).from)))
    }
    return known
  },
  provide: (field) => EditorView.decorations.from(field),
})

/** Marks lines instead of those that were, and makes the first visible. */
export function markLines(view: EditorView, lines: readonly number[]): void {
  const first = lines[0]
  const effects: StateEffect<unknown>[] = [setMarks.of(lines)]
  if (first !== undefined && first >= 1 && first <= view.state.doc.lines)
    effects.push(EditorView.scrollIntoView(view.state.doc.line(first).from, { y: 'nearest', yMargin: 40 }))
  view.dispatch({ effects })
}
