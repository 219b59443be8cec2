import type { ModifierRow, Package } from '@ukit/core'
import { modifierTables } from '../symbols/modifier-tables.js'
import type {
  ConstDeclaration,
  Declaration,
  Declarator,
  EnumDeclaration,
  FunctionDeclaration,
  Modifier,
  Parameter,
  SourceFile,
  StateDeclaration,
  StructDeclaration,
  TypeReference,
  VarDeclaration,
} from '../syntax/nodes.js'

/** A declaration that two texts of a class have differently. */
export interface DeclarationDifference {
  /** What is declared: `Health`, `PointRegion.Zone`, `Dying.Timer`; empty for the class's own line. */
  readonly name: string
  /** What is different: `flags`, `type`, `missing` … */
  readonly cause: string
}

/** How many declarations were compared, and which are different. */
export interface DeclarationComparison {
  /** Declarations that were compared. */
  readonly compared: number
  /** What is not the same in both. */
  readonly differences: readonly DeclarationDifference[]
}

/**
 * *Compares what two texts of a class declare*, as the compiler sees it: words in any order, those that it
 * does not keep left out.
 *
 * @param made by decompiling.
 * @param written by a person.
 * @param pkg that has the class: its compiler's words count.
 */
export function compareDeclarations(made: SourceFile, written: SourceFile, pkg: Package): DeclarationComparison {
  const compare = new Comparison(pkg, written)
  compare.list('', made.declarations, written.declarations)
  return { compared: compare.compared, differences: compare.differences }
}

/** A declaration by itself: `var a, b` are two. */
type Single =
  | { readonly kind: 'var'; readonly name: string; readonly node: VarDeclaration; readonly declarator: Declarator }
  | { readonly kind: 'const'; readonly name: string; readonly node: ConstDeclaration }
  | { readonly kind: 'enum'; readonly name: string; readonly node: EnumDeclaration }
  | { readonly kind: 'struct'; readonly name: string; readonly node: StructDeclaration }
  | { readonly kind: 'function'; readonly name: string; readonly node: FunctionDeclaration }
  | { readonly kind: 'state'; readonly name: string; readonly node: StateDeclaration }

class Comparison {
  readonly differences: DeclarationDifference[] = []
  compared = 0
  readonly #engine: number
  readonly #variableBits: Words
  readonly #functionBits: Words
  readonly #constants = new Map<string, string>()

  constructor(pkg: Package, written: SourceFile) {
    this.#engine = pkg.context.engine
    const tables = modifierTables(pkg)
    this.#variableBits = wordBits(tables.variable)
    this.#functionBits = wordBits(tables.function)
    for (const declaration of written.declarations) {
      if (declaration.kind === 'Const') this.#constants.set(declaration.name.toLowerCase(), declaration.text.trim())
    }
  }

  list(owner: string, made: readonly Declaration[], written: readonly Declaration[]): void {
    const mine = singles(made)
    const theirs = singles(written)
    for (const [key, theirOnes] of theirs) {
      const mineOnes = mine.get(key) ?? []
      theirOnes.forEach((their, i) => {
        this.compared++
        const own = mineOnes[i]
        const name = owner === '' ? their.name : `${owner}.${their.name}`
        const cause = own === undefined ? 'missing' : this.#cause(name, own, their)
        if (cause !== undefined) this.differences.push({ name, cause })
      })
    }
    for (const [key, mineOnes] of mine) {
      for (const own of mineOnes.slice(theirs.get(key)?.length ?? 0)) {
        this.compared++
        this.differences.push({ name: owner === '' ? own.name : `${owner}.${own.name}`, cause: 'not in the text' })
      }
    }
  }

  #cause(name: string, own: Single, their: Single): string | undefined {
    if (own.kind === 'var' && their.kind === 'var') return this.#variable(own, their)
    if (own.kind === 'const' && their.kind === 'const') {
      return own.node.text.trim() === their.node.text.trim() ? undefined : 'value'
    }
    if (own.kind === 'enum' && their.kind === 'enum') return this.#enum(own.node, their.node)
    if (own.kind === 'struct' && their.kind === 'struct') {
      this.list(name, own.node.members, their.node.members)
      return lastName(own.node.extends ?? '') === lastName(their.node.extends ?? '') ? undefined : 'extends'
    }
    if (own.kind === 'function' && their.kind === 'function') return this.#function(own.node, their.node)
    if (own.kind === 'state' && their.kind === 'state') return this.#state(name, own.node, their.node)
    return 'kind'
  }

  #variable(own: Extract<Single, { kind: 'var' }>, their: Extract<Single, { kind: 'var' }>): string | undefined {
    if (this.#type(own.node.type) !== this.#type(their.node.type)) return 'type'
    if (!this.#sameDimension(own.declarator, their.declarator)) return 'dimension'
    if ((own.node.category === null) !== (their.node.category === null)) return 'editable'
    const bits = different(own.node.modifiers, their.node.modifiers, this.#variableBits)
    return bits === undefined ? undefined : `modifier ${bits}`
  }

  #enum(own: EnumDeclaration, their: EnumDeclaration): string | undefined {
    const names = (node: EnumDeclaration) => node.tags.map(({ name }) => name.toLowerCase())
    const written = names(their)
    if (this.#engine === 3 && /_max$/.test(written.at(-1) ?? '')) written.pop()
    return names(own).join(' ') === written.join(' ') ? undefined : 'tags'
  }

  #function(own: FunctionDeclaration, their: FunctionDeclaration): string | undefined {
    if (own.form !== their.form) return `form ${own.form}`
    if ((own.precedence ?? 0) !== (their.precedence ?? 0)) return 'precedence'
    if ((own.body === null) !== (their.body === null)) return 'body'
    const result = (node: FunctionDeclaration) => (node.returnType === null ? '' : this.#type(node.returnType))
    if (result(own) !== result(their)) return 'result'
    const bits = different(own.modifiers, their.modifiers, this.#functionBits)
    if (bits !== undefined) return `modifier ${bits}`
    if (nativeNumber(own) !== nativeNumber(their)) return 'native number'
    if (own.parameters.length !== their.parameters.length) return 'number of parameters'
    for (const [i, parameter] of own.parameters.entries()) {
      const other = their.parameters[i]
      const cause = other === undefined ? 'missing' : this.#parameter(parameter, other)
      if (cause !== undefined) return `parameter ${parameter.name}: ${cause}`
    }
    return undefined
  }

  #parameter(own: Parameter, their: Parameter): string | undefined {
    if (own.name.toLowerCase() !== their.name.toLowerCase()) return 'name'
    if (this.#type(own.type) !== this.#type(their.type)) return 'type'
    if (!this.#sameDimension(own, their)) return 'dimension'
    const words = (node: Parameter) => {
      const found = new Set(node.modifiers.map(({ word }) => word.toLowerCase()))
      if (node.default !== null) found.add('optional')
      return ['optional', 'out', 'skip', 'coerce'].filter((word) => found.has(word)).join(' ')
    }
    return words(own) === words(their) ? undefined : 'modifiers'
  }

  #state(name: string, own: StateDeclaration, their: StateDeclaration): string | undefined {
    this.list(name, own.functions, their.functions)
    if (own.isEditable !== their.isEditable) return 'editable'
    const words = (node: StateDeclaration) =>
      node.modifiers
        .map(({ word }) => word.toLowerCase())
        .sort()
        .join(' ')
    if (words(own) !== words(their)) return 'modifiers'
    if (own.extends !== null && own.extends.toLowerCase() !== their.extends?.toLowerCase()) return 'extends'
    const ignored = (node: StateDeclaration) =>
      [...new Set(node.ignores.flatMap(({ names }) => names.map((one) => one.name.toLowerCase())))].sort().join(' ')
    return ignored(own) === ignored(their) ? undefined : 'ignores'
  }

  #sameDimension(
    own: { readonly dimension: Declarator['dimension'] },
    their: { readonly dimension: Declarator['dimension'] },
  ): boolean {
    const mine = this.#number(own.dimension)
    const other = this.#number(their.dimension)
    return mine === other || mine === undefined || other === undefined
  }

  /** 1 for a plain variable; `undefined` for a name that is declared elsewhere. */
  #number(dimension: Declarator['dimension']): number | undefined {
    if (dimension === null) return 1
    if (dimension.kind === 'Int') return dimension.value
    if (dimension.kind !== 'Identifier') return undefined
    const text = this.#constants.get(dimension.name.toLowerCase())
    return text === undefined || !/^\d+$/.test(text) ? undefined : Number(text)
  }

  /** A type as one word, packages and classes in front of names left out. */
  #type(type: TypeReference): string {
    switch (type.kind) {
      case 'NamedType':
        return TYPE_WORDS[lastName(type.name)] ?? lastName(type.name)
      case 'ClassType':
        return `class<${type.metaClass === null || lastName(type.metaClass) === 'object' ? '' : lastName(type.metaClass)}>`
      case 'ArrayType':
        return `array<${this.#type(type.element)}>`
      case 'MapType':
        return 'map'
      case 'DelegateType':
        return `delegate<${lastName(type.function)}>`
      case 'SizedString':
        return 'string'
      default:
        return lastName(type.name)
    }
  }
}

/** Words for one and the same type. */
const TYPE_WORDS: Readonly<Record<string, string>> = { button: 'string', class: 'class<>' }

function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase()
}

/** Declarations one by one, by kind and name; an enum or struct declared instead of a type counts too. */
function singles(declarations: readonly Declaration[]): Map<string, Single[]> {
  const found = new Map<string, Single[]>()
  const add = (single: Single) => {
    const key = `${single.kind} ${single.name.toLowerCase()}`
    const list = found.get(key)
    if (list === undefined) found.set(key, [single])
    else list.push(single)
  }
  const addType = (type: TypeReference): void => {
    if (type.kind === 'Enum') add({ kind: 'enum', name: type.name, node: type })
    if (type.kind === 'Struct') add({ kind: 'struct', name: type.name, node: type })
    if (type.kind === 'ArrayType') addType(type.element)
  }
  for (const node of declarations) {
    if (node.kind === 'Var') {
      addType(node.type)
      for (const declarator of node.names) add({ kind: 'var', name: declarator.name, node, declarator })
    }
    if (node.kind === 'Const') add({ kind: 'const', name: node.name, node })
    if (node.kind === 'Enum') add({ kind: 'enum', name: node.name, node })
    if (node.kind === 'Struct') add({ kind: 'struct', name: node.name, node })
    if (node.kind === 'Function') add({ kind: 'function', name: node.name, node })
    if (node.kind === 'State') add({ kind: 'state', name: node.name, node })
  }
  return found
}

/** The bits of words: rows of several bits say what their word sets. */
type Words = ReadonlyMap<string, readonly [low: number, high: number]>

function wordBits(rows: readonly ModifierRow[]): Words {
  const words = new Map<string, readonly [number, number]>()
  for (const { word, bits, high = 0 } of rows) if (!words.has(word)) words.set(word, [bits, high])
  // What they set besides their own bit is set by the type as well.
  if (words.has('editoronly')) words.set('instanced', [0x400_0008, 0])
  return words
}

/**
 * `export editinline`: set by the type too, with or without the words (objects of instanced classes,
 * components).
 */
const EXPORT_EDITINLINE = 0x400_0008

/** The words whose bits only one of two lists sets; `undefined` for none. */
function different(own: readonly Modifier[], their: readonly Modifier[], words: Words): string | undefined {
  const mine = bitsOf(own, words)
  const other = bitsOf(their, words)
  const low = ((mine[0] ^ other[0]) & ~EXPORT_EDITINLINE) >>> 0
  const high = (mine[1] ^ other[1]) >>> 0
  if (low === 0 && high === 0) return undefined
  const found = [...words].filter(
    ([, [l, h]]) => (l !== 0 || h !== 0) && (l & low) >>> 0 === l >>> 0 && (h & high) === h,
  )
  return found.length === 0 ? `0x${low.toString(16)}` : found.map(([word]) => word).join(' ')
}

function bitsOf(modifiers: readonly Modifier[], words: Words): readonly [number, number] {
  let low = 0
  let high = 0
  for (const { word } of modifiers) {
    const [l, h] = words.get(word.toLowerCase()) ?? [0, 0]
    low = (low | l) >>> 0
    high = (high | h) >>> 0
  }
  return [low, high]
}

function nativeNumber({ modifiers }: FunctionDeclaration): number {
  const native = modifiers.find(({ word }) => /^(?:native|intrinsic)$/i.test(word))
  return Number(native?.arguments?.[0] ?? 0)
}
