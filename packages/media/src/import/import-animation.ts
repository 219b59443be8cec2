import { ObjectFlag } from '@ukit/container'
import { addObject, NEW_OBJECT_FLAGS, type PackageEdit } from '@ukit/edit'
import { ue1, ue2 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import type { SkeletalAnimation } from '../mesh/skeleton.js'
import { checkAnimation } from './animation-keys.js'
import { fillMotions, motionContent } from './animation-motions.js'
import { importAnimSet } from './animation-ue3.js'
import type { Imported } from './importer.js'
import { existingAt } from './skeletal-mesh.js'

/** How to import an animation; see `IMPORT_ANIMATION_DEFAULTS`. */
export interface AnimationImportOptions {
  /**
   * `keep`: sequences that the object has and the animation does not stay, so both must move the same bones. `drop`:
   * they go.
   */
  readonly otherSequences?: 'keep' | 'drop'
  /** UE3: bones other than the root take their places from the mesh; a set that there is keeps what it says. */
  readonly rotationOnly?: boolean
}

/** What `importAnimation` does unless told otherwise. */
export const IMPORT_ANIMATION_DEFAULTS = { otherSequences: 'keep' } as const satisfies AnimationImportOptions

/**
 * *Imports movements of a skeleton*: into an Animation (UE1), a MeshAnimation (UE2), an AnimSet or a single
 * AnimSequence (UE3), made when the path is free. A sequence of the same name is replaced and keeps its notifies and
 * groups.
 *
 * Places and turns keep their bits, times are those of UE1's seconds, UE2's frames and UE3's even distances (to which
 * keys of UE3 are resampled). In packages of UE3 made for games the fourth component of turns follows from the others.
 *
 * @param path of the object: `Group.Name`.
 * @throws {MediaError} for bones named twice, keys that are not numbers, or bones other than those that sequences
 *   that stay move. The document is untouched then.
 */
export async function importAnimation(
  edit: PackageEdit,
  path: string,
  animation: SkeletalAnimation,
  options: AnimationImportOptions = {},
): Promise<Imported> {
  const { otherSequences = IMPORT_ANIMATION_DEFAULTS.otherSequences, rotationOnly } = options
  const { context } = edit.package
  if (context.bigEndian)
    throw new MediaError('unsupported', 'expected a package of a PC, found one of a console: import into the PC version')
  checkAnimation(animation)
  const notes = [...animation.notes]
  const replaces = otherSequences === 'drop'
  if (context.engine === 3) {
    const entry = existingAt(edit, path, 'AnimSet', 'AnimSequence')
    const objects = await importAnimSet(edit, path, entry, animation, { replaces, rotationOnly }, notes)
    return { path, className: entry?.className ?? 'AnimSet', objects, notes }
  }
  const className = context.engine === 1 ? 'Animation' : 'MeshAnimation'
  const entry = existingAt(edit, path, className)
  const empty = context.engine === 1 ? new ue1.Animation() : new ue2.MeshAnimation()
  const existing = entry === undefined ? empty : (await edit.read(entry)).object
  if (!(existing instanceof ue1.Animation || existing instanceof ue2.MeshAnimation))
    throw new MediaError('unsupported', `${path} is not an animation that ukit can read`)
  const content = motionContent(existing, animation, replaces)
  if (entry !== undefined) {
    await edit.change(entry, (object) => {
      if (object instanceof ue1.Animation || object instanceof ue2.MeshAnimation) fillMotions(edit, object, content)
    })
    return { path: entry.path, className: entry.className, objects: [entry.path], notes }
  }
  fillMotions(edit, existing, content)
  const made = addObject(edit, path, `Engine.${className}`, existing, { flags: NEW_OBJECT_FLAGS | ObjectFlag.Standalone })
  return { path: made.path, className: made.className, objects: [made.path], notes }
}
