import { packageFlagNames } from '@ukit/container'
import { addTo } from '@ukit/files/internal'
import {
  bytesText,
  durationText,
  type GameClass,
  type JoinPackage,
  type JoinProblem,
  type JoinReport,
} from '@ukit/game'
import type { Style } from '../../terminal/style.js'
import { padEnd, plural, printable } from '../../terminal/text.js'

/** A join as text: what keeps the player out, what is downloaded, and with `all` every package. */
export function joinText(report: JoinReport, all: boolean, style: Style): string {
  const { map, game, ok, packages, problems, downloads, counts } = report
  const bad = packages.filter((pkg) => !pkg.ok).length + problems.filter(({ fatal }) => fatal).length
  const verdict = ok ? 'the player can join' : `the player cannot join: ${plural(bad, 'reason')}`
  const lines = [`${ok ? style.green('ok') : style.red('failed')}  ${style.bold(printable(map))}: ${verdict}`]
  lines.push(...gameText(game))
  // What keeps the player out comes first; of packages with the same status, only a few are printed.
  const told = packages.filter((pkg) => all || pkg.status !== 'have').sort((a, b) => Number(a.ok) - Number(b.ok))
  const { shown, more } = firstOfEach(told, all ? Number.POSITIVE_INFINITY : MOST_OF_A_STATUS)
  const width = Math.max(0, ...shown.map(({ name }) => name.length))
  let advised: string | null = null
  for (const pkg of shown) {
    // What is to be done about many packages is said once.
    lines.push(...packageLines(pkg.advice === advised ? { ...pkg, advice: null } : pkg, width, style))
    advised = pkg.advice
    const rest = more.get(pkg)
    if (rest !== undefined) lines.push(style.dim(`  and ${rest} more like it: ${pkg.status} (--all lists them)`))
  }
  lines.push(...problemsText(problems, all, style))
  const have = packages.filter(({ status }) => status === 'have').length
  lines.push(
    `    ${have} of ${plural(packages.length, 'package')} as the server has them${all ? '' : ' (--all lists them)'}`,
  )
  if (downloads.packages > 0) {
    const { size, transfer, seconds } = downloads
    const wire = transfer === size ? '' : `, ${bytesText(transfer)} over the wire`
    lines.push(
      `    downloads: ${plural(downloads.packages, 'package')}, ${bytesText(size)}${wire}, ${durationText(seconds)}`,
    )
  }
  if (counts !== null) {
    lines.push(`    in common: ${plural(counts.maxObject, 'object')}, ${plural(counts.maxName, 'name')}`)
  }
  return `${lines.join('\n')}\n`
}

/** Maximum number of packages of one status that are printed without `--all`. */
const MOST_OF_A_STATUS = 6

/** The first packages of each status, and after the last of them, how many more there are. */
function firstOfEach(packages: readonly JoinPackage[], most: number) {
  const counts = new Map<string, number>()
  const last = new Map<string, JoinPackage>()
  const shown = packages.filter((pkg) => {
    const count = (counts.get(pkg.status) ?? 0) + 1
    counts.set(pkg.status, count)
    if (count <= most) last.set(pkg.status, pkg)
    return count <= most
  })
  const more = new Map<JoinPackage, number>()
  for (const [status, pkg] of last) {
    const rest = (counts.get(status) ?? 0) - most
    if (rest > 0) more.set(pkg, rest)
  }
  return { shown, more }
}

/** Which game class is played, and what chose it. */
export function gameText(game: GameClass | null): string[] {
  return game === null ? [] : [`    game ${printable(game.path)}, ${FROM[game.from]}`]
}

const FROM = { option: 'as asked for', map: 'which the map names', ini: 'the default of the server’s ini' } as const

function packageLines(pkg: JoinPackage, width: number, style: Style): string[] {
  const mark = pkg.ok ? (pkg.status === 'have' ? style.dim('have') : style.cyan(pkg.status)) : style.red(pkg.status)
  const indent = ' '.repeat(6)
  return [
    `  ${padEnd(printable(pkg.name), width)}  ` +
      `${mark}${pkg.status === 'have' ? `  ${style.dim(printable(pkg.file?.path ?? ''))}` : ''}`,
    ...(pkg.status === 'have' ? [] : [`${indent}${printable(pkg.message)}`]),
    ...pkg.differences.map((text) => `${indent}${style.dim(`- ${printable(text)}`)}`),
    ...(pkg.advice === null ? [] : [`${indent}→ ${printable(pkg.advice)}`]),
  ]
}

type ProblemText = Pick<JoinProblem, 'fatal' | 'message' | 'advice' | 'package'>

/** Problems as text; with the first of those that differ only in the package, the names of the others. */
export function problemsText(problems: readonly ProblemText[], all: boolean, style: Style): string[] {
  const groups = new Map<string, ProblemText[]>()
  for (const problem of problems) {
    const name = problem.package
    const text = `${problem.message}\n${problem.advice ?? ''}`
    const key = all || name === null ? text : text.replaceAll(name, '')
    addTo(groups, key, problem)
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : problemLines(first, others, style),
  )
}

function problemLines({ fatal, message, advice }: ProblemText, others: readonly ProblemText[], style: Style): string[] {
  const mark = fatal ? style.red('failed') : style.yellow('warning')
  const names = others.map((problem) => printable(problem.package ?? ''))
  return [
    `  ${mark}  ${printable(message)}`,
    ...(names.length === 0 ? [] : [`      likewise ${names.join(', ')}`]),
    ...(advice === null ? [] : [`      → ${printable(advice)}`]),
  ]
}

/** A join as JSON: GUIDs as the cache writes them, flags for clients by name. */
export function joinFacts(report: JoinReport) {
  return {
    ...report,
    packages: report.packages.map(({ guid, flags, file, ...rest }) => ({
      ...rest,
      guid: guid.toString(),
      // The three that matter here; the others have different names in each engine.
      flags: packageFlagNames(flags & 7, 0),
      file: file === null ? null : { ...file, guid: file.guid?.toString() ?? null },
    })),
  }
}
