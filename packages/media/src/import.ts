export {
  EXEC_DIRECTIVES,
  type ExecDirective,
  type ExecDirectiveName,
  type ExecValueKind,
  type ExecValues,
} from './exec/directives.js'
export { ExecError, type ExecLine, type ExecLineOf, parseExec } from './exec/exec-line.js'
export { projectPath } from './exec/project-path.js'
export type { Imported } from './import/importer.js'
