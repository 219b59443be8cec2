import type { Archive, ExtraFields, Layout, Summary, SummaryPlace } from '@ukit/container'
import { NEVER, type Threshold } from '@ukit/container'
import { PackageError } from '@ukit/files'
import type { Game } from './game.js'

/** A summary hook made from a table of the fields that a game adds, by the place they follow. */
export function fieldsAfter(
  places: Partial<Record<SummaryPlace, (ar: Archive, summary: Summary) => void>>,
): NonNullable<Layout['summary']> {
  return (ar, summary, after) => places[after]?.(ar, summary)
}

/** Thresholds that a game never reached. */
export function without(...thresholds: Threshold[]): ReadonlyMap<Threshold, number> {
  return new Map(thresholds.map((threshold) => [threshold, NEVER]))
}

/** The extra fields of an entry, created when first requested. */
export function extraOf(entry: { extra: ExtraFields | undefined }): ExtraFields {
  entry.extra ??= {}
  return entry.extra
}

/** A number among extra fields; 0 if it is not a number. */
export function numberOf(value: ExtraFields[string] | undefined): number {
  return typeof value === 'number' ? value : 0
}

/**
 * Refuses a package with compressed chunks if the way the game stores them is not public.
 *
 * @throws {PackageError} `unsupported`, with the game's name and the reason.
 */
export function refuseChunks(ar: Archive, summary: Summary, message: string): void {
  if (ar.isLoading && summary.chunks.length > 0) throw new PackageError('unsupported', message, { field: 'chunks' })
}

/**
 * Thresholds that a game moved: to a version, to 0 if all of its builds have the feature, or not at all
 * (`false`).
 */
export function movedTo(
  entries: readonly (readonly [threshold: Threshold, version: number | boolean])[],
): ReadonlyMap<Threshold, number> {
  const moved = new Map<Threshold, number>()
  for (const [threshold, version] of entries)
    if (version !== false) moved.set(threshold, version === true ? 0 : version)
  return moved
}

/**
 * A layout that is made once for each build, since packages of one build are opened by the hundred. Not for
 * layouts that keep state between their calls.
 */
export function perBuild(make: NonNullable<Game['layout']>): NonNullable<Game['layout']> {
  const known = new Map<number, Layout>()
  return (version, licensee) => {
    const key = version * 0x10000 + licensee
    let layout = known.get(key)
    if (layout === undefined) {
      layout = make(version, licensee)
      if (known.size === MAX_KNOWN) known.clear()
      known.set(key, layout)
    }
    return layout
  }
}

// Games have a dozen builds; only crafted files have more.
const MAX_KNOWN = 100
