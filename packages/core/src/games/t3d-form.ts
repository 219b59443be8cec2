/** *How the editor of a game writes T3D*: what differs between generations. */
export interface T3dForm {
  /** The engine that the editor is of. */
  readonly engine: 1 | 2 | 3
  /** What the package of a level is called while it is in the editor; empty where it is not written. */
  readonly level: string
  /** `Class=Engine.Light`, and not `Class=Light`. */
  readonly classPaths: boolean
  /** Floats with six decimals, or with seven digits (`-9.918213e-05`). */
  readonly floats: 'decimals' | 'digits'
  /** A number halfway between two of six decimals becomes the even one, or the larger one. */
  readonly halves: 'even' | 'up'
  /** `Tag="Light"`, and not `Tag=Light`. */
  readonly quotesNames: boolean
  /** True if an actor ends with its name. */
  readonly endsWithName: boolean
  /** `Texture=Brick`, and not `Texture=Walls.Base.Brick`. */
  readonly bareTextures: boolean
  /** When the offset of a texture is written: never, where it is set, always and after the corners. */
  readonly pan: 'never' | 'set' | 'last'
  /** When the scale of light maps is written: never, unless it is 32, always. */
  readonly lightMapScale: 'never' | 'set' | 'always'
  /** True if elements of arrays that are zero and that the class does not give are written. */
  readonly zeroElements: boolean
  /** True if an empty line follows the value that an object or a brush was written for. */
  readonly emptyLines: boolean
  /** True if `Begin Surface` and `End Surface` are at the end. */
  readonly hasSurface: boolean
}
