import type { BoneSequence, FrameSequence, SkeletalAnimation } from '@ukit/media'
import type { MeshData } from '../../data/media-calls.js'

/** *Something that a mesh can do*: a sequence of its frames, or of its bones. */
export type Movement = { readonly name: string; readonly seconds: number; readonly rate: number } & (
  | { readonly kind: 'frames'; readonly sequence: FrameSequence }
  | { readonly kind: 'bones'; readonly sequence: BoneSequence; readonly animation: SkeletalAnimation }
)

/** All that a mesh can do, in the order of the file. */
export function movementsOf({ mesh, animations }: MeshData): Movement[] {
  const frames = (mesh.frames?.sequences ?? [])
    .filter(({ count }) => count > 1)
    .map((sequence): Movement => {
      const rate = sequence.rate > 0 ? sequence.rate : 30
      return { kind: 'frames', sequence, name: sequence.name, seconds: sequence.count / rate, rate }
    })
  const bones = animations.flatMap((animation) =>
    animation.sequences.map(
      (sequence): Movement => ({
        kind: 'bones',
        sequence,
        animation,
        name: sequence.name,
        seconds: Math.max(sequence.seconds, 1e-3),
        rate: sequence.rate > 0 ? sequence.rate : 30,
      }),
    ),
  )
  return [...frames, ...bones]
}
