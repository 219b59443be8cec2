import type { Layout } from '@ukit/container'
import { fieldsAfter, numberOf } from '../hooks.js'

/**
 * *The count and position of a further table, after those of the exports.* It is empty in 4 of 4 files, and
 * where the depends table is: so its position moves with that.
 */
export const emptyTableAfterExports: NonNullable<Layout['summary']> = fieldsAfter({
  exports(ar, { extra, dependsOffset }) {
    extra['furtherCount'] = ar.i32(numberOf(extra['furtherCount']), 'furtherCount')
    const offset = ar.i32(numberOf(extra['furtherDistance']) + dependsOffset, 'furtherOffset')
    if (ar.isLoading) extra['furtherDistance'] = offset
  },
  depends(ar, { extra, dependsOffset }) {
    if (!ar.isLoading) return
    extra['furtherDistance'] = numberOf(extra['furtherDistance']) - dependsOffset
  },
})
