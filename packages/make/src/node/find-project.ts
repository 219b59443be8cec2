import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { SourceError } from '@ukit/files'
import type { Install } from '@ukit/game'
import { plural } from '@ukit/text/internal'
import { type SourceFolder, sourceFolderAt } from './source-folder.js'

/** A package of a project: its sources, and the file that it becomes. */
export interface ProjectPackage {
  /** That of the file without its extension: what other packages call it. */
  readonly name: string
  readonly folder: SourceFolder
  /** Path of the package file. */
  readonly output: string
}

/** *What to build*: packages with sources, and where others are. */
export interface Project {
  readonly packages: readonly ProjectPackage[]
  /** The order of `EditPackages`, all of them; `undefined` when no ini gives one. */
  readonly editPackages: readonly string[] | undefined
}

/** How a project is found. */
export interface FindProjectOptions {
  /** Folders of packages. */
  readonly folders: readonly string[]
  /** The game whose `EditPackages` say which packages there are, and in which order. */
  readonly game?: Install | undefined
  /** A file, for one package, or the folder that packages are written to; that of the game by default. */
  readonly out?: string | undefined
  /** Nothing will be written: its folder need not exist. */
  readonly check?: boolean | undefined
}

/** Names of files that a package is written to, also one without classes. */
const PACKAGE_FILE = /\.(?:u|utx|uax|umx|usx|ukx|upk)$/i

/**
 * *Finds the packages to be made*: those of the given folders, or without any those of `EditPackages` that
 * have sources in the game's folder.
 *
 * @throws {SourceError} when there is nothing to be made, or two folders would become one package.
 */
export async function findProject({ folders, game, out, check = false }: FindProjectOptions): Promise<Project> {
  const editPackages = game?.settings.editPackages
  const found = folders.length > 0 ? await named(folders) : await listed(game)
  const byName = new Map<string, SourceFolder>()
  for (const folder of found) {
    const other = byName.get(folder.name.toLowerCase())
    if (other !== undefined)
      throw new SourceError('exists', `"${other.path}" and "${folder.path}" would be one package, ${folder.name}`, {
        path: folder.path,
      })
    byName.set(folder.name.toLowerCase(), folder)
  }
  const outFile = out !== undefined && PACKAGE_FILE.test(out) ? out : undefined
  if (outFile !== undefined && found.length > 1)
    throw new SourceError(
      'io',
      `"${outFile}" is one file, but there are ${plural(found.length, 'package')} to build: name a folder`,
      {
        path: outFile,
      },
    )
  const packages = await Promise.all(
    found.map(async (folder) => ({
      name: outFile === undefined ? folder.name : basename(outFile).replace(/\.[^.]*$/, ''),
      folder,
      output: outFile ?? join(out ?? (await outputFolder(folder, game, check)), `${folder.name}.u`),
    })),
  )
  return { packages, editPackages: editPackages?.length === 0 ? undefined : editPackages }
}

/** Folders of packages; one without `Classes` is taken for what such folders are in. */
async function named(folders: readonly string[]): Promise<SourceFolder[]> {
  const found: SourceFolder[] = []
  for (const path of folders) {
    try {
      found.push(await sourceFolderAt(path))
    } catch (error) {
      const inside = await foldersIn(path)
      if (!(error instanceof SourceError) || inside.length === 0) throw error
      found.push(...inside)
    }
  }
  return found
}

/** Folders of packages in a folder. */
async function foldersIn(path: string): Promise<SourceFolder[]> {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => [])
  const found: SourceFolder[] = []
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    const folder = await sourceFolderAt(join(path, name)).catch(() => undefined)
    if (folder !== undefined) found.push(folder)
  }
  return found
}

/** Packages of `EditPackages` with sources. @throws {SourceError} when there are none. */
async function listed(game: Install | undefined): Promise<SourceFolder[]> {
  if (game === undefined) throw new SourceError('io', 'expected a folder of sources or a game, found neither')
  const { editPackages } = game.settings
  const roots = [game.root, join(game.root, 'Development', 'Src')]
  const there = new Map<string, SourceFolder>()
  for (const root of roots) for (const one of await foldersIn(root)) there.set(one.name.toLowerCase(), one)
  const found = editPackages.flatMap((name) => there.get(name.toLowerCase()) ?? [])
  if (found.length > 0) return found
  const ini = game.iniPath ?? game.root
  const message =
    editPackages.length === 0
      ? `"${ini}" lists no EditPackages: name the folder of a package`
      : `none of the ${editPackages.length} EditPackages of "${ini}" has sources (NAME/Classes/*.uc) in "${game.root}"`
  throw new SourceError('io', message, { path: ini })
}

/**
 * Where the game has its compiled scripts. Before UE3 it is `System`, which is created when the first package
 * is written: a folder of sources alone, as `ukit decompile -o` writes it, has none yet.
 *
 * @throws {SourceError} when there is no such folder (UE3).
 */
async function outputFolder(
  { name, root, isUe3 }: SourceFolder,
  game: Install | undefined,
  check: boolean,
): Promise<string> {
  const places = isUe3 ? await scriptFolders(root) : [await systemFolder(root)]
  if (game !== undefined && !isUe3) places.unshift(/^binaries/i.test(basename(game.base)) ? game.root : game.base)
  const found = places.find((place) => existsSync(place))
  if (found !== undefined) return shownAs(found)
  if (check || !isUe3) return shownAs(places[0] ?? root)
  const message = `there is no folder Script beside "${join(root, 'Development')}" for ${name}.u: choose a place with --out`
  throw new SourceError('io', message, { path: root })
}

/** `System` in a folder, under the name that it has there: some file systems tell `system` from it. */
async function systemFolder(root: string): Promise<string> {
  const names = await readdir(root).catch((): string[] => [])
  const found = names.includes('System') ? undefined : names.find((name) => /^system$/i.test(name))
  return join(root, found ?? 'System')
}

/** UE3: `UTGame/Script` of the folders beside `Development`; the engine's own last. */
export async function scriptFolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  names.sort((a, b) => Number(a === 'Engine') - Number(b === 'Engine'))
  return names.map((name) => join(root, name, 'Script')).filter((folder) => existsSync(folder))
}

/** The shortest path from the current folder. */
function shownAs(path: string): string {
  const here = resolve('.')
  return resolve(path).startsWith(`${here}/`) ? resolve(path).slice(here.length + 1) : path
}

/** Folders in which packages are searched for, besides those that the user names. */
export async function baseFolders({ folder, output }: ProjectPackage): Promise<string[]> {
  const own = folder.isUe3 ? await scriptFolders(folder.root) : [await systemFolder(folder.root)]
  return [...new Set([...own, dirname(output)].map((place) => resolve(place)))].filter((place) => existsSync(place))
}
