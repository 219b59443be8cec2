import type { MacroOptions } from '@ukit/script/syntax'
import type { SourceFileText } from '../build.js'
import type { SourceFacts } from './source-facts.js'

/** The sources of one package. */
export interface PackageSources {
  readonly name: string
  /** In the order in which the compiler reads them; lines end with LF. */
  readonly files: readonly SourceFileText[]
  /** The file with its flags, and what messages call it. */
  readonly upkg?: { readonly file: string; readonly bytes: Uint8Array } | undefined
  /** What the texts say at a glance, where that is known. */
  readonly facts?: SourceFacts | undefined
  /** UE3: what the macros of its texts mean. */
  readonly macros?: MacroOptions | undefined
}
