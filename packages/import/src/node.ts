export { crc32Of, crc32OfFile } from './node/crc32-of.js'
export { type ExecSources, type RunExecOptions, readExecSources, runExecSources } from './node/exec-sources.js'
export { ImportFileError, ImportPlaceError } from './node/import-errors.js'
export {
  type ChangedFile,
  type ChangedFiles,
  changedFiles,
  type ImportedFile,
  type ImportFilesOptions,
  importFiles,
  isClassSource,
  isT3dFile,
} from './node/import-files.js'
export { changedBytes, type ImportJob, type ImportPlan } from './node/import-job.js'
export { planFolder } from './node/plan-folder.js'
export { recordImports } from './node/record-imports.js'
