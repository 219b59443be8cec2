import { animationExporter } from './animation-exporter.js'
import { classExporter } from './class-exporter.js'
import { cubemapExporter } from './cubemap-exporter.js'
import type { Exporter } from './exporter.js'
import { flashExporter } from './flash-exporter.js'
import { fontExporter } from './font-exporter.js'
import { levelExporter } from './level-exporter.js'
import { meshExporter } from './mesh-exporter.js'
import { movieExporter, soundExporter, wwiseExporter } from './sound-exporter.js'
import { textExporter } from './text-exporter.js'
import { textureExporter } from './texture-exporter.js'
import { texture2DExporter } from './texture2d-exporter.js'

/**
 * *Exporters for every form in which objects can be extracted.* The first one that takes an object exports
 * it.
 */
export const EXPORTERS: readonly Exporter[] = [
  cubemapExporter,
  fontExporter,
  textureExporter,
  texture2DExporter,
  soundExporter,
  wwiseExporter,
  movieExporter,
  textExporter,
  classExporter,
  flashExporter,
  meshExporter,
  animationExporter,
  levelExporter,
]
