import { quaternionOf } from '@ukit/media/internal'
import type { LevelActor } from '@ukit/media/level'
import { Group, type Matrix4, type Object3D, PerspectiveCamera, Quaternion, Scene, type WebGLRenderer } from 'three'

/**
 * *The room of the sky*, drawn behind all others: its camera stands at the SkyZoneInfo and turns as one looks
 * around, and never moves.
 */
export class Sky {
  /** Whether it is drawn. */
  isShown = true
  readonly #scene = new Scene()
  readonly #root = new Group()
  readonly #camera = new PerspectiveCamera()
  readonly #turned = new Quaternion()
  #hasPlace = false

  /** @param axes from the engine's axes to those of the picture. */
  constructor(axes: Matrix4) {
    this.#root.matrixAutoUpdate = false
    this.#root.matrix.copy(axes)
    this.#scene.add(this.#root)
  }

  /** Adds something in that room. */
  add(object: Object3D): void {
    this.#root.add(object)
  }

  /** Finds the SkyZoneInfo: of several the last, as the engine does. */
  standIn(actors: readonly LevelActor[]): void {
    const info = actors.filter(({ ancestry }) => ancestry.includes('SkyZoneInfo')).at(-1)
    if (info === undefined) return
    const [x, y, z] = info.location
    this.#camera.position.set(x, z, y)
    const [qx, qy, qz, qw] = quaternionOf(info.rotation)
    // The same turn in axes of which two are swapped.
    this.#turned.set(-qx, -qz, -qy, qw)
    this.#hasPlace = true
  }

  /** Draws it as a camera of the level sees it, behind whatever comes after. */
  draw(renderer: WebGLRenderer, eye: PerspectiveCamera): void {
    if (!this.isShown || !this.#hasPlace || this.#root.children.length === 0) return
    const { near, far, fov, aspect } = eye
    Object.assign(this.#camera, { near, far, fov, aspect })
    this.#camera.updateProjectionMatrix()
    this.#camera.quaternion.copy(this.#turned).multiply(eye.quaternion)
    renderer.render(this.#scene, this.#camera)
    renderer.clearDepth()
  }
}
