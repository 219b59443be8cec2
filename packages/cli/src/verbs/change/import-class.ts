import { basename } from 'node:path'
import type { PackageSet } from '@ukit/core'
import type { PackageEdit } from '@ukit/edit'
import { toWindows1252 } from '@ukit/files/internal'
import type { Imported } from '@ukit/media/import'
import { decodeSource, parseSource } from '@ukit/script'
import { plural } from '../../terminal/text.js'
import type { ImportJob } from './import-plan.js'

/** Whether a file is the source of a class. */
export function isClassSource(file: string): boolean {
  return /\.uc$/i.test(file)
}

/** A source that is compiled into a package. */
interface ClassFile {
  readonly job: ImportJob
  readonly bytes: Uint8Array
}

/** Sources with those of superclasses before those of the classes that extend them. */
export function inClassOrder<T extends ClassFile>(files: readonly T[]): readonly T[] {
  const heads = files.map((file) => ({ file, header: parseSource(decodeSource(file.bytes)).file.header }))
  const byName = new Map(heads.map((one) => [one.header?.name.toLowerCase(), one]))
  const ordered = new Set<T>()
  const add = (one: (typeof heads)[number], below: ReadonlySet<T>) => {
    if (ordered.has(one.file) || below.has(one.file)) return
    const above = byName.get(one.header?.extends?.replace(/^.*\./, '').toLowerCase())
    if (above !== undefined) add(above, new Set([...below, one.file]))
    ordered.add(one.file)
  }
  for (const one of heads) add(one, new Set())
  return [...ordered]
}

/**
 * Compiles a class and replaces that of its name, as `ukit edit script` does.
 *
 * @throws {PackageError} as `replaceClass`.
 */
export async function importClass(
  edit: PackageEdit,
  { job, bytes }: ClassFile,
  packages: PackageSet,
): Promise<Imported> {
  const { problemLine, replaceClass } = await import('@ukit/make')
  const decoded = decodeSource(bytes)
  // What extract wrote in Unicode has one byte for each character in the package.
  const text = /[^\0-\xff]/.test(decoded) ? (toWindows1252(decoded) ?? decoded) : decoded
  const { className, added, removed, warnings } = await replaceClass(edit, text, { packages, file: basename(job.file) })
  const changes = [
    ...(added.length === 0 ? [] : [plural(added.length, 'new object')]),
    ...removed.map((object) => `removed ${object}`),
  ]
  return {
    path: className,
    className: 'Class',
    objects: [className, ...added],
    notes: [...changes, ...warnings.map(problemLine)],
  }
}
