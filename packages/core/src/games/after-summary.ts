import type { Layout } from '@ukit/container'
import { type FormatContext, formatContext, PackageTag, type Summary } from '@ukit/container'
import { readSummary } from '@ukit/container/internal'
import type { ByteSource } from '@ukit/files'
import { PackageError } from '@ukit/files'
import { firstWord } from '../layers/layer.js'
import type { Game } from './game.js'

/** A summary read below the layers, with the details of how it was read. */
export interface SummaryBelow {
  /** The summary itself. */
  readonly summary: Summary
  /** The number of bytes that it takes. */
  readonly length: number
  /** How the tables after it are read. */
  readonly context: FormatContext
  /** How this game's packages deviate. */
  readonly layout: Layout
}

/** Versions at the start of a little-endian package with the standard tag; `undefined` for anything else. */
function plainVersions(head: Uint8Array): { version: number; licensee: number } | undefined {
  if (head.length < 8 || firstWord(head) !== PackageTag.Standard) return undefined
  const version = (head[4] ?? 0) | ((head[5] ?? 0) << 8)
  const licensee = (head[6] ?? 0) | ((head[7] ?? 0) << 8)
  return { version, licensee }
}

/** Tells whether versions are among a game's certain ones. */
export function hasVersions(game: Game, head: Uint8Array): boolean {
  const found = plainVersions(head)
  return (
    found !== undefined &&
    game.builds.some(
      ({ version, licensee }) =>
        found.version >= version[0] &&
        found.version <= version[1] &&
        found.licensee >= licensee[0] &&
        found.licensee <= licensee[1],
    )
  )
}

/**
 * Reads a package's summary in a game's layout, for a layer that covers only what follows it; `undefined`
 * when it cannot be read.
 *
 * @param fields further fields after the layout's own.
 */
export async function summaryBelow(
  source: ByteSource,
  game: Game,
  fields: Partial<Layout> = {},
): Promise<SummaryBelow | undefined> {
  const found = plainVersions(await source.slice(0, Math.min(8, source.byteLength)))
  if (found === undefined) return undefined
  const layout = { ...game.layout?.(found.version, found.licensee), ...fields }
  const context = formatContext(layout, found.version, found.licensee, false)
  try {
    return { ...(await readSummary(source, context, layout)), context, layout }
  } catch (error) {
    if (!(error instanceof PackageError)) throw error
    return undefined
  }
}
