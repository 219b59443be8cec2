import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'aliens-colonial-marines',
  sized((end) =>
    guidAndGeneration(tables(start(787, 47).u32(end).string('None').u32(4), end).u32(end, end, 0, 0, 99))
      .u8(1, 0, 0x02, 0x80, 3, 0)
      .u32(51, 0, 0, 52, 0, 0)
      .u32(64),
  ),
  { cookerVersion: 51, packageSource: 52, extra: { engine1: 1, engine2: 0x8002, engine3: 3, aliens: 64 } },
)
