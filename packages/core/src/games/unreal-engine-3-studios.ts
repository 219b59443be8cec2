import type { Archive } from '../archive/archive.js'
import { PackageFlag } from '../flags.js'
import type { ExportEntry } from '../tables/export-entry.js'
import { extra } from '../tables/extra.js'
import type { Layout } from '../tables/layout.js'
import { NEVER, type Threshold, Version } from '../versions.js'
import { type Game, one, range } from './game.js'
import { extraOf, fieldsAfter, without } from './hooks.js'

// Games of Unreal Engine 3 that change a field or two. All by public readers only.

/** Class to archetype: the start of an export. */
export function serializeExportStart(ar: Archive, entry: ExportEntry): void {
  entry.class = ar.index(entry.class, 'class')
  entry.super = ar.index(entry.super, 'super')
  entry.outer = ar.i32(entry.outer, 'outer')
  entry.serializeName(ar)
  if (ar.since(Version.ExportArchetype)) entry.archetype = ar.i32(entry.archetype, 'archetype')
}

/** *Rainbow Six: Vegas 1 and 2*: one and two words behind the version; in Vegas 2 names with a one-byte length and no flags. */
function keller(_: number, licensee: number): Layout {
  return {
    summary: fieldsAfter({
      version(ar, { extra: fields }) {
        if (licensee >= 48) extra.i32(ar, fields, 'keller1')
        if (licensee >= 49) extra.i32(ar, fields, 'keller2')
      },
    }),
    ...(licensee < 71
      ? {}
      : {
          name(ar, entry) {
            const length = ar.u8(entry.text.length, 'length')
            entry.text = ar.narrowText(entry.text, length, 'text')
          },
        }),
  }
}

/** *Huxley*: 0xFEFEFEFE behind the version, and another word; a word behind the offset of an export. */
function huxley(_: number, licensee: number): Layout {
  return {
    summary: fieldsAfter({
      version(ar, { extra: fields }) {
        if (licensee >= 8) extra.u32(ar, fields, 'huxley1')
        if (licensee >= 17) extra.i32(ar, fields, 'huxley2')
      },
    }),
    ...(licensee < 22
      ? {}
      : {
          export(ar, entry) {
            serializeExportStart(ar, entry)
            entry.serializeFlags(ar)
            entry.serializeRange(ar)
            extra.i32(ar, extraOf(entry), 'huxley')
            entry.serializeRest(ar)
          },
        }),
  }
}

/** A word behind the package flags (Hawken, Gigantic). */
const wordAfterFlags = (_: number, licensee: number): Layout => ({
  summary: fieldsAfter({ flags: (ar, { extra: fields }) => void (licensee >= 2 && extra.i32(ar, fields, 'word')) }),
})

/** *APB*: a word and five floats behind the export offset, a GUID behind the count of generations. */
const apb = (_: number, licensee: number): Layout => ({
  summary: fieldsAfter({
    exports(ar, { extra: fields }) {
      if (licensee >= 29) extra.i32(ar, fields, 'apb1')
      if (licensee >= 28) extra.bytes(ar, fields, 'apb2', 20)
    },
    generationCount: (ar, { extra: fields }) => void (licensee >= 32 && extra.guid(ar, fields, 'apb3')),
  }),
})

/** *TERA* before its engine was renewed: the name count of cooked packages has the name offset added, and there is no thumbnail offset. 897/17 is plain (9 of 9 files). */
const tera = (): Layout => ({
  moved: without(Version.ThumbnailTable),
  summary: fieldsAfter({
    flags(ar, summary) {
      if (!ar.isLoading && (summary.flags & PackageFlag.Cooked) !== 0) summary.nameCount += summary.nameOffset
    },
    imports(_, summary) {
      if ((summary.flags & PackageFlag.Cooked) !== 0) summary.nameCount -= summary.nameOffset
    },
  }),
})

/** *Dungeon Defenders*: a word before the thumbnail offset of cooked packages; export offsets of 0 mean "behind the body before". */
function dungeonDefenders(): Layout {
  let headerSize = 0
  let next = 0
  return {
    summary(ar, summary, after) {
      if (after === 'guids' && (summary.flags & PackageFlag.Cooked) !== 0)
        extra.i32(ar, summary.extra, 'dungeonDefenders')
      headerSize = summary.headerSize
    },
    export(ar, entry, index) {
      if (index === 0) next = headerSize
      serializeExportStart(ar, entry)
      entry.serializeFlags(ar)
      entry.size = ar.i32(entry.size, 'size')
      const zero = entry.extra?.['zeroOffset'] === 1
      const stored = ar.i32(zero ? 0 : entry.offset, 'offset')
      if (ar.isLoading) {
        if (stored === 0) extraOf(entry)['zeroOffset'] = 1
        entry.offset = stored === 0 ? next : stored
      }
      entry.serializeRest(ar)
      next = entry.offset + entry.size
    },
  }
}

/** *America's Army 3*: every export starts with a random word, with which six of its fields are XORed. */
const americasArmy3 = (): Layout => ({
  export(ar, entry) {
    const key = extra.u32(ar, extraOf(entry), 'key')
    const scrambled = (value: number, field: string) => ar.i32(value ^ key, field) ^ (ar.isLoading ? key : 0)
    const plain = (value: number, read: number) => (ar.isLoading ? read : value)
    entry.class = plain(entry.class, scrambled(entry.class, 'class'))
    entry.super = plain(entry.super, scrambled(entry.super, 'super'))
    entry.outer = plain(entry.outer, scrambled(entry.outer, 'outer'))
    entry.serializeName(ar)
    entry.archetype = plain(entry.archetype, scrambled(entry.archetype, 'archetype'))
    entry.serializeFlags(ar)
    entry.size = plain(entry.size, scrambled(entry.size, 'size'))
    entry.offset = plain(entry.offset, scrambled(entry.offset, 'offset'))
    entry.serializeRest(ar)
  },
})

/** *BioShock Infinite*: a word behind the version, no GUID triple but a thumbnail offset; an export ends early unless a word says otherwise. */
const bioshockInfinite = (_: number, licensee: number): Layout => ({
  asVersion: 756,
  moved: without(Version.ImportExportGuids),
  summary: fieldsAfter({
    version: (ar, { extra: fields }) => void (licensee >= 66 && extra.i32(ar, fields, 'infinite')),
  }),
  export(ar, entry) {
    serializeExportStart(ar, entry)
    entry.serializeFlags(ar)
    entry.serializeRange(ar)
    entry.exportFlags = ar.u32(entry.exportFlags, 'exportFlags')
    if (extra.i32(ar, extraOf(entry), 'more') === 0) return
    serializePackageFields(ar, entry)
  },
})

/** Net object counts, GUID and flags of a merged package. */
function serializePackageFields(ar: Archive, entry: ExportEntry): void {
  const count = ar.count(entry.netObjectCounts.length, 'netObjectCountCount', 4)
  entry.netObjectCounts = ar.i32s(entry.netObjectCounts, count, 'netObjectCounts')
  entry.packageGuid = ar.guid(entry.packageGuid, 'packageGuid')
  if (ar.since(Version.ExportPackageFlags)) entry.packageFlags = ar.u32(entry.packageFlags, 'packageFlags')
}

/** *High Moon Studios*: The Bourne Conspiracy and three Transformers. */
function highMoon(_: number, licensee: number): Layout {
  const moved = new Map<Threshold, number>([
    [Version.ThumbnailTable, 535],
    [Version.AdditionalPackages, NEVER],
    [Version.TextureAllocations, NEVER],
    [Version.ImportExportGuids, NEVER],
  ])
  if (licensee >= 37) moved.set(Version.ExportComponentMap, NEVER)
  return {
    moved,
    // 846 is a number of the studio's: the engine is of about 587.
    ...(licensee >= 181 ? { asVersion: 587 } : {}),
    summary: fieldsAfter({
      version(ar, { extra: fields }) {
        if (licensee >= 181) extra.bytes(ar, fields, 'transformers1', 16)
        if (licensee >= 55) extra.u32(ar, fields, 'transformers2')
      },
    }),
    ...(licensee < 181 ? {} : { name: serializeUnterminatedName }),
    ...(licensee < 116
      ? {}
      : {
          export(ar, entry) {
            serializeExportStart(ar, entry)
            entry.serializeFlags(ar)
            entry.serializeRange(ar)
            entry.exportFlags = ar.u32(entry.exportFlags, 'exportFlags')
            if (extra.u8(ar, extraOf(entry), 'more') !== 0) serializePackageFields(ar, entry)
          },
        }),
  }
}

/** A name with a 32-bit length and no terminator. */
export const serializeUnterminatedName: NonNullable<Layout['name']> = (ar, entry) => {
  const length = ar.count(entry.text.length, 'length', 1)
  entry.text = ar.narrowText(entry.text, length, 'text')
  entry.serializeFlags(ar)
}

/** *Batman: Arkham City, Origins, Knight*: a word behind the archetype. The highest bit of Arkham Knight's licensee version is a flag. */
const rocksteady = (_: number, licensee: number): Layout => ({
  // Arkham Knight's 8 is LZ4, for which ukit has no codec.
  ...((licensee & 0x7fff) >= 153 ? { compression: new Map([[8, 'lz4']]) } : {}),
  ...((licensee & 0x7fff) < 89
    ? {}
    : {
        export(ar, entry) {
          serializeExportStart(ar, entry)
          extra.i32(ar, extraOf(entry), 'batman')
          entry.serializeFlags(ar)
          entry.serializeRange(ar)
          entry.serializeRest(ar)
        },
      }),
})

/** Bytes of nonsense behind a name (AVA, Metro Conflict), by the length of its text and a key. */
function nameWithJunk(key: number | undefined): Layout {
  if (key === undefined) return {}
  return {
    name(ar, entry) {
      entry.text = ar.string(entry.text, 'text')
      extra.bytes(ar, extraOf(entry), 'junk', (entry.text.length ^ key) & 0x0f)
      entry.serializeFlags(ar)
    },
  }
}

/** *Thief* (2014): a word behind exports with flag 8. */
const thief = (): Layout => ({
  export(ar, entry) {
    entry.serializeStandard(ar)
    if ((entry.exportFlags & 8) !== 0) extra.i32(ar, extraOf(entry), 'thief')
  },
})

/** *Bulletstorm*: a word more in every entry of the chunk table. It takes the place of nothing and is written as 0 for chunks that are cut anew. */
const bulletstorm = (_: number, licensee: number): Layout =>
  licensee < 21
    ? {}
    : {
        chunkSize: 20,
        chunk(ar, chunk) {
          chunk.serialize(ar)
          extra.i32(ar, extraOf(chunk), 'bulletstorm')
        },
      }

const BATMAN = ['word after the archetype of exports (licensee ≥ 89)']
const TRANSFORMERS = [
  'word after the version word (licensee ≥ 55), four more (≥ 181)',
  'thumbnail offset since version 535',
  'no component map (licensee ≥ 37)',
  'short exports (licensee ≥ 116)',
  'names without terminator (licensee ≥ 181)',
]

export const unrealEngine3StudioGames: readonly Game[] = [
  {
    id: 'rainbow-six-vegas',
    name: "Tom Clancy's Rainbow Six: Vegas",
    engine: 3,
    builds: [one(241, 66)],
    layout: keller,
    deviations: ['words after the version word (licensee ≥ 48, ≥ 49)'],
  },
  {
    id: 'rainbow-six-vegas-2',
    name: "Tom Clancy's Rainbow Six: Vegas 2",
    engine: 3,
    builds: [one(241, 71)],
    layout: keller,
    deviations: [
      'words after the version word (licensee ≥ 48, ≥ 49)',
      'names with a one-byte length, no flags (licensee ≥ 71)',
    ],
  },
  {
    id: 'endwar',
    name: "Tom Clancy's EndWar",
    engine: 3,
    builds: [one(329, 0)],
    layout: () => ({ asVersion: 224 }),
    deviations: ['stored as version 224'],
  },
  {
    id: 'undertow',
    name: 'Undertow',
    engine: 3,
    builds: [one(435, 0)],
    layout: () => ({ moved: new Map([[Version.ExportPackageFlags, 431]]) }),
    deviations: ['package flags of exports since version 431'],
  },
  {
    id: 'army-of-two',
    name: 'Army of Two',
    engine: 3,
    builds: [one(445, 79), one(482, 222), one(483, 4317)],
    layout: () => ({ moved: without(Version.ExportPackageFlags) }),
    deviations: ['no package flags in exports'],
  },
  {
    id: 'ava',
    name: 'AVA: Alliance of Valiant Arms',
    engine: 3,
    builds: [range(451, 451, [52, 53])],
    layout: () => nameWithJunk(7),
    deviations: ['nonsense bytes after the text of names'],
  },
  {
    id: 'metro-conflict',
    name: 'Metro Conflict',
    engine: 3,
    builds: [],
    layout: (_, licensee) => nameWithJunk(licensee < 3 ? undefined : licensee < 16 ? 7 : 6),
    deviations: ['nonsense bytes after the text of names (licensee ≥ 3)'],
  },
  {
    id: 'stargate-worlds',
    name: 'Stargate Worlds',
    engine: 3,
    builds: [one(486, 7)],
    layout: () => ({ moved: without(Version.ExportPackageFlags) }),
    deviations: ['no package flags in exports'],
  },
  {
    id: 'huxley',
    name: 'Huxley',
    engine: 3,
    builds: [one(402, 0), one(402, 10), range(491, 491, [13, 16]), range(496, 496, [16, 23])],
    layout: huxley,
    deviations: [
      'words after the version word (licensee ≥ 8, ≥ 17)',
      'word after the offset of exports (licensee ≥ 22)',
    ],
    limits: 'Script and text inside some objects are encrypted.',
  },
  {
    id: 'bourne-conspiracy',
    name: "Robert Ludlum's The Bourne Conspiracy",
    engine: 3,
    builds: [one(511, 39)],
    layout: highMoon,
    deviations: TRANSFORMERS,
  },
  {
    id: 'transformers-war-for-cybertron',
    name: 'Transformers: War for Cybertron',
    engine: 3,
    builds: [range(511, 511, [144, 145])],
    layout: highMoon,
    deviations: TRANSFORMERS,
  },
  {
    id: 'transformers-dark-of-the-moon',
    name: 'Transformers: Dark of the Moon',
    engine: 3,
    builds: [one(537, 174)],
    layout: highMoon,
    deviations: TRANSFORMERS,
  },
  {
    id: 'transformers-fall-of-cybertron',
    name: 'Transformers: Fall of Cybertron, Deadpool',
    engine: 3,
    builds: [one(846, 181)],
    layout: highMoon,
    deviations: TRANSFORMERS,
  },
  {
    id: 'alpha-protocol',
    name: 'Alpha Protocol',
    engine: 3,
    builds: [one(539, 91)],
    layout: (_, licensee) => (licensee >= 53 ? { moved: without(Version.ExportComponentMap) } : {}),
    deviations: ['no component map (licensee ≥ 53)'],
  },
  {
    id: 'apb',
    name: 'APB: All Points Bulletin',
    engine: 3,
    builds: [range(547, 547, [28, 32])],
    layout: apb,
    deviations: [
      'word (licensee ≥ 29) and five floats (≥ 28) after the export offset',
      'GUID after the generation count (≥ 32)',
    ],
  },
  {
    id: 'americas-army-3',
    name: "America's Army 3",
    engine: 3,
    builds: [one(568, 0)],
    layout: americasArmy3,
    deviations: ['exports scrambled with a word of their own'],
  },
  {
    id: 'tera-old',
    name: 'TERA (before 2013)',
    engine: 3,
    builds: [range(568, 568, [9, 10]), range(610, 610, [13, 14])],
    layout: tera,
    deviations: ['name count with the name offset added, in cooked packages', 'no thumbnail offset'],
  },
  {
    id: 'mortal-online',
    name: 'Mortal Online',
    engine: 3,
    builds: [one(678, 32771)],
    layout: (_, licensee) => ({
      summary: fieldsAfter({
        version: (ar, { extra: fields }) => void (licensee >= 1 && extra.i32(ar, fields, 'mortalOnline')),
      }),
    }),
    deviations: ['word after the version word'],
  },
  {
    id: 'dungeon-defenders',
    name: 'Dungeon Defenders',
    engine: 3,
    builds: [one(678, 2)],
    layout: dungeonDefenders,
    deviations: ['word before the thumbnail offset, in cooked packages', 'export offsets of 0'],
  },
  {
    id: 'dungeon-defenders-2',
    name: 'Dungeon Defenders II, Dungeon Defenders Eternity',
    engine: 3,
    builds: [one(687, 101), range(687, 688, [111, 117])],
    layout: dungeonDefenders,
    deviations: ['word before the thumbnail offset, in cooked packages', 'export offsets of 0'],
  },
  {
    id: 'thief-4',
    name: 'Thief (2014)',
    engine: 3,
    builds: [one(721, 148)],
    layout: thief,
    deviations: ['word after exports with flag 8'],
  },
  {
    id: 'bioshock-infinite',
    name: 'BioShock Infinite',
    engine: 3,
    builds: [one(727, 75)],
    layout: bioshockInfinite,
    deviations: ['word after the version word (licensee ≥ 66)', 'no GUID table', 'short exports'],
  },
  {
    id: 'bulletstorm',
    name: 'Bulletstorm',
    engine: 3,
    builds: [one(742, 29), one(887, 41), one(877, 41)],
    layout: bulletstorm,
    deviations: ['chunk entries of 20 bytes (licensee ≥ 21)'],
  },
  {
    id: 'batman-arkham-city',
    name: 'Batman: Arkham City',
    engine: 3,
    builds: [one(805, 101)],
    layout: rocksteady,
    deviations: BATMAN,
  },
  {
    id: 'batman-arkham-origins',
    name: 'Batman: Arkham Origins',
    engine: 3,
    builds: [one(806, 103), range(807, 807, [103, 104]), range(807, 807, [137, 138])],
    layout: rocksteady,
    deviations: BATMAN,
  },
  {
    id: 'batman-arkham-knight',
    name: 'Batman: Arkham Knight',
    engine: 3,
    builds: [one(863, 32995)],
    layout: rocksteady,
    deviations: [...BATMAN, 'highest bit of the licensee version is a flag'],
    limits: 'Chunks are compressed with LZ4.',
  },
  {
    id: 'gears-of-war-ultimate',
    name: 'Gears of War: Ultimate Edition, Reloaded',
    engine: 3,
    builds: [one(835, 56), one(835, 76)],
    layout: () => ({
      asVersion: 490,
      compression: new Map([
        [4, 'lz4'],
        [32, 'lz4'],
      ]),
    }),
    deviations: ['stored as version 490'],
    limits: 'Chunks are compressed with LZ4.',
  },
  {
    id: 'hawken',
    name: 'Hawken',
    engine: 3,
    builds: [range(860, 860, [2, 4])],
    tags: [0xea31928c],
    standardTagToo: true,
    layout: wordAfterFlags,
    deviations: ['tag 0xEA31928C', 'word after the package flags (licensee ≥ 2)'],
  },
  {
    id: 'gigantic',
    name: 'Gigantic',
    engine: 3,
    builds: [range(867, 867, [8, 10])],
    layout: wordAfterFlags,
    deviations: ['word after the package flags (licensee ≥ 2)'],
  },
  {
    id: 'sudden-attack-2',
    name: 'Sudden Attack 2',
    engine: 3,
    builds: [one(868, 103), range(870, 870, [108, 109])],
    layout: (_, licensee) => ({
      summary: fieldsAfter({
        end(ar, { extra: fields }) {
          if (licensee < 107) return
          extra.i32(ar, fields, 'suddenAttack1')
          extra.i32(ar, fields, 'suddenAttack2')
        },
      }),
    }),
    deviations: ['two words at the end of the summary (licensee ≥ 107)'],
  },
  {
    id: 'special-force-2',
    name: 'Special Force 2',
    engine: 3,
    builds: [range(904, 904, [9, 14])],
    layout: (_, licensee) => ({ asVersion: licensee >= 14 ? 710 : 700 }),
    deviations: ['stored as version 700 or 710'],
  },
]
