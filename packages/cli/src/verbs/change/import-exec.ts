import { readdir, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Package, PackageSet } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import type { PackageEdit } from '@ukit/edit'
import { readWhole } from '@ukit/files/node'
import { type ExecDone, ExecRun, execLinesOf } from '@ukit/import'
import { decodeSource } from '@ukit/script/syntax'
import { InputError } from '../../command/usage-error.js'
import { reasonOf } from '../../inputs/reason.js'
import { filesBelow, pathBelow } from './import-source.js'

/** The `#exec` lines of some sources, and where their files are. */
export interface ExecSources {
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
 * @throws {InputError} when there is no source.
 */
export async function execSources(path: string): Promise<ExecSources> {
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
    throw new InputError(`cannot read "${path}": ${reasonOf(error)}`, { cause: error })
  }
  throw new InputError(`there is no source (.uc) in "${path}"`)
}

/**
 * Executes the lines.
 *
 * @param around `packages` has those that `OBJ LOAD` names and the project does not contain.
 * @throws what a line throws, as `inLine` passes it on.
 */
export async function runExec(
  edit: PackageEdit,
  { lines, project, folder }: ExecSources,
  around: {
    readonly signal: AbortSignal
    readonly packages?: PackageSet
    /** Receives the packages that were opened: they have to stay open until the document is saved. */
    readonly opened: Package[]
    readonly inLine: <T>(place: string, work: Promise<T>) => Promise<T>
    readonly onProgress: (done: number, total: number, place: string) => void
  },
): Promise<readonly ExecDone[]> {
  const findPath = pathBelow(project)
  const exec = new ExecRun(edit, {
    folder,
    codecs: nodeCodecs,
    readFile: filesBelow(project),
    openPackage: async (path) => {
      const real = await findPath(path)
      if (real === undefined) return around.packages?.package(basename(path).replace(/\.[^.]*$/, ''))
      const pkg = await openFile(real, { signal: around.signal })
      around.opened.push(pkg)
      return pkg
    },
  })
  const done: ExecDone[] = []
  for (const [index, { text, place }] of lines.entries()) {
    around.signal.throwIfAborted()
    around.onProgress(index, lines.length, place)
    done.push(await around.inLine(place, exec.run(text, place)))
  }
  return [...done, ...(await exec.finish())]
}
