// For the sister packages of ukit only: it changes without notice.

export { NO_BYTES } from '@ukit/files/internal'
export { Limit } from './limits.js'
export { findMember } from './schema.js'
export { EntryTable } from './tables/entry-table.js'
export { extra } from './tables/extra.js'
export {
  checkVersion,
  type FirstWords,
  fitOfSummary,
  readFirstWords,
  readHead,
  readSummary,
  writeSummary,
} from './tables/read-summary.js'
export { readTable, type TableSource } from './tables/read-table.js'
export { RowReader } from './tables/row-reader.js'
export { TableScanner } from './tables/scan-table.js'
export { TableBytes } from './tables/table-bytes.js'
export { EXPORTS, IMPORTS, NAMES } from './tables/table-kind.js'
export { tablePlans } from './tables/table-plans.js'
export { writeTable } from './tables/write-table.js'
