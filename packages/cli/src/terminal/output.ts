import { foldLine } from './fold.js'
import { shown } from './locale.js'
import { Progress } from './progress.js'
import { type Style, styleFor, wantsColor } from './style.js'
import { printable, printableLines, wrap } from './text.js'

/** Narrower terminals get lines of this width, and break them themselves. */
const MIN_WIDTH = 40

/** Between two elements of an array. */
const COMMA = ',\n'

/** What {@link Style} writes. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with a control character
const COLORS = /(\u001b\[(?:1|2|22|31|32|33|36|39)m)/

/**
 * Text for a terminal without anything that it would act on but colours and line breaks. Verbs escape what
 * comes from files by themselves; this is for the place where one forgets it.
 */
function withoutOrders(text: string): string {
  const parts = text.split(COLORS)
  // Colours are every second part.
  return parts.length === 1
    ? printableLines(text)
    : parts.map((part, i) => (i % 2 ? part : printableLines(part))).join('')
}

/** *Where the command writes*: data to standard output, everything else to standard error. */
export class Output {
  /** Style for standard output. */
  readonly style: Style
  readonly colored: boolean
  /**
   * Columns of the terminal that standard output goes to; infinite when it is a file or a pipe, for which
   * nothing is shortened.
   */
  readonly width: number
  readonly progress: Progress
  readonly #errorStyle: Style
  #isClosed = false
  #failure: NodeJS.ErrnoException | undefined
  #verbatim = false
  /** The array that is being written: see {@link list}. */
  #list: { state: 'not begun' | 'open' | 'closed'; comma: string } | undefined
  /** The last line written to a terminal, while it is incomplete. */
  #openLine = ''

  constructor() {
    const { stdout, stderr, env } = process
    this.colored = wantsColor(stdout, env)
    this.style = styleFor(this.colored)
    this.#errorStyle = styleFor(wantsColor(stderr, env))
    this.width = stdout.isTTY ? Math.max(MIN_WIDTH, stdout.columns) : Number.POSITIVE_INFINITY
    this.progress = new Progress(stderr)
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      // The reader has closed the pipe (`ukit … | head`), which is not an error.
      if (error.code !== 'EPIPE' && error.code !== 'EOF') this.#failure ??= error
      this.#isClosed = true
    })
    stderr.on('error', () => {
      // Messages cannot be delivered, but the work and its exit status still count.
    })
  }

  /** True when standard output is no longer read: a verb that only prints may stop. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /**
   * Writes all further text unchanged, ignoring the terminal's width and the locale, since it is for
   * programs.
   */
  verbatim(): void {
    this.#verbatim = true
  }

  /**
   * Everything that follows is a JSON array: one that is not finished, since an error ended the verb, is
   * closed at the end.
   */
  list(): void {
    this.#verbatim = true
    this.#list = { state: 'not begun', comma: '' }
  }

  /** Ends the array of {@link list} if the verb did not; programs get an array no matter what happened. */
  async closeList(): Promise<void> {
    if (this.#list === undefined || this.#isClosed) return
    const { state } = this.#list
    // A comma that nothing follows is dropped.
    this.#list = undefined
    if (state !== 'closed') await this.#send(state === 'open' ? '\n]\n' : '[\n]\n')
  }

  /** Notes how much of the array is written; a comma after an element waits for the next one. */
  #inList(text: string): string {
    const list = this.#list
    if (list === undefined) return text
    const written = list.comma + text
    list.comma = written.endsWith(COMMA) ? COMMA : ''
    const body = written.slice(0, written.length - list.comma.length)
    if (body !== '') list.state = body.endsWith('\n]\n') || body === ']\n' ? 'closed' : 'open'
    return body
  }

  /** Writes to standard output, and waits while the reader is slower than we are. */
  async write(text: string): Promise<void> {
    if (text === '' || this.#isClosed) return
    this.progress.clear()
    await this.#send(this.#verbatim ? this.#inList(text) : this.#laidOut(shown(withoutOrders(text))))
  }

  /** Writes bytes to standard output, and waits until they are written: their memory may be used again. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0 || this.#isClosed) return
    this.progress.clear()
    await new Promise<void>((resolve) => process.stdout.write(bytes, () => resolve()))
  }

  /**
   * Waits until everything is written. Returns the error if standard output could not be written; a reader
   * that has closed it is not an error.
   */
  async finish(): Promise<NodeJS.ErrnoException | undefined> {
    const rest = this.#openLine
    this.#openLine = ''
    if (!this.#isClosed) await new Promise<void>((resolve) => process.stdout.write(rest, () => resolve()))
    // The event that reports an error comes after the callback.
    await new Promise((resolve) => setImmediate(resolve))
    return this.#failure
  }

  /** The complete lines, broken to the terminal's width. */
  #laidOut(text: string): string {
    if (!Number.isFinite(this.width)) return text
    const lines = (this.#openLine + text).split('\n')
    this.#openLine = lines.pop() ?? ''
    return lines.map((line) => `${foldLine(line, this.width)}\n`).join('')
  }

  async #send(piece: string): Promise<void> {
    const { stdout } = process
    if (piece.length === 0 || stdout.write(piece)) return
    await new Promise<void>((resolve) => {
      const done = () => {
        stdout.off('drain', done)
        stdout.off('error', done)
        stdout.off('close', done)
        resolve()
      }
      stdout.on('drain', done)
      stdout.on('error', done)
      stdout.on('close', done)
    })
  }

  /** One line about something that failed: `error: Maps/Broken.unr: …`. */
  error(message: string): void {
    this.#message({ plain: 'error:', text: this.#errorStyle.red(this.#errorStyle.bold('error:')) }, message)
  }

  /** One line that is good to know. */
  note(message: string): void {
    this.#message({ plain: 'note:', text: this.#errorStyle.bold('note:') }, message)
  }

  #message(label: { readonly plain: string; readonly text: string }, message: string): void {
    this.progress.clear()
    const { stderr } = process
    const width = stderr.isTTY ? Math.max(MIN_WIDTH, stderr.columns) : Number.POSITIVE_INFINITY
    // The plain label is wrapped with the text and coloured afterwards: escape sequences have no width.
    const [first = '', ...rest] = message
      .split('\n')
      .flatMap((line, i) => wrap(`${i === 0 ? label.plain : ' '} ${shown(printable(line))}`, width - 2))
    stderr.write(
      `${label.text}${first.slice(label.plain.length)}\n${rest.map((line) => `  ${line.trim()}\n`).join('')}`,
    )
  }
}
