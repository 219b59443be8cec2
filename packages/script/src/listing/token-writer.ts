import { type FormatContext, Name, type ObjectSource, UString } from '@ukit/container'
import {
  castNames,
  type FieldValue,
  type Label,
  NOWHERE,
  type Operand,
  type OperandDefinition,
  Token,
  type TokenDefinition,
  tokenSetOf,
} from '@ukit/objects/script'
import { DEBUG_KINDS } from './debug-kinds.js'
import { quoteText } from './escape.js'
import { type ScriptLayout, skipPlace } from './layout.js'

/** What else a listing says, and how it writes what the package has. */
export interface TokenWords {
  /** What is written for a name; its text in quotes by default. */
  readonly nameText?: (name: Name) => string
  /** What is written for an object; `Class'Path'` by default. */
  readonly objectText?: (object: ObjectSource | null) => string
  /** What the native function of a number is called, as a comment for readers. */
  readonly nativeName?: (index: number) => string | undefined
  /** What is written for a position in the script; `0x001A` by default. */
  readonly position?: (position: number) => string
  /** Where the tokens are; without it every skip is written. */
  readonly layout?: ScriptLayout
}

/**
 * *A token as one line of text*, with everything inside it:
 * `JumpIfNot(offset=0x001A, condition=BoolVariable(InstanceVariable(BoolProperty'Light.bOn')))`.
 *
 * The names are the engine's, the operands in file order, with their names where a token has several.
 * Positions, objects, names and texts look different from each other: `0x001A`, `Class'Path'`, `'Name'`,
 * `"text"`.
 */
export function tokenText(token: Token, context: FormatContext, words: TokenWords = {}): string {
  return new TokenWriter(context, words).token(token)
}

/** Four or more hexadecimal digits. */
export function positionDigits(position: number): string {
  return position.toString(16).toUpperCase().padStart(4, '0')
}

/** Writes the tokens of a package. */
export class TokenWriter {
  readonly #context: FormatContext
  readonly #tokens: readonly (TokenDefinition | undefined)[]
  readonly #words: TokenWords
  readonly #extended: number
  readonly #shared: ReadonlySet<string>

  constructor(context: FormatContext, words: TokenWords) {
    this.#context = context
    this.#words = words
    this.#tokens = tokenSetOf(context).tokens
    this.#extended = firstExtended(context)
    this.#shared = sharedNames(context)
  }

  token(token: Token): string {
    const definition = this.#tokens[token.op]
    if (definition === undefined) return `Unknown#${opDigits(token.op)}`
    const parts = this.#parts(token, definition)
    // In UE1 two codes are a cast from string to name.
    const isShared = this.#shared.has(definition.name)
    const name = isShared ? `${definition.name}#${opDigits(token.op)}` : definition.name
    const text = definition.operands.length === 0 ? name : `${name}(${parts.join(', ')})`
    return token.debug === undefined ? text : `${text} + ${this.token(token.debug)}`
  }

  #parts(token: Token, definition: TokenDefinition): string[] {
    const { operands } = definition
    // The number of a native function is in its opcode.
    if (definition.name === 'NativeFunction') return [this.#native(token.op), ...this.#list(token.operands[0])]
    if (definition.name === 'ExtendedNative')
      return [this.#native(extendedNumber(token, this.#extended)), ...this.#list(token.operands[1])]
    const isNamed = operands.filter(({ kind }) => !isList(kind) && kind !== 'end').length > 1
    const parts: string[] = []
    let slot = 0
    for (const { name, kind } of operands) {
      if (kind === 'end') continue
      if (kind === 'case') {
        const [offset, value] = [token.operands[slot++], token.operands[slot++]]
        if (value instanceof Token)
          parts.push(`offset=${this.#position(numberOf(offset))}`, `value=${this.token(value)}`)
        else parts.push('default')
        continue
      }
      const value = token.operands[slot++]
      if (kind === 'skip') {
        const skip = this.#skip(token, slot - 1, numberOf(value))
        if (skip !== undefined) parts.push(`${name}=${skip}`)
      } else if (isList(kind)) parts.push(...this.#list(value, kind))
      else parts.push(`${isNamed ? `${name}=` : ''}${this.#operand(value, kind, name)}`)
    }
    return parts
  }

  #native(index: number): string {
    const name = this.#words.nativeName?.(index)
    // A name of an obfuscator's must not end the comment.
    return name === undefined
      ? String(index)
      : `${index} /* ${quoteText(name, '"').slice(1, -1).replaceAll('*/', '* /')} */`
  }

  /**
   * Nothing for the usual number; a position where it leads to a statement, since that follows when code
   * grows.
   */
  #skip(token: Token, slot: number, skip: number): string | undefined {
    const { layout } = this.#words
    const place = layout?.places.get(token)
    if (layout === undefined || place === undefined) return String(skip)
    const skipped = skipPlace(token, place, slot, layout.places)
    if (skipped === undefined) return String(skip)
    if (skipped.usual === skip) return undefined
    const target = skipped.from + skip
    const position = this.#position(target)
    return target > place.offset && position.startsWith('L') ? position : String(skip)
  }

  #position(position: number): string {
    return this.#words.position?.(position) ?? `0x${positionDigits(position)}`
  }

  #list(value: Operand | undefined, kind: OperandDefinition['kind'] = 'arguments'): string[] {
    if (!Array.isArray(value)) return value instanceof Int32Array ? Array.from(value, String) : []
    const parts: string[] = []
    for (const entry of value) {
      if (entry instanceof Token) parts.push(this.token(entry))
      else if (kind === 'fields' && 'field' in entry) parts.push(this.#field(entry))
      else if (kind === 'labels' && 'offset' in entry) parts.push(this.#label(entry))
    }
    // The entry that ends a table of labels is there unless it is said otherwise.
    if (kind === 'labels' && parts.at(-1) === USUAL_END) parts.pop()
    return parts
  }

  #operand(value: Operand | undefined, kind: OperandDefinition['kind'], name: string): string {
    if (value instanceof Token) return this.token(value)
    if (value instanceof Float32Array) return tuple(floatTexts(value))
    if (value instanceof Int32Array) return tuple(Array.from(value, String))
    if (value instanceof Uint16Array) return quoteText(String.fromCharCode(...value.subarray(0, -1)), '"')
    if (value instanceof UString) return quoteText(value.text, '"')
    if (value instanceof Name) return this.#name(value)
    if (typeof value !== 'number') return this.#object(isObject(value) ? value : null)
    if (kind === 'offset') return this.#position(value)
    if (name === 'cast') return castNames(this.#context)[value] ?? String(value)
    if (name === 'kind') return DEBUG_KINDS[value] ?? String(value)
    return String(value)
  }

  #name(name: Name): string {
    return this.#words.nameText?.(name) ?? quoteText(String(name), "'")
  }

  #object(object: ObjectSource | null): string {
    return this.#words.objectText?.(object) ?? plainObjectText(object)
  }

  #label({ name, offset }: Label): string {
    return `${this.#name(name)}=${offset === NOWHERE ? 'nowhere' : this.#position(offset)}`
  }

  #field({ field, value }: FieldValue): string {
    return `${this.#object(field)}=${this.token(value)}`
  }
}

/** `Class'Path'` of an object of a package, `None` for none. */
function plainObjectText(object: ObjectSource | null): string {
  if (object === null) return 'None'
  const className = 'className' in object && typeof object.className === 'string' ? object.className : ''
  return `${className}${quoteText(object.path, "'")}`
}

/** The entry that ends every table of labels. */
const USUAL_END = "'None'=nowhere"

/** The shortest digits that mean the same float; the bits of what no digits mean. */
function floatTexts(values: Float32Array): string[] {
  const bits = new DataView(values.buffer, values.byteOffset, values.byteLength)
  return Array.from(values, (value, i) => {
    // As it is in memory, which is little-endian wherever this runs; written by the same rule.
    if (!Number.isFinite(value)) return `0x${hex(bits.getUint32(4 * i, true), 8)}`
    if (Object.is(value, -0)) return '-0.0'
    return shortestFloat(value)
  })
}

function shortestFloat(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return decimal(short)
  }
  return decimal(value)
}

function decimal(value: number): string {
  const text = String(value)
  return /[.e]/.test(text) ? text : `${text}.0`
}

function tuple(texts: readonly string[]): string {
  return texts.length === 1 ? (texts[0] ?? '') : `(${texts.join(', ')})`
}

function hex(value: number, width: number): string {
  return value.toString(16).toUpperCase().padStart(width, '0')
}

function opDigits(op: number): string {
  return hex(op, 2)
}

/** Operands that are lists: what is in them is written without a name. */
export function isList(kind: OperandDefinition['kind']): boolean {
  return kind === 'arguments' || kind === 'parameter' || kind === 'labels' || kind === 'fields' || kind === 'sizes'
}

/** The first opcode of natives with a second byte; each counts 256 of them. */
export function firstExtended(context: FormatContext): number {
  return tokenSetOf(context).tokens.findIndex((definition) => definition?.name === 'ExtendedNative')
}

function extendedNumber(token: Token, first: number): number {
  return (token.op - first) * 256 + numberOf(token.operands[0])
}

const SHARED = new WeakMap<readonly unknown[], ReadonlySet<string>>()

/** Names that several opcodes have, natives apart. */
function sharedNames(context: FormatContext): ReadonlySet<string> {
  const { tokens } = tokenSetOf(context)
  let shared = SHARED.get(tokens)
  if (shared === undefined) {
    const once = new Set<string>()
    const several = new Set<string>()
    for (const definition of tokens) {
      if (definition === undefined || /^(?:NativeFunction|ExtendedNative)$/.test(definition.name)) continue
      if (once.has(definition.name)) several.add(definition.name)
      once.add(definition.name)
    }
    shared = several
    SHARED.set(tokens, shared)
  }
  return shared
}

function isObject(value: Operand | undefined): value is ObjectSource {
  return typeof value === 'object' && value !== null && 'reference' in value
}

function numberOf(value: Operand | undefined): number {
  return typeof value === 'number' ? value : 0
}
