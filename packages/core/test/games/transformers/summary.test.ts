import { expect } from 'vitest'
import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'transformers-fall-of-cybertron',
  sized((end) =>
    guidAndGeneration(tables(start(846, 181).u32(1, 2, 3, 4, 5).u32(end).string('None').u32(4), end).u32(end, 99)).u32(
      50,
      51,
      0,
      0,
      52,
    ),
  ),
  { thumbnailOffset: 99, packageSource: 52, extra: expect.objectContaining({ transformers2: 5 }) },
)
