import { useEffect, useRef } from 'preact/hooks'
import type { ObjectAt } from '../data/package-calls.js'
import { Icon, type IconName } from './icon.js'
import { thumbnails } from './thumbnails.js'

/** A small picture of an object; an icon until it is there, or when there is none. */
export function Thumbnail({
  at,
  size,
  otherwise,
}: {
  readonly at: ObjectAt
  /** Pixels of the longer side. */
  readonly size: number
  readonly otherwise: IconName
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    element.hidden = true
    return thumbnails.show(at, size, (bitmap) => {
      element.width = bitmap.width
      element.height = bitmap.height
      element.getContext('2d')?.drawImage(bitmap, 0, 0)
      element.hidden = false
    })
  }, [at.id, at.index, size])
  return (
    <span class="thumbnail">
      <canvas ref={canvas} hidden />
      <Icon name={otherwise} />
    </span>
  )
}
