import { startsLikePackage } from '@ukit/batch'
import { InputError } from '../command/usage-error.js'

/**
 * Refuses a package where a text is wanted, which would be read as nonsense.
 *
 * @throws {InputError} with what is expected.
 */
export function refusePackage(path: string, expected: string): void {
  if (startsLikePackage(path)) throw new InputError(`"${path}" is a package: expected ${expected}`)
}
