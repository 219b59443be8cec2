import { ExportObject, ImportObject, ObjectReader, type Package } from '@ukit/core'
import { PackageError } from '@ukit/files'
import type { IniFile } from '@ukit/files/ini'

/** The class that defines the rules of a game, and where it is named. */
export interface GameClass {
  /** Path of the class: `Botpack.DeathMatchPlus`. */
  readonly path: string
  /**
   * Where it is named: `option`: `?Game=` of the address; `map`: the level's `DefaultGameType`; `ini`:
   * `DefaultServerGame` or `DefaultGame`.
   */
  readonly from: 'option' | 'map' | 'ini'
}

/**
 * Keys of the ini in the order in which they are read, that of dedicated servers first; UE3 has the last one.
 */
const DEFAULT_GAMES = [
  ['Engine.Engine', 'DefaultServerGame'],
  ['Engine.Engine', 'DefaultGame'],
  ['Engine.GameInfo', 'DefaultServerGame'],
  ['Engine.GameInfo', 'DefaultGame'],
] as const

/**
 * *The game that a server plays on a map*: that of the address, otherwise that of the map, otherwise that of
 * the ini.
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

/** `LevelInfo.DefaultGameType`; `undefined` for a level that cannot be read. */
async function defaultGameType(map: Package): Promise<string | undefined> {
  const info = map.exports.find(({ className }) => /^(?:level|world)info$/i.test(className))
  if (info === undefined) return undefined
  try {
    const { object } = await (await ObjectReader.open(map)).read(info)
    const value = object.properties.get('DefaultGameType')
    if (value instanceof ImportObject) return value.path
    // An export is a class in the map itself.
    return value instanceof ExportObject ? `${map.name}.${value.path}` : undefined
  } catch (error) {
    if (error instanceof PackageError) return undefined
    throw error
  }
}
