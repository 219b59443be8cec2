import {
  AmbientLight,
  Box3,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  Group,
  Matrix4,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  SkinnedMesh,
  Sphere,
  SRGBColorSpace,
  Texture,
  type Material as ThreeMaterial,
  Mesh as ThreeMesh,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import type { MeshData, WornMaterials } from '../../data/media-calls.js'
import { type Cylinder, MeshMarks } from './mesh-marks.js'
import { drawnLod, materialsOf } from './mesh-parts.js'
import type { Movement } from './movements.js'
import { poseBones, poseFrames } from './pose.js'

/** What of a mesh is shown. */
export interface Shown {
  readonly wire: boolean
  readonly bones: boolean
  readonly sockets: boolean
  readonly collision: boolean
  readonly turning: boolean
  /** Whether dragging moves the light instead of the camera. */
  readonly light: boolean
  readonly lod: number
}

/**
 * X, Y, Z of the engine (forward, right, up; left-handed) as X, Z, Y: viewers mirror back what that mirrors.
 */
const AXES = new Matrix4().set(1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1)

/** *A mesh on a canvas*: it is drawn when something changes, or moves. */
export class MeshScene {
  readonly #data: MeshData
  readonly #overlay: HTMLElement
  readonly #sun = new DirectionalLight(0xffffff, 2.4)
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #camera = new PerspectiveCamera(35, 1, 0.01, 1000)
  readonly #controls: OrbitControls
  readonly #world = new Group()
  readonly #observer: ResizeObserver
  readonly #onTime: (seconds: number) => void
  #drawn: ThreeMesh | undefined
  #marks: MeshMarks | undefined
  #worn: WornMaterials | undefined
  #cylinder: Cylinder | undefined
  /** Degrees around the mesh, and above it. */
  #light = { around: 34, above: 48 }
  #collision: ThreeMesh | undefined
  #movement: Movement | undefined
  #isPlaying = false
  #speed = 1
  #seconds = 0
  #lod = -1
  #frame = 0
  #last = 0

  /**
   * @param overlay lies on the canvas and takes the names of bones and sockets.
   * @throws {Error} when the browser does not draw in three dimensions.
   */
  constructor(canvas: HTMLCanvasElement, overlay: HTMLElement, data: MeshData, onTime: (seconds: number) => void) {
    this.#data = data
    this.#overlay = overlay
    this.#onTime = onTime
    this.#renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true })
    this.#renderer.outputColorSpace = SRGBColorSpace
    this.#controls = new OrbitControls(this.#camera, canvas)
    this.#controls.addEventListener('change', () => this.#draw())
    this.moveLight(0, 0)
    const back = new DirectionalLight(0xcfdcff, 0.7)
    back.position.set(-1, 0.5, -1)
    this.#scene.add(new AmbientLight(0xffffff, 0.9), this.#sun, back, this.#world)
    this.#world.matrixAutoUpdate = false
    this.#world.matrix.copy(AXES)
    this.#observer = new ResizeObserver(() => this.#resize())
    this.#observer.observe(canvas)
    this.#showLod(0)
    this.#look()
    this.#resize()
  }

  /** Shows what is chosen. */
  show({ wire, bones, sockets, collision, turning, light, lod }: Shown): void {
    this.#showLod(lod)
    const materials = this.#drawn?.material
    for (const material of Array.isArray(materials) ? materials : [])
      if ('wireframe' in material) material.wireframe = wire
    this.#marks?.show(bones, sockets)
    this.#controls.enabled = !light
    this.#showCollision(collision)
    this.#controls.autoRotate = turning
    this.#tick()
  }

  /** Covers the mesh with other materials; `undefined` for its own. */
  dress(worn: WornMaterials | undefined): void {
    if (worn === this.#worn) return
    this.#worn = worn
    const lod = this.#data.mesh.lods[this.#lod]
    const drawn = this.#drawn
    if (lod === undefined || drawn === undefined) return
    dispose(drawn.material)
    drawn.material = materialsOf(worn ?? this.#data, lod)
    this.#draw()
  }

  /** Shows what a class collides with. */
  cylinder(cylinder: Cylinder | undefined): void {
    this.#cylinder = cylinder
    this.#marks?.cylinder(cylinder, this.#world)
    this.#draw()
  }

  /** Names a bone or socket: `bone 3`, `socket 0`. */
  choose(key: string | undefined): void {
    this.#marks?.choose(key)
    this.#draw()
  }

  /** The pointer is over the canvas, in pixels from its corner. */
  hover(x: number, y: number): void {
    if (this.#marks?.hover(x, y, this.#camera) === true) this.#draw()
  }

  /** Moves the light by degrees around the mesh, and up. */
  moveLight(around: number, up: number): void {
    const above = Math.max(-89, Math.min(89, this.#light.above + up))
    this.#light = { around: this.#light.around + around, above }
    const [turn, rise] = [(this.#light.around * Math.PI) / 180, (above * Math.PI) / 180]
    this.#sun.position.set(Math.cos(turn) * Math.cos(rise), Math.sin(rise), Math.sin(turn) * Math.cos(rise))
    this.#draw()
  }

  /** What is drawn, as a PNG file without a background. */
  picture(): Promise<Blob | undefined> {
    // The browser may clear the canvas after a frame: it is drawn and read in one go.
    this.#draw()
    return new Promise((resolve) => this.#renderer.domElement.toBlob((blob) => resolve(blob ?? undefined)))
  }

  /** Plays a movement, or lets the mesh rest. */
  play(movement: Movement | undefined, isPlaying: boolean, speed: number): void {
    if (movement !== this.#movement) this.#seconds = 0
    this.#movement = movement
    this.#isPlaying = isPlaying && movement !== undefined
    this.#speed = speed
    this.#last = 0
    this.#pose()
    this.#tick()
  }

  /** Goes to a moment of the movement. */
  seek(seconds: number): void {
    const length = this.#movement?.seconds ?? 0
    this.#seconds = length === 0 ? 0 : ((seconds % length) + length) % length
    this.#pose()
    this.#draw()
  }

  /** Gives back what it holds on the card. */
  close(): void {
    cancelAnimationFrame(this.#frame)
    this.#observer.disconnect()
    this.#controls.dispose()
    this.#forget()
    this.#renderer.dispose()
  }

  #showLod(number: number): void {
    const lod = this.#data.mesh.lods[number]
    if (number === this.#lod || lod === undefined) return
    this.#forget()
    this.#lod = number
    const { origin, scale } = this.#data.mesh.placement
    const drawn = drawnLod(this.#data.mesh, lod, materialsOf(this.#worn ?? this.#data, lod))
    drawn.scale.fromArray(scale)
    drawn.position.set(-origin[0] * scale[0], -origin[1] * scale[1], -origin[2] * scale[2])
    this.#world.add(drawn)
    this.#drawn = drawn
    drawn.geometry.computeBoundingSphere()
    const size = (drawn.geometry.boundingSphere?.radius ?? 10) / 8
    this.#marks = new MeshMarks(this.#data.mesh, drawn, this.#scene, this.#overlay, size)
    this.#marks.cylinder(this.#cylinder, this.#world)
    this.#pose()
  }

  #forget(): void {
    const drawn = this.#drawn
    if (drawn === undefined) return
    this.#world.remove(drawn)
    drawn.geometry.dispose()
    dispose(drawn.material)
    if (drawn instanceof SkinnedMesh) drawn.skeleton.dispose()
    this.#marks?.close(this.#scene, this.#world)
    this.#marks = undefined
    this.#collision = undefined
    this.#drawn = undefined
  }

  #showCollision(isShown: boolean): void {
    const { collision } = this.#data.mesh
    if (isShown && this.#collision === undefined && collision !== undefined) {
      const geometry = new BufferGeometry()
      geometry.setAttribute('position', new BufferAttribute(collision.positions, 3))
      geometry.setIndex(new BufferAttribute(collision.indices, 1))
      const lines = new ThreeMesh(geometry, new MeshBasicMaterial({ color: 0x66d9a0, wireframe: true }))
      this.#drawn?.add(lines)
      this.#collision = lines
    }
    if (this.#collision !== undefined) this.#collision.visible = isShown
  }

  /** Puts the camera where all of the mesh is seen, from the front and somewhat above. */
  #look(): void {
    this.#scene.updateMatrixWorld(true)
    const drawn = this.#drawn
    if (drawn === undefined) return
    drawn.geometry.computeBoundingBox()
    const box = new Box3().copy(drawn.geometry.boundingBox ?? new Box3()).applyMatrix4(drawn.matrixWorld)
    const sphere = box.getBoundingSphere(new Sphere())
    const radius = sphere.radius > 0 && Number.isFinite(sphere.radius) ? sphere.radius : 1
    const distance = radius / Math.sin((this.#camera.fov * Math.PI) / 360)
    this.#camera.position.set(
      sphere.center.x + distance * 0.75,
      sphere.center.y + distance * 0.35,
      sphere.center.z + distance * 0.6,
    )
    this.#camera.near = distance / 500
    this.#camera.far = distance * 20
    this.#controls.target.copy(sphere.center)
    this.#controls.update()
  }

  #pose(): void {
    const drawn = this.#drawn
    const lod = this.#data.mesh.lods[this.#lod]
    if (drawn === undefined || lod === undefined) return
    const movement = this.#movement
    if (drawn instanceof SkinnedMesh)
      poseBones(this.#data.mesh, drawn.skeleton, movement?.kind === 'bones' ? movement : undefined, this.#seconds)
    else if (this.#data.mesh.frames !== undefined)
      poseFrames(
        this.#data.mesh,
        lod,
        drawn.geometry,
        movement?.kind === 'frames' ? movement : undefined,
        this.#seconds,
      )
    this.#onTime(this.#seconds)
  }

  #resize(): void {
    const { clientWidth, clientHeight } = this.#renderer.domElement
    if (clientWidth === 0 || clientHeight === 0) return
    this.#renderer.setPixelRatio(Math.min(2, devicePixelRatio))
    this.#renderer.setSize(clientWidth, clientHeight, false)
    this.#camera.aspect = clientWidth / clientHeight
    this.#camera.updateProjectionMatrix()
    this.#draw()
  }

  /** Draws as long as something moves. */
  #tick(): void {
    cancelAnimationFrame(this.#frame)
    const step = (now: number) => {
      const passed = this.#last === 0 ? 0 : Math.min(0.1, (now - this.#last) / 1000)
      this.#last = now
      if (this.#isPlaying && this.#movement !== undefined) {
        this.#seconds = (this.#seconds + passed * this.#speed) % this.#movement.seconds
        this.#pose()
      }
      if (this.#controls.autoRotate) this.#controls.update(passed)
      this.#draw()
      if (this.#isPlaying || this.#controls.autoRotate) this.#frame = requestAnimationFrame(step)
      else this.#last = 0
    }
    this.#frame = requestAnimationFrame(step)
  }

  #draw(): void {
    this.#renderer.render(this.#scene, this.#camera)
    this.#marks?.place(this.#camera)
  }
}

/** Returns what materials and their textures take on the card. */
function dispose(materials: ThreeMaterial | ThreeMaterial[]): void {
  for (const material of [materials].flat()) {
    if ('map' in material && material.map instanceof Texture) material.map.dispose()
    material.dispose()
  }
}
