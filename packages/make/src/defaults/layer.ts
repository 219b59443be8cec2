import type { ClassSymbol, VariableSymbol } from '@ukit/script/symbols'
import { type Value, zeroOf } from './value.js'

/**
 * *The values that a class or object has by default*: its own over those that it starts from, which are its
 * superclass's, or its archetype's (UE3).
 */
export class DefaultLayer {
  /** The class whose variables these are. */
  readonly owner: ClassSymbol
  /** What it starts from; `undefined` starts from zero. */
  readonly base: DefaultLayer | undefined
  readonly #own = new Map<VariableSymbol, Map<number, Value>>()

  constructor(owner: ClassSymbol, base: DefaultLayer | undefined) {
    this.owner = owner
    this.base = base
  }

  /** The value of a variable, or of an element of a static array. */
  get(variable: VariableSymbol, index = 0): Value {
    const found = this.find(variable, index)
    return found === undefined ? zeroOf(variable.type) : found
  }

  /** The value that this or what it starts from was given; `undefined` if it was given none. */
  find(variable: VariableSymbol, index = 0): Value | undefined {
    const own = this.#own.get(variable)?.get(index)
    // None is a value too: it is not what the superclass has.
    return own === undefined ? this.base?.find(variable, index) : own
  }

  /** Assigns a value. */
  set(variable: VariableSymbol, index: number, value: Value): void {
    const elements = this.#own.get(variable) ?? new Map<number, Value>()
    this.#own.set(variable, elements.set(index, value))
  }
}
