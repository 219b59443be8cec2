import {
  formatNumber,
  isBookkeeping,
  type Json,
  type ListedExport,
  type ObjectChange,
  type PackageDiff,
  type TextChange,
  type TextHunk,
  type ValueChange,
} from '@ukit/inspect'
import type { Style } from '../../terminal/style.js'
import { count, padEnd, plural, printable } from '../../terminal/text.js'
import type { Against } from './diff-against.js'
import type { SourceChange, SourceDiff } from './diff-source.js'

/** How to print. */
export interface DiffTextOptions {
  readonly style: Style
  readonly width: number
  /** Print everything, instead of the beginning of each list. */
  readonly all: boolean
  /** There are several pairs, so that each needs a heading. */
  readonly many: boolean
}

/** Maximum lines of a list, objects, changes of an object, lines of a text, and lines of a function. */
const MOST = { list: 12, objects: 20, changes: 8, lines: 24, code: 12 } as const

/** Maximum number of functions that are printed, unless all are asked for. */
export const SHOWN_FUNCTIONS = MOST.objects

/** Maximum number of characters of a value. */
const VALUE_WIDTH = 60

/** *What changed, as text*: a section for each kind of change, and nothing for what is the same. */
export function diffText(
  { path, other }: { readonly path: string; readonly other: string },
  diff: SourceDiff,
  against: readonly Against[] | null,
  options: DiffTextOptions,
): string {
  const page = new Page(options)
  if (diff.equal && (against === null || against.length === 0)) {
    if (options.many) return ''
    return diff.identical
      ? `${printable(path)} and ${printable(other)} are the same, byte for byte\n`
      : `${printable(path)} and ${printable(other)} have the same content; only the way it is stored differs\n`
  }
  page.title(`${printable(path)} → ${printable(other)}`)
  page.code(diff)
  page.summary(diff)
  page.tables(diff)
  page.objects(diff.objects)
  page.functions(diff.functions)
  page.texts(diff.texts)
  page.breaks(diff)
  page.against(against, path)
  return page.text
}

class Page {
  readonly #lines: string[] = []
  readonly #options: DiffTextOptions

  constructor(options: DiffTextOptions) {
    this.#options = options
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`
  }

  title(text: string): void {
    if (this.#options.many) this.#lines.push('')
    this.#lines.push(this.#options.style.bold(text))
  }

  /** Prints that the code is the same; if it is not, the functions show the differences. */
  code({ sameCode }: PackageDiff): void {
    if (sameCode === true) this.#lines.push('same code: classes declare the same, and their scripts do the same')
  }

  summary({ summary }: PackageDiff): void {
    if (summary.length === 0) return
    this.#section('Summary')
    for (const { field, before, after } of summary) this.#change({ field, change: 'changed', before, after }, 2)
  }

  tables({ names, imports, exports }: PackageDiff): void {
    const { style } = this.#options
    if (names.added.length + names.removed.length + names.recased.length > 0 || names.reordered) {
      this.#section('Names')
      this.#wordList('+', names.added)
      this.#wordList('-', names.removed)
      this.#wordList(
        '~',
        names.recased.map(({ before, after }) => `${before} → ${after}`),
      )
      if (names.reordered) this.#lines.push(`  ${style.dim('in a different order')}`)
    }
    if (imports.added.length + imports.removed.length > 0 || imports.reordered) {
      this.#section('Imports')
      this.#list([...imports.removed.map((text) => ['-', text]), ...imports.added.map((text) => ['+', text])])
      if (imports.reordered) this.#lines.push(`  ${style.dim('in a different order')}`)
    }
    const changed = exports.changed
      .map(({ changes, ...rest }) => ({ ...rest, changes: changes.filter(({ field }) => field !== 'size') }))
      .filter(({ changes }) => changes.length > 0)
    const lists = [exports.added, exports.removed, exports.moved, changed]
    if (lists.every((list) => list.length === 0) && exports.renumbered === 0) return
    this.#section('Exports')
    this.#exports('-', exports.removed)
    this.#exports('+', exports.added)
    this.#list(exports.moved.map((one) => ['>', `${one.class} ${one.before} → ${one.after}`]))
    this.#printFirst(changed, MOST.objects, ({ path, class: className, changes }) => {
      this.#lines.push(`  ~ ${printable(`${className} ${path}`)}`)
      for (const change of changes) this.#change({ ...change, change: 'changed' }, 6)
    })
    if (exports.renumbered > 0) {
      this.#lines.push(`  ${style.dim(`${plural(exports.renumbered, 'export')} at different indices`)}`)
    }
  }

  /** Added or removed exports; those inside another one of them are counted with it. */
  #exports(mark: '+' | '-', exports: readonly ListedExport[]): void {
    const text = (one: ListedExport) => `${one.class} ${one.path}`
    if (this.#options.all) {
      this.#list(exports.map((one) => [mark, text(one)]))
      return
    }
    const inside = new Map(exports.map(({ path }) => [path.toLowerCase(), 0]))
    const tops = exports.filter(({ path }) => {
      const top = outermostIn(path.toLowerCase(), inside)
      if (top === undefined) return true
      inside.set(top, (inside.get(top) ?? 0) + 1)
      return false
    })
    const note = (number: number) => (number === 0 ? '' : ` with ${count(number)} inside`)
    this.#list(tops.map((one) => [mark, text(one) + note(inside.get(one.path.toLowerCase()) ?? 0)]))
  }

  objects(objects: readonly ObjectChange[]): void {
    const { all, style } = this.#options
    const shown = all ? objects : objects.filter(({ bookkeeping }) => !bookkeeping)
    const hidden = objects.length - shown.length
    if (objects.length === 0) return
    this.#section('Objects')
    this.#printFirst(shown, MOST.objects, ({ path, class: className, properties, fields, more, undecoded }) => {
      const note = undecoded ? style.dim('  (does not decode: bytes were compared)') : ''
      this.#lines.push(`  ${printable(`${className} ${path}`)}${note}`)
      const changes = all ? [...properties, ...fields] : [...properties, ...fields.filter((one) => !isBookkeeping(one))]
      this.#printFirst(changes, MOST.changes, (change) => this.#change(change, 4), 4)
      if (more > 0) this.#lines.push(`    ${style.dim(`and ${count(more)} more changes`)}`)
    })
    if (hidden > 0) {
      const text =
        `${plural(hidden, 'object')} changed only in bookkeeping: place in a list or text, ` +
        'checksums (--all prints them)'
      this.#lines.push(`  ${style.dim(text)}`)
    }
  }

  functions(functions: readonly SourceChange[]): void {
    if (functions.length === 0) return
    const { style } = this.#options
    this.#section('Functions')
    this.#printFirst(functions, MOST.objects, ({ path, signature, flags, bytecode, fields, source = null }) => {
      const onlyCode = signature === null && flags === null && fields.length === 0
      const isSame = source?.hunks.length === 0
      const word = isSame ? 'bytecode; the source is the same' : 'bytecode'
      const code = source === null || isSame ? style.dim(word) : this.#counts(source)
      this.#lines.push(`  ${printable(path)}${bytecode ? `  ${code}` : ''}`)
      if (!onlyCode) {
        if (signature !== null) {
          this.#lines.push(`    ${style.red(`- ${printable(signature.before)}`)}`)
          this.#lines.push(`    ${style.green(`+ ${printable(signature.after)}`)}`)
        }
        if (flags !== null) this.#change({ field: 'flags', change: 'changed', ...flags }, 4)
        for (const change of fields) this.#change(change, 4)
      }
      if (source !== null) this.#hunks(source.hunks, MOST.code)
    })
  }

  texts(texts: readonly TextChange[]): void {
    if (texts.length === 0) return
    this.#section('Texts')
    for (const change of texts) {
      const { path, field, hunks, more } = change
      const name = field === 'text' ? path : `${path}: ${field}`
      this.#lines.push(`  ${printable(name)}  ${this.#counts(change)}`)
      this.#hunks(hunks, MOST.lines, more)
    }
  }

  #counts({ added, removed }: Pick<TextChange, 'added' | 'removed'>): string {
    const { style } = this.#options
    const counts = `${style.green(`+${count(added)}`)} ${style.red(`-${count(removed)}`)}`
    return `${counts} ${added + removed === 1 ? 'line' : 'lines'}`
  }

  /** The first lines of the differences, and how many more there are. */
  #hunks(hunks: readonly TextHunk[], most: number, more = 0): void {
    const { all, style } = this.#options
    let left = all ? Number.POSITIVE_INFINITY : most
    let cut = more
    for (const { before, after, lines } of hunks) {
      if (left > 0) this.#lines.push(`    ${style.cyan(`@@ -${before.join(',')} +${after.join(',')} @@`)}`)
      for (const line of lines) {
        if (left-- > 0) this.#lines.push(`    ${this.#textLine(line)}`)
        else cut++
      }
    }
    if (cut > 0) this.#lines.push(`    ${style.dim(`and ${plural(cut, 'line')} more (--all prints them)`)}`)
  }

  #textLine(line: string): string {
    const { style } = this.#options
    const text = printable(line.replaceAll('\t', '    '))
    return line.startsWith('+') ? style.green(text) : line.startsWith('-') ? style.red(text) : text
  }

  breaks({ breaks }: PackageDiff): void {
    if (breaks.length === 0) return
    this.#section('What it breaks')
    const width = Math.max(...breaks.map(({ kind }) => kind.length))
    this.#printFirst(breaks, MOST.objects, ({ kind, object, class: className, message }) => {
      const word = this.#options.style.yellow(padEnd(kind, width))
      this.#lines.push(`  ${word}  ${printable(`${className} ${object}: ${message}`)}`)
    })
  }

  against(against: readonly Against[] | null, path: string): void {
    if (against === null) return
    const { style } = this.#options
    const broken = against.filter(({ error }) => error === null)
    this.#section('Packages that it breaks')
    if (broken.length === 0)
      this.#lines.push(`  none: everything that imports from ${printable(path)} finds what it needs`)
    for (const { path: user, unsatisfied } of broken) {
      this.#lines.push(`  ${style.bold(printable(user))}`)
      this.#printFirst(unsatisfied, MOST.list, (one) => {
        const instead = one.found === null ? '' : `, is a ${one.found}`
        this.#lines.push(`    ${style.yellow(one.reason)}  ${printable(`${one.class} ${one.path}${instead}`)}`)
      })
    }
    for (const { path: user, error } of against) {
      if (error !== null) this.#lines.push(`  ${style.dim(`${printable(user)} cannot be read: ${printable(error)}`)}`)
    }
  }

  #section(title: string): void {
    this.#lines.push('', this.#options.style.bold(title))
  }

  /** Many short words on one line. */
  #wordList(mark: '+' | '-' | '~', words: readonly string[]): void {
    if (words.length === 0) return
    const shown = this.#options.all ? words : words.slice(0, MOST.list)
    const more = words.length - shown.length
    const rest = more > 0 ? this.#options.style.dim(` and ${count(more)} more`) : ''
    this.#lines.push(`  ${this.#marked(mark, shown.map((word) => printable(word)).join(', '))}${rest}`)
  }

  #list(rows: readonly (readonly string[])[]): void {
    this.#printFirst(rows, MOST.list, ([mark = '', text = '']) => {
      this.#lines.push(`  ${this.#marked(mark, printable(text))}`)
    })
  }

  #marked(mark: string, text: string): string {
    const { style } = this.#options
    const line = `${mark} ${text}`
    return mark === '+' ? style.green(line) : mark === '-' ? style.red(line) : line
  }

  /** The first of a list, and how many more there are. */
  #printFirst<T>(list: readonly T[], most: number, print: (item: T) => void, indent = 2): void {
    const shown = this.#options.all ? list : list.slice(0, most)
    for (const item of shown) print(item)
    const more = list.length - shown.length
    if (more > 0)
      this.#lines.push(' '.repeat(indent) + this.#options.style.dim(`and ${count(more)} more (--all prints them)`))
  }

  #change({ field, change, before, after }: ValueChange, indent: number): void {
    const { style } = this.#options
    const longer = Array.isArray(before) && Array.isArray(after) && startsWith(after, before) && before.length > 1
    if (longer) {
      this.#lines.push(
        `${' '.repeat(indent)}${printable(field)}: ${style.green(`+ ${valueText(after.slice(before.length))}`)}`,
      )
      return
    }
    const [old, now] = differingTexts(before, after)
    const text =
      change === 'added' ? style.green(`+ ${now}`) : change === 'removed' ? style.red(`- ${old}`) : `${old} → ${now}`
    this.#lines.push(`${' '.repeat(indent)}${printable(field)}: ${text}`)
  }
}

function startsWith(list: readonly Json[], start: readonly Json[]): boolean {
  return list.length > start.length && start.every((item, i) => JSON.stringify(item) === JSON.stringify(list[i]))
}

/** Two values as short texts; parts that are the same may be left out of long ones. */
function differingTexts(before: Json, after: Json): [string, string] {
  const [first, second] = [printable(inline(before)), printable(inline(after))]
  const isShort = first.length <= VALUE_WIDTH && second.length <= VALUE_WIDTH
  if (isShort || !Array.isArray(before) || !Array.isArray(after)) return shortenedPair(first, second)
  let same = 0
  while (same < before.length && JSON.stringify(before[same]) === JSON.stringify(after[same])) same++
  const rest = (list: readonly Json[]) => printable(inline(list.slice(same)))
  const [old, now] = shortenedPair(rest(before), rest(after))
  return same === 0 ? [old, now] : [`… ${old}`, `… ${now}`]
}

/** Characters that two long values have in common and that are kept on either side of a difference. */
const CONTEXT = 12

/** Two texts without most of what they have in common, so that the difference is visible. */
function shortenedPair(before: string, after: string): [string, string] {
  if (before.length <= VALUE_WIDTH && after.length <= VALUE_WIDTH) return [before, after]
  const [a, b] = [[...before], [...after]]
  const least = Math.min(a.length, b.length)
  let start = 0
  while (start < least && a[start] === b[start]) start++
  let end = 0
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  const from = Math.max(0, start - CONTEXT)
  const cut = (text: readonly string[]) => {
    const to = Math.min(text.length, text.length - end + CONTEXT)
    const middle = text.slice(from, to)
    const kept =
      middle.length <= VALUE_WIDTH
        ? middle
        : [...middle.slice(0, VALUE_WIDTH - CONTEXT), '…', ...middle.slice(-CONTEXT)]
    return `${from > 0 ? '…' : ''}${kept.join('')}${to < text.length ? '…' : ''}`
  }
  return [cut(a), cut(b)]
}

/** The outermost outer of a path that is among `paths`. */
function outermostIn(path: string, paths: ReadonlyMap<string, number>): string | undefined {
  for (let dot = path.indexOf('.'); dot > 0; dot = path.indexOf('.', dot + 1)) {
    if (paths.has(path.slice(0, dot))) return path.slice(0, dot)
  }
  return undefined
}

/** A value as a short text. */
function valueText(value: Json): string {
  const text = printable(inline(value))
  return text.length <= VALUE_WIDTH ? text : `${text.slice(0, VALUE_WIDTH - 1)}…`
}

function inline(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'string') return value === '' ? '""' : value
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value === 'number') return formatNumber(value)
  if (Array.isArray(value)) return value.length === 0 ? '(none)' : value.map(inline).join(', ')
  const { bytes, elements, at, starts } = value
  const length =
    typeof bytes === 'number' ? plural(bytes, 'byte') : typeof elements === 'number' ? plural(elements, 'element') : ''
  if (length !== '' && starts !== undefined) {
    return `${length}${typeof at === 'number' ? `, from ${count(at)}` : ''}: ${inline(starts)} …`
  }
  return `(${Object.entries(value)
    .map(([name, item]) => `${name}=${inline(item)}`)
    .join(' ')})`
}
