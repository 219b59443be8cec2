import type { Summary } from '@ukit/container'
import { openSummary } from '@ukit/core'
import { memorySource } from '@ukit/files'
import { describe, expect, it } from 'vitest'
import { HandMade } from '../../../../testing/bytes.js'

// Summaries written word by word from the public descriptions, with numbers that tell the fields apart.
// Offsets are the summary's own end.

/** Tag and version word. */
function start(version: number, licensee: number, tag = 0x9e2a83c1): HandMade {
  return new HandMade().u32(tag, ((licensee << 16) | version) >>> 0)
}

/** Three empty tables at `end`, in the order names, exports, imports. */
function tables(file: HandMade, end: number): HandMade {
  return file.u32(0, end, 0, end, 0, end)
}

/** GUID, one generation of nothing. */
function guidAndGeneration(file: HandMade, netObjects = true): HandMade {
  return file.u32(0xa, 0xb, 0xc, 0xd).u32(1, 0, 0, ...(netObjects ? [0] : []))
}

/** A file that is written twice: first to learn its length. */
function sized(write: (end: number) => HandMade): Uint8Array {
  return write(write(0).length).bytes()
}

const GUID = '0000000A0000000B0000000C0000000D'

const CASES: readonly (readonly [game: string, file: Uint8Array, expected: Partial<Record<keyof Summary, unknown>>])[] =
  [
    [
      'splinter-cell-chaos-theory',
      sized((end) => guidAndGeneration(tables(start(100, 124).u32(11, 1), end).u32(0x0ff0adde).u8(3, 1, 2, 3), false)),
      { flags: 1, extra: { scx1: 11, scx2: 0x0ff0adde, scx3: Uint8Array.of(1, 2, 3) } },
    ],
    [
      'thief-deadly-shadows',
      sized((end) => guidAndGeneration(tables(start(95, 133).u32(1), end).u32(77), false)),
      { flags: 1, extra: { flesh: 77 } },
    ],
    [
      'spellborn',
      sized((end) => tables(start(159, 29).u32(5), end).u32(1, 0, 0)),
      { flags: 5, generations: [{ exportCount: 0, nameCount: 0, netObjectCount: 0 }], extra: {} },
    ],
    [
      'duke-nukem-forever',
      sized((end) =>
        guidAndGeneration(tables(start(156, 36).u32(0x21), end), false)
          .u32(2011, 12, 1, 62354)
          .u8(0),
      ),
      { extra: expect.objectContaining({ buildYear: 2011, buildMonth: 12, buildDay: 1, buildSecond: 62354 }) },
    ],
    [
      'rainbow-six-vegas',
      sized((end) => guidAndGeneration(tables(start(241, 66).u32(0, 14).u32(3), end), false)),
      { flags: 3, extra: { keller1: 0, keller2: 14 } },
    ],
    [
      'huxley',
      sized((end) =>
        guidAndGeneration(tables(start(496, 23).u32(0xfefefefe, 6).u32(end).string('None').u32(4), end).u32(end)).u32(
          50,
          51,
          0,
          0,
          52,
        ),
      ),
      { flags: 4, engineVersion: 50, cookerVersion: 51, packageSource: 52, extra: { huxley1: 0xfefefefe, huxley2: 6 } },
    ],
    [
      'apb',
      sized((end) =>
        start(547, 32)
          .u32(end)
          .string('None')
          .u32(4, 0, end, 0, end)
          .u32(71, 1, 2, 3, 4, 5)
          .u32(0, end, end)
          .u32(0xa, 0xb, 0xc, 0xd)
          .u32(1)
          .u32(1, 2, 3, 4)
          .u32(0, 0, 0)
          .u32(50, 0, 0, 0, 52, 0),
      ),
      { dependsOffset: expect.any(Number), packageSource: 52, extra: expect.objectContaining({ apb1: 71 }) },
    ],
    [
      'hawken',
      sized((end) =>
        guidAndGeneration(
          tables(start(860, 4, 0xea31928c).u32(end).string('None').u32(4, 88), end).u32(end, end, 0, 0, 99),
        ).u32(50, 0, 0, 0, 52, 0, 0),
      ),
      { tag: 0xea31928c, thumbnailOffset: 99, extra: { word: 88 } },
    ],
    [
      'stranglehold',
      sized((end) =>
        guidAndGeneration(
          tables(start(375, 25).u32(end).u32(0x574f4f20, 300, 12).string('None').u32(4), end).u32(13),
        ).u32(50, 51, 0, 0),
      ),
      { extra: { midwayGame: 0x574f4f20, midwayVersion: 300, midway1: 12, midway2: 13 } },
    ],
    [
      'mortal-kombat',
      sized((end) =>
        tables(start(472, 46).u32(end).u32(0x4d4b2020, 20).string('None').u32(4), end)
          .u32(21, 22)
          .u32(0xa, 0xb, 0xc, 0xd)
          .u32(50, 51, 0, 0),
      ),
      {
        engineVersion: 50,
        cookerVersion: 51,
        generations: [],
        extra: { midwayGame: 0x4d4b2020, midwayVersion: 20, mk2: 21, mk3: 22 },
      },
    ],
    [
      'bioshock-infinite',
      sized((end) =>
        guidAndGeneration(tables(start(727, 75).u32(9).u32(end).string('None').u32(4), end).u32(end, 99)).u32(
          50,
          51,
          0,
          0,
          52,
          0,
        ),
      ),
      { thumbnailOffset: 99, importExportGuidsOffset: 0, packageSource: 52, extra: { infinite: 9 } },
    ],
    [
      'tera-old',
      // A cooked package with no names: the count is stored with the offset added.
      sized((end) =>
        guidAndGeneration(start(610, 14).u32(end).string('None').u32(8).u32(end, end, 0, end, 0, end).u32(end)).u32(
          50,
          51,
          0,
          0,
          52,
          0,
        ),
      ),
      { nameCount: 0, engineVersion: 50, cookerVersion: 51, packageSource: 52 },
    ],
    [
      'aliens-colonial-marines',
      sized((end) =>
        guidAndGeneration(tables(start(787, 47).u32(end).string('None').u32(4), end).u32(end, end, 0, 0, 99))
          .u8(1, 0, 0x02, 0x80, 3, 0)
          .u32(51, 0, 0, 52, 0, 0)
          .u32(64),
      ),
      { cookerVersion: 51, packageSource: 52, extra: { engine1: 1, engine2: 0x8002, engine3: 3, aliens: 64 } },
    ],
    [
      'transformers-fall-of-cybertron',
      sized((end) =>
        guidAndGeneration(
          tables(start(846, 181).u32(1, 2, 3, 4, 5).u32(end).string('None').u32(4), end).u32(end, 99),
        ).u32(50, 51, 0, 0, 52),
      ),
      { thumbnailOffset: 99, packageSource: 52, extra: expect.objectContaining({ transformers2: 5 }) },
    ],
    [
      'gears-of-war-ultimate',
      sized((end) =>
        guidAndGeneration(tables(start(835, 56).u32(end).string('None').u32(4), end).u32(end)).u32(50, 51, 0, 0, 52),
      ),
      { packageSource: 52, engineVersion: 50, cookerVersion: 51 },
    ],
    [
      'sudden-attack-2',
      sized((end) =>
        guidAndGeneration(tables(start(870, 108).u32(end).string('None').u32(4), end).u32(end, end, 0, 0, 99)).u32(
          50,
          51,
          0,
          0,
          52,
          0,
          0,
          61,
          62,
        ),
      ),
      { extra: { suddenAttack1: 61, suddenAttack2: 62 } },
    ],
  ]

describe.each(CASES)('%s', (game, file, expected) => {
  it('has its summary read to the last byte, without being told the game', async () => {
    const { summary, length, game: found } = await openSummary(memorySource(file))
    expect(found.id).toBe(game)
    expect(length).toBe(file.length)
    expect(summary).toMatchObject(expected)
    expect(summary.nameOffset).toBe(file.length)
    if (game !== 'spellborn') expect(summary.guid.toString()).toBe(GUID)
  })
})

it('unscrambles the counts of Ragnarok Online 2', async () => {
  // Constants of the public reader, applied by hand: 0 names at 0x40, 0 exports, 0 imports at the same place.
  const words = [
    0 ^ 0xd97790c7 ^ 0x1c,
    0x40 ^ 0xf208fb9f ^ 0x40,
    0 ^ 0xebbde077 ^ 0x04,
    0x40 ^ 0xe292ec62 ^ 0x03e9e1,
    0 ^ 0x201da87a ^ 0x05,
    0x40 ^ 0xa9b999df ^ 0x3e9be,
  ]
  const file = start(130, 5)
    .u32(0x10001)
    .u32(...words)
    .u8(...new Array<number>(28).fill(0xee))
    .bytes()
  const { summary, game } = await openSummary(memorySource(file))
  expect(game.id).toBe('ragnarok-online-2')
  expect(summary).toMatchObject({ nameCount: 0, nameOffset: 0x40, exportCount: 0, importOffset: 0x40 })
  expect(summary.extra['encrypted']).toEqual(new Uint8Array(28).fill(0xee))
})

it("leaves SWAT 4's plain packages with the same flag alone", async () => {
  const file = sized((end) => guidAndGeneration(tables(start(129, 27).u32(0x10001), end), false))
  const { summary, game } = await openSummary(memorySource(file))
  expect(game.id).not.toBe('ragnarok-online-2')
  expect(summary.nameOffset).toBe(file.length)
})
