import { packageFlagNames } from '@ukit/container'
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

/** A join, as a person reads it: what keeps the player out, what is downloaded, and with `all` every package. */
export function joinText(report: JoinReport, all: boolean, style: Style): string {
  const { map, game, ok, packages, problems, downloads, counts } = report
  const bad = packages.filter((pkg) => !pkg.ok).length + problems.filter(({ fatal }) => fatal).length
  const verdict = ok ? 'the player can join' : `the player cannot join: ${plural(bad, 'reason')}`
  const lines = [`${ok ? style.green('ok') : style.red('failed')}  ${style.bold(printable(map))}: ${verdict}`]
  lines.push(...gameText(game))
  const shown = packages.filter((pkg) => all || pkg.status !== 'have')
  const width = Math.max(0, ...shown.map(({ name }) => name.length))
  for (const pkg of shown) lines.push(...packageLines(pkg, width, style))
  for (const problem of problems) lines.push(...problemLines(problem, style))
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

/** Which game is played, and who says so. */
export function gameText(game: GameClass | null): string[] {
  return game === null ? [] : [`    game ${printable(game.path)}, ${FROM[game.from]}`]
}

const FROM = { option: 'as asked for', map: 'which the map names', ini: 'the default of the server’s ini' } as const

function packageLines(pkg: JoinPackage, width: number, style: Style): string[] {
  const mark = pkg.ok ? (pkg.status === 'have' ? style.dim('have') : style.cyan(pkg.status)) : style.red(pkg.status)
  const indent = ' '.repeat(6)
  return [
    `  ${padEnd(printable(pkg.name), width)}  ${mark}${pkg.status === 'have' ? `  ${style.dim(printable(pkg.file?.path ?? ''))}` : ''}`,
    ...(pkg.status === 'have' ? [] : [`${indent}${printable(pkg.message)}`]),
    ...pkg.differences.map((text) => `${indent}${style.dim(`- ${printable(text)}`)}`),
    ...(pkg.advice === null ? [] : [`${indent}→ ${printable(pkg.advice)}`]),
  ]
}

function problemLines({ fatal, message, advice }: JoinProblem, style: Style): string[] {
  const mark = fatal ? style.red('failed') : style.yellow('warning')
  return [`  ${mark}  ${printable(message)}`, ...(advice === null ? [] : [`      → ${printable(advice)}`])]
}

/** A join as data: GUIDs as the cache writes them, flags for clients by name. */
export function joinFacts(report: JoinReport) {
  return {
    ...report,
    packages: report.packages.map(({ guid, flags, file, ...rest }) => ({
      ...rest,
      guid: guid.toString(),
      // The three that matter here; the others have other names in each engine.
      flags: packageFlagNames(flags & 7, 0),
      file: file === null ? null : { ...file, guid: file.guid?.toString() ?? null },
    })),
  }
}
