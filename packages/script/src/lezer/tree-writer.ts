import { Tree } from '@lezer/common'
import { Kind } from '../lexer/kinds.js'
import type { TokenList } from '../lexer/token-list.js'
import { childrenOf } from '../syntax/children.js'
import type { SyntaxNode } from '../syntax/nodes.js'
import { NODE_SET, nodeId, type TokenNode } from './node-types.js'
import { symbolNode, wordNode } from './token-nodes.js'

/** A tree of Lezer's and where it starts in its text. */
export interface PlacedTree {
  readonly tree: Tree
  readonly start: number
}

/**
 * *Makes trees of Lezer's* from a list of tokens and the nodes that were read from it, in the order of the
 * text.
 */
export class TreeWriter {
  readonly #tokens: TokenList
  /** The token to be written. */
  #at = 0
  /**
   * Four numbers a node, as Lezer builds trees from: kind, start, end, and how many numbers it has with those
   * in it.
   */
  #buffer: number[] = []

  constructor(tokens: TokenList) {
    this.#tokens = tokens
  }

  /** A header or declaration with everything in it. */
  declaration(node: SyntaxNode): PlacedTree {
    this.#buffer = []
    this.#moveTo(node.start)
    this.#inside(node, undefined)
    const { start } = node
    const topID = nodeId(node.kind) ?? 0
    return { tree: this.#build(topID, start, node.end - start), start }
  }

  /** The tokens up to a place that are in no declaration: comments, directives, what was passed over. */
  between(end: number): PlacedTree[] {
    const made: PlacedTree[] = []
    for (; this.#tokens.startAt(this.#at) < end && this.#at < this.#tokens.count - 1; this.#at++) {
      const name = this.#tokenNode(undefined, undefined)
      const id = name === undefined ? undefined : nodeId(name)
      if (id === undefined) continue
      const start = this.#tokens.startAt(this.#at)
      this.#buffer = []
      made.push({ tree: this.#build(id, start, this.#tokens.startAt(this.#at + 1) - start), start })
    }
    return made
  }

  #build(topID: number, start: number, length: number): Tree {
    return Tree.build({ buffer: this.#buffer, nodeSet: NODE_SET, topID, start, length })
  }

  #moveTo(offset: number): void {
    while (this.#tokens.startAt(this.#at) < offset && this.#at < this.#tokens.count - 1) this.#at++
  }

  #inside(node: SyntaxNode, parent: SyntaxNode | undefined): void {
    for (const child of childrenOf(node)) {
      this.#leaves(node, parent, child.start)
      const mark = this.#buffer.length
      this.#inside(child, node)
      const id = nodeId(child.kind)
      if (id !== undefined && child.end > child.start)
        this.#buffer.push(id, child.start, child.end, this.#buffer.length - mark + 4)
    }
    this.#leaves(node, parent, node.end)
  }

  /**
   * Writes the tokens of a node up to a place; one that only half of belongs to it (`>>`) is its parent's.
   */
  #leaves(owner: SyntaxNode, parent: SyntaxNode | undefined, to: number): void {
    const tokens = this.#tokens
    for (; this.#at < tokens.count - 1; this.#at++) {
      const end = tokens.startAt(this.#at + 1)
      if (end > to) return
      const name = this.#tokenNode(owner, parent)
      const id = name === undefined ? undefined : nodeId(name)
      if (id !== undefined) this.#buffer.push(id, tokens.startAt(this.#at), end, 4)
    }
  }

  #tokenNode(owner: SyntaxNode | undefined, parent: SyntaxNode | undefined): TokenNode | undefined {
    const tokens = this.#tokens
    const kind = tokens.kindAt(this.#at)
    if (kind < Kind.Word) return symbolNode(kind)
    let next = this.#at + 1
    while (tokens.kindAt(next) <= Kind.Directive) next++
    return wordNode(kind, {
      owner,
      parent,
      text: tokens.textAt(this.#at),
      isFirst: owner?.start === tokens.startAt(this.#at),
      isBeforeParen: tokens.kindAt(next) === Kind.ParenOpen,
    })
  }
}
