import { useEffect, useRef } from 'preact/hooks'
import type { LevelPlanPicture } from '../../data/media-calls.js'
import type { CameraPlace } from './camera-place.js'

/** Part of the plan's longer side that an arrow key moves. */
const STEP = 0.03

/**
 * *The plan in a corner*: it shows where the camera is and where it looks; a click stands there, and so do the
 * arrow keys, step by step.
 */
export function PlanBox({
  plan,
  camera,
  isLarge,
  onStand,
}: {
  readonly plan: LevelPlanPicture
  /** Told of by the scene at each picture, without drawing the rest anew. */
  readonly camera: { onMove?: ((place: CameraPlace) => void) | undefined; readonly place: CameraPlace }
  readonly isLarge: boolean
  readonly onStand: (x: number, y: number) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const arrow = useRef<HTMLSpanElement>(null)
  const { bitmap, left, top, scale } = plan
  const { width, height } = bitmap
  useEffect(() => {
    canvas.current?.getContext('2d')?.drawImage(bitmap, 0, 0)
    const show = ({ location: [x, y], yaw }: CameraPlace) => {
      const element = arrow.current
      if (element === null) return
      const across = Math.max(0, Math.min(100, (((x - left) * scale) / width) * 100))
      const down = Math.max(0, Math.min(100, (((y - top) * scale) / height) * 100))
      element.style.left = `${across}%`
      element.style.top = `${down}%`
      // The engine's X runs to the right and Y down; the arrow points up.
      element.style.transform = `translate(-50%, -50%) rotate(${yaw + 90}deg)`
    }
    camera.onMove = show
    show(camera.place)
    return () => {
      camera.onMove = undefined
    }
  }, [plan])
  return (
    <button
      type="button"
      class={isLarge ? 'level-plan large' : 'level-plan'}
      aria-label="Plan: click to stand there; arrow keys move"
      onClick={(event) => {
        // Enter has no place to stand at.
        if (event.detail === 0) return
        const box = canvas.current?.getBoundingClientRect()
        if (box === undefined || box.width === 0) return
        const x = ((event.clientX - box.left) / box.width) * width
        const y = ((event.clientY - box.top) / box.height) * height
        onStand(left + x / scale, top + y / scale)
      }}
      onKeyDown={(event) => {
        const [dx, dy] = ARROWS[event.key] ?? [0, 0]
        if (dx === 0 && dy === 0) return
        event.preventDefault()
        const step = (STEP * Math.max(width, height)) / scale
        const [x, y] = camera.place.location
        onStand(x + dx * step, y + dy * step)
      }}
    >
      <canvas ref={canvas} width={width} height={height} />
      <span ref={arrow} class="level-arrow" />
    </button>
  )
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
