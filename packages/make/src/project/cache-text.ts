import { UString } from '@ukit/container'
import { ExportObject, ImportObject, type Package } from '@ukit/core'
import { type PropertyValue, TaggedStruct } from '@ukit/objects'
import { Class } from '@ukit/objects/script'
import type { ClassSymbol, World } from '@ukit/script/symbols'
import { classAndSupers } from '../declare/class-and-supers.js'

/** Class flags: it cannot be used, and it is not to be listed. */
const ABSTRACT = 1
const CACHE_EXEMPT = 0x80_0000

/** Variables of the class as `KEY=value`, in the order of the line. */
type Field = (values: Values) => string | undefined

/** What the game lists: subclasses of a class, each with a line. */
interface CacheKind {
  readonly word: string
  readonly superclass: string
  readonly fields: readonly Field[]
  /** The variables whose values follow as text, for when there is no `.int` file. */
  readonly name: string
  readonly description: string | undefined
}

/** A variable's value, as it is; without one nothing is written. */
const value =
  (key: string, variable: string): Field =>
  (values) => {
    const found = values.text(variable)
    return found === undefined ? undefined : `${key}=${found}`
  }

/** 0 or 1. */
const flag =
  (key: string, variable: string): Field =>
  (values) =>
    `${key}=${values.of(variable) === true ? 1 : 0}`

/** Where the `.int` file has a text. */
const localized =
  (key: string, variable = key): Field =>
  (values) =>
    `${key}=${values.path}.${variable}`

/** The same, for a text that is not empty. */
const localizedIfSet =
  (key: string, variable = key): Field =>
  (values) =>
    values.text(variable) === undefined ? undefined : `${key}=${values.path}.${variable}`

/**
 * As in the game's own `CacheRecords.ucl` and the files of 10 mods: 88 of the 92 lines of the packages that
 * are there too. A key that they do not have, `RulesMenu`, is as the records of the class CacheManager have
 * it.
 */
const KINDS: readonly CacheKind[] = [
  {
    word: 'Announcer',
    superclass: 'engine.announcervoice',
    fields: [
      value('PackageName', 'SoundPackage'),
      value('FallbackPackage', 'FallbackSoundPackage'),
      flag('EnglishOnly', 'bEnglishOnly'),
      localizedIfSet('FriendlyName', 'AnnouncerName'),
    ],
    name: 'AnnouncerName',
    description: undefined,
  },
  {
    word: 'Game',
    superclass: 'engine.gameinfo',
    fields: [
      localized('GameName'),
      flag('TeamGame', 'bTeamGame'),
      value('GameAcronym', 'Acronym'),
      value('MapPrefix', 'MapPrefix'),
      value('Screenshot', 'ScreenShotName'),
      value('MapListClassName', 'MapListType'),
      value('HUDMenu', 'HUDSettingsMenu'),
      value('RulesMenu', 'RulesMenuType'),
      localized('Description'),
    ],
    name: 'GameName',
    description: 'Description',
  },
  {
    word: 'Mutator',
    superclass: 'engine.mutator',
    fields: [
      value('GroupName', 'GroupName'),
      value('ConfigMenuClassName', 'ConfigMenuClassName'),
      value('IconMaterialName', 'IconMaterialName'),
      localized('FriendlyName'),
      localized('Description'),
      localizedIfSet('FriendlyName'),
    ],
    name: 'FriendlyName',
    description: 'Description',
  },
  {
    word: 'Weapon',
    superclass: 'engine.weapon',
    fields: [
      value('PickupClassName', 'PickupClass'),
      value('AttachmentClassName', 'AttachmentClass'),
      localized('FriendlyName', 'ItemName'),
      localized('Description'),
    ],
    name: 'ItemName',
    description: 'Description',
  },
]

/**
 * *The `.ucl` file of a package* (UT2004): what the game lists without loading the package, a line for each
 * announcer, crosshair, game, mutator and weapon, in the order of their characters; empty when it has none.
 * Names and descriptions refer to the `.int` file; what they are without one follows. Vehicles have lines
 * too, which are not written.
 */
export function cacheText(pkg: Package, world: World): string {
  const lines: string[] = []
  for (const symbol of world.classesOf(pkg)) {
    if ((symbol.flags & (ABSTRACT | CACHE_EXEMPT)) !== 0) continue
    const values = new Values(symbol, world)
    for (const kind of KINDS) if (isBelow(symbol, kind.superclass)) lines.push(lineOf(kind, values))
    if (isBelow(symbol, 'engine.crosshairpack')) lines.push(...crosshairs(values))
  }
  return lines.sort().join('\n')
}

function lineOf({ word, fields, name, description }: CacheKind, values: Values): string {
  const parts = [`ClassName=${values.path}`, ...fields.map((field) => field(values)).filter((one) => one !== undefined)]
  parts.push(`FallbackName="${values.text(name) ?? ''}"`)
  if (description !== undefined) parts.push(`FallbackDesc="${values.text(description) ?? ''}"`)
  return `${word}=(${parts.join(',')})`
}

/** A line for each crosshair of a pack. */
function crosshairs(values: Values): string[] {
  const list = values.of('Crosshair')
  if (!Array.isArray(list)) return []
  return list.flatMap((one) => {
    if (!(one instanceof TaggedStruct)) return []
    const name = one.properties.get('FriendlyName')
    const texture = textOf(one.properties.get('CrosshairTexture'))
    if (!(name instanceof UString) || texture === undefined) return []
    return [`Crosshair=(FriendlyName="${name.text}",CrosshairTexture=${texture},ClassName=${values.path})`]
  })
}

function isBelow(symbol: ClassSymbol, superclass: string): boolean {
  for (const above of classAndSupers(symbol))
    if (above !== symbol && above.path.toLowerCase() === superclass) return true
  return false
}

/** The defaults of a class, those of its supers included. */
class Values {
  readonly path: string
  readonly #symbol: ClassSymbol
  readonly #world: World

  constructor(symbol: ClassSymbol, world: World) {
    this.path = symbol.path
    this.#symbol = symbol
    this.#world = world
  }

  /** The value that the class has, or the nearest super that sets it. */
  of(name: string): PropertyValue | undefined {
    for (const above of classAndSupers(this.#symbol)) {
      const object = this.#world.objectOf(above)
      const found = object instanceof Class ? object.properties.get(name) : undefined
      if (found !== undefined) return found
    }
    return undefined
  }

  /** A text that is not empty, or the path of an object. */
  text(name: string): string | undefined {
    return textOf(this.of(name))
  }
}

function textOf(value: PropertyValue | undefined): string | undefined {
  if (value instanceof UString) return value.text === '' ? undefined : value.text
  if (value instanceof ExportObject) return `${value.package.name}.${value.path}`
  return value instanceof ImportObject ? value.path : undefined
}
