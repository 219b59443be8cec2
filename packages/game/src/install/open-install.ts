import { Folders } from '../folders.js'
import type { GameFiles } from '../game-files.js'
import { isAbsolute, joinPath, normalised, withSlashes } from '../paths.js'
import type { InstallProblem } from '../problem.js'
import { buildSearchPath, type CookedOrder } from '../search/search-path.js'
import { withMod } from '../settings/mod.js'
import { listOf, readSettings } from '../settings/read-settings.js'
import { type Recognised, recognise } from '../settings/recognise.js'
import { Install } from './install.js'

/** How to open an installed game. */
export interface OpenInstallOptions {
  /** UE2: the name of a mod's folder, as in `-mod=NAME`. */
  readonly mod?: string | undefined
  /** The game's folder, when the path is that of an ini outside it, such as in the user's own folder. */
  readonly root?: string | undefined
  /** `Game.id` of core, if recognition is wrong. */
  readonly game?: string | undefined
  /** UE3: where cooked packages are in the search. */
  readonly cooked?: CookedOrder | undefined
  /** Ignores the case of names, as on Windows. Elsewhere the games look for the exact spelling first. */
  readonly ignoreCase?: boolean | undefined
}

/** Defaults of `OpenInstallOptions`. */
export const OPEN_INSTALL_DEFAULTS = { cooked: 'first', ignoreCase: false } as const

/**
 * *Opens an installed game from its folder or its ini.*
 *
 * Recognises the game by its inis, then by its folders; without an ini the engine's defaults apply. Problems
 * are in `problems`; only a path that does not exist is fatal.
 *
 * @param path the game's folder, its `System` or `Binaries`, or an ini: then this one is read.
 * @throws {SourceError} `io` when there is no folder or file of that path.
 */
export async function openInstall(files: GameFiles, path: string, options: OpenInstallOptions = {}): Promise<Install> {
  const { cooked = OPEN_INSTALL_DEFAULTS.cooked, ignoreCase = OPEN_INSTALL_DEFAULTS.ignoreCase, mod } = options
  const folders = new Folders(files)
  const plain = await recognise(
    startOf(files, path),
    folders,
    options.root === undefined ? undefined : startOf(files, options.root),
  )
  const found = mod === undefined ? plain : await withMod(plain, mod, folders)
  const { root, base, generation, project, iniPath, ini, otherInis, mapExtension } = found
  const game = options.game ?? found.game
  const settings = readSettings(ini, { generation, game, project, mapExtension })
  const problems = [...iniProblems(found), ...found.problems]
  const fromIni = listOf(ini, 'Core.System', 'Paths').length > 0
  const { entries, problems: pathProblems } = await buildSearchPath(settings, base, folders, { cooked, fromIni })
  problems.push(...pathProblems)
  const cache = joinPath(isAbsolute(settings.cachePath) ? '' : base, withSlashes(settings.cachePath))
  return new Install({
    files,
    root,
    base,
    iniPath,
    otherInis,
    ini,
    settings,
    searchPath: entries,
    cacheFolder: (await folders.actualPath(cache)) ?? cache,
    problems,
    ignoreCase,
    folders,
  })
}

/**
 * A path that names a folder and what is above it: of `.` and `UT2004.ini` alone the system knows where they
 * are.
 */
function startOf(files: GameFiles, path: string): string {
  const plain = normalised(path)
  const isWhole = plain.includes('/') && plain !== '..' && !plain.startsWith('../')
  return isWhole || files.absolute === undefined ? plain : normalised(files.absolute(path))
}

function iniProblems({ iniPath, ini, root, generation }: Recognised): InstallProblem[] {
  if (iniPath === undefined) {
    const message = `no ini was found in "${root}"; the defaults of Unreal Engine ${generation} are used`
    return [{ kind: 'no-ini', message, paths: [root] }]
  }
  const problems: InstallProblem[] = []
  const keys = ini.entries('Core.System').map(({ key }) => key.toLowerCase())
  if (!keys.some((key) => key === 'paths' || key.startsWith('paths['))) {
    const message = `"${iniPath}" has no Paths in [Core.System]; the defaults of Unreal Engine ${generation} are used`
    problems.push({ kind: 'ini', message, paths: [iniPath] })
  } else if (keys.includes('paths') && keys.some((key) => key.startsWith('paths['))) {
    const message = `"${iniPath}" has both Paths= and Paths[0]=; the numbered ones are not used`
    problems.push({ kind: 'ini', message, paths: [iniPath] })
  }
  const seen = new Set<string>()
  const twice = new Map<string, string>()
  for (const path of listOf(ini, 'Core.System', 'Paths')) {
    const key = withSlashes(path).toLowerCase()
    if (seen.has(key)) twice.set(key, path)
    seen.add(key)
  }
  for (const path of twice.values()) {
    problems.push({ kind: 'ini', message: `the path "${path}" is listed twice in "${iniPath}"`, paths: [iniPath] })
  }
  return problems
}
