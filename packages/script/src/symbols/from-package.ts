import { addTo } from '@ukit/files/internal'
import { Class, FunctionField, ScriptStruct, State, Struct } from '@ukit/objects/script'
import { usualPrecedence } from '../syntax/precedence.js'
import { put } from './by-key.js'
import { ExportConst, ExportEnum, ExportVariable } from './export-fields.js'
import { ExportSymbol, type PackageWorld } from './export-symbol.js'
import { gameInterfaces, isGameInterface } from './game-interfaces.js'
import { NamedClass } from './named-symbols.js'
import { operatorSymbol } from './operator-name.js'
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
  VariableSymbol,
} from './symbol.js'

const FUNC_OPERATOR = 0x1000
const CLASS_INTERFACE = 0x4000
const PARM = 0x80
const RETURN = 0x400

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
    if (name.toLowerCase() !== 'none') return name
    return (this.flags & FUNC_OPERATOR) !== 0 ? operatorSymbol(this.name) : this.name
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
    const precedence = this.#function?.precedence ?? 0
    // Cooking took it: 0 is that of operators with one operand.
    const isUnknown = precedence === 0 && (this.flags & FUNC_OPERATOR) !== 0 && this.parameters.length === 2
    return isUnknown ? usualPrecedence(this.friendlyName) : precedence
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

  get extendsInterfaces(): boolean {
    return this.#class !== undefined && isGameInterface(this.#class)
  }

  get interfaces(): readonly ClassSymbol[] {
    const own = this.#class
    if (own === undefined) return []
    const others = gameInterfaces(own)
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
      if ((field.flags & FUNC_OPERATOR) !== 0) addTo(this.operators, key, field)
      else {
        put(this.functions, key, field)
        addTo(this.overloads, key, field)
      }
    }
  }
}

const NO_CLASS = new NamedClass('None', null, null)

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
