import type { Package } from '@ukit/core'

/**
 * Notes about a package whose content changed while its GUID stayed the same: anyone who has the old file
 * cannot tell that this is a different one.
 *
 * @param how the option or edit that gives it a new GUID, as a user would type it.
 */
export function keptGuid(before: Package, after: Package, how: string): string[] {
  if (!before.guid.equals(after.guid)) return []
  return [
    `it keeps its GUID ${after.guid}, so players and servers mistake it for the file that they have; ` +
      `${how} gives it a new one`,
  ]
}
