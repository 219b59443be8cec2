import type { PackageSet } from '@ukit/core'
import type { PackageEdit } from '@ukit/edit'
import { toWindows1252 } from '@ukit/files/internal'
import type { Imported } from '@ukit/import'
import type { ChangedFile } from '@ukit/import/node'
import { decodeSource } from '@ukit/script/syntax'
import { plural } from '../../terminal/text.js'

/** A source that was not imported. */
export interface FailedSource {
  readonly file: string
  /** Name of the class; `null` if the source declares none. */
  readonly className: string | null
  /** What is wrong: with its place, if it is in the text. */
  readonly errors: readonly {
    readonly line: number | null
    readonly column: number | null
    readonly message: string
  }[]
  /** Classes that it names and that failed as well. */
  readonly needs: readonly string[]
  /** Packages that it was compiled against and that were not found. */
  readonly missing: readonly string[]
}

/** What became of sources. */
interface ImportedClasses {
  /** The document with the classes that compile. */
  readonly document: PackageEdit
  readonly imported: readonly (Imported & { readonly file: string })[]
  readonly failed: readonly FailedSource[]
}

/**
 * Compiles classes together, and replaces those of their names. Those that do not compile are left out.
 */
export async function importClasses(
  edit: PackageEdit,
  files: readonly ChangedFile[],
  packages: PackageSet,
  signal: AbortSignal,
): Promise<ImportedClasses> {
  const { BuildError, problemLine, replaceClasses } = await import('@ukit/make')
  const sources = files.map(({ job, bytes }) => ({ file: job.file, text: textOf(bytes) }))
  const withMacros = files[sources.findIndex(({ text }) => text.includes('`'))]
  const { macrosAround } = await import('@ukit/make/node')
  const {
    edit: document,
    replaced,
    failed,
  } = await replaceClasses(edit, sources, {
    packages,
    signal,
    // All of them are of one package.
    macros: (world) => (withMacros === undefined ? undefined : macrosAround(withMacros.job.file, world.packages)),
  })
  return {
    document,
    imported: replaced.map(({ file, className, added, removed, warnings }) => ({
      file,
      path: className,
      className: 'Class',
      objects: [className, ...added],
      notes: [
        ...(added.length === 0 ? [] : [plural(added.length, 'new object')]),
        ...removed.map((object) => `removed ${object}`),
        ...warnings.map(problemLine),
      ],
    })),
    failed: failed.map(({ file, className = null, error, needs }) => ({
      file,
      className,
      errors:
        error instanceof BuildError
          ? error.problems.map(({ line, column, message }) => ({ line, column, message }))
          : [{ line: null, column: null, message: error.message }],
      needs,
      missing: error instanceof BuildError ? error.missingPackages : [],
    })),
  }
}

function textOf(bytes: Uint8Array): string {
  const decoded = decodeSource(bytes)
  // What extract wrote in Unicode has one byte for each character in the package.
  return /[^\0-\xff]/.test(decoded) ? (toWindows1252(decoded) ?? decoded) : decoded
}

/** Maximum number of errors of one source that are printed. */
const MOST_PRINTED = 20

/** What is wrong with a source, in lines as UCC writes them. */
export function failureText({ file, className, errors, needs }: FailedSource): string {
  const lines = errors
    .slice(0, MOST_PRINTED)
    .map(({ line, message }) => (line === null ? message : `${file}(${line}) : Error, ${message}`))
  if (errors.length > MOST_PRINTED) lines.push(`and ${errors.length - MOST_PRINTED} more`)
  if (needs.length > 0)
    lines.push(
      `${className ?? file} names ${needs.join(', ')}, which cannot be compiled either: errors may come from that`,
    )
  return [`${file} cannot be compiled, and is not imported`, ...lines].join('\n')
}
