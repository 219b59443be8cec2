import type { PackageEdit } from '../document.js'
import { Transfer } from './transfer-run.js'
import type { TransferOptions, Transferred, TransferSelection } from './transfer-types.js'

/**
 * *Takes objects from other packages over into this one, with all that they need.*
 *
 * What an object refers to in its own package comes along or is imported (`references`); what its package
 * imports is imported here too, but for what this package holds itself. Groups are made where they do not
 * exist. The objects' bytes stay in their files until this document is built: keep those open until it is
 * saved. The other documents are left as they are.
 *
 * @throws {PackageError} `refused` when a name is taken by another object, when an object that would be
 *   imported is not public, or when the package's versions differ and
 * something would be lost; `unsupported` when an object is not understood to its last byte. Throw the
 * document away then.
 */
export async function transferObjects(
  into: PackageEdit,
  selections: readonly TransferSelection[],
  options: TransferOptions = {},
): Promise<Transferred> {
  return new Transfer(into, selections, options).run()
}
