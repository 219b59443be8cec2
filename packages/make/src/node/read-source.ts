import { readWholeSync } from '@ukit/files/node'
import { decodeSource } from '@ukit/script/syntax'

/**
 * *The text of a file of source or macros*, with LF at the end of every line, whichever system wrote it. Read
 * at once: promises for a thousand small files take several times as long as reading them.
 *
 * @throws what Node throws when the file cannot be read.
 */
export function readSource(path: string): string {
  return decodeSource(readWholeSync(path)).replace(/\r\n?/g, '\n')
}
