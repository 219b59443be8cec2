import { Channel } from './channel.js'
import { trustedAddress } from './trusted-types.js'
import workerAddress from './worker/main.js?worker&url'

/** Called when the worker died: what was open has to be opened anew. */
const lost = new Set<() => void>()

/** *The worker that reads packages.* It is started by the first call. */
export const data = new Channel(
  () => new Worker(trustedAddress(workerAddress), { type: 'module' }),
  () => {
    for (const listener of lost) listener()
  },
)

/** Is told when the worker died. */
export function onWorkerLost(listener: () => void): void {
  lost.add(listener)
}
