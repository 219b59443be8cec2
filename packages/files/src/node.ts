export { type BackUp, backedUpFile, backUp } from './node/back-up.js'
export { DISK, type FileOperations, NEW_FILE, parseJson, readIfThere } from './node/file-operations.js'
export { type FileSource, fileSource } from './node/file-source.js'
export { type FileState, fileState } from './node/file-state.js'
export { FolderTarget, type Present, presentAt } from './node/folder-target.js'
export { staysInside } from './node/journal.js'
export { sweepLeftOvers, temporaryName } from './node/left-overs.js'
export { withFolderLock } from './node/lock.js'
export { makeFolders } from './node/make-folders.js'
export { type NotWritten, OutputFolder, type OutputFolderOptions, type Written } from './node/output-folder.js'
export { filePieces, readWhole, readWholeSync } from './node/read-file.js'
export { REPLACE_FILE_DEFAULTS, type ReplacedFile, type ReplaceFileOptions, replaceFile } from './node/replace-file.js'
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
export { saveNewFile } from './node/save-new-file.js'
export {
  beginSeal,
  hasSeal,
  keepsSeals,
  openSealed,
  SEAL_SIZE,
  type Seal,
  sealJson,
  userStateFolder,
} from './node/seal.js'
export { codeOf, fromSystem, onDisk } from './node/system-errors.js'
export { fileNameText, systemPath } from './node/system-path.js'
export {
  changeFolder,
  type HeldFolder,
  type Recovery,
  recover,
  type Staged,
  type Transaction,
} from './node/transaction.js'
