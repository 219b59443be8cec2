import type { Input } from '@ukit/batch'
import type { ExportObject, ObjectReader } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { carriedSource, type ReadableNames } from '@ukit/script/decompile'
import type { World } from '@ukit/script/symbols'
import type { PrintOptions } from '@ukit/script/syntax'
import { printable } from '../../terminal/text.js'

/** What the parts of `ukit decompile` share: one package, and what is known about its surroundings. */
export interface DecompileWork {
  readonly input: Input
  readonly reader: ObjectReader
  readonly world: World
  readonly names: ReadableNames
  /** The classes to decompile. */
  readonly classes: readonly ExportObject[]
  readonly print: PrintOptions
  readonly signal: AbortSignal
  progress(done: number, total: number, unit: string): void
}

/** Maximum number of problems of a file that are printed one by one. */
const MOST_PROBLEMS = 20

/** The first problems, and how many more there are. */
export function firstProblems(errors: readonly string[]): string[] {
  const more = errors.length - MOST_PROBLEMS
  return more > 0 ? [...errors.slice(0, MOST_PROBLEMS), `and ${more} more`] : [...errors]
}

/** A class's text with its default properties; `undefined` when the text was stripped. */
export async function carriedText(
  { reader, names, print }: Pick<DecompileWork, 'reader' | 'names' | 'print'>,
  exported: ExportObject,
): Promise<string | undefined> {
  return carriedSource(reader, exported, { codec: await nodeCodecs.zlib(), print, names })
}

/** Source for a terminal: lines end with line feeds; control characters except tabs are shown as numbers. */
export function sourceLines(text: string): string {
  const shown = (line: string) => line.split('\t').map(printable).join('\t')
  return text
    .split(/\r\n?|\n/)
    .map(shown)
    .join('\n')
}
