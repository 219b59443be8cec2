/**
 * *Where the lines of a text start.* A line ends with a line feed; a carriage return before it belongs to it.
 */
export class LineStarts {
  /** Offset of the first character of each line; the first is 0. */
  readonly starts: Int32Array

  constructor(text: string) {
    let count = 1
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
    this.starts = new Int32Array(count)
    let line = 1
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) this.starts[line++] = at + 1
  }

  /** How many lines there are: one more than line feeds. */
  get count(): number {
    return this.starts.length
  }

  /** The line of an offset, counted from 1 as the compiler counts them. */
  lineOf(offset: number): number {
    let low = 0
    let high = this.starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }

  /** The column of an offset, counted from 1, a tab as one. */
  columnOf(offset: number): number {
    return offset - (this.starts[this.lineOf(offset) - 1] ?? 0) + 1
  }

  /** Offset of the first character of a line, counted from 1. */
  startOf(line: number): number {
    return this.starts[Math.min(Math.max(line, 1), this.count) - 1] ?? 0
  }
}
