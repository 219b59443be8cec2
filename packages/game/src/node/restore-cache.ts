import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ByteSource, piecesOf, SourceError } from '@ukit/files'
import { fileSource, makeFolders, saveFile } from '@ukit/files/node'
import type { RestoreStep } from '../cache/plan-restore.js'

/** What was done with a file. */
export interface RestoredFile {
  /** What was to be done with the file. */
  readonly step: RestoreStep
  /** Where it was to go. */
  readonly path: string
  /**
   * `present`: the same bytes already exist. `refused`: a different file exists, which stays as it is.
   * `planned`: with `dryRun`, it would be restored.
   */
  readonly action: 'restored' | 'present' | 'refused' | 'planned'
}

/** How to restore. */
export interface RestoreOptions {
  /** Stops the work, which then fails with the signal's reason. */
  readonly signal?: AbortSignal | undefined
  /** Writes nothing, and only says what would become of each file. */
  readonly dryRun?: boolean | undefined
  /** Called before each file. */
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined
}

/**
 * *Copies packages of a cache to their real names below a folder.* Nothing is ever overwritten; each file
 * appears whole or not at all. The cache stays as it is.
 *
 * @throws {SourceError} `io` when the system refuses; the signal's reason.
 */
export async function* restoreCache(
  target: string,
  steps: readonly RestoreStep[],
  { signal, onProgress, dryRun = false }: RestoreOptions = {},
): AsyncGenerator<RestoredFile> {
  for (const [index, step] of steps.entries()) {
    signal?.throwIfAborted()
    const folder = join(target, step.folder)
    const path = join(folder, step.fileName)
    onProgress?.(index, steps.length, path)
    if (!dryRun) await makeFolders(folder)
    const source = await fileSource(step.file.path)
    try {
      yield { step, path, action: dryRun ? await planFor(path, source) : await copyTo(path, source, signal) }
    } finally {
      await source.close()
    }
  }
}

async function planFor(path: string, source: ByteSource): Promise<RestoredFile['action']> {
  if ((await stat(path).catch(() => undefined)) === undefined) return 'planned'
  return (await hasBytes(path, source)) ? 'present' : 'refused'
}

async function copyTo(
  path: string,
  source: ByteSource,
  signal: AbortSignal | undefined,
): Promise<RestoredFile['action']> {
  try {
    await saveFile(path, piecesOf(source), { signal })
    return 'restored'
  } catch (error) {
    if (!(error instanceof SourceError) || error.kind !== 'exists') throw error
    return (await hasBytes(path, source)) ? 'present' : 'refused'
  }
}

async function hasBytes(path: string, wanted: ByteSource): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined)
  if (stats?.isFile() !== true || stats.size !== wanted.byteLength) return false
  const other = await fileSource(path)
  try {
    let at = 0
    for await (const piece of piecesOf(wanted)) {
      if (Buffer.compare(piece, other.slice(at, at + piece.byteLength)) !== 0) return false
      at += piece.byteLength
    }
    return true
  } finally {
    await other.close()
  }
}
