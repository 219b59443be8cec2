import { ImportObject, type Package, type PackageObject } from '@ukit/core'
import { dialectOf } from '../dialect/dialect-of.js'
import { parseExpression } from '../parser/parse.js'
import type { ScriptSymbol, World } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import { isClassOf } from '../types/types.js'
import type { CompileEnvironment, FoundObject } from './environment.js'
import { LooseBinder, TokenWriter } from './token-writer.js'

/**
 * What compiling the classes of a package needs; object literals are found among what the package refers to.
 */
export function environmentOf(pkg: Package, world: World): CompileEnvironment {
  const constants = new Map<string, Expression | undefined>()
  const objects = new ObjectFinder(pkg, world)
  return {
    world,
    dialect: dialectOf(pkg, world),
    context: pkg.context,
    writer: TokenWriter.of(pkg.context),
    binder: new LooseBinder(),
    packageName: pkg.name,
    mayNameMissingTags: true,
    findObject: (className, path) => objects.find(className, path),
    constant(text) {
      if (!constants.has(text)) {
        const parsed = parseExpression(text)
        constants.set(text, parsed.tree.kind === 'ErrorExpression' ? undefined : parsed.tree)
      }
      return constants.get(text)
    },
  }
}

/** Objects that a package holds or refers to, by name. */
class ObjectFinder {
  readonly #package: Package
  readonly #world: World
  #byName: Map<string, PackageObject[]> | undefined

  constructor(pkg: Package, world: World) {
    this.#package = pkg
    this.#world = world
  }

  find(className: string, path: string): FoundObject | undefined {
    const parts = path.toLowerCase().split('.')
    const wanted = this.#world.class(className)
    let best: PackageObject | undefined
    for (const object of this.#named(parts.at(-1) ?? '')) {
      if (!isInOrder(parts, object, this.#package.name)) continue
      const own = object.className
      if (own.toLowerCase() === className.toLowerCase()) {
        best = object
        break
      }
      const of = this.#world.class(own)
      if (best === undefined && (wanted === undefined || of === undefined || isClassOf(of, wanted))) best = object
    }
    if (best === undefined) return undefined
    const symbol: ScriptSymbol | undefined = this.#world.symbolOf(best)
    return { reference: best, class: symbol?.kind === 'class' ? symbol : undefined }
  }

  #named(key: string): readonly PackageObject[] {
    if (this.#byName === undefined) {
      this.#byName = new Map()
      for (const object of [...this.#package.exports, ...this.#package.imports]) {
        const name = object.name.toLowerCase()
        const list = this.#byName.get(name)
        if (list === undefined) this.#byName.set(name, [object])
        else list.push(object)
      }
    }
    return this.#byName.get(key) ?? []
  }
}

/** Tells whether every given part of a path is in the object's own, in that order. */
function isInOrder(parts: readonly string[], object: PackageObject, packageName: string): boolean {
  const path = object instanceof ImportObject ? object.path : `${packageName}.${object.path}`
  const own = path.toLowerCase().split('.')
  let at = own.length - 1
  for (let i = parts.length - 1; i >= 0; i--) {
    while (at >= 0 && own[at] !== parts[i]) at--
    if (at < 0) return false
    at--
  }
  return true
}
