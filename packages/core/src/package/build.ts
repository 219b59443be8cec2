import type { ExportEntry, Guid, ImportEntry, Layout, NameEntry, Summary } from '@ukit/container'
import { Archive, type FormatContext, formatContext, Generation, Version } from '@ukit/container'
import { writeSummary, writeTable } from '@ukit/container/internal'
import type { ByteSource } from '@ukit/files'
import { memorySource, segmentsSource } from '@ukit/files'
import { NO_BYTES } from '@ukit/files/internal'

/** The raw parts of a package to be laid out: its contents, without counts, offsets or sizes. */
export interface PackagePlan {
  /** Versions, flags, GUID and so on; counts, offsets, sizes and the last generation are filled in. */
  readonly summary: Summary
  /** Byte order of all numbers; little-endian by default. */
  readonly bigEndian?: boolean
  /** How a game deviates; the engine's own layout by default. */
  readonly layout?: Layout
  /** GUIDs of the releases, oldest first; only written before version 68. */
  readonly heritage?: readonly Guid[]
  /** Rows of the name table, in order. */
  readonly names: readonly NameEntry[]
  /** Rows of the import table, in order. */
  readonly imports: readonly ImportEntry[]
  /** Rows of the export table, in order. */
  readonly exports: readonly ExportEntry[]
  /** The body of each export; sizes and offsets of the exports are filled in. */
  readonly bodies: readonly (ByteSource | Uint8Array)[]
}

/**
 * *Lays out a package as the engine would*: regions in the engine's order, counts and offsets to match.
 *
 * Up to version 177: summary, heritage, names, bodies, imports, exports. From 178 on: summary, names,
 * imports, exports, depends, bodies. No gaps, no alignment; bodies in export order (1,115 of 1,142 real
 * files). The entries given are changed: they hold the final offsets afterwards.
 */
export function layOut(plan: PackagePlan): ByteSource {
  const layout = plan.layout ?? {}
  const context = formatContext(layout, plan.summary.version, plan.summary.licensee, plan.bigEndian ?? false)
  const { summary } = plan
  const names = writeTable(plan.names, context, (ar, entry) => entry.serialize(ar, layout))
  const bodies = plan.bodies.map((body) => (body instanceof Uint8Array ? memorySource(body) : body))
  fillCounts(plan, context)
  const summaryLength = writeSummary(summary, context, layout).length
  const writeImports = () => writeTable(plan.imports, context, (ar, entry) => entry.serialize(ar, layout))
  const writeExports = () => writeTable(plan.exports, context, (ar, entry, index) => entry.serialize(ar, layout, index))
  plan.exports.forEach((entry, i) => {
    entry.size = bodies[i]?.byteLength ?? 0
  })
  const place = (at: number) => {
    for (const entry of plan.exports) {
      if (entry.size > 0 || context.since(Version.ExportOffsetAlways)) entry.offset = at
      at += entry.size
    }
    return at
  }
  if (!context.since(Version.PlainIndices)) {
    const heritage = writeHeritage(plan, context)
    summary.heritageOffset = heritage.length > 0 ? summaryLength : 0
    summary.nameOffset = summaryLength + heritage.length
    const afterBodies = place(summary.nameOffset + names.length)
    const imports = writeImports()
    summary.importOffset = afterBodies
    summary.exportOffset = afterBodies + imports.length
    return segmentsSource([writeSummary(summary, context, layout), heritage, names, ...bodies, imports, writeExports()])
  }
  const depends = context.since(Version.DependsTable) ? new Uint8Array(4 * plan.exports.length) : NO_BYTES
  summary.nameOffset = summaryLength
  summary.importOffset = summary.nameOffset + names.length
  const imports = writeImports()
  summary.exportOffset = summary.importOffset + imports.length
  // All fields of the table have fixed sizes from version 178 on, so its length does not depend on the
  // offsets in it.
  const dependsOffset = summary.exportOffset + writeExports().length
  if (context.since(Version.DependsTable)) summary.dependsOffset = dependsOffset
  const firstBody = dependsOffset + depends.length
  if (context.since(Version.ImportExportGuids)) summary.importExportGuidsOffset = firstBody
  if (context.since(Version.HeaderSize)) summary.headerSize = firstBody
  place(firstBody)
  return segmentsSource([writeSummary(summary, context, layout), names, imports, writeExports(), depends, ...bodies])
}

function fillCounts({ summary, names, imports, exports, heritage }: PackagePlan, context: FormatContext): void {
  summary.nameCount = names.length
  summary.importCount = imports.length
  summary.exportCount = exports.length
  if (!context.since(Version.GuidAndGenerations)) {
    summary.heritageCount = heritage?.length ?? 0
    return
  }
  if (summary.generations.length === 0) summary.generations.push(new Generation())
  const last = summary.generations.at(-1)
  if (last !== undefined) Object.assign(last, { exportCount: exports.length, nameCount: names.length })
}

function writeHeritage({ heritage }: PackagePlan, context: FormatContext): Uint8Array {
  const ar = Archive.save(context)
  if (!context.since(Version.GuidAndGenerations)) heritage?.forEach((guid, i) => void ar.guid(guid, `heritage[${i}]`))
  return ar.written()
}
