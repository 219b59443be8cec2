import { guidAndGeneration, readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'splinter-cell-chaos-theory',
  sized((end) => guidAndGeneration(tables(start(100, 124).u32(11, 1), end).u32(0x0ff0adde).u8(3, 1, 2, 3), false)),
  { flags: 1, extra: { scx1: 11, scx2: 0x0ff0adde, scx3: Uint8Array.of(1, 2, 3) } },
)
