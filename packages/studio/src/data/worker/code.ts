import { ExportObject, type ObjectReader, type ReadObject } from '@ukit/core'
import { TextBuffer } from '@ukit/objects/script'
import { carriedSource, decompileClass, hasScript, packageScriptText, readScript } from '@ukit/script/decompile'
import { loadWorld } from '@ukit/script/symbols'
import type { CodeText } from '../media-calls.js'
import type { ObjectAt } from '../package-calls.js'
import { readAt } from './objects.js'
import type { OpenedPackages } from './opened.js'
import type { Work } from './serve.js'

/** The code of a class, or of the class that a function or state is in. */
export async function codeAt(packages: OpenedPackages, at: ObjectAt, work: Work): Promise<CodeText> {
  const { reader, read } = await readAt(packages, at)
  const { export: object } = read
  if (read.object instanceof TextBuffer)
    return { text: read.object.text.toString(), isDecompiled: false, notes: [], listing: undefined }
  const owner = classOf(object)
  const listing = await listingOf(reader, read)
  if (owner === undefined) return { text: '', isDecompiled: false, notes: ['it is in no class'], listing }
  const carried = await carriedSource(reader, owner).catch(() => undefined)
  if (carried !== undefined) return { text: carried, isDecompiled: false, notes: [], listing }
  work.progress({ done: 0, total: 1, label: 'reading what packages declare' })
  const world = await loadWorld([reader.package], { packages: packages.set, standIns: true, signal: work.signal })
  const { text, problems, resisted } = await decompileClass(reader, owner, { world, signal: work.signal })
  const notes = [
    ...problems.map(({ object: path, message }) => `${path}: ${message}`),
    ...resisted.map(({ object: path, count }) => `${path}: ${count} statements are comments, no source is known`),
  ]
  return { text, isDecompiled: true, notes, listing }
}

function classOf(object: ExportObject): ExportObject | undefined {
  for (let at: unknown = object; at instanceof ExportObject; at = at.outer) if (at.entry.class === 0) return at
  return undefined
}

async function listingOf(reader: ObjectReader, read: ReadObject): Promise<string | undefined> {
  if (!hasScript(reader, read.export)) return undefined
  return packageScriptText(await readScript(reader, read.export), reader)
}
