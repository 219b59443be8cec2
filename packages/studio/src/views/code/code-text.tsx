import { foldGutter, foldKeymap, LanguageSupport, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'preact/hooks'
import { lineMarks, markLines } from './line-marks.js'
import { COLORS, LOOK } from './look.js'
import { type NameServices, nameServices } from './name-services.js'
import { unrealScript } from './unreal-script.js'

interface CodeTextProps {
  readonly text: string
  readonly language: 'unrealscript' | 'plain'
  readonly label: string
  /** The line that is shown first, from 1, and again for each new object. */
  readonly show?: { readonly line: number } | undefined
  /** What is known of the names in it. */
  readonly names?: NameServices | undefined
  /** Lines that are marked; the first of them is made visible. */
  readonly marks?: readonly number[] | undefined
  /** Called with the line of the caret when somebody moves it. */
  readonly onLine?: ((line: number) => void) | undefined
}

/** Text with line numbers, folding and search (Ctrl-F). */
export function CodeText({ text: given, language, label, show, names, marks, onLine }: CodeTextProps) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<EditorView | undefined>(undefined)
  const listener = useRef(onLine)
  listener.current = onLine
  // The editor counts every line end as one character.
  const text = given.replace(/\r\n?/g, '\n')
  useEffect(() => {
    const host = place.current
    if (host === null) return
    // In a tree of its own the editor's styles are constructed sheets; `<style>` is refused by the page's policy.
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(),
          foldGutter(),
          highlightActiveLine(),
          highlightSelectionMatches(),
          search({ top: true }),
          keymap.of([...searchKeymap, ...foldKeymap]),
          EditorState.readOnly.of(true),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          syntaxHighlighting(COLORS),
          LOOK,
          lineMarks,
          // Lines of a listing are long, and nothing in them is aligned.
          language === 'unrealscript' ? new LanguageSupport(unrealScript) : EditorView.lineWrapping,
          names === undefined ? [] : nameServices(names),
          EditorView.updateListener.of(({ selectionSet, state, transactions }) => {
            if (!selectionSet || !transactions.some((one) => one.isUserEvent('select'))) return
            listener.current?.(state.doc.lineAt(state.selection.main.head).number)
          }),
        ],
      }),
    })
    editor.current = view
    return () => {
      editor.current = undefined
      view.destroy()
    }
  }, [text, language, names])
  useEffect(() => {
    const view = editor.current
    if (view === undefined || show === undefined) return
    const at = view.state.doc.line(Math.max(1, Math.min(show.line, view.state.doc.lines))).from
    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 60 }) })
    // Until every line has its height, the place is a guess.
    requestAnimationFrame(() => {
      if (editor.current === view)
        view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 60 }) })
    })
  }, [text, show])
  useEffect(() => {
    const view = editor.current
    if (view !== undefined && marks !== undefined) markLines(view, marks)
  }, [text, marks])
  return <div class="code-text" ref={place} />
}
