import type { EditExport } from '../entries.js'
import { namesTo } from './export-index.js'

/**
 * Outermost first, then as their packages have them: so that the result does not depend on the order of
 * references.
 */
export function inOrder<S>(
  taken: ReadonlyMap<EditExport, { readonly source: S }>,
  sources: readonly S[],
): EditExport[] {
  const keys = [...taken].map(([entry, { source }]) => ({
    entry,
    key: [namesTo(entry).length, sources.indexOf(source), entry.position],
  }))
  const order = (a: readonly number[], b: readonly number[]) => {
    const index = a.findIndex((value, i) => value !== b[i])
    return index < 0 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
  }
  return keys.sort((a, b) => order(a.key, b.key)).map(({ entry }) => entry)
}
