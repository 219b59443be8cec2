import { Euler, type PerspectiveCamera, Vector3 } from 'three'

/** Units per second; Shift is faster. */
const SPEED = 600
const FAST = 4
/** Radians for a pixel. */
const TURN = 0.004

/** *Walks through a level*: W A S D and the arrows, Q and E down and up, dragging looks around. */
export class Walker {
  readonly #canvas: HTMLCanvasElement
  readonly #camera: PerspectiveCamera
  readonly #onChange: () => void
  readonly #keys = new Set<string>()
  readonly #ended = new AbortController()
  #yaw = 0
  #pitch = 0
  #pace = 1

  constructor(canvas: HTMLCanvasElement, camera: PerspectiveCamera, onChange: () => void) {
    this.#canvas = canvas
    this.#camera = camera
    this.#onChange = onChange
    const { signal } = this.#ended
    const stage = canvas.parentElement ?? canvas
    stage.addEventListener('keydown', (event) => this.#key(event, true), { signal })
    stage.addEventListener('keyup', (event) => this.#key(event, false), { signal })
    stage.addEventListener('blur', () => this.#keys.clear(), { signal })
    canvas.addEventListener('pointermove', (event) => this.#drag(event), { signal })
    canvas.addEventListener('pointerdown', (event) => canvas.setPointerCapture(event.pointerId), { signal })
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
  }

  /** Stands somewhere and looks along a yaw, in radians. */
  stand(place: Vector3, yaw: number): void {
    this.#camera.position.copy(place)
    this.#yaw = -yaw - Math.PI / 2
    this.#pitch = 0
    this.#turn()
  }

  /** Goes on for so many seconds; returns whether anybody still walks. */
  step(seconds: number): boolean {
    const way = new Vector3()
    for (const key of this.#keys) way.add(WAYS[key] ?? NOWHERE)
    if (way.lengthSq() === 0) return false
    const speed = SPEED * this.#pace * (this.#keys.has('shift') ? FAST : 1)
    way.normalize().multiplyScalar(speed * seconds)
    const up = way.y
    way.y = 0
    way.applyQuaternion(this.#camera.quaternion)
    way.y += up
    this.#camera.position.add(way)
    return true
  }

  /** Ends it. */
  close(): void {
    this.#ended.abort()
  }

  #key(event: KeyboardEvent, isDown: boolean): void {
    const key = event.key.toLowerCase()
    if (!(key in WAYS) && key !== 'shift') return
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (isDown) this.#keys.add(key)
    else this.#keys.delete(key)
    if (key !== 'shift') event.preventDefault()
    this.#onChange()
  }

  #drag({ buttons, movementX, movementY }: PointerEvent): void {
    if (buttons === 0) return
    this.#yaw -= movementX * TURN
    this.#pitch = Math.max(-1.55, Math.min(1.55, this.#pitch - movementY * TURN))
    this.#turn()
    this.#onChange()
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    this.#pace = Math.max(0.1, Math.min(20, this.#pace * (event.deltaY < 0 ? 1.25 : 0.8)))
    this.#canvas.title = `Speed ${this.#pace.toFixed(1)} ×`
  }

  #turn(): void {
    this.#camera.quaternion.setFromEuler(new Euler(this.#pitch, this.#yaw, 0, 'YXZ'))
  }
}

const NOWHERE = new Vector3()
const WAYS: Readonly<Record<string, Vector3>> = {
  w: new Vector3(0, 0, -1),
  arrowup: new Vector3(0, 0, -1),
  s: new Vector3(0, 0, 1),
  arrowdown: new Vector3(0, 0, 1),
  a: new Vector3(-1, 0, 0),
  arrowleft: new Vector3(-1, 0, 0),
  d: new Vector3(1, 0, 0),
  arrowright: new Vector3(1, 0, 0),
  q: new Vector3(0, -1, 0),
  e: new Vector3(0, 1, 0),
}
