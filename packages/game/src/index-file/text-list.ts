import { type Archive, UString } from '@ukit/container'

/** Texts, each once, by the order in which they were added. */
export class TextPool {
  readonly texts: string[] = []
  readonly #places = new Map<string, number>()

  /** Place of a text. */
  add(text: string): number {
    const found = this.#places.get(text)
    if (found !== undefined) return found
    const place = this.texts.push(text) - 1
    this.#places.set(text, place)
    return place
  }
}

/**
 * A list of texts as the index stores it: one text, and the end of each. Names may contain any character,
 * including zeros.
 */
export class TextList {
  joined = UString.EMPTY
  ends: Uint32Array = new Uint32Array(0)

  static of(list: readonly string[]): TextList {
    const texts = new TextList()
    let end = 0
    texts.ends = Uint32Array.from(list, (one) => (end += one.length))
    texts.joined = UString.from(list.join(''))
    return texts
  }

  split(): readonly string[] {
    const { text } = this.joined
    let start = 0
    return Array.from(this.ends, (end) => {
      const one = text.slice(start, end)
      start = end
      return one
    })
  }

  serialize(ar: Archive): void {
    this.ends = ar.uints(this.ends, ar.count(this.ends.length, 'count', 4), 'ends')
    this.joined = ar.string(this.joined, 'text')
  }
}
