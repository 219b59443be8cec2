import {
  type DependencyNode,
  editionsOf,
  isInEveryCopy,
  needsServerSide,
  type ObjectNeed,
  type PackageNeed,
  type UsedImports,
} from '@ukit/game'
import type { FileProblem } from '../../batch/batch-verb.js'
import type { Library } from './libraries.js'

/** A package that was asked about, and what it needs, or why it cannot be read. */
export interface DepsReport {
  readonly label: string
  readonly node: DependencyNode | undefined
  readonly error: FileProblem | undefined
  /** Packages that it needs indirectly: each once, with the packages that need it. */
  readonly indirect: readonly IndirectNeed[]
  /** Only with `--used`. */
  readonly used: UsedImports | undefined
  /** Libraries that packages need. */
  readonly libraries: ReadonlyMap<DependencyNode, Library>
}

/** A package that is needed by another needed package. */
export interface IndirectNeed {
  readonly node: DependencyNode
  /** The needs that lead to it. */
  readonly needs: readonly PackageNeed[]
}

/**
 * The packages that a package needs indirectly. Those that it needs directly are left out, unless other
 * packages miss objects in them.
 */
export function indirectOf(start: DependencyNode): IndirectNeed[] {
  const direct = new Set([start, ...start.targets])
  const seen = new Set(direct)
  const found = new Map<DependencyNode, PackageNeed[]>()
  const queue = [...start.targets]
  for (let i = 0; i < queue.length; i++) {
    const node = queue[i]
    if (node === undefined || node === start) continue
    for (const [at, need] of node.needs.entries()) {
      const target = node.targets[at]
      if (target === undefined || need.own) continue
      if (!seen.has(target)) {
        seen.add(target)
        queue.push(target)
      }
      if (direct.has(target) && need.satisfied) continue
      const list = found.get(target)
      if (list === undefined) found.set(target, [need])
      else list.push(need)
    }
  }
  return [...found].map(([node, needs]) => ({ node, needs }))
}

/** Whether nothing is missing, neither directly nor indirectly. */
export function isSatisfied({ node, error, indirect }: DepsReport): boolean {
  if (error !== undefined || node === undefined) return false
  return (
    node.needs.every(({ satisfied }) => satisfied) &&
    indirect.every(({ needs }) => needs.every((need) => need.satisfied))
  )
}

/** A report as JSON. */
export function depsFacts(report: DepsReport): Record<string, unknown> {
  const { label, node, error, indirect, used, libraries } = report
  const libraryOf = (of: DependencyNode | undefined) => (of === undefined ? null : (libraries.get(of) ?? null))
  return {
    path: label,
    ok: isSatisfied(report),
    packages: node?.needs.map((need, i) => needFacts(need, used, need.own ? null : libraryOf(node.targets[i]))) ?? [],
    indirect: indirect.map(({ node: target, node: { name, file, tables, stock, error: problem }, needs }) => ({
      name,
      found: file?.path ?? null,
      guid: tables === undefined ? null : tables.guid.toString(),
      neededBy: unique(needs.map(({ user }) => user.name)),
      missing: unique(needs.flatMap((need) => [...need.missing()].map(({ path }) => path))),
      stock: stockFacts(stock),
      library: libraryOf(target),
      error: problem ?? null,
    })),
    embedded: node?.tables?.embedded ?? [],
    library: libraryOf(node),
    ...(used === undefined ? {} : { opaque: used.opaque }),
    error: error ?? null,
  }
}

/** Editions of the game that ship a package; `null` when it does not ship it. */
function stockFacts(stock: PackageNeed['stock']): string[] | null {
  return stock.length === 0 ? null : editionsOf(stock)
}

function needFacts(need: PackageNeed, used: UsedImports | undefined, library: Library | null): Record<string, unknown> {
  const { provider } = need
  const objects = [...need.objects()]
  const missing = [...need.missing()]
  return {
    name: need.name,
    found: provider?.file.path ?? null,
    guid: provider?.tables?.guid.toString() ?? null,
    needs: unique(objects.map(({ path }) => path)),
    missing: unique(missing.map(({ path }) => path)),
    problems: missing.flatMap(({ path, class: className, refusal, redirectedTo }) =>
      refusal === null ? [] : [{ object: path, class: className, ...refusal, ...redirect(redirectedTo) }],
    ),
    redirected: [...need.redirected()].map(({ path, redirectedTo }) => ({ object: path, ...redirect(redirectedTo) })),
    ...(used === undefined ? {} : { unused: unique(unusedOf(need, used).map(({ path }) => path)) }),
    own: need.own,
    stock: stockFacts(need.stock),
    library,
    serverSideOnly: serverSide(need),
    error: provider?.error ?? null,
  }
}

/** The key for a redirector, where there is one. */
function redirect(to: string | null): { readonly to?: string } {
  return to === null ? {} : { to }
}

/** Whether a package that players load needs one that the server does not send to them. */
export function serverSide({ own, user, provider, stock }: PackageNeed): boolean {
  // Players have what comes with the game from there.
  if (own || provider?.tables === undefined || isInEveryCopy(stock)) return false
  return needsServerSide(user, provider.tables)
}

/** Objects that are listed as imports but not referred to. */
export function unusedOf(need: PackageNeed, { used }: UsedImports): ObjectNeed[] {
  return [...need.objects()].filter(({ index }) => !used.has(index))
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
