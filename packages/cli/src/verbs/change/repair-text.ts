import type { LostObject, RepairedPackage } from '@ukit/edit'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'

/** Maximum number of lines of a list, unless all are asked for. */
const MOST = 20

/**
 * Number of lost objects: those in `lost`, and if the tables are missing, those that the summary counts in
 * addition to the kept ones.
 */
export function goneIn({
  lost,
  kept,
  salvagedOf = 0,
}: Pick<RepairedPackage, 'lost' | 'kept'> & { readonly salvagedOf?: number | undefined }): number {
  return lost.length + Math.max(0, salvagedOf - kept)
}

/** What was repaired and what is lost, as text. */
export function repairText(
  path: string,
  out: string,
  written: number,
  { sound, unchanged, verified, repairs, lost, doubtful, kept, salvagedOf }: Omit<RepairedPackage, 'package'>,
  all: boolean,
  style: Style,
): string {
  const names = `${style.bold(printable(path))} → ${printable(out)}: ${plural(written, 'byte')}`
  const problems = plural(verified.problems.length, verified.ok ? 'warning' : 'problem')
  if (sound) {
    const what = verified.problems.length === 0 ? 'nothing was wrong with it' : `it verifies (${problems})`
    return `${style.green('ok')}  ${names}; ${what}, so it was written unchanged\n`
  }
  const lines: string[] = []
  const section = <T>(title: string, items: readonly T[], text: (item: T) => string) => {
    if (items.length === 0) return
    lines.push('', style.bold(title))
    const shown = all ? items : items.slice(0, MOST)
    for (const item of shown) lines.push(`  ${printable(text(item))}`)
    const more = items.length - shown.length
    if (more > 0) lines.push(`  ${style.dim(`and ${count(more)} more (--all prints them)`)}`)
  }
  const object = ({ object: name, reason }: LostObject) => `${name}: ${reason}`
  const gone = goneIn({ lost, kept, salvagedOf })
  lines.push(`${gone === 0 && verified.ok ? style.green('ok') : style.yellow('saved')}  ${names}`)
  lines.push(`    ${plural(kept, 'object')} kept, ${count(gone)} lost, ${count(doubtful.length)} doubtful`)
  if (unchanged) lines.push('    nothing could be repaired; --drop removes what does not decode, and what needs it')
  if (!verified.ok) lines.push(`    it does not verify: ${problems} (ukit verify lists them)`)
  if (!unchanged)
    lines.push(
      `    ${printable(out)} keeps its GUID, though its content changed: ` +
        `ukit edit ${printable(out)} guid new gives it a new one`,
    )
  section('Repaired', repairs, (text) => text)
  section('Lost', lost, object)
  section('Doubtful: kept, but they do not decode as objects of their class', doubtful, object)
  return `${lines.join('\n')}\n`
}
