import { MediaError, type SkeletalAnimation } from '@ukit/media'
import { plural } from '@ukit/text/internal'

/**
 * *An animation with its bones in the order that an existing object has*, as the sequences that it keeps
 * depend on that order.
 *
 * @param names bones of the object; empty when there is nothing to keep.
 * @param stays names of sequences that are kept.
 * @throws {MediaError} `unsupported` when the object keeps sequences and its bones are different.
 */
export function inOrderOf(
  animation: SkeletalAnimation,
  names: readonly string[],
  stays: readonly string[],
): SkeletalAnimation {
  const known = new Map(animation.bones.map(({ name }, i) => [name.toLowerCase(), i]))
  const order = names.map((name) => known.get(name.toLowerCase()))
  const isSame = names.length === animation.bones.length && order.every((bone) => bone !== undefined)
  if (!isSame) {
    if (stays.length === 0) return animation
    const missing = names.find((name) => !known.has(name.toLowerCase()))
    const own = new Set(names.map((name) => name.toLowerCase()))
    const more = animation.bones.find(({ name }) => !own.has(name.toLowerCase()))?.name
    const different = missing === undefined ? `also ${JSON.stringify(more)}` : `no ${JSON.stringify(missing)}`
    throw new MediaError(
      'unsupported',
      `expected the ${plural(names.length, 'bone')} that ` +
        `${plural(stays.length, 'other sequence of the object moves', 'other sequences of the object move')}, ` +
        `found ${different}: import all sequences, or let it replace the others`,
    )
  }
  const from = order.map((bone) => bone ?? 0)
  if (from.every((bone, i) => bone === i)) return animation
  const to = new Map(from.map((bone, i) => [bone, i]))
  return {
    ...animation,
    bones: from.map((bone) => {
      const { name = '', parent = -1 } = animation.bones[bone] ?? {}
      return { name, parent: parent < 0 ? -1 : (to.get(parent) ?? -1) }
    }),
    sequences: animation.sequences.map((sequence) => ({
      ...sequence,
      tracks: sequence.tracks.map((track) => ({ ...track, bone: to.get(track.bone) ?? track.bone })),
    })),
  }
}
