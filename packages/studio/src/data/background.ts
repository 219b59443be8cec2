import { type CallOptions, Channel } from './channel.js'
import type { CheckedPackage } from './check-calls.js'
import type { FileToOpen } from './package-calls.js'
import { trustedAddress } from './trusted-types.js'
import workerAddress from './worker/main.js?worker&url'

/**
 * Looks for problems in a file with a worker of its own, so that nobody waits for it meanwhile; it ends with
 * the work.
 *
 * @param others files in which the packages are found that it needs.
 */
export async function checkInBackground(
  file: FileToOpen,
  others: readonly FileToOpen[],
  options: CallOptions,
): Promise<CheckedPackage> {
  let worker: Worker | undefined
  const channel = new Channel(() => {
    worker = new Worker(trustedAddress(workerAddress), { type: 'module' })
    return worker
  })
  try {
    await channel.call('shelve', { files: others }, options)
    const { id } = await channel.call('open', file, options)
    return await channel.call('check', { id }, options)
  } finally {
    worker?.terminate()
  }
}
