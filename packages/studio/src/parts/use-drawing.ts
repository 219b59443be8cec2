import type { RefObject } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

/** What draws in three dimensions on a canvas. */
interface Drawing {
  close(): void
}

/** A drawing on a canvas, or why there is none. */
export interface DrawingState<D> {
  readonly drawing: { current: D | undefined }
  /** Why nothing is drawn. */
  readonly error: Error | undefined
  /** Tries again, where that may help. */
  readonly again: (() => void) | undefined
}

/**
 * *Draws on a canvas as long as it is shown*, if the browser draws in three dimensions at all. A card that is
 * lost, as when a computer wakes up, ends the drawing; the rest of the page goes on.
 *
 * @param make starts the drawing; `mostSide` is how large a texture may be.
 */
export function useDrawing<D extends Drawing>(
  canvas: RefObject<HTMLCanvasElement | null>,
  data: unknown,
  make: (canvas: HTMLCanvasElement, mostSide: number) => D,
): DrawingState<D> {
  const drawing = useRef<D | undefined>(undefined)
  const [attempt, setAttempt] = useState(0)
  const [failure, setFailure] = useState<{ readonly error: Error; readonly isLost: boolean } | undefined>()
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    // With the options of the renderer, which finds this context on the canvas.
    const context = element.getContext('webgl2', { antialias: true })
    if (context === null) {
      setFailure({ error: new Error('This browser does not draw in three dimensions (WebGL 2).'), isLost: false })
      return
    }
    const lose = () => setFailure({ error: new Error('The graphics card stopped drawing this.'), isLost: true })
    element.addEventListener('webglcontextlost', lose)
    try {
      drawing.current = make(element, Number(context.getParameter(context.MAX_TEXTURE_SIZE)))
    } catch (thrown) {
      setFailure({ error: thrown instanceof Error ? thrown : new Error(String(thrown)), isLost: false })
    }
    return () => {
      element.removeEventListener('webglcontextlost', lose)
      drawing.current?.close()
      drawing.current = undefined
      // Browsers keep sixteen of them, and take away the oldest.
      context.getExtension('WEBGL_lose_context')?.loseContext()
    }
  }, [data, attempt])
  const again = () => {
    setFailure(undefined)
    setAttempt(attempt + 1)
  }
  return { drawing, error: failure?.error, again: failure?.isLost === true ? again : undefined }
}
