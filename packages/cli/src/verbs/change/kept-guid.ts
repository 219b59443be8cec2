import type { Package } from '@ukit/core'
import { STANDARD } from '../../inputs/standard.js'

/**
 * Notes about a package whose content changed while its GUID stayed the same: anyone who has the old file
 * cannot tell that this is a different one.
 *
 * @param path the file that it is written to: one call may write several.
 * @param how the option or edit that gives it a new GUID, as a user would type it.
 */
export function keptGuid(path: string, before: Package, after: Package, how: string): string[] {
  if (!before.guid.equals(after.guid)) return []
  const file = path === STANDARD ? 'it' : path
  return [
    `${file} keeps its GUID ${after.guid}, so players and servers mistake it for the file that they have; ` +
      `${how} gives it a new one`,
  ]
}
