import { useEffect, useRef } from 'preact/hooks'

/** Colours in a row. */
const ACROSS = 32

/** The colours of a palette; the texels of one that is chosen are shown. */
export function PaletteStrip({
  colors,
  chosen,
  texels,
  onChoose,
}: {
  /** Red, green, blue and alpha of each. */
  readonly colors: Uint8Array
  readonly chosen: number | undefined
  /** How many texels have the one that is chosen. */
  readonly texels: number
  readonly onChoose: (index: number | undefined) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const count = Math.min(256, colors.length >> 2)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || count === 0) return
    const picture = new ImageData(ACROSS, Math.ceil(256 / ACROSS))
    for (let i = 0; i < count; i++) {
      picture.data.set(colors.subarray(i * 4, i * 4 + 3), i * 4)
      picture.data[i * 4 + 3] = 255
    }
    context.putImageData(picture, 0, 0)
  }, [colors, count])
  const words = chosen === undefined ? 'none' : wordsOf(colors, chosen, texels)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: ACROSS, ArrowUp: -ACROSS }[event.key]
    if (event.key === 'Escape') onChoose(undefined)
    else if (by !== undefined) onChoose(Math.max(0, Math.min(count - 1, chosen === undefined ? 0 : chosen + by)))
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div class="palette-strip">
      <canvas
        ref={canvas}
        width={ACROSS}
        height={256 / ACROSS}
        title="Click a colour to see its texels"
        tabIndex={0}
        role="slider"
        aria-label="Colour of the palette"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, count - 1)}
        aria-valuenow={chosen ?? 0}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const column = Math.floor(((event.clientX - box.left) / box.width) * ACROSS)
          const row = Math.floor(((event.clientY - box.top) / box.height) * (256 / ACROSS))
          const index = row * ACROSS + column
          onChoose(index === chosen || index >= count ? undefined : index)
        }}
      />
      {chosen === undefined ? null : (
        <p>
          {words}{' '}
          <button type="button" class="link" onClick={() => onChoose(undefined)}>
            all
          </button>
        </p>
      )}
    </div>
  )
}

function wordsOf(colors: Uint8Array, index: number, texels: number): string {
  const [red, green, blue] = colors.subarray(index * 4, index * 4 + 3)
  return `colour ${index}: ${red}, ${green}, ${blue} · ${texels} ${texels === 1 ? 'texel' : 'texels'}`
}
