import { PAGE_KINDS, type PageAbsent, type PageData, type PageItem, type PageKind } from '../src/page/page-data.js'

/** A tab: a kind of things, or what could not be extracted. */
export type Tab = PageKind | 'absent'

/** The tabs in their order. */
export const TABS: readonly Tab[] = [...PAGE_KINDS, 'absent']

/** What tabs are called. */
export const TAB_NAMES: Readonly<Record<Tab, string>> = {
  picture: 'Pictures',
  mesh: 'Meshes',
  sound: 'Sounds',
  music: 'Music',
  source: 'Sources',
  text: 'Texts',
  font: 'Fonts',
  other: 'Other files',
  absent: 'Not extracted',
}

/** An object on the page, or one that is not. */
export interface Entry {
  readonly tab: Tab
  readonly package: number
  readonly group: string
  readonly item: PageItem | undefined
  readonly absent: PageAbsent | undefined
  /** Everything that the filter looks at, in lower case. */
  readonly searched: string
}

/** A package, or a group of it, to which a list is limited. */
export interface Place {
  readonly package: number
  /** `undefined` for the entire package. */
  readonly group: string | undefined
}

/** *All entries of the page*, and those that a filter leaves. */
export class Catalogue {
  readonly data: PageData
  readonly #entries: readonly Entry[]

  constructor(data: PageData) {
    this.data = data
    const packageName = (index: number) => data.packages[index]?.name ?? ''
    this.#entries = [
      ...data.items.map((item) => ({
        tab: item.kind,
        package: item.package,
        group: item.group,
        item,
        absent: undefined,
        searched:
          `${packageName(item.package)}.${item.object} ${item.class} ${item.files.map(({ path }) => path).join(' ')}`.toLowerCase(),
      })),
      ...data.absent.map((absent) => ({
        tab: 'absent' as const,
        package: absent.package,
        group: '',
        item: undefined,
        absent,
        searched: `${packageName(absent.package)}.${absent.what} ${absent.class} ${absent.reason}`.toLowerCase(),
      })),
    ]
  }

  /** Entries that contain all words, in every tab. */
  matching(filter: string): ReadonlyMap<Tab, readonly Entry[]> {
    const words = filter
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
    const found = new Map<Tab, Entry[]>(TABS.map((tab) => [tab, []]))
    for (const entry of this.#entries)
      if (words.every((word) => entry.searched.includes(word))) found.get(entry.tab)?.push(entry)
    return found
  }

  /** `Botpack › Skins`. */
  nameOf({ package: index, group }: Pick<Entry, 'package' | 'group'>): string {
    const name = this.data.packages[index]?.name ?? ''
    return group === '' ? name : `${name} › ${group.replaceAll('.', ' › ')}`
  }
}

/** Entries of one group of one package. */
export interface Section {
  readonly package: number
  readonly group: string
  readonly entries: readonly Entry[]
}

/** Entries by package and group, in the order of the packages and of the first entry of each group. */
export function sectionsOf(entries: readonly Entry[]): Section[] {
  const sections = new Map<string, { package: number; group: string; entries: Entry[] }>()
  for (const entry of entries) {
    const key = `${entry.package}/${entry.group}`
    const section = sections.get(key)
    if (section === undefined) sections.set(key, { package: entry.package, group: entry.group, entries: [entry] })
    else section.entries.push(entry)
  }
  return [...sections.values()].sort((a, b) => a.package - b.package)
}
