import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Package, PackageSet } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import type { PackageEdit } from '@ukit/edit'
import { reasonWithoutPath } from '@ukit/files/internal'
import { readWhole } from '@ukit/files/node'
import { decodeSource } from '@ukit/script/syntax'
import { execLinesOf } from '../exec/exec-lines.js'
import { type ExecDone, ExecRun } from '../exec/exec-run.js'
import { filesBelow, pathBelow } from './files-below.js'
import { ImportPlaceError, ofFile } from './import-errors.js'

/** The `#exec` lines of some sources, and where their files are. */
export interface ExecSources {
  /** The lines, with the source and the number of each: `Mill.uc:12`. */
  readonly lines: readonly { readonly text: string; readonly place: string }[]
  /** The folder of the project, which contains that of the package. */
  readonly project: string
  /** Name of the package's folder. */
  readonly folder: string
}

/**
 * Reads the `#exec` lines of a source, or of all sources in a folder, in the order of their names.
 *
 * The package's folder is the one that contains `Classes`, as for the engine; without `Classes`, that of the
 * source.
 *
 * @throws {ImportPlaceError} when there is no source.
 */
export async function readExecSources(path: string): Promise<ExecSources> {
  const files = await sourcesIn(path)
  const classes = resolve(dirname(files[0] ?? path))
  const own = basename(classes).toLowerCase() === 'classes' ? dirname(classes) : classes
  const lines: { text: string; place: string }[] = []
  for (const file of files) {
    for (const { text, line } of execLinesOf(decodeSource(await readWhole(file))))
      lines.push({ text, place: `${basename(file)}:${line}` })
  }
  return { lines, project: dirname(own), folder: basename(own) }
}

async function sourcesIn(path: string): Promise<string[]> {
  try {
    if (!(await stat(path)).isDirectory()) return [path]
    const names = (await readdir(path)).filter((name) => /\.uc$/i.test(name)).sort()
    if (names.length > 0) return names.map((name) => join(path, name))
    // This is the package's folder if it contains a folder for classes.
    const classes = (await readdir(path)).find((name) => name.toLowerCase() === 'classes')
    if (classes !== undefined) return await sourcesIn(join(path, classes))
  } catch (error) {
    throw new ImportPlaceError(`cannot read "${path}": ${reasonWithoutPath(error)}`, { cause: error })
  }
  throw new ImportPlaceError(`there is no source (.uc) in "${path}"`)
}

/** Settings of {@link runExecSources}. */
export interface RunExecOptions {
  /** Packages that `OBJ LOAD` names and the project does not contain. */
  readonly packages?: PackageSet | undefined
  /** Receives the packages that were opened: they have to stay open until the document is saved. */
  readonly opened: Package[]
  /** Ends the run. */
  readonly signal?: AbortSignal | undefined
  /** Called before each line. */
  readonly onProgress?: ((done: number, total: number, place: string) => void) | undefined
}

/**
 * Executes the `#exec` lines of sources: the files that they name are read below the project's folder.
 *
 * @throws {ImportFileError} for the line that cannot be executed.
 */
export async function runExecSources(
  edit: PackageEdit,
  { lines, project, folder }: ExecSources,
  { packages, opened, signal, onProgress }: RunExecOptions,
): Promise<readonly ExecDone[]> {
  const findPath = pathBelow(project)
  const exec = new ExecRun(edit, {
    folder,
    codecs: nodeCodecs,
    readFile: filesBelow(project),
    openPackage: async (path) => {
      const real = await findPath(path)
      if (real === undefined) return packages?.package(basename(path).replace(/\.[^.]*$/, ''))
      const pkg = await openFile(real, { signal })
      opened.push(pkg)
      return pkg
    },
  })
  const done: ExecDone[] = []
  for (const [index, { text, place }] of lines.entries()) {
    signal?.throwIfAborted()
    onProgress?.(index, lines.length, place)
    done.push(await ofFile(place, exec.run(text, place)))
  }
  return [...done, ...(await exec.finish())]
}
