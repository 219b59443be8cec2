import { Euler, Vector3 } from 'three'
import type { CameraPlace } from './camera-place.js'

/** Units per second; Shift is faster. */
const SPEED = 600
const FAST = 4
/** Radians for a pixel. */
const TURN = 0.004
/** Units for a pixel that two fingers move. */
const STRIDE = 4
const DEGREES = 180 / Math.PI

/** A camera that is walked with: where it is and how it is turned, in the picture's axes. */
export interface Walked {
  readonly position: Vector3
  readonly quaternion: { setFromEuler(euler: Euler): unknown }
}

/**
 * *Walks through a level*: W A S D and the arrows, Q and E down and up, dragging or one finger looks around,
 * two fingers move.
 */
export class Walker {
  readonly #canvas: HTMLCanvasElement
  readonly #camera: Walked
  readonly #onChange: () => void
  readonly #onZoom: (factor: number) => boolean
  readonly #keys = new Set<string>()
  readonly #fingers = new Map<number, { x: number; y: number }>()
  readonly #ended = new AbortController()
  #yaw = 0
  #pitch = 0
  #pace = 1

  /** @param onZoom told when the wheel turns; what it does not take changes the pace. */
  constructor(canvas: HTMLCanvasElement, camera: Walked, onChange: () => void, onZoom: (factor: number) => boolean) {
    this.#canvas = canvas
    this.#camera = camera
    this.#onChange = onChange
    this.#onZoom = onZoom
    const { signal } = this.#ended
    const stage = canvas.parentElement ?? canvas
    stage.addEventListener('keydown', (event) => this.#key(event, true), { signal })
    stage.addEventListener('keyup', (event) => this.#key(event, false), { signal })
    stage.addEventListener('blur', () => this.#keys.clear(), { signal })
    canvas.addEventListener('pointermove', (event) => this.#drag(event), { signal })
    canvas.addEventListener('pointerdown', (event) => this.#touch(event), { signal })
    for (const end of ['pointerup', 'pointercancel'] as const)
      canvas.addEventListener(end, ({ pointerId }) => this.#fingers.delete(pointerId), { signal })
    canvas.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false })
  }

  /** Where the camera is, in the engine's numbers. */
  get place(): CameraPlace {
    const { x, y, z } = this.#camera.position
    return { location: [x, z, y], yaw: -(this.#yaw + Math.PI / 2) * DEGREES, pitch: this.#pitch * DEGREES }
  }

  /** Stands somewhere. */
  set place({ location: [x, y, z], yaw, pitch }: CameraPlace) {
    this.#camera.position.set(x, z, y)
    this.#yaw = -yaw / DEGREES - Math.PI / 2
    this.#pitch = pitch / DEGREES
    this.#turn()
    this.#onChange()
  }

  /** Whether somebody walks. */
  get isWalking(): boolean {
    return this.#way().lengthSq() > 0
  }

  /** Goes on for so many seconds. */
  step(seconds: number): void {
    const way = this.#way()
    if (way.lengthSq() === 0) return
    const speed = SPEED * this.#pace * (this.#keys.has('shift') ? FAST : 1)
    this.#go(way.normalize().multiplyScalar(speed * seconds))
  }

  /** Ends it. */
  close(): void {
    this.#ended.abort()
  }

  #way(): Vector3 {
    const way = new Vector3()
    for (const key of this.#keys) way.add(WAYS[key] ?? NOWHERE)
    return way
  }

  /** Up is up, wherever one looks. */
  #go(way: Vector3): void {
    const up = way.y
    way.y = 0
    way.applyEuler(new Euler(this.#pitch, this.#yaw, 0, 'YXZ'))
    way.y += up
    this.#camera.position.add(way)
  }

  #key(event: KeyboardEvent, isDown: boolean): void {
    const key = event.key.toLowerCase()
    if (!isDown) this.#keys.delete(key)
    if (!(key in WAYS) && key !== 'shift') return
    // Arrows are those of sliders and of the plan, where these have the focus.
    if (event.ctrlKey || event.metaKey || event.altKey || (isDown && event.defaultPrevented)) return
    if (event.target instanceof HTMLInputElement) return
    if (isDown) this.#keys.add(key)
    if (key !== 'shift') event.preventDefault()
    this.#onChange()
  }

  #touch({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    this.#canvas.setPointerCapture(pointerId)
    this.#fingers.set(pointerId, { x, y })
  }

  #drag({ pointerId, clientX: x, clientY: y }: PointerEvent): void {
    const finger = this.#fingers.get(pointerId)
    if (finger === undefined) return
    const dx = x - finger.x
    const dy = y - finger.y
    Object.assign(finger, { x, y })
    if (this.#fingers.size > 1) {
      // Each finger reports its own half of what both do.
      this.#go(new Vector3(-dx, 0, -dy).multiplyScalar((STRIDE * this.#pace) / this.#fingers.size))
    } else {
      this.#yaw -= dx * TURN
      this.#pitch = Math.max(-1.55, Math.min(1.55, this.#pitch - dy * TURN))
      this.#turn()
    }
    this.#onChange()
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault()
    const isUp = event.deltaY < 0
    if (this.#onZoom(isUp ? 0.8 : 1.25)) return
    this.#pace = Math.max(0.1, Math.min(20, this.#pace * (isUp ? 1.25 : 0.8)))
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
