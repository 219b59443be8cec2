import type { ConformedPackage, ConformReport } from '@ukit/edit'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'

/** What conforming did; `written` is the length of the file in bytes, `null` when none was written. */
export type ConformFacts = Omit<ConformedPackage, 'package'> & { readonly written: number | null }

/** Maximum number of lines of a list, unless all are asked for. */
const MOST = 10

/** Whether two files are compatible, as text. */
export function checkText(path: string, other: string, report: ConformReport, all: boolean, style: Style): string {
  const { compatible, older, common, placeholders, problems, problemCount } = report
  const names = `${printable(path)} and ${printable(other)}`
  const mark = compatible ? style.green('ok') : style.red('failed')
  const lines = [`${mark}  ${style.bold(names)}: ${compatible ? 'network compatible' : 'not network compatible'}`]
  if (compatible && common !== null) {
    const which = older === 'first' ? printable(path) : printable(other)
    const release =
      older === null ? 'they are the same release' : `${which} is the older release, generation ${common.generation}`
    const both = `${plural(common.exports, 'export')} and ${plural(common.names, 'name')} in common`
    const nulls = placeholders.exports + placeholders.names
    const gone =
      nulls === 0
        ? ''
        : `, ${count(placeholders.exports)} and ${count(placeholders.names)} of them null in one of the two`
    lines.push(`    ${release}; ${both}${gone}`)
  }
  const shown = all ? problems : problems.slice(0, MOST)
  for (const { message } of shown) lines.push(`    ${printable(message)}`)
  const more = problemCount - shown.length
  if (more > 0) lines.push(`    ${style.dim(`and ${count(more)} more${all ? '' : ' (--all prints them)'}`)}`)
  return `${lines.join('\n')}\n`
}

/** What conforming did, as text. */
export function conformText(
  path: string,
  other: string,
  out: string,
  { written, kept, removed, added, refused }: ConformFacts,
  all: boolean,
  style: Style,
): string {
  const list = (items: readonly string[]) => {
    const shown = all ? items : items.slice(0, MOST)
    const more = items.length - shown.length
    return [
      ...shown.map((text) => `      ${printable(text)}`),
      ...(more > 0 ? [`      ${style.dim(`and ${count(more)} more (--all prints them)`)}`] : []),
    ]
  }
  if (written === null) {
    return `${[
      `${style.red('failed')}  ${style.bold(printable(path))}: nothing was written`,
      `    ${plural(refused.length, 'object')} cannot be renumbered:`,
      ...list(refused.map(({ object, message }) => (message.startsWith(object) ? message : `${object}: ${message}`))),
    ].join('\n')}\n`
  }
  const lines = [
    `${style.green('ok')}  ${style.bold(printable(path))} → ${printable(out)}: ` +
      `${plural(written, 'byte')}, compatible with ${printable(other)}`,
    `    ${plural(kept.exports, 'export')} and ${plural(kept.names, 'name')} in their rows`,
    `    ${plural(added.exports, 'export')} and ${plural(added.names, 'name')} added after them`,
  ]
  if (removed.exports.length > 0)
    lines.push(`    ${plural(removed.exports.length, 'export')} removed, now null:`, ...list(removed.exports))
  if (removed.names.length > 0)
    lines.push(`    ${plural(removed.names.length, 'name')} removed, now None:`, ...list(removed.names))
  return `${lines.join('\n')}\n`
}
