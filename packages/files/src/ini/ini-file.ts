import { decodeIni, encodeIni, type IniEncoding } from './ini-encoding.js'

/** A line of an ini file, with what it means. */
interface Line {
  text: string
  eol: string
  /** Of `key=value`, without spaces around both; absent for comments, blank lines and what has no `=`. */
  key?: string
  value?: string
}

/**
 * A section's header and the lines up to the next one; lines in front of the first header belong to no
 * section.
 */
interface Block {
  readonly section: string | undefined
  readonly lines: Line[]
}

/** A key and its value. */
export interface IniEntry {
  /** As written in the file. */
  readonly key: string
  /** What follows the `=`, as written. */
  readonly value: string
}

/** What an edit did: whole lines, as people read them. */
export interface IniChange {
  /** The section's name, without brackets. */
  readonly section: string
  /** Lines that are gone: `Key=Value`. */
  readonly removed: readonly string[]
  /** Lines that are new: `Key=Value`. */
  readonly added: readonly string[]
}

/**
 * *An ini file as the engine understands it, edited as an editor would*: comments, order, blank lines, line
 * ends, encoding and everything that has no meaning stay as they are. Untouched, `toBytes` gives exactly the
 * bytes that were parsed.
 *
 * Sections and keys are looked up ignoring case. A key may occur several times in a section, and then is a
 * list; a section that occurs several times counts as one. Lines that start with `;` are comments.
 */
export class IniFile {
  /** How the file is encoded; written back the same way. */
  readonly encoding: IniEncoding
  readonly #blocks: Block[]
  /** What ends a line that is added. */
  readonly #eol: string
  #sections: Map<string, Block[]> | undefined

  private constructor(encoding: IniEncoding, blocks: Block[], eol: string) {
    this.encoding = encoding
    this.#blocks = blocks
    this.#eol = eol
  }

  /** Never fails: what is not an ini file has no sections. */
  static parse(bytes: Uint8Array): IniFile {
    const { text, encoding } = decodeIni(bytes)
    const blocks: Block[] = [{ section: undefined, lines: [] }]
    let crlf = 0
    let lf = 0
    for (const line of linesOf(text)) {
      if (line.eol === '\r\n') crlf++
      else if (line.eol === '\n') lf++
      const section = sectionOf(line.text)
      if (section !== undefined) blocks.push({ section, lines: [line] })
      else blocks.at(-1)?.lines.push(parsed(line))
    }
    return new IniFile(encoding, blocks, lf > crlf ? '\n' : '\r\n')
  }

  /** A file without anything in it, in the form that the games write: 8-bit text, lines that end in CR LF. */
  static create(): IniFile {
    return IniFile.parse(new Uint8Array(0))
  }

  /** Names of the sections in their order, each once, as they are written first. */
  sections(): string[] {
    return [...this.#index().values()].map(([block]) => block?.section ?? '')
  }

  /** Whether there is a section of that name. */
  has(section: string): boolean {
    return this.#index().has(section.toLowerCase())
  }

  /** All pairs of a section in their order. */
  entries(section: string): IniEntry[] {
    const found: IniEntry[] = []
    for (const { lines } of this.#index().get(section.toLowerCase()) ?? []) {
      for (const { key, value } of lines) if (key !== undefined && value !== undefined) found.push({ key, value })
    }
    return found
  }

  /** The values of a key, in their order. */
  values(section: string, key: string): string[] {
    const wanted = key.toLowerCase()
    return this.entries(section)
      .filter((entry) => entry.key.toLowerCase() === wanted)
      .map(({ value }) => value)
  }

  /** The first value of a key. */
  get(section: string, key: string): string | undefined {
    return this.values(section, key)[0]
  }

  /**
   * `Ini=` of a manifest: the key has this one value afterwards. It takes the place of the first one; further
   * ones of a list go.
   *
   * @returns what changed; `undefined` when nothing did.
   */
  set(section: string, key: string, value: string): IniChange | undefined {
    const lines = this.#linesWith(section, key)
    const first = lines[0]
    if (first === undefined) return this.#append(section, [{ key, value }])
    if (lines.length === 1 && first.value === value) return undefined
    const removed = lines.map(({ text }) => text)
    this.#drop(section, new Set(lines.slice(1)))
    replaceValue(first, value)
    return { section, removed, added: [first.text] }
  }

  /**
   * `AddIni=` of a manifest: the identical pair goes (values compare ignoring case, as the engine compares),
   * then the pair is appended to the others of its key. Adding the pair that is the last one already changes
   * nothing.
   */
  add(section: string, key: string, value: string): IniChange | undefined {
    const lines = this.#linesWith(section, key)
    const wanted = value.toLowerCase()
    const same = lines.filter((line) => line.value?.toLowerCase() === wanted)
    if (same.length === 1 && same[0] === lines.at(-1) && same[0]?.value === value) return undefined
    this.#drop(section, new Set(same))
    const appended = this.#append(section, [{ key, value }])
    return { section, removed: same.map(({ text }) => text), added: appended.added }
  }

  /** Removes the pairs of a key, or only those of one value (ignoring case). */
  remove(section: string, key: string, value?: string): IniChange | undefined {
    const wanted = value?.toLowerCase()
    const lines = this.#linesWith(section, key).filter(
      (line) => wanted === undefined || line.value?.toLowerCase() === wanted,
    )
    if (lines.length === 0) return undefined
    this.#drop(section, new Set(lines))
    return { section, removed: lines.map(({ text }) => text), added: [] }
  }

  /**
   * Appends pairs to a section, which is made when there is none: each after the last one of its key, or at
   * the section's end.
   */
  append(section: string, entries: readonly IniEntry[]): void {
    if (entries.length > 0) this.#append(section, entries)
  }

  /** Removes the pairs that `unwanted` names; gives their number. */
  removeWhere(section: string, unwanted: (entry: IniEntry) => boolean): number {
    const gone = new Set<Line>()
    for (const { lines } of this.#index().get(section.toLowerCase()) ?? []) {
      for (const line of lines) {
        if (line.key !== undefined && line.value !== undefined && unwanted({ key: line.key, value: line.value }))
          gone.add(line)
      }
    }
    this.#drop(section, gone)
    return gone.size
  }

  /** Replaces each pair with others; `undefined` keeps it, an empty list removes it. */
  rewrite(section: string, map: (entry: IniEntry) => readonly IniEntry[] | undefined): void {
    for (const { lines } of this.#index().get(section.toLowerCase()) ?? []) {
      const mapped = lines.flatMap((line) => {
        if (line.key === undefined || line.value === undefined) return [line]
        const others = map({ key: line.key, value: line.value })
        return others === undefined
          ? [line]
          : others.map(({ key, value }) => ({ text: `${key}=${value}`, eol: line.eol || this.#eol, key, value }))
      })
      lines.length = 0
      for (const line of mapped) lines.push(line)
    }
  }

  /** Removes a section with everything in it, comments too. */
  removeSection(section: string): boolean {
    const blocks = this.#index().get(section.toLowerCase())
    if (blocks === undefined) return false
    for (const block of blocks) this.#blocks.splice(this.#blocks.indexOf(block), 1)
    this.#sections = undefined
    return true
  }

  /**
   * @throws {PackageError} `bad-value` when a text that was put in cannot be written in the file's encoding.
   */
  toBytes(): Uint8Array {
    let text = ''
    for (const { lines } of this.#blocks) for (const line of lines) text += line.text + line.eol
    return encodeIni(text, this.encoding)
  }

  #index(): Map<string, Block[]> {
    if (this.#sections === undefined) {
      this.#sections = new Map()
      for (const block of this.#blocks) {
        if (block.section === undefined) continue
        const key = block.section.toLowerCase()
        const same = this.#sections.get(key)
        if (same === undefined) this.#sections.set(key, [block])
        else same.push(block)
      }
    }
    return this.#sections
  }

  #linesWith(section: string, key: string): Line[] {
    const wanted = key.toLowerCase()
    const blocks = this.#index().get(section.toLowerCase()) ?? []
    return blocks.flatMap(({ lines }) => lines.filter((line) => line.key?.toLowerCase() === wanted))
  }

  #drop(section: string, gone: ReadonlySet<Line>): void {
    if (gone.size === 0) return
    for (const { lines } of this.#index().get(section.toLowerCase()) ?? []) {
      let kept = 0
      for (const line of lines) if (!gone.has(line)) lines[kept++] = line
      lines.length = kept
    }
  }

  #append(section: string, entries: readonly IniEntry[]): IniChange {
    const added: Line[] = entries.map(({ key, value }) => ({ text: `${key}=${value}`, eol: this.#eol, key, value }))
    const block = this.#blockFor(section)
    // Where the last line of each key is; what is appended moves along, so that a long list costs no
    // search per line.
    const places = new Map<string, number>()
    for (const [i, { key }] of block.lines.entries()) if (key !== undefined) places.set(key.toLowerCase(), i + 1)
    const groups = new Map<number, Line[]>()
    for (const line of added) {
      const place = places.get((line.key ?? '').toLowerCase()) ?? endOf(block.lines)
      const group = groups.get(place)
      if (group === undefined) groups.set(place, [line])
      else group.push(line)
    }
    for (const [place, lines] of [...groups].sort(([a], [b]) => b - a)) {
      const before = block.lines[place - 1]
      if (before !== undefined && before.eol === '') before.eol = this.#eol
      block.lines.splice(place, 0, ...lines)
    }
    return { section, removed: [], added: added.map(({ text }) => text) }
  }

  #blockFor(section: string): Block {
    const blocks = this.#index().get(section.toLowerCase())
    const last = blocks?.at(-1)
    if (last !== undefined) return last
    const lastLine = this.#blocks.at(-1)?.lines.at(-1)
    if (lastLine !== undefined) {
      if (lastLine.eol === '') lastLine.eol = this.#eol
      if (lastLine.text.trim() !== '') this.#blocks.at(-1)?.lines.push({ text: '', eol: this.#eol })
    }
    const block: Block = { section, lines: [{ text: `[${section}]`, eol: this.#eol }] }
    this.#blocks.push(block)
    this.#sections = undefined
    return block
  }
}

/** After the last line that is not blank: blank lines separate sections. */
function endOf(lines: readonly Line[]): number {
  let end = lines.length
  while (end > 0 && lines[end - 1]?.text.trim() === '') end--
  return end
}

function* linesOf(text: string): Generator<Line> {
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    const [whole, line = '', eol = ''] = match
    if (whole !== '') yield { text: line, eol }
  }
}

function sectionOf(line: string): string | undefined {
  const text = line.trim()
  return text.startsWith('[') && text.endsWith(']') && text.length > 2 ? text.slice(1, -1) : undefined
}

function parsed(line: Line): Line {
  const { text } = line
  if (text.trimStart().startsWith(';')) return line
  const at = text.indexOf('=')
  if (at <= 0) return line
  line.key = text.slice(0, at).trim()
  line.value = text.slice(at + 1).trim()
  return line
}

/** Replaces the value; spaces around it stay. */
function replaceValue(line: Line, value: string): void {
  const at = line.text.indexOf('=') + 1
  const rest = line.text.slice(at)
  const old = rest.trim()
  const start = old === '' ? at : at + rest.indexOf(old)
  line.text = line.text.slice(0, start) + value + line.text.slice(start + old.length)
  line.value = value
}
