import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'bioshock-infinite',
  sized((end) =>
    guidAndGeneration(tables(start(727, 75).u32(9).u32(end).string('None').u32(4), end).u32(end, 99)).u32(
      50,
      51,
      0,
      0,
      52,
      0,
    ),
  ),
  { thumbnailOffset: 99, importExportGuidsOffset: 0, packageSource: 52, extra: { infinite: 9 } },
)
