import { hex, type Problem, type VerifyReport } from '@ukit/core'
import type { OptionValues } from '../command/option.js'
import type { Style } from '../terminal/style.js'
import { count, padEnd, plural, printable } from '../terminal/text.js'

/** Problems of one kind that are printed of a file, unless all are asked for. */
const MOST_OF_A_KIND = 5

/** What was found in a file: a line, and below it the problems, errors before warnings, kind by kind. */
export function verifyText(
  path: string,
  report: Pick<VerifyReport, 'ok' | 'objects' | 'bytes' | 'understood' | 'problems'>,
  options: OptionValues,
  style: Style,
): string {
  const { ok, objects, bytes, understood, problems } = report
  if (options['quiet'] === true && ok && problems.length === 0) return ''
  const mark = ok ? style.green(padEnd('ok', 6)) : style.red(padEnd('failed', 6))
  const share = bytes === 0 ? '' : `, ${Math.floor(understood * 1000) / 10} % understood`
  const facts =
    objects === 0 && !ok ? '' : `  ${style.dim(`${plural(objects, 'object')}, ${plural(bytes, 'byte')}${share}`)}`
  const lines = [`${mark}  ${style.bold(printable(path))}${facts}`]
  for (const [, same] of groups(problems)) {
    const shown = options['all'] === true ? same : same.slice(0, MOST_OF_A_KIND)
    for (const problem of shown) lines.push(`        ${problemLine(problem, style)}`)
    const rest = same.length - shown.length
    if (rest > 0) lines.push(`        ${style.dim(`and ${count(rest)} more like this (--all prints them)`)}`)
  }
  return `${lines.join('\n')}\n`
}

/** Problems by severity and kind, in the order in which they come up. */
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

function problemLine({ severity, kind, object, offset, message }: Problem, style: Style): string {
  const color = severity === 'error' ? style.red : style.yellow
  // The message of a typed error says where it is; other messages leave that to us.
  const text = printable(message)
  const inText = (part: string) => text.toLowerCase().includes(part.toLowerCase())
  const who = object === null || inText(printable(object)) ? '' : `${printable(object)}: `
  const where = offset === null || inText(hex(offset)) ? '' : ` (at ${hex(offset)})`
  return `${color(severity)} ${kind}: ${who}${text}${where}`
}
