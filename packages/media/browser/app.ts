import { plural } from '@ukit/text/internal'
import type { PageData } from '../src/page/page-data.js'
import { Cards } from './cards.js'
import { Catalogue, type Entry, type Place, type Section, sectionsOf, TAB_NAMES, TABS, type Tab } from './catalogue.js'
import { Detail } from './detail.js'
import { bytesText, element, grouped, icon } from './dom.js'
import { type Layout, VirtualList } from './virtual-list.js'

/** Words that most filters begin with would redraw the list for each letter. */
const FILTER_DELAY = 120

const ROW: Layout = { column: undefined, height: () => 36 }
/** Below a picture on a card are two lines of text. */
const CARD: Layout = { column: 132, height: (width) => width + 42 }
const LAYOUTS: Readonly<Record<Tab, Layout>> = {
  picture: CARD,
  mesh: CARD,
  font: { column: 220, height: () => 168 },
  sound: { column: undefined, height: () => 48 },
  music: { column: undefined, height: () => 48 },
  source: ROW,
  text: ROW,
  other: ROW,
  absent: { column: undefined, height: () => 52 },
}

/** *The page*: tabs of kinds, packages and groups at the side, and the list of what was chosen there. */
export class App {
  readonly #catalogue: Catalogue
  /** All entries by tab, and those that the filter leaves. */
  readonly #all: ReadonlyMap<Tab, readonly Entry[]>
  #found: ReadonlyMap<Tab, readonly Entry[]>
  readonly #cards: Cards
  readonly #list: VirtualList<Entry>
  readonly #detail: Detail
  readonly #tabs = element('div', { class: 'tabs', role: 'tablist', 'aria-label': 'Kinds' })
  readonly #tree = element('nav', { class: 'tree', 'aria-label': 'Packages and groups' })
  readonly #filter = element('input', {
    type: 'search',
    id: 'filter',
    placeholder: 'Filter',
    autocomplete: 'off',
    spellcheck: 'false',
    'aria-keyshortcuts': '/',
  })
  readonly #count = element('span', { role: 'status' })
  readonly #panel: HTMLElement
  #tab: Tab
  #place: Place | undefined
  #timer = 0

  constructor(data: PageData) {
    this.#catalogue = new Catalogue(data)
    this.#all = this.#catalogue.matching('')
    this.#found = this.#all
    const asked = TABS.find((tab) => `#${tab}` === location.hash)
    this.#tab = asked ?? TABS.find((tab) => this.#countOf(tab) > 0) ?? 'picture'
    this.#cards = new Cards((entry) => this.#open(entry))
    this.#list = new VirtualList(
      (entry) => this.#cards.make(entry),
      (made) => this.#cards.left(made),
    )
    this.#detail = new Detail(
      this.#catalogue,
      () => this.#list.entries,
      (entry) => this.#list.focus(this.#list.entries.indexOf(entry)),
    )
    this.#panel = element('section', { class: 'panel', role: 'tabpanel', 'aria-labelledby': `tab-${this.#tab}` })
  }

  /** Puts the page into the document. */
  start(): void {
    const { title, packages, items } = this.#catalogue.data
    const [first] = packages
    const about = packages.length === 1 && first !== undefined ? first.about : `${packages.length} packages`
    const bytes = items.reduce((sum, { files }) => sum + files.reduce((all, file) => all + (file.bytes ?? 0), 0), 0)
    const brand = element(
      'div',
      { class: 'brand' },
      element('h1', { text: title }),
      element('span', { class: 'dim', text: about }),
    )
    const label = element(
      'label',
      { class: 'filter' },
      icon('search'),
      element('span', { class: 'hidden', text: 'Filter by name, group, class or file' }),
      this.#filter,
      element('kbd', { text: '/', 'aria-hidden': 'true' }),
    )
    this.#panel.append(this.#list.element)
    document.body.append(
      element('header', { class: 'top' }, brand, label),
      this.#tree,
      element('main', {}, this.#tabs, this.#panel),
      element(
        'footer',
        {},
        this.#count,
        element('span', {
          text: `${plural(items.length, 'object', 'objects', grouped(items.length))}, ${bytesText(bytes)}`,
        }),
        element('span', { class: 'dim', text: 'made by ukit' }),
      ),
      this.#detail.element,
    )
    this.#filter.addEventListener('input', () => this.#changedFilter())
    document.addEventListener('keydown', (event) => this.#key(event))
    this.#show()
  }

  #countOf(tab: Tab): number {
    return this.#found.get(tab)?.length ?? 0
  }

  #changedFilter(): void {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(() => {
      this.#found = this.#catalogue.matching(this.#filter.value)
      // A filter for something of a different kind leads there.
      const isEmpty = this.#countOf(this.#tab) === 0
      if (isEmpty && this.#filter.value !== '') this.#tab = TABS.find((tab) => this.#countOf(tab) > 0) ?? this.#tab
      this.#show()
    }, FILTER_DELAY)
  }

  #key(event: KeyboardEvent): void {
    if (event.key === '/' && !event.ctrlKey && !event.metaKey && !this.#detail.element.open) {
      if (event.target === this.#filter) return
      event.preventDefault()
      this.#filter.focus()
      this.#filter.select()
    } else if (event.key === 'ArrowDown' && event.target === this.#filter) {
      event.preventDefault()
      this.#list.focus(0)
    } else if (event.key === 'Escape' && event.target === this.#filter) {
      // Not every browser does so by itself.
      this.#filter.value = ''
      this.#changedFilter()
    }
  }

  #open(entry: Entry): void {
    this.#detail.show(entry)
  }

  /** Draws tabs, tree and list for what is chosen. */
  #show(): void {
    const entries = this.#found.get(this.#tab) ?? []
    const sections = sectionsOf(entries)
    if (this.#place !== undefined && !sections.some((section) => isIn(section, this.#place))) this.#place = undefined
    this.#showTabs()
    this.#showTree(sections)
    const shown = sections.filter((section) => isIn(section, this.#place))
    const titled = shown.map((section) => ({
      heading: `${this.#catalogue.nameOf(section)}  ${grouped(section.entries.length)}`,
      entries: section.entries,
    }))
    this.#list.show(titled, LAYOUTS[this.#tab])
    const count = shown.reduce((sum, section) => sum + section.entries.length, 0)
    const all = this.#all.get(this.#tab)?.length ?? 0
    const name = TAB_NAMES[this.#tab]
    this.#count.textContent = `${name}: ${count === all ? grouped(count) : `${grouped(count)} of ${grouped(all)}`}`
    this.#panel.classList.toggle('empty', count === 0)
    this.#panel.dataset['empty'] = all === 0 ? 'Nothing was extracted' : 'Nothing matches the filter'
  }

  #showTabs(): void {
    const hadFocus = this.#tabs.contains(document.activeElement)
    const buttons = TABS.filter((tab) => (this.#all.get(tab)?.length ?? 0) > 0).map((tab) => {
      const isChosen = tab === this.#tab
      return element(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${tab}`,
          'aria-selected': String(isChosen),
          tabindex: isChosen ? 0 : -1,
          on: { click: () => this.#choose(tab), keydown: (event) => this.#tabKey(event, tab) },
        },
        element('span', { text: TAB_NAMES[tab] }),
        element('b', { text: grouped(this.#countOf(tab)) }),
      )
    })
    this.#tabs.replaceChildren(...buttons)
    this.#panel.setAttribute('aria-labelledby', `tab-${this.#tab}`)
    if (hadFocus) document.getElementById(`tab-${this.#tab}`)?.focus()
  }

  #choose(tab: Tab): void {
    this.#tab = tab
    // Back to the tab when the page is loaded again; the history stays as it is.
    history.replaceState(null, '', `#${tab}`)
    this.#show()
  }

  #tabKey(event: Event, tab: Tab): void {
    if (!(event instanceof KeyboardEvent)) return
    const tabs = [...this.#tabs.children].map(({ id }) => TABS.find((each) => `tab-${each}` === id) ?? tab)
    const at = tabs.indexOf(tab)
    const steps: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    this.#choose(tabs.at(next % tabs.length) ?? tab)
  }

  #showTree(sections: readonly Section[]): void {
    const { packages } = this.#catalogue.data
    const counts = new Map<number, number>()
    for (const { package: index, entries } of sections) counts.set(index, (counts.get(index) ?? 0) + entries.length)
    const rows: HTMLElement[] = []
    if (counts.size > 1)
      rows.push(
        this.#placeButton(
          'All packages',
          [...counts.values()].reduce((a, b) => a + b, 0),
          undefined,
        ),
      )
    for (const [index, count] of counts) {
      rows.push(this.#placeButton(packages[index]?.name ?? '', count, { package: index, group: undefined }))
      for (const { package: owner, group, entries } of sections)
        if (owner === index && group !== '')
          rows.push(this.#placeButton(group, entries.length, { package: index, group }))
    }
    const old = this.#tree.scrollTop
    this.#tree.replaceChildren(...rows)
    this.#tree.scrollTop = old
  }

  #placeButton(name: string, count: number, place: Place | undefined): HTMLElement {
    const isChosen = place?.package === this.#place?.package && place?.group === this.#place?.group
    return element(
      'button',
      {
        type: 'button',
        class: place?.group === undefined ? 'row' : 'row group',
        title: name,
        'aria-pressed': String(isChosen),
        on: {
          click: () => {
            this.#place = isChosen ? undefined : place
            this.#show()
            this.#tree.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
          },
        },
      },
      icon(place?.group === undefined ? 'other' : 'group'),
      element('span', { text: name }),
      element('b', { text: grouped(count) }),
    )
  }
}

function isIn({ package: index, group }: Section, place: Place | undefined): boolean {
  if (place === undefined) return true
  return place.package === index && (place.group === undefined || place.group === group)
}
