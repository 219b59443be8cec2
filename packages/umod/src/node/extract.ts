import { join } from 'node:path'
import { foldName, PackageError, SourceError, safePath, sanitizePath } from '@ukit/files'
import { PieceMemory, reusedPiecesOf } from '@ukit/files/internal'
import { FolderTarget, saveFile } from '@ukit/files/node'
import type { Umod, UmodEntry } from '../umod.js'
import { unpackedMember } from '../unpacked-member.js'

/** Settings of {@link extractUmod}. */
export interface ExtractUmodOptions {
  /** Replace existing files. */
  readonly force?: boolean | undefined
  /** Write files with unsafe names under safe ones, instead of refusing them. */
  readonly sanitize?: boolean | undefined
  /** Unpack `.uz` members, and write the files in them without that ending. */
  readonly unpack?: boolean | undefined
  /** Extracts only the members for which it returns true. */
  readonly only?: ((entry: UmodEntry) => boolean) | undefined
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of bytes written so far, and the file being written. */
  readonly onProgress?: ((done: number, total: number, name: string) => void) | undefined
}

/** The defaults of {@link extractUmod}. */
export const EXTRACT_UMOD_DEFAULTS = { force: false, sanitize: false, unpack: false } as const

/** What became of a member. */
export interface ExtractedMember {
  /** The member. */
  readonly entry: UmodEntry
  /** Where it was written; `undefined` when it was not. */
  readonly path: string | undefined
  /** Why it was not written; `undefined` when it was. */
  readonly error: PackageError | SourceError | undefined
}

/**
 * *Extracts the members of an installer below a folder*, one after the other, in the order of their bytes, a
 * piece at a time. A member that cannot be written does not stop the others. Nothing is ever written outside
 * the folder, and no link below it is followed.
 */
export async function* extractUmod(
  umod: Umod,
  folder: string,
  options: ExtractUmodOptions = {},
): AsyncGenerator<ExtractedMember> {
  const {
    force = EXTRACT_UMOD_DEFAULTS.force,
    sanitize = EXTRACT_UMOD_DEFAULTS.sanitize,
    unpack = EXTRACT_UMOD_DEFAULTS.unpack,
    only,
    signal,
    onProgress,
  } = options
  const target = new FolderTarget(folder)
  const entries = umod.entries.filter((entry) => only?.(entry) ?? true).sort((a, b) => a.offset - b.offset)
  const total = entries.reduce((sum, { size }) => sum + size, 0)
  const written = new Set<string>()
  const memory = new PieceMemory()
  let done = 0
  await target.makeFolder([])
  for (const entry of entries) {
    signal?.throwIfAborted()
    let path: string | undefined
    let error: ExtractedMember['error']
    try {
      const packed = unpack && /[^\\/]\.uz$/i.test(entry.name)
      const parts = partsOf(umod, entry, packed ? entry.name.slice(0, -'.uz'.length) : entry.name, sanitize)
      const key = foldName(parts.join('\\'))
      if (written.has(key))
        throw new PackageError('bad-value', `"${entry.name}" leads to the same file as an earlier one`)
      written.add(key)
      const place = await target.resolve(parts)
      const source = packed ? await unpackedMember(umod, entry) : umod.open(entry)
      if (place.parts.length > 1) await target.makeFolder(place.parts.slice(0, -1))
      // Checked again now that the folders exist: what was created in the meantime must not be a link either.
      const final = await target.resolve(parts)
      const onBytes = (bytes: number) => onProgress?.(done + Math.min(bytes, entry.size), total, entry.name)
      await saveFile(final.path, reusedPiecesOf(source, memory), {
        force,
        signal,
        onProgress: onBytes,
      })
      path = join(...final.parts)
    } catch (thrown) {
      if (!(thrown instanceof PackageError || thrown instanceof SourceError)) throw thrown
      error = thrown
    }
    done += entry.size
    yield { entry, path, error }
  }
}

/** Where an entry goes, as `name`. */
function partsOf(umod: Umod, entry: UmodEntry, name: string, sanitize: boolean): readonly string[] {
  const safe = safePath(name)
  if (umod.find(entry.name) !== entry) {
    throw new PackageError('bad-value', `"${entry.name}" occurs twice; the first one counts`)
  }
  if ('parts' in safe) return safe.parts
  if (sanitize) return sanitizePath(name)
  throw new PackageError('bad-value', `"${entry.name}" is not written: ${safe.problem}`)
}
