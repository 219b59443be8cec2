import { portableCodecs } from '@ukit/codecs'
import type { ExportObject } from '@ukit/core'
import { describeObject } from '@ukit/inspect'
import { extract, safeFileName } from '@ukit/media'
import { jsonText } from '@ukit/text/internal'
import type { SavedFile } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import type { Given } from '../protocol.js'
import { codeAt } from './code.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** The files that objects are saved as. */
export async function filesOf(
  packages: OpenedPackages,
  { objects, as }: Given<'save'>,
  work: Work,
): Promise<SavedFile[]> {
  const [only] = objects
  if (only !== undefined && objects.length === 1) return oneAs(packages, only, as, work)
  const files: SavedFile[] = []
  const failed: string[] = []
  for (const [done, at] of objects.entries()) {
    work.signal.throwIfAborted()
    work.progress({ done, total: objects.length })
    const folder = folderOf(packages, at)
    try {
      for (const file of await oneAs(packages, at, as, work)) files.push({ ...file, name: `${folder}/${file.name}` })
    } catch (error) {
      const { pkg } = packages.get(at.id)
      failed.push(`${pkg.objectAt(at.index + 1)}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  // One broken object keeps none of the others.
  if (failed.length > 0) files.push(text('not-saved.txt', `${failed.join('\n')}\n`))
  return files
}

/** Folders of an object in an archive of many: its package and groups. */
function folderOf(packages: OpenedPackages, { id, index }: ObjectAt): string {
  const { pkg } = packages.get(id)
  const folders: string[] = []
  for (let at = pkg.objectAt(index + 1)?.outer; at !== null && at !== undefined; at = at.outer) folders.unshift(at.name)
  return [pkg.name, ...folders].map(safeFileName).join('/')
}

async function oneAs(
  packages: OpenedPackages,
  at: ObjectAt,
  as: Given<'save'>['as'],
  work: Work,
): Promise<SavedFile[]> {
  const { read } = await readAt(packages, at)
  const name = safeFileName(read.export.name)
  if (as === 'bytes') return [{ name: `${name}.bin`, bytes: owned(await read.export.bytes()) }]
  if (as === 'json')
    return [text(`${name}.json`, jsonText(describeObject(read, { bytesLimit: Number.POSITIVE_INFINITY }), 2))]
  if (as === 'uc') return [text(`${name}.uc`, (await codeAt(packages, at, work)).text)]
  return mediaFiles(packages, read.export, as)
}

async function mediaFiles(
  packages: OpenedPackages,
  object: ExportObject,
  as: 'media' | 'dds' | 'psk',
): Promise<SavedFile[]> {
  const files: SavedFile[] = []
  const extracted = extract(object.package, {
    codecs: portableCodecs,
    packages: packages.set,
    match: [`${object.package.name}.${object.path}`.replaceAll(/[*?[\]{}]/g, '?')],
    openFile: (name) => packages.file(name),
    ...(as === 'dds' ? { format: 'dds' as const } : {}),
    psk: as === 'psk',
    embed: true,
  })
  for await (const one of extracted) {
    if (one.index !== object.index || one.package !== null) continue
    if (one.skipped !== null) throw new Error(one.skipped.message)
    for (const { path, bytes } of one.files)
      files.push({ name: path.slice(path.lastIndexOf('/') + 1), bytes: owned(bytes) })
  }
  return files
}

function text(name: string, content: string): SavedFile {
  return { name, bytes: new TextEncoder().encode(content) }
}

function owned(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes)
}
