import { lex, type TokenClass, tokenClass } from '@ukit/script/syntax'
import { printableLines } from '@ukit/text/internal'
import { element } from './dom.js'
import { loadText } from './scripts.js'
import type { Stage } from './stage.js'

/** Lines that are made at once, when they come into view. */
const BLOCK = 200
/** Pixels of a line, as in the style. */
const LINE = 20
/** Texts of at most so many lines are made at once, so that the browser's own search finds everything. */
const WHOLE = 4000

/** A piece of a line with one colour. */
interface Piece {
  readonly text: string
  readonly look: TokenClass | undefined
}

/** *A text with the numbers of its lines*; UnrealScript in colours. */
export function textStage(at: readonly [string, number], isSource: boolean): Stage {
  const frame = element('div', { class: 'code', tabindex: 0, role: 'region', 'aria-label': 'Text' })
  let observer: IntersectionObserver | undefined
  loadText(at).then(
    (text) => {
      const lines = isSource ? sourceLines(text) : plainLines(text)
      observer = showLines(frame, lines)
    },
    (error: unknown) => frame.append(element('p', { class: 'center', text: String(error) })),
  )
  return { element: frame, tools: [], close: () => observer?.disconnect() }
}

function showLines(frame: HTMLElement, lines: readonly (readonly Piece[])[]): IntersectionObserver {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting || !(target instanceof HTMLElement)) continue
        observer.unobserve(target)
        fill(target, lines, Number(target.dataset['from']))
      }
    },
    { root: frame, rootMargin: '400px' },
  )
  for (let from = 0; from < lines.length; from += BLOCK) {
    const block = element('div', { class: 'block', 'data-from': from })
    block.style.height = `${Math.min(BLOCK, lines.length - from) * LINE}px`
    frame.append(block)
    if (lines.length <= WHOLE) fill(block, lines, from)
    else observer.observe(block)
  }
  return observer
}

function fill(block: HTMLElement, lines: readonly (readonly Piece[])[], from: number): void {
  const shown = lines.slice(from, from + BLOCK)
  const text = element('pre')
  for (const line of shown) {
    for (const piece of line) {
      if (piece.look === undefined) text.append(printableLines(piece.text))
      else {
        const span = element('span', { class: `uc-${piece.look}` })
        span.textContent = printableLines(piece.text)
        text.append(span)
      }
    }
    text.append('\n')
  }
  const numbers = element('pre', { class: 'numbers', 'aria-hidden': 'true' })
  numbers.textContent = shown.map((_, i) => from + i + 1).join('\n')
  block.replaceChildren(numbers, text)
}

function sourceLines(text: string): Piece[][] {
  const tokens = lex(text)
  const lines: Piece[][] = [[]]
  for (let index = 0; index < tokens.count - 1; index++) {
    const found = tokenClass(tokens.kindAt(index))
    const look = found === 'text' || found === 'word' || found === 'symbol' ? undefined : found
    for (const [i, part] of tokens
      .textAt(index)
      .split(/\r\n|\n|\r/)
      .entries()) {
      if (i > 0) lines.push([])
      if (part !== '') lines.at(-1)?.push({ text: part, look })
    }
  }
  return lines
}

function plainLines(text: string): Piece[][] {
  return text.split(/\r\n|\n|\r/).map((line) => [{ text: line, look: undefined }])
}
