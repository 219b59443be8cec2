import { IniFile } from '@ukit/files/ini'
import type { IntFile } from './int-file.js'

/**
 * What became of a text in a translation.
 *
 * - `translated`: it has one;
 * - `same`: it has the same text as the original: probably not translated, or the same in both languages;
 * - `new`: it is missing in the translation;
 * - `changed`: the original has changed since the translation was made;
 * - `gone`: only the translation has it.
 */
export type TranslationState = 'translated' | 'same' | 'new' | 'changed' | 'gone'

/** A text, beside its translation. */
export interface TranslatedText {
  readonly section: string
  readonly key: string
  readonly state: TranslationState
  /** As the package has it; `null` when it is gone. */
  readonly original: string | null
  /** As the translation has it; `null` when it is new. */
  readonly translation: string | null
  /** Of a changed text: the original that was translated. */
  readonly before: string | null
}

/** A translation is matched by these: case does not matter, and the first element may lack its index. */
function keyOf(section: string, key: string): string {
  return `${section}\n${key.replace(/[[(]0[\])]$/, '')}`.toLowerCase()
}

/** The texts of a file, without `[Public]`, whose lines are not translated one by one. */
class Texts {
  readonly #texts = new Map<string, { readonly section: string; readonly key: string; readonly value: string }>()

  constructor(bytes: Uint8Array) {
    const file = IniFile.parse(bytes)
    for (const section of file.sections()) {
      if (section.toLowerCase() === 'public') continue
      for (const { key, value } of file.entries(section))
        this.#texts.set(keyOf(section, key), { section, key, value: value.trim() })
    }
  }

  get(section: string, key: string): string | undefined {
    return this.#texts.get(keyOf(section, key))?.value
  }

  /** Those that are not in a set of keys. */
  without(known: ReadonlySet<string>): { readonly section: string; readonly key: string; readonly value: string }[] {
    return [...this.#texts].flatMap(([key, text]) => (known.has(key) ? [] : [text]))
  }
}

/**
 * *Compares a translation (`.det`, `.frt` …) with what a package contains*: what is new, missing, changed.
 *
 * @param original made from the package with `intFile`.
 * @param translation the translated file.
 * @param old the `.int` file from which the translation was made; without it nothing is `changed`.
 * @returns the texts in the order of the original, then those that are gone.
 */
export function compareTranslation(original: IntFile, translation: Uint8Array, old?: Uint8Array): TranslatedText[] {
  const translated = new Texts(translation)
  const before = old === undefined ? undefined : new Texts(old)
  const known = new Set<string>()
  const found: TranslatedText[] = []
  for (const { name: section, entries } of original.sections) {
    for (const { key, value } of entries) {
      known.add(keyOf(section, key))
      const text = translated.get(section, key)
      const was = before?.get(section, key)
      const isChanged = text !== undefined && was !== undefined && bare(was) !== bare(value)
      const state =
        text === undefined ? 'new' : isChanged ? 'changed' : bare(text) === bare(value) ? 'same' : 'translated'
      const texts = { original: value, translation: text ?? null, before: isChanged ? was : null }
      found.push({ section, key, state, ...texts })
    }
  }
  for (const { section, key, value } of translated.without(known))
    found.push({ section, key, state: 'gone', original: null, translation: value, before: null })
  return found
}

/** A text without the quotes that these files need not have. */
function bare(text: string): string {
  return /^"(.*)"$/s.exec(text)?.[1] ?? text
}

/**
 * *The translation with its gaps filled*: all texts in the order of the package, those to translate in the
 * original language below a comment that says `new` or `changed`. Texts that are gone stay, as comments.
 */
export function markedTranslation(texts: readonly TranslatedText[]): string {
  const sections = new Map<string, string[]>()
  for (const { section, key, state, original, translation, before } of texts) {
    const lines = sections.get(section.toLowerCase()) ?? [`[${section}]`]
    sections.set(section.toLowerCase(), lines)
    if (state === 'gone') lines.push(`; gone: ${key}=${translation ?? ''}`)
    else if (state === 'new') lines.push('; new', `${key}=${original ?? ''}`)
    else {
      if (state === 'changed') lines.push(`; changed: ${before ?? ''} is now ${original ?? ''}`)
      lines.push(`${key}=${translation ?? ''}`)
    }
  }
  return [...sections.values()].map((lines) => `${lines.join('\n')}\n`).join('\n')
}
