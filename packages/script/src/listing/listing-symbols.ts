import { type FormatContext, type Name, numberedName, type ObjectSource, Version } from '@ukit/container'
import { quoteText } from './escape.js'

/** An object as a table has it: what a listing writes for it is made of this. */
export interface ListedObject extends ObjectSource {
  /** The name of its class. */
  readonly className: string
}

/** The tables that names and objects of a script are in: a package, or a document under change. */
export interface SymbolTables {
  /** The name table. */
  readonly names: readonly string[]
  /** The import table. */
  readonly imports: readonly ListedObject[]
  /** The export table. */
  readonly exports: readonly ListedObject[]
  /** The name of a row and a number. */
  nameAt(index: number, number: number): Name | undefined
  /** The object of a reference as files have it: exports from 1, imports from −1. */
  objectAt(reference: number): ObjectSource | undefined
}

/** How names and objects that the tables lack come into being while a listing is assembled. */
export interface NewSymbols {
  /** A name; `undefined` when it cannot be one. */
  name(text: string): Name | undefined
  /** An object by class and path; `undefined` when there cannot be such a one. */
  object(className: string, path: string): ObjectSource | undefined
}

/** Several things are written alike. */
const SEVERAL = Symbol('several')

/**
 * *Names and objects of a package as text, both ways.*
 *
 * A name is `'Name'`, an object `Class'Path'`. Where that could mean several entries of a table (obfuscators
 * and nested variables make such), the number of the entry follows: `'Name'#12`, `Class'Path'#-3` (a
 * reference as the file has it: exports from 1, imports from −1).
 */
export class ListingSymbols {
  readonly #tables: SymbolTables
  readonly #added: NewSymbols | undefined
  readonly #hasNumbers: boolean
  #names: Map<string, number> | undefined
  #foldedNames: Map<string, number> | undefined
  #objects: Map<string, ObjectSource | typeof SEVERAL> | undefined
  #folded: Map<string, ObjectSource | typeof SEVERAL> | undefined
  readonly #nameTexts = new Map<number, string>()
  readonly #texts = new Map<number, string>()

  constructor(tables: SymbolTables, context: FormatContext, added?: NewSymbols) {
    this.#tables = tables
    this.#added = added
    this.#hasNumbers = context.since(Version.NameNumbers)
  }

  /** What a listing writes for a name. */
  nameText(name: Name): string {
    const { index } = name.entry
    if (name.number !== 0) return this.#nameText(name)
    let text = this.#nameTexts.get(index)
    if (text === undefined) {
      text = this.#nameText(name)
      this.#nameTexts.set(index, text)
    }
    return text
  }

  #nameText(name: Name): string {
    const { index, text } = name.entry
    const plain = quoteText(numberedName(text, name.number), "'")
    const found = this.#findName(numberedName(text, name.number))
    if (found?.entry.index === index && found.number === name.number) return plain
    return `${quoteText(text, "'")}#${index}${name.number === 0 ? '' : `.${name.number}`}`
  }

  /** What a listing writes for an object. */
  objectText(object: ObjectSource | null): string {
    if (object === null) return 'None'
    const { reference } = object
    let text = this.#texts.get(reference)
    if (text === undefined) {
      text = this.#objectText(object, reference)
      this.#texts.set(reference, text)
    }
    return text
  }

  #objectText(object: ObjectSource, reference: number): string {
    const className = 'className' in object && typeof object.className === 'string' ? object.className : ''
    if (!/^[A-Za-z_]\w*$/.test(className)) return `#${reference}`
    const plain = `${className}${quoteText(object.path, "'")}`
    return this.#exact().get(`${className}'${object.path}`) === object ? plain : `${plain}#${reference}`
  }

  /**
   * The name that a text means: an entry by its text or, where names have numbers, `Actor_2` by `Actor`.
   *
   * @param index of the entry, when the listing says it. @param number the name's, with the index.
   */
  name(text: string, index?: number, number = 0): Name | undefined {
    if (index !== undefined) {
      const name = this.#tables.nameAt(index, number)
      return name?.entry.text === text ? name : undefined
    }
    return this.#findName(text) ?? this.#nameIgnoringCase(text) ?? this.#added?.name(text)
  }

  #findName(text: string): Name | undefined {
    const whole = this.#entry(text)
    const split = /^(.+)_(0|[1-9]\d{0,8})$/s.exec(text)
    const base = split?.[1] === undefined ? undefined : this.#entry(split[1])
    // Where both an entry and a numbered one are written alike, neither is meant without its number.
    if (whole !== undefined) return base !== undefined && this.#hasNumbers ? undefined : this.#tables.nameAt(whole, 0)
    return base !== undefined && this.#hasNumbers ? this.#tables.nameAt(base, Number(split?.[2]) + 1) : undefined
  }

  /** As a person writes a name: one that differs in upper and lower case at most. */
  #nameIgnoringCase(text: string): Name | undefined {
    if (this.#foldedNames === undefined) {
      this.#foldedNames = new Map()
      for (const [index, name] of this.#tables.names.entries()) {
        const key = name.toLowerCase()
        // The first of several wins, as it does for the engine.
        if (!this.#foldedNames.has(key)) this.#foldedNames.set(key, index)
      }
    }
    const found = this.#foldedNames.get(text.toLowerCase())
    return found === undefined ? undefined : this.#tables.nameAt(found, 0)
  }

  /** Of entries of one text the last one: UT99's packages have two `None`, of which scripts use that. */
  #entry(text: string): number | undefined {
    if (this.#names === undefined) {
      this.#names = new Map()
      for (const [index, name] of this.#tables.names.entries()) {
        this.#names.set(name, index)
      }
    }
    return this.#names.get(text)
  }

  /**
   * The object that a listing means, `'several'` when more than one is written so.
   *
   * @param reference as the file has it, when the listing says it.
   */
  object(className: string, path: string, reference?: number): ObjectSource | 'several' | undefined {
    if (reference !== undefined) return this.#tables.objectAt(reference)
    const key = `${className}'${path}`
    const found = this.#exact().get(key) ?? this.#ignoringCase().get(key.toLowerCase())
    if (found === SEVERAL) return 'several'
    return found ?? this.#added?.object(className, path)
  }

  #exact(): Map<string, ObjectSource | typeof SEVERAL> {
    this.#objects ??= this.#index((key) => key)
    return this.#objects
  }

  #ignoringCase(): Map<string, ObjectSource | typeof SEVERAL> {
    this.#folded ??= this.#index((key) => key.toLowerCase())
    return this.#folded
  }

  #index(fold: (key: string) => string): Map<string, ObjectSource | typeof SEVERAL> {
    const index = new Map<string, ObjectSource | typeof SEVERAL>()
    for (const objects of [this.#tables.exports, this.#tables.imports]) {
      for (const object of objects) {
        const key = fold(`${object.className}'${object.path}`)
        index.set(key, index.has(key) ? SEVERAL : object)
      }
    }
    return index
  }
}
