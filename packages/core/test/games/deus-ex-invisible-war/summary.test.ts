import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'thief-deadly-shadows',
  sized((end) => guidAndGeneration(tables(start(95, 133).u32(1), end).u32(77), false)),
  { flags: 1, extra: { flesh: 77 } },
)
