import { type FormatContext, Name } from '@ukit/container'
import {
  CAST_NAMES,
  castNames,
  type FieldValue,
  type Label,
  MAX_DEPTH,
  NOWHERE,
  type Operand,
  type OperandDefinition,
  Token,
  type TokenDefinition,
  tokenSetOf,
} from '@ukit/objects/script'
import { DEBUG_KINDS } from './debug-kinds.js'
import { type ListingCursor, ListingSyntaxError } from './listing-cursor.js'
import type { ListingSymbols } from './listing-symbols.js'
import { firstExtended, isList } from './token-writer.js'
import { ValueParser } from './value-parser.js'

/** A place in a token that depends on where other tokens are. */
export interface Fixup {
  readonly token: Token
  readonly slot: number
  readonly kind: 'offset' | 'skip'
  /** The label that it leads to; of a skip `undefined` for the usual count. */
  readonly label: string | undefined
  /** Which entry of a table of labels. */
  readonly entry: number | undefined
  /** Where the listing says so. */
  readonly at: number
}

const NAMED = /([A-Za-z_]\w*)[ \t]*=(?!=)/y
const OPCODE = /#([0-9A-Fa-f]{2})/y
/** *Reads the tokens of a listing.* */
export class TokenParser {
  readonly #cursor: ListingCursor
  readonly #context: FormatContext
  /** What reads the values of operands. */
  readonly values: ValueParser
  readonly #byName: ReadonlyMap<string, TokenDefinition>
  readonly #extended: number
  /** The name that ends a table of labels. */
  readonly #none: () => Name
  #depth = 0
  /** What is known only when all tokens are there. */
  fixups: Fixup[] = []

  constructor(cursor: ListingCursor, context: FormatContext, symbols: ListingSymbols) {
    this.#cursor = cursor
    this.#context = context
    this.values = new ValueParser(cursor, symbols)
    this.#none = () => symbols.name('None') ?? Name.NONE
    this.#extended = firstExtended(context)
    const byName = new Map<string, TokenDefinition>()
    for (const definition of tokenSetOf(context).tokens) {
      if (definition !== undefined && !byName.has(definition.name.toLowerCase()))
        byName.set(definition.name.toLowerCase(), definition)
    }
    this.#byName = byName
  }

  /**
   * One token that is inside of none. @throws {ListingSyntaxError} when there is none here that the engine
   * has.
   */
  statement(): Token {
    this.#depth = 0
    return this.token()
  }

  /** @throws {ListingSyntaxError} when there is no token here that the engine has. */
  token(): Token {
    const cursor = this.#cursor
    const at = cursor.at
    const name = cursor.word()
    if (name === undefined) return cursor.fail('a token')
    const definition = this.#definition(name, at)
    if (++this.#depth > MAX_DEPTH)
      throw new ListingSyntaxError(`expected tokens nested up to ${MAX_DEPTH} deep, found them deeper`, at)
    const token = new Token(definition.op)
    const hasOperands = definition.operands.some(({ kind }) => kind !== 'end')
    if (hasOperands || cursor.next === '(') {
      if (!cursor.take('(')) cursor.fail(`"(" and the operands of ${definition.name}`)
      this.#operands(token, definition, at)
    }
    const end = cursor.at
    cursor.skip(false)
    if (cursor.take('+')) {
      cursor.skip(true)
      token.debug = this.#debug()
    } else cursor.at = end
    this.#depth -= 1
    return token
  }

  #definition(name: string, at: number): TokenDefinition {
    const opcode = this.#cursor.match(OPCODE)?.[1]
    const definition =
      opcode === undefined
        ? this.#byName.get(name.toLowerCase())
        : tokenSetOf(this.#context).tokens[Number.parseInt(opcode, 16)]
    if (definition === undefined || definition.name.toLowerCase() !== name.toLowerCase())
      throw new ListingSyntaxError(`expected a token of this engine's bytecode, found ${JSON.stringify(name)}`, at)
    return definition
  }

  #debug(): Token {
    const at = this.#cursor.at
    const debug = this.token()
    if (debug.op !== tokenSetOf(this.#context).debugInfo)
      throw new ListingSyntaxError('expected DebugInfo after "+"', at)
    return debug
  }

  /** What is between the parentheses, the closing one included. */
  #operands(token: Token, definition: TokenDefinition, at: number): void {
    const cursor = this.#cursor
    const slots = slotsOf(definition)
    const isNative = definition.name === 'NativeFunction' || definition.name === 'ExtendedNative'
    const given = new Set<Slot>()
    const list: (Token | Label | FieldValue | number)[] = []
    cursor.skip(true)
    let first = true
    while (!cursor.take(')')) {
      if (!first) {
        if (!cursor.take(',')) cursor.fail(`"," or ")" after an operand of ${definition.name}`)
        cursor.skip(true)
      }
      if (first && isNative) this.#nativeNumber(token, definition, given, slots)
      else this.#next(token, definition, slots, given, list)
      first = false
      cursor.skip(true)
    }
    this.#complete(token, definition, slots, given, list, at)
  }

  #next(
    token: Token,
    definition: TokenDefinition,
    slots: readonly Slot[],
    given: Set<Slot>,
    list: (Token | Label | FieldValue | number)[],
  ): void {
    const cursor = this.#cursor
    const at = cursor.at
    const name = cursor.match(NAMED)?.[1]
    if (name !== undefined) cursor.skip(true)
    const slot =
      name === undefined
        ? slots.find((candidate) => !given.has(candidate) && candidate.kind !== 'skip')
        : slots.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase() && !isList(candidate.kind))
    if (slot === undefined || given.has(slot)) {
      const names = slots.map((known) => known.name).join(', ')
      const found = name === undefined ? 'one more' : slot === undefined ? name : `${name} again`
      throw new ListingSyntaxError(`expected the operands of ${definition.name} (${names}), found ${found}`, at)
    }
    if (isList(slot.kind)) {
      list.push(this.#listEntry(token, slot, list.length))
      return
    }
    given.add(slot)
    if (slot.isCase && name === undefined && slot.name === 'offset' && this.#keyword('default')) {
      token.operands[slot.index] = NOWHERE
      token.operands[slot.index + 1] = null
      for (const other of slots) given.add(other)
      return
    }
    token.operands[slot.index] = this.#value(token, slot)
  }

  #keyword(word: string): boolean {
    const { at } = this.#cursor
    if (this.#cursor.word() === word) return true
    this.#cursor.at = at
    return false
  }

  #complete(
    token: Token,
    definition: TokenDefinition,
    slots: readonly Slot[],
    given: ReadonlySet<Slot>,
    list: (Token | Label | FieldValue | number)[],
    at: number,
  ): void {
    for (const slot of slots) {
      if (isList(slot.kind)) {
        token.operands[slot.index] = this.#listValue(slot, list)
      } else if (!given.has(slot)) {
        if (slot.kind !== 'skip')
          throw new ListingSyntaxError(`expected the operand ${slot.name} of ${definition.name}, which is missing`, at)
        token.operands[slot.index] = 0
        this.fixups.push({ token, slot: slot.index, kind: 'skip', label: undefined, entry: undefined, at })
      }
    }
  }

  #listValue({ kind }: Slot, list: (Token | Label | FieldValue | number)[]): Operand {
    if (kind === 'sizes') return Int32Array.from(list.filter((entry) => typeof entry === 'number'))
    if (kind === 'fields') return list.filter((entry): entry is FieldValue => isEntry(entry) && 'field' in entry)
    if (kind !== 'labels') return list.filter((entry) => entry instanceof Token)
    const labels = list.filter((entry): entry is Label => isEntry(entry) && 'offset' in entry)
    const last = labels.at(-1)
    const isEnded = last !== undefined && last.name.number === 0 && last.name.entry.text.toLowerCase() === 'none'
    if (!isEnded) labels.push({ name: this.#none(), offset: NOWHERE })
    return labels
  }

  #listEntry(token: Token, slot: Slot, entry: number): Token | Label | FieldValue | number {
    if (slot.kind === 'sizes') return this.values.integer('u8')
    if (slot.kind === 'fields') {
      const field = this.values.object()
      this.#equals()
      return { field, value: this.token() }
    }
    if (slot.kind !== 'labels') return this.token()
    const name = this.values.name()
    this.#equals()
    return { name, offset: this.#position(token, slot.index, 'offset', entry, 0xffff_ffff) }
  }

  #equals(): void {
    this.#cursor.skip(true)
    if (!this.#cursor.take('=')) this.#cursor.fail('"="')
    this.#cursor.skip(true)
  }

  #value(token: Token, slot: Slot): Operand {
    switch (slot.kind) {
      case 'expression':
        return this.token()
      case 'object':
        return this.values.object()
      case 'name':
        return this.values.name()
      case 'offset':
      case 'case':
        return this.#position(token, slot.index, 'offset', undefined, 0xffff)
      case 'skip':
        return this.#position(token, slot.index, 'skip', undefined, 0xffff)
      case 'float':
        return this.values.floats(1)
      case 'range':
        return this.values.floats(2)
      case 'vector':
        return this.values.floats(3)
      case 'rotator':
        return this.values.rotator()
      case 'ascii':
      case 'text':
        return this.values.ascii()
      case 'unicode':
        return this.values.unicode()
      default:
        return slot.name === 'cast' || slot.name === 'kind' ? this.#code(slot) : this.values.integer(slot.kind)
    }
  }

  #nativeNumber(token: Token, definition: TokenDefinition, given: Set<Slot>, slots: readonly Slot[]): void {
    const at = this.#cursor.at
    const index = this.values.integer('u16')
    const isShort = definition.name === 'NativeFunction'
    const first = this.#extended + 16
    const op = isShort ? index : this.#extended + (index >> 8)
    if (isShort ? op < first || op > 0xff : op >= first) {
      const range = isShort ? `from ${first} to 255` : 'up to 4095'
      throw new ListingSyntaxError(`expected the number of a native function ${range}, found ${index}`, at)
    }
    token.op = op
    if (isShort) return
    const low = slots.find(({ name }) => name === 'low')
    if (low === undefined) return
    token.operands[low.index] = index & 0xff
    given.add(low)
  }

  /** A position in the script: a number, a label, or none at all. */
  #position(token: Token, slot: number, kind: Fixup['kind'], entry: number | undefined, most: number): number {
    const cursor = this.#cursor
    const at = cursor.at
    const label = cursor.word()
    if (label === undefined) {
      const number = cursor.number()
      const value = number === undefined ? Number.NaN : Number(number)
      if (!Number.isInteger(value) || value < 0 || value > most)
        return cursor.fail(`a label, or a number from 0 to ${most}`, at)
      return value
    }
    if (label === 'nowhere') return NOWHERE
    this.fixups.push({ token, slot, kind, label, entry, at })
    return 0
  }

  /** A cast or the kind of a DebugInfo: by name or number. */
  #code(slot: Slot): number {
    const { at } = this.#cursor
    const word = this.#cursor.word()
    if (word === undefined) return this.values.integer('u8')
    const tables = slot.name === 'cast' ? [castNames(this.#context), CAST_NAMES] : [DEBUG_KINDS]
    for (const table of tables) {
      const found = Object.entries(table).find(([, name]) => name.toLowerCase() === word.toLowerCase())
      if (found !== undefined) return Number(found[0])
    }
    return this.#cursor.fail(slot.name === 'cast' ? 'the name of a cast' : 'a kind of DebugInfo', at)
  }
}

/** An operand and its place in the token. */
interface Slot {
  readonly name: string
  readonly kind: OperandDefinition['kind']
  readonly index: number
  readonly isCase: boolean
}

const SLOTS = new WeakMap<TokenDefinition, readonly Slot[]>()

function slotsOf(definition: TokenDefinition): readonly Slot[] {
  let slots = SLOTS.get(definition)
  if (slots === undefined) {
    slots = makeSlots(definition)
    SLOTS.set(definition, slots)
  }
  return slots
}

function makeSlots({ operands }: TokenDefinition): Slot[] {
  const slots: Slot[] = []
  for (const { name, kind } of operands) {
    const index = slots.length
    if (kind === 'case') {
      slots.push({ name: 'offset', kind, index, isCase: true })
      slots.push({ name: 'value', kind: 'expression', index: index + 1, isCase: true })
    } else if (kind !== 'end') slots.push({ name, kind, index, isCase: false })
  }
  return slots
}

function isEntry(entry: Token | Label | FieldValue | number): entry is Label | FieldValue {
  return typeof entry === 'object' && !(entry instanceof Token)
}
