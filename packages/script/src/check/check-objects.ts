import type { Package, PackageSet } from '@ukit/core'
import { didYouMean } from '../problems/did-you-mean.js'
import type { World } from '../symbols/symbol.js'
import { childrenOf } from '../syntax/children.js'
import type { ObjectLiteral, SourceFile, SyntaxNode } from '../syntax/nodes.js'
import type { SourceProblem } from './check-sources.js'
import type { KnownNames } from './known-names.js'

/** Objects of scripts: what the compiler looks up by itself. */
const SCRIPT_KINDS: ReadonlySet<string> = new Set(['enum', 'function', 'state', 'struct', 'scriptstruct', 'const'])

/**
 * *Objects that a text names and that are not there*: `Texture'Pack.Group.Name'` where the package `Pack` is
 * available, and classes in default properties. Objects of the package that is compiled are not looked for,
 * since `#exec` lines and other files make them.
 */
export class ObjectsCheck {
  readonly #world: World
  readonly #names: KnownNames
  readonly #packages: PackageSet | undefined
  readonly #paths = new Map<Package, Map<string, string>>()

  constructor(world: World, names: KnownNames, packages: PackageSet | undefined) {
    this.#world = world
    this.#names = names
    this.#packages = packages
  }

  async problemsOf(file: SourceFile, packageName: string): Promise<SourceProblem[]> {
    const problems: SourceProblem[] = []
    for (const { node, isDefault } of literalsOf(file)) {
      const found = await this.#problemOf(node, packageName, isDefault)
      if (found !== undefined) problems.push(found)
    }
    return problems
  }

  async #problemOf(node: ObjectLiteral, own: string, isDefault: boolean): Promise<SourceProblem | undefined> {
    const { className, path } = node
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

interface FoundLiteral {
  readonly node: ObjectLiteral
  readonly isDefault: boolean
}

/** Of texts that were checked before. */
const known = new WeakMap<SourceFile, readonly FoundLiteral[]>()

function literalsOf(file: SourceFile): readonly FoundLiteral[] {
  const before = known.get(file)
  if (before !== undefined) return before
  const literals: FoundLiteral[] = []
  const visit = (node: SyntaxNode, isDefault: boolean) => {
    if (node.kind === 'Object') literals.push({ node, isDefault })
    for (const child of childrenOf(node)) visit(child, isDefault || node.kind === 'DefaultProperties')
  }
  visit(file, false)
  known.set(file, literals)
  return literals
}

function warning({ start, end }: SyntaxNode, message: string, suggestion: string | undefined): SourceProblem {
  return { level: 'warning', message, start, end, suggestion }
}
