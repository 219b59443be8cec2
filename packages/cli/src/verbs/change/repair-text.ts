import type { LostObject, RepairedPackage } from '@ukit/edit'
import type { Style } from '../../terminal/style.js'
import { count, plural, printable } from '../../terminal/text.js'

/** Lines of a list, unless all are asked for. */
const MOST = 20

/** What was put right and what is lost, as a person reads it. */
export function repairText(
  path: string,
  out: string,
  written: number,
  { sound, repairs, lost, doubtful, kept }: Omit<RepairedPackage, 'package'>,
  all: boolean,
  style: Style,
): string {
  const names = `${style.bold(printable(path))} → ${printable(out)}: ${plural(written, 'byte')}`
  if (sound) return `${style.green('ok')}  ${names}; nothing was wrong with it\n`
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
  lines.push(`${lost.length === 0 ? style.green('ok') : style.yellow('saved')}  ${names}`)
  lines.push(`    ${plural(kept, 'object')} kept, ${count(lost.length)} lost, ${count(doubtful.length)} doubtful`)
  section('Put right', repairs, (text) => text)
  section('Lost', lost, object)
  section('Doubtful: kept, but they do not decode as what they are', doubtful, object)
  return `${lines.join('\n')}\n`
}
