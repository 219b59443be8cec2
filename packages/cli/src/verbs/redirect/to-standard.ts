import type { Input, OpenedInput } from '@ukit/batch'
import { problemOf } from '../../batch/one-file.js'
import { UsageError } from '../../command/usage-error.js'
import type { AnyCall, ExitStatus } from '../../command/verb.js'
import { expand } from '../../inputs/expand.js'
import { closeContainers, openInput } from '../../inputs/open.js'
import { oneOutput, STANDARD, writeTo } from '../../inputs/standard.js'
import { printable } from '../../terminal/text.js'

/** Runs a verb that converts files with `-o -`: one file, to standard output. */
export async function toStandard(
  call: AnyCall & { readonly options: { readonly json: boolean } },
  make: (opened: OpenedInput, input: Input) => Promise<AsyncIterable<Uint8Array>>,
): Promise<ExitStatus> {
  const { verb, positionals, options, output, signal } = call
  oneOutput(STANDARD, options.json)
  const [input, ...others] = (await expand(positionals)).inputs
  if (input === undefined || others.length > 0) throw new UsageError(`${verb} writes one file to standard output`)
  try {
    const opened = await openInput(input, { asIs: true })
    try {
      await writeTo(STANDARD, await make(opened, input), output, { signal })
      return 0
    } finally {
      await opened.close()
    }
  } catch (error) {
    if (signal.aborted) throw error
    output.error(`${printable(input.path)}: ${problemOf(error).message}`)
    return 1
  } finally {
    await closeContainers()
  }
}
