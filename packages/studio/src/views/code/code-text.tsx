import { foldGutter, foldKeymap, LanguageSupport, syntaxHighlighting } from '@codemirror/language'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState } from '@codemirror/state'
import { EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'preact/hooks'
import { COLORS, LOOK } from './look.js'
import { unrealScript } from './unreal-script.js'

/** Text with line numbers, folding and search (Ctrl-F). */
export function CodeText({
  text: given,
  language,
  find,
}: {
  readonly text: string
  readonly language: 'unrealscript' | 'plain'
  /** Name of a function or state to be shown first. */
  readonly find?: string | undefined
}) {
  const place = useRef<HTMLDivElement>(null)
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
          EditorView.contentAttributes.of({ 'aria-label': 'Source', tabindex: '0' }),
          syntaxHighlighting(COLORS),
          LOOK,
          language === 'unrealscript' ? new LanguageSupport(unrealScript) : [],
        ],
      }),
    })
    const at = find === undefined ? -1 : placeOf(text, find)
    if (at >= 0)
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'start', yMargin: 40 }) })
    return () => view.destroy()
  }, [text, language, find])
  return <div class="code-text" ref={place} />
}

/** Where a function, event or state of a name is declared. */
function placeOf(text: string, name: string): number {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`^[^\\n/]*\\b(?:function|event|operator|state|struct)\\b[^\\n]*\\b${escaped}\\b`, 'im')
  return pattern.exec(text)?.index ?? -1
}
