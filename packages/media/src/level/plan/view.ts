import type { DrawingItem } from './drawing.js'

/** *A level as it is seen from one side*, before a legend is put beside it. */
export interface View {
  readonly width: number
  readonly height: number
  /** Pixels of an Unreal unit, along the floor. */
  readonly scale: number
  readonly items: readonly DrawingItem[]
  readonly background: string
}

/** How a level is seen. */
export interface ViewOptions {
  /** Unreal units: nothing above this height is drawn, and walls are cut there. */
  readonly height: number
  /** Pixels of the longer side. */
  readonly size: number
  /** Whether ways of bots are drawn. */
  readonly paths: boolean
  /** Whether it is one of many on a sheet: then it has no names. */
  readonly isSmall: boolean
}
