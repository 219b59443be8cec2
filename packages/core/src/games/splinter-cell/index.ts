import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one, range } from '../game.js'
import { fieldsAfter } from '../hooks.js'

/**
 * *Splinter Cell 1 to 4* (single player): a word after the version since licensee 83, a mark and a byte array
 * after the import offset since 12; since 85, names have a one-byte length that does not count the
 * terminator.
 *
 * Public readers only.
 */
function scx(_: number, licensee: number): Layout {
  return {
    summary: fieldsAfter({
      version: (ar, { extra: fields }) => void (licensee >= 83 && extra.i32(ar, fields, 'scx1')),
      imports(ar, { extra: fields }) {
        if (licensee < 12) return
        // 0x0FF0ADDE, then the user, machine and time of the build.
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
  { what: 'word after the version word', licensee: [83] },
  { what: 'word and byte array after the import offset', licensee: [12] },
  { what: 'names with a one-byte length', licensee: [85] },
]

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
]
