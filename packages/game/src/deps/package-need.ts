import { type ImportRefusal, refusalOf } from '@ukit/inspect'
import type { ImportedObject, PackageTables } from '../index-file/package-tables.js'
import type { FilePlace } from '../stamp.js'
import type { StockRow } from '../stock/stock-list.js'
import type { Redirected } from './follow-redirects.js'
import { isNativeClass } from './native-classes.js'

/** An object that a package needs from another package. */
export interface ObjectNeed extends ImportedObject {
  /** Place in the import table, from 0. */
  readonly index: number
  /** Why the package that was found does not provide it; `null` when it does, or when there is no package. */
  readonly refusal: ImportRefusal | null
  /** Path of the object to which a redirector at the import's path leads (UE3); `null` without one. */
  readonly redirectedTo: string | null
}

/** Why a redirector does not help an import, after "… is a redirector in FILE, ". */
export function redirectorText(to: string, needed: string, refusal: ImportRefusal | null): string {
  if (to === '') return 'which leads nowhere'
  if (refusal?.reason === 'retyped')
    return `which leads to ${to}, of class ${refusal.found ?? '?'}; ${needed} is needed`
  return `which leads to ${to}, and that was not found`
}

/** The file that was found for a package. */
export interface Provider {
  /** Where it is. */
  readonly file: FilePlace
  /** `undefined` when the file cannot be read. */
  readonly tables: PackageTables | undefined
  /** Why it cannot be read. */
  readonly error: string | undefined
}

/**
 * *What one package needs from another*: the rows of its import table that begin with that package, and what
 * was found for it.
 *
 * Objects become text only when requested; counting them does not need it.
 */
export class PackageNeed {
  /**
   * Name of the needed package as the import spells it; empty for imports outside packages, which no file can
   * provide.
   */
  readonly name: string
  /** The package that needs it. */
  readonly user: PackageTables
  /** Where it was found; `undefined` when it was not. */
  readonly provider: Provider | undefined
  /** It is the package itself: `MyLevel`, or its own name. */
  readonly own: boolean
  /** The versions that the game ships; empty when it ships none, or that is not known. */
  readonly stock: readonly StockRow[]
  readonly #rows: readonly number[]
  readonly #refusals: ReadonlyMap<number, ImportRefusal>
  readonly #redirected: ReadonlyMap<number, Redirected>

  /** @param redirected rows whose paths are those of redirectors in the provider. */
  constructor(
    name: string,
    user: PackageTables,
    rows: readonly number[],
    provider: Provider | undefined,
    own: boolean,
    stock: readonly StockRow[] = [],
    redirected: ReadonlyMap<number, Redirected> = new Map(),
  ) {
    this.name = name
    this.user = user
    this.provider = provider
    this.own = own
    this.stock = stock
    this.#rows = rows
    this.#redirected = redirected
    this.#refusals = refusalsOf(user, rows, provider?.tables, redirected)
  }

  /** Needed objects; none if only the package is named. */
  get count(): number {
    return this.#rows.length
  }

  /** Tells whether there is no file here, but every copy of the game has one. */
  get isShipped(): boolean {
    return this.provider === undefined && this.stock.length > 0
  }

  /**
   * Objects that are not available: all of them if the package does not exist or cannot be read. If the game
   * ships the package, nothing is missing.
   */
  get missingCount(): number {
    if (this.isShipped) return 0
    return this.provider?.tables === undefined ? this.#rows.length : this.#refusals.size
  }

  /**
   * The package exists and has everything that is needed from it; or the game ships it, and there is no file
   * to examine.
   */
  get satisfied(): boolean {
    return this.isShipped || (this.provider?.tables !== undefined && this.#refusals.size === 0)
  }

  /** The objects, in the order of the import table. */
  *objects(): Generator<ObjectNeed> {
    for (const index of this.#rows) yield this.#object(index)
  }

  /** The objects that are not available. */
  *missing(): Generator<ObjectNeed> {
    if (this.isShipped) return
    const all = this.provider?.tables === undefined
    for (const index of this.#rows) {
      if (all || this.#refusals.has(index)) yield this.#object(index)
    }
  }

  /** Rows whose objects a redirector provides, in the order of the import table. */
  *redirected(): Generator<ObjectNeed> {
    for (const index of this.#redirected.keys()) if (!this.#refusals.has(index)) yield this.#object(index)
  }

  #object(index: number): ObjectNeed {
    return {
      index,
      ...this.user.imported(index),
      refusal: this.#refusals.get(index) ?? null,
      redirectedTo: this.#redirected.get(index)?.to ?? null,
    }
  }
}

/**
 * *Is this import satisfied by that package?* Path, class with its package, and public, all ignoring case.
 *
 * @returns why not; `undefined` when it is, also when the class is one that only the program has.
 */
export function importRefusal(user: PackageTables, index: number, provider: PackageTables): ImportRefusal | undefined {
  if (provider.hasExactly(user, index)) return undefined
  const refusal = refusalOf(provider.objectsAt(user.hashOf(index)), user.classOf(index))
  if (refusal === undefined || refusal.reason === 'private') return refusal
  const { path, class: className } = user.imported(index)
  return isNativeClass(path, className) ? undefined : refusal
}

/**
 * *Every import of `user` that a package does not satisfy.* `deps` uses this function too; it needs only two
 * tables.
 */
export function refusedImports(user: PackageTables, provider: PackageTables, name: string): ObjectNeed[] {
  const group = importGroups(user).find((one) => one.name.toLowerCase() === name.toLowerCase())
  if (group === undefined) return []
  const need = new PackageNeed(
    group.name,
    user,
    group.rows,
    { file: provider, tables: provider, error: undefined },
    false,
  )
  return [...need.missing()]
}

/** Imports of one package. */
export interface ImportGroup {
  /** Name of the package that the imports are of. */
  readonly name: string
  /** Places in the import table, without those of the package itself. */
  readonly rows: number[]
}

/**
 * A package's imports by the package that they are in, in the order in which the table names the packages
 * first.
 */
export function importGroups(tables: PackageTables): ImportGroup[] {
  const byRoot: ImportGroup[] = []
  const groups = new Map<string, ImportGroup>()
  for (const name of tables.roots) {
    const key = name.toLowerCase()
    let group = groups.get(key)
    if (group === undefined) {
      group = { name, rows: [] }
      groups.set(key, group)
    }
    byRoot.push(group)
  }
  const { importCount } = tables
  for (let index = 0; index < importCount; index++) {
    if (!tables.isRoot(index)) byRoot[tables.rootOf(index)]?.rows.push(index)
  }
  return [...groups.values()]
}

const NONE: ReadonlyMap<number, ImportRefusal> = new Map()

function refusalsOf(
  user: PackageTables,
  rows: readonly number[],
  provider: PackageTables | undefined,
  redirected: ReadonlyMap<number, Redirected>,
): ReadonlyMap<number, ImportRefusal> {
  if (provider === undefined) return NONE
  let refusals: Map<number, ImportRefusal> | undefined
  for (const index of rows) {
    const direct = importRefusal(user, index, provider)
    if (direct === undefined) continue
    const leads = redirected.get(index)
    const refusal = leads === undefined ? direct : leads.refusal
    if (refusal === undefined) continue
    refusals ??= new Map()
    refusals.set(index, refusal)
  }
  return refusals ?? NONE
}
