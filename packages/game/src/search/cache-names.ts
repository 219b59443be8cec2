import type { Guid } from '@ukit/container'
import type { FileEntry } from '../game-files.js'
import type { EngineGeneration } from '../settings/game-settings.js'

/**
 * Names that a package may have in the cache, in the order in which they are tried: `GUID.uxx`, and in UE2.5
 * `GUID-GENERATION.uxx` (29 of 29 files of a Killing Floor cache). Without a given generation, the existing
 * ones are tried from the highest on.
 */
export function cacheFileNames(
  guid: Guid,
  generation: number | undefined,
  extension: string,
  engine: EngineGeneration,
  entries: readonly FileEntry[],
): string[] {
  const plain = `${guid}${extension}`
  if (engine !== 2) return [plain]
  if (generation !== undefined) return [`${guid}-${generation}${extension}`, plain]
  const start = `${guid}-`.toLowerCase()
  const end = extension.toLowerCase()
  const numbered: { name: string; generation: number }[] = []
  for (const { name } of entries) {
    const lower = name.toLowerCase()
    if (!lower.startsWith(start) || !lower.endsWith(end)) continue
    const digits = lower.slice(start.length, lower.length - end.length)
    if (/^\d{1,9}$/.test(digits)) numbered.push({ name, generation: Number(digits) })
  }
  numbered.sort((a, b) => b.generation - a.generation)
  return [...numbered.map(({ name }) => name), plain]
}
