import { type Drawing, type DrawnPackage, detailOf, KIND_COLORS, KIND_LABELS, needLabel, shownText } from './drawing.js'
import { layersOf, type Route, type Slot } from './layers.js'
import { placeSlots } from './place-slots.js'

/** Pixels. */
const HEIGHT = 40
const MARGIN = 28
const LAYER_GAP = 130
const LEGEND_HEIGHT = 44
const MIN_WIDTH = 84
const MAX_WIDTH = 260

/**
 * Where the number of an arrow is, as a share of the way to the next layer: nearer to the arrow's target,
 * where arrows are farther apart.
 */
const LABEL_AT = 0.62

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'
const TEXT = '#1f2328'
const DIM = '#59636e'
const LINE = '#a2aab3'

/**
 * *A picture of dependencies*: packages in layers from left to right, users left of what they need. An SVG
 * that is complete in itself: no script, no font, nothing fetched. Hover over a package to see its file.
 */
export function* svgText(drawing: Drawing): Generator<string> {
  const { layers, routes } = layersOf(drawing)
  placeSlots(layers)
  const widths = layers.map((layer) =>
    Math.max(MIN_WIDTH, ...layer.map(({ drawn }) => (drawn === undefined ? 0 : widthOf(drawn)))),
  )
  const lefts: number[] = []
  let right = MARGIN
  for (const width of widths) {
    lefts.push(right)
    right += width + LAYER_GAP
  }
  const legend = legendOf(drawing)
  const bottom = layers.reduce((most, layer) => Math.max(most, (layer.at(-1)?.y ?? 0) + (layer.at(-1)?.reach ?? 0)), 0)
  const width = Math.max(right - LAYER_GAP + MARGIN, legend.width + 2 * MARGIN)
  const height = bottom + 2 * MARGIN + LEGEND_HEIGHT
  const startOf = (slot: Slot) => lefts[slot.layer] ?? 0
  const y = (slot: Slot) => slot.y + MARGIN

  yield `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="0 0 ${round(width)} ${round(height)}" font-family='${FONT}'>\n`
  yield '<title>Dependencies of packages</title>\n'
  yield `<defs>${arrowHead('arrow', LINE)}${arrowHead('arrow-missing', KIND_COLORS.missing.line)}</defs>\n`
  yield `<rect width="100%" height="100%" fill="#ffffff"/>\n<g fill="none" stroke-width="1.3">\n`
  const labels: string[] = []
  // What is missing is drawn over the rest.
  const isMissing = ({ need }: Route) => (drawing.needs[need]?.missing ?? 0) > 0
  for (const { need, slots, backwards } of [...routes.filter((one) => !isMissing(one)), ...routes.filter(isMissing)]) {
    const shown = drawing.needs[need]
    const [first, last] = [slots[0], slots.at(-1)]
    if (shown === undefined || first === undefined || last === undefined) continue
    const points = slots.flatMap((slot): [number, number][] => {
      const left = startOf(slot)
      const across = widths[slot.layer] ?? 0
      if (slot === first) return [[left + boxWidth(slot, across), y(slot)]]
      if (slot === last) return [[left, y(slot)]]
      return [
        [left, y(slot)],
        [left + across, y(slot)],
      ]
    })
    const missing = shown.missing > 0
    const color = missing ? KIND_COLORS.missing.line : LINE
    const marker = `${backwards ? 'marker-start' : 'marker-end'}="url(#arrow${missing ? '-missing' : ''})"`
    yield `<path d="${curve(points)}" stroke="${color}" ${marker}/>\n`
    const [from, to] = backwards ? [points.at(-2), points.at(-1)] : [points[0], points[1]]
    if (from === undefined || to === undefined) continue
    const [x, at] = alongCurve(from, to, backwards ? 1 - LABEL_AT : LABEL_AT)
    const label = needLabel(shown)
    const across = label.length * 6 + 6
    labels.push(
      `<rect x="${round(x - across / 2)}" y="${round(at - 7)}" width="${round(across)}" height="14" rx="4" fill="#ffffff"/>` +
        `<text x="${round(x)}" y="${round(at + 3.5)}" fill="${missing ? KIND_COLORS.missing.line : DIM}">${escaped(label)}</text>\n`,
    )
  }
  yield '</g>\n<g font-size="10.5" text-anchor="middle">\n'
  yield* labels
  yield '</g>\n'
  for (const layer of layers) {
    for (const slot of layer) {
      if (slot.drawn !== undefined)
        yield box(slot.drawn, startOf(slot), y(slot), boxWidth(slot, widths[slot.layer] ?? 0))
    }
  }
  yield `<g transform="translate(${MARGIN} ${round(height - MARGIN / 2 - 14)})" font-size="12">\n${legend.text}</g>\n`
  yield '</svg>\n'
}

/** Boxes of one layer begin at one line; each is as wide as its text. */
function boxWidth({ drawn }: Slot, layerWidth: number): number {
  return drawn === undefined ? layerWidth : widthOf(drawn)
}

/**
 * A bold letter of 13 px is some 8.5 px wide in the wider fonts; letters of East Asian scripts are square.
 */
function widthOf(drawn: DrawnPackage): number {
  const wide = [...shortened(drawn.name)].reduce(
    (sum, sign) => sum + ((sign.codePointAt(0) ?? 0) > 0x2e80 ? 14 : 8.5),
    0,
  )
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, wide + 26, 6.3 * detailOf(drawn).length + 26))
}

/** Names that are too long for a box lose their middle; the tooltip shows them in full. */
function shortened(name: string): string {
  const signs = [...name]
  return signs.length <= 30 ? name : `${signs.slice(0, 17).join('')}…${signs.slice(-12).join('')}`
}

function box(drawn: DrawnPackage, x: number, y: number, width: number): string {
  const { fill, line } = KIND_COLORS[drawn.kind]
  const dashes = drawn.kind === 'missing' ? ' stroke-dasharray="5 4"' : ''
  const weight = drawn.start ? 2.4 : 1.2
  const tip = drawn.path ?? `${drawn.name} was not found`
  return (
    `<g><title>${escaped(drawn.error === undefined ? tip : `${tip}: ${drawn.error}`)}</title>` +
    `<rect x="${round(x)}" y="${round(y - HEIGHT / 2)}" width="${round(width)}" height="${HEIGHT}" rx="7" fill="${fill}" stroke="${line}" stroke-width="${weight}"${dashes}/>` +
    `<text x="${round(x + 13)}" y="${round(y - 3)}" font-size="13" font-weight="600" fill="${TEXT}">${escaped(shortened(drawn.name))}</text>` +
    `<text x="${round(x + 13)}" y="${round(y + 12)}" font-size="11" fill="${drawn.kind === 'missing' ? line : DIM}">${escaped(detailOf(drawn))}</text></g>\n`
  )
}

/** The legend: the kinds in the picture, and the meaning of the numbers. */
function legendOf({ packages }: Drawing): { text: string; width: number } {
  const kinds = new Set(packages.map(({ kind }) => kind))
  let text = ''
  let x = 0
  for (const kind of Object.keys(KIND_COLORS) as DrawnPackage['kind'][]) {
    if (!kinds.has(kind)) continue
    const { fill, line } = KIND_COLORS[kind]
    const dashes = kind === 'missing' ? ' stroke-dasharray="3 2"' : ''
    text += `<rect x="${x}" y="0" width="14" height="14" rx="3" fill="${fill}" stroke="${line}"${dashes}/><text x="${x + 20}" y="11.5" fill="${TEXT}">${KIND_LABELS[kind]}</text>\n`
    x += 20 + KIND_LABELS[kind].length * 7 + 20
  }
  const note = 'Numbers: objects imported'
  text += `<text x="${x}" y="11.5" fill="${DIM}">${note}</text>\n`
  return { text, width: x + note.length * 6.5 }
}

function arrowHead(id: string, color: string): string {
  return `<marker id="${id}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0.8 8 4 0 7.2z" fill="${color}"/></marker>`
}

/** Through the points, level at each. */
function curve(points: readonly (readonly [number, number])[]): string {
  let path = ''
  let before: readonly [number, number] | undefined
  for (const point of points) {
    const [x, y] = point
    if (before === undefined) path = `M${round(x)} ${round(y)}`
    else if (before[1] === y) path += `H${round(x)}`
    else {
      const middle = round((before[0] + x) / 2)
      path += `C${middle} ${round(before[1])} ${middle} ${round(y)} ${round(x)} ${round(y)}`
    }
    before = point
  }
  return path
}

/** A point of the curve between two points; `part` from 0 to 1. */
function alongCurve(from: readonly [number, number], to: readonly [number, number], part: number): [number, number] {
  const rest = 1 - part
  const middle = (from[0] + to[0]) / 2
  const x = from[0] * rest ** 3 + 3 * middle * part * rest * (rest + part) + to[0] * part ** 3
  const y = from[1] * rest ** 2 * (1 + 2 * part) + to[1] * part ** 2 * (3 - 2 * part)
  return [x, y]
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Text of XML. */
function escaped(text: string): string {
  return shownText(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
