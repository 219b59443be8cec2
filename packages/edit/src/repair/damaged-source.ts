import type { FormatContext, Layout, Summary } from '@ukit/container'

/** Where tables are looked for. */
export interface DamagedSource {
  readonly bytes: Uint8Array
  readonly summary: Summary
  readonly context: FormatContext
  readonly layout: Layout
  /** Where the summary and the heritage table end: names are there in nearly all packages. */
  readonly headEnd: number
}
