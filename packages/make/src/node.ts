/** Folders of sources made into package files, in Node. @module */

export {
  type DecompiledProject,
  type DecompileProjectOptions,
  decompileProject,
  type ProjectFlaw,
  type ProjectManifest,
} from './node/decompile-project.js'
export {
  baseFolders,
  type FindProjectOptions,
  findProject,
  type Project,
  type ProjectPackage,
  scriptFolders,
} from './node/find-project.js'
export type { FurtherFiles } from './node/further-files.js'
export { type MacroFiles, macrosAround, macrosFor } from './node/macro-files.js'
export {
  MAKE_PROJECT_DEFAULTS,
  type MadeProject,
  type MakeProjectOptions,
  makeProject,
  ProjectMaker,
  type ProjectResult,
} from './node/make-project.js'
export { type SourceFolder, sourceFolderAt } from './node/source-folder.js'
export { sourcesForVerify } from './node/verify-sources.js'
export type { Written } from './node/write-output.js'
