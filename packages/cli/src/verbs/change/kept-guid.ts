import type { Package } from '@ukit/core'

/**
 * What is to be said of a package whose content changed while its GUID stayed: anyone who has the old file is
 * not told that this is another one.
 *
 * @param how what gives it a new one, as a person would type it.
 */
export function keptGuid(before: Package, after: Package, how: string): string[] {
  if (!before.guid.equals(after.guid)) return []
  return [
    `it keeps its GUID ${after.guid}, so players and servers mistake it for the file that they have; ` +
      `${how} gives it a new one`,
  ]
}
