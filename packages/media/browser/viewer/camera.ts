import { lookAt, type Matrix, perspective } from './matrix.js'

const FOV = (32 * Math.PI) / 180
const DEFAULT_YAW = (52 * Math.PI) / 180
const DEFAULT_PITCH = (16 * Math.PI) / 180

/** *A camera that goes around a model*; the engine's forward axis points to the right and to the viewer. */
export class Camera {
  #yaw = DEFAULT_YAW
  #pitch = DEFAULT_PITCH
  #zoom = 1
  #shift: [number, number] = [0, 0]
  #center: readonly number[] = [0, 0, 0]
  #radius = 1

  /** Shows all of a box. */
  frame({ min, max }: { readonly min: readonly number[]; readonly max: readonly number[] }): void {
    this.#center = min.map((value, k) => (value + (max[k] ?? 0)) / 2)
    this.#radius = Math.max(1e-6, Math.hypot(...min.map((value, k) => (max[k] ?? 0) - value)) / 2)
    this.reset()
  }

  /** Back to the first view. */
  reset(): void {
    this.#yaw = DEFAULT_YAW
    this.#pitch = DEFAULT_PITCH
    this.#zoom = 1
    this.#shift = [0, 0]
  }

  /** Goes around, in radians. */
  turn(yaw: number, pitch: number): void {
    this.#yaw += yaw
    this.#pitch = Math.max(-1.55, Math.min(1.55, this.#pitch + pitch))
  }

  /** Goes nearer (above 1) or away. */
  zoom(factor: number): void {
    this.#zoom = Math.max(0.1, Math.min(20, this.#zoom * factor))
  }

  /** Moves sideways and up, in shares of the height of the view. */
  move(x: number, y: number): void {
    this.#shift = [this.#shift[0] - x, this.#shift[1] + y]
  }

  /** The matrices for a view of this width ÷ height. */
  view(aspect: number): { projection: Matrix; camera: Matrix } {
    // The whole sphere around the box is visible in the narrower direction.
    const half = Math.min(FOV / 2, Math.atan(Math.tan(FOV / 2) * aspect))
    const distance = this.#radius / Math.sin(half) / this.#zoom
    const direction = [
      Math.sin(this.#yaw) * Math.cos(this.#pitch),
      Math.sin(this.#pitch),
      Math.cos(this.#yaw) * Math.cos(this.#pitch),
    ]
    const eye = this.#center.map((value, k) => value + (direction[k] ?? 0) * distance)
    const camera = lookAt(eye, this.#center)
    const height = 2 * Math.tan(FOV / 2) * distance
    camera[12] = (camera[12] ?? 0) - this.#shift[0] * height
    camera[13] = (camera[13] ?? 0) - this.#shift[1] * height
    const far = distance + this.#radius * 6
    return { projection: perspective(FOV, aspect, Math.max(far / 5000, distance - this.#radius * 6), far), camera }
  }
}
