import { defineLanguageFacet, Language } from '@codemirror/language'
import { unrealScript as parser } from '@ukit/script/lezer'

/** UnrealScript as the editor knows languages. */
export const unrealScript = new Language(
  defineLanguageFacet({ commentTokens: { line: '//' } }),
  parser,
  [],
  'unrealscript',
)
