import type { Mesh } from '@ukit/media'
import {
  AxesHelper,
  type Bone,
  type Camera,
  CylinderGeometry,
  EdgesGeometry,
  Group,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
  type Object3D,
  SkeletonHelper,
  SkinnedMesh,
  type Mesh as ThreeMesh,
  Vector3,
} from 'three'

/** Pixels from a joint within which the pointer means it. */
const REACH = 14
/** More labels than this cover the mesh. */
const MOST_LABELS = 60

/** A cylinder that a class collides with, in the mesh's own size. */
export interface Cylinder {
  readonly radius: number
  readonly height: number
}

/** *What is drawn over a mesh*: bones, sockets and cylinders, and the names of bones and sockets. */
export class MeshMarks {
  readonly #drawn: ThreeMesh
  readonly #overlay: HTMLElement
  readonly #skeleton: SkeletonHelper | undefined
  readonly #sockets: { readonly name: string; readonly group: Group }[] = []
  readonly #labels = new Map<string, HTMLElement>()
  #cylinder: LineSegments | undefined
  #areBonesShown = false
  #areSocketsShown = false
  #hovered: Object3D | undefined
  #chosen: string | undefined

  /** @param size of the axes of sockets, in Unreal units. */
  constructor(mesh: Mesh, drawn: ThreeMesh, scene: Object3D, overlay: HTMLElement, size: number) {
    this.#drawn = drawn
    this.#overlay = overlay
    if (drawn instanceof SkinnedMesh) {
      this.#skeleton = new SkeletonHelper(drawn)
      this.#skeleton.visible = false
      scene.add(this.#skeleton)
    }
    for (const { name, bone, position, rotation } of mesh.sockets) {
      const group = new Group()
      group.position.fromArray(position)
      group.quaternion.fromArray(rotation)
      group.add(new AxesHelper(size))
      group.visible = false
      const carrier = bone === undefined || !(drawn instanceof SkinnedMesh) ? drawn : drawn.skeleton.bones[bone]
      ;(carrier ?? drawn).add(group)
      this.#sockets.push({ name, group })
    }
  }

  /** Shows or hides bones and sockets. */
  show(areBonesShown: boolean, areSocketsShown: boolean): void {
    this.#areBonesShown = areBonesShown
    this.#areSocketsShown = areSocketsShown
    if (this.#skeleton !== undefined) this.#skeleton.visible = areBonesShown
    for (const { group } of this.#sockets) group.visible = areSocketsShown
  }

  /** Names a bone or socket that was chosen in a list, `bone 3` or `socket 0`; `undefined` for none. */
  choose(key: string | undefined): void {
    this.#chosen = key
  }

  /** Shows what a class collides with; Z is up in the mesh's space. */
  cylinder(cylinder: Cylinder | undefined, world: Object3D): void {
    if (this.#cylinder !== undefined) {
      world.remove(this.#cylinder)
      this.#cylinder.geometry.dispose()
      this.#cylinder = undefined
    }
    if (cylinder === undefined) return
    const solid = new CylinderGeometry(cylinder.radius, cylinder.radius, cylinder.height * 2, 24, 1)
    solid.applyMatrix4(new Matrix4().makeRotationX(Math.PI / 2))
    this.#cylinder = new LineSegments(new EdgesGeometry(solid), new MeshBasicMaterial({ color: 0x66d9a0 }))
    solid.dispose()
    world.add(this.#cylinder)
  }

  /** The pointer is there: the nearest bone is named. Says whether that changes anything. */
  hover(x: number, y: number, camera: Camera): boolean {
    const before = this.#hovered
    this.#hovered = undefined
    let nearest = REACH
    for (const bone of this.#areBonesShown ? this.#bones : []) {
      const at = this.#onScreen(bone, camera)
      const distance = at === undefined ? REACH : Math.hypot(at.x - x, at.y - y)
      if (distance >= nearest) continue
      nearest = distance
      this.#hovered = bone
    }
    return before !== this.#hovered
  }

  /** Puts the names where what they name is drawn. */
  place(camera: Camera): void {
    const wanted = new Map<string, { readonly text: string; readonly object: Object3D }>()
    for (const [i, { name, group }] of this.#sockets.entries()) {
      const key = `socket ${i}`
      if ((this.#areSocketsShown && i < MOST_LABELS) || this.#chosen === key)
        wanted.set(key, { text: name, object: group })
    }
    for (const [i, bone] of this.#bones.entries())
      if (bone === this.#hovered || this.#chosen === `bone ${i}`)
        wanted.set(`bone ${i}`, { text: bone.name, object: bone })
    for (const [key, label] of this.#labels) {
      if (wanted.has(key)) continue
      label.remove()
      this.#labels.delete(key)
    }
    for (const [key, { text, object }] of wanted) {
      const at = this.#onScreen(object, camera)
      const label = this.#labels.get(key) ?? document.createElement('span')
      label.textContent = text
      label.hidden = at === undefined
      if (at !== undefined) label.style.transform = `translate(${Math.round(at.x)}px, ${Math.round(at.y)}px)`
      if (this.#labels.has(key)) continue
      this.#labels.set(key, label)
      this.#overlay.append(label)
    }
  }

  /** Takes everything away. */
  close(scene: Object3D, world: Object3D): void {
    this.cylinder(undefined, world)
    if (this.#skeleton !== undefined) {
      scene.remove(this.#skeleton)
      this.#skeleton.dispose()
    }
    for (const label of this.#labels.values()) label.remove()
    this.#labels.clear()
  }

  get #bones(): readonly Bone[] {
    return this.#drawn instanceof SkinnedMesh ? this.#drawn.skeleton.bones : []
  }

  /** Pixels from the corner of the picture; nothing for what is behind the camera. */
  #onScreen(object: Object3D, camera: Camera): { readonly x: number; readonly y: number } | undefined {
    const at = object.getWorldPosition(new Vector3()).project(camera)
    if (at.z > 1 || !Number.isFinite(at.x)) return undefined
    const { clientWidth, clientHeight } = this.#overlay
    return { x: ((at.x + 1) / 2) * clientWidth, y: ((1 - at.y) / 2) * clientHeight }
  }
}
