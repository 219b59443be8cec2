import { hex } from '@ukit/files'
import type { Problem, VerifyReport } from '@ukit/inspect'
import type { Style } from '../../terminal/style.js'
import { count, padEnd, padStart, printable, shortBytes, shortenPath, wrap } from '../../terminal/text.js'

/** Maximum number of problems of one kind that are printed for a file, unless all are asked for. */
const MOST_OF_A_KIND = 5

const INDENT = ' '.repeat(8)

/** The header line. */
export function verifyHead(style: Style): string {
  return `${style.dim(line('', 'OBJECTS', 'BYTES', 'UNDERSTOOD', 'FILE'))}\n`
}

function line(mark: string, objects: string, bytes: string, understood: string, path: string): string {
  return [padEnd(mark, 6), padStart(objects, 7), padStart(bytes, 7), padStart(understood, 10), path].join('  ')
}

/** What was found in a file: a line, and below it the problems, errors before warnings, grouped by kind. */
export function verifyText(
  path: string,
  report: Pick<VerifyReport, 'ok' | 'objects' | 'bytes' | 'understood' | 'problems'> & { readonly stub?: boolean },
  { options, width }: { readonly options: { readonly quiet: boolean; readonly all: boolean }; readonly width: number },
  style: Style,
): string {
  const { ok, objects, bytes, understood, problems, stub } = report
  if (options.quiet && ok && problems.length === 0) return ''
  const nothing = objects === 0 && !ok
  const share = bytes === 0 ? '-' : `${(Math.floor(understood * 1000) / 10).toFixed(1)} %`
  const facts = line('', nothing ? '-' : count(objects), nothing ? '-' : shortBytes(bytes), share, '').slice(6)
  const name = shortenPath(printable(path), Math.max(16, width - 6 - facts.length))
  const mark = ok ? style.green(padEnd('ok', 6)) : style.red('failed')
  const lines = [`${mark}${facts}${style.bold(name)}`]
  if (stub === true) lines.push(`${INDENT}a stub: made by ukit from what others need of it`)
  for (const [, same] of groups(problems)) {
    const shown = options.all ? same : same.slice(0, MOST_OF_A_KIND)
    for (const problem of shown) lines.push(...problemLines(problem, width, style))
    const rest = same.length - shown.length
    if (rest > 0) lines.push(INDENT + style.dim(`and ${count(rest)} more like this (--all prints them)`))
  }
  return `${lines.join('\n')}\n`
}

/** Problems by severity and kind, in the order in which they occur. */
function groups(problems: readonly Problem[]): Map<string, Problem[]> {
  const found = new Map<string, Problem[]>()
  for (const severity of ['error', 'warning'] as const) {
    for (const problem of problems) {
      if (problem.severity !== severity) continue
      const key = `${severity} ${problem.kind}`
      const same = found.get(key)
      if (same === undefined) found.set(key, [problem])
      else same.push(problem)
    }
  }
  return found
}

function problemLines({ severity, kind, object, offset, message }: Problem, width: number, style: Style): string[] {
  // The message of a typed error says where the problem is; to other messages it is added here.
  const text = printable(message)
  const inText = (part: string) => text.toLowerCase().includes(part.toLowerCase())
  const who = object === null || inText(printable(object)) ? '' : `${printable(object)}: `
  const where = offset === null || inText(hex(offset)) ? '' : ` (at ${hex(offset)})`
  const color = severity === 'error' ? style.red : style.yellow
  const [first = '', ...rest] = wrap(`${severity} ${kind}: ${who}${text}${where}`, width - INDENT.length - 2)
  return [
    `${INDENT}${color(severity)}${first.slice(severity.length)}`,
    ...rest.map((continued) => `${INDENT}  ${continued}`),
  ]
}
