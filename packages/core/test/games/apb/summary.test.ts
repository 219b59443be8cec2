import { expect } from 'vitest'
import { readsSummary, sized, start } from '../summaries.js'

readsSummary(
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
)
