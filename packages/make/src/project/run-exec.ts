import { CodecError, type CodecSet } from '@ukit/codecs'
import { ImageError } from '@ukit/codecs/images'
import type { Package } from '@ukit/core'
import type { PackageEdit } from '@ukit/edit'
import { PackageError, SourceError } from '@ukit/files'
import { ExecError, ExecRun, execLinesOf } from '@ukit/import'
import { MediaError } from '@ukit/media'
import type { SourceFileText } from '../build.js'
import type { ProjectProblem, ProjectTexts } from './project-problem.js'

/** What `#exec` lines need of the outside. */
export interface ExecFiles {
  /** Folder of the package, from that of the project, with `/`. */
  readonly folder: string
  /** A file of the project by its path with `/`, ignoring case; `undefined` when there is none. */
  readonly readFile: (path: string) => Promise<Uint8Array | undefined>
  /**
   * A package for `OBJ LOAD`, by its path in the project or, for a file name alone, wherever packages are.
   */
  readonly openPackage: (path: string) => Promise<Package | undefined>
  /** True if files may be outside the project. */
  readonly allowOutside: boolean
}

/** A line of `#exec`, and where it is. */
export interface ExecLine {
  readonly file: string
  readonly line: number
  readonly written: string
}

/** The `#exec` lines of texts. */
export function execLines(files: readonly SourceFileText[]): ExecLine[] {
  return files.flatMap(({ file, text }) =>
    (/#exec/i.test(text) ? execLinesOf(text) : []).map(({ text: written, line }) => ({ file, line, written })),
  )
}

const COMMENTS = /\/\*.*?(?:\*\/|$)|\/\/[^\n]*/gs

/** Tells whether a text has lines of `#exec` and declares nothing: its package needs no class for them. */
export function isExecOnly(text: string): boolean {
  if (!/#exec/i.test(text)) return false
  const lines = text.replace(COMMENTS, ' ').split('\n')
  return lines.every((line) => line.trim() === '' || /^\s*#exec\b/i.test(line))
}

/**
 * *Carries out the `#exec` lines of a package.* One that fails is an error at its place, and the next is
 * carried out.
 *
 * @param onLoad gets each package of `OBJ LOAD`: literals may mean its objects.
 */
export async function runExecLines(
  edit: PackageEdit,
  lines: readonly ExecLine[],
  texts: ProjectTexts,
  from: ExecFiles & {
    readonly codecs: CodecSet
    readonly signal: AbortSignal | undefined
    readonly onLoad: (pkg: Package) => void
  },
): Promise<ProjectProblem[]> {
  const problems: ProjectProblem[] = []
  const places = new Map<string, { readonly file: string; readonly line: number }>()
  const note = (severity: ProjectProblem['severity'], place: string, message: string) => {
    const { file, line } = places.get(place) ?? { file: lines[0]?.file ?? edit.name, line: 1 }
    problems.push({ severity, package: edit.name, message, ...texts.place(file, line, 1) })
  }
  const failed = (place: string, error: unknown) => {
    const isOurs =
      error instanceof ExecError ||
      error instanceof MediaError ||
      error instanceof PackageError ||
      error instanceof SourceError ||
      error instanceof CodecError ||
      error instanceof ImageError
    if (!isOurs) throw error
    const message = error instanceof Error ? error.message : String(error)
    note('error', place, /outside|leaves the folder/.test(message) ? `${message} (--allow-outside allows it)` : message)
  }
  const exec = new ExecRun(edit, {
    folder: from.folder,
    readFile: from.readFile,
    outside: from.allowOutside,
    codecs: from.codecs,
    openPackage: async (path) => {
      const pkg = await from.openPackage(path)
      if (pkg !== undefined) from.onLoad(pkg)
      return pkg
    },
  })
  for (const { file, line, written } of lines) {
    from.signal?.throwIfAborted()
    const place = `${file}:${line}`
    places.set(place, { file, line })
    try {
      for (const remark of (await exec.run(written, place)).remarks) note('warning', place, remark)
    } catch (error) {
      failed(place, error)
    }
  }
  const done = await exec.finish((error, place) => failed(place, error))
  for (const { place, remarks } of done) for (const remark of remarks) note('warning', place, remark)
  return problems
}
