import { type FormatContext, Name, type ObjectSource } from '@ukit/container'
import { type Operand, Token, type TokenDefinition, type TokenSet, tokenSetOf } from '@ukit/objects/script'
import { SHORT_FORMS, shortCondition } from './short-forms.js'

/** Deeper tokens come from no compiler and no reader. */
const MAX_DEPTH = 1000

/**
 * *Tokens by name*: what the decompiler asks of a token, for one line of the engine, without making an object
 * for each.
 */
export class TokenView {
  readonly context: FormatContext
  readonly set: TokenSet
  readonly #slots: (ReadonlyMap<string, number> | undefined)[] = []

  constructor(context: FormatContext) {
    this.context = context
    this.set = tokenSetOf(context)
    for (const definition of this.set.tokens) this.#slots.push(definition && slotsOf(definition))
  }

  /**
   * The engine's name of a token, also of a game's short form of it; `''` for an opcode that means nothing.
   */
  name(token: Token): string {
    const name = this.set.tokens[token.op]?.name ?? ''
    return SHORT_FORMS.get(name) ?? name
  }

  /** An operand by name; `null` when the token has none of that name. */
  operand(token: Token, name: string): Operand {
    const slot = this.#slots[token.op]?.get(name)
    return slot === undefined ? null : (token.operands[slot] ?? null)
  }

  /** An operand that is a token. */
  token(token: Token, name: string): Token | undefined {
    const operand = this.operand(token, name)
    if (operand instanceof Token) return operand
    const isShort = name === 'condition' && this.name(token) === 'JumpIfNot'
    return isShort ? shortCondition(this, token) : undefined
  }

  /** The arguments of a call. */
  list(token: Token, name: string): readonly Token[] {
    const operand = this.operand(token, name)
    return Array.isArray(operand) ? operand.filter((entry): entry is Token => entry instanceof Token) : []
  }

  /** A number, −1 when there is none. */
  number(token: Token, name: string): number {
    const operand = this.operand(token, name)
    return typeof operand === 'number' ? operand : -1
  }

  /** A name as text, `None` when there is none. */
  text(token: Token, name: string): string {
    const operand = this.operand(token, name)
    return operand instanceof Name ? operand.toString() : 'None'
  }

  /** A reference to an object. */
  object(token: Token, name: string): ObjectSource | null {
    const operand = this.operand(token, name)
    return isObject(operand) ? operand : null
  }

  /** Number of a native function that a token calls; −1 for another token. */
  nativeNumber(token: Token): number {
    const name = this.name(token)
    if (name === 'NativeFunction') return token.op
    if (name !== 'ExtendedNative') return -1
    const first = this.set.tokens.findIndex((definition) => definition?.name === 'ExtendedNative')
    return (token.op - first) * 256 + this.number(token, 'low')
  }

  /** Bytes of memory that a token takes with all that belongs to it: what jumps and skips count. */
  size(token: Token, depth = 0): number {
    const definition = this.set.tokens[token.op]
    if (definition === undefined || depth > MAX_DEPTH) return 1
    let size = 1
    let slot = 0
    for (const { kind } of definition.operands) {
      if (kind === 'end') {
        size += 1 + this.#debugSize(token, depth)
        continue
      }
      const operand = token.operands[slot++] ?? null
      if (kind === 'case') {
        const value = token.operands[slot++] ?? null
        size += 2 + (value instanceof Token ? this.size(value, depth + 1) : 0)
      } else if (kind === 'expression') size += operand instanceof Token ? this.size(operand, depth + 1) : 0
      else if (kind === 'arguments') size += this.#listSize(operand, depth) + this.#debugSize(token, depth)
      else if (kind === 'parameter') size += this.#listSize(operand, depth)
      else size += this.#plainSize(operand, kind, depth)
    }
    return size
  }

  #debugSize(token: Token, depth: number): number {
    return token.debug === undefined ? 0 : this.size(token.debug, depth + 1)
  }

  #listSize(operand: Operand, depth: number): number {
    let size = 1
    if (Array.isArray(operand)) {
      for (const entry of operand) if (entry instanceof Token) size += this.size(entry, depth + 1)
    }
    return size
  }

  #plainSize(operand: Operand, kind: string, depth: number): number {
    const { nameSize, objectSize } = this.set
    switch (kind) {
      case 'object':
        return objectSize
      case 'name':
        return nameSize
      case 'u8':
        return 1
      case 'u16':
      case 'offset':
      case 'skip':
        return 2
      case 'range':
        return 8
      case 'vector':
      case 'rotator':
        return 12
      case 'ascii':
      case 'text':
        return lengthOf(operand) + 1
      case 'unicode':
        return 2 * lengthOf(operand)
      case 'labels':
        return lengthOf(operand) * (nameSize + 4)
      case 'sizes':
        return lengthOf(operand) + 1
      case 'fields': {
        let size = 4
        if (Array.isArray(operand)) {
          for (const entry of operand) if ('field' in entry) size += objectSize + this.size(entry.value, depth + 1)
        }
        return size
      }
      default:
        return 4
    }
  }
}

function slotsOf(definition: TokenDefinition): ReadonlyMap<string, number> {
  const slots = new Map<string, number>()
  let slot = 0
  for (const { name, kind } of definition.operands) {
    if (kind === 'end') continue
    if (kind === 'case') {
      slots.set('offset', slot++)
      slots.set('value', slot++)
    } else slots.set(name, slot++)
  }
  return slots
}

function isObject(operand: Operand): operand is ObjectSource {
  return typeof operand === 'object' && operand !== null && 'reference' in operand
}

function lengthOf(operand: Operand): number {
  return typeof operand === 'object' && operand !== null && 'length' in operand ? Number(operand.length) : 0
}

const VIEWS = new WeakMap<FormatContext, TokenView>()

/** The view of a package's tokens. */
export function tokenView(context: FormatContext): TokenView {
  let view = VIEWS.get(context)
  if (view === undefined) {
    view = new TokenView(context)
    VIEWS.set(context, view)
  }
  return view
}
