import type { FormatContext } from '@ukit/container'
import type { Package } from '@ukit/core'
import { type Label, type Operand, Struct, Token, type TokenSet, tokenSetOf, walkTokens } from '@ukit/objects/script'
import { beginsPart } from '../compile/debug-notes.js'
import type { ScriptSymbol, World } from '../symbols/symbol.js'

/**
 * *A script as it would be without `-debug`*: the tokens that only a debugger reads are taken out, and every
 * jump and skip counted again. The given tokens stay as they are.
 */
export function withoutDebug(tokens: readonly Token[], context: FormatContext): readonly Token[] {
  const set = tokenSetOf(context)
  if (set.debugInfo < 0) return tokens
  const notes = new Notes(tokens, context, set)
  return notes.removed.length === 0 ? tokens : notes.left(tokens)
}

function isLabel(value: unknown): value is Label {
  return typeof value === 'object' && value !== null && 'offset' in value && 'name' in value
}

/** What is taken out of a script, and where everything is after that. */
class Notes {
  /** Bytes of memory, in the order of the script. */
  readonly removed: { at: number; size: number }[] = []
  readonly #set: TokenSet
  readonly #offsets = new Map<Token, number>()
  readonly #sizes = new Map<Token, number>()
  /** Statements that only a debug build has. */
  readonly #dropped = new Set<Token>()

  constructor(tokens: readonly Token[], context: FormatContext, set: TokenSet) {
    this.#set = set
    const placed = walkTokens(tokens, context)
    if (!placed.some(({ token }) => token.op === set.debugInfo)) return
    for (const [i, token] of tokens.entries()) {
      const next = tokens[i + 1]
      const isLast = next !== undefined && set.tokens[next.op]?.name === 'LabelTable'
      const isPart = next !== undefined && beginsPart(next, set)
      if (set.tokens[token.op]?.name === 'Nothing' && (isPart || isLast)) this.#dropped.add(token)
    }
    // The label table is aligned: blanks in front of it are counted again.
    for (let i = tokens.length - 1; i > 0; i--) {
      const [before, token] = [tokens[i - 1], tokens[i]]
      if (before !== undefined && token !== undefined && this.#dropped.has(token) && this.#isNothing(before))
        this.#dropped.add(before)
    }
    for (const { token, offset, size } of placed) {
      this.#offsets.set(token, offset)
      this.#sizes.set(token, size)
      if (token.op === set.debugInfo || this.#dropped.has(token)) this.removed.push({ at: offset, size })
    }
  }

  #isNothing(token: Token): boolean {
    return this.#set.tokens[token.op]?.name === 'Nothing'
  }

  /** The statements without notes. */
  left(tokens: readonly Token[]): Token[] {
    const left: Token[] = []
    for (const token of tokens) {
      if (token.op === this.#set.debugInfo || this.#dropped.has(token)) continue
      if (this.#set.tokens[token.op]?.name === 'LabelTable') {
        const end = this.#moved(this.#offsets.get(token) ?? 0)
        const blanks = (4 - ((end + 1) % 4)) % 4
        const nothing = this.#set.tokens.findIndex((one) => one?.name === 'Nothing')
        for (let i = 0; i < blanks; i++) left.push(new Token(nothing, []))
      }
      left.push(this.#copy(token))
    }
    return left
  }

  #moved(offset: number): number {
    let by = 0
    for (const { at, size } of this.removed) {
      if (at >= offset) break
      by += size
    }
    return offset - by
  }

  #copy(token: Token): Token {
    const operands: Operand[] = []
    let slot = 0
    for (const { kind } of this.#set.tokens[token.op]?.operands ?? []) {
      if (kind === 'end') continue
      let operand = token.operands[slot] ?? null
      if (kind === 'offset' && typeof operand === 'number') operand = this.#moved(operand)
      if (kind === 'skip' && typeof operand === 'number') operand = this.#skip(token, slot, operand)
      if (kind === 'case') {
        operands.push(typeof operand === 'number' && operand !== 0xffff ? this.#moved(operand) : operand)
        slot++
        operand = token.operands[slot] ?? null
      }
      operands.push(
        operand instanceof Token ? this.#copy(operand) : Array.isArray(operand) ? this.#list(operand) : operand,
      )
      slot++
    }
    return new Token(token.op, operands)
  }

  /** What is skipped begins with the next token; what the code of `Outer` skips is always the same. */
  #skip(token: Token, slot: number, skip: number): number {
    const next = token.operands.slice(slot + 1).find((one) => one instanceof Token || Array.isArray(one))
    const first = Array.isArray(next) ? next[0] : next
    if (!(first instanceof Token)) return skip
    const start = this.#offsets.get(first) ?? 0
    if (skip === 1 + this.#set.objectSize && skip !== this.#sizes.get(first)) return skip
    return this.#moved(start + skip) - this.#moved(start)
  }

  #list(list: Operand & readonly unknown[]): Operand {
    const tokens = list.filter((entry): entry is Token => entry instanceof Token)
    if (tokens.length === list.length)
      return tokens.filter(({ op }) => op !== this.#set.debugInfo).map((token) => this.#copy(token))
    const labels = list.filter(isLabel)
    if (labels.length !== list.length) return list
    return labels.map((label) => (label.offset === 0xffff ? label : { ...label, offset: this.#moved(label.offset) }))
  }
}

/**
 * *Whether a package was compiled with `-debug`*: its functions have a note of where they begin, and its
 * states of where they end, as one of their statements.
 */
export function isDebugBuild(pkg: Package, world: World): boolean {
  const { debugInfo } = tokenSetOf(pkg.context)
  const hasNotes = (symbol: ScriptSymbol): boolean => {
    const object = world.objectOf(symbol)
    return object instanceof Struct && object.script.tokens.some(({ op }) => op === debugInfo)
  }
  if (debugInfo < 0) return false
  return world.classesOf(pkg).some(({ fields, states }) => {
    if (fields.some((field) => field.kind === 'function' && hasNotes(field))) return true
    return [...states.values()].some((state) => hasNotes(state) || [...state.functions.values()].some(hasNotes))
  })
}
