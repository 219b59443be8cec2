import { type FormatContext, Name, type ObjectSource, UString } from '@ukit/container'
import { CAST_NAMES, type Operand, Token, type TokenSet, tokenSetOf } from '@ukit/objects/script'
import { memorySize } from './measure.js'

/** The opcodes of one line of the engine by name, and tokens made of them. */
export class TokenWriter {
  /** The tokens of the game and version. */
  readonly set: TokenSet
  readonly #ops: ReadonlyMap<string, number>
  readonly #extended: number

  private constructor(context: FormatContext) {
    this.set = tokenSetOf(context)
    const ops = new Map<string, number>()
    for (const [op, definition] of this.set.tokens.entries()) {
      if (definition !== undefined && !ops.has(definition.name)) ops.set(definition.name, op)
    }
    this.#ops = ops
    this.#extended = ops.get('ExtendedNative') ?? 0x60
  }

  static readonly #known = new WeakMap<FormatContext, TokenWriter>()

  /** The writer for a package. */
  static of(context: FormatContext): TokenWriter {
    let writer = TokenWriter.#known.get(context)
    if (writer === undefined) {
      writer = new TokenWriter(context)
      TokenWriter.#known.set(context, writer)
    }
    return writer
  }

  /** Tells whether this engine has a token of that name. */
  has(name: string): boolean {
    return this.#ops.has(name)
  }

  /**
   * A token with its operands in file order.
   *
   * @throws {MissingTokenError} when this line of the engine does not have it.
   */
  make(name: string, ...operands: Operand[]): Token {
    const op = this.#ops.get(name)
    if (op === undefined) throw new MissingTokenError(name)
    return new Token(op, operands)
  }

  /** A token whose operands depend on the version, by name; what the version does not have is left out. */
  makeNamed(name: string, operands: Readonly<Record<string, Operand>>): Token {
    const op = this.#ops.get(name)
    const definition = op === undefined ? undefined : this.set.tokens[op]
    if (op === undefined || definition === undefined) throw new MissingTokenError(name)
    const list: Operand[] = []
    for (const operand of definition.operands) {
      if (operand.kind !== 'end') list.push(operands[operand.name] ?? (operand.kind === 'object' ? null : 0))
    }
    return new Token(op, list)
  }

  /** Tells whether a token is one of a name. */
  is(token: Token, name: string): boolean {
    return this.#ops.get(name) === token.op
  }

  /** Bytes of memory that a token takes, with all that belongs to it. */
  size(token: Token): number {
    return memorySize(token, this.set)
  }

  /** A call of a native function by number. */
  native(index: number, args: Token[]): Token {
    const first = this.#extended + 0x10
    if (index >= first && index < 0x100) return new Token(index, [args])
    return new Token(this.#extended + (index >> 8), [index & 0xff, args])
  }

  /** A conversion by its code: a token of its own in UE1, the operand of one since. */
  cast(code: number, value: Token): Token {
    const op = this.#ops.get('PrimitiveCast')
    if (op !== undefined) return new Token(op, [code, value])
    const named = this.#ops.get(CAST_NAMES[code] ?? '')
    if (named === undefined) throw new MissingTokenError(CAST_NAMES[code] ?? `cast ${code}`)
    return new Token(named, [value])
  }

  /** The shortest token for a whole number. */
  int(value: number): Token {
    if (value === 0) return this.make('IntZero')
    if (value === 1) return this.make('IntOne')
    return value >= 2 && value <= 255 ? this.make('IntConstByte', value) : this.make('IntConst', value | 0)
  }

  /** A float. */
  float(value: number): Token {
    return this.make('FloatConst', Float32Array.of(value))
  }

  /** A text; of 16-bit units when it needs them. */
  string(text: string): Token {
    for (let i = 0; i < text.length; i++) {
      if (text.charCodeAt(i) > 0xff) {
        const units = new Uint16Array(text.length + 1)
        for (let j = 0; j < text.length; j++) units[j] = text.charCodeAt(j)
        return this.make('UnicodeStringConst', units)
      }
    }
    return this.make('StringConst', UString.of(text, false, true))
  }

  /** The token of what is left out. */
  nothing(): Token {
    return this.make('Nothing')
  }
}

/** A token that this line of the engine does not have. */
export class MissingTokenError extends Error {
  constructor(name: string) {
    super(`Bad command or expression: this version of the engine has nothing for it (${name})`)
    this.name = 'MissingTokenError'
  }
}

/** Names and objects as tokens hold them before they are in a package. */
export interface Binder {
  /** The object that a symbol means. */
  symbol(symbol: { readonly path: string }): ObjectSource
  /** A name. */
  name(text: string): Name
}

/** *A symbol where a token holds an object*: has a path, but no place in a table. */
export class SymbolReference<T extends { readonly path: string } = { readonly path: string }> implements ObjectSource {
  readonly reference = 0
  /** What is referred to. */
  readonly symbol: T

  constructor(symbol: T) {
    this.symbol = symbol
  }

  /** Full path of the symbol. */
  get path(): string {
    return this.symbol.path
  }

  /** Name of its class, as other objects have it. */
  get className(): string {
    const { symbol } = this
    if ('className' in symbol) return String(symbol.className)
    const kind = 'kind' in symbol ? String(symbol.kind) : 'object'
    return `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  }

  /** `Class'Engine.Pawn'`, as other objects are written. */
  toString(): string {
    return `${this.className}'${this.path}'`
  }
}

/** Binds to nothing: tokens hold symbols and new names, to be compared or to be bound later. */
export class LooseBinder implements Binder {
  readonly #references = new Map<object, SymbolReference>()
  readonly #names = new Map<string, Name>()

  symbol(symbol: { readonly path: string }): ObjectSource {
    let reference = this.#references.get(symbol)
    if (reference === undefined) {
      reference = new SymbolReference(symbol)
      this.#references.set(symbol, reference)
    }
    return reference
  }

  name(text: string): Name {
    let name = this.#names.get(text)
    if (name === undefined) {
      name = text.toLowerCase() === 'none' ? Name.NONE : new Name({ text, index: -1 })
      this.#names.set(text, name)
    }
    return name
  }
}
