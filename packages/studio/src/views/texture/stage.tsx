import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { hovered } from '../../state/packages.js'
import { CHANNELS, type Channel, countOf, litTexels, shownPixels } from './channels.js'
import { PaletteStrip } from './palette-strip.js'
import { Pixels, type Raster } from './pixels.js'

/** Height that a picture leaves to the buttons below it and the palette above it, in pixels of the screen. */
const BARS = 176

/** Steps of zooming, in pixels of the screen for a texel. */
const ZOOMS = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32] as const

/** *Pixels on a stage*: zoomed, channel by channel, beside themselves, with what is under the pointer. */
export function Stage({
  raster,
  turn = 0,
  palette,
  indices,
  words,
  more,
  against,
  onNextLevel,
  children,
}: {
  readonly raster: Raster
  /** Another number when the same array has other pixels. */
  readonly turn?: number
  /** Red, green, blue and alpha of each colour. */
  readonly palette: Uint8Array | undefined
  /** The number of the colour of each texel. */
  readonly indices: Uint8Array | undefined
  readonly words: string
  /** A second line. */
  readonly more?: string | undefined
  /** What lies over its right part. */
  readonly against?: { readonly label: string; readonly raster: Raster } | undefined
  readonly onNextLevel?: (() => void) | undefined
  /** Further buttons. */
  readonly children?: ComponentChildren
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const [channel, setChannel] = useState<Channel>('rgb')
  const [isTiled, setTiled] = useState(false)
  const [chosen, setChosen] = useState<number>()
  const [split, setSplit] = useState(0.5)
  const { rgba, width, height } = raster
  const pixels = useMemo(() => {
    const shown = shownPixels(rgba, channel)
    return chosen === undefined || indices === undefined ? shown : litTexels(shown, indices, chosen)
  }, [rgba, channel, chosen, indices, turn])
  const other = useMemo(
    () => (against === undefined ? undefined : { ...against.raster, rgba: shownPixels(against.raster.rgba, channel) }),
    [against, channel],
  )

  const fit = () => {
    const box = frame.current
    if (box === null) return
    const most = Math.min((box.clientWidth - 32) / width, (box.clientHeight - BARS) / height)
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
      m: () => onNextLevel?.(),
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
    const at = y * width + x
    const [red, green, blue, alpha] = rgba.subarray(at * 4, at * 4 + 4)
    const color = indices === undefined ? '' : ` · colour ${indices[at]} of the palette`
    hovered.value = `${x}, ${y} · red ${red}, green ${green}, blue ${blue}, alpha ${alpha}${color}`
  }
  const [across, down] = [width * zoom, height * zoom]
  const shown = { rgba: pixels, width, height }
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
          <Pixels raster={shown} turn={turn} across={across} down={down} canvas={canvas} />
          {other === undefined || isTiled ? null : (
            <div class="pictures-over">
              <Pixels raster={other} across={across} down={down} from={split} />
              <i style={{ left: `${split * 100}%` }} />
            </div>
          )}
          {isTiled
            ? Array.from({ length: 8 }, (_, i) => (
                <Pixels key={i} raster={shown} turn={turn} across={across} down={down} />
              ))
            : null}
        </div>
      </div>
      {against === undefined ? null : (
        <label class="compare-bar">
          <span>as it is</span>
          <input
            type="range"
            min={0}
            max={1}
            step={0.01}
            value={split}
            aria-label="Where the two meet"
            onInput={(event) => setSplit(Number(event.currentTarget.value))}
          />
          <span>{against.label}</span>
        </label>
      )}
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
        {children}
      </div>
      <p class="stage-words">
        {words}
        {more === undefined ? null : <small>{more}</small>}
      </p>
      {palette === undefined || indices === undefined ? null : (
        <PaletteStrip
          colors={palette}
          chosen={chosen}
          texels={chosen === undefined ? 0 : countOf(indices, chosen)}
          onChoose={setChosen}
        />
      )}
    </div>
  )
}
