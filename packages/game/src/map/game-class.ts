import { ExportObject, ImportObject, ObjectReader, type Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { IniFile } from '@ukit/files/ini'

/** The class that sets the rules of a game, and where it is named. */
export interface GameClass {
  /** `Botpack.DeathMatchPlus` */
  readonly path: string
  /**
   * `option`: `?Game=` of the address; `map`: the level's `DefaultGameType`; `ini`: `DefaultServerGame` or
   * `DefaultGame`.
   */
  readonly from: 'option' | 'map' | 'ini'
}

/** Keys of the ini in the order in which they are read: a dedicated server's first; UE3 has the last one. */
const DEFAULT_GAMES = [
  ['Engine.Engine', 'DefaultServerGame'],
  ['Engine.Engine', 'DefaultGame'],
  ['Engine.GameInfo', 'DefaultServerGame'],
  ['Engine.GameInfo', 'DefaultGame'],
] as const

/**
 * *The game that a server plays on a map*: the one in the address, otherwise the map's, otherwise the ini's.
 */
export async function gameClassOf(map: Package, ini: IniFile, option: string | undefined): Promise<GameClass | null> {
  if (option !== undefined && option !== '') return { path: option, from: 'option' }
  const wanted = await defaultGameType(map)
  if (wanted !== undefined) return { path: wanted, from: 'map' }
  for (const [section, key] of DEFAULT_GAMES) {
    const path = ini.get(section, key)
    if (path) return { path, from: 'ini' }
  }
  return null
}

/** `LevelInfo.DefaultGameType`; none for a level that cannot be read. */
async function defaultGameType(map: Package): Promise<string | undefined> {
  const info = map.exports.find(({ className }) => /^(?:level|world)info$/i.test(className))
  if (info === undefined) return undefined
  try {
    const { object } = await (await ObjectReader.open(map)).read(info)
    const value = object.properties.get('DefaultGameType')
    if (value instanceof ImportObject) return value.path
    // A class of the map's own.
    return value instanceof ExportObject ? `${map.name}.${value.path}` : undefined
  } catch (error) {
    if (error instanceof PackageError) return undefined
    throw error
  }
}
