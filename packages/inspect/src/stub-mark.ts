import type { Package } from '@ukit/core'

/** Name of the text that says that a package is a stub: made from what its users need, with placeholders. */
export const STUB_MARK = 'UkitStub'

/** *Whether a package is a stub*, made by `stubPackage` because the real one was missing. */
export function isStub(pkg: Package): boolean {
  return pkg.find(`TextBuffer'${STUB_MARK}'`) !== undefined
}
