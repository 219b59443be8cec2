import { escapeHtml } from '@ukit/text/internal'
import { UNITS } from '../gltf/units.js'
import type { Vector } from '../mesh/model/mesh.js'
import { quaternionOf, rotate } from '../mesh/model/quaternion.js'
import type { Level, LevelActor } from './level.js'
import { actorMarks, MARK_KINDS, MARKS, type MarkKind } from './plan-marks.js'
import { type Outline, outlinesOf, type PlanTriangle, trianglesOf } from './plan-shapes.js'

/** Options for a plan. */
export interface PlanOptions {
  /** The heading; by default the name of the package. */
  readonly title?: string | undefined
  /** Unreal units: nothing above this height is drawn. */
  readonly height?: number | undefined
  /** Metres per Unreal unit, for the scale bar; by default the convention of the engine. */
  readonly unit?: number | undefined
  /** Draws the ways of bots, which is the default. */
  readonly paths?: boolean | undefined
}

/** Pixels of the longer side of the map. */
const SIZE = 1200
/** Pixels around it. */
const MARGIN = 40
/** Pixels of the legend beside it. */
const LEGEND = 190
/** Steps of brightness from the lowest to the highest floor. */
const SHADES = 24
/** Floors are at least this flat, and walls this steep: the Z of a normal. */
const FLAT = 0.6
const STEEP = 0.25

/**
 * *A drawing of a level from above, as SVG*: floors shaded by height (higher is lighter), walls as lines,
 * what is placed by kind with a legend, ways of bots, a scale bar and where X points.
 *
 * The engine's X runs to the right and Y down, as in the editor's top view. The room of the sky is left out.
 */
export function levelPlan(level: Level, options: PlanOptions = {}): string {
  const { height = Number.POSITIVE_INFINITY, title = level.package, unit = UNITS[level.engine] } = options
  const triangles = trianglesOf(level).filter(({ low }) => low <= height)
  const actors = actorMarks(level).filter(({ actor }) => actor.location[2] <= height)
  const outlines = level.actors.flatMap((actor) => outlinesOf(level, actor)).filter(({ low }) => low <= height)
  const frame = frameOf(
    triangles,
    outlines,
    actors.map(({ actor }) => actor),
  )
  const to = (x: number, y: number) =>
    [MARGIN + (x - frame.left) * frame.scale, MARGIN + (y - frame.top) * frame.scale] as const
  const width = MARGIN * 2 + frame.width * frame.scale + LEGEND
  const depth = Math.max(MARGIN * 2 + frame.depth * frame.scale, 420)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${number(width)} ${number(depth)}" width="${number(width)}" height="${number(depth)}" font-family="sans-serif" font-size="12">`,
    `<title>${escapeHtml(title)}</title>`,
    `<rect width="100%" height="100%" fill="#12171d"/>`,
    floors(triangles, to),
    shapes(outlines, to),
    walls(triangles, to, frame.scale),
    options.paths === false ? '' : ways(level, to),
    marks(actors, to),
    legend(actors, width - LEGEND, title),
    scaleBar(frame.scale, unit, depth),
    `<g stroke="#9ab" fill="#9ab"><path d="M ${number(width - LEGEND + 10)} ${number(depth - 30)} h 40 m -8 -4 l 8 4 l -8 4" fill="none"/><text x="${number(width - LEGEND + 56)}" y="${number(depth - 26)}" stroke="none">X (yaw 0)</text></g>`,
    '</svg>',
  ]
  return `${parts.filter((part) => part !== '').join('\n')}\n`
}

type To = (x: number, y: number) => readonly [number, number]

/** What is drawn, in the engine's units, and the pixels of one. */
interface Frame {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly depth: number
  readonly scale: number
}

function frameOf(
  triangles: readonly PlanTriangle[],
  outlines: readonly Outline[],
  actors: readonly LevelActor[],
): Frame {
  let [left, top, right, bottom] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  const add = (x: number, y: number) => {
    if (!Number.isFinite(x) || !Number.isFinite(y)) return
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  for (const { points } of triangles) for (const [x, y] of points) add(x, y)
  // A level without built geometry is as large as what is placed in it.
  if (left > right) {
    for (const { points } of outlines) for (const [x, y] of points) add(x, y)
    for (const { location } of actors) add(location[0], location[1])
  }
  if (left > right) [left, top, right, bottom] = [0, 0, 1, 1]
  const longest = Math.max(right - left, bottom - top, 1)
  return { left, top, width: right - left, depth: bottom - top, scale: SIZE / longest }
}

/** Floors from the lowest to the highest, one path for each shade. */
function floors(triangles: readonly PlanTriangle[], to: To): string {
  const flat = triangles.filter(({ normal, isSeen }) => isSeen && normal[2] > FLAT)
  if (flat.length === 0) return ''
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const one of flat) {
    low = Math.min(low, one.low)
    high = Math.max(high, one.low)
  }
  const shades: string[][] = Array.from({ length: SHADES }, () => [])
  for (const one of flat) {
    const shade = Math.min(SHADES - 1, Math.floor(((one.low - low) / Math.max(1, high - low)) * SHADES))
    shades[shade]?.push(path(one.points, to))
  }
  return shades
    .map((paths, shade) => {
      if (paths.length === 0) return ''
      const part = shade / (SHADES - 1)
      const color = `rgb(${Math.round(38 + 150 * part)},${Math.round(52 + 140 * part)},${Math.round(70 + 120 * part)})`
      return `<path d="${paths.join('')}" fill="${color}" stroke="${color}" stroke-width="0.6"/>`
    })
    .filter((one) => one !== '')
    .join('\n')
}

/** Steep polygons, as the lines that they are from above. */
function walls(triangles: readonly PlanTriangle[], to: To, scale: number): string {
  const lines = new Set<string>()
  for (const { normal, points, isSeen } of triangles) {
    if (!isSeen || Math.abs(normal[2]) > STEEP) continue
    const [a, b] = farthest(points)
    if (Math.hypot(a[0] - b[0], a[1] - b[1]) * scale < 1) continue
    const [ax, ay] = to(a[0], a[1])
    const [bx, by] = to(b[0], b[1])
    const [from, until] = [`${number(ax)} ${number(ay)}`, `${number(bx)} ${number(by)}`].sort()
    lines.add(`M${from}L${until}`)
  }
  return lines.size === 0 ? '' : `<path d="${[...lines].join('')}" stroke="#0a0d10" stroke-opacity="0.55" fill="none"/>`
}

function farthest(points: PlanTriangle['points']): readonly [Vector, Vector] {
  const [a, b, c] = points
  const far = (p: Vector, q: Vector) => Math.hypot(p[0] - q[0], p[1] - q[1])
  if (far(a, b) >= far(b, c) && far(a, b) >= far(a, c)) return [a, b]
  return far(b, c) >= far(a, c) ? [b, c] : [a, c]
}

/** The outlines of meshes, movers and terrains. */
function shapes(outlines: readonly Outline[], to: To): string {
  const paths = outlines.map(({ points }) => path(points, to))
  return paths.length === 0
    ? ''
    : `<path d="${paths.join('')}" fill="#8b9aa6" fill-opacity="0.14" stroke="#8b9aa6" stroke-opacity="0.5" stroke-width="0.7"/>`
}

function ways(level: Level, to: To): string {
  const places = new Map(level.actors.map(({ index, sublevel, location }) => [`${sublevel}/${index}`, location]))
  const lines = new Set<string>()
  for (const { from, to: until, sublevel } of level.paths) {
    const [a, b] = [Math.min(from, until), Math.max(from, until)].map((end) => places.get(`${sublevel}/${end}`))
    if (a === undefined || b === undefined) continue
    const [ax, ay] = to(a[0], a[1])
    const [bx, by] = to(b[0], b[1])
    lines.add(`M${number(ax)} ${number(ay)}L${number(bx)} ${number(by)}`)
  }
  return lines.size === 0
    ? ''
    : `<path d="${[...lines].join('')}" stroke="#ffd166" stroke-opacity="0.25" fill="none" stroke-width="0.8"/>`
}

type Mark = ReturnType<typeof actorMarks>[number]

function marks(actors: readonly Mark[], to: To): string {
  return actors
    .map(({ kind, actor }) => {
      const [x, y] = to(actor.location[0], actor.location[1])
      const label = `<title>${escapeHtml(`${actor.name} (${actor.class})`)}</title>`
      const { color, shape } = MARKS[kind]
      if (shape === 'arrow') {
        const [dx, dy] = rotate(quaternionOf(actor.rotation), [1, 0, 0])
        const angle = (Math.atan2(dy, dx) * 180) / Math.PI
        return `<path d="M9 0L-6 6L-3 0L-6 -6Z" transform="translate(${number(x)} ${number(y)}) rotate(${number(angle)})" fill="${color}">${label}</path>`
      }
      const radius = shape === 'dot' ? 2 : 4
      return `<circle cx="${number(x)}" cy="${number(y)}" r="${radius}" fill="${color}">${label}</circle>`
    })
    .join('\n')
}

function legend(actors: readonly Mark[], left: number, title: string): string {
  const counts = new Map<MarkKind, number>()
  for (const { kind } of actors) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const kinds = MARK_KINDS.filter((kind) => counts.has(kind))
  const rows = kinds.map((kind, i) => {
    const count = counts.get(kind) ?? 0
    const y = 84 + i * 22
    return `<circle cx="${number(left + 16)}" cy="${y - 4}" r="5" fill="${MARKS[kind].color}"/><text x="${number(left + 30)}" y="${y}" fill="#cdd6dd">${escapeHtml(`${count} ${MARKS[kind].label}`)}</text>`
  })
  return `<text x="${number(left + 10)}" y="48" fill="#fff" font-size="15">${escapeHtml(title)}</text>\n${rows.join('\n')}`
}

/** A bar of a round number of metres, about an eighth of the map. */
function scaleBar(scale: number, unit: number, depth: number): string {
  const metres = (SIZE / 8 / scale) * unit
  const power = 10 ** Math.floor(Math.log10(Math.max(metres, 1e-6)))
  const round = [5, 2, 1].map((factor) => factor * power).find((one) => one <= metres) ?? power
  const length = (round / unit) * scale
  const y = number(depth - 18)
  return `<g stroke="#9ab" fill="#9ab"><path d="M${MARGIN} ${y}h${number(length)}m0 -4v8M${MARGIN} ${number(depth - 22)}v8"/><text x="${number(MARGIN + length + 8)}" y="${number(depth - 14)}" stroke="none">${number(round)} m, ${Math.round(round / unit)} units</text></g>`
}

function path(points: readonly (readonly [number, number, ...number[]])[], to: To): string {
  const corners = points.map(([x, y]) => to(x, y).map(number).join(' '))
  return `M${corners.join('L')}Z`
}

/** With one decimal: a drawing has a hundred thousand of them. */
function number(value: number): string {
  return String(Math.round(value * 10) / 10)
}
