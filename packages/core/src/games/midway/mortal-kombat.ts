import {
  type Archive,
  type ExportEntry,
  type Layout,
  NEVER,
  type Summary,
  type Threshold,
  Version,
} from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { extraOf, fieldsAfter, numberOf, refuseChunks } from '../hooks.js'
import { serializeMidway } from './layout.js'

/** Version of Mortal Kombat X, whose offsets have 64 bits. */
const MORTAL_KOMBAT_X = 677

/**
 * *Mortal Kombat vs. DC Universe, Mortal Kombat, Injustice, Mortal Kombat X.* The GUID directly follows the
 * import offset since 472, and there are no generations since 446. 64-bit offsets are stored as two words,
 * which are only read in little-endian files.
 */
export function mortalKombat(version: number, licensee: number): Layout {
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
            'Mortal Kombat X: its compressed chunks have 64-bit headers, and no file with them was available',
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
