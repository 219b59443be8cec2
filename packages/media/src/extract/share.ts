import { ExportObject } from '@ukit/core'
import { safeFileName } from '../file-name.js'

/**
 * *A share of the work on a package*: several extractions, each with a different share, make every file once.
 */
export interface Share {
  /** The number of the share, from 0. */
  readonly number: number
  /** The number of shares. */
  readonly of: number
}

/**
 * The number of the share that an object belongs to. Objects whose files might get the same name are in the
 * same share, so which file gets a number in its name does not depend on the number of shares.
 */
export function shareOf(object: ExportObject, { of: count }: Pick<Share, 'of'>): number {
  const { outer } = object
  // A class's text is named after the class.
  const isText = object.name.toLowerCase() === 'scripttext' && outer instanceof ExportObject
  const name = isText ? outer.name : object.name
  // The rest of a name may be a level, an extension or a number.
  const stem = safeFileName(name)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[.~].*$/s, '')
  let hash = 0x811c9dc5
  for (let i = 0; i < stem.length; i++) hash = Math.imul(hash ^ stem.charCodeAt(i), 0x01000193)
  return ((hash ^ (hash >>> 15)) >>> 0) % count
}
