import { MediaError } from '@ukit/media'
import type { Outcome } from '../../batch/batch-verb.js'
import { plural } from '../../terminal/text.js'

/** What became of a package without a level that lies in a named folder, where not all are maps. */
const PASSED_OVER: Outcome = { failed: false, errors: [], counts: { passedOver: 1 } }

/**
 * *Passes over what is not a map*, unless it was named itself: folders of games have other packages beside
 * their maps.
 *
 * @param path the file, as it is shown.
 * @param named the words of the call.
 */
export function passedOver(error: unknown, path: string, named: readonly string[]): Outcome | undefined {
  const isOther = error instanceof MediaError && error.reason === 'no-form'
  return isOther && !named.includes(path) ? PASSED_OVER : undefined
}

/** How many packages of a run were passed over, as a line at its end. */
export function passedOverText(_files: number, _failed: number, { passedOver = 0 }: Outcome['counts'] = {}): string {
  return passedOver === 0 ? '' : `passed over: ${plural(passedOver, 'package')} without a level\n`
}
