import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { SourceError } from '@ukit/files'
import { onDisk, readWhole } from '@ukit/files/node'
import type { PackageSources } from '../project/package-sources.js'
import { type SourceFacts, sourceFacts } from '../project/source-facts.js'
import type { PerText } from '../sources/per-text.js'
import { readSource } from './read-source.js'

/** *A package's folder of sources*: `MyMod` with `Classes/*.uc`. */
export interface SourceFolder {
  /** Name of the package: that of the folder. */
  readonly name: string
  /** Its path, as it was given. */
  readonly path: string
  /** The folder of the project, which has those of all packages; in UE3 `Development/Src`. */
  readonly project: string
  /** The folder that the whole game or mod is in: that with `System`, in UE3 with `Development`. */
  readonly root: string
  readonly isUe3: boolean
}

/**
 * The folder of a package by its own path or that of its `Classes`.
 *
 * @throws {SourceError} when there are no sources.
 */
export async function sourceFolderAt(path: string): Promise<SourceFolder> {
  const own = basename(resolve(path)).toLowerCase() === 'classes' ? join(path, '..') : path
  if ((await classesOf(own)) === undefined) {
    const message = existsSync(path)
      ? `there are no sources in "${path}": expected a folder Classes with .uc files`
      : `there is no folder "${path}"`
    throw new SourceError('io', message, { path })
  }
  const whole = resolve(own)
  const project = dirname(whole)
  const isUe3 = basename(project).toLowerCase() === 'src' && basename(dirname(project)).toLowerCase() === 'development'
  const root = isUe3 ? dirname(dirname(project)) : project
  return { name: basename(whole), path: own, project, root, isUe3 }
}

/** The folder with the classes of a package's folder; `undefined` when there is no class. */
export async function classesOf(folder: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => [])
  const classes = names.find((name) => name.toLowerCase() === 'classes')
  if (classes === undefined) return undefined
  const inside = await readdir(join(folder, classes)).catch(() => [])
  return inside.some(isSource) ? join(folder, classes) : undefined
}

function isSource(name: string): boolean {
  return /\.uc$/i.test(name)
}

/** The names of the sources in a folder, in the order in which they are compiled. */
export async function sourceNamesIn(folder: string): Promise<string[]> {
  return (await onDisk(() => readdir(folder))).filter(isSource).sort(byNameIgnoringCase)
}

/** The texts of a package, and facts that are quickly found in them. */
export interface ReadSources extends PackageSources {
  readonly facts: SourceFacts
}

/**
 * Reads the sources of a package, in the order of their names.
 *
 * @param name of the package.
 * @param facts what each text says.
 * @throws {SourceError} when a file cannot be read.
 */
export async function readSources(
  folder: SourceFolder,
  name: string,
  facts: PerText<SourceFacts>,
): Promise<ReadSources> {
  const classes = (await classesOf(folder.path)) ?? join(folder.path, 'Classes')
  const names = await sourceNamesIn(classes)
  const files = await onDisk(async () =>
    names.map((fileName) => {
      const file = join(classes, fileName)
      return { file, text: readSource(file) }
    }),
  )
  const upkgName = (await readdir(classes)).find((one) => one.toLowerCase() === `${folder.name.toLowerCase()}.upkg`)
  const upkg =
    upkgName === undefined
      ? undefined
      : { file: join(classes, upkgName), bytes: await onDisk(() => readWhole(join(classes, upkgName))) }
  return { name, files, upkg, facts: sourceFacts(files.map(({ text }) => facts.of(text))) }
}

function byNameIgnoringCase(a: string, b: string): number {
  const [first, second] = [a.toLowerCase(), b.toLowerCase()]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Most files that are looked at to find when a package's folder changed last. */
const MOST_FILES = 100_000

/** When a file in a package's folder was changed last, in milliseconds since 1970. */
export async function lastChange(folder: string): Promise<number> {
  let last = 0
  const queue = [folder]
  for (let count = 0, next = queue.pop(); next !== undefined && count < MOST_FILES; next = queue.pop()) {
    for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
      if (entry.name.startsWith('.')) continue
      count++
      const path = join(next, entry.name)
      if (entry.isDirectory()) queue.push(path)
      else last = Math.max(last, await changeOf(path))
    }
  }
  return last
}

/** When a file was changed last; 0 when there is none. */
export async function changeOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  )
}
