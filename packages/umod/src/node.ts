export { EXTRACT_UMOD_DEFAULTS, type ExtractedMember, type ExtractUmodOptions, extractUmod } from './node/extract.js'
export { FolderTarget } from './node/folder-target.js'
export { lazyFile, masterFolder } from './node/master-folder.js'
