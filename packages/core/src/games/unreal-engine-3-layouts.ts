import type { Archive, ExportEntry, Layout } from '@ukit/container'
import { NEVER, PackageFlag, type Threshold, Version } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { extraOf, fieldsAfter, without } from './hooks.js'

// Layouts of games of Unreal Engine 3 that change a field or two. All by public readers only.

/** Class to archetype: the start of an export. */
export function serializeExportStart(ar: Archive, entry: ExportEntry): void {
  entry.class = ar.index(entry.class, 'class')
  entry.super = ar.index(entry.super, 'super')
  entry.outer = ar.i32(entry.outer, 'outer')
  entry.serializeName(ar)
  if (ar.since(Version.ExportArchetype)) entry.archetype = ar.i32(entry.archetype, 'archetype')
}

/**
 * *Rainbow Six: Vegas 1 and 2*: one and two words behind the version; in Vegas 2 names with a one-byte length
 * and no flags.
 */
export function keller(_: number, licensee: number): Layout {
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
export function huxley(_: number, licensee: number): Layout {
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
export const wordAfterFlags = (_: number, licensee: number): Layout => ({
  summary: fieldsAfter({ flags: (ar, { extra: fields }) => void (licensee >= 2 && extra.i32(ar, fields, 'word')) }),
})

/** *APB*: a word and five floats behind the export offset, a GUID behind the count of generations. */
export const apb = (_: number, licensee: number): Layout => ({
  summary: fieldsAfter({
    exports(ar, { extra: fields }) {
      if (licensee >= 29) extra.i32(ar, fields, 'apb1')
      if (licensee >= 28) extra.bytes(ar, fields, 'apb2', 20)
    },
    generationCount: (ar, { extra: fields }) => void (licensee >= 32 && extra.guid(ar, fields, 'apb3')),
  }),
})

/**
 * *Dungeon Defenders*: a word before the thumbnail offset of cooked packages; export offsets of 0 mean
 * "behind the body before".
 */
export function dungeonDefenders(): Layout {
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
export const americasArmy3 = (): Layout => ({
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

/**
 * *BioShock Infinite*: a word behind the version, no GUID triple but a thumbnail offset; an export ends early
 * unless a word says otherwise.
 */
export const bioshockInfinite = (_: number, licensee: number): Layout => ({
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
  entry.netObjectCounts = ar.i32s([...entry.netObjectCounts], count, 'netObjectCounts')
  entry.packageGuid = ar.guid(entry.packageGuid, 'packageGuid')
  if (ar.since(Version.ExportPackageFlags)) entry.packageFlags = ar.u32(entry.packageFlags, 'packageFlags')
}

/** *High Moon Studios*: The Bourne Conspiracy and three Transformers. */
export function highMoon(_: number, licensee: number): Layout {
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

/**
 * *Batman: Arkham City, Origins, Knight*: a word behind the archetype. The highest bit of Arkham Knight's
 * licensee version is a flag.
 */
export const rocksteady = (_: number, licensee: number): Layout => ({
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
export function nameWithJunk(key: number | undefined): Layout {
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
export const thief = (): Layout => ({
  export(ar, entry) {
    entry.serializeStandard(ar)
    if ((entry.exportFlags & 8) !== 0) extra.i32(ar, extraOf(entry), 'thief')
  },
})

/**
 * *Bulletstorm*: a word more in every entry of the chunk table. It takes the place of nothing and is written
 * as 0 for chunks that are cut anew.
 */
export const bulletstorm = (_: number, licensee: number): Layout =>
  licensee < 21
    ? {}
    : {
        chunkSize: 20,
        chunk(ar, chunk) {
          chunk.serialize(ar)
          extra.i32(ar, extraOf(chunk), 'bulletstorm')
        },
      }
