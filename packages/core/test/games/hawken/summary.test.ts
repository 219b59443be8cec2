import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'hawken',
  sized((end) =>
    guidAndGeneration(
      tables(start(860, 4, 0xea31928c).u32(end).string('None').u32(4, 88), end).u32(end, end, 0, 0, 99),
    ).u32(50, 0, 0, 0, 52, 0, 0),
  ),
  { tag: 0xea31928c, thumbnailOffset: 99, extra: { word: 88 } },
)
