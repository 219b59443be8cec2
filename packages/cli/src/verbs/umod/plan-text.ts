import type { InstallPlan, PlannedRequirement } from '@ukit/umod'
import type { Style } from '../../terminal/style.js'
import { padEnd, plural, printable, shortBytes } from '../../terminal/text.js'

/** A plan as JSON. */
export function planFacts(plan: InstallPlan, ok: boolean): Record<string, unknown> {
  const { product, version, installed, requirements, groups, folders, registry, shortcuts, warnings, errors } = plan
  return {
    product,
    version,
    installed: installed ?? null,
    ok,
    requirements: requirements.map((required) => ({ ...required, installed: required.installed ?? null })),
    groups,
    files: plan.files.map(({ action, src, path, size, group, owners, reason }) => ({
      action,
      src,
      path,
      size,
      group,
      owners,
      reason: reason ?? null,
    })),
    ini: plan.ini.map(({ path, isNew, changes }) => ({ path, isNew, changes })),
    folders,
    registry,
    shortcuts,
    warnings,
    errors,
  }
}

const MARKS = { copy: '+', overwrite: '!', identical: '=', skip: '-' } as const

/** What is installed of a product that an installer requires. */
function foundText({ installed, recognised, version }: PlannedRequirement): string {
  if (installed === undefined) return recognised ? 'this is the game, of an unknown version' : 'it is not installed'
  if (recognised) return `this is the game, version ${installed} by the files of its own code`
  if (installed !== '') return `version ${installed} is installed`
  return version === '' ? 'it is installed' : 'the game does not say which version is installed'
}

/** A plan as text: requirements, files, settings as a diff, and warnings. */
export function planText(path: string, plan: InstallPlan, style: Style): string {
  const lines: string[] = []
  const { product, version, title, installed } = plan
  const before =
    installed === undefined ? '' : installed === version ? ' (installed already)' : ` (installed: ${installed})`
  lines.push(
    `${style.bold(printable(path))}: ` +
      `${printable(title === product ? product : `${title} (${product})`)} ` +
      `${printable(version)}${printable(before)}`,
  )
  for (const required of plan.requirements) {
    const mark = required.satisfied ? style.green('ok') : style.red('not met')
    const needed = `${required.product} ${required.version === '' ? '' : `${required.version} or newer`}`.trim()
    lines.push(`  needs ${printable(needed)}: ${mark}, ${printable(foundText(required))}`)
  }
  for (const { name, caption, optional, selected } of plan.groups) {
    if (!optional) continue
    const text = caption === '' ? name : `${name}: ${caption}`
    lines.push(
      `  part ${printable(text)} (${selected ? 'taken' : 'left out'}; --${selected ? 'without' : 'with'} changes that)`,
    )
  }
  lines.push('', style.bold('Files'))
  for (const { action, path: place, size, owners, reason } of plan.files) {
    const notes = [
      action === 'copy' ? '' : (reason ?? action),
      owners.length > 0 ? `of ${owners.join(', ')}` : '',
    ].filter(Boolean)
    const text =
      `  ${MARKS[action]} ${padEnd(printable(place), 40)}  ` +
      `${shortBytes(size)}${notes.length === 0 ? '' : `  ${printable(notes.join(', '))}`}`
    lines.push(action === 'overwrite' ? style.yellow(text) : action === 'copy' ? text : style.dim(text))
  }
  const counts = (['copy', 'overwrite', 'identical', 'skip'] as const).map(
    (action) => plan.files.filter((file) => file.action === action).length,
  )
  lines.push(style.dim(`  ${counts[0]} new, ${counts[1]} overwritten, ${counts[2]} identical, ${counts[3]} skipped`))
  if (plan.ini.length > 0) lines.push('', style.bold('Settings'))
  for (const { path: place, isNew, changes } of plan.ini) {
    lines.push(`  ${printable(place)}${isNew ? ' (new)' : ''}`)
    for (const { section, removed, added } of changes) {
      lines.push(style.cyan(`    [${printable(section)}]`))
      for (const text of removed) lines.push(style.red(`    - ${printable(text)}`))
      for (const text of added) lines.push(style.green(`    + ${printable(text)}`))
    }
  }
  const rest: readonly (readonly [string, readonly string[]])[] = [
    ['Folders', plan.folders],
    ['Registry keys, which ukit does not write', plan.registry],
    ['Shortcuts, which ukit does not make', plan.shortcuts],
  ]
  for (const [heading, list] of rest) {
    if (list.length > 0) lines.push('', style.bold(heading), ...list.map((text) => `  ${printable(text)}`))
  }
  if (plan.warnings.length > 0) {
    lines.push('', style.bold(style.yellow(plural(plan.warnings.length, 'warning'))))
    for (const text of plan.warnings) lines.push(`  ${printable(text)}`)
  }
  return `${lines.join('\n')}\n`
}
