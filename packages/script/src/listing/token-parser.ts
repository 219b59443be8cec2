import { type FormatContext, Name, type ObjectSource, UString } from '@ukit/container'
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
const NAME_NUMBER = /#(\d+)(?:\.(-?\d+))?/y
const REFERENCE = /#(-?\d+)/y

const RANGES: Readonly<Record<string, readonly [low: number, high: number]>> = {
  u8: [0, 0xff],
  u16: [0, 0xffff],
  i32: [-0x8000_0000, 0x7fff_ffff],
}

/** *Reads the tokens of a listing.* */
export class TokenParser {
  readonly #cursor: ListingCursor
  readonly #context: FormatContext
  readonly #symbols: ListingSymbols
  readonly #byName: ReadonlyMap<string, TokenDefinition>
  readonly #extended: number
  #depth = 0
  /** What is known only when all tokens are there. */
  fixups: Fixup[] = []

  constructor(cursor: ListingCursor, context: FormatContext, symbols: ListingSymbols) {
    this.#cursor = cursor
    this.#context = context
    this.#symbols = symbols
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
    if (!isEnded) labels.push({ name: this.#symbols.name('None') ?? Name.NONE, offset: NOWHERE })
    return labels
  }

  #listEntry(token: Token, slot: Slot, entry: number): Token | Label | FieldValue | number {
    if (slot.kind === 'sizes') return this.#integer('u8')
    if (slot.kind === 'fields') {
      const field = this.object()
      this.#equals()
      return { field, value: this.token() }
    }
    if (slot.kind !== 'labels') return this.token()
    const name = this.#name()
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
        return this.object()
      case 'name':
        return this.#name()
      case 'offset':
      case 'case':
        return this.#position(token, slot.index, 'offset', undefined, 0xffff)
      case 'skip':
        return this.#position(token, slot.index, 'skip', undefined, 0xffff)
      case 'float':
        return this.#floats(1)
      case 'range':
        return this.#floats(2)
      case 'vector':
        return this.#floats(3)
      case 'rotator':
        return Int32Array.from(this.#tuple(3, () => this.#integer('i32')))
      case 'ascii':
      case 'text':
        return this.#ascii()
      case 'unicode':
        return this.#unicode()
      default:
        return slot.name === 'cast' || slot.name === 'kind' ? this.#code(slot) : this.#integer(slot.kind)
    }
  }

  #nativeNumber(token: Token, definition: TokenDefinition, given: Set<Slot>, slots: readonly Slot[]): void {
    const at = this.#cursor.at
    const index = this.#integer('u16')
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
    if (word === undefined) return this.#integer('u8')
    const tables = slot.name === 'cast' ? [castNames(this.#context), CAST_NAMES] : [DEBUG_KINDS]
    for (const table of tables) {
      const found = Object.entries(table).find(([, name]) => name.toLowerCase() === word.toLowerCase())
      if (found !== undefined) return Number(found[0])
    }
    return this.#cursor.fail(slot.name === 'cast' ? 'the name of a cast' : 'a kind of DebugInfo', at)
  }

  #integer(kind: string): number {
    const { at } = this.#cursor
    const [low, high] = RANGES[kind] ?? [0, 0]
    const text = this.#cursor.number()
    const value = text === undefined ? Number.NaN : Number(text)
    if (!Number.isInteger(value) || value < low || value > high)
      this.#cursor.fail(`a whole number from ${low} to ${high}`, at)
    return value
  }

  #floats(count: number): Float32Array {
    const values = new Float32Array(count)
    const bits = new DataView(values.buffer)
    this.#tuple(count, (i) => {
      const { at } = this.#cursor
      const text = this.#cursor.number()
      if (text === undefined) this.#cursor.fail('a number, or the bits of a float as 0x and eight digits', at)
      else if (/^0x/i.test(text)) bits.setUint32(4 * i, Number(text), true)
      else bits.setFloat32(4 * i, Number(text), true)
    })
    return values
  }

  /** One value by itself, several in parentheses. */
  #tuple<T>(count: number, value: (i: number) => T): T[] {
    if (count === 1) return [value(0)]
    const cursor = this.#cursor
    if (!cursor.take('(')) cursor.fail(`"(" and ${count} numbers`)
    const values: T[] = []
    for (let i = 0; i < count; i++) {
      cursor.skip(true)
      if (i > 0) {
        if (!cursor.take(',')) cursor.fail('","')
        cursor.skip(true)
      }
      values.push(value(i))
    }
    cursor.skip(true)
    if (!cursor.take(')')) cursor.fail('")"')
    return values
  }

  #ascii(): UString {
    const { at } = this.#cursor
    const text = this.#string()
    if (/[\0\u0100-\uFFFF]/.test(text))
      throw new ListingSyntaxError('expected characters of 8 bits and no zero (UnicodeStringConst has 16 bits)', at)
    return UString.of(text, false, true)
  }

  #unicode(): Uint16Array {
    const { at } = this.#cursor
    const text = this.#string()
    if (text.includes('\0')) throw new ListingSyntaxError('expected no zero, which would end the text', at)
    return Uint16Array.from([...Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)), 0])
  }

  #string(): string {
    return this.#cursor.quoted('"') ?? this.#cursor.fail('text in double quotes')
  }

  #name(): Name {
    const cursor = this.#cursor
    const { at } = cursor
    const text = cursor.quoted("'") ?? cursor.fail("a name in single quotes, such as 'Touch'")
    const entry = cursor.match(NAME_NUMBER)
    const name =
      entry === undefined
        ? this.#symbols.name(text)
        : this.#symbols.name(text, Number(entry[1]), entry[2] === undefined ? 0 : Number(entry[2]))
    if (name === undefined)
      throw new ListingSyntaxError(`expected a name of this package, found ${JSON.stringify(text)}`, at)
    return name
  }

  /** An object as a listing writes it. @throws {ListingSyntaxError} when there is none here. */
  object(): ObjectSource | null {
    const cursor = this.#cursor
    const { at } = cursor
    const bare = cursor.match(REFERENCE)?.[1]
    if (bare !== undefined) return this.#byReference(Number(bare), at)
    const className = cursor.word() ?? cursor.fail("an object, such as Class'Engine.Actor', or None")
    if (cursor.next !== "'") {
      if (className === 'None') return null
      cursor.fail("an object, such as Class'Engine.Actor', or None", at)
    }
    const path = cursor.quoted("'") ?? cursor.fail('the path of an object in single quotes')
    const reference = cursor.match(REFERENCE)?.[1]
    if (reference !== undefined) return this.#byReference(Number(reference), at)
    const object = this.#symbols.object(className, path)
    if (object === 'several') {
      const message = `found several objects written ${className}'${path}': add # and the reference of the one you mean`
      throw new ListingSyntaxError(message, at)
    }
    if (object === undefined)
      throw new ListingSyntaxError(
        `expected an object of this package or one that it imports, found ${className}'${path}'`,
        at,
      )
    return object
  }

  #byReference(reference: number, at: number): ObjectSource {
    const object = this.#symbols.object('', '', reference)
    if (object === undefined || object === 'several')
      throw new ListingSyntaxError(`expected the reference of an object of this package, found ${reference}`, at)
    return object
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
