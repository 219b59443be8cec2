import type { ExportObject, Package } from '@ukit/core'
import type { ClassSymbol, World } from '../symbols/symbol.js'
import type { LocalizedSection } from './localized-text.js'

/** A line of `[Public]`. */
export interface PublicLine {
  /** Path of the object that it lists, beginning with the package. */
  readonly name: string
  /** `Object=(Name=…,Class=…,…)`. */
  readonly text: string
}

/**
 * Classes that games look for in `.int` files before they load a package: lists of mutators, of games and of
 * the entries of menus show what extends these.
 */
const LISTED = new Set([
  'engine.mutator',
  'botpack.tournamentgameinfo',
  'umenu.umenumoduleitem',
  'xinterface.guiuserkeybinding',
])

const ABSTRACT = 1
const MOST_SUPERS = 256

/**
 * *The `[Public]` lines of a package of UE1 or UE2*: its mutators, games and entries of menus, and the skins
 * and faces of a skin pack. UE3 does not use such lines.
 *
 * @param sections of the same file: in UE2 a class that sets a Description is listed with that. In UE1 these
 *   lines begin with the name that menus show.
 */
export function publicLines(pkg: Package, world: World, sections: readonly LocalizedSection[] = []): PublicLine[] {
  if (pkg.context.engine === 3) return []
  const descriptions = new Map(
    (pkg.context.engine === 2 ? sections : []).map(({ name, entries }) => [
      name.toLowerCase(),
      entries.find(({ key }) => key === 'Description')?.value,
    ]),
  )
  const classes = world.classesOf(pkg).flatMap((symbol) => {
    const meta = listedAs(symbol)
    if (meta === undefined) return []
    const description = descriptions.get(symbol.name.toLowerCase()) ?? `"${spaced(symbol.name)}"`
    return [lineOf(symbol.path, 'Class', description, meta)]
  })
  return [...classes, ...skinLines(pkg)]
}

/** @param description in its quotes. */
function lineOf(name: string, className: string, description: string, meta?: string): PublicLine {
  const base = meta === undefined ? '' : `,MetaClass=${meta}`
  return { name, text: `Object=(Name=${name},Class=${className}${base},Description=${description})` }
}

/** The class as which a game lists it; `undefined` when it does not. */
function listedAs(symbol: ClassSymbol): string | undefined {
  if ((symbol.flags & ABSTRACT) !== 0) return undefined
  let at = symbol.super
  for (let i = 0; at !== null && i < MOST_SUPERS; at = at.super, i++)
    if (LISTED.has(at.path.toLowerCase())) return at.path
  return undefined
}

/** `LowGravity` as `Low Gravity`. */
function spaced(name: string): string {
  return name.replace(/_/g, ' ').replace(/([a-z\d])([A-Z])/g, '$1 $2')
}

/**
 * A skin of UT99 has a name of four letters, followed by the number of the part of the body: `blkt1`. A face
 * adds its name to the number: `blkt4Malcom`. The portrait, `blkt5Malcom`, and the skins of teams,
 * `blkt1T_0`, are not listed. Packages of skins are named after the mesh: `CommandoSkins`, `SGirlSkins_Mill`.
 */
const SKIN = /^(.{4})(\d)([A-Za-z]\w*)?$/
const TEAM = /^T_\d$/i
const SKIN_PACKAGE = /skins(?:_|$)/i
/** The part whose texture is drawn in the menu for a face, and is not listed itself. */
const PORTRAIT = '5'

function skinLines(pkg: Package): PublicLine[] {
  if (pkg.context.engine !== 1 || !SKIN_PACKAGE.test(pkg.name)) return []
  // Of a skin only the part with the lowest number is listed, and of the faces all.
  const skins = new Map<string, { readonly part: string; readonly object: ExportObject }>()
  const faces: ExportObject[] = []
  for (const object of pkg.exports) {
    const [, base, part, face] = (object.className === 'Texture' ? SKIN.exec(object.name) : null) ?? []
    if (base === undefined || part === undefined || part === PORTRAIT) continue
    if (face !== undefined) {
      if (!TEAM.test(face)) faces.push(object)
      continue
    }
    const known = skins.get(base.toLowerCase())
    if (known === undefined || part < known.part) skins.set(base.toLowerCase(), { part, object })
  }
  const line = (object: ExportObject, description: string) =>
    lineOf(`${pkg.name}.${object.name}`, 'Texture', `"${description}"`)
  return [
    ...[...skins.values()].map(({ object }) => line(object, spaced(object.name.slice(0, 4)))),
    ...faces.map((object) => line(object, spaced(object.name.slice(5)))),
  ]
}
