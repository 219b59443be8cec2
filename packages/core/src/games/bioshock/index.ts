import type { Layout } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one, range } from '../game.js'
import { extraOf } from '../hooks.js'
import { bioshockLayer } from './layer.js'

/**
 * *BioShock 1 and 2*: name and object flags have 64 bits, and exports two extra words. Compressed packages
 * have a table of blocks after the summary, which a layer reads.
 *
 * Public readers only.
 */
const bioshock = (version: number, licensee: number): Layout => ({
  name(ar, entry) {
    entry.text = ar.string(entry.text, 'text')
    entry.flags = ar.flagsLow(entry.flags, entry.flagsHigh, 'flags')
    entry.flagsHigh = ar.flagsHigh(entry.flagsHigh)
  },
  export(ar, entry) {
    entry.class = ar.index(entry.class, 'class')
    entry.super = ar.index(entry.super, 'super')
    entry.outer = ar.i32(entry.outer, 'outer')
    if (version >= 132) extra.i32(ar, extraOf(entry), 'bioshock1')
    entry.serializeName(ar)
    entry.flags = ar.u32(entry.flags, 'objectFlags')
    if (licensee >= 40) entry.flagsHigh = ar.u32(entry.flagsHigh, 'objectFlags.high')
    entry.serializeRange(ar)
    if (version >= 130) extra.i32(ar, extraOf(entry), 'bioshock2')
  },
})

const DEVIATIONS = [
  { what: '64-bit name flags, 64-bit object flags', licensee: [40] },
  { what: 'words in exports', version: [130, 132] },
  'blocks of 32,768 bytes after the summary when compressed',
]

export const bioshockGames: readonly Game[] = [
  {
    id: 'bioshock',
    name: 'BioShock',
    engine: 2,
    builds: [range(130, 142, [56, 57])],
    layer: bioshockLayer,
    layout: bioshock,
    deviations: DEVIATIONS,
  },
  {
    id: 'bioshock-2',
    name: 'BioShock 2',
    engine: 2,
    builds: [one(143, 59), range(130, 143, [58, 59])],
    layer: bioshockLayer,
    layout: bioshock,
    deviations: DEVIATIONS,
  },
]
