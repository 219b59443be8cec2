import type { ExportObject } from '@ukit/core'
import { Kind } from '../lexer/kinds.js'
import type { ParsedSource } from '../parser/parse.js'
import type { ClassSymbol, ScriptSymbol, World } from '../symbols/symbol.js'
import { childrenOf } from '../syntax/children.js'
import type { Span, SyntaxNode } from '../syntax/nodes.js'
import type { ClassDocument } from './class-document.js'
import { nameAt } from './name-at.js'

/** *Where a name is declared.* It is live, as the world's symbols are. */
export interface Definition {
  readonly symbol: ScriptSymbol
  /** The value of `symbol`, an enum, that is meant. */
  readonly tag: string | undefined
  /** The class in whose text the declaration is. */
  readonly class: ClassSymbol
  /** The class's object; `undefined` when its package is missing. */
  readonly export: ExportObject | undefined
}

/**
 * *Where the name at an offset of a class's text is declared*; `undefined` when it is not a name of script.
 */
export function definitionAt(document: ClassDocument, offset: number): Definition | undefined {
  const { symbol, tag } = nameAt(document, offset) ?? {}
  const owner = symbol === undefined ? undefined : ownerOf(symbol, document.world)
  if (symbol === undefined || owner === undefined) return undefined
  return { symbol, tag, class: owner, export: document.world.exportOf(owner) }
}

/** The class that declares a symbol; a class itself. */
export function ownerOf(symbol: ScriptSymbol, world: World): ClassSymbol | undefined {
  if (symbol.kind === 'class' || symbol.kind === 'function' || symbol.kind === 'state')
    return symbol.kind === 'class' ? symbol : symbol.class
  if ('owner' in symbol && symbol.owner !== null) return symbol.owner
  const parts = symbol.path.split('.')
  for (let length = parts.length - 1; length > 0; length--) {
    const outer = world.byPath(parts.slice(0, length).join('.'))
    if (outer?.kind === 'class') return outer
  }
  return undefined
}

/**
 * *The name of a symbol where a text declares it*; `undefined` when the text does not.
 *
 * @param source of the class that declares it.
 * @param tag a value of the symbol, an enum.
 */
export function declarationIn(source: ParsedSource, symbol: ScriptSymbol, tag?: string): Span | undefined {
  const { file } = source
  if (symbol.kind === 'class') return file.header === null ? undefined : nameIn(source, file.header, symbol.name)
  const way = symbol.path.toLowerCase().split('.')
  const outer = way.at(-2) ?? ''
  // What has the same outer's name around it is meant; else the first of that name.
  const found = nodesOf(file, symbol).sort(
    (a, b) => Number(isInside(b.around, outer)) - Number(isInside(a.around, outer)),
  )
  const byPlace =
    symbol.kind === 'function'
      ? found.find(({ node }) => node.kind === 'Function' && node.codeStart === symbol.textPosition)
      : undefined
  const node = (byPlace ?? found[0])?.node
  if (node === undefined) return undefined
  if (tag === undefined || node.kind !== 'Enum') return nameIn(source, node, nameOf(symbol))
  const value = node.tags.find(({ name }) => name.toLowerCase() === tag.toLowerCase()) ?? node
  return nameIn(source, value, value.name)
}

interface FoundNode {
  readonly node: SyntaxNode
  readonly around: readonly SyntaxNode[]
}

function nameOf(symbol: ScriptSymbol): string {
  return symbol.kind === 'function' ? symbol.friendlyName : symbol.name
}

const KINDS: Readonly<Record<ScriptSymbol['kind'], readonly SyntaxNode['kind'][]>> = {
  class: ['ClassHeader'],
  const: ['Const'],
  enum: ['Enum'],
  function: ['Function'],
  state: ['State'],
  struct: ['Struct'],
  variable: ['Declarator', 'Parameter'],
}

/** Nodes that declare something of that kind and name, with what is around them. */
function nodesOf(file: SyntaxNode, symbol: ScriptSymbol): FoundNode[] {
  const kinds = KINDS[symbol.kind]
  const key = nameOf(symbol).toLowerCase()
  const found: FoundNode[] = []
  const visit = (node: SyntaxNode, around: readonly SyntaxNode[]) => {
    if (kinds.includes(node.kind) && 'name' in node && node.name?.toLowerCase() === key) found.push({ node, around })
    // Statements declare only local variables, which are not inside others.
    const isStatement = around.some(({ kind }) => kind === 'Block') && node.kind !== 'Local'
    if (!isStatement || node.kind === 'Block') for (const child of childrenOf(node)) visit(child, [...around, node])
  }
  visit(file, [])
  return found
}

function isInside(around: readonly SyntaxNode[], name: string): boolean {
  const named = [...around].reverse().find(({ kind }) => kind === 'Function' || kind === 'Struct' || kind === 'State')
  if (named === undefined) return !around.some(({ kind }) => kind === 'Function' || kind === 'Struct')
  return 'name' in named && named.name?.toLowerCase() === name
}

/** The word of a declaration that is its name. */
function nameIn({ tokens }: ParsedSource, node: Span, name: string): Span {
  const key = name.toLowerCase()
  for (let i = tokens.indexAt(node.start); i < tokens.count; i++) {
    const start = tokens.startAt(i)
    if (start >= node.end) break
    const text = tokens.textAt(i)
    if (tokens.kindAt(i) > Kind.End && text.toLowerCase() === key) return { start, end: start + text.length }
  }
  return { start: node.start, end: node.end }
}
