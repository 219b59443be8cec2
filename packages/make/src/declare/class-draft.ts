import { ClassFlag, FunctionFlag, PropertyFlag } from '@ukit/container'
import type { EditExport } from '@ukit/edit'
import type { Class, FunctionField, Struct, VariableField } from '@ukit/objects/script'
import { type ClassSymbol, countedVariable, type StructSymbol, type Type } from '@ukit/script/symbols'
import type {
  Expression,
  ParsedSource,
  ReplicationBlock,
  ReplicationCondition,
  StructDeclaration,
} from '@ukit/script/syntax'
import type { PackageDraft } from '../draft/draft.js'
import type { ClassSource } from '../sources/class-source.js'
import { textChecksum } from '../sources/class-text.js'
import { Children } from './children.js'

/** Something that is replicated, and under which condition: its number among the conditions of the class. */
interface Replicated {
  readonly object: FunctionField | VariableField
  readonly condition: number
}

/** A struct with its text. */
export interface DeclaredStruct {
  readonly symbol: StructSymbol
  readonly node: StructDeclaration
  readonly object: Struct
}

/** From which line on lines are counted otherwise, and how many fewer there are. */
interface LineNumber {
  readonly from: number
  readonly difference: number
}

/**
 * UE3: `#linenumber 11;`, which the preprocessor leaves after lines that were not in the file.
 *
 * The line after it is the line after that one (178 of 178 functions).
 */
function lineNumbersOf({ text, lines }: ParsedSource): readonly LineNumber[] {
  return [...text.matchAll(/^[ \t]*#linenumber[ \t]+(\d+)/gim)].map((found) => {
    const from = lines.lineOf(found.index)
    return { from, difference: from - Number(found[1]) }
  })
}

/** *A class in the making*: its text, what it declares, and what is filled in when the text is compiled. */
export class ClassDraft {
  #symbol: ClassSymbol
  /** The file of the text, as messages call it. */
  readonly file: string
  /** The text that the package keeps. */
  readonly text: string
  /** The default properties after it, as SWAT 4 keeps them. */
  readonly defaultsText: string
  /** The text that is compiled and its tree; positions in objects are positions in it. */
  readonly source: ParsedSource
  readonly entry: EditExport
  readonly object: Class
  /** What the class declares, in the order of its list. */
  readonly children: Children
  /** The structs that it declares, in the order of the text. */
  readonly structs: DeclaredStruct[] = []
  /** The replication blocks of the text. */
  readonly replication: readonly ReplicationBlock[]
  /** Classes of the enums that it declares variables with, of arrays too, in the order of the text. */
  readonly enumClasses: ClassSymbol[] = []
  /** Classes whose variables the lengths of its arrays are counted from, in the order of the text. */
  readonly countedClasses: ClassSymbol[] = []
  /** Classes whose members its code uses, as often as it does; `null` is the class Class. */
  dependencies: readonly (ClassSymbol | null)[] = []
  readonly #conditions: readonly ReplicationCondition[]
  readonly #byName = new Map<string, number>()
  readonly #replicated: Replicated[] = []
  readonly #lineNumbers: readonly LineNumber[]
  #checksum: number | undefined

  constructor(
    { engine, traits }: PackageDraft,
    symbol: ClassSymbol,
    of: ClassSource,
    entry: EditExport,
    object: Class,
  ) {
    const { source } = of
    const isExported = (symbol.flags & ClassFlag.NoExport) === 0
    this.children = new Children(engine === 3 && isExported, isExported ? traits.variableOrder : [])
    this.#symbol = symbol
    this.file = of.file
    this.text = of.text
    this.defaultsText = of.defaultsText
    this.source = source
    this.#lineNumbers = lineNumbersOf(source)
    this.entry = entry
    this.object = object
    this.replication = source.file.declarations.filter((node) => node.kind === 'Replication')
    this.#conditions = this.replication.flatMap((block) => block.conditions)
    for (const [index, { names }] of this.#conditions.entries())
      for (const { name } of names) this.#byName.set(name.toLowerCase(), index)
  }

  get symbol(): ClassSymbol {
    return this.#symbol
  }

  /**
   * It is now the class of this symbol, from another world that declares the same. Code and dependencies have
   * been made, so their input is forgotten.
   */
  moveTo(symbol: ClassSymbol): void {
    this.#symbol = symbol
    for (const [index, one] of this.structs.entries())
      this.structs[index] = { ...one, symbol: symbol.structs.get(one.symbol.name.toLowerCase()) ?? one.symbol }
    this.enumClasses.length = 0
    this.countedClasses.length = 0
    this.dependencies = []
  }

  /** The checksum of its text. */
  get checksum(): number {
    this.#checksum ??= textChecksum(this.text)
    return this.#checksum
  }

  /** The line of a place in the text, from 1, as positions in objects count it. */
  lineOf(position: number): number {
    const line = this.source.lines.lineOf(position)
    let found = line
    for (const { from, difference } of this.#lineNumbers) if (line > from) found = line - difference
    return found
  }

  /**
   * Notes the type of variables that it declares together: `var EColor A, B;` counts once (SWAT 4: 3 of 3).
   */
  uses(type: Type): void {
    if (type.kind === 'array') this.uses(type.inner)
    else if (type.kind === 'byte' && type.enum?.owner?.kind === 'class') this.enumClasses.push(type.enum.owner)
  }

  /** Notes where the length of a declared array comes from: `ArrayCount(Window.Names)`. */
  counts(length: Expression | null): void {
    if (length?.kind !== 'Call') return
    for (const node of length.arguments)
      if (node !== null) countedVariable(node, this.symbol, (of) => this.countedClasses.push(of))
  }

  /** Marks a function as replicated if a condition names it; returns whether one does. */
  replicateFunction(name: string, object: FunctionField): boolean {
    const condition = this.#byName.get(name.toLowerCase())
    if (condition === undefined) return false
    const reliable = this.#conditions[condition]?.reliable === true ? FunctionFlag.NetReliable : 0
    object.flags = (object.flags | FunctionFlag.Net | reliable) >>> 0
    this.#replicated.push({ object, condition })
    return true
  }

  /** Marks a variable as replicated when a condition names it. */
  replicateVariable(name: string, object: VariableField): void {
    const condition = this.#byName.get(name.toLowerCase())
    if (condition === undefined) return
    object.flags = (object.flags | PropertyFlag.Net) >>> 0
    this.#replicated.push({ object, condition })
  }

  /** Says where the conditions are in the class's script, in bytes of memory. */
  placeConditions(offsets: readonly number[]): void {
    for (const { object, condition } of this.#replicated) object.replicationOffset = offsets[condition] ?? 0
  }
}
