import { guidAndGeneration, readsSummary, sized, start } from '../summaries.js'

readsSummary(
  'tera-old',
  // A cooked package with no names: the count is stored with the offset added.
  sized((end) =>
    guidAndGeneration(start(610, 14).u32(end).string('None').u32(8).u32(end, end, 0, end, 0, end).u32(end)).u32(
      50,
      51,
      0,
      0,
      52,
      0,
    ),
  ),
  { nameCount: 0, engineVersion: 50, cookerVersion: 51, packageSource: 52 },
)
