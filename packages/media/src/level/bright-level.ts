import type { Mesh } from '../mesh/model/mesh.js'
import type { Level, LightPage } from './level.js'

/**
 * *A level in brighter light*, as the games' own setting makes the whole screen: `value ** (1 / gamma)`. Only
 * its light changes, in pages and on vertices; textures are as they are.
 */
export function brightLevel(level: Level, gamma: number): Level {
  if (gamma === 1) return level
  const meshes = level.meshes.map((one) => ({ ...one, mesh: brightMesh(one.mesh, gamma) }))
  return { ...level, meshes, lightPages: level.lightPages.map((page) => brightPage(page, gamma)) }
}

function brightPage(page: LightPage, gamma: number): LightPage {
  const { brightness, rgba } = page
  // What is shown is the value times the brightness.
  const table = Uint8Array.from({ length: 256 }, (_, value) =>
    Math.min(255, Math.round((255 * ((value * brightness) / 255) ** (1 / gamma)) / brightness)),
  )
  return { ...page, rgba: rgba.map((value, i) => (i % 4 === 3 ? value : (table[value] ?? value))) }
}

function brightMesh(mesh: Mesh, gamma: number): Mesh {
  const table = Uint8Array.from({ length: 256 }, (_, value) => Math.round(255 * (value / 255) ** (1 / gamma)))
  const lods = mesh.lods.map((lod) => {
    const { colors, areColorsDrawn } = lod
    if (colors === undefined || areColorsDrawn !== true) return lod
    return { ...lod, colors: colors.map((value, i) => (i % 4 === 3 ? value : (table[value] ?? value))) }
  })
  return { ...mesh, lods }
}
