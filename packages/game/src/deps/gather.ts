import { PackageError, SourceError } from '@ukit/files'
import type { PackageTables } from '../index-file/package-tables.js'
import type { TableReader } from '../index-file/table-reader.js'
import type { FilePlace } from '../stamp.js'
import type { ShippedFiles } from '../stock/shipped-files.js'
import type { StockRow } from '../stock/stock-list.js'
import { followRedirect, type Redirected } from './follow-redirects.js'
import type { PackageFinder } from './package-finder.js'
import { importGroups, PackageNeed, type Provider } from './package-need.js'

/** A package of a dependency graph: a file, or a name that no file was found for. */
export interface DependencyNode {
  /** The file's name without its extension, or the name that was looked for. */
  readonly name: string
  /** Its file; `undefined` when it was not found. */
  readonly file: FilePlace | undefined
  /** `undefined` when there is no file, or it cannot be read. */
  readonly tables: PackageTables | undefined
  /** Why the file cannot be read. */
  readonly error: string | undefined
  /** It was requested; the others are listed because it needs them. */
  readonly start: boolean
  /**
   * What the game ships of it, with `GatherOptions.shipped`; empty when it does not, and for packages asked
   * about.
   */
  readonly stock: readonly StockRow[]
  /** What it needs; in the order of its import table. Empty if indirect needs were not requested. */
  readonly needs: readonly PackageNeed[]
  /** For each of `needs` the package that answers it. */
  readonly targets: readonly DependencyNode[]
}

/** *Which package needs which*, starting from some packages. */
export interface DependencyGraph {
  /** The packages asked about, in their order. */
  readonly starts: readonly DependencyNode[]
  /** All packages: those asked about first, then what they need, in the order in which it was met. */
  readonly nodes: readonly DependencyNode[]
}

/** How far to look. */
export interface GatherOptions {
  /** Only what the packages themselves need, not what that needs in turn. */
  readonly direct?: boolean | undefined
  /** What the game ships: such a package is not missing where there is no file of it. */
  readonly shipped?: ShippedFiles | undefined
  /** Ends the work: it fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Told after each package whose needs are known. */
  readonly onProgress?: ((done: number, total: number, name: string) => void) | undefined
}

/** The defaults of `gatherDependencies`. */
export const GATHER_DEFAULTS = { direct: false } as const

interface Growing extends DependencyNode {
  readonly needs: PackageNeed[]
  readonly targets: Growing[]
}

/**
 * *What packages need, and what that needs in turn*: each package once.
 *
 * A file that cannot be read is a package without needs that says why; a name without a file is one too.
 */
export async function gatherDependencies(
  starts: readonly PackageTables[],
  finder: PackageFinder,
  reader: TableReader,
  options: GatherOptions = {},
): Promise<DependencyGraph> {
  const { direct = GATHER_DEFAULTS.direct, shipped, signal, onProgress } = options
  const nodes: Growing[] = []
  const byFile = new Map<string, Growing>()
  const absent = new Map<string, Growing>()
  const found = new Map<string, FilePlace | undefined>()

  const grow = (node: Omit<Growing, 'needs' | 'targets'>): Growing => {
    const growing = { ...node, needs: [], targets: [] }
    nodes.push(growing)
    return growing
  }
  const find = async (name: string): Promise<FilePlace | undefined> => {
    const key = name.toLowerCase()
    if (!found.has(key)) found.set(key, (await finder.resolve(name)).found)
    return found.get(key)
  }
  const nodeFor = async (name: string): Promise<Growing> => {
    const file = name === '' ? undefined : await find(name)
    if (file === undefined) {
      const key = name.toLowerCase()
      let node = absent.get(key)
      if (node === undefined) {
        const stock = name === '' ? [] : (shipped?.rows(name) ?? [])
        node = grow({ name, file: undefined, tables: undefined, error: undefined, start: false, stock })
        absent.set(key, node)
      }
      return node
    }
    let node = byFile.get(file.path)
    if (node === undefined) {
      const { tables, error } = await tablesOf(reader, file)
      const stock = shipped?.rows(name, file.path) ?? []
      node = grow({ name: tables?.name ?? name, file, tables, error, start: false, stock })
      byFile.set(file.path, node)
    }
    return node
  }

  const tablesNamed = async (name: string): Promise<PackageTables | 'shipped' | undefined> => {
    const file = await find(name)
    if (file !== undefined) return (await tablesOf(reader, file)).tables
    return (shipped?.rows(name).length ?? 0) > 0 ? 'shipped' : undefined
  }
  /** What becomes of imports that find a redirector. */
  const redirected = async (user: PackageTables, rows: readonly number[], provider: PackageTables | undefined) => {
    const found = new Map<number, Redirected>()
    if (provider === undefined || provider.redirects.length === 0) return found
    for (const row of rows) {
      const leads = await followRedirect(user, row, provider, tablesNamed)
      if (leads !== undefined) found.set(row, leads)
    }
    return found
  }

  const asked = starts.map((tables) => {
    const known = byFile.get(tables.path)
    if (known !== undefined) return known
    const node = grow({ name: tables.name, file: tables, tables, error: undefined, start: true, stock: [] })
    byFile.set(tables.path, node)
    return node
  })
  // The list grows while it is walked: each new package is examined in its turn.
  for (let i = 0; i < nodes.length; i++) {
    signal?.throwIfAborted()
    const node = nodes[i]
    if (node?.tables === undefined || (direct && !node.start)) continue
    const { tables } = node
    for (const { name, rows } of importGroups(tables)) {
      const own = isOwn(name, tables.name)
      const target = own ? node : await nodeFor(name)
      const leads = await redirected(tables, rows, target.tables)
      node.needs.push(new PackageNeed(name, tables, rows, providerOf(target), own, target.stock, leads))
      node.targets.push(target)
    }
    onProgress?.(i + 1, nodes.length, node.name)
  }
  return { starts: asked, nodes }
}

/** The name by which a level refers to what is in it, whatever its file is called. */
const MY_LEVEL = 'mylevel'

function isOwn(name: string, user: string): boolean {
  const key = name.toLowerCase()
  return key === MY_LEVEL || key === user.toLowerCase()
}

function providerOf({ file, tables, error }: DependencyNode): Provider | undefined {
  return file === undefined ? undefined : { file, tables, error }
}

async function tablesOf(reader: TableReader, file: FilePlace): Promise<Pick<Provider, 'tables' | 'error'>> {
  try {
    return { tables: await reader.tables(file), error: undefined }
  } catch (error) {
    if (!(error instanceof PackageError) && !(error instanceof SourceError)) throw error
    return { tables: undefined, error: error.message }
  }
}
