import type { Archive, ExportEntry, ImportEntry, NameEntry, Summary } from '@ukit/container'
import { Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { ANY, byContent, type Game, one, range } from './game.js'
import { extraOf, fieldsAfter, without } from './hooks.js'

// Games of Unreal Engine 2 that change a field or two. All by public readers only.

/** *Deus Ex: Invisible War, Thief: Deadly Shadows* (the Flesh engine): one word behind the import offset. */
const flesh = () => ({
  summary: fieldsAfter({ imports: (ar, { extra: fields }) => void extra.i32(ar, fields, 'flesh') }),
})

/** A class, super and so on as usual but for an outer of 16 bits. */
function serializeShortOuter(ar: Archive, entry: ExportEntry, index: (value: number, field: string) => number): void {
  entry.class = index(entry.class, 'class')
  entry.super = index(entry.super, 'super')
  entry.outer = ar.i16(entry.outer, 'outer')
  entry.serializeName(ar)
  entry.serializeFlags(ar)
  entry.size = index(entry.size, 'size')
  if (entry.size !== 0) entry.offset = index(entry.offset, 'offset')
}

function serializeShortImport(ar: Archive, entry: ImportEntry): void {
  entry.classPackage = ar.index(entry.classPackage, 'classPackage')
  entry.className = ar.index(entry.className, 'className')
  entry.outer = ar.i16(entry.outer, 'outer')
  entry.objectName = ar.index(entry.objectName, 'objectName')
}

/** Names of the Xbox games: a 16-bit length that leaves out the terminator. */
function serializeXboxName(ar: Archive, entry: NameEntry): void {
  const length = ar.u16(entry.text.length, 'length')
  entry.text = ar.narrowText(entry.text, length + 1, 'text')
  entry.serializeFlags(ar)
}

/** Six words of Ragnarok Online 2's summary and what they are XORed with. */
const RAGNAROK_KEYS = [
  ['nameCount', 0xd97790c7 ^ 0x1c],
  ['nameOffset', 0xf208fb9f ^ 0x40],
  ['exportCount', 0xebbde077 ^ 0x04],
  ['exportOffset', 0xe292ec62 ^ 0x03e9e1],
  ['importCount', 0x201da87a ^ 0x05],
  ['importOffset', 0xa9b999df ^ 0x003e9be],
] as const

function scramble(summary: Summary): void {
  for (const [field, key] of RAGNAROK_KEYS) summary[field] = (summary[field] ^ key) | 0
}

/** Package flag of a scrambled summary. SWAT 4 sets it too, on plain ones. */
const SCRAMBLED = 0x10000

/** No summary has as many bytes behind its import offset. */
const MAX_REST = 4096

/**
 * *Ragnarok Online 2*: counts and offsets scrambled, GUID and generations encrypted in a way that nobody has
 * published (they are kept as bytes).
 */
const ragnarok = () => ({
  moved: without(Version.SummaryGuid, Version.Generations),
  summary: fieldsAfter({
    flags(ar, summary) {
      if (ar.isLoading && (summary.flags & SCRAMBLED) === 0)
        throw ar.error('bad-value', 'flags', 'expected the flag 0x10000 of Ragnarok Online 2, found none')
      // Written scrambled: made so before the words, made plain again behind them.
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

export const unrealEngine2StudioGames: readonly Game[] = [
  {
    id: 'deus-ex-invisible-war',
    name: 'Deus Ex: Invisible War',
    engine: 2,
    builds: [one(95, 69)],
    layout: flesh,
    deviations: ['word after the import offset'],
  },
  {
    id: 'thief-deadly-shadows',
    name: 'Thief: Deadly Shadows',
    engine: 2,
    builds: [one(95, 133)],
    layout: flesh,
    deviations: ['word after the import offset'],
  },
  {
    id: 'unreal-championship',
    name: 'Unreal Championship',
    engine: 2,
    builds: [one(119, 28), one(119, 30), byContent(119, 119, [1, 31])],
    layout: (_, licensee) => (licensee >= 28 ? { name: serializeXboxName } : {}),
    deviations: ['names with a 16-bit length (licensee ≥ 28)'],
  },
  {
    id: 'pariah',
    name: 'Pariah',
    engine: 2,
    builds: [one(119, 0x9127)],
    layout: (_, licensee) => ({
      ...((licensee & 0x3f) >= 28 ? { name: serializeXboxName } : {}),
      import(ar, entry) {
        entry.outer = ar.i32(entry.outer, 'outer')
        entry.objectName = ar.index(entry.objectName, 'objectName')
        entry.classPackage = ar.index(entry.classPackage, 'classPackage')
        entry.className = ar.index(entry.className, 'className')
      },
      export(ar, entry) {
        entry.serializeName(ar)
        entry.super = ar.index(entry.super, 'super')
        entry.outer = ar.i32(entry.outer, 'outer')
        entry.serializeFlags(ar)
        entry.class = ar.index(entry.class, 'class')
        entry.serializeRange(ar)
      },
    }),
    deviations: ['names with a 16-bit length', 'imports and exports in another order'],
  },
  {
    id: 'unreal-championship-2',
    name: 'Unreal Championship 2: The Liandri Conflict',
    engine: 2,
    builds: [range(151, 151, [0, 2])],
    layout: (version) => ({
      ...(version >= 150 ? { import: serializeShortImport } : {}),
      export(ar, entry) {
        const index = (value: number, field: string) => ar.i32(value, field)
        if (version >= 150) return serializeShortOuter(ar, entry, index)
        entry.class = index(entry.class, 'class')
        entry.super = index(entry.super, 'super')
        entry.outer = index(entry.outer, 'outer')
        entry.serializeName(ar)
        entry.serializeFlags(ar)
        entry.size = index(entry.size, 'size')
        if (entry.size !== 0) entry.offset = index(entry.offset, 'offset')
      },
    }),
    deviations: ['plain integers in exports', '16-bit outers (version ≥ 150)'],
  },
  {
    id: 'advent-rising',
    name: 'Advent Rising',
    engine: 2,
    // The licensee word is 0xF007: a mark of the platform and licensee 7.
    builds: [one(143, 0xf007), one(145, 0xf007), one(146, 0xf007), range(143, 146, 7)],
    layout: (version) =>
      version < 141
        ? {}
        : {
            import: serializeShortImport,
            export: (ar, entry) => serializeShortOuter(ar, entry, (value, field) => ar.index(value, field)),
          },
    deviations: ['16-bit outers (version ≥ 141)'],
  },
  {
    id: 'republic-commando',
    name: 'Star Wars: Republic Commando',
    engine: 2,
    builds: [range(133, 148, 1), range(154, 159, 1)],
    layout: (version) => ({
      export(ar, entry) {
        entry.class = ar.index(entry.class, 'class')
        entry.super = ar.index(entry.super, 'super')
        entry.outer = ar.i32(entry.outer, 'outer')
        if (version >= 159) extra.index(ar, extraOf(entry), 'republicCommando')
        entry.serializeName(ar)
        entry.serializeFlags(ar)
        // One reader says 151; no package of 151 is known.
        if (version < 152) return entry.serializeRange(ar)
        entry.size = ar.i32(entry.size, 'size')
        entry.offset = ar.i32(entry.offset, 'offset')
      },
    }),
    deviations: [
      'index after the outer of exports (version ≥ 159)',
      'size and offset as plain integers (version ≥ 152)',
    ],
  },
  {
    id: 'spellborn',
    name: 'The Chronicles of Spellborn',
    engine: 2,
    builds: [one(159, 29), byContent(148, 158, 29)],
    layout: (version) => (version >= 148 ? { moved: without(Version.SummaryGuid) } : {}),
    deviations: ['no GUID (version ≥ 148)'],
  },
  {
    id: 'echo-of-soul',
    name: 'Echo of Soul',
    engine: 2,
    // No reader states its file version: open it with its id.
    builds: [],
    layout: (_, licensee) => (licensee >= 49 ? { moved: without(Version.SummaryGuid) } : {}),
    deviations: ['no GUID (licensee ≥ 49)'],
  },
  {
    id: 'ragnarok-online-2',
    name: 'Ragnarok Online 2',
    engine: 2,
    builds: [byContent(128, 135, ANY)],
    layout: ragnarok,
    deviations: ['counts and offsets of the summary XORed', 'GUID and generations encrypted'],
    limits: 'GUID and generations are encrypted in a way that no public source describes; they are kept as bytes.',
  },
]
