import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
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
)
