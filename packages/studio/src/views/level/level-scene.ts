import type { Mesh } from '@ukit/media'
import { quaternionOf } from '@ukit/media/internal'
import type { LevelActor, LevelPart } from '@ukit/media/level'
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Group,
  Matrix4,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Mesh as ThreeMesh,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { type LevelData, slotKey } from '../../data/media-calls.js'
import { isDrawn } from './drawn-part.js'
import { Surfaces } from './surface.js'
import { Walker } from './walker.js'

/** What of a level is shown, and how. */
export interface LevelLook {
  readonly isLit: boolean
  readonly isWire: boolean
  readonly isNearest: boolean
  readonly hasActors: boolean
  readonly bright: number
}

/** X, Y, Z of the engine as X, Z, Y: see the meshes. */
const AXES = new Matrix4().set(1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1)

/** Units that one sees as far as: the largest world of the engine, corner to corner. */
const FAR = 400_000

/** *A level on a canvas*, to be walked through. */
export class LevelScene {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(75, 1, 2, FAR)
  readonly #world = new Group()
  readonly #actors = new Group()
  readonly #surfaces: Surfaces
  readonly #walker: Walker
  readonly #observer: ResizeObserver
  readonly #geometries = new Map<Mesh, BufferGeometry>()
  #frame = 0
  #last = 0

  /** @throws {Error} when the browser does not draw in three dimensions. */
  constructor(canvas: HTMLCanvasElement, data: LevelData) {
    this.#renderer = new WebGLRenderer({ canvas, antialias: true })
    this.#renderer.setClearColor(0x10141a)
    this.#surfaces = new Surfaces(data)
    const root = new Group()
    root.matrixAutoUpdate = false
    root.matrix.copy(AXES)
    root.add(this.#world, this.#actors)
    this.#scene.add(root)
    for (const part of data.level.parts) this.#addPart(data, part)
    for (const actor of data.level.actors) this.#addActor(data, actor)
    this.#scene.updateMatrixWorld(true)
    this.#walker = new Walker(canvas, this.#camera, () => this.#tick())
    this.#start(data)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(canvas)
    this.#resize()
  }

  /** Shows what is chosen. */
  look(look: LevelLook): void {
    this.#surfaces.look(look)
    this.#actors.visible = look.hasActors
    this.#tick()
  }

  /** The actor under a place of the canvas, from −1 to 1. */
  actorAt(x: number, y: number): LevelActor | undefined {
    const ray = new Raycaster()
    ray.setFromCamera(new Vector2(x, y), this.#camera)
    for (const { object } of ray.intersectObjects(this.#scene.children, true)) {
      for (let at: typeof object | null = object; at !== null; at = at.parent) {
        const { actor } = at.userData
        if (isActor(actor)) return actor
      }
      if (object.visible) return undefined
    }
    return undefined
  }

  /** Gives back what it holds on the card. */
  close(): void {
    cancelAnimationFrame(this.#frame)
    this.#observer.disconnect()
    this.#walker.close()
    for (const geometry of this.#geometries.values()) geometry.dispose()
    this.#surfaces.dispose()
    this.#renderer.dispose()
  }

  #addPart({ level }: LevelData, part: LevelPart): void {
    if (!isDrawn(part, level.zones)) return
    const own = part.lightPage === undefined ? 1 : (level.lightPages[part.lightPage]?.brightness ?? 1)
    const drawn = this.#drawn(part.mesh, part.lightPage, part.brightness ?? [own, own, own])
    if (drawn !== undefined) this.#world.add(drawn)
  }

  #addActor({ level }: LevelData, actor: LevelActor): void {
    if (actor.isHidden || actor.kind === 'volume' || actor.kind === 'brush') return
    const group = new Group()
    group.userData = { actor }
    place(group, actor)
    const mesh = actor.mesh === undefined ? actor.shape : level.meshes[actor.mesh]?.mesh
    if (mesh !== undefined) add(group, this.#placed(mesh))
    for (const component of actor.components ?? []) {
      const shown = component.mesh === undefined ? component.shape : level.meshes[component.mesh]?.mesh
      if (component.isHidden || shown === undefined) continue
      const inner = new Group()
      place(inner, component)
      add(inner, this.#placed(shown))
      if (component.isInWorld === true) {
        inner.userData = { actor }
        this.#actors.add(inner)
      } else group.add(inner)
    }
    if (group.children.length > 0) this.#actors.add(group)
  }

  /** A mesh where the engine puts it before the actor's own place. */
  #placed(mesh: Mesh): Group | undefined {
    const drawn = this.#drawn(mesh, undefined, [1, 1, 1])
    if (drawn === undefined) return undefined
    const { origin, scale, rotation } = mesh.placement
    drawn.scale.fromArray(scale)
    drawn.position.set(-origin[0] * scale[0], -origin[1] * scale[1], -origin[2] * scale[2])
    const turned = new Group()
    turned.quaternion.fromArray(quaternionOf(rotation))
    turned.add(drawn)
    return turned
  }

  #drawn(mesh: Mesh, page: number | undefined, brightness: readonly [number, number, number]): ThreeMesh | undefined {
    const [lod] = mesh.lods
    if (lod === undefined || lod.indices.length === 0) return undefined
    let geometry = this.#geometries.get(mesh)
    const hasColor = lod.colors !== undefined && lod.areColorsDrawn !== false
    if (geometry === undefined) {
      geometry = new BufferGeometry()
      geometry.setAttribute('position', new BufferAttribute(lod.positions, 3))
      const [uv, second] = lod.uvs
      if (uv !== undefined) geometry.setAttribute('uv', new BufferAttribute(uv, 2))
      if (second !== undefined) geometry.setAttribute('uv1', new BufferAttribute(second, 2))
      if (hasColor && lod.colors !== undefined) geometry.setAttribute('color', new BufferAttribute(lod.colors, 4, true))
      geometry.setIndex(new BufferAttribute(lod.indices, 1))
      for (const { first, count, slot } of lod.sections) geometry.addGroup(first, count, slot)
      this.#geometries.set(mesh, geometry)
    }
    const materials = mesh.materials.map((slot) => this.#surfaces.of(slotKey(slot), page, brightness, hasColor))
    return new ThreeMesh(
      geometry,
      materials.length === 0 ? this.#surfaces.of('', page, brightness, hasColor) : materials,
    )
  }

  /** Stands where players begin, else in the middle. */
  #start({ level }: LevelData): void {
    const start = level.actors.find(({ ancestry }) => ancestry.includes('PlayerStart'))
    if (start !== undefined) {
      const [x, y, z] = start.location
      this.#walker.stand(new Vector3(x, z + 20, y), (start.rotation[1] / 32_768) * Math.PI)
      return
    }
    const middle = new Box3().setFromObject(this.#world).getCenter(new Vector3())
    this.#walker.stand(Number.isFinite(middle.x) ? middle : new Vector3(), 0)
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#renderer.domElement
    if (clientWidth === 0 || clientHeight === 0) return
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio))
    this.#renderer.setSize(clientWidth, clientHeight, false)
    this.#camera.aspect = clientWidth / clientHeight
    this.#camera.updateProjectionMatrix()
    this.#tick()
  }

  /** Draws, and goes on as long as somebody walks. */
  #tick(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame((now) => {
      const passed = this.#last === 0 ? 0 : Math.min(0.1, (now - this.#last) / 1000)
      const goesOn = this.#walker.step(passed)
      this.#renderer.render(this.#scene, this.#camera)
      this.#last = goesOn ? now : 0
      if (goesOn) this.#tick()
    })
  }
}

function add(group: Group, child: Group | undefined): void {
  if (child !== undefined) group.add(child)
}

function place(group: Group, { location, rotation, scale }: Pick<LevelActor, 'location' | 'rotation' | 'scale'>): void {
  group.position.fromArray(location)
  group.quaternion.fromArray(quaternionOf(rotation))
  group.scale.fromArray(scale)
}

function isActor(value: unknown): value is LevelActor {
  return typeof value === 'object' && value !== null && 'ancestry' in value
}
