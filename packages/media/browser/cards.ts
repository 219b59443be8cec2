import type { PageItem } from '../src/page/page-data.js'
import type { Entry } from './catalogue.js'
import { bytesText, element, icon } from './dom.js'
import { Thumbnails } from './viewer/thumbnails.js'

/** Pictures of at most so many pixels are shown with visible pixels, not blurred. */
const SMALL = 64

/** *The cards and rows of the lists.* */
export class Cards {
  readonly #open: (entry: Entry) => void
  readonly #thumbnails = new Thumbnails()

  /** @param open called when an entry is to be shown large. */
  constructor(open: (entry: Entry) => void) {
    this.#open = open
  }

  /** The element of an entry. */
  make(entry: Entry): HTMLElement {
    const { item, absent } = entry
    if (item === undefined) {
      const { what = '', class: className = '', reason = '' } = absent ?? {}
      return this.#row(entry, what, what.startsWith(`${className}:`) ? '' : className, reason)
    }
    switch (item.kind) {
      case 'picture':
        return this.#card(entry, item, pictureOf(item))
      case 'mesh':
        return this.#card(entry, item, this.#thumbnails.frameFor(item))
      case 'font':
        return this.#card(entry, item, fontPicture(item))
      case 'sound':
      case 'music':
        return this.#sound(entry, item)
      default: {
        const file = item.files[0]
        return this.#row(entry, item.name, item.facts, file === undefined ? '' : bytesOf(file.bytes))
      }
    }
  }

  /** Called when the element of an entry is no longer shown. */
  left(made: HTMLElement): void {
    this.#thumbnails.cancel(made)
    for (const audio of made.querySelectorAll('audio')) audio.pause()
  }

  #card(entry: Entry, item: PageItem, picture: HTMLElement): HTMLElement {
    const isReduced = item.facts.includes(' of ')
    return element(
      'button',
      { class: 'card', type: 'button', title: item.object, 'data-focus': true, on: { click: () => this.#open(entry) } },
      picture,
      element('span', { class: 'name', text: item.name }),
      element('small', { class: isReduced ? 'facts warn' : 'facts', text: item.facts }),
    )
  }

  #row(entry: Entry, name: string, facts: string, more: string): HTMLElement {
    const parts = [
      icon(entry.tab),
      element('span', { class: 'name', text: name }),
      element('span', { class: 'facts', text: facts }),
      element('span', { class: 'more', text: more }),
    ]
    return element(
      'button',
      {
        class: `item ${entry.tab}`,
        type: 'button',
        title: entry.item?.object ?? more,
        'data-focus': true,
        on: { click: () => this.#open(entry) },
      },
      ...parts,
    )
  }

  #sound(entry: Entry, item: PageItem): HTMLElement {
    const name = element(
      'button',
      { class: 'name', type: 'button', title: item.object, 'data-focus': true, on: { click: () => this.#open(entry) } },
      element('span', { text: item.name }),
    )
    return element(
      'div',
      { class: 'item sound' },
      icon(entry.tab),
      name,
      element('span', { class: 'facts', text: item.facts }),
      playerOf(item),
    )
  }
}

/** *A player for a sound*, or a link to the file if browsers do not play it. */
export function playerOf({ name, files }: PageItem): HTMLElement {
  const [file] = files
  if (file === undefined || file.bytes === null) return element('span', { class: 'dim', text: 'the file is missing' })
  const link = (text: string) => element('a', { class: 'download', href: file.link, download: '', text })
  const type = /\.(wav|ogg|mp3|flac)$/i.exec(file.path)?.[1]?.toLowerCase()
  const probe = document.createElement('audio')
  if (type === undefined || probe.canPlayType(`audio/${type}`) === '') return link(`Open ${bytesOf(file.bytes)}`)
  const player = element('audio', { controls: true, preload: 'none', src: file.link, 'aria-label': name })
  const frame = element('div', { class: 'player' }, player)
  player.addEventListener('error', () => {
    // Old codecs, such as ADPCM, are in files with the usual extension.
    frame.replaceChildren(element('span', { class: 'dim', text: 'not playable here: ' }), link('open the file'))
  })
  player.addEventListener('play', () => {
    for (const other of document.querySelectorAll('audio')) if (other !== player) other.pause()
  })
  return frame
}

/** A picture over a checkerboard, or a drawing if browsers cannot show it. */
export function pictureOf(item: Pick<PageItem, 'files' | 'size'>): HTMLElement {
  const [file] = item.files
  const frame = element('span', { class: 'pic' })
  if (file === undefined || file.bytes === null || !/\.(png|bmp|jpe?g)$/i.test(file.path)) {
    frame.append(icon('picture'))
    return frame
  }
  const [width = 0, height = 0] = item.size ?? []
  const image = element('img', { src: file.link, alt: '', loading: 'lazy', decoding: 'async', width, height })
  if (Math.max(width, height) <= SMALL) image.classList.add('small')
  image.addEventListener('error', () => frame.replaceChildren(icon('absent')))
  frame.append(image)
  return frame
}

/** The first picture of a font that is one, else a drawing. */
function fontPicture(item: PageItem): HTMLElement {
  const picture = item.files.find(({ path }) => /\.png$/i.test(path))
  if (picture !== undefined) return pictureOf({ files: [picture] })
  const { preview } = item
  // The beginning of the picture in its own size: a whole page in a card is too small to be read.
  const shown =
    preview === undefined ? icon('font') : element('img', { src: preview, alt: '', loading: 'lazy', class: 'page' })
  return element('span', { class: 'pic dark' }, shown)
}

function bytesOf(bytes: number | null): string {
  return bytes === null ? 'missing' : bytesText(bytes)
}
