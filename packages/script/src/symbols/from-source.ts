import { FunctionFlag } from '@ukit/container'
import { addTo } from '@ukit/files/internal'
import type {
  ConstDeclaration,
  Declaration,
  EnumDeclaration,
  Expression,
  FunctionDeclaration,
  Modifier,
  SourceFile,
  StructDeclaration,
  TypeReference,
} from '../syntax/nodes.js'
import { put } from './by-key.js'
import { countedVariable } from './counted-variable.js'
import { CLASS_INTERFACE_UE2 } from './game-interfaces.js'
import { plainType } from './plain-type.js'
import {
  bitsOf,
  has,
  SourceFunction,
  SourceState,
  SourceStruct,
  SourceVariable,
  type SourceWorld,
  variablesOf,
} from './source-fields.js'
import type {
  ClassSymbol,
  ConstSymbol,
  EnumSymbol,
  FieldSymbol,
  FunctionSymbol,
  StateSymbol,
  StructSymbol,
  Type,
  VariableSymbol,
} from './symbol.js'
import { isComponent } from './type-flags.js'

// Deeper than any real chain; ends a circle of classes that extend each other.
const MAX_SUPERS = 512
const MAX_INNER = 8

const CLASS_INTERFACE = 0x4000
/** UE3: interfaces have it without the word (4 of 4). */
const CLASS_ABSTRACT = 1
/** UE3. */
const CLASS_NATIVE = 0x80
/** `Compiled` and `Parsed`: every class that was compiled from source has them. */
const CLASS_ALWAYS = 0x12

/**
 * *A class from its text*, with the same answers as one from a package. What it refers to is looked up when
 * it is asked for, so texts may refer to each other in any order. What the compiler never asks is missing:
 * the net flags of UE1 and UE2, stubs of `ignores`, flags of a class that come from its variables, and the
 * `VfTable_` variables of UE3's native interfaces.
 */
export class SourceClass implements ClassSymbol {
  readonly kind = 'class'
  readonly missingPackage = null
  readonly name: string
  readonly packageName: string
  readonly world: SourceWorld
  readonly #file: SourceFile
  readonly variables = new Map<string, VariableSymbol>()
  readonly constants = new Map<string, ConstSymbol>()
  readonly enums = new Map<string, EnumSymbol>()
  readonly structs = new Map<string, StructSymbol>()
  readonly functions = new Map<string, FunctionSymbol>()
  readonly overloads = new Map<string, FunctionSymbol[]>()
  readonly operators = new Map<string, FunctionSymbol[]>()
  readonly states = new Map<string, StateSymbol>()
  readonly fields: readonly FieldSymbol[]
  #super: ClassSymbol | null | undefined
  #flags: number | undefined

  constructor(world: SourceWorld, packageName: string, file: SourceFile) {
    this.world = world
    this.packageName = packageName
    this.#file = file
    this.name = file.header?.name ?? ''
    const code: FieldSymbol[] = []
    this.#declare(file.declarations, 0)
    for (const node of file.declarations) {
      if (node.kind === 'Var') {
        for (const variable of variablesOf(this, this, node)) add(this.variables, variable)
      } else if (node.kind === 'Function') code.push(...this.#function(node))
      else if (node.kind === 'State') {
        const state = new SourceState(this, node)
        add(this.states, state)
        code.push(state)
        for (const inner of node.functions) this.#constantsIn(inner)
      }
    }
    this.fields = [
      ...this.constants.values(),
      ...this.enums.values(),
      ...this.structs.values(),
      ...this.variables.values(),
      ...code,
    ]
  }

  get path(): string {
    return `${this.packageName}.${this.name}`
  }

  /** Tells whether a struct of this class holds one that is not declared before it, and so perhaps itself. */
  isInItself(outer: object, inner: StructSymbol | null): boolean {
    if (!(outer instanceof SourceStruct) || !(inner instanceof SourceStruct) || inner.owner !== this) return false
    for (const struct of this.structs.values()) {
      if (struct === outer) return true
      if (struct === inner) return false
    }
    return false
  }

  /**
   * What a type means where the struct of that name does not count: a class, as the compiler too has no
   * struct yet.
   */
  typeWithoutStruct(node: TypeReference): Type {
    const known = node.kind === 'NamedType' ? this.world.class(node.name, this.packageName) : undefined
    return known === undefined ? { kind: 'struct', struct: null } : { kind: 'object', class: known }
  }

  /** Tells whether the class is what this text declares. */
  isOf(file: SourceFile): boolean {
    return this.#file === file
  }

  get #modifiers(): readonly Modifier[] {
    return this.#file.header?.modifiers ?? []
  }

  /** Enums, structs and constants, also those declared instead of a type and in structs. */
  #declare(declarations: readonly Declaration[], depth: number): void {
    if (depth > MAX_INNER) return
    for (const node of declarations) {
      if (node.kind === 'Enum' || node.kind === 'Struct') this.#declareType(node, depth)
      else if (node.kind === 'Const') this.#constant(node)
      else if (node.kind === 'Var') {
        const type = node.type.kind === 'ArrayType' ? node.type.element : node.type
        if (type.kind === 'Enum' || type.kind === 'Struct') this.#declareType(type, depth)
      }
    }
  }

  #declareType(node: EnumDeclaration | StructDeclaration, depth: number): void {
    if (node.kind === 'Enum') {
      const tags = node.tags.map(({ name }) => name)
      const last = `${enumPrefix(tags, node.name)}_MAX`
      // Where the text has it, none is added (3 of 3).
      if (this.world.engine === 3 && tags.at(-1)?.toLowerCase() !== last.toLowerCase()) tags.push(last)
      add(this.enums, { kind: 'enum', name: node.name, path: `${this.path}.${node.name}`, owner: this, tags })
    } else {
      this.#declare(node.members, depth + 1)
      add(this.structs, new SourceStruct(this, node))
    }
  }

  #constant({ name, text }: ConstDeclaration): void {
    add(this.constants, { kind: 'const', name, path: `${this.path}.${name}`, owner: this, text })
  }

  #constantsIn(node: FunctionDeclaration): void {
    for (const statement of node.body?.statements ?? []) if (statement.kind === 'Const') this.#constant(statement)
  }

  #function(node: FunctionDeclaration): FieldSymbol[] {
    this.#constantsIn(node)
    const found = new SourceFunction(this, null, node)
    const key = node.name.toLowerCase()
    if ((found.flags & FunctionFlag.Operator) !== 0) {
      addTo(this.operators, key, found)
      return [found]
    }
    if (!this.functions.has(key)) this.functions.set(key, found)
    addTo(this.overloads, key, found)
    if (node.form !== 'delegate' || this.isInterface) return [found]
    const name = `__${node.name}__Delegate`
    const type: Type = { kind: 'delegate', function: found }
    const named: TypeReference = { kind: 'DelegateType', function: node.name, start: node.start, end: node.end }
    add(this.variables, new SourceVariable(this, this, { name, type: named, dimension: null }, 0, 0, type))
    return [found]
  }

  /** The class that the header names, even when that goes in a circle. */
  get superByName(): ClassSymbol | undefined {
    const isInterface = this.isInterface && this.name.toLowerCase() !== 'interface'
    const extended = this.extendsInterfaces ? null : this.#file.header?.extends
    const name = extended ?? (isInterface ? 'Interface' : 'Object')
    return this.name.toLowerCase() === 'object' ? undefined : this.world.class(name, this.packageName)
  }

  /** In SWAT 4, what an interface extends is an interface of it, and Object its super. */
  get extendsInterfaces(): boolean {
    return this.#file.header?.isInterface === true && this.world.engine < 3
  }

  get super(): ClassSymbol | null {
    if (this.#super === undefined) {
      const found = this.superByName
      this.#super = found === undefined || isBelow(found, this) ? null : found
    }
    return this.#super
  }

  get isSuperMissing(): boolean {
    return this.super === null ? this.name.toLowerCase() !== 'object' : this.super.missingPackage !== null
  }

  get within(): ClassSymbol | null {
    const name = has(this.#modifiers, 'within')?.arguments?.[0]
    if (name !== undefined) return this.world.class(name, this.packageName) ?? null
    return this.super?.within ?? this.world.class('Object') ?? null
  }

  get isInterface(): boolean {
    // References to SWAT 4's are those to any object.
    return this.#file.header?.isInterface === true && this.world.engine === 3
  }

  get flags(): number {
    this.#flags ??= this.#allFlags()
    return this.#flags
  }

  #allFlags(): number {
    const { ownClass, inheritedClass } = this.world.words
    let flags = (CLASS_ALWAYS | bitsOf(ownClass, this.#modifiers).low) >>> 0
    for (const { word, bits, without } of inheritedClass) {
      const isTaken = without !== undefined && has(this.#modifiers, without) !== undefined
      const inherited = isTaken ? 0 : (this.super?.flags ?? 0) & bits
      flags |= has(this.#modifiers, word) === undefined ? inherited : bits
    }
    if (this.extendsInterfaces) flags |= CLASS_INTERFACE_UE2
    if (this.world.engine === 3 && has(this.#modifiers, 'native') !== undefined) flags |= CLASS_NATIVE
    return (this.isInterface ? flags | CLASS_INTERFACE | CLASS_ABSTRACT : flags) >>> 0
  }

  get interfaces(): readonly ClassSymbol[] {
    const above = this.extendsInterfaces ? (this.#file.header?.extends ?? []) : []
    return this.#modifiers
      .filter(({ word }) => word.toLowerCase() === 'implements')
      .flatMap((modifier) => modifier.arguments ?? [])
      .concat(above)
      .flatMap((name) => this.world.class(name.trim(), this.packageName) ?? [])
  }

  /** A struct by the name that this class's text has for it. */
  structNamed(name: string): StructSymbol | undefined {
    return this.#named(name, (owner, key) => owner.structs.get(key)) ?? this.world.struct(lastWord(name))
  }

  #named<T>(name: string, of: (owner: ClassSymbol, key: string) => T | undefined): T | undefined {
    const key = lastWord(name).toLowerCase()
    const dot = name.lastIndexOf('.')
    let at: ClassSymbol | null = dot < 0 ? this : (this.world.class(name.slice(0, dot), this.packageName) ?? this)
    for (let n = 0; at !== null && n < MAX_SUPERS; at = at.super, n++) {
      const found = of(at, key)
      if (found !== undefined) return found
    }
    return undefined
  }

  /**
   * What a type in this class's text means; of a name that nothing has, a class that is not known.
   *
   * @param before where it is in the text, if a delegate of the class that comes later is not meant when its
   *   super has one (UE3).
   */
  typeOf(node: TypeReference, before?: number): Type {
    switch (node.kind) {
      case 'ClassType': {
        const meta = this.world.class(node.metaClass ?? 'Object', this.packageName)
        return { kind: 'class', metaClass: meta ?? null }
      }
      case 'ArrayType':
        return { kind: 'array', inner: this.typeOf(node.element, before) }
      case 'MapType':
        if (node.key === null || node.value === null) return { kind: 'map' }
        return { kind: 'map', key: this.typeOf(node.key), value: this.typeOf(node.value) }
      case 'SizedString':
        return { kind: 'string', size: node.size }
      case 'DelegateType':
        return { kind: 'delegate', function: this.#functionNamed(node.function, before) ?? null }
      case 'Enum':
        return { kind: 'byte', enum: this.enums.get(node.name.toLowerCase()) ?? null }
      case 'Struct':
        return { kind: 'struct', struct: this.structs.get(node.name.toLowerCase()) ?? null }
      default:
        return this.#namedType(node.name)
    }
  }

  #functionNamed(name: string, before: number | undefined): FunctionSymbol | undefined {
    const found = this.#named(name, (owner, key) => owner.functions.get(key))
    if (before === undefined || found?.class !== this || found.textPosition < before) return found
    return this.#named(name, (owner, key) => (owner === this ? undefined : owner.functions.get(key))) ?? found
  }

  /** Tells whether the name of a type has a class of components in front (UE3). */
  isOfComponent(node: TypeReference): boolean {
    const of = node.kind === 'ArrayType' ? node.element : node
    const dot = of.kind === 'NamedType' ? of.name.lastIndexOf('.') : -1
    return dot > 0 && of.kind === 'NamedType' && isComponent(this.world.class(of.name.slice(0, dot), this.packageName))
  }

  #namedType(name: string): Type {
    const key = name.toLowerCase()
    const plain = plainType(key)
    if (plain !== undefined) return plain
    switch (key) {
      case 'button':
        return { kind: 'string' }
      case 'class':
      case 'core.class':
        return { kind: 'class', metaClass: this.world.class('Object') ?? null }
      case 'pointer':
        if (this.world.engine < 3) return { kind: 'pointer' }
        break
      case 'ptr': {
        const { ptrClass } = this.world.words
        if (ptrClass !== undefined) return { kind: 'pointer', className: ptrClass }
      }
    }
    const found = this.#named(name, (owner, word) => owner.enums.get(word) ?? owner.structs.get(word))
    const type = found ?? this.world.class(name, this.packageName)
    const other = type ?? this.world.enum(lastWord(name)) ?? this.world.struct(lastWord(name))
    if (other?.kind === 'enum') return { kind: 'byte', enum: other }
    if (other?.kind === 'struct') return { kind: 'struct', struct: other }
    if (other === undefined && key === 'stringref' && this.world.engine === 3) return { kind: 'int', isStringRef: true }
    const known = other ?? null
    // UE2's interfaces (SWAT 4) are referred to as any object is.
    return known?.isInterface === true && this.world.engine === 3
      ? { kind: 'interface', class: known }
      : { kind: 'object', class: known }
  }

  /**
   * Tells whether a word is a constant, an enum or the tag of one, as far as everything above the class is
   * known.
   */
  hasNumber(name: string): boolean {
    const key = name.toLowerCase()
    for (let at: ClassSymbol | null = this, n = 0; at !== null && n < MAX_SUPERS; at = at.super, n++)
      if (at.isSuperMissing || at.missingPackage !== null) return true
    if (this.#named(key, (owner, word) => owner.constants.get(word) ?? owner.enums.get(word)) !== undefined) return true
    return this.world.enum(key) !== undefined || this.#tag(key) !== undefined
  }

  /** Tells whether a word is a constant whose value is neither a whole number nor another constant. */
  isText(name: string): boolean {
    const text = this.#named(name, (owner, key) => owner.constants.get(key))?.text.trim()
    return text !== undefined && !/^(?:[-+]?\s*(?:\d+|0x[\da-f]+)|\w+|arraycount\s*\(.*\))$/i.test(text)
  }

  /** The number that the dimension of an array is: a literal, a constant, a tag of an enum or an enum. */
  numberOf(node: Expression, depth = 0): number {
    if (node.kind === 'Int') return node.value
    if (node.kind === 'Member') {
      // UE3: `EnumName.EnumCount`.
      const isCount = node.name.toLowerCase() === 'enumcount' && node.object.kind === 'Identifier'
      return isCount ? this.numberOf(node.object, depth) : (this.#tag(node.name) ?? 1)
    }
    if (node.kind === 'Call') return this.#arrayCount(node)
    if (node.kind !== 'Identifier' || depth > MAX_INNER) return 1
    const text = this.#named(node.name, (owner, key) => owner.constants.get(key))?.text.trim()
    if (text !== undefined) {
      const value = Number(text)
      if (Number.isFinite(value)) return Math.trunc(value)
      return /^\w+$/.test(text) ? this.numberOf({ ...node, name: text }, depth + 1) : 1
    }
    const found = this.#named(node.name, (owner, key) => owner.enums.get(key)) ?? this.world.enum(node.name)
    // UE3 counts the tag that the compiler adds as the end.
    if (found !== undefined) return found.tags.length - (this.world.engine === 3 ? 1 : 0)
    return this.#tag(node.name) ?? 1
  }

  /** `ArrayCount(Names)` instead of a number. */
  #arrayCount({ callee, arguments: [of = null] }: Expression & { kind: 'Call' }): number {
    if (callee.kind !== 'Identifier' || callee.name.toLowerCase() !== 'arraycount' || of === null) return 1
    return countedVariable(of, this)?.dimension ?? 1
  }

  #tag(name: string): number | undefined {
    const key = name.toLowerCase()
    return this.#named('', (owner) => {
      for (const { tags } of owner.enums.values()) {
        const at = tags.findIndex((tag) => tag.toLowerCase() === key)
        if (at >= 0) return at
      }
      return undefined
    })
  }
}

/** Tells whether a class is another or, by the names that texts have for their supers, below it. */
function isBelow(owner: ClassSymbol, above: ClassSymbol): boolean {
  let at: ClassSymbol | undefined = owner
  for (let n = 0; at instanceof SourceClass && n < MAX_SUPERS; n++) {
    if (at === above) return true
    at = at.superByName
  }
  return at instanceof SourceClass
}

/** UE3: what the tags of an enum begin with in common, up to a `_`; without that the enum's name. */
function enumPrefix(tags: readonly string[], name: string): string {
  let prefix = tags[0] ?? ''
  for (const tag of tags) while (!tag.startsWith(prefix)) prefix = prefix.slice(0, -1)
  const end = prefix.lastIndexOf('_')
  return end > 0 ? prefix.slice(0, end) : name
}

function lastWord(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/** Adds a symbol under its name. */
function add<T extends { readonly name: string }>(map: Map<string, T>, symbol: T): void {
  put(map, symbol.name.toLowerCase(), symbol)
}
