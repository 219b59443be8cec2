import { MARKS, markOf } from '@ukit/media/internal'
import type { LevelActor, LevelMesh, LevelPart, LevelPath } from '@ukit/media/level'
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Group,
  LinearSRGBColorSpace,
  LineBasicMaterial,
  LineSegments,
  type Material,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  Mesh as ThreeMesh,
} from 'three'
import { AMBER, place } from './level-objects.js'
import type { LevelLook } from './look.js'

/** *What is drawn over a level to understand it*: actors that are not seen, lights, paths, collision. */
export class Overlays {
  readonly group = new Group()
  readonly #actors = new Group()
  readonly #lights = new Group()
  readonly #paths = new Group()
  readonly #collision = new Group()
  readonly #owned: (BufferGeometry | Material)[] = []
  readonly #solid = new MeshBasicMaterial({ transparent: true, opacity: 0.22, depthWrite: false, side: DoubleSide })
  readonly #edge = new LineBasicMaterial({ transparent: true, opacity: 0.6 })

  constructor() {
    this.group.add(this.#actors, this.#lights, this.#paths, this.#collision)
    this.#solid.color.setHex(0xe05a8c, LinearSRGBColorSpace)
    this.#edge.color.setHex(AMBER, LinearSRGBColorSpace)
    this.#owned.push(this.#solid, this.#edge)
  }

  /** Shows what is chosen. */
  look({ actors, lights, paths, collision }: LevelLook): void {
    this.#actors.visible = actors
    this.#lights.visible = lights
    this.#paths.visible = paths
    this.#collision.visible = collision
  }

  /** Walls of the built geometry that are not seen. */
  addParts(parts: readonly LevelPart[]): void {
    for (const { kind, mesh } of parts) {
      const [lod] = mesh.lods
      if (kind === 'invisible' && lod !== undefined) this.#collision.add(this.#shape(lod.positions, lod.indices))
    }
  }

  /** Marks of actors and lights, the sides of volumes, and what meshes collide with. */
  addActors(actors: readonly LevelActor[], meshes: readonly LevelMesh[]): void {
    const isSeen = ({ kind, isHidden }: LevelActor) =>
      !isHidden && (kind === 'mesh' || kind === 'sprite' || kind === 'terrain' || kind === 'mover')
    const lights = actors.filter(({ light }) => light !== undefined)
    this.#lights.add(
      this.#marks(lights, ({ light }) => {
        const strongest = Math.max(1e-3, ...(light?.color ?? [1, 1, 1]))
        const part = (value: number) => 0.35 + (0.65 * value) / strongest
        const [red, green, blue] = light?.color ?? [1, 1, 1]
        return new Color().setRGB(part(red), part(green), part(blue), LinearSRGBColorSpace)
      }),
    )
    const others = actors.filter((actor) => !isSeen(actor) && actor.light === undefined && actor.kind !== 'brush')
    this.#actors.add(
      this.#marks(others, (actor) => {
        const kind = markOf(actor)
        return new Color().setStyle(kind === undefined ? '#9aa4b2' : MARKS[kind].color, LinearSRGBColorSpace)
      }),
    )
    const hulls = new Map<number, BufferGeometry>()
    for (const actor of actors) {
      const [lod] = actor.shape?.lods ?? []
      if (actor.kind === 'volume' && lod !== undefined) this.#solidAt(actor, lod.positions, lod.indices)
      for (const component of [actor, ...(actor.components ?? [])]) {
        const collision = meshes[component.mesh ?? -1]?.mesh.collision
        if (component.mesh === undefined || collision === undefined) continue
        const known = hulls.get(component.mesh) ?? this.#geometry(collision.positions, collision.indices)
        hulls.set(component.mesh, known)
        const at = new Group()
        place(at, actor)
        const inner = new Group()
        if (component !== actor) place(inner, component)
        inner.add(new ThreeMesh(known, this.#solid))
        at.add(inner)
        this.#collision.add('isInWorld' in component ? inner : at)
      }
      const inside = actor.kind === 'volume' ? (actor.components ?? []) : []
      for (const { shape } of inside) {
        const [own] = shape?.lods ?? []
        if (own !== undefined) this.#solidAt(actor, own.positions, own.indices)
      }
    }
  }

  /** The ways of bots. */
  addPaths(paths: readonly LevelPath[], actors: readonly LevelActor[]): void {
    const places = new Map(actors.map(({ index, sublevel, location }) => [`${sublevel ?? ''}/${index}`, location]))
    const ends = paths.flatMap(({ from, to, sublevel = '' }) => {
      const [a, b] = [places.get(`${sublevel}/${from}`), places.get(`${sublevel}/${to}`)]
      return a === undefined || b === undefined ? [] : [...a, ...b]
    })
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(ends), 3))
    this.#owned.push(geometry)
    this.#paths.add(new LineSegments(geometry, this.#edge))
  }

  /** Gives back what it holds on the card. */
  dispose(): void {
    for (const one of this.#owned) one.dispose()
  }

  #solidAt(actor: LevelActor, positions: Float32Array, indices: Uint32Array): void {
    const at = new Group()
    place(at, actor)
    at.userData = { actor }
    at.add(this.#shape(positions, indices))
    this.#collision.add(at)
  }

  #shape(positions: Float32Array, indices: Uint32Array): ThreeMesh {
    return new ThreeMesh(this.#geometry(positions, indices), this.#solid)
  }

  #geometry(positions: Float32Array, indices: Uint32Array): BufferGeometry {
    const geometry = new BufferGeometry()
    geometry.setAttribute('position', new BufferAttribute(positions, 3))
    geometry.setIndex(new BufferAttribute(indices, 1))
    this.#owned.push(geometry)
    return geometry
  }

  /** A dot for each actor, as large however far away. */
  #marks(actors: readonly LevelActor[], colorOf: (actor: LevelActor) => Color): Points {
    const geometry = new BufferGeometry()
    const positions = Float32Array.from(actors.flatMap(({ location }) => location))
    geometry.setAttribute('position', new BufferAttribute(positions, 3))
    const colors = Float32Array.from(actors.flatMap((actor) => colorOf(actor).toArray()))
    geometry.setAttribute('color', new BufferAttribute(colors, 3))
    const material = new PointsMaterial({ size: 7, sizeAttenuation: false, vertexColors: true })
    this.#owned.push(geometry, material)
    const points = new Points(geometry, material)
    points.userData = { actors }
    return points
  }
}
