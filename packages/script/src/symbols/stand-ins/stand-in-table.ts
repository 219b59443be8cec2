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

/** Where things are that can be asked for by their names alone. */
interface Owned {
  /** Names of the classes that declare an enum, struct or constant, by its letter and name. */
  readonly owners: ReadonlyMap<string, readonly string[]>
  /** Where the lines of enums begin. */
  readonly enums: readonly number[]
}

/** The line of a class. */
const CLASS = /^[^ !\n]\S*/gm
/** A line of a function with a number. */
const NATIVE = /\n N (\d+) (\S+)/g
/** A line of an enum, a constant or a struct. */
const OWNED = /\n ([eks]) (\S+)/g

/**
 * *The table of one package*, which is gone through once to see where its classes are; a class is taken apart
 * when it is asked for, and what classes declare is looked for when somebody asks by its number or name.
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
  readonly #text: string
  /** The classes in the order of the text. */
  readonly #classes: { readonly name: string; readonly start: number }[] = []
  /** The place of each in the list, by its name in lower case. */
  readonly #places = new Map<string, number>()
  #natives: Map<number, NumberedFunction[]> | undefined
  #owned: Owned | undefined
  /** Names of the classes that declare an enum, by its tags in lower case. */
  #tags: Map<string, string[]> | undefined

  constructor(name: string, game: string, text: string) {
    this.name = name
    this.game = game
    this.#text = text
    for (const { index, 0: className } of text.matchAll(CLASS)) {
      this.#places.set(className.toLowerCase(), this.#classes.length)
      this.#classes.push({ name: className, start: index })
    }
    const [heading = ''] = text.split('\n', 1)
    const [needs = '', natives = ''] = heading.startsWith('!') ? heading.slice(1).split(' ') : []
    this.needs = needs.split(',').filter((word) => word !== '')
    this.nativeClasses = new Set(natives.toLowerCase().split(','))
  }

  /** The name of the class that a place in the text is in. */
  #classAt(place: number): string {
    let [low, high] = [0, this.#classes.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((this.#classes[middle]?.start ?? 0) <= place) low = middle
      else high = middle
    }
    return this.#classes[low]?.name ?? ''
  }

  /** The lines of a class, by its name in lower case. */
  textOf(key: string): string | undefined {
    const place = this.#places.get(key)
    if (place === undefined) return undefined
    return this.#text.slice(this.#classes[place]?.start, this.#classes[place + 1]?.start).trimEnd()
  }

  /** Names of the classes that declare an enum, a struct or a constant of a name in lower case. */
  ownersOf(kind: 'enum' | 'struct' | 'const', key: string): readonly string[] {
    return this.#ownedThings.owners.get(`${kind === 'const' ? 'k' : kind[0]}${key}`) ?? []
  }

  get #ownedThings(): Owned {
    if (this.#owned === undefined) {
      const owners = new Map<string, string[]>()
      const enums: number[] = []
      for (const { index, 1: letter = '', 2: name = '' } of this.#text.matchAll(OWNED)) {
        addTo(owners, `${letter}${name.toLowerCase()}`, this.#classAt(index))
        if (letter === 'e') enums.push(index + 1)
      }
      this.#owned = { owners, enums }
    }
    return this.#owned
  }

  /** Names of the classes that declare an enum with a tag in lower case. */
  ownersOfTag(key: string): readonly string[] {
    this.#tags ??= this.#ownersByTag()
    return this.#tags.get(key) ?? []
  }

  #ownersByTag(): Map<string, string[]> {
    const tags = new Map<string, string[]>()
    for (const start of this.#ownedThings.enums) {
      const found = this.#text.indexOf('\n', start)
      const end = found < 0 ? this.#text.length : found
      const list = this.#text.indexOf(' ', start + ' e '.length) + 1
      if (list <= 0 || list >= end) continue
      const className = this.#classAt(start)
      for (const tag of this.#text.slice(list, end).toLowerCase().split(',')) addTo(tags, tag, className)
    }
    return tags
  }

  /** The functions of a number that override no other. */
  natives(number: number): readonly NumberedFunction[] {
    this.#natives ??= this.#nativesByNumber()
    return this.#natives.get(number) ?? []
  }

  #nativesByNumber(): Map<number, NumberedFunction[]> {
    const natives = new Map<number, NumberedFunction[]>()
    for (const { index, 1: number = '', 2: functionName = '' } of this.#text.matchAll(NATIVE))
      addTo(natives, Number.parseInt(number, 10), { className: this.#classAt(index), functionName })
    return natives
  }
}
