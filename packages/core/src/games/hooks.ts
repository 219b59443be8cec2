import type { Archive, ExtraFields, Layout, Summary, SummaryPlace } from '@ukit/container'
import { NEVER, type Threshold } from '@ukit/container'
import { PackageError } from '@ukit/files'

/** A summary hook from a table: what a game adds, by the place after which it stands. */
export function fieldsAfter(
  places: Partial<Record<SummaryPlace, (ar: Archive, summary: Summary) => void>>,
): NonNullable<Layout['summary']> {
  return (ar, summary, after) => places[after]?.(ar, summary)
}

/** Thresholds that a game never reached. */
export function without(...thresholds: Threshold[]): ReadonlyMap<Threshold, number> {
  return new Map(thresholds.map((threshold) => [threshold, NEVER]))
}

/** The extra fields of an entry, made when first asked for. */
export function extraOf(entry: { extra: ExtraFields | undefined }): ExtraFields {
  entry.extra ??= {}
  return entry.extra
}

/** A number among extra fields; 0 when it is none. */
export function numberOf(value: ExtraFields[string] | undefined): number {
  return typeof value === 'number' ? value : 0
}

/**
 * Refuses a package with compressed chunks, where a game's way of storing them is not public.
 *
 * @throws {PackageError} `unsupported`, with the game's name and the reason.
 */
export function refuseChunks(ar: Archive, summary: Summary, message: string): void {
  if (ar.isLoading && summary.chunks.length > 0) throw new PackageError('unsupported', message, { field: 'chunks' })
}
