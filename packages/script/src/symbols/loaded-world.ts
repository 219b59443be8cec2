import type { ObjectSource } from '@ukit/container'
import { ExportObject, ImportObject, type ModifierTables, type Package } from '@ukit/core'
import { addTo } from '@ukit/files/internal'
import type { UnrealObject } from '@ukit/objects'
import type { SourceFile } from '../syntax/nodes.js'
import { ChildNames } from './child-names.js'
import type { PackageWorld } from './export-symbol.js'
import { fieldOf, kindOfClass } from './field-of.js'
import { placeOf, symbolOfExport } from './from-package.js'
import { SourceClass } from './from-source.js'
import { intrinsicPackage } from './intrinsic.js'
import { modifierTables } from './modifier-tables.js'
import { NamedWorld } from './named-world.js'
import type { ScriptFile } from './script-file.js'
import type { SourceWorld } from './source-fields.js'
import { StandInClasses } from './stand-ins/stand-in-classes.js'
import type { StandInTable } from './stand-ins/stand-in-table.js'
import type {
  ClassSymbol,
  ConstSymbol,
  EnumSymbol,
  FunctionSymbol,
  ScriptSymbol,
  StandIn,
  StructSymbol,
  World,
} from './symbol.js'

/** The text of a class, and the package that it is to be in. */
export interface WorldSource {
  readonly packageName: string
  readonly file: SourceFile
}

const NO_CLASSES: readonly ClassSymbol[] = []
const NO_ENUMS: readonly EnumSymbol[] = []

const MAX_DEPTH = 64
/** More supers are a circle. */
const MAX_CHAIN = 512

/** *What packages declare, together*: see `loadWorld`. Symbols are made when they are asked for. */
export class LoadedWorld implements World, PackageWorld, SourceWorld {
  readonly missingPackages: string[]
  readonly standIns: readonly StandIn[]
  /** What was read; worlds share it. */
  readonly files: readonly ScriptFile[]
  readonly #byPackage = new Map<Package, ScriptFile>()
  readonly #symbols = new Map<ScriptFile, (ScriptSymbol | undefined | null)[]>()
  readonly #imports = new Map<ScriptFile, (ScriptSymbol | undefined | null)[]>()
  /**
   * Where the content of a package is: a file, and the export (its number from 1) that is the package in
   * there.
   */
  readonly #roots = new Map<string, { file: ScriptFile; outer: number }[]>()
  readonly #classes = new Map<string, ClassSymbol[]>()
  readonly #structs = new Map<string, { file: ScriptFile; index: number }[]>()
  readonly #enums = new Map<string, { file: ScriptFile; index: number }[]>()
  readonly #named: NamedWorld
  readonly #children = new ChildNames()
  /** Classes from source by `package.name`. */
  readonly #sources = new Map<string, SourceClass>()
  readonly engine: number
  readonly words: ModifierTables
  readonly #tables: StandInClasses
  #tags: Map<string, EnumSymbol[]> | undefined
  #natives: Map<number, FunctionSymbol[]> | undefined

  constructor(
    files: readonly ScriptFile[],
    missing: readonly string[],
    sources: readonly WorldSource[],
    older: Package | undefined,
    tables: readonly StandInTable[] = [],
  ) {
    this.files = files
    this.missingPackages = [...missing]
    this.standIns = tables.map(({ name, game }) => ({ name, game }))
    this.#tables = new StandInClasses(this, tables)
    const unavailable = [...missing, ...tables.map(({ name }) => name)]
    this.#named = new NamedWorld(files, unavailable, older, {
      find: (name) => this.class(name),
      add: (symbol) => addTo(this.#classes, symbol.name.toLowerCase(), symbol),
    })
    const first = files[0]?.package
    this.engine = first?.context.engine ?? 1
    this.words = modifierTables(first)
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
    addTo(this.#classes, symbol.name.toLowerCase(), symbol)
  }

  /** What a text has instead of an export: the class, or what is in it under the same name and kind. */
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
        if (!(symbol instanceof SourceClass)) addTo(this.#classes, symbol.name.toLowerCase(), symbol)
      } else if (kind === 'struct') addTo(this.#structs, exported.name.toLowerCase(), { file, index })
      else if (kind === 'enum') addTo(this.#enums, exported.name.toLowerCase(), { file, index })
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
        const index = this.#children.find(root.file, root.outer, imported.name, kind)
        if (index !== undefined) return this.symbolAt(root.file, index)
      }
      if (kind === 'class') {
        const known = this.#tables.class(outer.name, imported.name)
        if (known !== undefined) return known
        const isNative = this.#tables.hasNative(outer.name, imported.name)
        const missing = isNative || roots !== undefined ? null : outer.name
        return this.#named.class(`${outer.name}.${imported.name}`, missing, isNative)
      }
      return undefined
    }
    const owner =
      outer instanceof ImportObject ? this.#imported(file, outer, depth + 1) : this.symbolAt(file, outer.index)
    const place = owner === undefined ? undefined : placeOf(owner)
    if (place !== undefined) {
      const index = this.#children.find(place.file, place.index + 1, imported.name, kind)
      if (index !== undefined) return this.symbolAt(place.file, index)
    }
    if (owner !== undefined && place === undefined) {
      const found = fieldOf(owner, imported.name, kindOfClass(kind))
      if (found !== undefined) return found
    }
    if (kind === 'struct' || kind === 'scriptstruct') {
      const missing = owner?.kind === 'class' ? (owner.missingPackage ?? this.#tables.nameOf(owner)) : null
      return this.#named.struct(imported.path, missing)
    }
    return undefined
  }

  class(name: string, ownPackage?: string): ClassSymbol | undefined {
    const dot = name.lastIndexOf('.')
    const key = (dot < 0 ? name : name.slice(dot + 1)).toLowerCase()
    const inPackage = dot < 0 ? ownPackage?.toLowerCase() : name.slice(0, dot).toLowerCase()
    const known = this.#classes.get(key) ?? NO_CLASSES
    const found = this.#tables.isEmpty ? known : [...known, ...this.#tables.classesNamed(key)]
    if (found.length > 0) {
      const own = inPackage === undefined ? undefined : found.find((one) => one.packageName.toLowerCase() === inPackage)
      const isElsewhere = dot >= 0 && own === undefined
      return own ?? (isElsewhere ? this.#named.missingClass(key, inPackage) : undefined) ?? found[0]
    }
    const intrinsic = intrinsicPackage(key, ownPackage) ?? this.#tables.packageOfNative(key)
    if (intrinsic !== undefined) return this.#named.class(`${intrinsic}.${name.slice(dot + 1)}`, null, true)
    return this.#named.nativeClass(key) ?? this.#named.missingClass(key)
  }

  byPath(path: string): ScriptSymbol | undefined {
    const parts = path.toLowerCase().split('.')
    let source: ScriptSymbol | undefined =
      this.#sources.get(`${parts[0]}.${parts[1]}`) ?? this.#tables.class(parts[0] ?? '', parts[1] ?? '')
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
          const index = this.#children.find(root.file, outer, name, kind)
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
    return this.#named.known(path)
  }

  structsNamed(name: string): readonly StructSymbol[] {
    const found = new Set<StructSymbol>()
    for (const source of this.#sources.values()) {
      const own = source.structs.get(name.toLowerCase())
      if (own !== undefined) found.add(own)
    }
    for (const { file, index } of this.#structs.get(name.toLowerCase()) ?? []) {
      const symbol = this.symbolAt(file, index)
      if (symbol?.kind === 'struct') found.add(symbol)
    }
    for (const symbol of this.#tables.structsNamed(name)) found.add(symbol)
    return [...found]
  }

  struct(name: string): StructSymbol | undefined {
    for (const source of this.#sources.values()) {
      const found = source.structs.get(name.toLowerCase())
      if (found !== undefined) return found
    }
    const place = this.#structs.get(name.toLowerCase())?.[0]
    const symbol = place === undefined ? undefined : this.symbolAt(place.file, place.index)
    return symbol?.kind === 'struct' ? symbol : this.#tables.structsNamed(name)[0]
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
    for (const symbol of this.#tables.enumsNamed(name)) found.add(symbol)
    return [...found]
  }

  constant(name: string): ConstSymbol | undefined {
    const key = name.toLowerCase()
    for (const { constants } of this.#sources.values()) {
      const found = constants.get(key)
      if (found !== undefined) return found
    }
    for (const file of this.files) {
      const { exports } = file.package
      const index = file.kinds.findIndex((kind, i) => kind === 'const' && exports[i]?.name.toLowerCase() === key)
      const symbol = index < 0 ? undefined : this.symbolAt(file, index)
      if (symbol?.kind === 'const') return symbol
    }
    return this.#tables.constant(name)
  }

  enumsWithTag(tag: string): readonly EnumSymbol[] {
    if (this.#tags === undefined) {
      this.#tags = new Map()
      for (const { enums } of this.#sources.values()) {
        for (const symbol of enums.values())
          for (const name of symbol.tags) addTo(this.#tags, name.toLowerCase(), symbol)
      }
      for (const places of this.#enums.values()) {
        for (const { file, index } of places) {
          const symbol = this.symbolAt(file, index)
          if (symbol?.kind !== 'enum' || placeOf(symbol) === undefined) continue
          for (const name of symbol.tags) addTo(this.#tags, name.toLowerCase(), symbol)
        }
      }
    }
    const found = this.#tags.get(tag.toLowerCase()) ?? NO_ENUMS
    return this.#tables.isEmpty ? found : [...found, ...this.#tables.enumsWithTag(tag)]
  }

  native(number: number, of?: ClassSymbol | null): FunctionSymbol | undefined {
    this.#natives ??= this.#nativesByNumber()
    const found = this.#natives.get(number) ?? []
    const known = this.#tables.natives(number)
    if (found.length + known.length < 2) return found[0] ?? known[0]
    const all = [...found, ...known]
    // A number that a package gives to a function again means, elsewhere, the function that was there before.
    const chain = of === undefined || of === null ? [] : chainOf(of)
    const inherited = all.filter((one) => chain.includes(one.class))
    const highest = inherited.sort((a, b) => chain.indexOf(b.class) - chain.indexOf(a.class))[0]
    return highest ?? all[0]
  }

  /** Natives by their numbers; overrides keep the number, and the first declaration is the one meant. */
  #nativesByNumber(): Map<number, FunctionSymbol[]> {
    const natives = new Map<number, FunctionSymbol[]>()
    for (const { fields } of this.#sources.values()) {
      for (const field of fields) {
        if (field.kind !== 'function' || field.nativeIndex === 0 || field.super !== null) continue
        natives.set(field.nativeIndex, [field])
      }
    }
    for (const file of this.files) {
      for (const [index, kind] of file.kinds.entries()) {
        if (kind !== 'function') continue
        const symbol = this.symbolAt(file, index)
        if (symbol?.kind !== 'function' || symbol.nativeIndex === 0) continue
        const known = natives.get(symbol.nativeIndex)
        if (known === undefined) natives.set(symbol.nativeIndex, [symbol])
        else if (known[0]?.super === symbol) known[0] = symbol
        else if (symbol.super === null && !known.includes(symbol)) known.push(symbol)
      }
    }
    return natives
  }

  openClasses(): string[] {
    return this.#named.importedClasses().filter((path) => this.byPath(path) === undefined)
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

function chainOf(of: ClassSymbol): ClassSymbol[] {
  const chain: ClassSymbol[] = []
  for (let at: ClassSymbol | null = of; at !== null && chain.length < MAX_CHAIN; at = at.super) chain.push(at)
  return chain
}

const KINDS = ['class', 'struct', 'function', 'state', 'enum', 'const', 'intproperty'] as const
