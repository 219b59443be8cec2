import type { T3dProperty } from '@ukit/media/internal'

/**
 * What two sets of lines differ in: values to take away, as `name(index)`, of dynamic arrays as `name` too,
 * and lines to set.
 *
 * @param isWhole whether the elements of a variable are one value.
 */
export function difference(
  wanted: readonly T3dProperty[],
  now: readonly T3dProperty[],
  hasBrush: boolean,
  isWhole: (name: string) => boolean,
): { gone: readonly string[]; set: readonly T3dProperty[] } {
  const before = valuesIn(now, isWhole)
  const after = valuesIn(wanted, isWhole)
  const gone: string[] = []
  const set: T3dProperty[] = []
  for (const [key, lines] of before)
    if (!after.has(key) && !(hasBrush && key === 'brush(0)')) gone.push(key, ...lines.map(keyOf))
  for (const [key, lines] of after) {
    const old = before.get(key) ?? []
    if (textOf(old) === textOf(lines)) continue
    gone.push(key, ...[...old, ...lines].map(keyOf))
    set.push(...lines)
  }
  return { gone, set }
}

/** The lines of each value. */
function valuesIn(
  lines: readonly T3dProperty[],
  isWhole: (name: string) => boolean,
): ReadonlyMap<string, readonly T3dProperty[]> {
  const values = new Map<string, T3dProperty[]>()
  for (const line of lines) {
    const key = isWhole(line.name) ? line.name.toLowerCase() : keyOf(line)
    const known = values.get(key)
    if (known === undefined) values.set(key, [line])
    else known.push(line)
  }
  return values
}

function keyOf({ name, index }: T3dProperty): string {
  return `${name.toLowerCase()}(${index ?? 0})`
}

function textOf(lines: readonly T3dProperty[]): string {
  return lines.map(({ index, text }) => `${index ?? 0}=${text.trim()}`).join('\n')
}
