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
  /** Columns of the terminal behind standard output; infinite when it is a file or a pipe: nothing is shortened there. */
  readonly width: number
  readonly progress: Progress
  readonly #errorStyle: Style
  #gone = false

  constructor() {
    const { stdout, stderr, env } = process
    this.colored = wantsColor(stdout, env)
    this.style = styleFor(this.colored)
    this.#errorStyle = styleFor(wantsColor(stderr, env))
    this.width = stdout.isTTY ? Math.max(MIN_WIDTH, stdout.columns) : Number.POSITIVE_INFINITY
    this.progress = new Progress(stderr)
    stdout.on('error', (error: NodeJS.ErrnoException) => {
      // `ukit … | head` has seen enough; there is nothing to complain about, and nobody to complain to.
      if (error.code !== 'EPIPE' && error.code !== 'EOF') throw error
      this.#gone = true
    })
    stderr.on('error', () => {
      // Nobody reads the messages: the work and its exit status stand all the same.
    })
  }

  /** True when the reader of standard output is gone: whoever only prints may stop. */
  get gone(): boolean {
    return this.#gone
  }

  /** Writes to standard output, and waits while the reader is slower than we are. */
  async write(text: string): Promise<void> {
    if (text === '' || this.#gone) return
    this.progress.clear()
    const { stdout } = process
    if (stdout.write(text)) return
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
    // The label is as wide as it looks, whatever escape sequences it holds: wrapped with the text, and coloured afterwards.
    const [first = '', ...rest] = message
      .split('\n')
      .flatMap((line, i) => wrap(`${i === 0 ? label.plain : ' '} ${printable(line)}`, width - 2))
    stderr.write(
      `${label.text}${first.slice(label.plain.length)}\n${rest.map((line) => `  ${line.trim()}\n`).join('')}`,
    )
  }
}
