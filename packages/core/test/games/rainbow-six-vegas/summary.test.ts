import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'rainbow-six-vegas',
  sized((end) => guidAndGeneration(tables(start(241, 66).u32(0, 14).u32(3), end), false)),
  { flags: 3, extra: { keller1: 0, keller2: 14 } },
)
