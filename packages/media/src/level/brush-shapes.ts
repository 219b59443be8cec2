import { ExportObject, type ObjectReader, type ObjectView } from '@ukit/core'
import { ue1, ue2 } from '@ukit/objects'
import type { Vector } from '../mesh/model/mesh.js'
import { brushMesh, brushPlace } from './brush-shape.js'
import type { LevelActor } from './level.js'
import { motionOf } from './motion.js'
import type { SurfaceTextures } from './surface-textures.js'

/** Corners of all brushes together: the largest known levels have 100,000. */
const MOST_CORNERS = 1 << 22

type Shape = Pick<LevelActor, 'kind'> & Partial<LevelActor>

/**
 * *Actors with a brush*: movers, which show its sides; volumes; and the brushes that the editor built the
 * level of, which nobody sees in the game.
 */
export class BrushShapes {
  readonly #reader: ObjectReader
  readonly #textures: SurfaceTextures
  #corners = 0
  #leftOut = 0

  constructor(reader: ObjectReader, textures: SurfaceTextures) {
    this.#reader = reader
    this.#textures = textures
  }

  /** What was left out. */
  get notes(): readonly string[] {
    return this.#leftOut === 0
      ? []
      : [`the sides of ${this.#leftOut} brushes, of which there are more than a level can have`]
  }

  /** How an actor with a brush is drawn; `undefined` for other actors. */
  async of(view: ObjectView): Promise<Shape | undefined> {
    const model = view.object('Brush')
    const isMover = view.isA('Mover') || (view.missing !== null && isLikeMover(view))
    const isVolume = view.isA('Volume') || /volume$/i.test(view.export.className)
    const isBrush = view.isA('Brush')
    if (!isMover && !isVolume && !isBrush && !(model instanceof ExportObject)) return undefined
    const kind = isMover ? 'mover' : isVolume ? 'volume' : 'brush'
    const seen = isMover ? {} : { isHidden: true }
    const motion = isMover ? { motion: motionOf(view) } : {}
    const polys = isBuilder(view) ? undefined : await this.#sidesOf(model)
    if (polys === undefined) return { kind, ...seen, ...motion }
    const { mesh, isRotated } = await brushMesh(polys, brushPlace(view), this.#textures)
    // Its scale is in its shape, and its rotation too if it had to be.
    const turn = isRotated ? { rotation: ZERO } : {}
    return { kind, shape: mesh, scale: ONE, ...seen, ...turn, ...(isMover ? { motion: movedBy(view, isRotated) } : {}) }
  }

  /** The sides of a brush of this package. */
  async #sidesOf(model: unknown): Promise<ue1.Polys | ue2.Polys | undefined> {
    if (!(model instanceof ExportObject) || model.package !== this.#reader.package) return undefined
    const { object } = await this.#reader.read(model)
    const named = object instanceof ue1.Model || object instanceof ue2.Model ? object.polys : undefined
    if (!(named instanceof ExportObject)) return undefined
    const { object: sides } = await this.#reader.read(named)
    if (!(sides instanceof ue1.Polys || sides instanceof ue2.Polys)) return undefined
    // Any number of actors may have the same brush.
    for (const { vertices } of sides.polys) this.#corners += vertices.length / 3
    if (this.#corners <= MOST_CORNERS) return sides
    this.#leftOut++
    return undefined
  }
}

const ZERO: Vector = [0, 0, 0]
const ONE: Vector = [1, 1, 1]

/** The brush that the editor builds others with: it is in every level. */
function isBuilder(view: ObjectView): boolean {
  return view.export.className.toLowerCase() === 'brush' && view.number('CsgOper') === 0
}

/** Movers of games whose classes are not available, by what they set. */
function isLikeMover(view: ObjectView): boolean {
  return (
    /mover$/i.test(view.export.className) || view.raw('KeyPos[1]') !== undefined || view.raw('BasePos') !== undefined
  )
}

function movedBy(view: ObjectView, isRotated: boolean): LevelActor['motion'] & object {
  const motion = motionOf(view)
  return isRotated ? { ...motion, keys: motion.keys.map(({ location }) => ({ location, rotation: ZERO })) } : motion
}
