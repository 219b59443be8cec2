import type { PageItem } from '../src/page/page-data.js'
import { pictureOf, playerOf } from './cards.js'
import type { Catalogue, Entry } from './catalogue.js'
import { TAB_NAMES } from './catalogue.js'
import { bytesText, element, iconButton } from './dom.js'
import { fontStage } from './font-stage.js'
import { pictureStage } from './picture-stage.js'
import type { Stage } from './stage.js'
import { textStage } from './text-stage.js'
import { meshStage } from './viewer/mesh-stage.js'

/** *One object, large*, with its facts and files beside it; a dialog over the list. */
export class Detail {
  readonly element: HTMLDialogElement
  readonly #catalogue: Catalogue
  readonly #entries: () => readonly Entry[]
  readonly #closed: (entry: Entry) => void
  readonly #title = element('h2', { id: 'detail-title' })
  readonly #class = element('span', { class: 'pill' })
  readonly #tools = element('div', { class: 'tools' })
  readonly #frame = element('div', { class: 'stage' })
  readonly #side = element('aside', { class: 'side', 'aria-label': 'Facts and files' })
  #entry: Entry | undefined
  #stage: Stage | undefined

  /**
   * @param entries those of the list, for the steps to the next and the one before.
   * @param closed called with the entry that was shown last.
   */
  constructor(catalogue: Catalogue, entries: () => readonly Entry[], closed: (entry: Entry) => void) {
    this.#catalogue = catalogue
    this.#entries = entries
    this.#closed = closed
    const before = iconButton('before', 'Previous (Page Up)', () => this.#step(-1))
    const after = iconButton('after', 'Next (Page Down)', () => this.#step(1))
    const close = iconButton('close', 'Close (Escape)', () => this.element.close())
    const head = element('header', { class: 'head' }, this.#title, this.#class, this.#tools, before, after, close)
    this.element = element(
      'dialog',
      { class: 'detail', 'aria-labelledby': 'detail-title' },
      head,
      this.#frame,
      this.#side,
    )
    this.element.addEventListener('close', () => {
      this.#leave()
      if (this.#entry !== undefined) this.#closed(this.#entry)
    })
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'PageDown') this.#step(1)
      else if (event.key === 'PageUp') this.#step(-1)
      else return
      event.preventDefault()
    })
  }

  /** Shows an entry. */
  show(entry: Entry): void {
    this.#leave()
    this.#entry = entry
    const { item, absent } = entry
    const path =
      item === undefined ? (absent?.what ?? '') : [item.group, item.name].filter((part) => part !== '').join('.')
    const owner = this.#catalogue.data.packages[entry.package]?.name ?? ''
    this.#title.replaceChildren(
      element('span', { class: 'dim', text: `${owner} › ` }),
      element('span', { text: path.replaceAll('.', ' › ') }),
    )
    this.#class.textContent = (item ?? absent)?.class ?? ''
    this.#stage = item === undefined ? reasonStage(absent?.reason ?? '') : stageFor(item)
    this.#tools.replaceChildren(...this.#stage.tools)
    this.#frame.replaceChildren(this.#stage.element)
    this.#showSide(entry)
    if (!this.element.open) this.element.showModal()
    this.#frame.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  }

  #step(by: number): void {
    const entries = this.#entries()
    const at = this.#entry === undefined ? -1 : entries.indexOf(this.#entry)
    const next = entries[(at + by + entries.length) % entries.length]
    if (next !== undefined) this.show(next)
  }

  #leave(): void {
    this.#stage?.close()
    this.#stage = undefined
    this.#frame.replaceChildren()
  }

  #showSide({ tab, item, absent, package: index }: Entry): void {
    const facts = element('dl')
    const add = (name: string, value: string) => {
      if (value !== '') facts.append(element('dt', { text: name }), element('dd', { text: value }))
    }
    add('Kind', TAB_NAMES[tab])
    add('Class', (item ?? absent)?.class ?? '')
    add('Package', this.#catalogue.data.packages[index]?.name ?? '')
    add('Game', this.#catalogue.data.packages[index]?.about ?? '')
    if (item !== undefined) {
      add('Group', item.group)
      add('Content', item.facts)
    } else add('Reason', absent?.reason ?? '')
    const parts: HTMLElement[] = [element('section', {}, element('h3', { text: 'Facts' }), facts)]
    if (item !== undefined) parts.push(filesOf(item))
    const notes = [...new Set(item?.files.flatMap(({ note }) => (note === undefined ? [] : [note])))]
    if (notes.length > 0)
      parts.push(
        element('section', {}, element('h3', { text: 'Notes' }), ...notes.map((text) => element('p', { text }))),
      )
    if (this.#stage?.side !== undefined) parts.push(this.#stage.side)
    this.#side.replaceChildren(...parts)
  }
}

function filesOf({ files }: PageItem): HTMLElement {
  const list = element(
    'ul',
    { class: 'files' },
    ...files.map(({ link, path, bytes }) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const isThere = bytes !== null && link !== ''
      return element(
        'li',
        { title: path },
        isThere ? element('a', { href: link, text: name }) : element('span', { class: 'dim', text: name }),
        element('span', { class: 'dim', text: bytes === null ? 'missing' : bytesText(bytes) }),
      )
    }),
  )
  return element('section', {}, element('h3', { text: files.length === 1 ? 'File' : 'Files' }), list)
}

function stageFor(item: PageItem): Stage {
  if (item.mesh !== undefined) return meshStage(item)
  if (item.kind === 'font' && item.text !== undefined) return fontStage(item, item.text)
  if (item.text !== undefined) return textStage(item.text, item.kind === 'source')
  if (item.kind === 'picture') return pictureStage(item)
  if (item.kind === 'sound' || item.kind === 'music')
    return { element: element('div', { class: 'center' }, playerOf(item)), tools: [], close: () => undefined }
  return {
    element: element('div', { class: 'center' }, pictureOf({ ...item, files: [] })),
    tools: [],
    close: () => undefined,
  }
}

function reasonStage(reason: string): Stage {
  return {
    element: element('div', { class: 'center' }, element('p', { text: reason })),
    tools: [],
    close: () => undefined,
  }
}
