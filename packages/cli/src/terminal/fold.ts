import { displayWidth } from './text.js'

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with a control character
const ESCAPES = /\u001b\[[\d;]*m/g

/** Columns of a line that may be coloured. */
function columnsOf(text: string): number {
  return displayWidth(text.replace(ESCAPES, ''))
}

/**
 * Breaks a line at its spaces if it is wider than the terminal, which would break it inside a word. The lines
 * that follow are indented further than the first. A word that is longer than a line is left to the terminal.
 */
export function foldLine(line: string, width: number): string {
  if (columnsOf(line) <= width) return line
  const own = /^ */.exec(line.replace(ESCAPES, ''))?.[0].length ?? 0
  const indent = ' '.repeat(Math.min(own + 2, Math.floor(width / 2)))
  const lines: string[] = []
  let text = ''
  let columns = 0
  for (const [i, word] of line.split(' ').entries()) {
    const size = columnsOf(word)
    if (i > 0 && columns > own && columns + 1 + size > width && text.trim() !== '') {
      lines.push(text.trimEnd())
      text = indent + word
      columns = indent.length + size
    } else {
      text += i === 0 ? word : ` ${word}`
      columns += (i === 0 ? 0 : 1) + size
    }
  }
  return [...lines, text].join('\n')
}
