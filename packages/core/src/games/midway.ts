import type { Archive, ExportEntry, Layout, Summary } from '@ukit/container'
import { NEVER, type Threshold, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { type Game, one } from './game.js'
import { extraOf, fieldsAfter, numberOf, refuseChunks } from './hooks.js'

// Midway's branch of Unreal Engine 3: BlackSite: Area 51, Stranglehold, TNA iMPACT!, Wheelman, Mortal Kombat.
// All by public readers only.

/** Behind the header size: four characters for the game (`WOO `, `MK  ` ...) and Midway's own version. */
function serializeMidway(ar: Archive, { extra: fields }: Summary, licensee: number): number {
  if (licensee < 2) return 0
  extra.u32(ar, fields, 'midwayGame')
  return extra.i32(ar, fields, 'midwayVersion')
}

function midway(ownImportField: (version: number, midwayVersion: number) => boolean) {
  return (version: number, licensee: number): Layout => ({
    summary: fieldsAfter({
      headerSize(ar, summary) {
        if (serializeMidway(ar, summary, licensee) >= 256) extra.i32(ar, summary.extra, 'midway1')
      },
      imports(ar, { extra: fields }) {
        if (ownImportField(version, numberOf(fields['midwayVersion']))) extra.i32(ar, fields, 'midway2')
      },
    }),
  })
}

/** Version of Mortal Kombat X, whose offsets have 64 bits. */
const MORTAL_KOMBAT_X = 677

/**
 * *Mortal Kombat vs. DC Universe, Mortal Kombat, Injustice, Mortal Kombat X.* The GUID follows the import
 * offset at once since 472, generations are gone since 446. 64-bit offsets are stored as two words; this
 * reads little-endian files of that kind.
 */
function mortalKombat(version: number, licensee: number): Layout {
  const x = version >= MORTAL_KOMBAT_X
  const moved = new Map<Threshold, number>()
  if (version >= 472) {
    for (const gone of [Version.DependsTable, Version.ImportExportGuids, Version.ThumbnailTable, Version.Generations])
      moved.set(gone, NEVER)
  }
  if (version >= 573) moved.set(Version.NoExportComponentMap, NEVER)
  if (x) {
    for (const gone of [
      Version.SummaryGuid,
      Version.CookerVersion,
      Version.PackageSource,
      Version.AdditionalPackages,
      Version.TextureAllocations,
    ])
      moved.set(gone, NEVER)
  }
  const high = (ar: Archive, summary: Summary, field: string) => {
    if (x) extra.i32(ar, summary.extra, `${field}High`)
  }
  return {
    moved,
    summary: fieldsAfter({
      headerSize(ar, summary) {
        serializeMidway(ar, summary, licensee)
        if (licensee < 2) return
        if (version >= 668) extra.i32(ar, summary.extra, 'midway1')
        if (version >= 596) extra.guid(ar, summary.extra, 'midwayGuid')
      },
      names: (ar, summary) => high(ar, summary, 'nameOffset'),
      exports: (ar, summary) => high(ar, summary, 'exportOffset'),
      imports(ar, summary) {
        const { extra: fields } = summary
        if (x) {
          high(ar, summary, 'importOffset')
          extra.i32(ar, fields, 'mkx1')
          extra.u64(ar, fields, 'mkx2')
          extra.u64(ar, fields, 'mkx3')
          extra.u64(ar, fields, 'mkx4')
          extra.i32(ar, fields, 'mkx5')
          extra.i32(ar, fields, 'mkx6')
          extra.u64(ar, fields, 'mkx7')
          extra.guid(ar, fields, 'mkx8')
          extra.i32(ar, fields, 'mkx9')
          return
        }
        if (version >= 524) extra.i32(ar, fields, 'mk1')
        if (numberOf(fields['midwayVersion']) >= 16) extra.i32(ar, fields, 'mk2')
        if (version >= 391) extra.i32(ar, fields, 'mk3')
        if (version >= 482) for (const name of ['mk4', 'mk5', 'mk6']) extra.i32(ar, fields, name)
        if (version >= 484) extra.i32(ar, fields, 'mk7')
      },
      chunks(ar, summary) {
        if (x)
          refuseChunks(
            ar,
            summary,
            'Mortal Kombat X: its compressed chunks have 64-bit headers, of which no file is at hand',
          )
      },
    }),
    ...(x
      ? {
          chunkSize: 24,
          chunk(ar, chunk) {
            chunk.uncompressedOffset = Number(ar.u64(BigInt(chunk.uncompressedOffset), 'uncompressedOffset'))
            chunk.uncompressedSize = ar.i32(chunk.uncompressedSize, 'uncompressedSize')
            chunk.compressedOffset = Number(ar.u64(BigInt(chunk.compressedOffset), 'compressedOffset'))
            chunk.compressedSize = ar.i32(chunk.compressedSize, 'compressedSize')
          },
          name(ar, entry) {
            entry.text = ar.string(entry.text, 'text')
          },
          import(ar, entry) {
            entry.serializeStandard(ar)
            extra.guid(ar, extraOf(entry), 'mkx')
          },
        }
      : {}),
    export: (ar, entry) => serializeMortalKombatExport(ar, entry, version),
  }
}

function serializeMortalKombatExport(ar: Archive, entry: ExportEntry, version: number): void {
  entry.class = ar.i32(entry.class, 'class')
  entry.super = ar.i32(entry.super, 'super')
  entry.outer = ar.i32(entry.outer, 'outer')
  entry.serializeName(ar)
  if (ar.since(Version.ExportArchetype)) entry.archetype = ar.i32(entry.archetype, 'archetype')
  if (version >= 573) extra.i32(ar, extraOf(entry), 'mk1')
  if (version >= MORTAL_KOMBAT_X)
    for (const name of ['mkx1', 'mkx2', 'mkx3', 'mkx4']) extra.i32(ar, extraOf(entry), name)
  entry.serializeFlags(ar)
  entry.serializeRange(ar)
  if (version >= MORTAL_KOMBAT_X) extra.i32(ar, extraOf(entry), 'offsetHigh')
  if (version < 446) {
    entry.serializeRest(ar)
    return
  }
  if (!ar.since(Version.NoExportComponentMap)) entry.serializeComponentMap(ar)
  entry.exportFlags = ar.u32(entry.exportFlags, 'exportFlags')
  entry.packageGuid = ar.guid(entry.packageGuid, 'packageGuid')
}

/**
 * *Wheelman*: an export is a record of 0x64 bytes as it was in memory, with dead pointers for what a map and
 * an array held.
 */
function wheelman(version: number, licensee: number): Layout {
  return {
    ...midway((_, midwayVersion) => midwayVersion >= 23)(version, licensee),
    name(ar, entry) {
      entry.text = ar.string(entry.text, 'text')
      entry.flags = ar.u32(entry.flags, 'flags')
    },
    export(ar, entry) {
      const fields = extraOf(entry)
      extra.i32(ar, fields, 'wheelman1')
      entry.serializeName(ar)
      entry.outer = ar.i32(entry.outer, 'outer')
      entry.class = ar.i32(entry.class, 'class')
      entry.super = ar.i32(entry.super, 'super')
      entry.archetype = ar.i32(entry.archetype, 'archetype')
      entry.serializeFlags(ar)
      entry.size = ar.i32(entry.size, 'size')
      entry.offset = ar.i32(entry.offset, 'offset')
      extra.i32(ar, fields, 'wheelman2')
      extra.i32(ar, fields, 'wheelman3')
      extra.bytes(ar, fields, 'componentMap', 0x14)
      entry.exportFlags = ar.u32(entry.exportFlags, 'exportFlags')
      extra.bytes(ar, fields, 'netObjectCounts', 0x0c)
      entry.packageGuid = ar.guid(entry.packageGuid, 'packageGuid')
    },
  }
}

const HEAD = 'game code and Midway version after the header size (licensee ≥ 2)'

export const midwayGames: readonly Game[] = [
  {
    id: 'area-51',
    name: 'BlackSite: Area 51',
    engine: 3,
    builds: [one(377, 25)],
    layout: midway(() => false),
    deviations: [HEAD],
  },
  {
    id: 'stranglehold',
    name: 'Stranglehold',
    engine: 3,
    builds: [one(375, 25)],
    layout: midway((version) => version >= 375),
    deviations: [HEAD, 'word after the import offset (version ≥ 375)'],
  },
  {
    id: 'tna-impact',
    name: 'TNA iMPACT!, WWE All Stars',
    engine: 3,
    builds: [one(380, 35), one(398, 37)],
    layout: midway(() => false),
    deviations: [HEAD],
  },
  {
    id: 'wheelman',
    name: 'Wheelman',
    engine: 3,
    builds: [one(390, 32)],
    layout: wheelman,
    deviations: [
      HEAD,
      'word after the import offset (Midway version ≥ 23)',
      '32-bit name flags',
      'exports of 100 bytes',
    ],
  },
  {
    id: 'mortal-kombat',
    name: 'Mortal Kombat vs. DC Universe, Mortal Kombat, Injustice, Mortal Kombat X',
    engine: 3,
    builds: [one(472, 46)],
    layout: mortalKombat,
    deviations: [
      HEAD,
      'words after the import offset',
      'GUID at once, no depends table (version ≥ 472)',
      'no generations (version ≥ 446)',
      'component map kept (version ≥ 573)',
      '64-bit offsets (version ≥ 677)',
    ],
    limits: 'Compressed packages of Mortal Kombat X (64-bit chunk headers).',
  },
]
