import { Archive, type FormatContext, type ObjectSource } from '@ukit/container'
import { PackageError } from '@ukit/files'
import { type Label, ScriptWalk, type Token } from '@ukit/objects/script'
import { layOut, type ScriptLayout, skipPlace } from './layout.js'
import { ListingCursor, type ListingProblem, ListingSyntaxError } from './listing-cursor.js'
import type { ListingSymbols } from './listing-symbols.js'
import { type Fixup, TokenParser } from './token-parser.js'

/** A script as the text of a listing says it. */
export interface AssembledScript {
  /** Whose it is; `undefined` when the text does not say. */
  readonly object: ObjectSource | undefined
  /** Line of the text that it begins in, from 1. */
  readonly line: number
  /** The code, statement after statement. */
  readonly tokens: Token[]
  /** Bytes after these that are not tokens. */
  readonly rest: Uint8Array | undefined
  /** Bytes of the object before its tokens, of one that cannot be read as a whole. */
  readonly before: Uint8Array | undefined
  /** The size in memory that the file says, where tokens do not tell it. */
  readonly memorySize: number | undefined
}

/** What became of a listing. */
export interface AssembledListing {
  /** Those without problems. */
  readonly scripts: readonly AssembledScript[]
  /** Why parts of it could not be assembled; empty when all was. */
  readonly problems: readonly ListingProblem[]
}

/** Nobody reads more than these. */
const MOST_PROBLEMS = 100

const POSITION = /[0-9A-Fa-f]{4,8}(?=[ \t]+[A-Za-z_])/y
const LABEL = /([A-Za-z_]\w*)[ \t]*:/y
const SCRIPT = /script(?=[ \t]+[A-Za-z_#])/y
const DIRECTIVE = /\.([a-z]+)/y
const BYTES = /^(?:\s*[0-9A-Fa-f]{2})*\s*$/

/**
 * *The text of a listing as tokens*, with labels turned into positions and skips counted.
 *
 * The text has any number of scripts, each after a line `script Function'Path'`; one alone does without it.
 * Positions in front of statements are there to be read and mean nothing. Nothing is thrown for what the text
 * says: see `problems`.
 */
export function assembleListing(text: string, context: FormatContext, symbols: ListingSymbols): AssembledListing {
  return new Assembler(text, context, symbols).run()
}

/** A script while it is read. */
class Draft {
  readonly at: number
  readonly object: ObjectSource | undefined
  readonly tokens: Token[] = []
  /** Label, by its name, to the number of the statement after it. */
  readonly labels = new Map<string, number>()
  readonly rest: number[] = []
  readonly before: number[] = []
  hasRest = false
  hasBefore = false
  memorySize: number | undefined
  fixups: Fixup[] = []

  constructor(at: number, object: ObjectSource | undefined) {
    this.at = at
    this.object = object
  }
}

class Assembler {
  readonly #cursor: ListingCursor
  readonly #context: FormatContext
  readonly #parser: TokenParser
  readonly #problems: ListingProblem[] = []
  readonly #scripts: AssembledScript[] = []
  #draft: Draft | undefined
  #isBad = false

  constructor(text: string, context: FormatContext, symbols: ListingSymbols) {
    this.#cursor = new ListingCursor(text)
    this.#context = context
    this.#parser = new TokenParser(this.#cursor, context, symbols)
  }

  run(): AssembledListing {
    const cursor = this.#cursor
    cursor.skip(true)
    while (!cursor.isAtEnd && this.#problems.length < MOST_PROBLEMS) {
      const { at } = cursor
      try {
        this.#line()
      } catch (error) {
        if (!(error instanceof ListingSyntaxError)) throw error
        this.#report(error.message, error.at)
        if (cursor.at < error.at) cursor.at = error.at
        cursor.restOfLine()
      }
      cursor.skip(true)
      if (cursor.at === at) throw new Error('reading the listing made no progress')
    }
    this.#finish()
    return { scripts: this.#scripts, problems: this.#problems }
  }

  #report(message: string, at: number): void {
    this.#isBad = true
    if (this.#problems.length < MOST_PROBLEMS) this.#problems.push(this.#cursor.problem(message, at))
  }

  #line(): void {
    const cursor = this.#cursor
    const { at } = cursor
    if (cursor.match(SCRIPT) !== undefined) {
      this.#finish()
      this.#isBad = false
      cursor.skip(false)
      const object = this.#parser.values.object()
      if (object === null) throw new ListingSyntaxError('expected an object with a script, found None', at)
      this.#draft = new Draft(at, object)
      this.#endOfLine()
      return
    }
    this.#draft ??= new Draft(at, undefined)
    const label = cursor.match(LABEL)?.[1]
    if (label !== undefined) {
      if (this.#draft.labels.has(label))
        throw new ListingSyntaxError(`expected each label once, found ${label} again`, at)
      this.#draft.labels.set(label, this.#draft.tokens.length)
      return
    }
    const directive = cursor.match(DIRECTIVE)?.[1]
    if (directive !== undefined) {
      this.#directive(this.#draft, directive, at)
      return
    }
    if (this.#draft.hasRest) cursor.fail('nothing but bytes after .bytes')
    if (cursor.match(POSITION) !== undefined) cursor.skip(false)
    this.#draft.tokens.push(this.#parser.statement())
    this.#endOfLine()
  }

  #endOfLine(): void {
    const cursor = this.#cursor
    cursor.skip(false)
    if (!cursor.isAtEnd && cursor.next !== '\n') cursor.fail('the end of the line')
  }

  #directive(draft: Draft, directive: string, at: number): void {
    const text = this.#cursor.restOfLine().replace(/\/\/.*$/, '')
    if (directive === 'memory') {
      const size = Number(text)
      if (!/^\s*\d+\s*$/.test(text) || size > 0x7fff_ffff)
        throw new ListingSyntaxError('expected a number of bytes after .memory', at)
      draft.memorySize = size
      return
    }
    if (directive !== 'bytes' && directive !== 'before')
      throw new ListingSyntaxError(`expected .bytes, .before or .memory, found .${directive}`, at)
    if (!BYTES.test(text))
      throw new ListingSyntaxError(`expected bytes as two hexadecimal digits each after .${directive}`, at)
    const bytes = directive === 'bytes' ? draft.rest : draft.before
    for (const [digits] of text.matchAll(/[0-9A-Fa-f]{2}/g)) bytes.push(Number.parseInt(digits, 16))
    if (directive === 'bytes') draft.hasRest = true
    else draft.hasBefore = true
  }

  /** Ends a script: its positions are known now. */
  #finish(): void {
    const draft = this.#draft
    const fixups = this.#parser.fixups
    this.#parser.fixups = []
    this.#draft = undefined
    if (draft === undefined || this.#isBad) return
    const layout = this.#layOut(draft)
    if (layout === undefined) return
    for (const fixup of fixups) this.#fix(fixup, draft, layout)
    if (this.#isBad) return
    this.#scripts.push({
      object: draft.object,
      line: this.#cursor.problem('', draft.at).line,
      tokens: draft.tokens,
      rest: draft.hasRest ? Uint8Array.from(draft.rest) : undefined,
      before: draft.hasBefore ? Uint8Array.from(draft.before) : undefined,
      memorySize: draft.memorySize,
    })
  }

  #layOut(draft: Draft): ScriptLayout | undefined {
    try {
      return layOut(draft.tokens, this.#context)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      this.#report(error.message, draft.at)
      return undefined
    }
  }

  #fix({ token, slot, kind, label, entry, at }: Fixup, { labels }: Draft, layout: ScriptLayout): void {
    const place = layout.places.get(token)
    const skipped = kind === 'skip' && place !== undefined ? skipPlace(token, place, slot, layout.places) : undefined
    let value = skipped?.usual ?? 0
    if (label !== undefined) {
      const statement = labels.get(label)
      if (statement === undefined) {
        this.#report(`expected the label ${label}: in this script, found none`, at)
        return
      }
      value = (layout.starts[statement] ?? layout.end) - (skipped?.from ?? 0)
    }
    const most = entry === undefined ? 0xffff : 0xffff_ffff
    if (value < 0 || value > most) {
      this.#report(`expected a position or count from 0 to ${most}, found ${value}`, at)
      return
    }
    if (entry === undefined) {
      token.operands[slot] = value
      return
    }
    const found = labelAt(token, slot, entry)
    if (found !== undefined) found.offset = value
  }
}

function labelAt(token: Token, slot: number, entry: number): Label | undefined {
  const labels = token.operands[slot]
  const label = Array.isArray(labels) ? labels[entry] : undefined
  return label !== undefined && 'offset' in label ? label : undefined
}

/** Tokens as the bytes of a script, without the sizes in front of it. */
export function tokenBytes(tokens: readonly Token[], context: FormatContext): Uint8Array {
  const ar = Archive.save(context)
  new ScriptWalk(ar).statements([...tokens], 0)
  return ar.written().slice()
}
