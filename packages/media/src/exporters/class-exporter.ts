import { ExportObject, type ObjectReader } from '@ukit/core'
import { script } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import type { ExportContext, Exporter, MediaFile } from './exporter.js'

/**
 * *Decompiles a class without source text to `.uc`*. A class with text gives nothing here: its text is a
 * separate object.
 */
export const classExporter: Exporter = {
  classes: ['class'],
  // A damaged class may still have its text.
  takes: ({ export: exported, object, error }) =>
    exported.entry.class === 0 && (object instanceof script.Class || error !== undefined),
  isPart: true,
  async export({ export: exported, error }, context) {
    if (await hasText(exported, context)) return []
    if (error !== undefined) throw new MediaError('broken', error.message)
    return [await decompiled(exported, context)]
  },
}

/** Whether a class has a text: in the class, or beside it under its name (SWAT 4). */
async function hasText(exported: ExportObject, { reader }: ExportContext): Promise<boolean> {
  const { object } = await reader.read(exported)
  const named = object instanceof script.Class ? object.scriptText : null
  const inside = reader.package.children(exported).filter(({ className }) => /^textbuffer$/i.test(className))
  for (const text of new Set([named, ...inside])) {
    const buffer = text instanceof ExportObject ? (await reader.read(text)).object : undefined
    if (buffer instanceof script.TextBuffer && (!buffer.isEmpty || buffer.packedText !== undefined)) return true
  }
  return false
}

/** What is needed to decompile the classes of a package; loaded for the first one. */
const SETTINGS = new WeakMap<ObjectReader, ReturnType<typeof settingsOf>>()

async function settingsOf({ reader }: ExportContext) {
  // Most packages have no class without text: the decompiler is only loaded for those that do.
  const { decompileClass, ReadableNames } = await import('@ukit/script/decompile')
  const { loadWorld } = await import('@ukit/script/symbols')
  const world = await loadWorld([reader.package], { packages: reader.packages, standIns: true })
  const names = new ReadableNames(reader.package)
  return { decompileClass, world, names }
}

async function decompiled(exported: ExportObject, context: ExportContext): Promise<MediaFile> {
  let settings = SETTINGS.get(context.reader)
  if (settings === undefined) {
    settings = settingsOf(context)
    SETTINGS.set(context.reader, settings)
  }
  const { decompileClass, world, names } = await settings
  const { file, text, problems, resisted } = await decompileClass(context.reader, exported, { world, names })
  if (file.header === null) throw new MediaError('broken', problems[0]?.message ?? 'it does not decompile')
  const lost = problems.length + resisted.length
  const notes = ['decompiled: the package has no text of it']
  if (lost > 0) notes.push(`${lost} of its members could only be written as comments, in whole or in part`)
  for (const { name, game } of world.standIns) notes.push(`not found: ${name}, for which that of ${game} stood in`)
  if (world.missingPackages.length > 0) notes.push(`not found: ${world.missingPackages.join(', ')}`)
  return { extension: 'uc', bytes: new TextEncoder().encode(text), note: notes.join('; ') }
}
