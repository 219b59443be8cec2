import type { ObjectSource } from '@ukit/container'
import type { UnrealObject } from '@ukit/objects'
import {
  ArrayProperty,
  BoolProperty,
  ByteProperty,
  Class,
  ClassProperty,
  Const,
  DelegateProperty,
  Enum,
  Field,
  FloatProperty,
  FunctionField,
  InterfaceProperty,
  IntProperty,
  MapProperty,
  NameProperty,
  ObjectProperty,
  ScriptStruct,
  State,
  StringProperty,
  StringRefProperty,
  StrProperty,
  Struct,
  StructProperty,
  VariableField,
} from '@ukit/objects/script'
import type { ScriptFile } from './script-file.js'
import type {
  ClassSymbol,
  ConstSymbol,
  EnumSymbol,
  FieldSymbol,
  FunctionSymbol,
  ScriptSymbol,
  StateSymbol,
  StructSymbol,
  Type,
  VariableSymbol,
} from './symbol.js'

/** What the symbols of packages ask of the world that they are in. */
export interface PackageWorld {
  /** The symbol of an export of a file, by its index. */
  symbolAt(file: ScriptFile, index: number): ScriptSymbol | undefined
  /** What a reference in a file means; a stand-in for a class or struct that is not available. */
  symbolOf(reference: ObjectSource | null): ScriptSymbol | undefined
  /** The class of that name, for classes of objects that no package declares. */
  class(name: string): ClassSymbol | undefined
}

// Deeper than any real nesting; ends a circle in a damaged package.
const MAX_INNER = 8
const MAX_CHILDREN = 0x1_0000

const FUNC_OPERATOR = 0x1000
const CLASS_INTERFACE = 0x4000
const PARM = 0x80
const RETURN = 0x400

const BYTE: Type = { kind: 'byte', enum: null }
const SIMPLE = new Map<unknown, Type>([
  [IntProperty, { kind: 'int' }],
  [StringRefProperty, { kind: 'int' }],
  [BoolProperty, { kind: 'bool' }],
  [FloatProperty, { kind: 'float' }],
  [NameProperty, { kind: 'name' }],
  [StrProperty, { kind: 'string' }],
  [MapProperty, { kind: 'map' }],
])
const POINTER: Type = { kind: 'pointer' }

/** A symbol that is decoded from an export when it is asked for what only the object knows. */
abstract class ExportSymbol {
  readonly file: ScriptFile
  readonly index: number
  readonly name: string
  protected readonly world: PackageWorld
  #path: string | undefined

  constructor(world: PackageWorld, file: ScriptFile, index: number) {
    this.world = world
    this.file = file
    this.index = index
    this.name = file.package.exports[index]?.name ?? ''
  }

  get path(): string {
    this.#path ??= fullPath(this.file, this.index)
    return this.#path
  }

  get object(): UnrealObject | undefined {
    return this.file.object(this.index)
  }

  /** The symbols inside, in the order of the list that they make; those that it does not reach come last. */
  protected childSymbols(): ScriptSymbol[] {
    const symbols: ScriptSymbol[] = []
    for (const index of childList(this.file, this.index)) {
      const symbol = this.world.symbolAt(this.file, index)
      if (symbol !== undefined) symbols.push(symbol)
    }
    return symbols
  }

  protected outerSymbol(): ScriptSymbol | undefined {
    const outer = this.file.package.exports[this.index]?.entry.outer ?? 0
    return outer > 0 ? this.world.symbolAt(this.file, outer - 1) : undefined
  }

  protected superReference(): ObjectSource | null {
    const { object } = this
    const row = this.file.package.exports[this.index]?.super ?? null
    return row ?? (object instanceof Field ? object.super : null)
  }
}

function fullPath(file: ScriptFile, index: number): string {
  const exported = file.package.exports[index]
  if (exported === undefined) return ''
  const root = exported.path.split('.', 1)[0] ?? ''
  // Objects of other packages that cooking put into this one are below a package of their own.
  const outermost = root === '' ? undefined : forcedRoot(file, index)
  return outermost === undefined ? `${file.package.name}.${exported.path}` : exported.path
}

function forcedRoot(file: ScriptFile, index: number): number | undefined {
  const { exports } = file.package
  let at = index
  for (let depth = 0; depth < MAX_INNER * 2; depth++) {
    const outer = exports[at]?.entry.outer ?? 0
    if (outer <= 0) break
    at = outer - 1
  }
  return at !== index && exports[at]?.className === 'Package' ? at : undefined
}

/** Indices of what is inside a struct, function, state or class: by the list `children`, `next`, then the rest. */
function childList(file: ScriptFile, owner: number): number[] {
  const inside = file.childrenOf(owner + 1)
  const left = new Set(inside)
  const list: number[] = []
  const object = file.object(owner)
  let at = object instanceof Struct ? object.children : null
  for (let n = 0; at !== null && n < MAX_CHILDREN; n++) {
    const index = at.reference - 1
    if (!left.delete(index)) break
    list.push(index)
    const field: UnrealObject | undefined = file.object(index)
    at = field instanceof Field ? field.next : null
  }
  return [...list, ...left]
}

/** A variable, from its property. */
class ExportVariable extends ExportSymbol implements VariableSymbol {
  readonly kind = 'variable'
  #type: Type | undefined

  get className(): string {
    return this.file.package.exports[this.index]?.className ?? ''
  }

  get type(): Type {
    this.#type ??= typeOf(this.object, this.world, 0)
    return this.#type
  }

  get dimension(): number {
    const { object } = this
    return object instanceof VariableField ? Math.max(1, object.dimension) : 1
  }

  get flags(): number {
    const { object } = this
    return object instanceof VariableField ? object.flags : 0
  }

  get flagsHigh(): number {
    const { object } = this
    return object instanceof VariableField ? object.flagsHigh : 0
  }
}

function typeOf(object: UnrealObject | undefined, world: PackageWorld, depth: number): Type {
  if (object === undefined || depth > MAX_INNER) return POINTER
  const simple = SIMPLE.get(object.constructor)
  if (simple !== undefined) return simple
  if (object instanceof StringProperty) return { kind: 'string', size: object.size }
  const at = (reference: ObjectSource | null): ScriptSymbol | undefined => world.symbolOf(reference)
  const classAt = (reference: ObjectSource | null): ClassSymbol | null => {
    const found = at(reference)
    return found?.kind === 'class' ? found : null
  }
  if (object instanceof ByteProperty) {
    const found = at(object.enum)
    return found?.kind === 'enum' ? { kind: 'byte', enum: found } : BYTE
  }
  if (object instanceof ClassProperty) return { kind: 'class', metaClass: classAt(object.metaClass) }
  if (object instanceof InterfaceProperty) return { kind: 'interface', class: classAt(object.class) }
  if (object instanceof ObjectProperty) return { kind: 'object', class: classAt(object.class) }
  if (object instanceof StructProperty) {
    const found = at(object.struct)
    return { kind: 'struct', struct: found?.kind === 'struct' ? found : null }
  }
  if (object instanceof ArrayProperty) {
    const inner = at(object.inner)
    return { kind: 'array', inner: inner?.kind === 'variable' ? inner.type : POINTER }
  }
  if (object instanceof DelegateProperty) {
    const found = at(object.source ?? object.function) ?? at(object.function)
    return { kind: 'delegate', function: found?.kind === 'function' ? found : null }
  }
  return POINTER
}

/** An enum, from its object. */
class ExportEnum extends ExportSymbol implements EnumSymbol {
  readonly kind = 'enum'
  #tags: readonly string[] | undefined

  get owner(): ClassSymbol | null {
    const outer = this.outerSymbol()
    return outer?.kind === 'class' ? outer : null
  }

  get tags(): readonly string[] {
    const { object } = this
    this.#tags ??= object instanceof Enum ? object.names.map(String) : []
    return this.#tags
  }
}

/** A constant, from its object. */
class ExportConst extends ExportSymbol implements ConstSymbol {
  readonly kind = 'const'

  get owner(): ClassSymbol | null {
    const outer = this.outerSymbol()
    return outer?.kind === 'class' ? outer : null
  }

  get text(): string {
    const { object } = this
    return object instanceof Const ? object.value.text : ''
  }
}

/** A struct, from its object. */
class ExportStruct extends ExportSymbol implements StructSymbol {
  readonly kind = 'struct'
  readonly missingPackage = null
  #members: readonly VariableSymbol[] | undefined

  get super(): StructSymbol | null {
    const found = this.world.symbolOf(this.superReference())
    return found?.kind === 'struct' ? found : null
  }

  get owner(): ClassSymbol | null {
    const outer = this.outerSymbol()
    return outer?.kind === 'class' ? outer : null
  }

  get flags(): number {
    const { object } = this
    return object instanceof Struct || object instanceof ScriptStruct ? object.structFlags : 0
  }

  get members(): readonly VariableSymbol[] {
    this.#members ??= this.childSymbols().filter((child): child is VariableSymbol => child.kind === 'variable')
    return this.#members
  }
}

/** A function, from its object. */
class ExportFunction extends ExportSymbol implements FunctionSymbol {
  readonly kind = 'function'
  #variables: readonly VariableSymbol[] | undefined
  #parameters: readonly VariableSymbol[] | undefined
  #locals: readonly VariableSymbol[] | undefined
  #returnValue: VariableSymbol | null | undefined

  get #function(): FunctionField | undefined {
    const { object } = this
    return object instanceof FunctionField ? object : undefined
  }

  get friendlyName(): string {
    const name = String(this.#function?.friendlyName ?? 'None')
    return name.toLowerCase() === 'none' ? this.name : name
  }

  get class(): ClassSymbol {
    const outer = this.outerSymbol()
    if (outer?.kind === 'class') return outer
    if (outer?.kind === 'state') return outer.class
    return NO_CLASS
  }

  get state(): StateSymbol | null {
    const outer = this.outerSymbol()
    return outer?.kind === 'state' ? outer : null
  }

  get super(): FunctionSymbol | null {
    const found = this.world.symbolOf(this.superReference())
    return found?.kind === 'function' ? found : null
  }

  get flags(): number {
    return this.#function?.flags ?? 0
  }

  get nativeIndex(): number {
    return this.#function?.nativeIndex ?? 0
  }

  get precedence(): number {
    return this.#function?.precedence ?? 0
  }

  get textPosition(): number {
    return this.#function?.textPosition ?? -1
  }

  get #all(): readonly VariableSymbol[] {
    this.#variables ??= this.childSymbols().filter((child): child is VariableSymbol => child.kind === 'variable')
    return this.#variables
  }

  get parameters(): readonly VariableSymbol[] {
    this.#parameters ??= this.#all.filter(({ flags }) => (flags & PARM) !== 0 && (flags & RETURN) === 0)
    return this.#parameters
  }

  get returnValue(): VariableSymbol | null {
    if (this.#returnValue === undefined)
      this.#returnValue = this.#all.find(({ flags }) => (flags & RETURN) !== 0) ?? null
    return this.#returnValue
  }

  get locals(): readonly VariableSymbol[] {
    this.#locals ??= this.#all.filter(({ flags }) => (flags & PARM) === 0)
    return this.#locals
  }
}

/** A state, from its object. */
class ExportState extends ExportSymbol implements StateSymbol {
  readonly kind = 'state'
  #functions: ReadonlyMap<string, FunctionSymbol> | undefined

  get class(): ClassSymbol {
    const outer = this.outerSymbol()
    return outer?.kind === 'class' ? outer : NO_CLASS
  }

  get super(): StateSymbol | null {
    const found = this.world.symbolOf(this.superReference())
    return found?.kind === 'state' ? found : null
  }

  get flags(): number {
    const { object } = this
    return object instanceof State ? object.stateFlags : 0
  }

  get functions(): ReadonlyMap<string, FunctionSymbol> {
    if (this.#functions === undefined) {
      const functions = new Map<string, FunctionSymbol>()
      for (const child of this.childSymbols().reverse()) {
        if (child.kind === 'function') functions.set(child.friendlyName.toLowerCase(), child)
      }
      this.#functions = functions
    }
    return this.#functions
  }
}

/** A class, from its object. */
class ExportClass extends ExportSymbol implements ClassSymbol {
  readonly kind = 'class'
  readonly missingPackage = null
  #maps: ClassMaps | undefined
  #functions: FunctionMaps | undefined
  #fields: readonly FieldSymbol[] | undefined
  #super: ClassSymbol | null | undefined

  get packageName(): string {
    const { path } = this
    return path.slice(0, Math.max(0, path.indexOf('.')))
  }

  get #class(): Class | undefined {
    const { object } = this
    return object instanceof Class ? object : undefined
  }

  get super(): ClassSymbol | null {
    if (this.#super === undefined) {
      const found = this.world.symbolOf(this.superReference())
      this.#super = found?.kind === 'class' ? found : null
    }
    return this.#super
  }

  get isSuperMissing(): boolean {
    const above = this.super
    return above === null ? this.superReference() !== null : above.missingPackage !== null
  }

  get within(): ClassSymbol | null {
    const found = this.world.symbolOf(this.#class?.within ?? null)
    return found?.kind === 'class' ? found : null
  }

  get flags(): number {
    return this.#class?.classFlags ?? 0
  }

  get isInterface(): boolean {
    if (this.file.package.context.engine < 3) return false
    return (this.flags & CLASS_INTERFACE) !== 0 || this.name.toLowerCase() === 'interface'
  }

  get interfaces(): readonly ClassSymbol[] {
    const own = this.#class
    if (own === undefined) return []
    const { addedToClass: added } = own
    // Games of UE2 that have interfaces list them in a record of their own.
    const more: unknown = added !== undefined && 'implements' in added ? added.implements : []
    const others = Array.isArray(more) ? more.filter(isObjectSource) : []
    return [...own.interfaces.map((entry) => entry.interface), ...own.implements, ...others].flatMap((reference) => {
      const found = this.world.symbolOf(reference)
      return found?.kind === 'class' ? [found] : []
    })
  }

  get fields(): readonly FieldSymbol[] {
    if (this.#fields === undefined) {
      const children = this.childSymbols().filter((child): child is FieldSymbol => child.kind !== 'class')
      const variables = children.filter(({ kind }) => kind === 'variable')
      const others = children.filter(({ kind }) => kind !== 'variable').reverse()
      const isCode = ({ kind }: FieldSymbol) => kind === 'function' || kind === 'state'
      this.#fields = [...others.filter((one) => !isCode(one)), ...variables, ...others.filter(isCode)]
    }
    return this.#fields
  }

  get #byKind(): ClassMaps {
    if (this.#maps === undefined) {
      const maps = new ClassMaps()
      for (const index of this.file.childrenOf(this.index + 1)) {
        const symbol = this.world.symbolAt(this.file, index)
        if (symbol !== undefined) maps.add(symbol)
      }
      this.#maps = maps
    }
    return this.#maps
  }

  get variables(): ReadonlyMap<string, VariableSymbol> {
    return this.#byKind.variables
  }

  get constants(): ReadonlyMap<string, ConstSymbol> {
    return this.#byKind.constants
  }

  get enums(): ReadonlyMap<string, EnumSymbol> {
    return this.#byKind.enums
  }

  get structs(): ReadonlyMap<string, StructSymbol> {
    return this.#byKind.structs
  }

  get states(): ReadonlyMap<string, StateSymbol> {
    return this.#byKind.states
  }

  get #code(): FunctionMaps {
    this.#functions ??= new FunctionMaps(this.fields)
    return this.#functions
  }

  get functions(): ReadonlyMap<string, FunctionSymbol> {
    return this.#code.functions
  }

  get overloads(): ReadonlyMap<string, readonly FunctionSymbol[]> {
    return this.#code.overloads
  }

  get operators(): ReadonlyMap<string, readonly FunctionSymbol[]> {
    return this.#code.operators
  }
}

/** The fields of a class by kind and name; the first of a name wins. */
class ClassMaps {
  readonly variables = new Map<string, VariableSymbol>()
  readonly constants = new Map<string, ConstSymbol>()
  readonly enums = new Map<string, EnumSymbol>()
  readonly structs = new Map<string, StructSymbol>()
  readonly states = new Map<string, StateSymbol>()

  add(symbol: ScriptSymbol): void {
    const key = symbol.name.toLowerCase()
    if (symbol.kind === 'variable') put(this.variables, key, symbol)
    else if (symbol.kind === 'const') put(this.constants, key, symbol)
    else if (symbol.kind === 'enum') put(this.enums, key, symbol)
    else if (symbol.kind === 'struct') put(this.structs, key, symbol)
    else if (symbol.kind === 'state') put(this.states, key, symbol)
  }
}

/** Functions and operators by the word that source calls them by. */
class FunctionMaps {
  readonly functions = new Map<string, FunctionSymbol>()
  readonly overloads = new Map<string, FunctionSymbol[]>()
  readonly operators = new Map<string, FunctionSymbol[]>()

  constructor(fields: readonly FieldSymbol[]) {
    for (const field of fields) {
      if (field.kind !== 'function') continue
      const key = field.friendlyName.toLowerCase()
      if ((field.flags & FUNC_OPERATOR) !== 0) push(this.operators, key, field)
      else {
        put(this.functions, key, field)
        push(this.overloads, key, field)
      }
    }
  }
}

function put<T>(map: Map<string, T>, key: string, value: T): void {
  if (!map.has(key)) map.set(key, value)
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

function isObjectSource(value: unknown): value is ObjectSource {
  return typeof value === 'object' && value !== null && 'reference' in value && 'path' in value
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>()

/** A class of which only the name is known: native code declares it, or its package is missing. */
export class NamedClass implements ClassSymbol {
  readonly kind = 'class'
  readonly name: string
  readonly path: string
  readonly packageName: string
  readonly super: ClassSymbol | null
  readonly isSuperMissing: boolean
  readonly missingPackage: string | null
  readonly within = null
  readonly flags = 0
  readonly isInterface: boolean
  readonly interfaces = []
  readonly fields = []
  readonly variables = new Map<string, VariableSymbol>()
  readonly constants = NOTHING
  readonly enums = NOTHING
  readonly structs = NOTHING
  readonly functions = NOTHING
  readonly overloads = NOTHING
  readonly operators = NOTHING
  readonly states = NOTHING

  /** @param missing the package that is not available; `null` for a class of native code. */
  constructor(path: string, above: ClassSymbol | null, missing: string | null) {
    this.path = path
    this.name = path.slice(path.lastIndexOf('.') + 1)
    this.packageName = path.split('.', 1)[0] ?? ''
    this.super = above
    this.missingPackage = missing
    this.isSuperMissing = missing !== null
    this.isInterface = this.name.toLowerCase() === 'interface'
  }
}

const NO_CLASS = new NamedClass('None', null, null)

/** A struct of which only the name is known, because its package is missing. */
export class NamedStruct implements StructSymbol {
  readonly kind = 'struct'
  readonly name: string
  readonly path: string
  readonly super = null
  readonly owner = null
  readonly flags = 0
  readonly members = []
  readonly missingPackage: string | null

  constructor(path: string, missing: string | null) {
    this.path = path
    this.name = path.slice(path.lastIndexOf('.') + 1)
    this.missingPackage = missing
  }
}

/** The symbol of an export. */
export function symbolOfExport(world: PackageWorld, file: ScriptFile, index: number): ScriptSymbol | undefined {
  switch (file.kinds[index]) {
    case 'class':
      return new ExportClass(world, file, index)
    case 'struct':
      return new ExportStruct(world, file, index)
    case 'enum':
      return new ExportEnum(world, file, index)
    case 'const':
      return new ExportConst(world, file, index)
    case 'variable':
      return new ExportVariable(world, file, index)
    case 'function':
      return new ExportFunction(world, file, index)
    case 'state':
      return new ExportState(world, file, index)
    default:
      return undefined
  }
}

/** Where a symbol is from, when it is from a package. */
export function placeOf(symbol: ScriptSymbol): { file: ScriptFile; index: number } | undefined {
  return symbol instanceof ExportSymbol ? { file: symbol.file, index: symbol.index } : undefined
}
