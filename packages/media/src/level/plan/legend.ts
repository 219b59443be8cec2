import { plural } from '@ukit/text/internal'
import type { Level } from '../level.js'
import { floorColor } from './colors.js'
import { boxPoints, type DrawingItem } from './drawing.js'
import type { Frame } from './frame.js'
import { markItem } from './mark-items.js'
import { MARK_KINDS, MARKS, type Mark, type MarkKind } from './marks.js'
import type { View } from './view.js'

/** Pixels of the legend. */
export const LEGEND_WIDTH = 190
const INK = '#cdd6dd'
const FAINT = '#8fa1ad'
const ROW = 22
const RAMP_STEPS = 12

/** What the marks of a plan stand for, and how high floors are, from the top left on. */
export function legendItems(
  marks: readonly Mark[],
  frame: Frame,
): { readonly items: DrawingItem[]; readonly height: number } {
  const counts = new Map<MarkKind, number>()
  for (const { kind } of marks) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const items: DrawingItem[] = []
  let y = 8
  for (const kind of MARK_KINDS) {
    const count = counts.get(kind)
    if (count === undefined) continue
    items.push(...markItem(kind, [10, y], 5.5))
    items.push({ kind: 'text', x: 28, y: y + 4.5, text: plural(count, MARKS[kind].label), size: 13, color: INK })
    y += ROW
  }
  y += 14
  items.push({ kind: 'text', x: 2, y, text: 'height of floors', size: 12, color: FAINT })
  y += 10
  for (let i = 0; i < RAMP_STEPS; i++)
    items.push({
      kind: 'area',
      polygons: [boxPoints(2 + i * 13, y, 13, 12)],
      color: floorColor(i / (RAMP_STEPS - 1), false),
      edge: 0.5,
    })
  y += 26
  items.push({ kind: 'text', x: 2, y, text: String(Math.round(frame.low)), size: 11, color: FAINT })
  if (Math.round(frame.high) > Math.round(frame.low))
    items.push({ kind: 'text', x: 158, y, text: String(Math.round(frame.high)), size: 11, color: FAINT, anchor: 'end' })
  return { items, height: y + 8 }
}

/**
 * A compass: north is up, as in the editor's view from above, unless the level says what its true north is
 * (Deus Ex). X is where a rotation of 0 looks.
 */
export function compassItems(level: Level, x: number, y: number, isIsometric: boolean): DrawingItem[] {
  const north = northOf(level)
  const onPaper = (yaw: number): number => {
    if (!isIsometric) return yaw
    const [dx, dy] = [Math.cos(yaw), Math.sin(yaw)]
    return Math.atan2((dx + dy) * 0.5, dx - dy)
  }
  const ray = (yaw: number, length: number) =>
    [x + Math.cos(onPaper(yaw)) * length, y + Math.sin(onPaper(yaw)) * length] as const
  const [tipX, tipY] = ray(north, 24)
  const angle = onPaper(north)
  const side = (turn: number) => [x + Math.cos(angle + turn) * 7, y + Math.sin(angle + turn) * 7]
  const [east, word] = [ray(0, 22), ray(north, 34)]
  const isSame = Math.cos(north) > 0.95
  const items: DrawingItem[] = [
    { kind: 'area', polygons: [[tipX, tipY, ...side(Math.PI / 2), x, y]], color: '#f5f7fa' },
    { kind: 'area', polygons: [[tipX, tipY, ...side(-Math.PI / 2), x, y]], color: FAINT },
    { kind: 'text', x: word[0], y: word[1] + 4.5, text: 'N', size: 13, color: '#f5f7fa', anchor: 'middle' },
  ]
  if (isSame) return items
  const [wordX, wordY] = ray(0, 32)
  return [
    ...items,
    { kind: 'lines', lines: [[x, y, ...east]], color: FAINT, width: 1.2 },
    { kind: 'text', x: wordX, y: wordY + 4, text: 'X', size: 11, color: FAINT, anchor: 'middle' },
  ]
}

/** The yaw of north, in radians. */
function northOf({ actors }: Level): number {
  const info = actors.find(({ ancestry }) => ancestry.some((name) => /levelinfo$|^worldinfo$/i.test(name)))
  const { properties } = info ?? {}
  const own = properties !== null && typeof properties === 'object' && !Array.isArray(properties) ? properties : {}
  const north =
    own === undefined ? undefined : Object.entries(own).find(([name]) => name.toLowerCase() === 'truenorth')?.[1]
  return typeof north === 'number' ? (north / 32_768) * Math.PI : -Math.PI / 2
}

/** A bar of a round number of metres, about an eighth of the map. */
export function scaleItems({ scale, width }: View, unit: number, x: number, y: number): DrawingItem[] {
  const metres = (Math.max(width, 400) / 7 / scale) * unit
  const power = 10 ** Math.floor(Math.log10(Math.max(metres, 1e-6)))
  const round = [5, 2, 1].map((factor) => factor * power).find((one) => one <= metres) ?? power
  const length = (round / unit) * scale
  const text = `${Math.round(round * 10) / 10} m, ${Math.round(round / unit)} units`
  return [
    {
      kind: 'lines',
      lines: [
        [x, y, x + length, y],
        [x, y - 4, x, y + 4],
        [x + length, y - 4, x + length, y + 4],
      ],
      color: INK,
      width: 1.4,
    },
    { kind: 'text', x: x + length + 8, y: y + 4, text, size: 12, color: INK },
  ]
}

/** Lines of a round number of units behind a plan. */
export function gridItems(view: View, frame: Frame): DrawingItem[] {
  const step = 2 ** Math.ceil(Math.log2(Math.max(1, 90 / view.scale)))
  const lines: number[][] = []
  for (let x = Math.ceil(frame.left / step) * step; x <= frame.right && lines.length < 200; x += step)
    lines.push([(x - frame.left) * view.scale, 0, (x - frame.left) * view.scale, view.height])
  for (let y = Math.ceil(frame.top / step) * step; y <= frame.bottom && lines.length < 400; y += step)
    lines.push([0, (y - frame.top) * view.scale, view.width, (y - frame.top) * view.scale])
  return [{ kind: 'lines', lines, color: '#6f8592', width: 0.6, opacity: 0.22 }]
}
