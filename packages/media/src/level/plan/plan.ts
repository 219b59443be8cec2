import type { Picture } from '@ukit/codecs/images'
import { UNITS } from '../../gltf/units.js'
import type { Level } from '../level.js'
import { BACKGROUND } from './colors.js'
import { type Drawing, type DrawingItem, movedItems } from './drawing.js'
import { drawingPixels } from './drawing-pixels.js'
import { drawingSvg } from './drawing-svg.js'
import { frameOf } from './frame.js'
import { isometricView } from './isometric-view.js'
import { compassItems, gridItems, LEGEND_WIDTH, legendItems, scaleItems } from './legend.js'
import { actorMarks } from './marks.js'
import { topView } from './top-view.js'

/** Options for a plan. */
export interface PlanOptions {
  /** The heading; by default the name of the package. */
  readonly title?: string | undefined
  /** Unreal units: nothing above this height is drawn, and walls are cut there. */
  readonly height?: number | undefined
  /** Metres per Unreal unit, for the scale bar; by default the convention of the engine. */
  readonly unit?: number | undefined
  /** Draws the ways of bots, which is the default. */
  readonly paths?: boolean | undefined
  /** Draws it from one corner, from above at 30°, with rooms open. */
  readonly isometric?: boolean | undefined
  /** Draws all of the geometry, and not only what is around the places that players use. */
  readonly whole?: boolean | undefined
  /** Pixels of the drawing's width; by default about 1,500. */
  readonly width?: number | undefined
}

/** Pixels of the longer side of the map. */
const SIZE = 1200
/** Pixels around it. */
const MARGIN = 40
/** Pixels above it, for the heading. */
const HEAD = 34

/**
 * *A drawing of a level from above, as SVG*: floors shaded by height (higher is lighter), walls, what is
 * placed by kind with a legend, ways of bots, a scale bar and a compass.
 *
 * The engine's X runs to the right and Y down, as in the editor's top view. The room of the sky is left out,
 * and so is land far around the places that players use.
 */
export function levelPlan(level: Level, options: PlanOptions = {}): string {
  return drawingSvg(planDrawing(level, options), options.width)
}

/** The same as pixels: for a PNG file, `encodePng`. */
export function levelPlanPicture(level: Level, options: PlanOptions = {}): Picture {
  return drawingPixels(planDrawing(level, options), options.width)
}

/** *A plan with nothing around it*, and where its pixels are in the world. */
export interface PlanMap {
  readonly picture: Picture
  /** X and Y in the world, in Unreal units, of the left upper corner. */
  readonly left: number
  readonly top: number
  /** Pixels for an Unreal unit. */
  readonly scale: number
}

/**
 * *A plan as a map to click on*: a place in the world is at `(x − left) · scale` and `(y − top) · scale`.
 *
 * @param options `width` is that of its longer side, 600 by default.
 */
export function levelPlanMap(level: Level, options: Omit<PlanOptions, 'title' | 'isometric' | 'unit'> = {}): PlanMap {
  const { height = Number.POSITIVE_INFINITY, paths = false, whole = false, width = 600 } = options
  const marks = actorMarks(level).filter(
    ({ kind, actor }) => actor.location[2] <= height && (ON_SHEETS.has(kind) || (paths && kind === 'path')),
  )
  const frame = frameOf(level, actorMarks(level), height, whole)
  const view = topView(level, frame, marks, { height, size: width, paths, isSmall: true })
  const picture = drawingPixels({ title: level.package, ...view })
  return { picture, left: frame.left, top: frame.top, scale: view.scale }
}

function planDrawing(level: Level, options: PlanOptions): Drawing {
  const { height = Number.POSITIVE_INFINITY, title = level.package, unit = UNITS[level.engine] } = options
  const { isometric = false, paths = true, whole = false } = options
  const marks = actorMarks(level).filter(({ actor }) => actor.location[2] <= height)
  const frame = frameOf(level, marks, height, whole)
  const draw = isometric ? isometricView : topView
  const view = draw(level, frame, marks, { height, size: SIZE, paths, isSmall: false })
  const inside = marks.filter(
    ({
      actor: {
        location: [x, y],
      },
    }) => x >= frame.left && x <= frame.right && y >= frame.top && y <= frame.bottom,
  )
  const legend = legendItems(inside, frame)
  const mapTop = MARGIN + HEAD
  const width = MARGIN * 2 + Math.max(view.width, 360) + LEGEND_WIDTH
  const depth = Math.max(mapTop + view.height + MARGIN + 14, mapTop + legend.height + 110)
  const left = width - LEGEND_WIDTH
  const items: DrawingItem[] = [
    ...(isometric ? [] : movedItems(gridItems(view, frame), MARGIN, mapTop)),
    ...movedItems(view.items, MARGIN, mapTop),
    { kind: 'text', x: MARGIN, y: MARGIN + 6, text: title, size: 20, color: '#ffffff' },
    ...movedItems(legend.items, left, mapTop + 6),
    ...compassItems(level, left + 40, depth - MARGIN - 26, isometric),
    ...scaleItems(view, unit, MARGIN, depth - 24),
  ]
  if (frame.isPart)
    items.push({
      kind: 'text',
      x: left - 20,
      y: depth - 20,
      text: 'land around is left out',
      size: 11,
      color: '#8fa1ad',
      anchor: 'end',
    })
  return { width, height: depth, title, background: BACKGROUND, items }
}

/** Pixels of a cell of a sheet, without its texts, and the gap between cells. */
const CELL = 280
const GAP = 20
const TEXTS = 44

/**
 * *Small plans of many maps on one sheet*, each with its name and a line about it. A plan is drawn when it is
 * added, so that levels need not be kept.
 */
export class PlanSheet {
  readonly #cells: DrawingItem[][] = []
  readonly #options: Pick<PlanOptions, 'isometric' | 'whole' | 'height' | 'paths'>

  constructor(options: Pick<PlanOptions, 'isometric' | 'whole' | 'height' | 'paths'> = {}) {
    this.#options = options
  }

  /** How many maps are on it. */
  get count(): number {
    return this.#cells.length
  }

  /** Adds a map. */
  add(
    level: Level,
    { title = level.package, about = '' }: { readonly title?: string; readonly about?: string } = {},
  ): void {
    const { height = Number.POSITIVE_INFINITY, isometric = false, whole = false, paths = false } = this.#options
    const marks = actorMarks(level).filter(({ kind, actor }) => actor.location[2] <= height && ON_SHEETS.has(kind))
    const frame = frameOf(level, actorMarks(level), height, whole)
    const view = (isometric ? isometricView : topView)(level, frame, marks, {
      height,
      size: CELL,
      paths,
      isSmall: true,
    })
    this.#cells.push([
      ...movedItems(view.items, (CELL - view.width) / 2, (CELL - view.height) / 2),
      {
        kind: 'text',
        x: CELL / 2,
        y: CELL + 18,
        text: fitting(title, 34),
        size: 14,
        color: '#ffffff',
        anchor: 'middle',
      },
      {
        kind: 'text',
        x: CELL / 2,
        y: CELL + 35,
        text: fitting(about, 46),
        size: 11,
        color: '#8fa1ad',
        anchor: 'middle',
      },
    ])
  }

  /** The sheet as SVG. */
  svg(width?: number): string {
    return drawingSvg(this.#drawing(), width)
  }

  /** The sheet as pixels. */
  picture(width?: number): Picture {
    return drawingPixels(this.#drawing(), width)
  }

  #drawing(): Drawing {
    const columns = Math.max(1, Math.min(this.#cells.length, Math.ceil(Math.sqrt(this.#cells.length * 1.4))))
    const rows = Math.ceil(this.#cells.length / columns)
    const place = (i: number) =>
      [GAP + (i % columns) * (CELL + GAP), GAP + Math.floor(i / columns) * (CELL + TEXTS + GAP)] as const
    return {
      width: GAP + columns * (CELL + GAP),
      height: GAP + Math.max(1, rows) * (CELL + TEXTS + GAP),
      title: `${this.#cells.length} maps`,
      background: BACKGROUND,
      items: this.#cells.flatMap((items, i) => movedItems(items, ...place(i))),
    }
  }
}

/** What is seen in a small plan. */
const ON_SHEETS: ReadonlySet<string> = new Set(['start', 'weapon', 'objective', 'item'])

function fitting(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
