import type { Package, PackageSet } from '@ukit/core'
import { didYouMean } from '../problems/did-you-mean.js'
import type { ClassSymbol, StructSymbol, Type, VariableSymbol, World } from '../symbols/symbol.js'
import { childrenOf } from '../syntax/children.js'
import type {
  DefaultArrayCall,
  DefaultAssignment,
  DefaultObject,
  ObjectLiteral,
  SourceFile,
  SyntaxNode,
} from '../syntax/nodes.js'
import type { KnownNames } from './known-names.js'
import type { SourceProblem } from './source-problem.js'
import { defaultsVariable, unresolvedReference } from './unresolved.js'

/** Objects of scripts: what the compiler looks up by itself. */
const SCRIPT_KINDS: ReadonlySet<string> = new Set(['enum', 'function', 'state', 'struct', 'scriptstruct', 'const'])

/**
 * *Objects that a text names but that do not exist*: `Texture'Pack.Group.Name'` if the package `Pack` is
 * available, and classes in default properties. Objects of the package that is compiled are not looked for,
 * since `#exec` lines and other files make them.
 */
export class ObjectsCheck {
  readonly #world: World
  readonly #names: KnownNames
  readonly #packages: PackageSet | undefined
  readonly #engine: number
  readonly #paths = new Map<Package, Map<string, string>>()

  constructor(world: World, names: KnownNames, packages: PackageSet | undefined, engine: number) {
    this.#world = world
    this.#engine = engine
    this.#names = names
    this.#packages = packages
  }

  async problemsOf(file: SourceFile, packageName: string): Promise<SourceProblem[]> {
    const problems: SourceProblem[] = []
    const owner = this.#world.byPath(`${packageName}.${file.header?.name ?? ''}`)
    for (const literal of literalsOf(file)) {
      const found = await this.#problemOf(literal, packageName)
      if (found === undefined) continue
      const said = owner?.kind === 'class' ? this.#unresolved(literal, owner) : undefined
      problems.push(said === undefined ? found : { ...found, message: said })
    }
    return problems
  }

  /** What UCC says in default properties of UE2 and UE3, if the variable is known. */
  #unresolved({ node, entries }: FoundLiteral, owner: ClassSymbol): string | undefined {
    let of: ClassSymbol | StructSymbol | undefined = owner
    let variable: VariableSymbol | undefined
    for (const entry of entries) {
      if (of === undefined) return undefined
      if (entry.kind === 'DefaultObject') {
        of = entry.className === null ? undefined : this.#world.class(entry.className, owner.packageName)
        continue
      }
      variable = defaultsVariable(of, entry.name)
      const type: Type | undefined = variable?.type.kind === 'array' ? variable.type.inner : variable?.type
      of = type?.kind === 'struct' && type.struct !== null ? type.struct : undefined
    }
    const written = `${node.className}'${node.path}'`
    return variable === undefined ? undefined : unresolvedReference(this.#engine, variable, written)
  }

  async #problemOf({ node, entries }: FoundLiteral, own: string): Promise<SourceProblem | undefined> {
    const { className, path } = node
    const isDefault = entries.length > 0
    const kind = className.toLowerCase()
    if (kind === 'class') {
      // In code the compiler has said it.
      if (!isDefault || this.#world.class(path, own) !== undefined) return undefined
      const name = path.slice(path.lastIndexOf('.') + 1)
      return warning(node, `Can't find Class '${path}'`, this.#names.classLike(name))
    }
    const dot = path.indexOf('.')
    if (dot < 0 || SCRIPT_KINDS.has(kind)) return undefined
    const packageName = path.slice(0, dot)
    if (packageName.toLowerCase() === own.toLowerCase()) return undefined
    const pkg = await this.#packages?.package(packageName)
    if (pkg === undefined) return undefined
    const paths = this.#pathsOf(pkg)
    const inner = path.slice(dot + 1)
    if (paths.has(inner.toLowerCase()) || paths.has(inner.slice(inner.lastIndexOf('.') + 1).toLowerCase()))
      return undefined
    const meant = didYouMean(inner, paths.values())
    return warning(node, `Can't find ${className} '${path}'`, meant === undefined ? undefined : `${pkg.name}.${meant}`)
  }

  /** Paths of what a package has, and names by themselves: groups may be left out. */
  #pathsOf(pkg: Package): Map<string, string> {
    let paths = this.#paths.get(pkg)
    if (paths === undefined) {
      paths = new Map()
      for (const exported of pkg.exports) {
        paths.set(exported.path.toLowerCase(), exported.path)
        if (!paths.has(exported.name.toLowerCase())) paths.set(exported.name.toLowerCase(), exported.path)
      }
      this.#paths.set(pkg, paths)
    }
    return paths
  }
}

type Entry = DefaultAssignment | DefaultArrayCall | DefaultObject

interface FoundLiteral {
  readonly node: ObjectLiteral
  /** Of default properties: the entries that it is in, from the outside. */
  readonly entries: readonly Entry[]
}

/** Of texts that were checked before. */
const known = new WeakMap<SourceFile, readonly FoundLiteral[]>()

function literalsOf(file: SourceFile): readonly FoundLiteral[] {
  const before = known.get(file)
  if (before !== undefined) return before
  const literals: FoundLiteral[] = []
  const visit = (node: SyntaxNode, entries: readonly Entry[]) => {
    if (node.kind === 'Object') literals.push({ node, entries })
    const isEntry =
      node.kind === 'DefaultAssignment' || node.kind === 'DefaultArrayCall' || node.kind === 'DefaultObject'
    const inside = isEntry ? [...entries, node] : entries
    for (const child of childrenOf(node)) visit(child, inside)
  }
  visit(file, [])
  known.set(file, literals)
  return literals
}

function warning({ start, end }: SyntaxNode, message: string, suggestion: string | undefined): SourceProblem {
  return { level: 'warning', message, start, end, suggestion }
}
