import { IniFile } from '@ukit/files/ini'
import type { GameFiles } from '../game-files.js'
import { joinPath, lastPart, withSlashes } from '../paths.js'

/** A folder of mods that a game's settings name. */
export interface ModRoot {
  /** The folder. */
  readonly path: string
  /** As the settings name it. */
  readonly named: string
  /** True if there is such a folder here: settings written on another computer name others. */
  readonly exists: boolean
}

/** The folder in which these games run, to which their paths are relative. */
const PROGRAM_FOLDER = 'Binaries/Win64'
const SECTION = 'Engine.DownloadableContentEnumerator'
const KEY = 'ModRootDirs'

/** Largest ini file that is read. */
const MOST_BYTES = 64e6

/**
 * *The folders of mods that an ini file names*, in their order: `ModRootDirs` of XCOM 2's `XComEngine.ini`
 * (or `DefaultEngine.ini`).
 *
 * @param ini the file.
 * @param game the game's folder, for relative paths; by default two folders above that of the ini.
 * @throws {SourceError} when the file cannot be read.
 */
export async function modRoots(files: GameFiles, ini: string, game = joinPath(ini, '../../..')): Promise<ModRoot[]> {
  const source = await files.open(ini)
  let named: readonly string[]
  try {
    const file = IniFile.parse(await source.slice(0, Math.min(source.byteLength, MOST_BYTES)))
    named = rootsIn(file)
  } finally {
    await source.close?.()
  }
  const found: ModRoot[] = []
  for (const each of named) {
    const path = joinPath(joinPath(game, PROGRAM_FOLDER), withSlashes(each))
    if (found.some((root) => root.path.toLowerCase() === path.toLowerCase())) continue
    const real = await spelled(files, path)
    found.push({ path: real ?? path, named: each, exists: real !== undefined })
  }
  return found
}

function rootsIn(file: IniFile): string[] {
  let roots: string[] = []
  const section = file.sections().find((name) => name.toLowerCase() === SECTION.toLowerCase())
  for (const { key, value } of section === undefined ? [] : file.entries(section)) {
    const [, operator = '', name = ''] = /^([+.!-]?)(.*)$/.exec(key) ?? []
    if (name.trim().toLowerCase() !== KEY.toLowerCase()) continue
    const root = value.trim().replace(/^"(.*)"$/, '$1')
    if (operator === '!') roots = []
    else if (operator === '-') roots = roots.filter((one) => one.toLowerCase() !== root.toLowerCase())
    else if (root !== '') roots.push(root)
  }
  return roots
}

/** The path of a folder as the disk spells it, ignoring case; `undefined` when there is none. */
async function spelled(files: GameFiles, path: string): Promise<string | undefined> {
  if ((await files.list(path)).length > 0) return path
  const parent = joinPath(path, '..')
  if (parent === path || lastPart(path) === '..' || lastPart(path) === '') return undefined
  const above = await spelled(files, parent)
  if (above === undefined) return undefined
  const key = lastPart(path).toLowerCase()
  const entry = (await files.list(above)).find(({ name, kind }) => kind === 'folder' && name.toLowerCase() === key)
  return entry === undefined ? undefined : joinPath(above, entry.name)
}
