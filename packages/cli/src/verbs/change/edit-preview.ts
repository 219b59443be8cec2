import type { Package } from '@ukit/core'
import { checkBodies } from '@ukit/edit'
import { diffPackages } from '@ukit/inspect'
import { type DiffTextOptions, diffText } from '../look/diff-text.js'

/**
 * What `edit --dry-run` prints: how the edited package differs from the one that was read. Every object is
 * made once, so that one that cannot be moved is reported.
 *
 * In a module of its own, loaded when it is asked for: most edits compare nothing.
 *
 * @throws {PackageError} `unsupported`, as saving would.
 */
export async function previewEdit(
  file: string,
  before: Package,
  after: Package,
  look: Pick<DiffTextOptions, 'style' | 'width'>,
  signal: AbortSignal,
): Promise<string> {
  await checkBodies(after.image)
  const found = await diffPackages(before, after, { signal })
  return diffText({ path: file, other: file }, found, null, { ...look, all: false, many: false })
}
