import type { Archive } from '@ukit/container'
import { Name, type ObjectSource, UString } from '@ukit/container'
import { plural } from '@ukit/text/internal'
import {
  type FieldValue,
  type Label,
  type Operand,
  type OperandDefinition,
  Token,
  type TokenDefinition,
} from './token.js'
import { END_FUNCTION_PARMS, END_PARM_VALUE, type TokenSet, tokenSetOf } from './token-tables.js'

/**
 * How deep tokens nest at most: nothing that a compiler wrote does; a file made to exhaust the stack does.
 */
export const MAX_DEPTH = 256

/** What a DebugInfo token starts with: tells it from an operand that happens to look like its opcode. */
const DEBUG_VERSION = 100

/** Bytes of a DebugInfo token: opcode, three words, kind. */
const DEBUG_SIZE = 14

/**
 * Kinds of DebugInfo that belong to the call before them: the ends of arguments and of an operator's. Others
 * begin the statement after it, to which jumps may lead; so does the return from a latent function (12
 * packages of games made with UDK, where the size that a context skips leaves it out).
 */
const NOTES_OF_CALLS: ReadonlySet<number> = new Set([0x40, 0x41])

/** Tells whether a DebugInfo token, by its last operand, belongs to the call before it, if there is one. */
export function isNoteOfCall(kind: unknown): boolean {
  return typeof kind === 'number' && NOTES_OF_CALLS.has(kind)
}

const NO_FLOATS = new Float32Array(0)
const NO_INTS = new Int32Array(0)
const NO_UNITS = new Uint16Array(0)

/** Called with each token as the walk passes it: what it is, and where it is in memory. */
export interface TokenObserver {
  /**
   * A token begins. @param role the operand of its parent that it is, '' for a statement. @param memory where
   * it begins.
   */
  begin(token: Token, definition: TokenDefinition, role: string, memory: number): void
  /** The token that began last ends. @param memory where it ends, with all that belongs to it. */
  end(memory: number): void
}

/**
 * *The walk over bytecode*: passes every operand of every token through an archive, and counts the memory
 * that they take.
 *
 * Sizes and jumps in a script count bytes of memory, in which a name or object takes a fixed size, whatever
 * it takes on disk. Where only that size is stored, the walk is what finds the end.
 */
export class ScriptWalk {
  readonly #ar: Archive
  readonly #set: TokenSet
  /** Bytes of memory passed so far. */
  memory = 0
  #depth = 0
  readonly #observer: TokenObserver | undefined
  #role = ''
  /**
   * Tokens of the lists that are being read, one list after the other. A list grown by itself would have room
   * for 17.
   */
  readonly #lists: Token[] = []
  #listed = 0

  constructor(ar: Archive, observer?: TokenObserver) {
    this.#ar = ar
    this.#observer = observer
    this.#set = tokenSetOf(ar.context)
  }

  /**
   * Statements up to a size in memory when loading, the given ones otherwise.
   *
   * @param read where those that are read go, so that the ones before a damage are known.
   */
  statements(tokens: Token[], memorySize: number, read: Token[] = []): Token[] {
    if (!this.#ar.isLoading) {
      for (let i = 0; i < tokens.length; i++) this.#statement(tokens[i], i)
      return tokens
    }
    while (this.memory < memorySize) read.push(this.#statement(undefined, read.length))
    if (this.memory !== memorySize) {
      throw this.#ar.error(
        'bad-value',
        'script',
        `expected the last token to end at ${plural(memorySize, 'byte')} of memory, found the end at ${this.memory}`,
      )
    }
    return read
  }

  #statement(token: Token | undefined, index: number): Token {
    this.#role = ''
    this.#ar.enter('script', index)
    const passed = this.token(token)
    this.#ar.leave(true)
    return passed
  }

  /**
   * One token with all that belongs to it.
   *
   * @throws {PackageError} `bad-value` for an opcode that the engine does not have, `limit` when tokens nest
   *   too deep.
   */
  token(given: Token | undefined): Token {
    const ar = this.#ar
    const at = ar.position
    const op = ar.u8(given === undefined ? 0 : given.op, 'op')
    const definition = this.#set.tokens[op]
    if (definition === undefined) {
      const found = `0x${op.toString(16).padStart(2, '0')}`
      throw ar.error('bad-value', 'op', `expected a token of this engine's bytecode, found ${found}`, at)
    }
    if (++this.#depth > MAX_DEPTH) {
      throw ar.error('limit', 'op', `expected tokens nested up to ${MAX_DEPTH} deep, found them deeper`, at)
    }
    const token = given ?? new Token(op, new Array<Operand>(definition.values))
    this.#observer?.begin(token, definition, this.#role, this.memory)
    this.memory += 1
    if (definition.operands.length > 0) {
      ar.enter(definition.name)
      this.#operands(token, definition.operands)
      ar.leave()
    }
    this.#depth -= 1
    this.#observer?.end(this.memory)
    return token
  }

  #operands(token: Token, definitions: readonly OperandDefinition[]): void {
    const { operands } = token
    let slot = 0
    for (const { name, kind } of definitions) {
      this.#role = name
      if (kind === 'case') {
        const offset = this.#u16(operands[slot], 'offset')
        operands[slot++] = offset
        operands[slot] = offset === 0xffff ? null : this.#expression(operands[slot], 'value')
      } else if (kind === 'end') {
        this.#end(token)
        continue
      } else {
        operands[slot] = this.#operand(operands[slot], name, kind, token)
      }
      slot++
    }
  }

  #operand(value: Operand | undefined, name: string, kind: OperandDefinition['kind'], token: Token): Operand {
    const ar = this.#ar
    switch (kind) {
      case 'expression':
        return this.#expression(value, name)
      case 'arguments': {
        const list = this.#list(value, END_FUNCTION_PARMS, name)
        this.#debug(token)
        return list
      }
      case 'parameter':
        return this.#list(value, END_PARM_VALUE, name)
      case 'object':
        this.memory += this.#set.objectSize
        return ar.object(objectOf(value), name)
      case 'name':
        this.memory += this.#set.nameSize
        return ar.name(value instanceof Name ? value : Name.NONE, name)
      case 'u8':
        this.memory += 1
        return ar.u8(numberOf(value), name)
      case 'u16':
      case 'offset':
      case 'skip':
        return this.#u16(value, name)
      case 'i32':
        this.memory += 4
        return ar.i32(numberOf(value), name)
      case 'float':
        return this.#floats(value, 1, name)
      case 'range':
        return this.#floats(value, 2, name)
      case 'vector':
        return this.#floats(value, 3, name)
      case 'rotator':
        this.memory += 12
        return ar.ints(value instanceof Int32Array ? value : NO_INTS, 3, name)
      case 'ascii':
      case 'text': {
        const text = ar.zeroTerminated(value instanceof UString ? value : UString.EMPTY, name)
        this.memory += text.length + 1
        return text
      }
      case 'unicode':
        return this.#units(value, name)
      case 'labels':
        return this.#labels(value)
      case 'sizes':
        return this.#sizes(value)
      case 'fields':
        return this.#fields(value)
      default:
        throw new RangeError(`operand ${name} is of kind ${kind}, which is not one value`)
    }
  }

  #expression(value: Operand | undefined, name: string): Token {
    this.#role = name
    this.#ar.enter(name)
    const token = this.token(value instanceof Token ? value : undefined)
    this.#ar.leave()
    return token
  }

  #u16(value: Operand | undefined, name: string): number {
    this.memory += 2
    return this.#ar.u16(numberOf(value), name)
  }

  /** Floats as they are: a literal may be any bit pattern. */
  #floats(value: Operand | undefined, count: number, name: string): Float32Array {
    this.memory += 4 * count
    return this.#ar.floats(value instanceof Float32Array ? value : NO_FLOATS, count, name)
  }

  /** Tokens and the one that ends them, which the list does not hold. */
  #list(value: Operand | undefined, end: number, name: string): Token[] {
    const ar = this.#ar
    const given = tokensOf(value)
    if (!ar.isLoading) {
      for (let i = 0; i < given.length; i++) {
        ar.enter('', i)
        this.#role = name
        this.token(given[i])
        ar.leave(true)
      }
      ar.u8(end, 'end')
      this.memory += 1
      return given
    }
    const first = this.#listed
    for (;;) {
      ar.enter('', this.#listed - first)
      this.#role = name
      const token = this.token(undefined)
      ar.leave(true)
      if (token.op === end) break
      this.#lists[this.#listed++] = token
    }
    const list = this.#lists.slice(first, this.#listed)
    this.#listed = first
    return list
  }

  /** EndFunctionParms after a fixed number of operands. */
  #end(token: Token): void {
    const at = this.#ar.position
    const op = this.#ar.u8(END_FUNCTION_PARMS, 'end')
    if (op !== END_FUNCTION_PARMS) {
      throw this.#ar.error(
        'bad-value',
        'end',
        `expected the token 0x16 that ends arguments, found 0x${op.toString(16)}`,
        at,
      )
    }
    this.memory += 1
    this.#debug(token)
  }

  /** The DebugInfo token that may follow a call. */
  #debug(token: Token): void {
    const { debugInfo } = this.#set
    if (debugInfo < 0) return
    if (this.#ar.isLoading ? !this.#debugFollows(debugInfo) : token.debug === undefined) return
    token.debug = this.#expression(token.debug, 'debug')
  }

  #debugFollows(debugInfo: number): boolean {
    const ar = this.#ar
    let follows = false
    // An attempt at one byte more than is read always fails, and so only looks ahead. A token that ends the
    // script comes after it in any case.
    ar.attempt(DEBUG_SIZE + 1, () => {
      if (ar.u8(0, 'op') !== debugInfo || ar.i32(0, 'version') !== DEBUG_VERSION) return
      ar.ints(NO_INTS, 2, 'place')
      follows = isNoteOfCall(ar.u8(0, 'kind'))
    })
    return follows
  }

  /** UTF-16 units up to a zero, which is kept. */
  #units(value: Operand | undefined, name: string): Uint16Array {
    const ar = this.#ar
    const given = value instanceof Uint16Array ? value : NO_UNITS
    const count = ar.isLoading ? this.#countUnits(name) : given.length
    this.memory += 2 * count
    return ar.ushorts(given, count, name)
  }

  #countUnits(name: string): number {
    const ar = this.#ar
    let count = 0
    let isEnded = false
    ar.attempt(ar.remaining, () => {
      while (ar.u16(0, name) !== 0) count += 1
      count += 1
      isEnded = true
      // Only to look ahead: the units are then read as one field.
      throw ar.error('bad-value', name, 'looked ahead')
    })
    if (!isEnded)
      throw ar.error('truncated', name, `expected a zero that ends the text, found none in ${plural(count, 'unit')}`)
    return count
  }

  #labels(value: Operand | undefined): Label[] {
    const ar = this.#ar
    const given = labelsOf(value)
    const labels: Label[] = []
    for (let i = 0; ar.isLoading || i < given.length; i++) {
      ar.enter('labels', i)
      const name = ar.name(given[i]?.name ?? Name.NONE, 'name')
      const offset = ar.u32(given[i]?.offset ?? 0, 'offset')
      ar.leave(true)
      this.memory += this.#set.nameSize + 4
      labels.push({ name, offset })
      if (ar.isLoading && name.number === 0 && name.entry.text.toLowerCase() === 'none') break
    }
    return labels
  }

  /** Size and kind of each parameter, and a zero. */
  #sizes(value: Operand | undefined): Int32Array {
    const ar = this.#ar
    const given = value instanceof Int32Array ? value : NO_INTS
    const sizes: number[] = []
    for (let i = 0; ; i += 2) {
      const size = ar.u8(given[i] ?? 0, 'size')
      this.memory += 1
      if (size === 0) return ar.isLoading ? Int32Array.from(sizes) : given
      sizes.push(size, ar.u8(given[i + 1] ?? 0, 'isOut'))
      this.memory += 1
    }
  }

  #fields(value: Operand | undefined): FieldValue[] {
    const ar = this.#ar
    const given = fieldsOf(value)
    const count = ar.indexCount(given.length, 'count', 2)
    this.memory += 4
    const fields: FieldValue[] = []
    for (let i = 0; i < count; i++) {
      ar.enter('fields', i)
      const field = ar.object(given[i]?.field ?? null, 'field')
      this.memory += this.#set.objectSize
      fields.push({ field, value: this.#expression(given[i]?.value, 'value') })
      ar.leave(true)
    }
    return fields
  }
}

function numberOf(value: Operand | undefined): number {
  return typeof value === 'number' ? value : 0
}

function isObject(value: Operand | undefined): value is ObjectSource {
  return typeof value === 'object' && value !== null && 'reference' in value
}

function objectOf(value: Operand | undefined): ObjectSource | null {
  return isObject(value) ? value : null
}

function tokensOf(value: Operand | undefined): Token[] {
  if (areTokens(value)) return value
  const all: readonly unknown[] = Array.isArray(value) ? value : []
  return all.filter((entry): entry is Token => entry instanceof Token)
}

function areTokens(value: Operand | undefined): value is Token[] {
  if (!Array.isArray(value)) return false
  for (const entry of value) if (!(entry instanceof Token)) return false
  return true
}

function labelsOf(value: Operand | undefined): Label[] {
  return Array.isArray(value) ? value.filter((entry): entry is Label => 'offset' in entry) : []
}

function fieldsOf(value: Operand | undefined): FieldValue[] {
  return Array.isArray(value) ? value.filter((entry): entry is FieldValue => 'field' in entry) : []
}
