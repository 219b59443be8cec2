import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'gears-of-war-ultimate',
  sized((end) =>
    guidAndGeneration(tables(start(835, 56).u32(end).string('None').u32(4), end).u32(end)).u32(50, 51, 0, 0, 52),
  ),
  { packageSource: 52, engineVersion: 50, cookerVersion: 51 },
)
