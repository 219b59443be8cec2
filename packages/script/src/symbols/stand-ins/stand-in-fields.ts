import { FunctionFlag } from '@ukit/container'
import { addTo } from '@ukit/files/internal'
import { put } from '../by-key.js'
import type {
  ConstSymbol,
  EnumSymbol,
  FieldSymbol,
  FunctionSymbol,
  StateSymbol,
  StructSymbol,
  VariableSymbol,
} from '../symbol.js'
import { MadeMap } from './made-map.js'
import {
  enumOf,
  StandInFunction,
  type StandInOwner,
  StandInState,
  StandInStruct,
  variablesOf,
  wordsOf,
} from './stand-in-symbols.js'

/** A line that declares something: its name, and a function's flags and word, where that is not its name. */
const LINE = /\n (?:[Nn] \d+|[efkSsv]) (\S+)(?: (\S+) =([^;\n]*))?/g

/**
 * *What a class of a table declares*, in the order of its lines and by name. The lines are gone through once,
 * to see which name is where; a symbol is made when somebody asks for it, since of the hundreds in a class
 * few are used.
 */
export class StandInFields {
  readonly variables: ReadonlyMap<string, VariableSymbol>
  readonly constants: ReadonlyMap<string, ConstSymbol>
  readonly enums: ReadonlyMap<string, EnumSymbol>
  readonly structs: ReadonlyMap<string, StructSymbol>
  readonly functions: ReadonlyMap<string, FunctionSymbol>
  readonly overloads: ReadonlyMap<string, readonly FunctionSymbol[]>
  readonly operators: ReadonlyMap<string, readonly FunctionSymbol[]>
  readonly states: ReadonlyMap<string, StateSymbol>
  readonly #owner: StandInOwner
  readonly #text: string
  /** Each line's names in lower case, and where it begins. */
  readonly #lines: { readonly key: string; readonly place: number }[] = []
  /** Where functions are that source calls by a word, by their names. */
  readonly #worded = new Map<string, number>()
  readonly #functionsMade = new Map<number, FunctionSymbol>()
  #all: readonly FieldSymbol[] | undefined

  constructor(owner: StandInOwner, text: string) {
    this.#owner = owner
    this.#text = text
    const variables = new Map<string, number>()
    const constants = new Map<string, number>()
    const enums = new Map<string, number>()
    const structs = new Map<string, number>()
    const states = new Map<string, number>()
    const functions = new Map<string, number[]>()
    const operators = new Map<string, number[]>()
    const named: Readonly<Record<string, Map<string, number>>> = { k: constants, e: enums, s: structs, S: states }
    for (const { index, 1: name = '', 2: flags = '', 3: word } of text.matchAll(LINE)) {
      const place = index + 1
      const letter = this.#letterAt(place)
      const key = name.toLowerCase()
      this.#lines.push({ key, place })
      if (letter === 'v') for (const one of key.split(',')) put(variables, one, place)
      else if (named[letter] !== undefined) put(named[letter], key, place)
      else {
        if (word !== undefined) this.#worded.set(key, place)
        const isOperator = (Number.parseInt(flags, 16) & FunctionFlag.Operator) !== 0
        addTo(isOperator ? operators : functions, (word ?? key).toLowerCase(), place)
      }
    }
    const functionsAt = (places: readonly number[]) => places.map((place) => this.#functionAt(place))
    this.variables = new MadeMap(variables, (place, key) =>
      variablesOf(owner.types, owner.path, this.#lineAt(place)).find((one) => one.name.toLowerCase() === key),
    )
    this.constants = new MadeMap(constants, (place) => constOf(owner, this.#lineAt(place)))
    this.enums = new MadeMap(enums, (place) => enumOf(owner, owner.path, this.#lineAt(place)))
    this.structs = new MadeMap(structs, (place) => new StandInStruct(owner, this.#lineAt(place), this.#innerAt(place)))
    this.states = new MadeMap(states, (place) => new StandInState(owner, this.#lineAt(place), this.#innerAt(place)))
    this.functions = new MadeMap(functions, ([place = 0]) => this.#functionAt(place))
    this.overloads = new MadeMap(functions, functionsAt)
    this.operators = new MadeMap(operators, functionsAt)
  }

  /** All, in the order of the lines. */
  get all(): readonly FieldSymbol[] {
    this.#all ??= this.#lines.flatMap(({ key, place }) => this.#fieldsAt(key, place))
    return this.#all
  }

  /** A function or operator by its own name, in lower case. */
  function(name: string): FunctionSymbol | undefined {
    const place = this.#worded.get(name)
    if (place !== undefined) return this.#functionAt(place)
    const found = this.functions.get(name)
    return found?.name.toLowerCase() === name ? found : undefined
  }

  #fieldsAt(key: string, place: number): FieldSymbol[] {
    const letter = this.#letterAt(place)
    if (letter === 'v') return key.split(',').flatMap((name) => this.variables.get(name) ?? [])
    if (letter === 'k') return [this.constants.get(key) ?? []].flat()
    if (letter === 'e') return [this.enums.get(key) ?? []].flat()
    if (letter === 's') return [this.structs.get(key) ?? []].flat()
    if (letter === 'S') return [this.states.get(key) ?? []].flat()
    return [this.#functionAt(place)]
  }

  #functionAt(place: number): FunctionSymbol {
    let made = this.#functionsMade.get(place)
    if (made === undefined) {
      made = new StandInFunction(this.#owner, null, this.#lineAt(place))
      this.#functionsMade.set(place, made)
    }
    return made
  }

  #letterAt(place: number): string {
    return this.#text.charAt(place + 1)
  }

  #lineAt(place: number): string {
    const end = this.#text.indexOf('\n', place)
    return this.#text.slice(place, end < 0 ? undefined : end)
  }

  /** What is inside the thing that a line declares: the lines below it that are indented further. */
  #innerAt(place: number): string[] {
    const inner: string[] = []
    let at = this.#text.indexOf('\n', place)
    for (; at >= 0 && this.#text.startsWith('  ', at + 1); at = this.#text.indexOf('\n', at + 1))
      inner.push(this.#lineAt(at + 1))
    return inner
  }
}

function constOf(owner: StandInOwner, line: string): ConstSymbol {
  const [name = '', ...text] = wordsOf(line)
  return { kind: 'const', name, path: `${owner.path}.${name}`, owner, text: text.join(' ') }
}
