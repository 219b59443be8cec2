import { Limit } from '@ukit/container/internal'
import { PackageError } from '@ukit/files'
import type { EditObject } from '../entries.js'

/** A value as a person writes it, before it is known what type it is to be. */
export type ValueText =
  | { readonly kind: 'word'; readonly text: string }
  /** Text between double quotes. */
  | { readonly kind: 'quoted'; readonly text: string }
  /** `Class'Path'`. */
  | { readonly kind: 'object'; readonly className: string; readonly path: string }
  /** An object itself; no text has one. */
  | { readonly kind: 'entry'; readonly entry: EditObject }
  /** `(X=1,Y=2)`. */
  | { readonly kind: 'members'; readonly members: readonly { readonly path: string; readonly value: ValueText }[] }
  /** `(1,2,3)`; `()` is a list of nothing. */
  | { readonly kind: 'list'; readonly items: readonly ValueText[] }

/**
 * Reads a value as the engine's T3D and ini files have it: `12`, `True`, `"text"`, `Texture'Group.Name'`,
 * `(X=1,Y=2)`, `(1,2,3)`.
 *
 * Inside quotes `\"`, `\\`, `\n`, `\r` and `\t` represent a character.
 *
 * @throws {PackageError} `refused`, with the place, when it is none.
 */
export function parseValue(text: string): ValueText {
  const parser = new Parser(text)
  const value = parser.value(0)
  parser.end()
  return value
}

class Parser {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  value(depth: number): ValueText {
    if (depth > Limit.Values) throw this.#error(`values nested up to ${Limit.Values} deep`)
    this.#space()
    const next = this.#text[this.#at]
    if (next === '"') return { kind: 'quoted', text: this.#quoted() }
    if (next === '(') return this.#group(depth)
    const word = this.#take(/[^\s"'(),=][^"'(),=]*/y)?.trimEnd() ?? ''
    if (this.#text[this.#at] === "'") {
      this.#at++
      const path = this.#take(/[^']*/y) ?? ''
      this.#expect("'")
      return { kind: 'object', className: word, path }
    }
    if (word === '') throw this.#error('a value')
    return { kind: 'word', text: word }
  }

  end(): void {
    this.#space()
    if (this.#at < this.#text.length) throw this.#error('the end')
  }

  #group(depth: number): ValueText {
    this.#expect('(')
    const items: ValueText[] = []
    const members: { path: string; value: ValueText }[] = []
    this.#space()
    if (this.#text[this.#at] === ')') {
      this.#at++
      return { kind: 'list', items }
    }
    for (;;) {
      const path = this.#take(/\s*[\w.]+(?:[[(]\d+[\])][\w.]*)?\s*=/y)
      const value = this.value(depth + 1)
      if (path === undefined) items.push(value)
      else
        members.push({
          path: path
            .slice(0, -1)
            .trim()
            .replace(/\((\d+)\)/, '[$1]'),
          value,
        })
      if (items.length > 0 && members.length > 0) throw this.#error('either members (X=1) or elements (1,2), not both')
      this.#space()
      if (this.#text[this.#at] !== ',') break
      this.#at++
    }
    this.#expect(')')
    return members.length > 0 ? { kind: 'members', members } : { kind: 'list', items }
  }

  #quoted(): string {
    this.#at++
    let text = ''
    for (;;) {
      const char = this.#text[this.#at++]
      if (char === undefined) throw this.#error('a closing "')
      if (char === '"') return text
      if (char !== '\\') {
        text += char
        continue
      }
      const escaped = this.#text[this.#at++] ?? ''
      text += ESCAPES[escaped] ?? `\\${escaped}`
    }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) return undefined
    this.#at += match[0].length
    return match[0]
  }

  #space(): void {
    this.#take(/\s*/y)
  }

  #expect(char: string): void {
    this.#space()
    if (this.#text[this.#at] !== char) throw this.#error(char)
    this.#at++
  }

  #error(expected: string): PackageError {
    const rest = this.#text.slice(this.#at, this.#at + 20)
    const found = rest === '' ? 'the end' : JSON.stringify(rest)
    return new PackageError('refused', `expected ${expected} at character ${this.#at + 1} of the value, found ${found}`)
  }
}

const ESCAPES: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', r: '\r', t: '\t' }
