import { shown } from './locale.js'
import { count, padEnd, shortenPath } from './text.js'

/**
 * In milliseconds: work under a second shows nothing; after that, the bar is updated at most ten times per
 * second.
 */
const DELAY = 1000
const INTERVAL = 100

/** What the bar needs of standard error. */
interface Screen {
  readonly isTTY?: boolean
  readonly columns?: number
  write(text: string): unknown
}

/**
 * *One line at the bottom of the terminal* that shows the progress of the work. Does nothing if standard
 * error is not a terminal.
 */
export class Progress {
  readonly #screen: Screen
  readonly #active: boolean
  readonly #start = Date.now()
  #last = 0
  #shown = false

  constructor(screen: Screen) {
    this.#screen = screen
    this.#active = screen.isTTY === true
  }

  /** Shows `done` of `total` and what is being worked on, unless the bar was updated just before. */
  update(done: number, total: number, label: string, unit: string): void {
    if (!this.#active) return
    const now = Date.now()
    if (now - this.#start < DELAY || now - this.#last < INTERVAL) return
    this.#last = now
    this.#shown = true
    this.#screen.write(`\r\u001b[2K${progressLine(done, total, label, unit, (this.#screen.columns ?? 80) - 1)}`)
  }

  /** Removes the bar before a line is printed or the program ends. */
  clear(): void {
    if (!this.#shown) return
    this.#shown = false
    this.#last = 0
    this.#screen.write('\r\u001b[2K')
  }
}

const BAR = 20

/** The line itself: `████████░░░░░░░░░░░░  40 %  412 of 1,030 files  Maps/DM-Deck16.unr`. */
function progressLine(done: number, total: number, label: string, unit: string, width: number): string {
  const share = total > 0 ? Math.min(1, done / total) : 0
  const filled = Math.round(share * BAR)
  const bar = shown('█'.repeat(filled) + '░'.repeat(BAR - filled))
  const percent = `${Math.floor(share * 100)} %`.padStart(5)
  const counts = padEnd(`${count(done)} of ${count(total)} ${unit}`, 2 * count(total).length + unit.length + 5)
  const fixed = `${bar} ${percent}  ${counts}`
  const room = width - fixed.length - 2
  return room < 12 ? fixed.slice(0, width) : `${fixed}  ${shortenPath(label, room)}`
}
