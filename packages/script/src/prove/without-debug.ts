import type { FormatContext } from '@ukit/container'
import { type Operand, Token, type TokenSet, tokenSetOf, walkTokens } from '@ukit/objects/script'
import { memorySize } from '../compile/measure.js'

/**
 * *A script as it would be without `-debug`*: the tokens that only a debugger reads are taken out, and every
 * jump and skip counted again. The given tokens stay as they are.
 */
export function withoutDebug(tokens: readonly Token[], context: FormatContext): readonly Token[] {
  const set = tokenSetOf(context)
  const { debugInfo } = set
  if (debugInfo < 0 || !hasDebug(tokens, debugInfo)) return tokens
  const removed: { at: number; size: number }[] = []
  for (const { token, offset, size } of walkTokens(tokens, context)) {
    if (token.op === debugInfo) removed.push({ at: offset, size })
  }
  const moved = (offset: number): number => {
    let by = 0
    for (const { at, size } of removed) if (at < offset) by += size
    return offset - by
  }
  const copy = (token: Token): Token => {
    const definition = set.tokens[token.op]
    const operands: Operand[] = []
    let slot = 0
    for (const { kind } of definition?.operands ?? []) {
      if (kind === 'end') continue
      let operand = token.operands[slot] ?? null
      if (kind === 'offset' && typeof operand === 'number') operand = moved(operand)
      if (kind === 'case') {
        operands.push(typeof operand === 'number' && operand !== 0xffff ? moved(operand) : operand)
        slot++
        operand = token.operands[slot] ?? null
      }
      operands.push(operand instanceof Token ? copy(operand) : Array.isArray(operand) ? copyList(operand) : operand)
      slot++
    }
    const made = new Token(token.op, operands)
    const skip = definition?.operands.findIndex(({ kind }) => kind === 'skip') ?? -1
    if (skip >= 0) {
      const before = token.operands[skip]
      const lost = memorySize(token, set) - memorySize(made, set)
      const lostInFront = lostBefore(token, made, skip, set)
      if (typeof before === 'number') made.operands[skip] = before - (lost - lostInFront)
    }
    return made
  }
  const copyList = (list: readonly unknown[]): Operand => {
    const tokensOf = list.filter((entry): entry is Token => entry instanceof Token)
    return tokensOf.length === list.length ? tokensOf.filter(({ op }) => op !== debugInfo).map(copy) : (list as Operand)
  }
  return tokens.filter(({ op }) => op !== debugInfo).map(copy)
}

/** Bytes taken out of the operands in front of a skip. */
function lostBefore(token: Token, made: Token, skip: number, set: TokenSet): number {
  let lost = 0
  for (let i = 0; i < skip; i++) {
    const [a, b] = [token.operands[i], made.operands[i]]
    if (a instanceof Token && b instanceof Token) lost += memorySize(a, set) - memorySize(b, set)
  }
  return lost
}

/** Statements of a debug build have notes before, after or, in the defaults of parameters, inside them. */
function hasDebug(tokens: readonly Token[], debugInfo: number): boolean {
  const isNote = (one: unknown): boolean => one instanceof Token && one.op === debugInfo
  return tokens.some(
    (token) =>
      isNote(token) ||
      token.debug !== undefined ||
      token.operands.some((operand) => Array.isArray(operand) && operand.some(isNote)),
  )
}
