import type { ModConflict, ModSide } from './conflict.js'
import type { LoadOrder } from './load-order.js'
import type { Mod } from './mod.js'
import type { ModSetting } from './mod-settings.js'

/**
 * *Lines of ini files that contradict each other*: a setting with different values, a list that one mod
 * clears or replaces and another adds to, and a value that one adds and another removes. Two mods that add
 * to a list do not contradict each other.
 */
export function configConflicts(settings: readonly ModSetting[], order: LoadOrder): ModConflict[] {
  const byKey = new Map<string, ModSetting[]>()
  for (const setting of settings) {
    const key = [setting.ini, setting.section, setting.key].join('\n').toLowerCase()
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, [setting])
    else known.push(setting)
  }
  const isKnown = order.decidedBy !== 'unknown'
  return [...byKey.values()].flatMap((lines) => conflictOf(lines, order.mods, isKnown) ?? [])
}

function conflictOf(lines: readonly ModSetting[], order: readonly Mod[], isKnown: boolean): ModConflict | undefined {
  const mods = order.filter((mod) => lines.some((line) => line.mod === mod))
  const [first] = lines
  if (mods.length < 2 || first === undefined) return undefined
  const of = (mod: Mod) => lines.filter((line) => line.mod === mod)
  const what = `${first.ini} [${first.section}] ${first.key}`
  const conflict = (sides: readonly ModSide[], winner: Mod | undefined, message: string): ModConflict => ({
    kind: 'config',
    what,
    sides,
    winner: isKnown ? (winner?.name ?? null) : null,
    message: isKnown ? message : `${message}; which one is last is not known`,
  })
  const all = (mod: Mod): ModSide[] => of(mod).map((line) => sideOf(line, textOf(line)))
  const setting = mods.filter((mod) => of(mod).some(({ does }) => does === 'set'))
  const values = new Set(setting.map((mod) => valuesOf(of(mod)).join('\n')))
  if (setting.length > 1 && values.size > 1) {
    return conflict(setting.flatMap(all), setting.at(-1), 'the last of them decides')
  }
  // What replaces or clears a list loses what earlier mods added; without an order any of them may be
  // earlier.
  const clearing = mods.filter((mod) => of(mod).some(({ does }) => does === 'clear' || does === 'set')).at(-1)
  const adding = mods.filter((mod) => mod !== clearing && of(mod).some(({ does }) => does === 'add'))
  if (clearing !== undefined) {
    const lost = isKnown ? adding.filter((mod) => mods.indexOf(mod) < mods.indexOf(clearing)) : adding
    if (lost.length > 0) {
      return conflict(
        [...lost, clearing].flatMap(all),
        clearing,
        `${clearing.name} replaces the list, and the rest is lost`,
      )
    }
  }
  const removed = lines.filter(({ does }) => does === 'remove')
  const contested = removed.filter(({ mod, value }) =>
    lines.some((line) => line.mod !== mod && line.does !== 'remove' && same(line.value, value)),
  )
  if (contested.length === 0) return undefined
  const sides = lines.filter(({ value }) => contested.some((line) => same(line.value, value)))
  const last = mods.filter((mod) => sides.some((line) => line.mod === mod)).at(-1)
  return conflict(
    mods.flatMap((mod) => sides.filter((line) => line.mod === mod)).map((line) => sideOf(line, textOf(line))),
    last,
    'one adds the value and another one removes it: the last of them decides',
  )
}

/** The values that a mod's own lines leave. */
function valuesOf(lines: readonly ModSetting[]): string[] {
  let values: string[] = []
  let isReplaced = false
  for (const { does, value } of lines) {
    if (does === 'clear') values = []
    else if (does === 'remove') values = values.filter((one) => !same(one, value))
    else {
      if (does === 'set' && !isReplaced) values = []
      isReplaced ||= does === 'set'
      values.push(value.toLowerCase())
    }
  }
  return values
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

const SIGNS: Readonly<Record<ModSetting['does'], string>> = { set: '', add: '+', remove: '-', clear: '!' }

function textOf({ does, key, value }: ModSetting): string {
  return `${SIGNS[does]}${key}=${value}`
}

function sideOf({ mod, path }: ModSetting, value: string): ModSide {
  return { mod: mod.name, path, value }
}
