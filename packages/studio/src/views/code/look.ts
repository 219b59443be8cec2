import { HighlightStyle } from '@codemirror/language'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The colours of words, those of the page. */
export const COLORS = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.bool, tags.null, tags.self], color: 'var(--k-name)' },
  { tag: tags.typeName, color: 'var(--k-ref)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--k-text)' },
  { tag: tags.number, color: 'var(--k-number)' },
  { tag: [tags.function(tags.variableName), tags.labelName], color: 'var(--k-count)' },
  { tag: tags.comment, color: 'var(--dim)', fontStyle: 'italic' },
  { tag: [tags.processingInstruction, tags.macroName], color: 'var(--k-flag)' },
])

/** How the editor fits into the page. */
export const LOOK = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', color: 'var(--text)', backgroundColor: 'transparent' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--dim)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--accent-soft)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
  '.cm-marked': { backgroundColor: 'var(--accent-soft)', boxShadow: 'inset 2px 0 var(--accent)' },
  '.cm-tooltip': {
    maxWidth: '560px',
    padding: '8px 12px',
    border: '1px solid var(--line)',
    borderRadius: 'var(--r)',
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    boxShadow: '0 4px 16px oklch(0 0 0 / 0.3)',
    zIndex: '10',
  },
  '.cm-name-box p': { margin: '4px 0 0', fontSize: '12px', color: 'var(--dim)' },
  '.cm-name-declared': { fontFamily: 'var(--mono)', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--bg)', borderColor: 'var(--line)' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--raised)', borderColor: 'var(--line)' },
  '.cm-searchMatch': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--raised)', borderColor: 'var(--line)', color: 'var(--dim)' },
})
