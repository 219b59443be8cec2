/** A comment, or what can hold something that looks like one: text in quotes. */
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/[^\r\n]*|"(?:\\.|[^"\\\r\n])*"?/g
/** What a package keeps of each line of `cpptext`: the compiler saw no comment there. */
const CPP_TEXT_LINE = /^\/\/ \(cpptext\)/

interface Comment {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * *The comments of a text, as UE3's compiler remembers them for the tool tips of variables.*
 *
 * A comment in `/* … *\/` replaces what was remembered before, lines with `//` are added to
 * it, and what is remembered is forgotten where lines with `//` follow after an empty line (entries with and
 * without one: Core 208 of 208, GFxUI 141 of 141 entries, UDKBase 1,118 of 1,122, Engine 10,313 of 10,513).
 */
export class CommentsOfText {
  readonly #text: string
  readonly #comments: readonly Comment[]

  /** @param skipped stretches of C++, whose comments do not count. */
  constructor(text: string, skipped: readonly { readonly start: number; readonly end: number }[] = []) {
    this.#text = text
    this.#comments = [...text.matchAll(COMMENT)]
      .map((found) => ({ start: found.index, end: found.index + found[0].length, text: found[0] }))
      .filter(({ start, text: one }) => one.startsWith('/') && !CPP_TEXT_LINE.test(one) && !isIn(start, skipped))
  }

  /** The tool tip of what begins at `end`, of comments from `start` on; `''` without any. */
  before(start: number, end: number): string {
    let remembered = ''
    let last: Comment | undefined
    for (const one of this.#between(start, end)) {
      const isLine = one.text.startsWith('//')
      const gap = last === undefined ? '' : this.#text.slice(last.end, one.start)
      const isApart = last?.text.startsWith('//') === true && /\n[^\S\n]*\n/.test(gap.replaceAll('\r', ''))
      remembered = isLine && !isApart ? remembered + one.text : one.text
      last = one
    }
    return toolTip(remembered)
  }

  /**
   * The tool tip in comments after a declaration, if one begins on its last line, up to what is next; else
   * `''`.
   */
  after(end: number, next: number): string {
    return this.#trailing(end) === undefined ? '' : this.before(end, next)
  }

  /** Where a declaration ends together with the comment that is on its last line. */
  endOf(end: number): number {
    return this.#trailing(end)?.end ?? end
  }

  #trailing(end: number): Comment | undefined {
    const one = this.#comments[this.#firstAt(end)]
    return one !== undefined && /^[ \t;]*$/.test(this.#text.slice(end, one.start)) ? one : undefined
  }

  #between(start: number, end: number): Comment[] {
    const found: Comment[] = []
    for (let at = this.#firstAt(start); at < this.#comments.length; at++) {
      const one = this.#comments[at]
      if (one === undefined || one.end > end) break
      found.push(one)
    }
    return found
  }

  /** The index of the first comment from a place on. */
  #firstAt(place: number): number {
    let [low, high] = [0, this.#comments.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#comments[middle]?.start ?? place) < place) low = middle + 1
      else high = middle
    }
    return low
  }
}

function isIn(place: number, stretches: readonly { readonly start: number; readonly end: number }[]): boolean {
  return stretches.some(({ start, end }) => place >= start && place < end)
}

/** Columns from one tab stop to the next. */
const TAB = 8

/** A comment without what makes it one. */
function toolTip(comment: string): string {
  const isBlock = comment.startsWith('/*')
  const lines = comment.replace(/\r\n?/g, '\n')
  const bare = isBlock ? lines.replace(/\/\*+|(?<!\*)\*+\//g, '') : lines.replace(/\/\/+/g, '')
  return bare
    .replace(/\n \*/g, '\n')
    .split('\n')
    .map((line, index) => withoutTabs(line, index === 0 ? 0 : 1).replace(/^(\s*)\* ?/, '$1'))
    .join('\n')
    .trim()
}

/** A line with blanks instead of its tabs. @param column of its first character. */
function withoutTabs(line: string, column: number): string {
  let text = ''
  for (const character of line)
    text += character === '\t' ? ' '.repeat(TAB - ((column + text.length) % TAB)) : character
  return text
}
