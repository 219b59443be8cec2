/**
 * *A texture that the engine paints while the game runs*, as plain data: what a simulator needs, and nothing
 * that is live.
 */
export type ProceduralTexture = FireTexture | WaterTexture | IceTexture

/** What textures that are painted have in common. */
export interface PaintedTexture {
  /** In texels. */
  readonly width: number
  /** In texels. */
  readonly height: number
  /** Red, green, blue and alpha for each of 256 colours. */
  readonly palette: Uint8Array
  /** Frames per second; the engine paints one for each frame of the game unless the texture sets a limit. */
  readonly frameRate: number
  /** Frames that pass before it is first seen. */
  readonly primeCount: number
}

/** *Fire*: sparks that heat texels, whose heat spreads, rises and fades. */
export interface FireTexture extends PaintedTexture {
  readonly kind: 'fire'
  /** How slowly heat fades, 0 to 255. */
  readonly renderHeat: number
  readonly isRising: boolean
  /** 8 bytes a spark: type, heat, X, Y, and four whose meaning the type decides. */
  readonly sparks: Uint8Array
  /** How many sparks there may be, with those that others emit. */
  readonly sparksLimit: number
}

/**
 * *Water*: drops that make waves, seen as they are (`water`), lit (`wave`) or as glass over a texture
 * (`wet`).
 */
export interface WaterTexture extends PaintedTexture {
  readonly kind: 'water' | 'wave' | 'wet'
  /** How high the waves look, 0 to 255. */
  readonly waveAmp: number
  /** 8 bytes a drop: type, depth, X, Y, and four whose meaning the type decides. */
  readonly drops: Uint8Array
  /**
   * The light on waves: its strength, its direction (256 are a turn), where its shine begins and how wide it
   * is.
   */
  readonly bumpMapLight: number
  readonly bumpMapAngle: number
  readonly phongRange: number
  readonly phongSize: number
  /** What is seen through the water. */
  readonly source: PaintedLayer | undefined
}

/** *Ice*: a texture seen through another, of which one moves. */
export interface IceTexture extends PaintedTexture {
  readonly kind: 'ice'
  readonly glass: PaintedLayer
  readonly source: PaintedLayer
  /** `SLIDE_Linear`, `_Circular`, `_Gestation`, `_WavyX`, `_WavyY`. */
  readonly panningStyle: number
  /** Speeds, of which 128 is none. */
  readonly horizPanSpeed: number
  readonly vertPanSpeed: number
  readonly frequency: number
  readonly amplitude: number
  /** The glass moves, and not what is under it. */
  readonly movesGlass: boolean
  /** It moves with time, and not with frames. */
  readonly isRealTime: boolean
  /** Where it was when it was saved. */
  readonly position: { readonly count: number; readonly u: number; readonly v: number }
}

/** A texture that another uses: its palette indices row by row, or how they are painted. */
export type PaintedLayer = ProceduralTexture | StillLayer

/** A texture that does not move. */
export interface StillLayer {
  readonly kind: 'still'
  readonly width: number
  readonly height: number
  readonly indices: Uint8Array
}
