import { expect } from 'vitest'
import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'duke-nukem-forever',
  sized((end) =>
    guidAndGeneration(tables(start(156, 36).u32(0x21), end), false)
      .u32(2011, 12, 1, 62354)
      .u8(0),
  ),
  { extra: expect.objectContaining({ buildYear: 2011, buildMonth: 12, buildDay: 1, buildSecond: 62354 }) },
)
