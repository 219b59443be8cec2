import type { RefObject } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { PictureData } from '../../data/media-calls.js'
import { Called } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { hovered } from '../../state/packages.js'
import type { ViewProps } from '../views.js'
import { CHANNELS, type Channel, shownPixels } from './channels.js'

/** *A texture*, to the texel: zoomed, level by level, channel by channel, beside itself. */
export function TextureView({ pkg, facts }: ViewProps) {
  const [mip, setMip] = useState(0)
  const state = useCall('picture', facts === undefined ? undefined : { id: pkg.id, index: facts.index, mip })
  return <Called state={state}>{(picture) => <Stage picture={picture} mip={mip} setMip={setMip} />}</Called>
}

/** Steps of zooming, in pixels of the screen for a texel. */
const ZOOMS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32] as const

function Stage({
  picture,
  mip,
  setMip,
}: {
  readonly picture: PictureData
  readonly mip: number
  readonly setMip: (mip: number) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const [channel, setChannel] = useState<Channel>('rgb')
  const [isTiled, setTiled] = useState(false)
  const { width, height } = picture
  const pixels = useMemo(() => shownPixels(picture.rgba, channel), [picture, channel])

  const fit = () => {
    const box = frame.current
    if (box === null) return
    const most = Math.min((box.clientWidth - 32) / width, (box.clientHeight - 32) / height)
    setZoom([...ZOOMS].reverse().find((one) => one <= most) ?? ZOOMS[0])
  }
  // Before it is seen: nothing should jump.
  useLayoutEffect(fit, [width, height])
  const step = (by: 1 | -1) => {
    const at = ZOOMS.findIndex((one) => one >= zoom)
    setZoom(ZOOMS[Math.max(0, Math.min(ZOOMS.length - 1, at + by))] ?? 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const action = {
      '+': () => step(1),
      '-': () => step(-1),
      '0': () => setZoom(1),
      f: fit,
      m: () => setMip((mip + 1) % picture.mips.length),
      a: () => setChannel(channel === 'a' ? 'rgb' : 'a'),
      r: () => setTiled(!isTiled),
    }[event.key.toLowerCase()]
    if (action === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action()
  }
  const tell = (event: PointerEvent) => {
    const box = canvas.current?.getBoundingClientRect()
    if (box === undefined) return
    const x = Math.floor((event.clientX - box.left) / zoom)
    const y = Math.floor((event.clientY - box.top) / zoom)
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const at = (y * width + x) * 4
    const [red, green, blue, alpha] = picture.rgba.subarray(at, at + 4)
    hovered.value = `${x}, ${y} · red ${red}, green ${green}, blue ${blue}, alpha ${alpha}`
  }
  return (
    <div class="stage">
      <div
        class="stage-frame"
        ref={frame}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
        tabIndex={0}
        role="application"
        aria-label={`Picture, ${width} by ${height}; + and − zoom, 0 is 100 %, F fits, M next level, A alpha, R repeats`}
        onKeyDown={onKeyDown}
        onPointerMove={tell}
        onWheel={(event) => {
          event.preventDefault()
          step(event.deltaY < 0 ? 1 : -1)
        }}
      >
        <div class={isTiled ? 'pictures tiled' : 'pictures'}>
          <Pixels pixels={pixels} picture={picture} zoom={zoom} canvas={canvas} />
          {isTiled
            ? Array.from({ length: 8 }, (_, i) => <Pixels key={i} pixels={pixels} picture={picture} zoom={zoom} />)
            : null}
        </div>
      </div>
      <div class="pill" role="toolbar" aria-label="How it is shown">
        {CHANNELS.map(([name, label]) => (
          <button type="button" key={name} aria-pressed={channel === name} onClick={() => setChannel(name)}>
            {label}
          </button>
        ))}
        <hr />
        <button type="button" aria-pressed={isTiled} onClick={() => setTiled(!isTiled)}>
          Repeat
        </button>
        <hr />
        <button type="button" aria-label="Smaller" onClick={() => step(-1)}>
          −
        </button>
        <button type="button" onClick={fit} title="Fit (F)">
          {Math.round(zoom * 100)} %
        </button>
        <button type="button" aria-label="Larger" onClick={() => step(1)}>
          +
        </button>
        {picture.mips.length < 2 ? null : (
          <>
            <hr />
            <label>
              Level{' '}
              <select value={mip} onChange={(event) => setMip(Number(event.currentTarget.value))}>
                {picture.mips.map((level, i) => (
                  <option key={`${i}`} value={i}>
                    {level.width} × {level.height}
                  </option>
                ))}
              </select>
            </label>
          </>
        )}
      </div>
      <p class="stage-words">
        {picture.full.width} × {picture.full.height} · {picture.format}
        {picture.full.width === picture.mips[0]?.width ? '' : ` · largest level here ${picture.mips[0]?.width}`}
        {picture.note === undefined ? '' : ` · ${picture.note}`}
      </p>
      {picture.palette === undefined ? null : <Palette colors={picture.palette} />}
    </div>
  )
}

/** Pixels, so many of the screen for each. */
function Pixels({
  pixels,
  picture: { width, height },
  zoom,
  canvas,
}: {
  readonly pixels: Uint8ClampedArray<ArrayBuffer>
  readonly picture: PictureData
  readonly zoom: number
  /** Where the element is given. */
  readonly canvas?: RefObject<HTMLCanvasElement | null>
}) {
  const own = useRef<HTMLCanvasElement>(null)
  const shown = canvas ?? own
  useEffect(() => {
    const element = shown.current
    if (element === null || width === 0 || height === 0) return
    element.width = width
    element.height = height
    element.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0)
  }, [pixels, width, height])
  return (
    <canvas
      ref={shown}
      style={{
        width: `${width * zoom}px`,
        height: `${height * zoom}px`,
        imageRendering: zoom >= 2 ? 'pixelated' : 'auto',
      }}
    />
  )
}

function Palette({ colors }: { readonly colors: Uint8Array }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const picture = new ImageData(32, 8)
    for (let i = 0; i < Math.min(256, colors.length / 4); i++) {
      picture.data.set(colors.subarray(i * 4, i * 4 + 3), i * 4)
      picture.data[i * 4 + 3] = 255
    }
    context.putImageData(picture, 0, 0)
  }, [colors])
  return <canvas class="palette-strip" ref={canvas} width={32} height={8} title="The colours of its palette" />
}
