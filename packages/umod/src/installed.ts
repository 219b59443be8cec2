import { foldName, PackageError } from '@ukit/files'
import { IniFile } from '@ukit/files/ini'
import { productKey } from './products.js'

/** What the games' own installer writes down of a product, and counts. */
export type LoggedKind = 'File' | 'Folder' | 'Backup' | 'Delete' | 'WinRegistry' | 'Shortcut'

const KINDS: readonly LoggedKind[] = ['File', 'Folder', 'Backup', 'Delete', 'WinRegistry', 'Shortcut']

/** A line of the log. */
export interface LoggedEntry {
  /** What was done. */
  readonly kind: LoggedKind
  /** The file, folder or key that it was done to. */
  readonly value: string
}

/** What is to be logged of a product. */
export interface InstallLog {
  /** Its identity. */
  readonly product: string
  /** The version that was installed. */
  readonly version: string
  /** Its name for people. */
  readonly caption: string
  /** Products that it needs. */
  readonly requires: readonly string[]
  /** What was done, in its order. */
  readonly entries: readonly LoggedEntry[]
  /** It is the game itself. */
  readonly isMaster: boolean
}

const COUNTS = 'RefCounts'

/** Names that a section of a product must not have. */
const RESERVED = new Set(['setup', 'refcounts'])

/** What is wrong with the name of a product, for which the log has a section. */
export function productProblem(product: string): string | undefined {
  if (product === '') return 'it has no name'
  if (RESERVED.has(product.toLowerCase())) return `its name "${product}" is reserved for the log itself`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line end would begin another section
  if (/[\u0000-\u001f[\]]/.test(product) || product !== product.trim() || product.length > 200) {
    return `its name ${JSON.stringify(product.slice(0, 100))} cannot be that of a section`
  }
  return undefined
}

/**
 * *What is installed in a game*: `System\Manifest.ini`, where the games' own installer keeps a log of every
 * product and counts who shares what. Read and written as it does, so that both can be used on one game.
 */
export class InstalledManifest {
  /** The file itself. */
  readonly ini: IniFile

  constructor(ini: IniFile = IniFile.create()) {
    this.ini = ini
  }

  /** Names of the products, in the order of installation. */
  products(): string[] {
    return this.ini.values('Setup', 'Group').filter((name) => this.ini.has(name))
  }

  /** The product that is the game itself. */
  get master(): string | undefined {
    return this.ini.get('Setup', 'MasterProduct')
  }

  /** The version of a product; `undefined` when it is not installed, empty when the log does not say. */
  version(product: string): string | undefined {
    const name = this.nameOf(product)
    return name === undefined ? undefined : (this.ini.get(name, 'Version') ?? '')
  }

  /** The name under which a product is logged. UT99 is known by two. */
  nameOf(product: string): string | undefined {
    const wanted = productKey(product)
    const section = this.ini.sections().find((name) => productKey(name) === wanted)
    return section !== undefined && RESERVED.has(section.toLowerCase()) ? undefined : section
  }

  /** What is logged of a product. */
  entries(product: string): LoggedEntry[] {
    const found: LoggedEntry[] = []
    for (const { key, value } of this.ini.entries(product)) {
      const kind = KINDS.find((name) => name.toLowerCase() === key.toLowerCase())
      if (kind !== undefined) found.push({ kind, value })
    }
    return found
  }

  /** For each file that is logged, the products that it belongs to. Keys as `foldName` gives them. */
  owners(): Map<string, string[]> {
    const owners = new Map<string, string[]>()
    for (const product of this.products()) {
      for (const { kind, value } of this.entries(product)) {
        if (kind !== 'File') continue
        const key = foldName(value)
        const list = owners.get(key)
        if (list === undefined) owners.set(key, [product])
        else if (!list.includes(product)) list.push(product)
      }
    }
    return owners
  }

  /**
   * Logs a product. What it has logged before stays and is counted once; what others share is counted up.
   *
   * @throws {PackageError} `bad-value` for a product that cannot be logged.
   */
  log({ product, version, caption, requires, entries, isMaster }: InstallLog): void {
    const problem = productProblem(product)
    if (problem !== undefined) throw new PackageError('bad-value', `the product cannot be installed: ${problem}`)
    const { ini } = this
    const name = this.nameOf(product) ?? product
    if (isMaster) ini.set('Setup', 'MasterProduct', name)
    if (!ini.values('Setup', 'Group').some((other) => other.toLowerCase() === name.toLowerCase())) {
      ini.append('Setup', [{ key: 'Group', value: name }])
    }
    const known = new Set(this.entries(name).map(countKey))
    const fresh: LoggedEntry[] = []
    for (const entry of entries) {
      const key = countKey(entry)
      if (known.has(key)) continue
      known.add(key)
      fresh.push(entry)
    }
    const others = this.#listedByOthers(name)
    ini.append(
      name,
      fresh.map(({ kind, value }) => ({ key: kind, value })),
    )
    if (!ini.has(name)) ini.append(name, [{ key: 'Version', value: version }])
    if (caption !== '') ini.set(name, 'Caption', caption)
    ini.set(name, 'Version', version)
    for (const required of requires) {
      if (!ini.values(name, 'Requires').includes(required)) ini.append(name, [{ key: 'Requires', value: required }])
    }
    this.#count(fresh, 1, others)
  }

  /**
   * Takes a product out of the log, and counts down what it shared.
   *
   * @returns what nobody needs any more, and what others still need; `empty` when nothing is installed at all
   *   any more.
   */
  removeLog(product: string): { freed: LoggedEntry[]; shared: LoggedEntry[]; empty: boolean } {
    const { ini } = this
    const name = this.nameOf(product)
    if (name === undefined) return { freed: [], shared: [], empty: false }
    const seen = new Set<string>()
    const entries = this.entries(name).filter((entry) => !seen.has(countKey(entry)) && seen.add(countKey(entry)))
    const others = this.#listedByOthers(name)
    const left = this.#count(entries, -1, others)
    ini.removeSection(name)
    ini.removeWhere(
      'Setup',
      ({ key, value }) => key.toLowerCase() === 'group' && value.toLowerCase() === name.toLowerCase(),
    )
    const isShared = (entry: LoggedEntry) => (left.get(countKey(entry)) ?? 0) > 0
    const empty = ini.values('Setup', 'Group').length === 0 && ini.entries(COUNTS).length === 0
    return { freed: entries.filter((entry) => !isShared(entry)), shared: entries.filter(isShared), empty }
  }

  /** How many other products list what a product may list. */
  #listedByOthers(product: string): Map<string, number> {
    const counts = new Map<string, number>()
    for (const other of this.products()) {
      if (other.toLowerCase() === product.toLowerCase()) continue
      for (const key of new Set(this.entries(other).map(countKey))) counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    return counts
  }

  /**
   * Counts entries up or down; lines that reach 0 go. Where there is no count yet, those who list the entry
   * are counted.
   */
  #count(entries: readonly LoggedEntry[], step: 1 | -1, others: ReadonlyMap<string, number>): Map<string, number> {
    const { ini } = this
    const before = new Map(
      ini.entries(COUNTS).map(({ key, value }) => [foldName(key), Number.parseInt(value, 10) || 0]),
    )
    const after = new Map<string, number>()
    for (const entry of entries) {
      const key = countKey(entry)
      const own = step > 0 ? 0 : 1
      after.set(key, Math.max(0, (before.get(key) ?? (others.get(key) ?? 0) + own) + step))
    }
    ini.rewrite(COUNTS, ({ key }) => {
      const count = after.get(foldName(key))
      return count === undefined ? undefined : count === 0 ? [] : [{ key, value: String(count) }]
    })
    const fresh = entries.filter((entry) => !before.has(countKey(entry)) && (after.get(countKey(entry)) ?? 0) > 0)
    ini.append(
      COUNTS,
      fresh.map((entry) => ({ key: `${entry.kind}:${entry.value}`, value: String(after.get(countKey(entry))) })),
    )
    if (step < 0 && ini.entries(COUNTS).length === 0) ini.removeSection(COUNTS)
    return after
  }
}

function countKey({ kind, value }: LoggedEntry): string {
  return foldName(`${kind}:${value}`)
}
