import type { DefaultObject as DefaultObjectNode } from '@ukit/script'
import type { ClassDraft } from '../declare/class-draft.js'
import type { PackageDraft } from '../draft/draft.js'
import type { AssignContext } from './assign.js'
import type { DefaultLayer } from './layer.js'

/** `Begin Object … End Object`. */
export function declareSubobject(
  _draft: PackageDraft,
  at: AssignContext,
  _owner: ClassDraft,
  node: DefaultObjectNode,
  _layer: DefaultLayer,
): void {
  at.problems.push({ message: 'objects are not made yet', start: node.start })
}
