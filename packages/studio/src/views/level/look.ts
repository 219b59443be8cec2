/** How surfaces are shown: with their light, without, as edges, or in a colour for each zone. */
export type SurfaceMode = 'lit' | 'unlit' | 'wire' | 'zones'

/** *What of a level is shown, and how.* */
export interface LevelLook {
  readonly mode: SurfaceMode
  /** Meshes and sprites that were placed. */
  readonly meshes: boolean
  /** A mark for each actor that is not seen in the game. */
  readonly actors: boolean
  readonly lights: boolean
  readonly paths: boolean
  /** What players run against without seeing it. */
  readonly collision: boolean
  /** Texels with sharp edges; light stays smooth. */
  readonly isNearest: boolean
  /** Exponent as games' own setting of brightness. */
  readonly bright: number
  /** From the first key of movers to the last, 0 to 1; absent for where the file has them. */
  readonly moved?: number | undefined
}

/** What is shown at first. */
export const FIRST_LOOK: LevelLook = {
  mode: 'lit',
  meshes: true,
  actors: false,
  lights: false,
  paths: false,
  collision: false,
  isNearest: false,
  bright: 1,
}
