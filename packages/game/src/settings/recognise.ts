import { GAMES } from '@ukit/core'
import { SourceError } from '@ukit/files'
import { IniFile } from '@ukit/files/ini'
import { plural } from '@ukit/text/internal'
import type { Folders } from '../folders.js'
import type { GameFiles } from '../game-files.js'
import { extensionOf, folderOf, isAbsolute, joinPath, lastPart, withSlashes } from '../paths.js'
import type { InstallProblem } from '../problem.js'
import type { EngineGeneration } from './game-settings.js'
import { KNOWN_GAMES, type KnownGame } from './known-games.js'
import { overlayIni } from './layered-ini.js'
import { listOf } from './read-settings.js'

/**
 * Maximum size of an ini, in bytes: the largest ones of UE3 have a few hundred thousand. Larger files are not
 * inis.
 */
const MAX_INI = 0x20_0000

/** Maximum number of inis that are based on each other. */
const MAX_CHAIN = 8

/** An installed game that was recognised. */
export interface Recognised {
  readonly root: string
  /** The folder that paths of the ini are relative to. */
  readonly base: string
  readonly generation: EngineGeneration
  readonly game: string | undefined
  /** UE3: the game's own folder beside `Engine`. */
  readonly project: string | undefined
  readonly iniPath: string | undefined
  readonly ini: IniFile
  /** Further inis that contain a search path and were not used. */
  readonly otherInis: readonly string[]
  readonly mapExtension: string | undefined
  readonly problems: readonly InstallProblem[]
}

/** A place where a game may be. */
interface Place {
  readonly root: string
  readonly base: string
  readonly generation: EngineGeneration | undefined
  readonly project: string | undefined
  readonly ini: string | undefined
}

/**
 * *Recognises the game in a folder, or the game that an ini belongs to.*
 *
 * @param root the game's folder, when the ini is elsewhere.
 * @throws {SourceError} `io` when there is neither a folder nor a file with that path.
 */
export async function recognise(path: string, folders: Folders, root?: string): Promise<Recognised> {
  const found = await placeOf(path, folders)
  const place =
    root === undefined ? found : { ...(await placeOf(root, folders)), ini: found.ini, project: found.project }
  if (place.generation === 3) return recogniseProject(place, folders)
  return recogniseSystem(place, folders)
}

function notAGame(path: string): SourceError {
  return new SourceError('io', `expected the folder of a game or its ini, found the file "${path}"`, { path })
}

async function placeOf(path: string, folders: Folders): Promise<Place> {
  const file = extensionOf(lastPart(path)) === '' ? undefined : await folders.file(path)
  if (file !== undefined && extensionOf(lastPart(path)).toLowerCase() === 'ini') return placeOfIni(file.path, folders)
  if (file !== undefined) throw notAGame(path)
  const folder = await folders.actualPath(path)
  const listing = await folders.list(folder ?? path)
  if (folder === undefined || (listing.entries.length === 0 && !(await isFolder(path, folders)))) {
    if ((await folders.file(path)) !== undefined) throw notAGame(path)
    throw new SourceError('io', `there is no folder or ini "${path}"`, { path })
  }
  const name = lastPart(folder).toLowerCase()
  if (SYSTEM_FOLDERS.includes(name)) return systemPlace(joinPath(folder, '..'), folder, undefined)
  if (name === 'binaries') return projectPlace(joinPath(folder, '..'), undefined, undefined)
  const system = listing.ignoringCase('System')
  if (system?.kind === 'folder') return systemPlace(folder, joinPath(folder, system.name), undefined)
  const project = await findProject(folder, folders)
  if (project !== undefined) return projectPlace(folder, project, undefined)
  return systemPlace(folder, joinPath(folder, 'System'), undefined)
}

/** The folder with the programs; some patches and ports have a second one. */
const SYSTEM_FOLDERS = ['system', 'system64']

async function placeOfIni(ini: string, folders: Folders): Promise<Place> {
  const folder = folderOf(ini)
  const name = lastPart(folder).toLowerCase()
  if (name === 'config') {
    const project = folderOf(folder)
    return projectPlace(joinPath(project, '..'), lastPart(project), ini)
  }
  const system = (await folders.list(folder)).ignoringCase('System')
  if (!SYSTEM_FOLDERS.includes(name) && system?.kind === 'folder') {
    return systemPlace(folder, joinPath(folder, system.name), ini)
  }
  return systemPlace(joinPath(folder, '..'), folder, ini)
}

function systemPlace(root: string, base: string, ini: string | undefined): Place {
  return { root, base, generation: undefined, project: undefined, ini }
}

function projectPlace(root: string, project: string | undefined, ini: string | undefined): Place {
  return { root, base: joinPath(root, 'Binaries'), generation: 3, project, ini }
}

async function isFolder(path: string, folders: Folders): Promise<boolean> {
  return (await folders.list(folderOf(path))).ignoringCase(lastPart(path))?.kind === 'folder' || path === '.'
}

// ---- UE3: Engine and the game's own folder ----------------------------------------------------------------

/** The game's own folder: a known one, or one that contains the folders of a UE3 game. */
async function findProject(root: string, folders: Folders): Promise<string | undefined> {
  const listing = await folders.list(root)
  for (const { project } of KNOWN_GAMES) {
    const entry = project === undefined ? undefined : listing.ignoringCase(project)
    if (entry?.kind === 'folder' && (await looksLikeProject(joinPath(root, entry.name), folders))) return entry.name
  }
  for (const { name, kind } of listing.entries) {
    if (kind !== 'folder' || name.toLowerCase() === 'engine' || name.toLowerCase() === 'binaries') continue
    if (await looksLikeProject(joinPath(root, name), folders)) return name
  }
  return undefined
}

const PROJECT_FOLDERS = ['Config', 'CookedPC', 'CookedPCConsole', 'BrewedPC', 'Content', 'Script', 'Published']

async function looksLikeProject(folder: string, folders: Folders): Promise<boolean> {
  const listing = await folders.list(folder)
  return PROJECT_FOLDERS.some((name) => listing.ignoringCase(name)?.kind === 'folder')
}

async function recogniseProject(place: Place, folders: Folders): Promise<Recognised> {
  const { root } = place
  const project = place.project ?? (await findProject(root, folders))
  const config = project === undefined ? undefined : await folders.actualPath(joinPath(root, `${project}/Config`))
  const listing = config === undefined ? undefined : await folders.list(config)
  const names = (listing?.entries ?? [])
    .filter(({ name, kind }) => kind === 'file' && /engine\.ini$/i.test(name))
    .map(({ name }) => name)
  const known: KnownGame[] = []
  for (const one of KNOWN_GAMES) {
    if (project === undefined || one.project?.toLowerCase() !== project.toLowerCase()) continue
    if (one.program === undefined || (await folders.file(joinPath(root, one.program))) !== undefined) known.push(one)
  }
  const own = names.filter((name) => !/^(?:default|base)/i.test(name))
  const preferred = known.find(({ prefix }) =>
    own.some((name) => name.toLowerCase() === `${prefix}engine.ini`.toLowerCase()),
  )
  const chosen =
    own.find((name) => name.toLowerCase() === `${preferred?.prefix}engine.ini`.toLowerCase()) ??
    own[0] ??
    names.find((name) => /^default/i.test(name))
  const iniPath = place.ini ?? (chosen === undefined || config === undefined ? undefined : joinPath(config, chosen))
  const problems: InstallProblem[] = []
  const ini = iniPath === undefined ? IniFile.create() : await readChain(iniPath, place.base, folders, problems)
  const byPrefix = known.find(
    ({ prefix }) => iniPath !== undefined && lastPart(iniPath).toLowerCase() === `${prefix}engine.ini`.toLowerCase(),
  )
  return {
    root,
    base: baseOf(ini, place.base),
    generation: 3,
    game: (byPrefix ?? known[0])?.game ?? gameByPackages(ini, 3),
    project,
    iniPath,
    ini,
    otherInis: config === undefined ? [] : own.map((name) => joinPath(config, name)).filter((path) => path !== iniPath),
    mapExtension: undefined,
    problems,
  }
}

/**
 * The folder that a game runs in. UT3 runs in `Binaries`, UDK in a subfolder: their paths show this by how
 * many `..` they start with.
 */
function baseOf(ini: IniFile, binaries: string): string {
  const twice = listOf(ini, 'Core.System', 'Paths').some((path) => /^\.\.[\\/]\.\.[\\/]/.test(path))
  return twice ? joinPath(binaries, 'Win32') : binaries
}

/** Reads an ini on top of those that it is based on. */
async function readChain(
  path: string,
  binaries: string,
  folders: Folders,
  problems: InstallProblem[],
): Promise<IniFile> {
  const chain: IniFile[] = []
  const seen = new Set<string>()
  let at: string | undefined = path
  while (at !== undefined && chain.length < MAX_CHAIN && !seen.has(at)) {
    seen.add(at)
    const ini: IniFile = await readIni(folders.files, at, problems)
    chain.unshift(ini)
    // An ini that a game has written is complete; only defaults are based on others.
    const under: string | undefined = /^(?:default|base)/i.test(lastPart(at))
      ? ini.get('Configuration', 'BasedOn')
      : undefined
    if (under === undefined || under === '') break
    const from = /^\.\.[\\/]\.\.[\\/]/.test(under) ? joinPath(binaries, 'Win32') : binaries
    const found: string = joinPath(isAbsolute(under) ? '' : from, withSlashes(under))
    const file: { path: string } | undefined = await folders.file(found)
    if (file === undefined) {
      problems.push({
        kind: 'ini',
        message: `"${at}" is based on "${under}", which does not exist; its settings are missing`,
        paths: [at],
      })
    }
    at = file?.path
  }
  const [first = IniFile.create(), ...others] = chain
  return others.reduce((under, over) => overlayIni(under, over), first)
}

// ---- UE1 and UE2: System and a folder per kind of package -------------------------------------------------

async function recogniseSystem(place: Place, folders: Folders): Promise<Recognised> {
  const problems: InstallProblem[] = []
  const { chosen, others } = await findSystemIni(place, folders, problems)
  const iniPath = place.ini ?? chosen
  const ini = iniPath === undefined ? IniFile.create() : await readIni(folders.files, iniPath, problems)
  const known =
    iniPath === undefined
      ? undefined
      : KNOWN_GAMES.find((one) => one.ini?.toLowerCase() === lastPart(iniPath).toLowerCase())
  const generation = known?.generation ?? (await generationOf(place.root, ini, folders))
  return {
    root: place.root,
    base: place.base,
    generation,
    game: known?.game ?? gameByPackages(ini, generation),
    project: undefined,
    iniPath,
    ini,
    otherInis: [...others, ...(chosen === undefined ? [] : [chosen])].filter((path) => path !== iniPath),
    mapExtension: await mapExtensionOf(place.root, folders),
    problems,
  }
}

/**
 * Finds the ini of a known game, then any ini that contains a search path, then `Default.ini`, from which a
 * game creates its own when it first starts.
 */
async function findSystemIni(
  { base }: Place,
  folders: Folders,
  problems: InstallProblem[],
): Promise<{ chosen: string | undefined; others: string[] }> {
  const listing = await folders.list((await folders.actualPath(base)) ?? base)
  const known = KNOWN_GAMES.flatMap(({ ini }) => {
    const entry = ini === undefined ? undefined : listing.ignoringCase(ini)
    return entry?.kind === 'file' ? [joinPath(base, entry.name)] : []
  })
  const [chosen, ...others] = known
  if (chosen !== undefined) return { chosen, others }
  const withPaths: string[] = []
  for (const { name, kind, size } of listing.entries) {
    if (kind !== 'file' || extensionOf(name) !== 'ini' || size > MAX_INI || /^def/i.test(name)) continue
    const ini = await readIni(folders.files, joinPath(base, name), problems)
    if (listOf(ini, 'Core.System', 'Paths').length > 0) withPaths.push(joinPath(base, name))
  }
  const [first, ...more] = withPaths
  if (first !== undefined) return { chosen: first, others: more }
  const initial = listing.ignoringCase('Default.ini')
  return { chosen: initial?.kind === 'file' ? joinPath(base, initial.name) : undefined, others: [] }
}

async function generationOf(root: string, ini: IniFile, folders: Folders): Promise<EngineGeneration> {
  const paths = listOf(ini, 'Core.System', 'Paths').map((path) => path.toLowerCase())
  if (paths.length > 0) return paths.some((path) => /\.(?:usx|ukx)$/.test(path)) ? 2 : 1
  const listing = await folders.list(root)
  return ['StaticMeshes', 'Animations'].some((name) => listing.ignoringCase(name)?.kind === 'folder') ? 2 : 1
}

/** The most frequent extension in `Maps`. */
async function mapExtensionOf(root: string, folders: Folders): Promise<string | undefined> {
  const maps = await folders.actualPath(joinPath(root, 'Maps'))
  if (maps === undefined) return undefined
  const counts = new Map<string, number>()
  for (const { name, kind } of (await folders.list(maps)).entries) {
    const extension = extensionOf(name)
    if (kind === 'file' && extension !== '') counts.set(extension, (counts.get(extension) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

/** The game whose own packages are named in an ini; `undefined` when none or several are. */
function gameByPackages(ini: IniFile, generation: EngineGeneration): string | undefined {
  const named = new Set(
    [
      ...listOf(ini, 'Editor.EditorEngine', 'EditPackages'),
      ...listOf(ini, 'UnrealEd.EditorEngine', 'EditPackages'),
      ...listOf(ini, 'Engine.GameEngine', 'ServerPackages'),
    ].map((name) => name.toLowerCase()),
  )
  const scores = GAMES.filter((game) => game.engine === generation)
    .map((game) => ({ id: game.id, hits: (game.imports ?? []).filter((name) => named.has(name)).length }))
    .filter(({ hits }) => hits > 0)
    .sort((a, b) => b.hits - a.hits)
  const [best, next] = scores
  return best !== undefined && best.hits > (next?.hits ?? 0) ? best.id : undefined
}

/** Reads an ini; one that cannot be read is reported as a problem and treated as empty. */
export async function readIni(files: GameFiles, path: string, problems: InstallProblem[]): Promise<IniFile> {
  try {
    const source = await files.open(path)
    try {
      if (source.byteLength > MAX_INI) {
        problems.push({
          kind: 'ini',
          message: `"${path}" is too large for an ini: ${plural(source.byteLength, 'byte')}`,
          paths: [path],
        })
        return IniFile.create()
      }
      return IniFile.parse(await source.slice(0, source.byteLength))
    } finally {
      await source.close?.()
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    problems.push({ kind: 'ini', message: `"${path}" cannot be read: ${error.message}`, paths: [path] })
    return IniFile.create()
  }
}
