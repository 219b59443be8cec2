export { DISK, type FileOperations, NEW_FILE, parseJson, readIfThere } from './node/file-operations.js'
export { type FileSource, fileSource } from './node/file-source.js'
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
