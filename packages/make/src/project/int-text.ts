import type { Package } from '@ukit/core'
import { IniFile } from '@ukit/files/ini'
import { type ClassSymbol, localizedText, type World } from '@ukit/script'
import { classAndSupers } from '../declare/class-and-supers.js'

/**
 * Classes that games look for in `.int` files before they load a package: lists of mutators, of games and of
 * the entries of menus show what extends these.
 */
const LISTED = new Set(['engine.mutator', 'botpack.tournamentgameinfo', 'umenu.umenumoduleitem'])

const ABSTRACT = 1

/**
 * *The `.int` file of a package*: in `[Public]` the classes that a game lists, then a section for each class
 * with what it sets of variables that are localized. Lines that `[Public]` of the old file has stay as they
 * are: their descriptions are written by people.
 */
export function intText(pkg: Package, world: World, old?: Uint8Array): string {
  const classes = world.classesOf(pkg)
  const before = old === undefined ? [] : IniFile.parse(old).entries('Public')
  const lines = before.map(({ key, value }) => `${key}=${value}`)
  const known = new Set(before.map(({ value }) => /\bname=([\w.]+)/i.exec(value)?.[1]?.toLowerCase()))
  for (const symbol of classes) {
    const meta = listedAs(symbol)
    if (meta === undefined || known.has(symbol.path.toLowerCase())) continue
    lines.push(`Object=(Name=${symbol.path},Class=Class,MetaClass=${meta},Description="${spaced(symbol.name)}")`)
  }
  const listed = lines.length === 0 ? [] : [`[Public]\n${lines.join('\n')}\n`]
  const exported = classes.flatMap((symbol) => world.exportOf(symbol) ?? [])
  const localized = localizedText(exported, world)
  return [...listed, ...(localized === '' ? [] : [localized])].join('\n')
}

/** The class as which a game lists it; `undefined` when it does not. */
function listedAs(symbol: ClassSymbol): string | undefined {
  if ((symbol.flags & ABSTRACT) !== 0) return undefined
  for (const above of classAndSupers(symbol))
    if (above !== symbol && LISTED.has(above.path.toLowerCase())) return above.path
  return undefined
}

/** `LowGravity` as `Low Gravity`. */
function spaced(name: string): string {
  return name.replace(/_/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2')
}
