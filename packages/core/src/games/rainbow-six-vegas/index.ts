import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one } from '../game.js'
import { fieldsAfter } from '../hooks.js'

/**
 * *Rainbow Six: Vegas 1 and 2*: one and two words after the version, respectively; names in Vegas 2 have a
 * one-byte length and no flags.
 */
function layout(_: number, licensee: number): Layout {
  return {
    summary: fieldsAfter({
      version(ar, { extra: fields }) {
        if (licensee >= 48) extra.i32(ar, fields, 'keller1')
        if (licensee >= 49) extra.i32(ar, fields, 'keller2')
      },
    }),
    ...(licensee < 71
      ? {}
      : {
          name(ar, entry) {
            const length = ar.u8(entry.text.length, 'length')
            entry.text = ar.narrowText(entry.text, length, 'text')
          },
        }),
  }
}

export const vegasGames: readonly Game[] = [
  {
    id: 'rainbow-six-vegas',
    name: "Tom Clancy's Rainbow Six: Vegas",
    engine: 3,
    builds: [one(241, 66)],
    layout,
    deviations: [{ what: 'words after the version word', licensee: [48, 49] }],
  },
  {
    id: 'rainbow-six-vegas-2',
    name: "Tom Clancy's Rainbow Six: Vegas 2",
    engine: 3,
    builds: [one(241, 71)],
    layout,
    deviations: [
      { what: 'words after the version word', licensee: [48, 49] },
      { what: 'names with a one-byte length, no flags', licensee: [71] },
    ],
  },
]
