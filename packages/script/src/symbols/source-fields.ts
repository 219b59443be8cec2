import { FunctionFlag, PropertyFlag, StateFlag } from '@ukit/container'
import type { ModifierRow, ModifierTables } from '@ukit/core'
import { childrenOf } from '../syntax/children.js'
import type {
  Declaration,
  Declarator,
  Expression,
  FunctionDeclaration,
  LocalStatement,
  Modifier,
  StateDeclaration,
  StructDeclaration,
  SyntaxNode,
  TypeReference,
} from '../syntax/nodes.js'
import type { SourceClass } from './from-source.js'
import { operatorName, overloadName } from './operator-name.js'
import type {
  ClassSymbol,
  EnumSymbol,
  FunctionSymbol,
  StateSymbol,
  StructSymbol,
  Type,
  VariableSymbol,
} from './symbol.js'
import { bitsOfInstanced, componentFlags, hasComponents, isInline, MAX_SUPERS, propertyClass } from './type-flags.js'

/** What the symbols of sources ask of the world that they are in. */
export interface SourceWorld {
  readonly engine: number
  /** The words of this generation of the language. */
  readonly words: ModifierTables
  class(name: string, ownPackage?: string): ClassSymbol | undefined
  struct(name: string): StructSymbol | undefined
  enum(name: string): EnumSymbol | undefined
}

const PARAMETER: readonly ModifierRow[] = [
  { word: 'optional', bits: PropertyFlag.OptionalParm },
  { word: 'out', bits: PropertyFlag.OutParm },
  { word: 'skip', bits: PropertyFlag.SkipParm },
  { word: 'coerce', bits: PropertyFlag.CoerceParm },
  { word: 'const', bits: PropertyFlag.Const },
  { word: 'init', bits: 0x10_0000 },
]

/** The bits of words, by the first row of each: later rows are how compiled flags are read. */
export function bitsOf(rows: readonly ModifierRow[], modifiers: readonly Modifier[]): { low: number; high: number } {
  let low = 0
  let high = 0
  for (const { word } of modifiers) {
    const row = rows.find((one) => one.word === word.toLowerCase())
    low |= row?.bits ?? 0
    high |= row?.high ?? 0
  }
  return { low: low >>> 0, high: high >>> 0 }
}

/** Tells whether one of the words in front of a variable shows it in the editor. */
export function edits({ variable }: ModifierTables, modifiers: readonly Modifier[]): boolean {
  return variable.some((row) => row.edits === true && has(modifiers, row.word) !== undefined)
}

export function has(modifiers: readonly Modifier[], word: string): Modifier | undefined {
  return modifiers.find((one) => one.word.toLowerCase() === word)
}

/** A variable, parameter, result or local variable; its type is looked up when it is asked for. */
export class SourceVariable implements VariableSymbol {
  readonly kind = 'variable'
  readonly name: string
  readonly #owner: { readonly path: string }
  readonly #class: SourceClass
  readonly #node: TypeReference
  readonly #length: Expression | null
  readonly #flags: number
  readonly flagsHigh: number
  readonly access: 'private' | 'protected' | undefined
  readonly #given: Type | undefined
  #type: Type | undefined
  #dimension: number | undefined

  constructor(
    owner: { readonly path: string },
    declaring: SourceClass,
    declared: { readonly name: string; readonly type: TypeReference; readonly dimension: Expression | null },
    flags: number,
    flagsHigh = 0,
    given?: Type,
    access?: 'private' | 'protected',
  ) {
    this.access = access
    this.name = declared.name
    this.#owner = owner
    this.#class = declaring
    this.#node = declared.type
    this.#length = declared.dimension
    this.#flags = flags
    this.flagsHigh = flagsHigh
    this.#given = given
  }

  get path(): string {
    return `${this.#owner.path}.${this.name}`
  }

  get type(): Type {
    if (this.#type === undefined) {
      const type = this.namedType
      const isInItself = type.kind === 'struct' && this.#class.isInItself(this.#owner, type.struct)
      this.#type = isInItself ? this.#class.typeWithoutStruct(this.#node) : type
    }
    return this.#type
  }

  /** What the text says its type is: also a struct that the variable is in. */
  get namedType(): Type {
    return this.#given ?? this.#class.typeOf(this.#node, this.#before)
  }

  /** Where parameters are in the text (UE3): what they name is looked up there, local variables later. */
  get #before(): number | undefined {
    const isParameter = (this.#flags & PropertyFlag.Parm) !== 0 && this.#class.world.engine === 3
    return isParameter && this.#owner instanceof SourceFunction ? this.#owner.textPosition : undefined
  }

  get className(): string {
    return propertyClass(this.type, this.#class.world.engine)
  }

  get dimension(): number {
    if (this.#dimension === undefined) {
      const length = this.#length === null ? 1 : this.#class.numberOf(this.#length)
      this.#dimension = Math.min(Math.max(1, length), MAX_DIMENSION)
    }
    return this.#dimension
  }

  /** Maps of UE2 are, without the word: only native code can use them (SWAT 4: 1 of 1). */
  get isNative(): boolean {
    const isMap = this.type.kind === 'map' && this.#class.world.engine === 2
    return isMap || (this.#flags & PropertyFlag.Native) !== 0
  }

  /** Tells whether what it refers to belongs to it. */
  get isOwned(): boolean {
    const { engine, words } = this.#class.world
    const ofClass = words.ownsInstanced === true ? bitsOfInstanced(this.type, words) : 0
    return isInline(this.type, this.#flags | ofClass, engine)
  }

  get flags(): number {
    const { engine } = this.#class.world
    const { type } = this
    let flags = this.#flags | bitsOfInstanced(type, this.#class.world.words)
    if (this.isNative) flags |= PropertyFlag.Native
    else if (needsLink(type, engine) || this.isOwned) flags |= PropertyFlag.NeedCtorLink
    // 44 of 44 of UT2004; the others are not (Lineage II 2 of 2).
    if (type.kind === 'pointer' && type.className === undefined && engine === 2) flags |= PropertyFlag.Transient
    if (engine === 3) flags |= componentFlags(type, this.#owner instanceof SourceFunction)
    if (engine === 3 && this.#class.isOfComponent(this.#node)) flags |= OF_COMPONENT
    return flags >>> 0
  }
}

/** Elements of a static array: what a compiled variable can say. Compilers accept fewer. */
const MAX_DIMENSION = 0xffff

/** Of a variable whose type has a class of components in front (`PrimitiveComponent.EFalloff`). */
const OF_COMPONENT = 0x8_0008

/** *Whether values of a type have to be made and destroyed*: strings, arrays and structs that hold some. */
export function needsLink(type: Type, engine: number, seen: Set<StructSymbol> = new Set()): boolean {
  if (type.kind === 'string' || type.kind === 'array' || type.kind === 'map') return true
  if (type.kind === 'delegate') return engine > 1
  if (type.kind !== 'struct' || seen.size > MAX_SUPERS) return false
  for (let at = type.struct; at !== null && !seen.has(at); at = at.super) {
    seen.add(at)
    for (const member of at.members) {
      if (!(member instanceof SourceVariable)) {
        if ((member.flags & PropertyFlag.NeedCtorLink) !== 0) return true
      } else if (!member.isNative && (member.isOwned || needsLink(member.type, engine, seen))) return true
    }
  }
  return false
}

/** Of a struct (UE3): components are in it (5 of 5). */
const STRUCT_HAS_COMPONENTS = 4

/** UE3: what `init` gives a variable, and `transient` of a struct its members (4 of 4). */
const INIT = 0x10_0000

/** A struct. */
export class SourceStruct implements StructSymbol {
  readonly kind = 'struct'
  readonly missingPackage = null
  readonly name: string
  readonly owner: SourceClass
  readonly members: readonly VariableSymbol[]
  readonly #words: number
  readonly #extends: string | null

  constructor(owner: SourceClass, node: StructDeclaration) {
    this.name = node.name
    this.owner = owner
    this.#words = bitsOf(owner.world.words.struct, node.modifiers).low
    this.#extends = node.extends
    const added = owner.world.engine === 3 && has(node.modifiers, 'transient') !== undefined ? INIT : 0
    this.members = node.members.flatMap((member) =>
      member.kind === 'Var' ? variablesOf(this, owner, member, added) : [],
    )
  }

  get path(): string {
    return `${this.owner.path}.${this.name}`
  }

  get flags(): number {
    const isUe3 = this.owner.world.engine === 3
    return isUe3 && hasComponents(this, new Set()) ? this.#words | STRUCT_HAS_COMPONENTS : this.#words
  }

  get super(): StructSymbol | null {
    if (this.#extends === null) return null
    const found = this.owner.structNamed(this.#extends)
    return found === undefined || found === this ? null : found
  }
}

export function variablesOf(
  owner: { readonly path: string },
  declaring: SourceClass,
  node: Extract<Declaration, { kind: 'Var' }>,
  added = 0,
): SourceVariable[] {
  const { low, high } = bitsOf(declaring.world.words.variable, node.modifiers)
  const isEdited = node.category !== null || edits(declaring.world.words, node.modifiers)
  const flags = (low | added | arrayWords(declaring, node) | (isEdited ? PropertyFlag.Edit : 0)) >>> 0
  const access = declaring.world.engine < 2 ? undefined : accessOf(node.modifiers)
  return node.names.map(
    ({ name, dimension }: Declarator) =>
      new SourceVariable(owner, declaring, { name, type: node.type, dimension }, flags, high, undefined, access),
  )
}

function accessOf(modifiers: readonly Modifier[]): 'private' | 'protected' | undefined {
  if (has(modifiers, 'private') !== undefined) return 'private'
  return has(modifiers, 'protected') === undefined ? undefined : 'protected'
}

/** Words that elements of arrays have for themselves. */
const OF_ELEMENTS = 0x400_0008

/** UE3: `const native` in `array<const native Type>` is what the array is (9 of 9). */
function arrayWords({ world }: SourceClass, { type }: Extract<Declaration, { kind: 'Var' }>): number {
  if (world.engine < 3 || type.kind !== 'ArrayType') return 0
  return bitsOf(world.words.variable, type.modifiers).low & ~OF_ELEMENTS
}

/** A function, operator or delegate. */
export class SourceFunction implements FunctionSymbol {
  readonly kind = 'function'
  readonly friendlyName: string
  readonly class: SourceClass
  readonly state: StateSymbol | null
  readonly flags: number
  readonly nativeIndex: number
  readonly precedence: number
  readonly textPosition: number
  readonly parameters: readonly VariableSymbol[]
  readonly returnValue: VariableSymbol | null
  readonly locals: readonly VariableSymbol[]
  #name: string | undefined

  constructor(owner: SourceClass, state: StateSymbol | null, node: FunctionDeclaration) {
    this.class = owner
    this.state = state
    this.friendlyName = node.name
    this.flags = functionFlags(owner.world, node)
    this.nativeIndex = Number(has(node.modifiers, 'native')?.arguments?.[0] ?? 0) || 0
    this.precedence = node.precedence ?? 0
    this.textPosition = node.codeStart
    this.parameters = node.parameters.map((parameter) => {
      const { low } = bitsOf(PARAMETER, parameter.modifiers)
      const optional = parameter.default === null ? 0 : PropertyFlag.OptionalParm
      return new SourceVariable(this, owner, parameter, (low | optional | PropertyFlag.Parm) >>> 0)
    })
    const result = PropertyFlag.Parm | PropertyFlag.OutParm | PropertyFlag.ReturnParm
    this.returnValue =
      node.returnType === null || isIterator(node)
        ? null
        : new SourceVariable(
            this,
            owner,
            { name: 'ReturnValue', type: node.returnType, dimension: null },
            (bitsOf(PARAMETER, node.returnModifiers).low | result) >>> 0,
          )
    this.locals = localsOf(node).flatMap(({ type, names }) =>
      names.map(({ name, dimension }) => new SourceVariable(this, owner, { name, type, dimension }, 0)),
    )
  }

  get name(): string {
    if (this.#name === undefined) {
      const isOperator = (this.flags & FunctionFlag.Operator) !== 0
      const isPrefix = (this.flags & FunctionFlag.PreOperator) !== 0
      if (isOperator) this.#name = operatorName(this.friendlyName, isPrefix, this.parameters)
      else this.#name = this.isOverloaded ? overloadName(this.friendlyName, this.parameters) : this.friendlyName
    }
    return this.#name
  }

  get path(): string {
    return `${(this.state ?? this.class).path}.${this.name}`
  }

  /** Several functions may have its name in source (SWAT 4). */
  get isOverloaded(): boolean {
    return this.class.world.engine === 2 && (this.flags & OVERLOADED) !== 0
  }

  /**
   * The nearest function of that name: up the states, then up the classes from the own one, of which only
   * what is declared before the state counts (UE1, UE2: 340 of 341).
   */
  get super(): FunctionSymbol | null {
    const key = this.friendlyName.toLowerCase()
    if (this.isOverloaded) return this.#overloadedSuper(key)
    for (let at = this.state?.super ?? null, n = 0; at !== null && n < MAX_SUPERS; at = at.super, n++) {
      const found = at.functions.get(key)
      if (found !== undefined) return found
    }
    let at: ClassSymbol | null = this.state === null ? this.class.super : this.class
    for (let n = 0; at !== null && n < MAX_SUPERS; at = at.super, n++) {
      const found = at.functions.get(key)
      const isLater = at === this.class && this.state !== null && (found?.textPosition ?? 0) > this.textPosition
      if (found !== undefined && !isLater) return found
    }
    return null
  }

  /** The function of the same parameters in a class above. */
  #overloadedSuper(key: string): FunctionSymbol | null {
    const own = this.name.toLowerCase()
    for (let at: ClassSymbol | null = this.class.super, n = 0; at !== null && n < MAX_SUPERS; at = at.super, n++) {
      const found = at.overloads.get(key)?.find(({ name }) => name.toLowerCase() === own)
      if (found !== undefined) return found
    }
    return null
  }
}

/** What a function declares; text that is wrong may do so anywhere in it. */
function localsOf({ body, hasMisplacedLocals }: FunctionDeclaration): LocalStatement[] {
  const found: LocalStatement[] = []
  const add = (node: SyntaxNode) => {
    if (node.kind === 'Local') found.push(node)
    else if (hasMisplacedLocals === true) for (const child of childrenOf(node)) add(child)
  }
  for (const statement of body?.statements ?? []) add(statement)
  return found
}

const OVERLOADED = 0x80_0000
/** An overloaded function that is called `construct` (SWAT 4: 33 of 33). */
const CONSTRUCTOR = 0x20_0000

/** `function iterator Name`: the word replaces the result. */
function isIterator({ returnType }: FunctionDeclaration): boolean {
  return returnType?.kind === 'NamedType' && returnType.name.toLowerCase() === 'iterator'
}

function functionFlags({ engine, words }: SourceWorld, node: FunctionDeclaration): number {
  let flags = bitsOf(words.function, node.modifiers).low
  if (has(node.modifiers, 'native') !== undefined) flags |= FunctionFlag.Native
  if (isIterator(node)) flags |= FunctionFlag.Iterator
  if (node.body !== null) flags |= FunctionFlag.Defined
  if (engine === 2 && (flags & OVERLOADED) !== 0 && node.name.toLowerCase() === 'construct') flags |= CONSTRUCTOR
  // `event function` is one too (SWAT 4: 9 of 9).
  const isEvent = node.form === 'event' || has(node.modifiers, 'event') !== undefined
  if (isEvent) flags |= FunctionFlag.Event
  if (node.form === 'delegate') flags |= FunctionFlag.Delegate
  if (node.form.endsWith('operator')) flags |= FunctionFlag.Operator
  if (node.form === 'preoperator') flags |= FunctionFlag.PreOperator
  if (engine === 3) {
    // Empty bodies do not count (55 of 55).
    if (node.body?.statements.length === 0) flags &= ~FunctionFlag.Defined
    if (node.parameters.some(({ modifiers }) => has(modifiers, 'out') !== undefined)) flags |= FunctionFlag.HasOutParms
    const isOptional = node.parameters.some(
      (one) => one.default !== null || has(one.modifiers, 'optional') !== undefined,
    )
    if (words.marksOptional === true && isOptional) flags |= FunctionFlag.HasOptionalParms
    if (has(node.modifiers, 'reliable') !== undefined) flags |= FunctionFlag.NetReliable
    if ((flags & (FunctionFlag.NetServer | FunctionFlag.NetClient)) !== 0) flags |= FunctionFlag.Net
  }
  if (engine > 1 && (flags & (FunctionFlag.Private | FunctionFlag.Protected)) === 0) flags |= FunctionFlag.Public
  return flags >>> 0
}

/** A state. */
export class SourceState implements StateSymbol {
  readonly kind = 'state'
  readonly name: string
  readonly class: SourceClass
  readonly flags: number
  readonly functions: ReadonlyMap<string, FunctionSymbol>
  readonly #extends: string | null

  constructor(owner: SourceClass, node: StateDeclaration) {
    this.name = node.name
    this.class = owner
    this.#extends = node.extends
    this.flags =
      (node.isEditable ? StateFlag.Editable : 0) |
      (has(node.modifiers, 'auto') === undefined ? 0 : StateFlag.Auto) |
      (has(node.modifiers, 'simulated') === undefined ? 0 : StateFlag.Simulated)
    const functions = new Map<string, FunctionSymbol>()
    for (const declared of node.functions) {
      const key = declared.name.toLowerCase()
      if (!functions.has(key)) functions.set(key, new SourceFunction(owner, this, declared))
    }
    this.functions = functions
  }

  get path(): string {
    return `${this.class.path}.${this.name}`
  }

  get super(): StateSymbol | null {
    const own = this.#extends?.toLowerCase()
    const key = own ?? this.name.toLowerCase()
    let at: ClassSymbol | null = own === undefined || own === this.name.toLowerCase() ? this.class.super : this.class
    for (let n = 0; at !== null && n < MAX_SUPERS; at = at.super, n++) {
      const found = at.states.get(key)
      if (found !== undefined) return found
    }
    return null
  }
}
