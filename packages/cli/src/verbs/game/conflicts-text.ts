import type { ModConflict, ModConflictReport } from '@ukit/game'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'

/** Maximum number of conflicts of one kind that are printed, unless all are asked for. */
const MOST_OF_A_KIND = 10

/** Maximum number of lines of one mod that are printed of a conflict, and their length. */
const MOST_OF_A_MOD = 3
const LONGEST = 100

const HEADINGS: Readonly<Record<ModConflict['kind'], readonly [heading: string, meaning: string]>> = {
  'class-override': ['Replaced classes', 'only one mod can replace a class'],
  function: ['Replaced functions', 'what they do in the class that is not used is lost'],
  package: ['Packages of one name', 'a game loads only one of them'],
  object: ['Objects of these packages', 'they differ'],
  config: ['Settings', ''],
}

const ORDERS: Readonly<Record<ModConflictReport['order']['decidedBy'], string>> = {
  given: 'the order in which they were named',
  settings: 'the folders in the order of ModRootDirs, in each of them the names of the mods’ folders',
  folders: 'the names of their folders',
  unknown: 'not known: they are in several folders, and the settings of the game decide (--ini)',
}

/** Conflicts of mods as text: the order of the mods, then the conflicts of each kind. */
export function conflictsText({ order, conflicts }: ModConflictReport, all: boolean, style: Style): string {
  const names = order.mods.map(({ name }) => printable(name))
  const lines = [`${plural(names.length, 'mod')}: ${names.join(', ')}`, `load order: ${ORDERS[order.decidedBy]}`]
  for (const kind of ['class-override', 'function', 'package', 'object', 'config'] as const) {
    const same = conflicts.filter((one) => one.kind === kind)
    if (same.length === 0) continue
    const [heading, meaning] = HEADINGS[kind]
    lines.push('', `${style.bold(style.yellow(heading))}${meaning === '' ? '' : style.dim(` (${meaning})`)}`)
    const shown = all ? same : same.slice(0, MOST_OF_A_KIND)
    for (const conflict of shown) lines.push(...conflictLines(conflict, style))
    const more = same.length - shown.length
    if (more > 0) lines.push(style.dim(`  and ${count(more)} more (--all prints them)`))
  }
  lines.push(
    '',
    conflicts.length === 0 ? style.green('no conflicts') : style.yellow(plural(conflicts.length, 'conflict')),
  )
  return `${lines.join('\n')}\n`
}

function conflictLines({ kind, what, sides, winner, message }: ModConflict, style: Style): string[] {
  const lines = [`  ${style.bold(printable(what))}`]
  const wide = Math.max(...sides.map(({ mod }) => printable(mod).length))
  if (kind === 'function' || kind === 'object') {
    const mods = [...new Set(sides.map(({ mod }) => printable(mod)))]
    return [`  ${printable(what)}  ${style.dim(mods.join(', '))}`]
  }
  const shown = new Map<string, number>()
  for (const { mod, value } of sides) {
    const before = shown.get(mod) ?? 0
    shown.set(mod, before + 1)
    if (before < MOST_OF_A_MOD)
      lines.push(`    ${printable(mod).padEnd(wide)}  ${shortened(printable(value.replace(/\s+/g, ' ')))}`)
    else if (before === MOST_OF_A_MOD) lines.push(`    ${printable(mod).padEnd(wide)}  …`)
  }
  if (kind === 'config') {
    lines.push(
      style.dim(`    ${winner === null ? printable(message) : `${printable(winner)} decides: ${printable(message)}`}`),
    )
  }
  return lines
}

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text
}
