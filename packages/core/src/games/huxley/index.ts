import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one, range } from '../game.js'
import { extraOf, fieldsAfter } from '../hooks.js'
import { serializeExportStart } from '../table-entries.js'

/** *Huxley*: 0xFEFEFEFE and another word after the version; a word after the offset of an export. */
function layout(_: number, licensee: number): Layout {
  return {
    summary: fieldsAfter({
      version(ar, { extra: fields }) {
        if (licensee >= 8) extra.u32(ar, fields, 'huxley1')
        if (licensee >= 17) extra.i32(ar, fields, 'huxley2')
      },
    }),
    ...(licensee < 22
      ? {}
      : {
          export(ar, entry) {
            serializeExportStart(ar, entry)
            entry.serializeFlags(ar)
            entry.serializeRange(ar)
            extra.i32(ar, extraOf(entry), 'huxley')
            entry.serializeRest(ar)
          },
        }),
  }
}

/** *Huxley.* Based on public readers only. */
export const huxley: Game = {
  id: 'huxley',
  name: 'Huxley',
  engine: 3,
  builds: [one(402, 0), one(402, 10), range(491, 491, [13, 16]), range(496, 496, [16, 23])],
  layout,
  deviations: [
    { what: 'words after the version word', licensee: [8, 17] },
    { what: 'word after the offset of exports', licensee: [22] },
  ],
  limits: 'Script and text inside some objects are encrypted.',
}
