import { type CheckedStockFile, editionsText, type StockReport } from '@ukit/game'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'

/** Maximum number of files of one state that are printed, unless all are asked for. */
const MOST_OF_A_STATE = 20

/** Which files came with the game, as text: a line for each state, then the files that matter. */
export function stockText(root: string, name: string, report: StockReport, all: boolean, style: Style): string {
  const of = (state: CheckedStockFile['state']) => report.files.filter((file) => file.state === state)
  const [original, changed, unknown, added, unreadable] = (
    ['original', 'changed', 'unknown', 'added', 'unreadable'] as const
  ).map(of)
  const lines = [
    `${style.bold(printable(root))}: ${plural(report.files.length, 'package')} compared with what ${name} ships`,
    ...section('original', 'as they were shipped', original, all ? Number.POSITIVE_INFINITY : 0, style.green),
    ...section('changed', 'the game ships them, but they match no known version', changed, most(all), style.red),
    ...section('unreadable', 'cannot be read', unreadable, most(all), style.red),
    ...section(
      'not known',
      'the game ships them; the list has no hash to tell versions apart',
      unknown,
      all ? Number.POSITIVE_INFINITY : 0,
      style.yellow,
    ),
    ...section('added', 'the game ships no such file', added, most(all), style.cyan),
  ]
  const { missing } = report
  lines.push(
    `  ${style.yellow('missing')}     ${count(missing.length)}: in some edition of the game, but not ` +
      'here (demo, retail and servers differ)',
    ...firstLines(missing.map(printable), all ? Number.POSITIVE_INFINITY : 0),
  )
  if (!all) lines.push(style.dim('  --all lists every file'))
  return `${lines.join('\n')}\n`
}

function most(all: boolean): number {
  return all ? Number.POSITIVE_INFINITY : MOST_OF_A_STATE
}

function section(
  label: string,
  meaning: string,
  files: readonly CheckedStockFile[] = [],
  shown: number,
  color: (text: string) => string,
): string[] {
  const lines = files.map(({ path, editions }) => {
    return `${printable(path)}${editions.length === 0 ? '' : `  (${editionsText(editions)})`}`
  })
  return [
    `  ${color(label)}${' '.repeat(12 - label.length)}${count(files.length)}: ${meaning}`,
    ...firstLines(lines, shown),
  ]
}

function firstLines(lines: readonly string[], most: number): string[] {
  const shown = lines.slice(0, most).map((line) => `      ${line}`)
  return most === 0 || shown.length === lines.length
    ? shown
    : [...shown, `      and ${count(lines.length - most)} more`]
}

/** The same as JSON. */
export function stockFacts({ game, files, missing }: StockReport) {
  const number = (state: CheckedStockFile['state']) => files.filter((file) => file.state === state).length
  return {
    game,
    counts: {
      original: number('original'),
      changed: number('changed'),
      unknown: number('unknown'),
      added: number('added'),
      unreadable: number('unreadable'),
      missing: missing.length,
    },
    files,
    missing,
  }
}
