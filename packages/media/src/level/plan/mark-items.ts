import { quaternionOf, rotate } from '../../mesh/model/quaternion.js'
import type { LevelActor } from '../level.js'
import { boxPoints, type DrawingItem, discPoints, type Points } from './drawing.js'
import { MARKS, type Mark, type MarkKind, type MarkShape } from './marks.js'
import { textWidth } from './stroke-letters.js'

/** Where a point of the level is on the drawing; `undefined` outside. */
export type Project = (x: number, y: number, z: number) => readonly [number, number] | undefined

/** Around marks, so that they are seen on any floor. */
const DARK = '#0b0f13'
/** Kinds of which there are so many that they are drawn small and without a border. */
const SMALL: ReadonlySet<MarkKind> = new Set(['light', 'path'])

/** The marks of a drawing, and the names of some. */
export function markItems(marks: readonly Mark[], project: Project, size: number, labelled: boolean): DrawingItem[] {
  const items: DrawingItem[] = []
  const places = marks.flatMap((mark) => {
    const [x, y, z] = mark.actor.location
    const at = project(x, y, z)
    return at === undefined ? [] : [{ ...mark, at }]
  })
  for (const { kind, actor, at } of places) {
    const title = `${actor.name} (${actor.class})`
    items.push(...markItem(kind, at, size, angleOf(kind, actor, at, project), title))
  }
  if (labelled) items.push(...labels(places, size))
  return items
}

/** Which way an arrow points on the drawing. */
function angleOf(kind: MarkKind, actor: LevelActor, [x, y]: readonly [number, number], project: Project): number {
  if (MARKS[kind].shape !== 'arrow') return 0
  const [dx, dy] = rotate(quaternionOf(actor.rotation), [1, 0, 0])
  const [px, py, pz] = actor.location
  const ahead = project(px + dx, py + dy, pz)
  return ahead === undefined ? 0 : Math.atan2(ahead[1] - y, ahead[0] - x)
}

/** One mark; a legend shows the same. */
export function markItem(
  kind: MarkKind,
  [x, y]: readonly [number, number],
  size: number,
  angle = 0,
  title?: string,
): DrawingItem[] {
  const { color, shape } = MARKS[kind]
  if (shape === 'ring') {
    const ring = closedRing(x, y, size * 0.85)
    return [
      { kind: 'lines', lines: [ring], color: DARK, width: size * 0.8 },
      { kind: 'lines', lines: [ring], color, width: size * 0.42, title },
    ]
  }
  if (shape === 'box') {
    const side = size * 0.75
    const box = boxPoints(x - side, y - side, 2 * side, 2 * side)
    const line = [...box, box[0] ?? 0, box[1] ?? 0]
    return [
      { kind: 'lines', lines: [line], color: DARK, width: size * 0.7 },
      { kind: 'lines', lines: [line], color, width: size * 0.35, title },
    ]
  }
  const polygons = polygonsOf(shape, x, y, size, angle)
  const mark: DrawingItem = { kind: 'area', polygons, color, opacity: SMALL.has(kind) ? 0.75 : 1, title }
  if (SMALL.has(kind)) return [mark]
  return [{ kind: 'area', polygons, color: DARK, edge: Math.max(1, size * 0.55) }, mark]
}

function polygonsOf(shape: MarkShape, x: number, y: number, size: number, angle: number): readonly Points[] {
  const turned = (points: Points) => {
    const [cos, sin] = [Math.cos(angle) * size, Math.sin(angle) * size]
    return points.map((value, i) =>
      i % 2 === 0 ? x + value * cos - (points[i + 1] ?? 0) * sin : y + (points[i - 1] ?? 0) * sin + value * cos,
    )
  }
  if (shape === 'arrow') return [turned([1.8, 0, -1.2, 1.1, -0.6, 0]), turned([1.8, 0, -0.6, 0, -1.2, -1.1])]
  if (shape === 'diamond') return [turned([1.25, 0, 0, 1.25, -1.25, 0, 0, -1.25])]
  if (shape === 'square') return [turned([0.7, 0.7, -0.7, 0.7, -0.7, -0.7, 0.7, -0.7])]
  if (shape === 'triangle') return [turned([0, -0.9, 0.85, 0.6, -0.85, 0.6])]
  if (shape === 'ray')
    return [turned([0.65, 0, 0, 0.16, -0.65, 0, 0, -0.16]), turned([0, 0.65, -0.16, 0, 0, -0.65, 0.16, 0])]
  if (shape === 'star') {
    const point = (k: number, radius: number) => {
      const turn = (Math.PI * (k - 2.5)) / 5
      return [radius * Math.cos(turn), radius * Math.sin(turn)]
    }
    const inner = Array.from({ length: 5 }, (_, k) => point(2 * k + 1, 0.75)).flat()
    const rays = Array.from({ length: 5 }, (_, k) => [
      ...point(2 * k - 1, 0.75),
      ...point(2 * k, 1.8),
      ...point(2 * k + 1, 0.75),
    ])
    return [inner, ...rays].map(turned)
  }
  return [discPoints(x, y, shape === 'disc' ? size * 0.85 : size * 0.35, shape === 'disc' ? 16 : 8)]
}

function closedRing(x: number, y: number, radius: number): Points {
  const disc = discPoints(x, y, radius, 20)
  return [...disc, disc[0] ?? 0, disc[1] ?? 0]
}

type Placed = Mark & { readonly at: readonly [number, number] }

/** Height of the letters beside marks. */
const LETTERS = 11
/** More names than this would cover the plan. */
const MOST_LABELS = 150

/** Names beside what players look for, where there is room. */
function labels(places: readonly Placed[], size: number): DrawingItem[] {
  const items: DrawingItem[] = []
  const taken: (readonly [number, number, number, number])[] = places
    .filter(({ kind }) => !SMALL.has(kind))
    .map(({ at: [x, y] }) => [x - size, y - size, x + size, y + size] as const)
  const isFree = (box: readonly [number, number, number, number], own: readonly [number, number]) =>
    taken.every(
      ([left, top, right, bottom]) =>
        box[0] >= right ||
        box[2] <= left ||
        box[1] >= bottom ||
        box[3] <= top ||
        (Math.abs((left + right) / 2 - own[0]) < 0.01 && Math.abs((top + bottom) / 2 - own[1]) < 0.01),
    )
  for (const kind of ['objective', 'weapon'] as const) {
    for (const { actor, at, kind: own } of places) {
      if (own !== kind || items.length >= MOST_LABELS) continue
      const text = nameOf(actor)
      const width = textWidth(text, LETTERS) * 1.08
      const [x, y] = at
      const gap = size * 1.6
      const spots = [
        [x + gap, y + LETTERS * 0.35],
        [x - gap - width, y + LETTERS * 0.35],
        [x - width / 2, y - gap],
        [x - width / 2, y + gap + LETTERS * 0.7],
      ] as const
      const spot = spots.find(([left, line]) => isFree([left, line - LETTERS * 0.75, left + width, line + 2], at))
      if (spot === undefined) continue
      taken.push([spot[0], spot[1] - LETTERS * 0.75, spot[0] + width, spot[1] + 2])
      items.push({ kind: 'text', x: spot[0], y: spot[1], text, size: LETTERS, color: '#ffffff', halo: DARK })
    }
  }
  return items
}

/** What lies on a base, as far as it says so, else its class. */
function nameOf({ class: className, properties }: LevelActor): string {
  const own = properties !== null && typeof properties === 'object' && !Array.isArray(properties) ? properties : {}
  const held = ['WeaponType', 'WeaponPickupClass', 'PowerUp'].flatMap((name) => {
    const value = Object.entries(own).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
    const text = /([\w]+)'?$/.exec(typeof value === 'string' ? value : '')?.[1]
    return text === undefined || text === 'None' ? [] : [text]
  })
  return (held[0] ?? className)
    .replace(/^(?:UT_|UTWeap_|UT)(?=\w{3})/i, '')
    .replace(/(?:Pickup|_Content)$/i, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
}
