import type { PackageEdit } from '@ukit/edit'
import { MediaError, type SkeletalAnimation, type Skeleton } from '@ukit/media'
import { ue1, ue2 } from '@ukit/objects'
import type { Imported } from '../importer.js'
import { checkNewPath } from '../new-object.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'
import type { MeshNotify } from '../vertex-mesh/mesh-options.js'
import { checkAnimation } from './animation-keys.js'
import { fillMotions, motionContent } from './animation-motions.js'
import { type AnimationSequenceOptions, withSequenceOptions } from './animation-sequences.js'
import { importAnimSet } from './animation-ue3.js'

/** How to import an animation; see `IMPORT_ANIMATION_DEFAULTS`. */
export interface AnimationImportOptions {
  /**
   * `keep`: sequences that the object has and the animation does not are kept; both must then move the same
   * bones. `drop`: they are removed.
   */
  readonly otherSequences?: 'keep' | 'drop' | undefined
  /**
   * UE3: positions of all bones but the root are those of the mesh. An existing set keeps its setting by
   * default.
   */
  readonly rotationOnly?: boolean | undefined
  /** Skeleton of the mesh that is animated: bones without keys have its pose. */
  readonly skeleton?: Skeleton | undefined
  /** Rates and groups of sequences, by name. */
  readonly sequences?: readonly AnimationSequenceOptions[] | undefined
  /** Functions that sequences call, in addition to those that the file names; UE1 and UE2. */
  readonly notifies?: readonly MeshNotify[] | undefined
}

/** The defaults of `importAnimation`. */
export const IMPORT_ANIMATION_DEFAULTS = { otherSequences: 'keep' } as const satisfies AnimationImportOptions

/**
 * *Imports the animation of a skeleton* into an Animation (UE1), a MeshAnimation (UE2), an AnimSet or a
 * single AnimSequence (UE3), which is added when the path is free. A sequence of the same name is replaced
 * and keeps its notifies and groups.
 *
 * Positions and rotations keep their bits. Times are stored as UE1's seconds, UE2's frames and UE3's even
 * intervals (to which keys of UE3 are resampled). In packages of UE3 made for games the fourth component of
 * rotations is derived from the others.
 *
 * @param path of the object: `Group.Name`.
 * @throws {MediaError} for duplicate bone names, keys that are not numbers, or bones that differ from those
 *   of kept sequences. The document is then unchanged.
 */
export async function importAnimation(
  edit: PackageEdit,
  path: string,
  given: SkeletalAnimation,
  options: AnimationImportOptions = {},
): Promise<Imported> {
  const { otherSequences = IMPORT_ANIMATION_DEFAULTS.otherSequences, rotationOnly, skeleton } = options
  const { context } = edit.package
  if (context.bigEndian)
    throw new MediaError('unsupported', 'expected a PC package, found a console one: import into the PC version')
  checkAnimation(given)
  const animation = withSequenceOptions(given, options.sequences ?? [], options.notifies ?? [])
  const notes = [...animation.notes]
  const replaces = otherSequences === 'drop'
  if (context.engine === 3) {
    if ((options.notifies ?? []).length > 0)
      notes.push('functions that sequences call were left out: UE3 has objects for them, which its editor creates')
    const { entry, objects } = await importAnimSet(edit, path, animation, { replaces, rotationOnly, skeleton }, notes)
    return { path: entry.path, className: entry.className, objects, notes }
  }
  const className = context.engine === 1 ? 'Animation' : 'MeshAnimation'
  const target = await importTarget<ue1.Animation | ue2.MeshAnimation>(edit, path, className, [
    ue1.Animation,
    ue2.MeshAnimation,
  ])
  if (target.replaced === undefined) checkNewPath(edit, path, className)
  const content = motionContent(target.object, animation, replaces, skeleton)
  const entry = await putObject(edit, target, RESOURCE_FLAGS, (object) => fillMotions(edit, object, content))
  return { path: entry.path, className: entry.className, objects: [entry.path], notes }
}
