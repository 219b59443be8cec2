/** Folders of sources made into package files, in Node. @module */

export {
  baseFolders,
  type FindProjectOptions,
  findProject,
  type Project,
  type ProjectPackage,
  scriptFolders,
} from './node/find-project.js'
export {
  MAKE_PROJECT_DEFAULTS,
  type MadeProject,
  type MakeProjectOptions,
  makeProject,
  type ProjectResult,
} from './node/make-project.js'
export { type SourceFolder, sourceFolderAt } from './node/source-folder.js'
export type { Written } from './node/write-output.js'
