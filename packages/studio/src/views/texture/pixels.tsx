import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

/** Pixels of a picture: red, green, blue and alpha, row by row. */
export interface Raster {
  readonly rgba: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

/** Pixels, so many of the screen for each. */
export function Pixels({
  raster: { rgba, width, height },
  across,
  down,
  canvas,
  turn = 0,
  from = 0,
}: {
  readonly raster: Raster
  /** Pixels of the screen. */
  readonly across: number
  readonly down: number
  /** Where the element is given. */
  readonly canvas?: RefObject<HTMLCanvasElement | null>
  /** Another number when the same array has other pixels. */
  readonly turn?: number
  /** What is left of it is not shown, 0 to 1. */
  readonly from?: number
}) {
  const own = useRef<HTMLCanvasElement>(null)
  const shown = canvas ?? own
  useEffect(() => {
    const element = shown.current
    if (element === null || width === 0 || height === 0) return
    if (element.width !== width) element.width = width
    if (element.height !== height) element.height = height
    element.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0)
  }, [rgba, width, height, turn])
  return (
    <canvas
      ref={shown}
      style={{
        width: `${across}px`,
        height: `${down}px`,
        imageRendering: across >= 2 * width ? 'pixelated' : 'auto',
        clipPath: from > 0 ? `inset(0 0 0 ${from * 100}%)` : 'none',
      }}
    />
  )
}
