import { type Layout, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { extraOf, fieldsAfter, without } from '../hooks.js'
import { serializeExportStart, serializePackageFields } from '../table-entries.js'

/**
 * *BioShock Infinite*: a word after the version, a thumbnail offset but no GUID triple; an export ends early
 * unless a word says otherwise.
 */
const layout = (_: number, licensee: number): Layout => ({
  asVersion: 756,
  moved: without(Version.ImportExportGuids),
  summary: fieldsAfter({
    version: (ar, { extra: fields }) => void (licensee >= 66 && extra.i32(ar, fields, 'infinite')),
  }),
  export(ar, entry) {
    serializeExportStart(ar, entry)
    entry.serializeFlags(ar)
    entry.serializeRange(ar)
    entry.exportFlags = ar.u32(entry.exportFlags, 'exportFlags')
    if (extra.i32(ar, extraOf(entry), 'more') === 0) return
    serializePackageFields(ar, entry)
  },
})

/** *BioShock Infinite.* Based on public readers only. */
export const bioshockInfinite: Game = {
  id: 'bioshock-infinite',
  name: 'BioShock Infinite',
  engine: 3,
  builds: [one(727, 75)],
  layout,
  deviations: [{ what: 'word after the version word', licensee: [66] }, 'no GUID table', 'short exports'],
}
