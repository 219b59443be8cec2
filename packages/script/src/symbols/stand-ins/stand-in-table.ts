import { addTo } from '@ukit/files/internal'

/** *What a package declares, as lines of text*: see `scripts/gather-stand-ins.mjs`, which makes them. */
export interface StandInText {
  /** The package, in the case that it has itself: `Engine`. */
  readonly name: string
  /** The table; over another one, what `laidOver` says. */
  readonly text: string
  /** The table that this one is laid over. */
  readonly base?: () => Promise<StandInText>
  /** Of which game the declarations are, where not all are of that of the line. */
  readonly game?: string
}

/** A function with a number, and where it is. */
interface NumberedFunction {
  readonly className: string
  readonly functionName: string
}

const SPACE = 0x20
const [ENUM, CONST, STRUCT, NATIVE, KNOWN] = ['e', 'k', 's', 'N', '!'].map((letter) => letter.charCodeAt(0))

/**
 * *The table of one package*, whose lines are gone through once to see what is where; a class is taken apart
 * when it is asked for.
 *
 * A line of a class begins with its name, those of what it declares with a space and a letter; see
 * `StandInClass`.
 */
export class StandInTable {
  /** The package. */
  readonly name: string
  /** The game that the package is of, for messages. */
  readonly game: string
  /** Packages that its declarations name. */
  readonly needs: readonly string[]
  /** Classes that the package is said to have, but that native code declares; in lower case. */
  readonly nativeClasses: ReadonlySet<string>
  /** Lines of each class, by its name in lower case. */
  readonly #classes = new Map<string, readonly [start: number, end: number]>()
  /** Names of the classes that declare an enum, struct or constant, by its letter and name. */
  readonly #owners = new Map<string, string[]>()
  readonly #natives = new Map<number, NumberedFunction[]>()
  readonly #text: string
  /** Where the lines of enums are. */
  readonly #enums: { readonly start: number; readonly end: number; readonly className: string }[] = []
  /** Names of the classes that declare an enum, by its tags in lower case. */
  #tags: Map<string, string[]> | undefined

  constructor(name: string, game: string, text: string) {
    this.name = name
    this.game = game
    this.#text = text
    let heading: readonly string[] = []
    let start = -1
    let className = ''
    for (let at = 0; at < text.length; ) {
      const found = text.indexOf('\n', at)
      const end = found < 0 ? text.length : found
      const first = text.charCodeAt(at)
      if (first === KNOWN) heading = text.slice(at + 1, end).split(' ')
      else if (first !== SPACE) {
        if (start >= 0) this.#classes.set(className.toLowerCase(), [start, at])
        start = at
        className = firstWord(text, at, end)
      } else this.#note(at, end, className)
      at = end + 1
    }
    if (start >= 0) this.#classes.set(className.toLowerCase(), [start, text.length])
    const [needs = '', natives = ''] = heading
    this.needs = needs.split(',').filter((word) => word !== '')
    this.nativeClasses = new Set(natives.toLowerCase().split(','))
  }

  #note(at: number, end: number, className: string): void {
    const letter = this.#text.charCodeAt(at + 1)
    if (letter === NATIVE) {
      const [number = '', functionName = ''] = this.#text.slice(at + 3, end).split(' ', 2)
      addTo(this.#natives, Number.parseInt(number, 10), { className, functionName })
    } else if (letter === ENUM || letter === CONST || letter === STRUCT) {
      const key = `${this.#text[at + 1]}${firstWord(this.#text, at + 3, end).toLowerCase()}`
      addTo(this.#owners, key, className)
      if (letter === ENUM) this.#enums.push({ start: at, end, className })
    }
  }

  /** The lines of a class, by its name in lower case. */
  linesOf(key: string): readonly string[] | undefined {
    const place = this.#classes.get(key)
    return place === undefined ? undefined : this.#text.slice(place[0], place[1]).trimEnd().split('\n')
  }

  /** Names of the classes that declare an enum, a struct or a constant of a name in lower case. */
  ownersOf(kind: 'enum' | 'struct' | 'const', key: string): readonly string[] {
    return this.#owners.get(`${kind === 'const' ? 'k' : kind[0]}${key}`) ?? []
  }

  /** Names of the classes that declare an enum with a tag in lower case. */
  ownersOfTag(key: string): readonly string[] {
    this.#tags ??= this.#ownersByTag()
    return this.#tags.get(key) ?? []
  }

  #ownersByTag(): Map<string, string[]> {
    const tags = new Map<string, string[]>()
    for (const { start, end, className } of this.#enums) {
      const list = this.#text.indexOf(' ', start + ' e '.length) + 1
      if (list > 0 && list < end)
        for (const tag of this.#text.slice(list, end).toLowerCase().split(',')) addTo(tags, tag, className)
    }
    return tags
  }

  /** The functions of a number that override no other. */
  natives(number: number): readonly NumberedFunction[] {
    return this.#natives.get(number) ?? []
  }
}

function firstWord(text: string, at: number, end: number): string {
  const space = text.indexOf(' ', at)
  return text.slice(at, space < 0 || space > end ? end : space)
}
