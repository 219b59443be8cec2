import { isMesh } from '../mesh/model/mesh-kind.js'
import type { Exporter } from './exporter.js'

/**
 * *Meshes as glTF*, with their animations and materials; textures are separate files unless `embed` puts them
 * in. `psk` adds a PSK file, `threeD` the pair `_a.3d` and `_d.3d` of a vertex mesh of UE1.
 *
 * The code that makes them is loaded for the first mesh: it is as much as everything else that extraction
 * loads.
 */
export const meshExporter: Exporter = {
  classes: ['mesh', 'vertmesh', 'skeletalmesh', 'staticmesh'],
  takes: ({ object }) => isMesh(object),
  export: async (read, context) => (await loaded()).meshFiles(read, context),
}

let loading: Promise<typeof import('./mesh-files.js')> | undefined

/** Importing a module takes a while even when it is already loaded. */
function loaded(): Promise<typeof import('./mesh-files.js')> {
  loading ??= import('./mesh-files.js')
  return loading
}
