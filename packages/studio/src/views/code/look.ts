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
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-textfield': { backgroundColor: 'var(--bg)', borderColor: 'var(--line)' },
  '.cm-button': { backgroundImage: 'none', backgroundColor: 'var(--raised)', borderColor: 'var(--line)' },
  '.cm-searchMatch': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--raised)', borderColor: 'var(--line)', color: 'var(--dim)' },
})
