import type { FormatContext } from '@ukit/container'
import { type Label, NOWHERE, type Operand, type Token } from '@ukit/objects/script'
import { quoteText } from './escape.js'
import { layOut, type ScriptLayout, skipPlace } from './layout.js'
import type { ListingSymbols } from './listing-symbols.js'
import { positionDigits, type TokenWords, TokenWriter } from './token-writer.js'

/** What a listing says beside the tokens. */
export interface ListingOptions {
  /** The package's names and objects; without them each is written by its text alone. */
  readonly symbols?: ListingSymbols | undefined
  /** What the native function of a number is called. */
  readonly nativeName?: ((index: number) => string | undefined) | undefined
}

/** One line of a listing. */
export interface ListingLine {
  /** Position of the statement in memory. */
  readonly offset: number
  /** Set where something leads here: `L001A`. */
  readonly label: string | undefined
  /** Labels of a state's code that are here, as text. */
  readonly names: readonly string[]
  /** The line, without its line feed. */
  readonly text: string
}

/**
 * *A script as a listing*: a line for each statement with its position in memory, and labels where jumps
 * lead.
 *
 * ```text
 *       0000  JumpIfNot(offset=L0014, condition=BoolVariable(InstanceVariable(BoolProperty'Light.bOn')))
 *       000D  FinalFunction(Function'Light.TurnOff')
 * L0014:
 *       0014  Return(Nothing)
 * ```
 *
 * A jump that leads to no statement shows the bare position, `0x0015`.
 */
export function scriptListing(
  tokens: readonly Token[],
  context: FormatContext,
  options: ListingOptions = {},
): ListingLine[] {
  const layout = layOut(tokens, context)
  const starts = new Set(layout.starts)
  const { targets, named } = targetsOf(layout, starts)
  const { symbols, nativeName } = options
  const words: TokenWords = {
    layout,
    position: (position) => (targets.has(position) ? `L${positionDigits(position)}` : `0x${positionDigits(position)}`),
    ...(symbols === undefined
      ? {}
      : { nameText: (name) => symbols.nameText(name), objectText: (object) => symbols.objectText(object) }),
    ...(nativeName === undefined ? {} : { nativeName }),
  }
  const writer = new TokenWriter(context, words)
  return tokens.map((token, i) => {
    const offset = layout.starts[i] ?? 0
    return {
      offset,
      label: targets.has(offset) ? `L${positionDigits(offset)}` : undefined,
      names: named.get(offset) ?? [],
      text: writer.token(token),
    }
  })
}

/** A listing as text, its lines ended by line feeds; see `scriptListing`. */
export function scriptText(tokens: readonly Token[], context: FormatContext, options: ListingOptions = {}): string {
  return linesText(scriptListing(tokens, context, options))
}

/** Lines of a listing as text. */
export function linesText(lines: readonly ListingLine[]): string {
  const written: string[] = []
  for (const { offset, label, names, text } of lines) {
    if (label !== undefined) written.push(names.length === 0 ? `${label}:` : `${label}:  // ${names.join(', ')}`)
    written.push(`      ${positionDigits(offset)}  ${text}`)
  }
  return written.map((line) => `${line}\n`).join('')
}

/** Statements that something leads to, and the state's labels by their position. */
function targetsOf({ places }: ScriptLayout, starts: ReadonlySet<number>) {
  const targets = new Set<number>()
  const named = new Map<number, string[]>()
  const add = (position: number) => {
    if (starts.has(position)) targets.add(position)
  }
  for (const [token, place] of places) {
    let slot = 0
    for (const { kind } of place.definition.operands) {
      if (kind === 'end') continue
      const value = token.operands[slot]
      if (kind === 'offset' || kind === 'case') {
        if (typeof value === 'number' && value !== NOWHERE) add(value)
      } else if (kind === 'skip' && typeof value === 'number') {
        const skipped = skipPlace(token, place, slot, places)
        if (skipped !== undefined && skipped.usual !== value && skipped.from + value >= place.offset + place.size)
          add(skipped.from + value)
      } else if (kind === 'labels') {
        for (const { name, offset } of labelsOf(value)) {
          if (offset === NOWHERE) continue
          add(offset)
          const known = named.get(offset)
          if (known === undefined) named.set(offset, [quoteText(String(name), "'")])
          else known.push(quoteText(String(name), "'"))
        }
      }
      slot += kind === 'case' ? 2 : 1
    }
  }
  return { targets, named }
}

function labelsOf(value: Operand | undefined): Label[] {
  return Array.isArray(value) ? value.filter((entry): entry is Label => 'offset' in entry) : []
}
