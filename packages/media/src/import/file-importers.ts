import type { FileImporter } from './file-importer.js'
import { importText } from './import-text.js'

/** Options of all importers, each under the name of what it imports. */
// biome-ignore lint/suspicious/noEmptyInterface: each importer adds its own.
export interface ImportOptions {}

const text: FileImporter<ImportOptions> = {
  classes: ['TextBuffer'],
  takes: ({ name }) => /\.txt$/i.test(name),
  import: (edit, path, { bytes }) => importText(edit, path, new TextDecoder().decode(bytes)),
}

/** *Every kind of file that becomes an object*: the first that takes a file and fits the class wins. */
export const FILE_IMPORTERS: readonly FileImporter<ImportOptions>[] = [text]
