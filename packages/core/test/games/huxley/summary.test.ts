import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
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
)
