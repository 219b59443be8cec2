import type { Archive, Layout, Summary, SummaryPlace } from '@ukit/container'
import { Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one, range } from './game.js'
import { fieldsAfter, without } from './hooks.js'

/**
 * *Splinter Cell 1 to 4* (single player): a word behind the version since licensee 83, a mark and a byte
 * array behind the import offset since 12; since 85, names have a one-byte length that leaves the terminator
 * out.
 *
 * Public readers only.
 */
function scx(_: number, licensee: number): Layout {
  return {
    summary: fieldsAfter({
      version: (ar, { extra: fields }) => void (licensee >= 83 && extra.i32(ar, fields, 'scx1')),
      imports(ar, { extra: fields }) {
        if (licensee < 12) return
        // 0x0FF0ADDE, then who built it where and when.
        extra.u32(ar, fields, 'scx2')
        extra.byteArray(ar, fields, 'scx3')
      },
    }),
    ...(licensee < 85
      ? {}
      : {
          name(ar, entry) {
            const length = ar.u8(entry.text.length, 'length')
            entry.text = ar.narrowText(entry.text, length + 1, 'text')
            entry.serializeFlags(ar)
          },
        }),
  }
}

const SCX_DEVIATIONS = [
  'word after the version word (licensee ≥ 83)',
  'word and byte array after the import offset (licensee ≥ 12)',
  'names with a one-byte length (licensee ≥ 85)',
]

/**
 * *Splinter Cell: Conviction and Blacklist* (Ubisoft's LEAD engine): a word beside the flags, a second name
 * table at the end of the file since licensee 48 (then without GUID), names without terminator, in Conviction
 * also without flags.
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

export const splinterCellGames: readonly Game[] = [
  {
    id: 'splinter-cell',
    name: "Tom Clancy's Splinter Cell",
    engine: 2,
    builds: [range(100, 100, [9, 17])],
    layout: scx,
    deviations: SCX_DEVIATIONS,
  },
  {
    id: 'splinter-cell-pandora-tomorrow',
    name: "Tom Clancy's Splinter Cell: Pandora Tomorrow",
    engine: 2,
    builds: [range(102, 102, [28, 29])],
    layout: scx,
    deviations: SCX_DEVIATIONS,
  },
  {
    id: 'splinter-cell-chaos-theory',
    name: "Tom Clancy's Splinter Cell: Chaos Theory",
    engine: 2,
    builds: [one(100, 22), range(100, 100, [99, 124])],
    layout: scx,
    deviations: SCX_DEVIATIONS,
  },
  {
    id: 'splinter-cell-double-agent',
    name: "Tom Clancy's Splinter Cell: Double Agent",
    engine: 2,
    builds: [one(100, 167)],
    layout: scx,
    deviations: SCX_DEVIATIONS,
  },
  {
    id: 'splinter-cell-chaos-theory-versus',
    name: "Tom Clancy's Splinter Cell: Chaos Theory (Versus)",
    engine: 2,
    builds: [one(175, 0), one(232, 70), one(382, 100), one(442, 118), one(466, 120)],
    // Its numbers are the studio's: whatever they say, everything is as in version 120.
    layout: () => ({ asVersion: 120 }),
    deviations: ['stored as version 120, whatever the version says'],
  },
  {
    id: 'splinter-cell-double-agent-online',
    name: "Tom Clancy's Splinter Cell: Double Agent (online)",
    engine: 2,
    builds: [one(249, 0), one(260, 0), one(264, 0), one(272, 0), one(275, 0)],
    layout: () => ({ asVersion: 120 }),
    deviations: ['stored as version 120, whatever the version says'],
  },
  {
    id: 'splinter-cell-conviction',
    name: "Tom Clancy's Splinter Cell: Conviction",
    engine: 2,
    // No reader states its versions: open it with its id.
    builds: [],
    layout: (_, licensee) => lead(licensee, 'conviction'),
    deviations: [
      'word beside the flags',
      'second name table, no GUID (licensee ≥ 48)',
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
      'second name table, no GUID (licensee ≥ 48)',
      'names without terminator',
      '64-bit object flags (licensee ≥ 93)',
    ],
    limits: 'Packages inside .umd archives have to be taken out of them first.',
  },
]
