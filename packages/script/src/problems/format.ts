import type { LineStarts } from '../text/line-starts.js'
import type { Problem } from './problem.js'

/** A problem as the engine's compiler prints it: `file(line) : Error, message`. */
export function problemLine(
  problem: Pick<Problem, 'level' | 'message' | 'start'>,
  file: string,
  lines: LineStarts,
): string {
  const level = problem.level === 'error' ? 'Error' : 'Warning'
  return `${file}(${lines.lineOf(problem.start)}) : ${level}, ${problem.message}`
}

const WIDTH = 100

/** The line of a problem with a caret under what is meant: two lines. Long lines are cut. */
export function problemExcerpt(problem: Pick<Problem, 'start' | 'end'>, text: string, lines: LineStarts): string {
  const line = lines.lineOf(problem.start)
  const start = lines.startOf(line)
  const end = line < lines.count ? lines.startOf(line + 1) : text.length
  const whole = text.slice(start, end).replace(/(?<![\r\n])[\r\n]+$/, '')
  const column = Math.min(problem.start - start, whole.length)
  const skipped = column > WIDTH - 20 ? column - 40 : 0
  const shown = whole.slice(skipped, skipped + WIDTH)
  // Tabs stay tabs under tabs, so that the caret is where it should be, whatever their width.
  const before = shown.slice(0, column - skipped).replace(/[^\t]/g, ' ')
  const width = Math.max(1, Math.min(problem.end - problem.start, shown.length - (column - skipped)))
  return `${shown}\n${before}${'^'.repeat(width)}`
}
