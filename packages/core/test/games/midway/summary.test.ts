import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'stranglehold',
  sized((end) =>
    guidAndGeneration(tables(start(375, 25).u32(end).u32(0x574f4f20, 300, 12).string('None').u32(4), end).u32(13)).u32(
      50,
      51,
      0,
      0,
    ),
  ),
  { extra: { midwayGame: 0x574f4f20, midwayVersion: 300, midway1: 12, midway2: 13 } },
)

readsSummary(
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
)
