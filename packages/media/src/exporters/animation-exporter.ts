import type { ReadObject } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import { animationOf } from '../mesh/animation.js'
import { psaOf } from '../psk/psa.js'
import type { Exporter } from './exporter.js'

/**
 * *Animations of skeletons as PSA*, with every sequence: they are in the glTF files of the meshes that name them too,
 * but not all have such a mesh, and glTF has no form for movement alone.
 */
export const animationExporter: Exporter = {
  classes: ['animation', 'meshanimation', 'animset'],
  takes: ({ object, export: exported }) =>
    object instanceof ue1.Animation ||
    object instanceof ue2.MeshAnimation ||
    object instanceof ue3.AnimSequence ||
    /animset$/i.test(exported.className),
  async export(read, { reader }) {
    if (read.object instanceof ue3.AnimSequence) throw inItsSet(read)
    const animation = await animationOf(reader, read)
    const file = { extension: 'psa', bytes: psaOf(animation, { mirror: !(read.object instanceof ue1.Animation) }) }
    const { notes } = animation
    return [notes.length === 0 ? file : { ...file, note: notes.join('; ') }]
  },
}

function inItsSet({ export: exported }: ReadObject): MediaError {
  const set = exported.outer?.path ?? 'its AnimSet'
  return new MediaError('elsewhere', `its keys are in the file of the AnimSet that it is in, ${set}`)
}
