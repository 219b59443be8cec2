import { type Input, NodeProp, Parser, type PartialParse, Tree, type TreeFragment } from '@lezer/common'
import { lex } from '../lexer/lex.js'
import { DeclarationParser } from '../parser/declaration-parser.js'
import { LineStarts } from '../text/line-starts.js'
import { NODE_SET } from './node-types.js'
import { type PlacedTree, TreeWriter } from './tree-writer.js'

/** Characters that are made into tokens at once, as long as a declaration is not longer. */
const WINDOW = 8192
/** Tokens after a declaration that the parser may have looked at. */
const LOOK_AHEAD = 256
/** What a declaration with a problem depends on: what follows may belong to it. */
const EVERYTHING = 1 << 30

const COMMENTS: ReadonlySet<string> = new Set(['LineComment', 'BlockComment', 'DirectiveLine'])

const TOP = NODE_SET.types[0]

/**
 * *UnrealScript for Lezer*: a parser as CodeMirror and `highlightTree` take it, which reads with the lexer
 * and the parser of this package. It goes declaration by declaration; after an edit, those that the edit does
 * not touch are taken from the old tree.
 */
export class UnrealScriptParser extends Parser {
  /** Begins to parse; called by `parse` and `startParse`, and by editors. */
  override createParse(
    input: Input,
    fragments: readonly TreeFragment[],
    ranges: readonly { from: number; to: number }[],
  ): PartialParse {
    return new SourceParse(input, fragments, ranges)
  }
}

/** One declaration at a time, so that an editor can go on with something else in between. */
class SourceParse implements PartialParse {
  parsedPos: number
  stoppedAt: number | null = null
  readonly #text: string
  readonly #fragments: readonly TreeFragment[]
  readonly #from: number
  readonly #to: number
  readonly #pieces: PlacedTree[] = []
  #hasHeader = false
  #window: Window | undefined

  constructor(input: Input, fragments: readonly TreeFragment[], ranges: readonly { from: number; to: number }[]) {
    this.#from = ranges[0]?.from ?? 0
    this.#to = ranges.at(-1)?.to ?? 0
    this.#text = textOf(input, ranges)
    // Pieces of an old tree are only moved along one text.
    this.#fragments = ranges.length === 1 ? fragments : []
    this.parsedPos = this.#from
  }

  stopAt(pos: number): void {
    this.stoppedAt = pos
  }

  advance(): Tree | null {
    const end = Math.min(this.stoppedAt ?? this.#to, this.#to)
    if (this.parsedPos >= end) return this.#finished()
    if (!this.#reuse()) this.#read()
    return null
  }

  #finished(): Tree {
    const positions = this.#pieces.map(({ start }) => start - this.#from)
    const length = this.parsedPos - this.#from
    const trees = this.#pieces.map(({ tree }) => tree)
    return new Tree(TOP ?? Tree.empty.type, trees, positions, length).balance()
  }

  #add(piece: PlacedTree): void {
    if (piece.tree.type.name === 'ClassHeader') this.#hasHeader = true
    this.#pieces.push(piece)
  }

  /** Takes what the old tree has at this place, if it is still the same. */
  #reuse(): boolean {
    const pos = this.parsedPos
    const fragment = this.#fragments.find(({ from, to }) => from <= pos && pos < to)
    if (fragment === undefined) return false
    const node = fragment.tree.topNode.childAfter(pos + fragment.offset)
    if (node === null) return false
    const [start, end] = [node.from - fragment.offset, node.to - fragment.offset]
    const { tree } = node
    // Of what is in no declaration only comments are read the same wherever reading begins.
    const isWhole = tree !== null && (tree.children.length > 0 || COMMENTS.has(node.name))
    if (!isWhole || tree.type.isError || start < pos || /\S/.test(this.#text.slice(pos, start))) return false
    if (start < fragment.from || (node.name === 'ClassHeader' && this.#hasHeader)) return false
    const ahead = tree.prop(NodeProp.lookAhead) ?? 1
    // After the end of the text there is nothing to look at.
    const isRest = fragment.to === this.#text.length
    if (end + ahead > fragment.to && !(isRest && end <= fragment.to)) return false
    this.#add({ tree, start })
    this.parsedPos = end
    return true
  }

  /** Reads a declaration, with what is before it. */
  #read(): void {
    const from = this.parsedPos
    for (let size = WINDOW; ; size *= 4) {
      const window = this.#windowAt(from, size)
      const { parser, writer } = window
      const problems = parser.problems.length
      const found = parser.piece(!this.#hasHeader)
      if (!window.isRest && parser.position + LOOK_AHEAD > parser.tokens.count) {
        this.#window = undefined
        continue
      }
      const ahead = parser.problems.length > problems ? EVERYTHING : 1
      for (const node of found) {
        for (const piece of writer.between(node.start)) this.#add(piece)
        this.#add(withLookAhead(writer.declaration(node), ahead))
      }
      const end = window.isRest && parser.isAtEnd ? this.#text.length : Math.max(parser.endOfPiece, from + 1)
      for (const piece of writer.between(end)) this.#add(piece)
      this.parsedPos = end
      this.#window = { ...window, end }
      return
    }
  }

  /** The tokens from a place on: those that already exist, or `size` characters of new ones. */
  #windowAt(from: number, size: number): Window {
    if (this.#window?.end === from) return this.#window
    const tokens = lex(this.#text, from, Math.min(from + size, this.#text.length))
    const isRest = tokens.startAt(tokens.count - 1) >= this.#text.length
    return { parser: new DeclarationParser(tokens, NO_LINES), writer: new TreeWriter(tokens), isRest, end: from }
  }
}

/** Tokens of a part of the text, and how far they were read. */
interface Window {
  readonly parser: DeclarationParser
  readonly writer: TreeWriter
  /** True if it reaches to the end of the text. */
  readonly isRest: boolean
  readonly end: number
}

const NO_LINES = new LineStarts('')

function withLookAhead({ tree, start }: PlacedTree, ahead: number): PlacedTree {
  if (ahead === 1) return { tree, start }
  const { type, children, positions, length } = tree
  return { tree: new Tree(type, children, positions, length, [[NodeProp.lookAhead, ahead]]), start }
}

/** The text up to the end of the last range; what is in no range is blank. */
function textOf(input: Input, ranges: readonly { from: number; to: number }[]): string {
  let text = ''
  for (const { from, to } of ranges) text += `${' '.repeat(from - text.length)}${input.read(from, to)}`
  return text
}
