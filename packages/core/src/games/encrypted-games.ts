import type { Archive, ExportEntry, Layout, Summary } from '@ukit/container'
import { Feature, PackageFlag, UString } from '@ukit/container'
import { extra } from '@ukit/container/internal'
import { scrambleBladeAndSoul, scrambledCodec, scrambleSmite } from './block-ciphers.js'
import { type Game, one, range } from './game.js'
import { extraOf, fieldsAfter, movedTo, refuseChunks } from './hooks.js'
import { serializeExportStart, serializeUnterminatedName } from './unreal-engine-3-layouts.js'

// Games that encrypt parts of their packages, as far as their own fields go; what covers the whole file is a
// layer (`layers/`). By public readers only.

/** Package flag of scrambled exports. */
const BLADE_AND_SOUL_SCRAMBLED = 0x0800_0000

/** *Blade & Soul*: size and offset of exports are rotated and XORed with numbers of the summary. */
function bladeAndSoul(): Layout {
  let summary: Summary | undefined
  return {
    compression: new Map([[8, 'lzo']]),
    codec: (codec, flags) => (flags === 8 ? scrambledCodec(codec, scrambleBladeAndSoul) : codec),
    summary(_, present) {
      summary = present
    },
    export(ar, entry, index) {
      if (summary === undefined || (summary.flags & BLADE_AND_SOUL_SCRAMBLED) === 0) return entry.serializeStandard(ar)
      const { xor, turn } = bladeAndSoulKeys(summary, index)
      serializeExportStart(ar, entry)
      entry.serializeFlags(ar)
      const size = ar.i32(rotateLeft(entry.size ^ xor, turn), 'size')
      const offset = ar.i32(rotateLeft(entry.offset ^ xor, turn), 'offset')
      if (ar.isLoading) {
        entry.size = rotateRight(size, turn) ^ xor
        entry.offset = rotateRight(offset, turn) ^ xor
      }
      entry.serializeRest(ar)
    },
  }
}

function bladeAndSoulKeys(summary: Summary, index: number): { xor: number; turn: number } {
  const { headerSize, nameCount, nameOffset, exportCount, exportOffset, importCount, importOffset } = summary
  const code = (headerSize << 24) | ((nameCount & 0xff) << 16) | ((nameOffset & 0xff) << 8) | (exportCount & 0xff)
  const shift = (exportOffset + importCount + importOffset) & 0x1f
  return { xor: rotateRight(code, index % 32), turn: (index + shift) & 0x1f }
}

function rotateRight(value: number, by: number): number {
  return by === 0 ? value | 0 : (value >>> by) | (value << (32 - by))
}

function rotateLeft(value: number, by: number): number {
  return rotateRight(value, (32 - by) & 0x1f)
}

/**
 * *Rocket League*: three numbers at the end of cooked packages' summaries; offsets of 64 bits since licensee
 * 22.
 */
const rocketLeague = (_: number, licensee: number): Layout => ({
  line: 'rocket-league',
  moved: movedTo([[Feature.NoInlineOffset, licensee >= 20]]),
  summary: fieldsAfter({
    end(ar, summary) {
      if ((summary.flags & PackageFlag.Cooked) === 0) return
      extra.i32(ar, summary.extra, 'garbageSize')
      extra.i32(ar, summary.extra, 'chunkTableOffset')
      extra.i32(ar, summary.extra, 'lastBlockSize')
    },
  }),
  ...(licensee < 22
    ? {}
    : {
        chunkSize: 24,
        chunk(ar, chunk) {
          chunk.uncompressedOffset = Number(ar.u64(BigInt(chunk.uncompressedOffset), 'uncompressedOffset'))
          chunk.uncompressedSize = ar.i32(chunk.uncompressedSize, 'uncompressedSize')
          chunk.compressedOffset = Number(ar.u64(BigInt(chunk.compressedOffset), 'compressedOffset'))
          chunk.compressedSize = ar.i32(chunk.compressedSize, 'compressedSize')
        },
        export(ar, entry) {
          serializeExportStart(ar, entry)
          entry.serializeFlags(ar)
          entry.serializeRange(ar)
          extra.i32(ar, extraOf(entry), 'offsetHigh')
          entry.serializeRest(ar)
        },
      }),
})

/**
 * *America's Army 2*: whether everything behind the summary is encrypted; since 33 tables in another order,
 * with names scrambled when it is.
 */
function americasArmy2(_: number, licensee: number): Layout {
  let encrypted = false
  return {
    line: 'americas-army-2',
    moved: movedTo([
      [Feature.TextureNumber, true],
      [Feature.SkeletalObjects, true],
    ]),
    summary: fieldsAfter({
      end: (ar, { extra: fields }) => {
        encrypted = extra.i32(ar, fields, 'encrypted') !== 0
      },
    }),
    ...(licensee < 33
      ? {}
      : {
          name(ar, entry) {
            if (!encrypted) return entry.serializeStandard(ar)
            entry.text = serializeScrambledName(ar, entry.text)
            extra.index(ar, extraOf(entry), 'number')
            entry.flags = ar.u32(entry.flags, 'flags')
          },
          import(ar, entry) {
            entry.classPackage = ar.index(entry.classPackage, 'classPackage')
            entry.className = ar.index(entry.className, 'className')
            extra.u8(ar, extraOf(entry), 'americasArmy')
            entry.objectName = ar.index(entry.objectName, 'objectName')
            entry.outer = ar.i32(entry.outer, 'outer')
          },
          export: serializeAmericasArmyExport,
        }),
  }
}

function serializeAmericasArmyExport(ar: Archive, entry: ExportEntry): void {
  entry.super = ar.index(entry.super, 'super')
  extra.i32(ar, extraOf(entry), 'random')
  entry.class = ar.index(entry.class, 'class')
  entry.outer = ar.i32(entry.outer, 'outer')
  const flags = ar.u32(~entry.flags >>> 0, 'objectFlags')
  if (ar.isLoading) entry.flags = ~flags >>> 0
  entry.serializeName(ar)
  entry.serializeRange(ar)
}

/** A name of 16-bit units, each rotated by what the stored unit before it says. */
function serializeScrambledName(ar: Archive, text: UString): UString {
  const units = text.length + (text.terminated ? 1 : 0)
  const stored = ar.index(-units, 'length')
  if (ar.isLoading && stored > 0)
    throw ar.error('bad-count', 'length', `expected a length of 0 or less, found ${stored}`)
  const count = ar.checkCount(-stored, 'length', 2)
  let turn = 5
  let plain = ''
  for (let i = 0; i < count; i++) {
    const unit = i < text.length ? text.text.charCodeAt(i) : 0
    const read = ar.u16(rotate16(unit, 16 - turn), 'unit')
    plain += String.fromCharCode(rotate16(read, turn))
    turn = (read - 5) & 15
  }
  if (!ar.isLoading) return text
  const terminated = plain.endsWith('\0')
  return UString.of(terminated ? plain.slice(0, -1) : plain, true, terminated)
}

/** 16 bits rotated to the right. */
function rotate16(value: number, by: number): number {
  const turn = by & 15
  return ((value >>> turn) | (value << (16 - turn))) & 0xffff
}

export const encryptedGames: readonly Game[] = [
  {
    id: 'americas-army-2',
    name: "America's Army 2",
    engine: 2,
    builds: [range(128, 128, [32, 33])],
    layout: americasArmy2,
    deviations: [
      'word after the summary that says whether the rest is encrypted',
      'imports and exports in another order (licensee ≥ 33)',
      'scrambled names (licensee ≥ 33, encrypted)',
    ],
  },
  {
    id: 'blade-and-soul',
    name: 'Blade & Soul',
    engine: 3,
    builds: [],
    layout: bladeAndSoul,
    deviations: [
      'whole file XORed with 32 characters (first word 0xF84CEAB0)',
      'compressed blocks too (compression flag 8)',
      'size and offset of exports scrambled (package flag 0x08000000)',
    ],
  },
  {
    id: 'rocket-league',
    name: 'Rocket League',
    engine: 3,
    builds: [range(867, 868, [18, 32]), one(867, 9), one(868, 9)],
    layout: rocketLeague,
    deviations: [
      'three numbers at the end of the summary of cooked packages',
      'names to chunk table encrypted with AES-256',
      '64-bit chunk and export offsets (licensee ≥ 22)',
    ],
    limits: 'Later releases use keys that no public reader holds.',
  },
  {
    id: 'smite',
    name: 'SMITE',
    engine: 3,
    builds: [],
    layout: () => ({
      compression: new Map([
        [0x200 | 1, 'zlib'],
        [0x200 | 2, 'lzo'],
        [8, 'oodle'],
        [0x200 | 8, 'oodle'],
      ]),
      codec: (codec, flags) => ((flags & 0x200) !== 0 ? scrambledCodec(codec, scrambleSmite) : codec),
    }),
    deviations: ['compressed blocks XORed with 0x2A (compression flag 0x200)', 'compression flag 8 is Oodle'],
    limits: 'Chunks of late releases are compressed with Oodle.',
  },
  {
    id: 'dc-universe-online',
    name: 'DC Universe Online',
    engine: 3,
    builds: [one(648, 6405)],
    layout: () => ({
      name: serializeUnterminatedName,
      summary: fieldsAfter({
        end: (ar, summary) =>
          refuseChunks(
            ar,
            summary,
            'DC Universe Online: its chunks leave out the header, and how its offsets count then is not public',
          ),
      }),
    }),
    deviations: ['names without terminator'],
    limits: 'Packages with compressed chunks: their header stands outside, and how offsets count then is not public.',
  },
]
