export { DISK, type FileOperations, FolderTarget, type Recovery, recover } from '@ukit/files/node'
export { EXTRACT_UMOD_DEFAULTS, type ExtractedMember, type ExtractUmodOptions, extractUmod } from './node/extract.js'
export { gameFolder } from './node/game-folder.js'
export {
  EditedFileError,
  INSTALL_DEFAULTS,
  type Installed,
  type InstallOptions,
  installUmod,
  RequirementError,
} from './node/install.js'
export { lazyFile, masterFolder } from './node/master-folder.js'
export { ForeignRecordError, type Uninstalled, type UninstallOptions, uninstallUmod } from './node/uninstall.js'
