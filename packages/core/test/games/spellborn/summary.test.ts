import { readsSummary, sized, start, tables } from '../summaries.js'

readsSummary(
  'spellborn',
  sized((end) => tables(start(159, 29).u32(5), end).u32(1, 0, 0)),
  { flags: 5, generations: [{ exportCount: 0, nameCount: 0, netObjectCount: 0 }], extra: {} },
  null,
)
