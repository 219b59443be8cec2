import type { Extension } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap } from '@codemirror/view'
import type { HoverText } from '../../data/code-calls.js'

/** What can be asked of the names in a text; lines from 1, columns from 0. */
export interface NameServices {
  /** What a name is. */
  readonly hover: (line: number, column: number) => Promise<HoverText | undefined>
  /** Shows where it is declared. */
  readonly define: (line: number, column: number) => void
  /** Called with the place of the caret when it moves. */
  readonly onPlace: (line: number, column: number) => void
}

/** *The box over a name, and the way to its declaration*: F12, or a click with Ctrl. */
export function nameServices({ hover, define, onPlace }: NameServices): Extension {
  const defineAt = (view: EditorView, at: number) => {
    const line = view.state.doc.lineAt(at)
    define(line.number, at - line.from)
  }
  return [
    hoverTooltip(async (view, at) => {
      const line = view.state.doc.lineAt(at)
      const found = await hover(line.number, at - line.from)
      if (found === undefined) return null
      return { pos: line.from + found.from, end: line.from + found.to, create: () => ({ dom: boxOf(found) }) }
    }),
    keymap.of([
      {
        key: 'F12',
        run: (view) => {
          defineAt(view, view.state.selection.main.head)
          return true
        },
      },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        if (!event.ctrlKey && !event.metaKey) return false
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (at === null) return false
        event.preventDefault()
        defineAt(view, at)
        return true
      },
    }),
    EditorView.updateListener.of(({ selectionSet, state, transactions }) => {
      if (!selectionSet || !transactions.some((one) => one.isUserEvent('select'))) return
      const { head } = state.selection.main
      const line = state.doc.lineAt(head)
      onPlace(line.number, head - line.from)
    }),
  ]
}

/** The box: what the name is, and who declares it. */
function boxOf({ kind, declaration, owner, notes, standIn }: HoverText): HTMLElement {
  const box = document.createElement('div')
  box.className = 'cm-name-box'
  const add = (tag: string, name: string, text: string) => {
    const part = document.createElement(tag)
    part.className = name
    part.textContent = text
    box.append(part)
  }
  add('code', 'cm-name-declared', declaration)
  add('p', 'cm-name-owner', ownerWords(kind, owner))
  for (const note of notes) add('p', 'cm-name-note', note)
  if (standIn !== undefined) add('p', 'cm-name-note', builtInWords(standIn))
  return box
}

/** What a name is and whose it is, in words. */
export function ownerWords(kind: string, owner: string | undefined): string {
  return owner === undefined ? kind : `${kind} of ${owner}`
}

/** Says that nothing but a built-in table is known of it. */
export function builtInWords(game: string): string {
  return `Built-in declaration of ${game}: the package itself is not open.`
}
