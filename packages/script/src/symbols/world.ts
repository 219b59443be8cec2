import type { ObjectSource } from '@ukit/container'
import { ExportObject, ImportObject, type Package, type PackageObject, PackageSet } from '@ukit/core'
import type { UnrealObject } from '@ukit/objects'
import type { SourceFile } from '../syntax/nodes.js'
import type { PackageWorld } from './export-symbol.js'
import { placeOf, symbolOfExport } from './from-package.js'
import { SourceClass } from './from-source.js'
import { intrinsicPackage, intrinsicSuper, intrinsicVariables } from './intrinsic.js'
import { type ModifierTables, modifierTables } from './modifier-tables.js'
import { NamedClass, NamedStruct } from './named-symbols.js'
import { ScriptFile } from './script-file.js'
import type { SourceWorld } from './source-fields.js'
import type {
  ClassSymbol,
  EnumSymbol,
  FunctionSymbol,
  ScriptSymbol,
  StructSymbol,
  Type,
  VariableSymbol,
  World,
} from './symbol.js'

/** Where packages come from that are not given. */
export interface WorldOptions {
  /** Classes that are known by their text; they go before compiled ones of the same name and package. */
  readonly sources?: readonly WorldSource[]
  /** Gives the packages that the given ones refer to; without it only the given ones are known. */
  readonly packages?: PackageSet
  /**
   * A world that was loaded before: its packages belong to this one too, and what was read and decoded of them is not
   * read again. A given package goes before one of the same name in there.
   */
  readonly base?: World | undefined
}

/** The text of a class, and the package that it is to be in. */
export interface WorldSource {
  readonly packageName: string
  readonly file: SourceFile
}

// More packages than any game's scripts have; a resolver gone wild stops here.
const MAX_PACKAGES = 512
const MAX_DEPTH = 64

/**
 * *Reads what packages declare*: the given ones, and all that their classes refer to.
 *
 * Only the bytes are read here; each symbol is decoded when it is asked for something. A damaged object
 * gives a symbol of as much as could be read; nothing throws for what is in a file.
 */
export async function loadWorld(packages: readonly Package[], options: WorldOptions = {}): Promise<World> {
  const set = options.packages ?? new PackageSet()
  const files: ScriptFile[] = []
  const seen = new Set<string>()
  const missing: string[] = []
  const known = new Map<Package, ScriptFile>()
  if (options.base instanceof LoadedWorld) for (const file of options.base.files) known.set(file.package, file)
  const queue: (Package | string)[] = [...packages]
  for (const pkg of packages) seen.add(pkg.name.toLowerCase())
  for (const pkg of known.keys()) {
    const key = pkg.name.toLowerCase()
    if (!seen.has(key)) queue.push(pkg)
    seen.add(key)
  }
  for (let next = queue.shift(); next !== undefined && files.length < MAX_PACKAGES; next = queue.shift()) {
    const pkg = typeof next === 'string' ? await set.package(next) : next
    if (pkg === undefined) {
      missing.push(String(next))
      continue
    }
    files.push(known.get(pkg) ?? (await ScriptFile.read(pkg)))
    for (const name of packagesOfScript(pkg)) {
      const key = name.toLowerCase()
      if (seen.has(key)) continue
      seen.add(key)
      queue.push(name)
    }
  }
  return new LoadedWorld(files, missing, options.sources ?? [])
}

/** Packages of the script objects that a package refers to. */
function packagesOfScript(pkg: Package): Set<string> {
  const names = new Set<string>()
  const script = /^(class|function|state|struct|scriptstruct|enum|const|\w*property)$/i
  for (const imported of pkg.imports) {
    if (!script.test(imported.className)) continue
    let at: PackageObject = imported
    for (let depth = 0; at.outer !== null && depth < MAX_DEPTH; depth++) at = at.outer
    // What cooking put into this package is not elsewhere.
    if (at instanceof ImportObject && at !== imported) names.add(at.name)
  }
  return names
}

class LoadedWorld implements World, PackageWorld, SourceWorld {
  readonly missingPackages: string[]
  /** What was read; worlds share it. */
  readonly files: readonly ScriptFile[]
  readonly #byPackage = new Map<Package, ScriptFile>()
  readonly #symbols = new Map<ScriptFile, (ScriptSymbol | undefined | null)[]>()
  readonly #imports = new Map<ScriptFile, (ScriptSymbol | undefined | null)[]>()
  /** Where the content of a package is: a file, and the export (its number from 1) that is the package in there. */
  readonly #roots = new Map<string, { file: ScriptFile; outer: number }[]>()
  readonly #classes = new Map<string, ClassSymbol[]>()
  readonly #structs = new Map<string, { file: ScriptFile; index: number }[]>()
  readonly #enums = new Map<string, { file: ScriptFile; index: number }[]>()
  readonly #named = new Map<string, ClassSymbol>()
  readonly #namedStructs = new Map<string, StructSymbol>()
  readonly #children = new Map<ScriptFile, Map<number, Map<string, number>>>()
  /** Classes from source by `package.name`. */
  readonly #sources = new Map<string, SourceClass>()
  readonly engine: number
  readonly words: ModifierTables
  /** Paths of classes in missing packages, by name. */
  #missingClasses: Map<string, string> | undefined
  /** Paths of classes that only native code declares, by name. */
  #nativeClasses: Map<string, string> | undefined
  #tags: Map<string, EnumSymbol[]> | undefined
  #natives: Map<number, FunctionSymbol> | undefined

  constructor(files: readonly ScriptFile[], missing: readonly string[], sources: readonly WorldSource[]) {
    this.files = files
    this.missingPackages = [...missing]
    const context = files[0]?.package.context
    this.engine = context?.engine ?? 1
    this.words = context === undefined ? modifierTables({ engine: 1, line: '' }) : modifierTables(context)
    for (const { packageName, file } of sources) this.#addSource(packageName, file)
    for (const file of files) this.#index(file)
  }

  get packages(): readonly Package[] {
    return this.files.map((file) => file.package)
  }

  #addSource(packageName: string, file: SourceFile): void {
    if (file.header === null) return
    const symbol = new SourceClass(this, packageName, file)
    const key = symbol.path.toLowerCase()
    if (this.#sources.has(key)) return
    this.#sources.set(key, symbol)
    push(this.#classes, symbol.name.toLowerCase(), symbol)
  }

  /** What a text has in the place of an export: the class, or what is in it under the same name and kind. */
  #sourceOf(file: ScriptFile, index: number): ScriptSymbol | null | undefined {
    if (this.#sources.size === 0) return undefined
    const exported = file.package.exports[index]
    const kind = file.kinds[index]
    if (exported === undefined || kind === undefined) return undefined
    if (kind === 'class') {
      const outer = exported.outer?.className === 'Package' ? exported.outer.name : file.package.name
      return this.#sources.get(`${outer}.${exported.name}`.toLowerCase())
    }
    const outer = exported.entry.outer
    if (outer <= 0 || file.kinds[outer - 1] === undefined) return undefined
    const owner = this.symbolAt(file, outer - 1)
    return owner === undefined || placeOf(owner) !== undefined
      ? undefined
      : (fieldOf(owner, exported.name, kind) ?? null)
  }

  #index(file: ScriptFile): void {
    const pkg = file.package
    this.#byPackage.set(pkg, file)
    this.#symbols.set(file, new Array<undefined>(pkg.exports.length))
    this.#imports.set(file, new Array<undefined>(pkg.imports.length))
    this.#addRoot(pkg.name, { file, outer: 0 })
    for (const [index, kind] of file.kinds.entries()) {
      const exported = pkg.exports[index]
      if (exported === undefined || kind === undefined) continue
      if (kind === 'class') {
        const symbol = this.symbolAt(file, index)
        if (symbol?.kind !== 'class') continue
        const outer = exported.entry.outer
        if (outer > 0 && exported.outer?.className === 'Package') this.#addRoot(exported.outer.name, { file, outer })
        if (!(symbol instanceof SourceClass)) push(this.#classes, symbol.name.toLowerCase(), symbol)
      } else if (kind === 'struct') push(this.#structs, exported.name.toLowerCase(), { file, index })
      else if (kind === 'enum') push(this.#enums, exported.name.toLowerCase(), { file, index })
    }
  }

  #addRoot(name: string, root: { file: ScriptFile; outer: number }): void {
    const key = name.toLowerCase()
    const roots = this.#roots.get(key)
    if (roots === undefined) this.#roots.set(key, [root])
    else if (!roots.some(({ file, outer }) => file === root.file && outer === root.outer)) roots.push(root)
  }

  symbolAt(file: ScriptFile, index: number): ScriptSymbol | undefined {
    const symbols = this.#symbols.get(file)
    if (symbols === undefined) return undefined
    let symbol = symbols[index]
    if (symbol === undefined) {
      const source = this.#sourceOf(file, index)
      symbol = source === undefined ? (symbolOfExport(this, file, index) ?? null) : source
      symbols[index] = symbol
    }
    return symbol ?? undefined
  }

  symbolOf(reference: ObjectSource | null): ScriptSymbol | undefined {
    if (reference === null) return undefined
    if (reference instanceof ExportObject) {
      const file = this.#byPackage.get(reference.package)
      return file === undefined ? undefined : this.symbolAt(file, reference.index)
    }
    if (!(reference instanceof ImportObject)) return undefined
    const file = this.#byPackage.get(reference.package)
    return file === undefined ? undefined : this.#imported(file, reference, 0)
  }

  #imported(file: ScriptFile, imported: ImportObject, depth: number): ScriptSymbol | undefined {
    const imports = this.#imports.get(file)
    const known = imports?.[imported.index]
    if (known !== undefined) return known ?? undefined
    const found = depth > MAX_DEPTH ? undefined : this.#resolve(file, imported, depth)
    if (imports !== undefined) imports[imported.index] = found ?? null
    return found
  }

  #resolve(file: ScriptFile, imported: ImportObject, depth: number): ScriptSymbol | undefined {
    const { outer, className } = imported
    if (outer === null) return undefined
    const kind = className.toLowerCase()
    if (outer instanceof ImportObject && outer.outer === null) {
      const source = kind === 'class' ? this.#sources.get(`${outer.name}.${imported.name}`.toLowerCase()) : undefined
      if (source !== undefined) return source
      const roots = this.#roots.get(outer.name.toLowerCase())
      for (const root of roots ?? []) {
        const index = this.#childNamed(root.file, root.outer, imported.name, kind)
        if (index !== undefined) return this.symbolAt(root.file, index)
      }
      if (kind === 'class') {
        const missing = roots === undefined ? outer.name : null
        return this.#namedClass(`${outer.name}.${imported.name}`, missing)
      }
      return undefined
    }
    const owner =
      outer instanceof ImportObject ? this.#imported(file, outer, depth + 1) : this.symbolAt(file, outer.index)
    const place = owner === undefined ? undefined : placeOf(owner)
    if (place !== undefined) {
      const index = this.#childNamed(place.file, place.index + 1, imported.name, kind)
      if (index !== undefined) return this.symbolAt(place.file, index)
    }
    if (owner !== undefined && place === undefined) {
      const found = fieldOf(owner, imported.name, kindOfClass(kind))
      if (found !== undefined) return found
    }
    if (kind === 'struct' || kind === 'scriptstruct') {
      const missing = owner?.kind === 'class' ? owner.missingPackage : null
      return this.#namedStruct(imported.path, missing)
    }
    return undefined
  }

  /** A child by name and class: objects of several classes share names. */
  #childNamed(file: ScriptFile, outer: number, name: string, className: string): number | undefined {
    let byOuter = this.#children.get(file)
    if (byOuter === undefined) {
      byOuter = new Map()
      this.#children.set(file, byOuter)
    }
    let names = byOuter.get(outer)
    if (names === undefined) {
      names = new Map()
      for (const index of file.childrenOf(outer)) {
        const exported = file.package.exports[index]
        if (exported === undefined) continue
        const key = exported.name.toLowerCase()
        const full = `${file.kinds[index]}'${key}`
        if (!names.has(full)) names.set(full, index)
      }
      byOuter.set(outer, names)
    }
    const kind = kindOfClass(className)
    return names.get(`${kind}'${name.toLowerCase()}`)
  }

  #namedClass(path: string, missing: string | null): ClassSymbol {
    const key = path.toLowerCase()
    let symbol = this.#named.get(key)
    if (symbol === undefined) {
      const name = path.slice(path.lastIndexOf('.') + 1)
      const above = missing === null ? (intrinsicSuper(name) ?? 'Object') : undefined
      const parent = above === undefined || above.toLowerCase() === name.toLowerCase() ? undefined : this.class(above)
      const named = new NamedClass(path, parent ?? null, missing)
      symbol = named
      this.#named.set(key, symbol)
      if (missing === null) this.#addVariables(named)
      push(this.#classes, name.toLowerCase(), symbol)
    }
    return symbol
  }

  /** The variables of a class of native code, as far as scripts use them. */
  #addVariables(owner: NamedClass): void {
    for (const { name, className, of } of intrinsicVariables(owner.name)) {
      const object: Type = { kind: 'object', class: this.class(of) ?? null }
      const variable: VariableSymbol = {
        kind: 'variable',
        name,
        path: `${owner.path}.${name}`,
        className,
        type: className === 'ArrayProperty' ? { kind: 'array', inner: object } : object,
        dimension: 1,
        flags: 0,
        flagsHigh: 0,
      }
      owner.variables.set(name.toLowerCase(), variable)
    }
  }

  #namedStruct(path: string, missing: string | null): StructSymbol {
    const key = path.toLowerCase()
    let symbol = this.#namedStructs.get(key)
    if (symbol === undefined) {
      symbol = new NamedStruct(path, missing)
      this.#namedStructs.set(key, symbol)
    }
    return symbol
  }

  class(name: string, ownPackage?: string): ClassSymbol | undefined {
    const dot = name.lastIndexOf('.')
    const key = (dot < 0 ? name : name.slice(dot + 1)).toLowerCase()
    const inPackage = dot < 0 ? ownPackage?.toLowerCase() : name.slice(0, dot).toLowerCase()
    const found = this.#classes.get(key)
    if (found !== undefined && found.length > 0) {
      const own = inPackage === undefined ? undefined : found.find((one) => one.packageName.toLowerCase() === inPackage)
      const isElsewhere = dot >= 0 && own === undefined
      return own ?? (isElsewhere ? this.#missingClass(key, inPackage) : undefined) ?? found[0]
    }
    const intrinsic = intrinsicPackage(key)
    if (intrinsic !== undefined) return this.#namedClass(`${intrinsic}.${name.slice(dot + 1)}`, null)
    return this.#nativeClass(key) ?? this.#missingClass(key)
  }

  /** A class that a package refers to as its own, and does not hold: native code declares it. */
  #nativeClass(key: string): ClassSymbol | undefined {
    if (this.#nativeClasses === undefined) {
      this.#nativeClasses = new Map()
      for (const { package: pkg } of this.files) {
        for (const { className, outer, name } of pkg.imports) {
          if (className.toLowerCase() !== 'class' || outer === null || outer.outer !== null) continue
          if (outer.name.toLowerCase() !== pkg.name.toLowerCase()) continue
          this.#nativeClasses.set(name.toLowerCase(), `${pkg.name}.${name}`)
        }
      }
    }
    const path = this.#nativeClasses.get(key)
    return path === undefined ? undefined : this.#namedClass(path, null)
  }

  /** A class that is known only because some package refers to it: its own package is missing. */
  #missingClass(key: string, inPackage?: string): ClassSymbol | undefined {
    if (this.missingPackages.length === 0) return undefined
    if (this.#missingClasses === undefined) {
      this.#missingClasses = new Map()
      const missing = new Set(this.missingPackages.map((name) => name.toLowerCase()))
      for (const imported of this.files.flatMap((file) => file.package.imports)) {
        const { outer, name } = imported
        if (imported.className.toLowerCase() !== 'class' || outer === null || !missing.has(outer.name.toLowerCase()))
          continue
        const path = `${outer.name}.${name}`
        if (!this.#missingClasses.has(name.toLowerCase())) this.#missingClasses.set(name.toLowerCase(), path)
      }
    }
    const path = this.#missingClasses.get(key)
    const packageName = path?.slice(0, path.indexOf('.'))
    if (path === undefined || packageName === undefined) return undefined
    if (inPackage !== undefined && packageName.toLowerCase() !== inPackage) return undefined
    return this.#namedClass(path, packageName)
  }

  byPath(path: string): ScriptSymbol | undefined {
    const parts = path.toLowerCase().split('.')
    let source: ScriptSymbol | undefined = this.#sources.get(`${parts[0]}.${parts[1]}`)
    for (const part of source === undefined ? [] : parts.slice(2)) {
      const owner: ScriptSymbol | undefined = source
      source = owner === undefined ? undefined : fieldOf(owner, part)
    }
    if (source !== undefined) return source
    const roots = this.#roots.get(parts[0] ?? '')
    for (const root of roots ?? []) {
      let outer = root.outer
      let found: number | undefined
      for (let i = 1; i < parts.length; i++) {
        const name = parts[i] ?? ''
        found = undefined
        for (const kind of KINDS) {
          const index = this.#childNamed(root.file, outer, name, kind)
          if (index === undefined) continue
          // On the way down only what can hold something counts.
          if (i < parts.length - 1 && root.file.childrenOf(index + 1).length === 0) continue
          found = index
          break
        }
        if (found === undefined) break
        outer = found + 1
      }
      if (found !== undefined) return this.symbolAt(root.file, found)
    }
    return this.#named.get(path.toLowerCase())
  }

  struct(name: string): StructSymbol | undefined {
    for (const source of this.#sources.values()) {
      const found = source.structs.get(name.toLowerCase())
      if (found !== undefined) return found
    }
    const place = this.#structs.get(name.toLowerCase())?.[0]
    const symbol = place === undefined ? undefined : this.symbolAt(place.file, place.index)
    return symbol?.kind === 'struct' ? symbol : undefined
  }

  enum(name: string): EnumSymbol | undefined {
    return this.enumsNamed(name)[0]
  }

  enumsNamed(name: string): readonly EnumSymbol[] {
    const found = new Set<EnumSymbol>()
    for (const source of this.#sources.values()) {
      const own = source.enums.get(name.toLowerCase())
      if (own !== undefined) found.add(own)
    }
    for (const { file, index } of this.#enums.get(name.toLowerCase()) ?? []) {
      const symbol = this.symbolAt(file, index)
      if (symbol?.kind === 'enum') found.add(symbol)
    }
    return [...found]
  }

  enumsWithTag(tag: string): readonly EnumSymbol[] {
    if (this.#tags === undefined) {
      this.#tags = new Map()
      for (const { enums } of this.#sources.values()) {
        for (const symbol of enums.values())
          for (const name of symbol.tags) push(this.#tags, name.toLowerCase(), symbol)
      }
      for (const places of this.#enums.values()) {
        for (const { file, index } of places) {
          const symbol = this.symbolAt(file, index)
          if (symbol?.kind !== 'enum' || placeOf(symbol) === undefined) continue
          for (const name of symbol.tags) push(this.#tags, name.toLowerCase(), symbol)
        }
      }
    }
    return this.#tags.get(tag.toLowerCase()) ?? []
  }

  native(number: number): FunctionSymbol | undefined {
    if (this.#natives === undefined) {
      this.#natives = new Map()
      for (const { fields } of this.#sources.values()) {
        for (const field of fields) {
          if (field.kind !== 'function' || field.nativeIndex === 0 || field.super !== null) continue
          this.#natives.set(field.nativeIndex, field)
        }
      }
      for (const file of this.files) {
        for (const [index, kind] of file.kinds.entries()) {
          if (kind !== 'function') continue
          const symbol = this.symbolAt(file, index)
          if (symbol?.kind !== 'function' || symbol.nativeIndex === 0) continue
          const known = this.#natives.get(symbol.nativeIndex)
          // Overrides of a native function keep its number; the first declaration is the one meant.
          if (known === undefined || known.super === symbol) this.#natives.set(symbol.nativeIndex, symbol)
        }
      }
    }
    return this.#natives.get(number)
  }

  objectOf(symbol: ScriptSymbol): UnrealObject | undefined {
    const place = placeOf(symbol)
    return place?.file.object(place.index)
  }

  exportOf(symbol: ScriptSymbol): ExportObject | undefined {
    const place = placeOf(symbol)
    return place?.file.package.exports[place.index]
  }

  classesOf(pkg: Package): readonly ClassSymbol[] {
    const file = this.#byPackage.get(pkg)
    if (file === undefined) return []
    return file.kinds.flatMap((kind, index) => {
      const symbol = kind === 'class' ? this.symbolAt(file, index) : undefined
      return symbol?.kind === 'class' ? [symbol] : []
    })
  }
}

function kindOfClass(className: string): string {
  return className.endsWith('property') ? 'variable' : className === 'scriptstruct' ? 'struct' : className
}

/** What a symbol from source declares, by name; of that kind, where one is given. */
function fieldOf(owner: ScriptSymbol, name: string, kind?: string): ScriptSymbol | undefined {
  const key = name.toLowerCase()
  const is = (one: ScriptSymbol) => (kind === undefined || one.kind === kind) && one.name.toLowerCase() === key
  if (owner.kind === 'class') {
    const { variables, functions, enums, structs, constants, states } = owner
    for (const map of [functions, variables, states, structs, enums, constants]) {
      const found = map.get(key)
      if (found !== undefined && is(found)) return found
    }
    return owner.fields.find(is)
  }
  if (owner.kind === 'state') return owner.functions.get(key)
  if (owner.kind === 'struct') return owner.members.find(is)
  if (owner.kind !== 'function') return undefined
  const { returnValue } = owner
  return [...owner.parameters, ...owner.locals, ...(returnValue === null ? [] : [returnValue])].find(is)
}

const KINDS = ['class', 'struct', 'function', 'state', 'enum', 'const', 'intproperty'] as const

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}
