export type { Imported } from './import/importer.js'
