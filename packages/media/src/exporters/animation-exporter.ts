import { ExportObject, type ObjectReader } from '@ukit/core'
import { ue1, ue2, ue3 } from '@ukit/objects'
import { MediaError } from '../media-error.js'
import type { Exporter } from './exporter.js'

/**
 * *Animations of skeletons as PSA*, with all sequences. They are also in the glTF files of the meshes that
 * name them, but not all have such a mesh, and glTF cannot express movement alone. The code that makes the
 * files is loaded for the first of them.
 */
export const animationExporter: Exporter = {
  classes: ['animation', 'meshanimation', 'animset', 'animsequence'],
  takes: ({ object, export: exported }) =>
    object instanceof ue1.Animation ||
    object instanceof ue2.MeshAnimation ||
    object instanceof ue3.AnimSequence ||
    /animset$/i.test(exported.className),
  async export(read, { reader }) {
    if (/^Default__/i.test(read.export.name)) throw new MediaError('no-data', 'the template of a class: it has no keys')
    if (read.object instanceof ue3.AnimSequence) {
      const set = (await setsOf(reader)).get(read.export)
      if (set !== undefined)
        throw new MediaError('elsewhere', `its keys are in the file of the AnimSet that lists it, ${set.path}`)
    }
    return [await (await import('./psa-file.js')).psaFile(read, reader)]
  },
}

/** The first set that lists each sequence of a package; found once per package. */
const SETS = new WeakMap<ObjectReader, Promise<Map<ExportObject, ExportObject>>>()

function setsOf(reader: ObjectReader): Promise<Map<ExportObject, ExportObject>> {
  let sets = SETS.get(reader)
  if (sets === undefined) {
    sets = findSets(reader)
    SETS.set(reader, sets)
  }
  return sets
}

async function findSets(reader: ObjectReader): Promise<Map<ExportObject, ExportObject>> {
  const sets = new Map<ExportObject, ExportObject>()
  for (const exported of reader.package.exports) {
    if (exported.isNull || exported.entry.size === 0 || !/animset$/i.test(exported.className)) continue
    const list = (await reader.read(exported)).object.properties.get('Sequences')
    for (const sequence of Array.isArray(list) ? list : [])
      if (sequence instanceof ExportObject && !sets.has(sequence)) sets.set(sequence, exported)
  }
  return sets
}
