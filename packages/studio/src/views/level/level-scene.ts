import type { LevelActor, LevelPart, LevelPath, LevelZone } from '@ukit/media/level'
import {
  Box3,
  Box3Helper,
  Color,
  Group,
  LinearSRGBColorSpace,
  Matrix4,
  type Object3D,
  OrthographicCamera,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import type { LevelPiece } from '../../data/media-calls.js'
import type { CameraPlace } from './camera-place.js'
import { AMBER, LevelObjects, place } from './level-objects.js'
import type { LevelLook } from './look.js'
import { moverAt } from './movers.js'
import { Overlays } from './overlays.js'
import { Sky } from './sky.js'
import { Surfaces } from './surface.js'
import { Walker } from './walker.js'

/** X, Y, Z of the engine as X, Z, Y: see the meshes. */
const AXES = new Matrix4().set(1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1)
/** Units that one sees as far as: the largest world of the engine, corner to corner. */
const FAR = 400_000
/** Milliseconds of a frame in which things are added. */
const AT_ONCE = 10
/** Units from a floor to the eye. */
const EYE = 60
/** Units around an actor that has no shape. */
const MARK = 24

/** *A level on a canvas*, to be walked through; it grows as its pieces come. */
export class LevelScene {
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #eye = new PerspectiveCamera(75, 1, 2, FAR)
  readonly #flat = new OrthographicCamera(-1, 1, 1, -1, -FAR / 2, FAR / 2)
  readonly #world = new Group()
  readonly #placed = new Group()
  readonly #overlays = new Overlays()
  readonly #sky: Sky
  readonly #surfaces = new Surfaces()
  readonly #objects = new LevelObjects(this.#surfaces)
  readonly #walker: Walker
  readonly #observer: ResizeObserver
  readonly #onMove: (place: CameraPlace) => void
  readonly #movers: { readonly actor: LevelActor; readonly group: Group }[] = []
  readonly #waiting: (() => void)[] = []
  #chosen: Box3Helper | undefined
  #actors: readonly LevelActor[] = []
  #zones: readonly LevelZone[] = []
  #isFlat = false
  /** World units from the middle of a flat picture to its upper edge. */
  #reach = 1500
  #hasPlace = false
  #frame = 0
  #last = 0

  /**
   * @param start where to stand; where players begin, if it is not given.
   * @param onMove told where the camera is, after each picture.
   * @throws {Error} when the browser does not draw in three dimensions.
   */
  constructor(canvas: HTMLCanvasElement, start: CameraPlace | undefined, onMove: (place: CameraPlace) => void) {
    this.#onMove = onMove
    this.#renderer = new WebGLRenderer({ canvas, antialias: true })
    // Values are those of textures all the way, as in the engine.
    this.#renderer.outputColorSpace = LinearSRGBColorSpace
    this.#renderer.setClearColor(new Color().setHex(0x10141a, LinearSRGBColorSpace))
    this.#renderer.autoClear = false
    const root = inEngineAxes(this.#world, this.#placed, this.#overlays.group)
    this.#scene.add(root)
    this.#sky = new Sky(AXES)
    this.#walker = new Walker(
      canvas,
      this.#eye,
      () => this.#tick(),
      (factor) => this.#zoom(factor),
    )
    if (start !== undefined) this.place = start
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(canvas)
    this.#resize()
  }

  /** Where the camera is. */
  get place(): CameraPlace {
    return this.#walker.place
  }

  set place(place: CameraPlace) {
    this.#hasPlace = true
    this.#walker.place = place
  }

  /** Takes the next piece of the level. */
  add(piece: LevelPiece): void {
    if (piece.step === 'geometry') this.#addGeometry(piece)
    else if (piece.step === 'actors') this.#addActors(piece)
    else if (piece.step === 'looks') {
      // What comes later has its look when it is made.
      this.#surfaces.know(piece.looks)
      this.#objects.dressSprites()
    } else if (piece.step === 'light') this.#surfaces.lightUp(piece.lightPages)
    this.#tick()
  }

  /** Takes the ways of bots, which come last. */
  addPaths(paths: readonly LevelPath[]): void {
    this.#overlays.addPaths(paths, this.#actors)
    this.#tick()
  }

  /** Shows what is chosen. */
  look(look: LevelLook): void {
    this.#surfaces.look(look)
    this.#overlays.look(look)
    this.#placed.visible = look.meshes
    this.#sky.isShown = look.mode !== 'wire'
    for (const { actor, group } of this.#movers) {
      const { motion } = actor
      const at = look.moved === undefined || motion === undefined ? undefined : moverAt(motion, look.moved)
      const [x = 0, y = 0, z = 0] = at?.location ?? actor.location
      const [pitch = 0, yaw = 0, roll = 0] = at?.rotation ?? actor.rotation
      place(group, { location: [x, y, z], rotation: [pitch, yaw, roll], scale: actor.scale })
    }
    this.#tick()
  }

  /** Shows it without perspective, as far away as near, or with. */
  flatten(isFlat: boolean): void {
    this.#isFlat = isFlat
    this.#resize()
  }

  /** The actor under a place of the canvas, from −1 to 1. */
  actorAt(x: number, y: number): LevelActor | undefined {
    // Nothing may have been drawn since something appeared or the camera moved.
    this.#scene.updateMatrixWorld()
    this.#camera.updateMatrixWorld()
    const ray = new Raycaster()
    ray.setFromCamera(new Vector2(x, y), this.#camera)
    const distance = this.#isFlat ? this.#reach : 400
    ray.params.Points = { threshold: distance / 40 }
    for (const { object, index } of ray.intersectObjects(this.#scene.children, true)) {
      if (!isShown(object) || object === this.#chosen) continue
      const { actors } = object.userData
      if (Array.isArray(actors)) {
        const actor: unknown = actors[index ?? -1]
        if (isActor(actor)) return actor
      }
      for (let at: Object3D | null = object; at !== null; at = at.parent) {
        const { actor } = at.userData
        if (isActor(actor)) return actor
      }
      return undefined
    }
    return undefined
  }

  /** Draws a box around an actor, or around none. */
  choose(actor: LevelActor | undefined): void {
    this.#chosen?.removeFromParent()
    this.#chosen?.dispose()
    this.#chosen = undefined
    if (actor !== undefined) {
      const box = new Box3()
      for (const group of this.#placed.children)
        if (group.userData['actor'] === actor) box.union(new Box3().setFromObject(group))
      const [x, y, z] = actor.location
      if (box.isEmpty()) box.setFromCenterAndSize(new Vector3(x, z, y), new Vector3(2, 2, 2).multiplyScalar(MARK))
      this.#chosen = new Box3Helper(box, new Color().setHex(AMBER, LinearSRGBColorSpace))
      this.#scene.add(this.#chosen)
    }
    this.#tick()
  }

  /** Stands at a place of the plan, on the floor that is nearest in height. */
  standAt(x: number, y: number): void {
    const { location, yaw, pitch } = this.place
    const ray = new Raycaster(new Vector3(x, FAR / 4, y), new Vector3(0, -1, 0))
    const floors = ray
      .intersectObjects([this.#world, this.#placed], true)
      .filter(({ object }) => isShown(object))
      .map(({ point }) => point.y + EYE)
      .sort((a, b) => Math.abs(a - location[2]) - Math.abs(b - location[2]))
    this.place = { location: [x, y, floors[0] ?? location[2]], yaw, pitch }
  }

  /** Gives back what it holds on the card. */
  close(): void {
    cancelAnimationFrame(this.#frame)
    this.#observer.disconnect()
    this.#walker.close()
    this.choose(undefined)
    cancelAnimationFrame(this.#frame)
    this.#objects.dispose()
    this.#overlays.dispose()
    this.#surfaces.dispose()
    this.#renderer.dispose()
  }

  get #camera(): PerspectiveCamera | OrthographicCamera {
    return this.#isFlat ? this.#flat : this.#eye
  }

  #addGeometry({ parts, zones, start }: Extract<LevelPiece, { readonly step: 'geometry' }>): void {
    this.#surfaces.zones = zones
    this.#zones = zones
    for (const part of parts) this.#waiting.push(() => this.#addPart(part))
    this.#waiting.push(() => this.#overlays.addParts(parts))
    if (this.#hasPlace || start === undefined) return
    const [x, y, z] = start.location
    this.place = { location: [x, y, z + 20], yaw: start.yaw, pitch: 0 }
  }

  #addPart(part: LevelPart): void {
    const drawn = this.#objects.part(part)
    if (drawn === undefined) return
    if (this.#zones[part.zone]?.isSky === true) this.#sky.add(drawn)
    else this.#world.add(drawn)
  }

  #addActors({ actors, meshes }: Extract<LevelPiece, { readonly step: 'actors' }>): void {
    this.#actors = actors
    this.#objects.prepare(actors, meshes, this.#zones)
    for (const actor of actors) {
      this.#waiting.push(() => {
        const groups = this.#objects.actor(actor)
        const isSky = this.#zones[actor.zone ?? -1]?.isSky === true
        for (const group of groups)
          if (isSky) this.#sky.add(group)
          else this.#placed.add(group)
        const [group] = groups
        if (group !== undefined && (actor.motion?.keys.length ?? 0) > 1) this.#movers.push({ actor, group })
      })
    }
    this.#waiting.push(() => {
      this.#sky.standIn(actors)
      this.#objects.dressSprites()
      this.#overlays.addActors(actors, meshes)
      if (!this.#hasPlace) this.#seeAll()
    })
  }

  /** Looks at all of it from above one corner. */
  #seeAll(): void {
    this.#scene.updateMatrixWorld(true)
    // Of levels of UE3 hardly anything is built.
    const box = new Box3().setFromObject(this.#world).union(new Box3().setFromObject(this.#placed))
    if (box.isEmpty() || !Number.isFinite(box.min.x + box.max.x)) return
    const { x, y, z } = box.getCenter(new Vector3())
    const size = box.getSize(new Vector3()).length() / 2
    this.place = { location: [x - 0.7 * size, z - 0.7 * size, y + 0.6 * size], yaw: 45, pitch: -31 }
  }

  #zoom(factor: number): boolean {
    if (!this.#isFlat) return false
    this.#reach = Math.max(50, Math.min(FAR / 4, this.#reach * factor))
    this.#resize()
    return true
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#renderer.domElement
    if (clientWidth === 0 || clientHeight === 0) return
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio))
    this.#renderer.setSize(clientWidth, clientHeight, false)
    const aspect = clientWidth / clientHeight
    this.#eye.aspect = aspect
    this.#eye.updateProjectionMatrix()
    const reach = this.#reach
    Object.assign(this.#flat, { left: -reach * aspect, right: reach * aspect, top: reach, bottom: -reach })
    this.#flat.updateProjectionMatrix()
    this.#tick()
  }

  /** Draws, and goes on as long as something comes, somebody walks, or a texture moves. */
  #tick(): void {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame((now) => {
      const passed = this.#last === 0 ? 0 : Math.min(0.1, (now - this.#last) / 1000)
      this.#addWaiting()
      this.#walker.step(passed)
      if (MOTION.matches) this.#surfaces.time = now / 1000
      this.#draw()
      this.#onMove(this.place)
      const goesOn = this.#walker.isWalking || this.#waiting.length > 0 || (this.#surfaces.moves && MOTION.matches)
      this.#last = goesOn ? now : 0
      if (goesOn) this.#tick()
    })
  }

  #addWaiting(): void {
    const end = performance.now() + AT_ONCE
    const { length } = this.#waiting
    let done = 0
    while (done < length && performance.now() < end) this.#waiting[done++]?.()
    this.#waiting.splice(0, done)
  }

  #draw(): void {
    const { position, quaternion } = this.#eye
    this.#flat.position.copy(position)
    this.#flat.quaternion.copy(quaternion)
    this.#renderer.clear()
    if (!this.#isFlat) this.#sky.draw(this.#renderer, this.#eye)
    this.#renderer.render(this.#scene, this.#camera)
  }
}

const MOTION = matchMedia('(prefers-reduced-motion: no-preference)')

function inEngineAxes(...groups: Group[]): Group {
  const root = new Group()
  root.matrixAutoUpdate = false
  root.matrix.copy(AXES)
  root.add(...groups)
  return root
}

function isShown(object: Object3D): boolean {
  for (let at: Object3D | null = object; at !== null; at = at.parent) if (!at.visible) return false
  return true
}

function isActor(value: unknown): value is LevelActor {
  return typeof value === 'object' && value !== null && 'ancestry' in value
}
