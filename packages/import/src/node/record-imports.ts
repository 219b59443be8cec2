import { reasonWithoutPath } from '@ukit/files/internal'
import { readWhole, saveFile } from '@ukit/files/node'
import { jsonText } from '@ukit/text/internal'
import { crc32Of, crc32OfFile } from './crc32-of.js'
import type { ImportJob } from './import-job.js'

/**
 * *Records in the manifests of extracted folders what was imported*, so that importing the folder again does
 * not import it again: for each file its state, and once the state of the package, since the files have to be
 * imported again if the package is replaced by another version.
 *
 * @param before CRC-32 of the package before the import: what was recorded for another package is discarded.
 * @returns notes about manifests that could not be written.
 */
export async function recordImports(
  file: string,
  before: string | undefined,
  imported: readonly { readonly job: ImportJob; readonly bytes: Uint8Array }[],
): Promise<string[]> {
  const notes: string[] = []
  const manifests = new Set(imported.flatMap(({ job }) => job.listed?.manifest ?? []))
  const after = manifests.size === 0 ? undefined : await crc32OfFile(file)
  for (const manifest of manifests) {
    const states = new Map<string, ImportedState>()
    for (const { job, bytes } of imported)
      if (job.listed?.manifest === manifest) states.set(job.listed.file, { bytes: bytes.length, crc32: crc32Of(bytes) })
    try {
      const text = withRecord(new TextDecoder().decode(await readWhole(manifest)), { before, after, states })
      await saveFile(manifest, [new TextEncoder().encode(text)], { force: true })
    } catch (error) {
      notes.push(`${manifest} does not record what was imported: ${reasonWithoutPath(error)}`)
    }
  }
  return notes
}

/** The state of a file when it was imported. */
interface ImportedState {
  readonly bytes: number
  readonly crc32: string
}

function withRecord(
  text: string,
  record: {
    readonly before: string | undefined
    readonly after: string | undefined
    readonly states: ReadonlyMap<string, ImportedState>
  },
): string {
  const parsed: unknown = JSON.parse(text)
  if (typeof parsed !== 'object' || parsed === null || !('written' in parsed) || !Array.isArray(parsed.written))
    throw new SyntaxError('it is not a manifest that ukit extract wrote')
  const isSame = 'imported' in parsed && parsed.imported === record.before
  const entries: readonly unknown[] = parsed.written
  const written = entries.map((entry) => {
    if (typeof entry !== 'object' || entry === null || !('file' in entry)) return entry
    const state = record.states.get(String(entry.file))
    if (state !== undefined) return { ...entry, imported: state }
    return isSame ? entry : { ...entry, imported: undefined }
  })
  return jsonText({ ...parsed, imported: record.after, written }, 2)
}
