import type { Package } from '@ukit/core'
import { checkBodies } from '@ukit/edit'
import { diffPackages } from '@ukit/inspect'
import { type DiffTextOptions, diffText } from '../look/diff-text.js'

/**
 * The output of `edit --dry-run`: how the edited package differs from the one that was read. Every object is
 * written once, so that objects that cannot be moved are reported.
 *
 * This is a separate module that is only loaded when it is needed: most edits do not compare anything.
 *
 * @throws {PackageError} `unsupported`, as saving would.
 */
export async function previewEdit(
  file: string,
  before: Package,
  after: Package,
  look: Pick<DiffTextOptions, 'style' | 'width' | 'all'>,
  signal: AbortSignal,
): Promise<string> {
  await checkBodies(after.image)
  const found = await diffPackages(before, after, { signal })
  return diffText({ path: file, other: file }, found, null, { ...look, many: false })
}
