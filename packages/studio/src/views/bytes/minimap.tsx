import { useEffect, useRef } from 'preact/hooks'
import type { FieldMap } from '../../data/bytes-calls.js'
import { theme } from '../../state/theme.js'
import type { Found } from './find-bytes.js'
import { stripesOf } from './stripes.js'

/** Pixels: high enough for every stripe to be seen on any screen. */
const HEIGHT = 512

/** *All of the bytes at a glance*: a stripe for each part of them, coloured by what it mostly is. */
export function Minimap({
  map,
  caret,
  found,
  onGo,
}: {
  readonly map: FieldMap
  readonly caret: number
  readonly found: readonly Found[]
  readonly onGo: (at: number) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { length } = map.bytes
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (element === null || context === null || context === undefined) return
    const style = getComputedStyle(element)
    const color = (name: string) => style.getPropertyValue(name)
    context.clearRect(0, 0, 16, HEIGHT)
    for (const [y, kind] of stripesOf(map.fields, length, HEIGHT).entries()) {
      if (kind === undefined) continue
      context.fillStyle = color(`--k-${kind === 'reference' ? 'ref' : kind}`)
      context.fillRect(0, y, 10, 1)
    }
    const y = (at: number) => Math.floor((at / Math.max(1, length)) * HEIGHT)
    context.fillStyle = color('--accent')
    for (const { at } of found) context.fillRect(11, y(at), 5, 2)
    context.fillStyle = color('--text')
    context.fillRect(0, y(caret) - 1, 16, 2)
  }, [map, caret, found, theme.value])
  const go = (event: PointerEvent) => {
    const { top, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    onGo(Math.max(0, Math.min(length - 1, Math.floor(((event.clientY - top) / height) * length))))
  }
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: it takes no focus
    <canvas
      class="minimap"
      ref={canvas}
      width={16}
      height={HEIGHT}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={(event) => {
        if ((event.buttons & 1) !== 0) go(event)
      }}
    />
  )
}
