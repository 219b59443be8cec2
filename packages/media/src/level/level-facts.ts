import { ExportObject, type ObjectReader, type ObjectView, type PackageObject, type ReadObject } from '@ukit/core'
import { PackageError } from '@ukit/files'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { levelIn } from './level-of.js'
import { type MarkKind, markOfClasses, markOfName } from './plan/marks.js'
import { modelArrays } from './ue1/model-arrays.js'

/** *What a map says of itself, and how many things of each kind are in it.* */
export interface LevelFacts {
  readonly engine: 1 | 2 | 3
  /** Path of the level's object in the package. */
  readonly path: string
  /** Texts of its LevelInfo, WorldInfo or LevelSummary; `null` where nobody sets them. */
  readonly title: string | null
  readonly author: string | null
  readonly description: string | null
  /** How many players it is made for, as its author wrote it: `2-8`. */
  readonly idealPlayers: string | null
  /** Path of the class that it is played with unless the server says otherwise. */
  readonly gameType: string | null
  /** Path or name of its music. */
  readonly music: string | null
  /** Path of the picture that menus show. */
  readonly screenshot: string | null
  /** Whether the package has the LevelSummary that menus of UE1 and UE2 read. */
  readonly hasSummary: boolean
  readonly counts: LevelCounts
}

/** *How many things of each kind are in a map.* */
export interface LevelCounts {
  readonly actors: number
  readonly playerStarts: number
  readonly weapons: number
  readonly ammo: number
  readonly items: number
  readonly objectives: number
  readonly teleporters: number
  readonly triggers: number
  readonly movers: number
  readonly lights: number
  /** Zones of its built geometry; those of UE3 are never built. */
  readonly zones: number
  /** Places that bots know, and ways between them. */
  readonly pathNodes: number
  readonly paths: number
  /** Actors that show a static mesh, and terrains. */
  readonly staticMeshes: number
  readonly terrains: number
}

/**
 * *Facts about a map*: title, author, players, music, and counts. Only the level, its LevelInfo and a few
 * more objects are read: no mesh, no texture, no light, and none of the other actors.
 *
 * Values are effective ones: what the map does not set, its class does, if its package is available.
 *
 * @param object the level, if the package has several.
 * @throws {MediaError} `no-form` when the package has no level.
 */
export async function levelFacts(reader: ObjectReader, object?: ExportObject): Promise<LevelFacts> {
  const level = object ?? levelIn(reader)
  const read = await reader.read(level)
  const actors = actorsIn(reader, read)
  const classOf = (actor: ExportObject) => reader.ancestryOf(actor.class).map((name) => name.toLowerCase())
  const info = actors.find((actor) => classOf(actor).some((name) => name === 'levelinfo' || name === 'worldinfo'))
  const summary = reader.package.exports.find(({ className }) => className.toLowerCase() === 'levelsummary')
  const views = await Promise.all([info, summary].map((one) => one && viewOf(reader, one)))
  const mapInfo = views[0]?.object('MyMapInfo')
  const holders = [...views, mapInfo instanceof ExportObject ? await viewOf(reader, mapInfo) : undefined].filter(
    (one) => one !== undefined,
  )
  return {
    engine: reader.package.context.engine,
    path: level.path,
    title: textOf(holders, ['Title']),
    author: textOf(holders, ['Author']),
    description: textOf(holders, ['Description', 'LevelEnterText']),
    idealPlayers: playersOf(holders),
    gameType: textOf(holders, ['DefaultGameType', 'GameTypeForPIE']),
    music: textOf(holders, ['Song', 'MapMusicInfo']),
    screenshot: textOf(holders, ['Screenshot']),
    hasSummary: summary !== undefined,
    counts: { ...countsOf(reader, actors), ...(await builtCounts(reader, read)) },
  }
}

/** The actors that a level lists; without a level that decodes, everything that is in it. */
function actorsIn(reader: ObjectReader, { object, export: level, error }: ReadObject): readonly ExportObject[] {
  const isLevel = object instanceof ue1.Level || object instanceof ue2.Level || object instanceof ue3.Level
  if (isLevel && error === undefined) {
    const listed = new Set(object.actors.filter((one) => one instanceof ExportObject))
    return [...listed]
  }
  return reader.package.exports.filter(
    (one) => one.outer === level && reader.ancestryOf(one.class).some((name) => name.toLowerCase() === 'actor'),
  )
}

/** `undefined` for an object that does not decode. */
async function viewOf(reader: ObjectReader, object: ExportObject): Promise<ObjectView | undefined> {
  try {
    const read = await reader.read(object)
    return read.error === undefined ? await reader.view(read) : undefined
  } catch (error) {
    if (error instanceof PackageError) return undefined
    throw error
  }
}

/** The first text, name or path that one of the names has. */
function textOf(holders: readonly ObjectView[], names: readonly string[]): string | null {
  for (const name of names) {
    for (const holder of holders) {
      const text = holder.text(name).trim()
      if (text !== '' && text !== 'None') return text
      const object = holder.object(name)
      if (object !== undefined) return pathOf(object)
    }
  }
  return null
}

function pathOf(object: PackageObject): string {
  return object.path
}

/** UE1 has a text, UE2 two numbers, UE3's games have two of other names. */
function playersOf(holders: readonly ObjectView[]): string | null {
  const text = textOf(holders, ['IdealPlayerCount'])
  if (text !== null) return text
  for (const [low, high] of [
    ['IdealPlayerCountMin', 'IdealPlayerCountMax'],
    ['RecommendedPlayersMin', 'RecommendedPlayersMax'],
  ] as const) {
    for (const holder of holders) {
      const [least, most] = [holder.number(low), holder.number(high)]
      if (least > 0 || most > 0) return least === most || most <= 0 ? `${least}` : `${least}-${most}`
    }
  }
  return null
}

type Counted = Exclude<keyof LevelCounts, 'zones' | 'paths'>

const COUNTED: Readonly<Record<MarkKind, Counted>> = {
  start: 'playerStarts',
  weapon: 'weapons',
  ammo: 'ammo',
  item: 'items',
  objective: 'objectives',
  teleporter: 'teleporters',
  trigger: 'triggers',
  mover: 'movers',
  light: 'lights',
  path: 'pathNodes',
}

/** Actors by their class: one look for each class. */
function countsOf(reader: ObjectReader, actors: readonly ExportObject[]): Record<Counted, number> {
  const counts: Record<Counted, number> = {
    actors: actors.length,
    playerStarts: 0,
    weapons: 0,
    ammo: 0,
    items: 0,
    objectives: 0,
    teleporters: 0,
    triggers: 0,
    movers: 0,
    lights: 0,
    pathNodes: 0,
    staticMeshes: 0,
    terrains: 0,
  }
  const known = new Map<PackageObject | null, Counted | undefined>()
  for (const actor of actors) {
    let counted = known.get(actor.class)
    if (counted === undefined && !known.has(actor.class)) {
      counted = countedAs(reader, actor)
      known.set(actor.class, counted)
    }
    if (counted !== undefined) counts[counted]++
  }
  return counts
}

function countedAs(reader: ObjectReader, actor: ExportObject): Counted | undefined {
  const ancestry = reader.ancestryOf(actor.class)
  const isA = (pattern: RegExp) => ancestry.some((name) => pattern.test(name))
  const mark = markOfClasses(ancestry)
  if (mark !== undefined) return COUNTED[mark]
  if (isA(/^(?:mover|interpactor)$/i)) return 'movers'
  if (isA(/^light$/i)) return 'lights'
  if (isA(/^(?:staticmeshactor|staticmeshactorbase)$/i)) return 'staticMeshes'
  if (isA(/^(?:terraininfo|terrain|landscapeproxy|landscape)$/i)) return 'terrains'
  const seeming = markOfName(actor.className)
  return seeming === undefined ? undefined : COUNTED[seeming]
}

/** Zones of the built geometry, and ways of bots. */
async function builtCounts(
  reader: ObjectReader,
  { object }: ReadObject,
): Promise<{ readonly zones: number; readonly paths: number }> {
  const isSpec = (one: ExportObject) => reader.ancestryOf(one.class).some((name) => name.toLowerCase() === 'reachspec')
  const specs = () => reader.package.exports.filter(isSpec).length
  if (object instanceof ue1.Level) {
    const model = await modelOf(reader, object.model)
    const zones = model instanceof ue1.Model ? (await modelArrays(reader, model)).zones.length : 0
    return { zones, paths: object.reachSpecs.length }
  }
  if (object instanceof ue2.Level) {
    const model = await modelOf(reader, object.model)
    return { zones: model instanceof ue2.Model ? model.zones.length : 0, paths: specs() }
  }
  return { zones: 0, paths: specs() }
}

async function modelOf(reader: ObjectReader, model: unknown): Promise<unknown> {
  return model instanceof ExportObject ? (await reader.read(model)).object : undefined
}
