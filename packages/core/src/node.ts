import { basename } from 'node:path'
import { nodeCodecs } from '@ukit/codecs/node'
import { fileSource } from './node/file-source.js'
import { type OpenOptions, openPackage } from './package/open.js'
import type { Package } from './package/package.js'

export { DISK, type FileOperations, NEW_FILE, parseJson, readIfThere } from './node/file-operations.js'
export { type FileSource, fileSource } from './node/file-source.js'
export { type FolderPackages, folderPackages } from './node/folder-packages.js'
export { FolderTarget, type Present, presentAt } from './node/folder-target.js'
export { SAVE_FILE_DEFAULTS, type SaveFileOptions, saveFile } from './node/save-file.js'
export {
  type FileChange,
  type RecoveredFiles,
  recoverFiles,
  SAVE_FILES_DEFAULTS,
  type SavedFile,
  type SaveFilesOptions,
  saveFiles,
} from './node/save-files.js'
export { codeOf, onDisk } from './node/system-errors.js'
export { type Recovery, recover, type Staged, Transaction } from './node/transaction.js'
export { ignoreError, systemError } from './source/source-error.js'
export { nodeCodecs }

/**
 * *Opens a package file*, with Node's own zlib. The file stays open until `pkg.file.close?.()`.
 *
 * @throws {PackageError} as `openPackage`; `SourceError` when the file cannot be read.
 */
export async function openFile(path: string, options: OpenOptions = {}): Promise<Package> {
  const file = await fileSource(path)
  try {
    return await openPackage(file, { fileName: basename(path), codecs: nodeCodecs, ...options })
  } catch (error) {
    await file.close()
    throw error
  }
}
