import { type Summary, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { ANY, byContent, type Game } from '../game.js'
import { fieldsAfter, without } from '../hooks.js'

/** Six words of the summary and what they are XORed with. */
const KEYS = [
  ['nameCount', 0xd97790c7 ^ 0x1c],
  ['nameOffset', 0xf208fb9f ^ 0x40],
  ['exportCount', 0xebbde077 ^ 0x04],
  ['exportOffset', 0xe292ec62 ^ 0x03e9e1],
  ['importCount', 0x201da87a ^ 0x05],
  ['importOffset', 0xa9b999df ^ 0x003e9be],
] as const

function scramble(summary: Summary): void {
  for (const [field, key] of KEYS) summary[field] = (summary[field] ^ key) | 0
}

/** Package flag of a scrambled summary. SWAT 4 sets it too, in packages that are not scrambled. */
const SCRAMBLED = 0x10000

/** No summary has this many bytes after its import offset. */
const MAX_REST = 4096

/**
 * The counts and offsets are scrambled; the GUID and generations are encrypted in a way that has not been
 * published, and kept as bytes.
 */
const layout = () => ({
  moved: without(Version.SummaryGuid, Version.Generations),
  summary: fieldsAfter({
    flags(ar, summary) {
      if (ar.isLoading && (summary.flags & SCRAMBLED) === 0)
        throw ar.error('bad-value', 'flags', 'expected the flag 0x10000 of Ragnarok Online 2, found none')
      // When writing, they are scrambled before the words are written and unscrambled afterwards.
      if (!ar.isLoading) scramble(summary)
    },
    imports(ar, summary) {
      scramble(summary)
      const present = summary.extra['encrypted']
      const length = ar.isLoading
        ? summary.nameOffset - ar.position
        : present instanceof Uint8Array
          ? present.length
          : 0
      if (length < 0 || length > MAX_REST || (length > ar.remaining && ar.isLoading)) {
        throw ar.error(
          'bad-offset',
          'nameOffset',
          `expected names soon after the summary, found them at ${summary.nameOffset}`,
        )
      }
      extra.bytes(ar, summary.extra, 'encrypted', length)
    },
  }),
})

/** *Ragnarok Online 2.* Based on public readers only. */
export const ragnarokOnline2: Game = {
  id: 'ragnarok-online-2',
  name: 'Ragnarok Online 2',
  engine: 2,
  builds: [byContent(128, 135, ANY)],
  layout,
  deviations: ['counts and offsets of the summary XORed', 'GUID and generations encrypted'],
  limits: 'GUID and generations are encrypted in a way that no public source describes; they are kept as bytes.',
}
