import { type Archive, type Layout, type Summary, type SummaryPlace, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, range } from '../game.js'
import { fieldsAfter, without } from '../hooks.js'

/**
 * *Splinter Cell: Conviction and Blacklist* (Ubisoft's LEAD engine): a word next to the flags, a second name
 * table at the end of the file since licensee 48 (then without a GUID), names without a terminator, in
 * Conviction also without flags.
 *
 * Public readers only, one for each game.
 */
function lead(licensee: number, game: 'conviction' | 'blacklist'): Layout {
  const word: SummaryPlace = game === 'conviction' ? 'flags' : 'version'
  return {
    ...(licensee >= 48 ? { moved: without(Version.SummaryGuid) } : {}),
    summary: fieldsAfter({
      [word]: (ar: Archive, { extra: fields }: Summary) => void extra.i32(ar, fields, 'lead1'),
      imports(ar, { extra: fields }) {
        if (licensee < 48) return
        extra.i32(ar, fields, 'extraNameCount')
        extra.i32(ar, fields, 'extraNameOffset')
        if (licensee >= 85) extra.i32(ar, fields, 'lead2')
      },
    }),
    name(ar, entry) {
      const length = ar.index(entry.text.length, 'length')
      entry.text = ar.narrowText(entry.text, ar.checkCount(length, 'length', 1), 'text')
      if (game === 'blacklist') entry.serializeFlags(ar)
    },
    export(ar, entry) {
      if (licensee < 93) return entry.serializeStandard(ar)
      entry.class = ar.index(entry.class, 'class')
      entry.super = ar.index(entry.super, 'super')
      entry.outer = ar.i32(entry.outer, 'outer')
      entry.serializeName(ar)
      entry.flags = ar.flagsLow(entry.flags, entry.flagsHigh, 'objectFlags')
      entry.flagsHigh = ar.flagsHigh(entry.flagsHigh)
      entry.serializeRange(ar)
    },
  }
}

export const leadGames: readonly Game[] = [
  {
    id: 'splinter-cell-conviction',
    name: "Tom Clancy's Splinter Cell: Conviction",
    engine: 2,
    // No reader states its versions: packages have to be opened with the game's id.
    builds: [],
    layout: (_, licensee) => lead(licensee, 'conviction'),
    deviations: [
      'word beside the flags',
      { what: 'second name table, no GUID', licensee: [48] },
      'names without terminator and flags',
    ],
  },
  {
    id: 'splinter-cell-blacklist',
    name: "Tom Clancy's Splinter Cell: Blacklist",
    engine: 2,
    builds: [range(102, 102, [48, 116])],
    layout: (_, licensee) => lead(licensee, 'blacklist'),
    deviations: [
      'word beside the flags',
      { what: 'second name table, no GUID', licensee: [48] },
      'names without terminator',
      { what: '64-bit object flags', licensee: [93] },
    ],
    limits: 'Packages inside .umd archives have to be extracted first.',
  },
]
