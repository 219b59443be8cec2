import { element } from './dom.js'

/** How entries are laid out. */
export interface Layout {
  /** The minimum width of a column in pixels; `undefined` for one entry per line. */
  readonly column: number | undefined
  /** The height of a line, for the width of its columns. */
  readonly height: (columnWidth: number) => number
}

/** A heading and the entries below it. */
export interface ListSection<T> {
  readonly heading: string
  readonly entries: readonly T[]
}

/** Between columns, and around the list. */
const GAP = 12
const HEADING = 40
/** Pixels above and below the visible part for which lines exist as well. */
const MARGIN = 400

/** A line: a heading, or entries side by side. */
interface Line<T> {
  readonly top: number
  readonly height: number
  readonly heading: string | undefined
  /** The number of the first entry, counted through all sections. */
  readonly first: number
  readonly entries: readonly T[]
}

/**
 * *A list of which only the visible part exists*: a page of five thousand pictures has as many elements as
 * one of fifty. Lines with the focus, or with a sound that is playing, stay.
 *
 * Arrow keys, Home and End go from one entry to the next; the list is one stop for the Tab key.
 */
export class VirtualList<T> {
  readonly element: HTMLElement
  readonly #space = element('div', { class: 'space' })
  readonly #make: (entry: T) => HTMLElement
  readonly #left: (made: HTMLElement) => void
  #sections: readonly ListSection<T>[] = []
  #layout: Layout = { column: undefined, height: () => 0 }
  #columns = 1
  #lines: readonly Line<T>[] = []
  #count = 0
  #current = 0
  readonly #shown = new Map<number, HTMLElement>()

  /** @param left called with an entry's element that is no longer shown. */
  constructor(make: (entry: T) => HTMLElement, left: (made: HTMLElement) => void) {
    this.#make = make
    this.#left = left
    this.element = element('div', { class: 'list', on: { scroll: () => this.#draw() } }, this.#space)
    this.element.addEventListener('keydown', (event) => this.#key(event))
    this.element.addEventListener('focusin', ({ target }) => this.#focused(target))
    new ResizeObserver(() => this.#arrange()).observe(this.element)
  }

  /** Shows other entries, from the top. */
  show(sections: readonly ListSection<T>[], layout: Layout): void {
    this.#sections = sections
    this.#layout = layout
    this.#current = 0
    this.element.scrollTop = 0
    this.#arrange()
  }

  /** Every entry, in order. */
  get entries(): readonly T[] {
    return this.#sections.flatMap(({ entries }) => entries)
  }

  /** Scrolls to an entry and gives it the focus. */
  focus(index: number): void {
    this.#current = Math.max(0, Math.min(this.#count - 1, index))
    const line = this.#lines.find(
      ({ first, entries }) => first <= this.#current && this.#current < first + entries.length,
    )
    if (line === undefined) return
    const { scrollTop, clientHeight } = this.element
    const above = line.first === 0 ? 0 : line.top - GAP
    if (above < scrollTop) this.element.scrollTop = above
    else if (line.top + line.height > scrollTop + clientHeight)
      this.element.scrollTop = line.top + line.height + GAP - clientHeight
    this.#draw()
    this.#space.querySelector<HTMLElement>(`[data-index="${this.#current}"]`)?.focus({ preventScroll: true })
  }

  #arrange(): void {
    for (const made of this.#shown.values()) this.#remove(made)
    this.#shown.clear()
    const width = this.element.clientWidth - 2 * GAP
    const { column, height } = this.#layout
    this.#columns = column === undefined ? 1 : Math.max(1, Math.floor((width + GAP) / (column + GAP)))
    const lineHeight = height((width - GAP * (this.#columns - 1)) / this.#columns)
    const lines: Line<T>[] = []
    let [top, first] = [GAP, 0]
    for (const { heading, entries } of this.#sections) {
      lines.push({ top, height: HEADING, heading, first, entries: [] })
      top += HEADING
      for (let at = 0; at < entries.length; at += this.#columns) {
        const row = entries.slice(at, at + this.#columns)
        lines.push({ top, height: lineHeight, heading: undefined, first: first + at, entries: row })
        top += lineHeight + (column === undefined ? 0 : GAP)
      }
      first += entries.length
      top += GAP
    }
    this.#lines = lines
    this.#count = first
    this.#space.style.height = `${top}px`
    this.#draw()
  }

  #draw(): void {
    const from = this.element.scrollTop - MARGIN
    const to = this.element.scrollTop + this.element.clientHeight + MARGIN
    for (const [index, made] of this.#shown) {
      const line = this.#lines[index]
      const isVisible = line !== undefined && line.top + line.height > from && line.top < to
      if (isVisible || isInUse(made)) continue
      this.#remove(made)
      this.#shown.delete(index)
    }
    const start = this.#firstFrom(from)
    const kept = [...this.#shown.keys()].filter((index) => index < start)
    let before = kept.length === 0 ? undefined : this.#shown.get(Math.max(...kept))
    for (let index = start; index < this.#lines.length; index++) {
      const line = this.#lines[index]
      if (line === undefined || line.top >= to) break
      let made = this.#shown.get(index)
      if (made === undefined) {
        made = this.#lineOf(line)
        this.#shown.set(index, made)
        // In the order of the list, for the Tab key and for screen readers.
        if (before === undefined) this.#space.prepend(made)
        else before.after(made)
      }
      before = made
    }
  }

  /** The first line that ends below a height. */
  #firstFrom(top: number): number {
    let [low, high] = [0, this.#lines.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const line = this.#lines[middle]
      if (line !== undefined && line.top + line.height <= top) low = middle + 1
      else high = middle
    }
    return low
  }

  #lineOf({ heading, top, height, first, entries }: Line<T>): HTMLElement {
    const made =
      heading === undefined
        ? element('div', { class: 'line', role: 'list' })
        : element('h2', { class: 'line heading', text: heading })
    made.style.transform = `translateY(${top}px)`
    made.style.height = `${height}px`
    made.style.gridTemplateColumns = `repeat(${this.#columns}, minmax(0, 1fr))`
    for (const [i, entry] of entries.entries()) {
      const one = this.#make(entry)
      const target = one.querySelector<HTMLElement>('[data-focus]') ?? one
      target.dataset['index'] = String(first + i)
      target.tabIndex = first + i === this.#current ? 0 : -1
      const place = { role: 'listitem', 'aria-setsize': this.#count, 'aria-posinset': first + i + 1 }
      made.append(element('div', place, one))
    }
    return made
  }

  #remove(made: HTMLElement): void {
    for (const place of made.children)
      if (place.firstElementChild instanceof HTMLElement) this.#left(place.firstElementChild)
    made.remove()
  }

  #focused(target: EventTarget | null): void {
    const index = target instanceof HTMLElement ? target.dataset['index'] : undefined
    if (index === undefined) return
    this.#current = Number(index)
    for (const other of this.#space.querySelectorAll<HTMLElement>('[data-index]'))
      other.tabIndex = other.dataset['index'] === index ? 0 : -1
  }

  #key(event: KeyboardEvent): void {
    const { target, key } = event
    if (!(target instanceof HTMLElement) || target.dataset['index'] === undefined) return
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const page = Math.max(1, Math.floor(this.element.clientHeight / (this.#lines[1]?.height ?? 100))) * this.#columns
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: this.#columns,
      ArrowUp: -this.#columns,
      PageDown: page,
      PageUp: -page,
      Home: -this.#count,
      End: this.#count,
    }
    const step = steps[key]
    if (step === undefined) return
    event.preventDefault()
    const next = this.#current + step
    // Down from the last complete line goes to the end, not out of the list.
    this.focus(Math.max(0, Math.min(this.#count - 1, next)))
  }
}

function isInUse(made: HTMLElement): boolean {
  if (made.contains(document.activeElement)) return true
  return [...made.querySelectorAll('audio')].some((audio) => !audio.paused && !audio.ended)
}
