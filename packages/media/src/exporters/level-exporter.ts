import { isLevel } from '../level/is-level.js'
import type { Exporter } from './exporter.js'

/**
 * *Levels as glTF scenes*, if `scene` asks for them: textures are separate files unless `embed` puts them in.
 *
 * The code that makes them is loaded for the first one.
 */
export const levelExporter: Exporter = {
  classes: [],
  takes: ({ object }) => isLevel(object),
  async export(read, context) {
    if (context.options.scene !== true) return []
    const { levelFiles } = await import('./level-files.js')
    return levelFiles(read, context)
  },
}
