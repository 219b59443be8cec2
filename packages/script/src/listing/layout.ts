import { Archive, type FormatContext } from '@ukit/container'
import { type Operand, ScriptWalk, Token, type TokenDefinition } from '@ukit/objects/script'

/** Where a token is in memory, from the beginning of the script, and how much it takes. */
export interface TokenPlace {
  readonly definition: TokenDefinition
  /** Number of the statement that it is in. */
  readonly statement: number
  readonly offset: number
  readonly size: number
}

/** *Where every token of a script is.* */
export interface ScriptLayout {
  readonly places: ReadonlyMap<Token, TokenPlace>
  /** Where statements begin, in their order. */
  readonly starts: readonly number[]
  /** Bytes of memory that the statements take. */
  readonly end: number
}

/** Where the tokens of a script are; skips and jumps in them count for nothing. */
export function layOut(tokens: readonly Token[], context: FormatContext): ScriptLayout {
  const places = new Map<Token, TokenPlace>()
  const starts: number[] = []
  const open: { definition: TokenDefinition; statement: number; offset: number; size: number }[] = []
  const walk = new ScriptWalk(Archive.references({}, context), {
    begin(token, definition, _role, offset) {
      if (open.length === 0) starts.push(offset)
      const place = { definition, statement: starts.length - 1, offset, size: 0 }
      places.set(token, place)
      open.push(place)
    },
    end(memory) {
      const place = open.pop()
      if (place !== undefined) place.size = memory - place.offset
    },
  })
  walk.statements([...tokens], 0)
  return { places, starts, end: walk.memory }
}

/** What a count of bytes to skip starts from and, as compilers write it, leads to. */
export interface SkipPlace {
  /** Position in the script of the first byte that is skipped. */
  readonly from: number
  /** Bytes that are skipped when the count is the usual one. */
  readonly usual: number
}

/**
 * *The usual count of a skip*: the operand after it, for the right side of `&&` and `||` with the end of the
 * arguments, for tokens with an end of their own up to that end (of 57,000 skips all but 5 %: the implicit
 * Outer of a class `within` another one, and UE3's iterators through a context).
 */
export function skipPlace(
  token: Token,
  place: TokenPlace,
  slot: number,
  places: ReadonlyMap<Token, TokenPlace>,
): SkipPlace | undefined {
  const after: readonly Operand[] = token.operands.slice(slot + 1)
  const next = after.flat().find((operand) => operand instanceof Token)
  const nextPlace = next === undefined ? undefined : places.get(next)
  const { name, operands } = place.definition
  const isToEnd = operands.slice(slot + 1).some(({ kind }) => kind === 'end' || kind === 'parameter')
  const end = place.offset + place.size
  // Without an operand only the token that ends the list is skipped.
  const from = nextPlace?.offset ?? end - 1
  if (isToEnd) return { from, usual: end - from }
  return nextPlace === undefined ? undefined : { from, usual: nextPlace.size + (name === 'Skip' ? 1 : 0) }
}
