import type { T3dBrush, T3dEntry, T3dObject, T3dPlace, T3dPolygon, T3dWord } from '@ukit/media/internal'
import { T3dError } from './t3d-error.js'

/** Actors of a file; no level of any game has a tenth of them. */
const MOST_ACTORS = 100_000
/** Objects inside each other. */
const MOST_DEPTH = 16
/** Blocks without which nothing is missing: what is selected, and places without an actor (XIII). */
const EMPTY_BLOCKS = new Set(['surface', 'actor'])

/** *A T3D file as it was read.* */
export interface T3dFile {
  readonly actors: readonly T3dObject[]
  /** Kinds of blocks that were passed over, as `Begin` names them. */
  readonly passed: readonly string[]
}

/**
 * *Reads a T3D file*: its actors, with their values as text. Blocks that say nothing of actors are passed
 * over, and so are keys of polygons that only some games have.
 *
 * @throws {T3dError} with the line and column, when it is broken or has too many actors.
 */
export function readT3d(text: string): T3dFile {
  return new Reader(text).file()
}

class Reader {
  readonly #text: string
  /** Where the next line begins. */
  #next = 0
  #number = 0
  /** The line that is being read, without spaces around it. */
  #line = ''
  #indent = 0
  readonly #passed = new Set<string>()

  constructor(text: string) {
    this.#text = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
  }

  file(): T3dFile {
    const actors: T3dObject[] = []
    const open: string[] = []
    while (this.#advance()) {
      const begun = this.#begun()
      const ended = this.#ended()
      if (begun === 'actor' && !/^begin\s+actor$/i.test(this.#line)) {
        if (actors.length === MOST_ACTORS) throw this.#error(`expected at most ${MOST_ACTORS} actors`)
        actors.push(this.#object('actor', 0))
      } else if (begun === 'map' || begun === 'level') open.push(begun)
      else if (begun !== undefined) this.#pass(begun)
      else if (ended !== undefined) {
        const last = open.pop()
        if (ended !== last)
          throw this.#error(`expected ${last === undefined ? 'Begin' : `End ${last}`}, found End ${ended}`)
      } else if (open.length === 0)
        throw this.#error(`expected Begin Map or Begin Actor, found ${this.#found()}: is this a T3D file?`)
    }
    const last = open.pop()
    if (last !== undefined) throw this.#error(`expected End ${last}, found the end of the file`)
    return { actors, passed: [...this.#passed] }
  }

  /** Goes to the next line that has text; false at the end. */
  #advance(): boolean {
    while (this.#next < this.#text.length) {
      const end = this.#text.indexOf('\n', this.#next)
      const line = this.#text.slice(this.#next, end < 0 ? undefined : end)
      this.#next = end < 0 ? this.#text.length : end + 1
      this.#number++
      this.#line = line.trim()
      if (this.#line === '') continue
      this.#indent = line.length - line.trimStart().length
      return true
    }
    this.#line = ''
    return false
  }

  #at(column = 0): T3dPlace {
    return { line: Math.max(1, this.#number), column: this.#indent + column + 1 }
  }

  #error(message: string, column = 0): T3dError {
    return new T3dError(this.#at(column), message)
  }

  #found(): string {
    return this.#line === '' ? 'the end of the file' : JSON.stringify(this.#line.slice(0, 40))
  }

  /** What the line begins, in lower case; `undefined` if it begins nothing. */
  #begun(): string | undefined {
    return /^begin\s+(\w+)/i.exec(this.#line)?.[1]?.toLowerCase()
  }

  #ended(): string | undefined {
    return /^end\s+(\w+)$/i.exec(this.#line)?.[1]?.toLowerCase()
  }

  /** Words of the line that begins something, `Key=text`. */
  #words(): T3dWord[] {
    const words: T3dWord[] = []
    for (const match of this.#line.matchAll(/(\w+)=("[^"]*"|[^\s"]*)/g))
      words.push({ key: match[1] ?? '', text: unquoted(match[2] ?? ''), at: this.#at(match.index) })
    return words
  }

  /** Goes to the next line inside of a block; false at its end. */
  #inside(what: string, begin: T3dPlace): boolean {
    if (!this.#advance())
      throw this.#error(`expected End ${what}, which line ${begin.line} begins, found the end of the file`)
    const ended = this.#ended()
    if (ended === undefined) return true
    if (ended === what.toLowerCase()) return false
    throw this.#error(`expected End ${what}, which line ${begin.line} begins, found ${this.#found()}`)
  }

  #pass(what: string): void {
    const begin = this.#at()
    if (!EMPTY_BLOCKS.has(what)) this.#passed.add(what)
    let depth = 1
    while (depth > 0) {
      if (!this.#advance())
        throw this.#error(`expected End ${what}, which line ${begin.line} begins, found the end of the file`)
      if (this.#begun() === what) depth++
      else if (this.#ended() === what) depth--
    }
  }

  #object(what: 'actor' | 'object', depth: number): T3dObject {
    const at = this.#at()
    if (depth > MOST_DEPTH) throw this.#error(`expected objects nested up to ${MOST_DEPTH} deep`)
    const words = this.#words()
    const className = wordOf(words, 'class')
    const name = wordOf(words, 'name')
    if (name === undefined || (className === undefined && what === 'actor'))
      throw this.#error(`expected Begin ${what} Class=… Name=…, found ${this.#found()}`)
    const entries: T3dEntry[] = []
    while (this.#inside(what === 'actor' ? 'Actor' : 'Object', at)) {
      const begun = this.#begun()
      if (begun === 'object') entries.push({ kind: 'object', object: this.#object('object', depth + 1) })
      else if (begun === 'brush') entries.push(this.#brush())
      else if (begun === 'actor') throw this.#error(`expected End ${what} before the next actor`)
      else if (begun !== undefined) this.#pass(begun)
      else entries.push(this.#property())
    }
    const header = words.filter(({ key }) => !/^(?:class|name)$/i.test(key))
    return { className: className ?? '', name, header, entries, at }
  }

  #property(): T3dEntry {
    const match = /^(\w+)(?:\s*[([](\d{1,9})[)\]])?\s*=\s*/.exec(this.#line)
    if (match === null) throw this.#error(`expected Name=value, found ${this.#found()}`)
    const [whole, name = '', index] = match
    return {
      kind: 'property',
      name,
      index: index === undefined ? undefined : Number(index),
      text: this.#line.slice(whole.length),
      at: this.#at(whole.length),
    }
  }

  #brush(): T3dBrush {
    const at = this.#at()
    const name = wordOf(this.#words(), 'name') ?? 'Brush'
    const polygons: T3dPolygon[] = []
    while (this.#inside('Brush', at)) {
      const begun = this.#begun()
      if (begun === 'polylist') {
        const list = this.#at()
        while (this.#inside('PolyList', list)) {
          if (this.#begun() !== 'polygon') throw this.#error(`expected Begin Polygon, found ${this.#found()}`)
          polygons.push(this.#polygon())
        }
      } else if (begun !== undefined) this.#pass(begun)
      // Brushes have settings of their own in some games.
    }
    return { kind: 'brush', name, polygons }
  }

  #polygon(): T3dPolygon {
    const at = this.#at()
    const header = this.#words()
    const lines: T3dWord[] = []
    while (this.#inside('Polygon', at)) {
      const match = /^(\w+)\s+(.*)$/.exec(this.#line)
      if (match === null) throw this.#error(`expected a line such as Vertex +00064.000000,…, found ${this.#found()}`)
      const [, key = '', text = ''] = match
      lines.push({ key, text, at: this.#at() })
    }
    return { header, lines, at }
  }
}

function wordOf(words: readonly T3dWord[], key: string): string | undefined {
  const text = words.find((word) => word.key.toLowerCase() === key)?.text
  return text === '' ? undefined : text
}

function unquoted(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1) : text
}
