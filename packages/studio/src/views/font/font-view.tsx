import type { FontCharacter } from '@ukit/media'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { FontData } from '../../data/media-calls.js'
import { Called, Empty } from '../../parts/state-message.js'
import { useCall } from '../../parts/use-call.js'
import { VirtualList } from '../../parts/virtual-list.js'
import { showObject } from '../../state/packages.js'
import type { ViewProps } from '../views.js'
import { setText, textOfCode } from './characters.js'

/** What is set at first. */
const SAMPLE = 'The quick brown fox jumps over the lazy dog. 0123456789'
const ZOOMS = [1, 2, 3, 4] as const
/** Pixels of a cell of the grid, and most that a character is enlarged in it. */
const CELL = 56
const MOST_ENLARGED = 3

/** *A font*: its characters one by one, and a text that is set in it. */
export function FontView({ pkg, facts }: ViewProps) {
  const state = useCall('font', facts === undefined ? undefined : { id: pkg.id, index: facts.index })
  return (
    <Called state={state}>
      {(font) =>
        font.characters.length === 0 ? <Empty>It has no characters.</Empty> : <Shown font={font} engine={pkg.engine} />
      }
    </Called>
  )
}

function Shown({ font, engine }: { readonly font: FontData; readonly engine: 1 | 2 | 3 }) {
  const { characters, kerning, pages } = font
  const [text, setTyped] = useState(SAMPLE)
  const [zoom, setZoom] = useState<number>(2)
  const [chosen, setChosen] = useState<FontCharacter>()
  const canvases = useMemo(() => pages.map(({ picture }) => picture && canvasOf(picture)), [pages])
  const byText = useMemo(
    () => new Map(characters.map((one) => [textOfCode(one.code, engine), one])),
    [characters, engine],
  )
  const set = useMemo(() => setText(text, byText, kerning), [text, byText, kerning])
  const problems = pages.filter(({ problem }) => problem !== undefined)
  return (
    <div class="font">
      <div class="font-bar">
        <input
          type="text"
          aria-label="Text to set in this font"
          value={text}
          maxLength={400}
          onInput={(event) => setTyped(event.currentTarget.value)}
        />
        <label>
          Size{' '}
          <select value={zoom} onChange={(event) => setZoom(Number(event.currentTarget.value))}>
            {ZOOMS.map((one) => (
              <option key={one} value={one}>
                {one * 100} %
              </option>
            ))}
          </select>
        </label>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="font-line" tabIndex={0} aria-label="The text in this font">
        <Drawn
          label={text}
          width={set.width}
          height={set.height}
          zoom={zoom}
          draw={(context) => {
            for (const { character, x, y } of set.characters) drawCharacter(context, canvases, character, x, y)
          }}
          key={`${text}/${zoom}`}
        />
      </section>
      <p class="font-words">
        {characters.length} characters on {pages.length} {pages.length === 1 ? 'page' : 'pages'} · {set.width} ×{' '}
        {set.height} pixels
        {set.missing.length === 0 ? '' : ` · not in this font: ${set.missing.join(' ')}`}
        {problems.map(({ name, problem }) => ` · ${name}: ${problem}`)}
      </p>
      <Grid characters={characters} canvases={canvases} engine={engine} chosen={chosen} onChoose={setChosen} />
      <p class="font-words" aria-live="polite">
        {chosen === undefined ? (
          'Choose a character to see where it is.'
        ) : (
          <Place chosen={chosen} {...{ font, engine }} />
        )}
      </p>
    </div>
  )
}

/** Where a character is. */
function Place({
  chosen: { code, page, x, y, width, height, drop },
  font,
  engine,
}: {
  readonly chosen: FontCharacter
  readonly font: FontData
  readonly engine: 1 | 2 | 3
}) {
  const { name = `page ${page}`, at } = font.pages[page] ?? {}
  return (
    <>
      <b>{textOfCode(code, engine)}</b> code {code} (0x{code.toString(16).toUpperCase().padStart(2, '0')}) · {width} ×{' '}
      {height} pixels at {x}, {y} of{' '}
      {at === undefined ? (
        name
      ) : (
        <button type="button" class="link" onClick={() => showObject(at.id, at.index)}>
          {name}
        </button>
      )}
      {drop === 0 ? '' : ` · ${drop} lower`}
    </>
  )
}

function Grid({
  characters,
  canvases,
  engine,
  chosen,
  onChoose,
}: {
  readonly characters: readonly FontCharacter[]
  readonly canvases: Canvases
  readonly engine: 1 | 2 | 3
  readonly chosen: FontCharacter | undefined
  readonly onChoose: (character: FontCharacter) => void
}) {
  const grid = useRef<HTMLDivElement>(null)
  const [across, setAcross] = useState(12)
  useEffect(() => {
    const element = grid.current
    if (element === null) return
    const observer = new ResizeObserver(() => setAcross(Math.max(1, Math.floor((element.clientWidth - 32) / CELL))))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return (
    <div class="font-grid" ref={grid}>
      <VirtualList
        count={Math.ceil(characters.length / across)}
        rowHeight={CELL + 18}
        label="Characters"
        row={(row) => (
          <div class="font-row" key={row}>
            {characters.slice(row * across, (row + 1) * across).map((character) => {
              const { code, width, height } = character
              const zoom = Math.min(MOST_ENLARGED, CELL / Math.max(1, width, height))
              return (
                <button
                  type="button"
                  key={code}
                  aria-pressed={chosen?.code === code}
                  aria-label={`${textOfCode(code, engine)}, code ${code}`}
                  onClick={() => onChoose(character)}
                >
                  <Drawn
                    label=""
                    width={width}
                    height={height}
                    zoom={zoom}
                    draw={(context) => drawCharacter(context, canvases, character, 0, 0)}
                  />
                  <small>{code}</small>
                </button>
              )
            })}
          </div>
        )}
      />
    </div>
  )
}

type Canvases = readonly (HTMLCanvasElement | undefined)[]

/** Pixels that a picture may be wide or high. */
const MOST_PIXELS = 8192

function Drawn({
  label,
  width,
  height,
  zoom,
  draw,
}: {
  readonly label: string
  readonly width: number
  readonly height: number
  readonly zoom: number
  readonly draw: (context: CanvasRenderingContext2D) => void
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [across, down] = [Math.min(MOST_PIXELS, Math.max(1, width)), Math.min(MOST_PIXELS, Math.max(1, height))]
  useEffect(() => {
    const element = canvas.current
    if (element === null) return
    element.width = across
    element.height = down
    const context = element.getContext('2d')
    if (context !== null) draw(context)
  })
  return (
    <canvas
      ref={canvas}
      {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
      style={{
        width: `${across * zoom}px`,
        height: `${down * zoom}px`,
        imageRendering: zoom >= 2 ? 'pixelated' : 'auto',
      }}
    />
  )
}

function drawCharacter(
  context: CanvasRenderingContext2D,
  canvases: Canvases,
  { page, x, y, width, height }: FontCharacter,
  left: number,
  top: number,
): void {
  const from = canvases[page]
  if (from !== undefined) context.drawImage(from, x, y, width, height, left, top, width, height)
}

function canvasOf({ rgba, width, height }: { rgba: Uint8ClampedArray<ArrayBuffer>; width: number; height: number }) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  if (width > 0 && height > 0) canvas.getContext('2d')?.putImageData(new ImageData(rgba, width, height), 0, 0)
  return canvas
}
