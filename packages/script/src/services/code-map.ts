import { Struct, type Token, tokenSetOf } from '@ukit/objects/script'
import { memorySize } from '../compile/measure.js'
import type { FunctionSymbol, StateSymbol } from '../symbols/symbol.js'
import type { FunctionDeclaration, StateDeclaration } from '../syntax/nodes.js'
import type { ClassDocument } from './class-document.js'

/** A stored statement and the part of the text that it was compiled from. */
export interface MappedStatement {
  /** Bytes of memory in front of it: what listings write before it. */
  readonly offset: number
  /** Offsets in the text of the statement. */
  readonly start: number
  readonly end: number
}

/** *Which statements of a script come from which parts of its text.* */
export interface CodeMap {
  /** In the order of the code; statements that are in no text, such as the last Return, are left out. */
  readonly statements: readonly MappedStatement[]
  /** Whether the text compiles to the same statements as are stored; else the map ends where they differ. */
  readonly isWhole: boolean
}

/**
 * *Maps the stored code of a function or state to the text*: the text is compiled, and its statements are
 * those of the package as far as they are the same. `undefined` when the text does not have the symbol.
 */
export function codeMap(document: ClassDocument, symbol: FunctionSymbol | StateSymbol): CodeMap | undefined {
  const found = nodeOf(document, symbol)
  const object = document.world.objectOf(symbol)
  if (found === undefined || !(object instanceof Struct)) return undefined
  const { compiled } = document.read(found.node, found.state) ?? {}
  if (compiled?.sources === undefined) return undefined
  const set = tokenSetOf(document.env.context)
  // Notes of debug builds are not in what is compiled here.
  const isNote = ({ op }: Token) => set.tokens[op]?.name === 'DebugInfo'
  const statements: MappedStatement[] = []
  let offset = 0
  let at = 0
  let isWhole = true
  for (const token of object.script.tokens) {
    const made = compiled.tokens[at]
    if (!isNote(token)) {
      if (made === undefined || made.op !== token.op) {
        isWhole = false
        break
      }
      at++
      const source = compiled.sources.get(made)
      if (source !== undefined) statements.push({ offset, start: source.start, end: source.end })
    }
    offset += memorySize(token, set)
  }
  return { statements, isWhole: isWhole && at === compiled.tokens.length }
}

function nodeOf(
  document: ClassDocument,
  symbol: FunctionSymbol | StateSymbol,
): { readonly node: FunctionDeclaration | StateDeclaration; readonly state: StateSymbol | null } | undefined {
  for (const node of document.source.file.declarations) {
    if (node.kind === 'Function' && document.functionOf(node, null) === symbol) return { node, state: null }
    if (node.kind !== 'State') continue
    const state = document.stateOf(node)
    if (state === undefined) continue
    if (state === symbol) return { node, state: null }
    for (const inner of node.functions) if (document.functionOf(inner, state) === symbol) return { node: inner, state }
  }
  return undefined
}
