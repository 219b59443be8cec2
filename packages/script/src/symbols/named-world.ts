import type { Package } from '@ukit/core'
import { type IntrinsicVariable, intrinsicSuper, intrinsicVariables } from './intrinsic.js'
import { NamedClass, NamedStruct } from './named-symbols.js'
import type { ScriptFile } from './script-file.js'
import type { ClassSymbol, StructSymbol, Type, VariableSymbol } from './symbol.js'

/** The classes of the world that names are looked up in. */
interface Classes {
  /** The class of a name. */
  find(name: string): ClassSymbol | undefined
  /** Makes a class known by its name. */
  add(symbol: ClassSymbol): void
}

/**
 * *Classes and structs of which only the name is known*: native code declares them, or a package is missing.
 */
export class NamedWorld {
  readonly #files: readonly ScriptFile[]
  readonly #missingPackages: readonly string[]
  readonly #classes: Classes
  readonly #named = new Map<string, ClassSymbol>()
  readonly #structs = new Map<string, StructSymbol>()
  /** Paths of classes in missing packages, by name. */
  #missing: Map<string, string> | undefined
  /** Paths of classes that only native code declares, by name. */
  #native: Map<string, string> | undefined

  /** Whose imports report classes of native code. */
  readonly #importers: readonly Package[]

  constructor(
    files: readonly ScriptFile[],
    missingPackages: readonly string[],
    older: Package | undefined,
    classes: Classes,
  ) {
    this.#files = files
    this.#importers = [...(older === undefined ? [] : [older]), ...files.map((file) => file.package)]
    this.#missingPackages = missingPackages
    this.#classes = classes
  }

  /** The class of a path, if `class` has made it before. */
  known(path: string): ClassSymbol | undefined {
    return this.#named.get(path.toLowerCase())
  }

  /**
   * The class of a path, made when it is first asked for.
   *
   * @param missing the package that is not available; `null` for a class of native code.
   * @param isKnown whether more than its absence in a package says that native code declares it.
   */
  class(path: string, missing: string | null, isKnown = false): ClassSymbol {
    const key = path.toLowerCase()
    let symbol = this.#named.get(key)
    if (symbol === undefined) {
      const name = path.slice(path.lastIndexOf('.') + 1)
      const above = missing === null ? (intrinsicSuper(name) ?? 'Object') : undefined
      const isOwn = above === undefined || above.toLowerCase() === name.toLowerCase()
      const parent = isOwn ? undefined : this.#classes.find(above)
      const isLacked = missing === null && !isKnown && intrinsicSuper(name) === undefined
      const named = new NamedClass(path, parent ?? null, missing, isLacked)
      symbol = named
      this.#named.set(key, symbol)
      if (missing === null) this.#addVariables(named)
      this.#classes.add(symbol)
    }
    return symbol
  }

  /** The variables of a class of native code, as far as scripts use them. */
  #addVariables(owner: NamedClass): void {
    for (const declared of intrinsicVariables(owner.name)) {
      const { name, className } = declared
      const variable: VariableSymbol = {
        kind: 'variable',
        name,
        path: `${owner.path}.${name}`,
        className,
        type: this.#typeOf(declared),
        dimension: 1,
        flags: 0,
        flagsHigh: 0,
      }
      owner.variables.set(name.toLowerCase(), variable)
    }
  }

  #typeOf(declared: IntrinsicVariable): Type {
    switch (declared.className) {
      case 'FloatProperty':
        return { kind: 'float' }
      case 'BoolProperty':
        return { kind: 'bool' }
      case 'IntProperty':
        return { kind: 'int' }
      default: {
        const object: Type = { kind: 'object', class: this.#classes.find(declared.of) ?? null }
        return declared.className === 'ArrayProperty' ? { kind: 'array', inner: object } : object
      }
    }
  }

  /** Paths of classes that packages refer to, each once. */
  importedClasses(): readonly string[] {
    const paths = new Map<string, string>()
    for (const { imports } of this.#importers) {
      for (const { className, outer, name } of imports) {
        if (outer === null || outer.outer !== null || className.toLowerCase() !== 'class') continue
        const path = `${outer.name}.${name}`
        if (!paths.has(path.toLowerCase())) paths.set(path.toLowerCase(), path)
      }
    }
    return [...paths.values()]
  }

  /** The struct of a path, made when it is first asked for; `missing` as for `class`. */
  struct(path: string, missing: string | null): StructSymbol {
    const key = path.toLowerCase()
    let symbol = this.#structs.get(key)
    if (symbol === undefined) {
      symbol = new NamedStruct(path, missing)
      this.#structs.set(key, symbol)
    }
    return symbol
  }

  /**
   * A class that packages refer to, and that the package which it is said to be in does not have: native code
   * does.
   */
  nativeClass(key: string): ClassSymbol | undefined {
    this.#native ??= this.#nativePaths()
    const path = this.#native.get(key)
    return path === undefined ? undefined : this.class(path, null)
  }

  #nativePaths(): Map<string, string> {
    const paths = new Map<string, string>()
    const known = new Set(this.#importers.map(({ name }) => name.toLowerCase()))
    for (const { imports } of this.#importers) {
      for (const { className, outer, name } of imports) {
        if (className.toLowerCase() !== 'class' || outer === null || outer.outer !== null) continue
        if (known.has(outer.name.toLowerCase())) paths.set(name.toLowerCase(), `${outer.name}.${name}`)
      }
    }
    return paths
  }

  /** A class that is known only because some package refers to it: its own package is missing. */
  missingClass(key: string, inPackage?: string): ClassSymbol | undefined {
    if (this.#missingPackages.length === 0) return undefined
    this.#missing ??= this.#missingPaths()
    const path = this.#missing.get(key)
    const packageName = path?.slice(0, path.indexOf('.'))
    if (path === undefined || packageName === undefined) return undefined
    if (inPackage !== undefined && packageName.toLowerCase() !== inPackage) return undefined
    return this.class(path, packageName)
  }

  #missingPaths(): Map<string, string> {
    const paths = new Map<string, string>()
    const missing = new Set(this.#missingPackages.map((name) => name.toLowerCase()))
    for (const imported of this.#files.flatMap((file) => file.package.imports)) {
      const { outer, name } = imported
      if (imported.className.toLowerCase() !== 'class' || outer === null) continue
      if (!missing.has(outer.name.toLowerCase()) || paths.has(name.toLowerCase())) continue
      paths.set(name.toLowerCase(), `${outer.name}.${name}`)
    }
    return paths
  }
}
