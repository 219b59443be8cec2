/** The name of what a line of a class declares: a function's is behind its number. */
const NAME = /^ (?:[Nn] \d+|[efksS]) (\S+)/

/**
 * *A table with what another game declares besides*: in `added`, a class begins with `+NAME`; its lines come
 * first in the class of the other table, and take the place of those of the same names.
 */
export function laidOver(table: string, added: string): string {
  let text = table
  for (const section of added.split(/^\+/m)) {
    const [heading = '', ...lines] = section.trimEnd().split('\n')
    const [name = ''] = heading.split(' ')
    const start = name === '' ? -1 : text.indexOf(`\n${name} `) + 1
    if (start < 1) continue
    const names = new Set(lines.flatMap((line) => NAME.exec(line)?.[1] ?? []))
    const own = text.slice(start, endOfClass(text, start)).trimEnd().split('\n')
    const [head = '', ...kept] = withoutNamed(own, names)
    text = `${text.slice(0, start)}${[head, ...lines, ...kept].join('\n')}${text.slice(endOfClass(text, start) - 1)}`
  }
  return text
}

/** Where the next class begins. */
function endOfClass(text: string, start: number): number {
  const next = /\n(?! )/g
  next.lastIndex = start
  const found = next.exec(text)
  return found === null ? text.length : found.index + 1
}

/** Lines of a class without those that declare one of the names, and without what is in these. */
function withoutNamed(lines: readonly string[], names: ReadonlySet<string>): string[] {
  let isInside = false
  return lines.filter((line) => {
    if (line.startsWith('  ')) return !isInside
    isInside = names.has(NAME.exec(line)?.[1] ?? '')
    return !isInside
  })
}
