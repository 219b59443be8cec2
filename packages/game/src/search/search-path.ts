import { plural } from '@ukit/text/internal'
import type { Folders } from '../folders.js'
import { isWindowsAbsolute, joinPath, withSlashes } from '../paths.js'
import type { InstallProblem } from '../problem.js'
import type { EngineGeneration, GameSettings } from '../settings/game-settings.js'
import type { SearchEntry, SearchEntryKind } from './search-entry.js'

/**
 * The place of cooked packages in the search of a UE3 game: before other packages (as shipped games do),
 * after them (as the editor does), or never.
 */
export type CookedOrder = 'first' | 'last' | 'never'

/** Maximum number of entries of a search path. Real ones have a dozen; each search may go through all. */
const MAX_ENTRIES = 500

/**
 * Extensions of files whose folders a game creates when it first needs them: their absence is not a problem.
 */
const MADE_WHEN_NEEDED = ['.uvx', '.usa']

/**
 * *The search path that an ini describes.*
 *
 * @param base the folder that paths are relative to.
 * @param fromIni whether the paths come from an ini, so that a missing folder is a problem.
 */
export async function buildSearchPath(
  settings: GameSettings,
  base: string,
  folders: Folders,
  options: { readonly cooked: CookedOrder; readonly fromIni: boolean },
): Promise<{ entries: SearchEntry[]; problems: InstallProblem[] }> {
  const problems: InstallProblem[] = []
  const entries: SearchEntry[] = []
  const texts = textsOf(settings, options.cooked)
  if (texts.length > MAX_ENTRIES) {
    const message =
      `the search path has ${plural(texts.length, 'entry', 'entries')}; only the first ` + `${MAX_ENTRIES} are used`
    problems.push({ kind: 'ini', message, paths: [] })
  }
  for (const { text, kind } of texts.slice(0, MAX_ENTRIES)) {
    const parsed = parseEntry(text, settings.generation, settings.extensions)
    if (parsed === undefined) {
      problems.push({
        kind: 'ini',
        message: `the path "${text}" has no * in it, so it finds nothing; write "${text.replace(/[\\/]?$/, '')}/*.ext"`,
        paths: [text],
      })
      continue
    }
    const folder = joinPath(base, parsed.folder)
    if (isWindowsAbsolute(parsed.folder) && !isWindowsAbsolute(base)) {
      problems.push({
        kind: 'ini',
        message:
          `the path "${text}" names a drive of another machine; write it relative to the game, ` +
          `such as "..\\Maps\\*.${settings.mapExtension}"`,
        paths: [text],
      })
    }
    const real = await folders.actualPath(folder)
    if (real === undefined && options.fromIni && !mayBeAbsent(parsed.suffixes, settings.generation)) {
      problems.push({
        kind: 'missing-folder',
        message: `the folder "${folder}" of the search path is missing (the ini says "${text}")`,
        paths: [folder],
      })
    }
    entries.push({ ...parsed, kind, text, folder, real, recursive: settings.generation === 3 })
  }
  const first = entries[0]
  if (settings.generation === 3 && first !== undefined && entries.every(({ real }) => real === undefined)) {
    const message =
      `none of the folders of the search path exists; the first one is "${first.folder}" (the ` +
      `ini says "${first.text}")`
    problems.push({ kind: 'missing-folder', message, paths: entries.map(({ folder }) => folder) })
  }
  return { entries, problems }
}

/**
 * Tells whether the folder may be missing: UE3 games are shipped without the editor's folders or the cooked
 * ones.
 */
function mayBeAbsent(suffixes: readonly string[], generation: EngineGeneration): boolean {
  return generation === 3 || suffixes.some((one) => MADE_WHEN_NEEDED.includes(one.toLowerCase()))
}

function textsOf(settings: GameSettings, cooked: CookedOrder): { text: string; kind: SearchEntryKind }[] {
  const content = settings.paths.map((text) => ({ text, kind: 'content' as const }))
  const prepared = cooked === 'never' ? [] : settings.cookedPaths.map((text) => ({ text, kind: 'cooked' as const }))
  const script = settings.scriptPaths.map((text) => ({ text, kind: 'script' as const }))
  return cooked === 'first' ? [...prepared, ...script, ...content] : [...script, ...content, ...prepared]
}

/** Parses an entry. UE1 and UE2: text before `*`, which is the name, and text after it; UE3: a folder. */
function parseEntry(
  text: string,
  generation: EngineGeneration,
  extensions: readonly string[],
): Pick<SearchEntry, 'folder' | 'prefix' | 'suffixes'> | undefined {
  const slashed = withSlashes(text)
  if (generation === 3) return { folder: slashed, prefix: '', suffixes: extensions.map((one) => `.${one}`) }
  const star = slashed.indexOf('*')
  if (star < 0) return undefined
  const slash = slashed.lastIndexOf('/', star)
  return {
    folder: slash < 0 ? '.' : slash === 0 ? '/' : slashed.slice(0, slash),
    prefix: slashed.slice(slash + 1, star),
    suffixes: [slashed.slice(star + 1)],
  }
}
