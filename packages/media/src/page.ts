/** One HTML page of everything that was extracted. @module */

export { SCRIPT_FUNCTION, SCRIPTS_FOLDER } from './page/page-data.js'
export { type ExtractedFiles, type PageOptions, pageFiles } from './page/page-files.js'
export { GENERATOR } from './page/page-html.js'
export type { PageFile } from './page/page-scripts.js'
