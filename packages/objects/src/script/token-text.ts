import { type FormatContext, Name, UString } from '@ukit/container'
import { type FieldValue, type Label, type Operand, type OperandDefinition, Token } from './token.js'
import { CAST_NAMES, tokenSetOf } from './token-tables.js'
import { namedOperands, type PlacedToken, walkTokens } from './walk-tokens.js'

/** How tokens are written. */
export interface TokenTextOptions {
  /** Writes a position in the script; hexadecimal with four digits unless told otherwise, as in `0x001A`. */
  readonly offset?: (position: number) => string
}

/**
 * *A token as one line of text*, with everything inside it:
 * `JumpIfNot(0x001A, BoolVariable(InstanceVariable(BoolProperty'Light.bOn')))`.
 *
 * The names are the engine's, the operands in file order. Positions, objects, names and texts look different
 * from each other: `0x001A`, `Class'Path'`, `'Name'`, `"text"`.
 */
export function tokenText(token: Token, context: FormatContext, options: TokenTextOptions = {}): string {
  return new TokenWriter(context, options.offset ?? hexOffset).token(token)
}

/** One line of a listing. */
export interface ListingLine {
  /** Position of the statement in memory. */
  readonly offset: number
  /** Set where something jumps here: `L001A`. */
  readonly label: string | undefined
  readonly text: string
}

/**
 * *A script as a listing*: a line for each statement with its position in memory, and labels where jumps
 * lead.
 *
 * ```text
 *       0000  JumpIfNot(L0014, BoolVariable(InstanceVariable(BoolProperty'Light.bOn')))
 *       000D  FinalFunction(Function'Light.TurnOff')
 * L0014:
 *       0014  Return(Nothing)
 * ```
 *
 * A jump that leads to no statement shows the bare position, `0x0015`.
 */
export function scriptListing(tokens: readonly Token[], context: FormatContext): ListingLine[] {
  const placed = walkTokens(tokens, context)
  const statements = placed.filter(({ depth }) => depth === 0)
  const starts = new Set(statements.map(({ offset }) => offset))
  const targets = new Set(placed.flatMap((token) => jumpTargets(token).map(({ target }) => target)))
  const labelOf = (position: number) => `L${digits(position)}`
  const writer = new TokenWriter(context, (position) =>
    starts.has(position) && targets.has(position) ? labelOf(position) : hexOffset(position),
  )
  return statements.map(({ token, offset }) => ({
    offset,
    label: targets.has(offset) ? labelOf(offset) : undefined,
    text: writer.token(token),
  }))
}

/** A listing as text, its lines ended by line feeds; see `scriptListing`. */
export function scriptText(tokens: readonly Token[], context: FormatContext): string {
  const lines: string[] = []
  for (const { offset, label, text } of scriptListing(tokens, context)) {
    if (label !== undefined) lines.push(`${label}:`)
    lines.push(`      ${digits(offset)}  ${text}`)
  }
  return lines.map((line) => `${line}\n`).join('')
}

/** A position in the script that a token leads to, and the operand that says so. */
export interface JumpTarget {
  readonly operand: string
  /** Bytes of memory from the beginning of the script. */
  readonly target: number
}

/**
 * *Where a token leads*: the targets of jumps, cases, iterators and labels. The `default:` of a switch leads
 * nowhere.
 *
 * A label table's entries lead to the labels of a state's code.
 */
export function jumpTargets({ definition, operands }: PlacedToken): JumpTarget[] {
  const targets: JumpTarget[] = []
  for (const { name, kind } of definition.operands) {
    const operand = kind === 'case' ? 'offset' : name
    const value = operands[operand]
    if ((kind === 'offset' || kind === 'case') && typeof value === 'number' && value !== NOWHERE)
      targets.push({ operand, target: value })
    if (kind !== 'labels') continue
    labelsOf(value).forEach((label, i) => {
      if (label.offset !== NOWHERE) targets.push({ operand: `${operand}[${i}]`, target: label.offset })
    })
  }
  return targets
}

/** What the last case of a switch and the end of a label table have in place of a position. */
const NOWHERE = 0xffff

class TokenWriter {
  readonly #context: FormatContext
  readonly #offset: (position: number) => string

  constructor(context: FormatContext, offset: (position: number) => string) {
    this.#context = context
    this.#offset = offset
  }

  token(token: Token): string {
    const definition = tokenSetOf(this.#context).tokens[token.op]
    if (definition === undefined) return `Unknown${digits(token.op, 2)}`
    const operands = namedOperands(token, this.#context)
    const parts: string[] = []
    // The number of a native function is in its opcode.
    if (definition.name === 'NativeFunction') parts.push(String(token.op))
    if (definition.name === 'ExtendedNative') parts.push(String(this.#nativeNumber(token)))
    for (const part of definition.operands) {
      if (part.kind === 'end' || (definition.name === 'ExtendedNative' && part.name === 'low')) continue
      if (part.kind === 'case') {
        if (operands['value'] === null) parts.push('default')
        else
          parts.push(
            this.#offset(numberOf(operands['offset'])),
            this.#operand(operands['value'], 'expression', 'value'),
          )
      } else if (!isList(part)) parts.push(this.#operand(operands[part.name], part.kind, part.name))
      else for (const item of tokensOf(operands[part.name])) parts.push(this.token(item))
    }
    const text = parts.length === 0 ? definition.name : `${definition.name}(${parts.join(', ')})`
    return token.debug === undefined ? text : `${text} ${this.token(token.debug)}`
  }

  /** An opcode from the first of the extended ones on counts 256 natives each. */
  #nativeNumber(token: Token): number {
    const set = tokenSetOf(this.#context)
    const first = set.tokens.findIndex((definition) => definition?.name === 'ExtendedNative')
    return (token.op - first) * 256 + numberOf(token.operands[0])
  }

  #operand(value: Operand | undefined, kind: OperandDefinition['kind'], name: string): string {
    if (kind === 'offset') return value === NOWHERE ? 'nowhere' : this.#offset(numberOf(value))
    if (kind === 'labels')
      return labelsOf(value)
        .map((label) => this.#label(label))
        .join(', ')
    if (kind === 'fields')
      return fieldsOf(value)
        .map((field) => this.#field(field))
        .join(', ')
    if (name === 'cast' && typeof value === 'number') return CAST_NAMES[value] ?? String(value)
    if (value instanceof Token) return this.token(value)
    if (value instanceof Float32Array || value instanceof Int32Array) {
      const numbers = Array.from(value, String)
      return numbers.length === 1 ? (numbers[0] ?? '') : `(${numbers.join(', ')})`
    }
    if (value instanceof Uint16Array) return JSON.stringify(String.fromCharCode(...value.subarray(0, -1)))
    if (value instanceof UString) return JSON.stringify(value.text)
    if (value instanceof Name) return `'${value}'`
    return typeof value === 'object' ? objectText(value) : String(value)
  }

  #label({ name, offset }: Label): string {
    return offset === NOWHERE ? 'end' : `${name}: ${this.#offset(offset)}`
  }

  #field({ field, value }: FieldValue): string {
    return `${objectText(field)}: ${this.token(value)}`
  }
}

/** `Class'Path'` of an object of a package, `None` for none. */
function objectText(value: Operand | undefined): string {
  if (typeof value !== 'object' || value === null || !('path' in value)) return 'None'
  return 'className' in value ? `${value.className}'${value.path}'` : value.path
}

function hexOffset(position: number): string {
  return `0x${digits(position)}`
}

function digits(value: number, width = 4): string {
  return value.toString(16).toUpperCase().padStart(width, '0')
}

function isList({ kind }: OperandDefinition): boolean {
  return kind === 'arguments' || kind === 'parameter'
}

function numberOf(value: Operand | undefined): number {
  return typeof value === 'number' ? value : 0
}

function tokensOf(value: Operand | undefined): Token[] {
  return Array.isArray(value) ? value.filter((entry): entry is Token => entry instanceof Token) : []
}

function labelsOf(value: Operand | undefined): Label[] {
  return Array.isArray(value) ? value.filter((entry): entry is Label => 'offset' in entry) : []
}

function fieldsOf(value: Operand | undefined): FieldValue[] {
  return Array.isArray(value) ? value.filter((entry): entry is FieldValue => 'field' in entry) : []
}
