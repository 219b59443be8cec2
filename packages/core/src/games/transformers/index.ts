import { type Layout, NEVER, type Threshold, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one, range } from '../game.js'
import { extraOf, fieldsAfter } from '../hooks.js'
import { serializeExportStart, serializePackageFields, serializeUnterminatedName } from '../table-entries.js'

const DEVIATIONS = [
  { what: 'word after the version word', licensee: [55] },
  { what: 'four words more after the version word', licensee: [181] },
  { what: 'thumbnail offset', version: [535] },
  { what: 'no component map', licensee: [37] },
  { what: 'short exports', licensee: [116] },
  { what: 'names without terminator', licensee: [181] },
]

/** *High Moon Studios*: The Bourne Conspiracy and three Transformers. */
function layout(_: number, licensee: number): Layout {
  const moved = new Map<Threshold, number>([
    [Version.ThumbnailTable, 535],
    [Version.AdditionalPackages, NEVER],
    [Version.TextureAllocations, NEVER],
    [Version.ImportExportGuids, NEVER],
  ])
  if (licensee >= 37) moved.set(Version.ExportComponentMap, NEVER)
  return {
    moved,
    // 846 is the studio's own number: the engine is like that of about 587.
    ...(licensee >= 181 ? { asVersion: 587 } : {}),
    summary: fieldsAfter({
      version(ar, { extra: fields }) {
        if (licensee >= 181) extra.bytes(ar, fields, 'transformers1', 16)
        if (licensee >= 55) extra.u32(ar, fields, 'transformers2')
      },
    }),
    ...(licensee < 181 ? {} : { name: serializeUnterminatedName }),
    ...(licensee < 116
      ? {}
      : {
          export(ar, entry) {
            serializeExportStart(ar, entry)
            entry.serializeFlags(ar)
            entry.serializeRange(ar)
            entry.exportFlags = ar.u32(entry.exportFlags, 'exportFlags')
            if (extra.u8(ar, extraOf(entry), 'more') !== 0) serializePackageFields(ar, entry)
          },
        }),
  }
}

export const highMoonGames: readonly Game[] = [
  {
    id: 'bourne-conspiracy',
    name: "Robert Ludlum's The Bourne Conspiracy",
    engine: 3,
    builds: [one(511, 39)],
    layout,
    deviations: DEVIATIONS,
  },
  {
    id: 'transformers-war-for-cybertron',
    name: 'Transformers: War for Cybertron',
    engine: 3,
    builds: [range(511, 511, [144, 145])],
    layout,
    deviations: DEVIATIONS,
  },
  {
    id: 'transformers-dark-of-the-moon',
    name: 'Transformers: Dark of the Moon',
    engine: 3,
    builds: [one(537, 174)],
    layout,
    deviations: DEVIATIONS,
  },
  {
    id: 'transformers-fall-of-cybertron',
    name: 'Transformers: Fall of Cybertron, Deadpool',
    engine: 3,
    builds: [one(846, 181)],
    layout,
    deviations: DEVIATIONS,
  },
]
