import { foldLine } from './fold.js'
import { shown } from './locale.js'
import { Progress } from './progress.js'
import { type Style, styleFor, wantsColor } from './style.js'
import { printable, wrap } from './text.js'

/** Narrower terminals get lines for this width, and break them themselves. */
const MIN_WIDTH = 40

/** *Where the command writes*: data to standard output, everything else to standard error. */
export class Output {
  /** Style for standard output. */
  readonly style: Style
  readonly colored: boolean
  /**
   * Columns of the terminal behind standard output; infinite when it is a file or a pipe: nothing is
   * shortened there.
   */
  readonly width: number
  readonly progress: Progress
  readonly #errorStyle: Style
  #isClosed = false
  #failure: NodeJS.ErrnoException | undefined
  #verbatim = false
  /** The end of what was written to a terminal, as long as its line is not complete. */
  #openLine = ''

  constructor() {
    const { stdout, stderr, env } = process
    this.colored = wantsColor(stdout, env)
    this.style = styleFor(this.colored)
    this.#errorStyle = styleFor(wantsColor(stderr, env))
    this.width = stdout.isTTY ? Math.max(MIN_WIDTH, stdout.columns) : Number.POSITIVE_INFINITY
    this.progress = new Progress(stderr)
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      // `ukit … | head` has seen enough; there is nothing to complain about, and nobody to complain to.
      if (error.code !== 'EPIPE' && error.code !== 'EOF') this.#failure ??= error
      this.#isClosed = true
    })
    stderr.on('error', () => {
      // Nobody reads the messages: the work and its exit status count anyway.
    })
  }

  /** True when nobody takes standard output any more: a verb that only prints may stop. */
  get isClosed(): boolean {
    return this.#isClosed
  }

  /** What follows is for programs: it is written as it is, whatever the terminal and the locale. */
  verbatim(): void {
    this.#verbatim = true
  }

  /** Writes to standard output, and waits while the reader is slower than we are. */
  async write(text: string): Promise<void> {
    if (text === '' || this.#isClosed) return
    this.progress.clear()
    await this.#send(this.#verbatim ? text : this.#laidOut(shown(text)))
  }

  /** Bytes to standard output; waits until they are taken, since their memory may be used again. */
  async writeBytes(bytes: Uint8Array): Promise<void> {
    if (bytes.length === 0 || this.#isClosed) return
    this.progress.clear()
    await new Promise<void>((resolve) => process.stdout.write(bytes, () => resolve()))
  }

  /**
   * Waits until everything is written; gives why standard output did not take it. A reader that has gone is
   * no such reason.
   */
  async finish(): Promise<NodeJS.ErrnoException | undefined> {
    const rest = this.#openLine
    this.#openLine = ''
    if (!this.#isClosed) await new Promise<void>((resolve) => process.stdout.write(rest, () => resolve()))
    // The event that reports an error comes after the callback.
    await new Promise((resolve) => setImmediate(resolve))
    return this.#failure
  }

  /** Whole lines, broken where the terminal ends. */
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
    // The label is as wide as it looks, whatever escape sequences it holds: wrapped with the text, and
    // coloured afterwards.
    const [first = '', ...rest] = message
      .split('\n')
      .flatMap((line, i) => wrap(`${i === 0 ? label.plain : ' '} ${shown(printable(line))}`, width - 2))
    stderr.write(
      `${label.text}${first.slice(label.plain.length)}\n${rest.map((line) => `  ${line.trim()}\n`).join('')}`,
    )
  }
}
