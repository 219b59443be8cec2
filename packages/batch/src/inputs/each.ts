import { UkitError } from '@ukit/codecs/internal'
import { expandInputs } from './expand.js'
import type { ExpandOptions, Input, Inputs, OpenedInput } from './input.js'
import { InputOpener, type OpenInputOptions } from './input-opener.js'
import { type SkippedFile, skippedFiles } from './skipped-files.js'

/** Settings of {@link openEach}. */
export interface OpenEachOptions extends ExpandOptions, OpenInputOptions {
  /** Called once, before the first file is opened, with what is left out of folders and archives. */
  readonly onSkipped?: ((skipped: readonly SkippedFile[]) => void) | undefined
  /** Called before each file is opened, and after the last one. */
  readonly onProgress?: ((done: number, total: number, path: string) => void) | undefined
}

/** A file that is open, or the reason why it is not. */
export type OpenedEach =
  | { readonly input: Input; readonly opened: OpenedInput; readonly error?: undefined }
  | { readonly input: Input; readonly opened?: undefined; readonly error: UkitError }

/**
 * *Opens every file that words name, one after the other*: files, folders, patterns, and files in archives,
 * as `expandInputs` finds them. What cannot be opened gives its error and does not stop the others. Each is
 * closed when the next one is asked for.
 *
 * @example
 * for await (const { input, opened, error } of openEach(['Maps', 'mod.zip!'])) {
 *   if (error !== undefined) console.log(`${input.path}: ${error.message}`)
 *   else console.log(input.path, opened.source.byteLength)
 * }
 */
export async function* openEach(words: readonly string[], options: OpenEachOptions = {}): AsyncGenerator<OpenedEach> {
  const { signal, onSkipped, onProgress } = options
  const opener = new InputOpener()
  try {
    const found: Inputs = await expandInputs(words, options, opener)
    onSkipped?.(skippedFiles(found))
    for (const [done, input] of found.inputs.entries()) {
      signal?.throwIfAborted()
      onProgress?.(done, found.inputs.length, input.path)
      const each = await openOne(opener, input, options)
      try {
        yield each
      } finally {
        await each.opened?.close()
      }
    }
    const { length } = found.inputs
    onProgress?.(length, length, found.inputs.at(-1)?.path ?? '')
  } finally {
    await opener.close()
  }
}

async function openOne(opener: InputOpener, input: Input, options: OpenInputOptions): Promise<OpenedEach> {
  try {
    return { input, opened: await opener.open(input, options) }
  } catch (error) {
    if (!(error instanceof UkitError)) throw error
    return { input, error }
  }
}
