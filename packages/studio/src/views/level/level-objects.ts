import type { Mesh } from '@ukit/media'
import { instancesIn, lightAt, MISSING_BOX, quaternionOf } from '@ukit/media/internal'
import type { LevelActor, LevelComponent, LevelMesh, LevelPart, LevelZone, LightOnMesh } from '@ukit/media/level'
import {
  BufferAttribute,
  BufferGeometry,
  EdgesGeometry,
  Group,
  InstancedMesh,
  LinearSRGBColorSpace,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshBasicMaterial,
  type Object3D,
  Quaternion,
  ShaderMaterial,
  Sprite,
  SpriteMaterial,
  Mesh as ThreeMesh,
  Vector3,
} from 'three'
import { slotKey } from '../../data/media-calls.js'
import { blendOf, type Surfaces, type SurfaceUse } from './surface.js'

/** What makes one drawing of a mesh differ from another. */
type Use = Omit<SurfaceUse, 'key' | 'hasColor'> & { readonly uvSet?: number }

/** *Makes what is drawn of a level*: rooms, what stands in them, and boxes for what is not there. */
export class LevelObjects {
  readonly #surfaces: Surfaces
  readonly #geometries = new Map<string, BufferGeometry>()
  readonly #numbers = new Map<Mesh, number>()
  readonly #sprites: { readonly key: string; readonly sprite: Sprite; readonly scale: number }[] = []
  readonly #depthOnly = new ShaderMaterial({
    vertexShader: 'void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }',
    fragmentShader: 'void main() { gl_FragColor = vec4(0.0); }',
    colorWrite: false,
  })
  readonly #box = new MeshBasicMaterial({ transparent: true, opacity: 0.3, depthWrite: false })
  readonly #edge = new LineBasicMaterial()
  readonly #edges: EdgesGeometry
  #meshes: readonly LevelMesh[] = []
  #lamps: readonly LevelActor[] = []
  #zones: readonly LevelZone[] = []

  constructor(surfaces: Surfaces) {
    this.#surfaces = surfaces
    this.#edges = new EdgesGeometry(this.#geometry(MISSING_BOX, 1))
    for (const { color } of [this.#box, this.#edge]) color.setHex(AMBER, LinearSRGBColorSpace)
  }

  /** Polygons of a zone; `undefined` for those that are not seen. */
  part({ kind, mesh, zone, lightPage, brightness }: LevelPart): ThreeMesh | undefined {
    if (kind === 'invisible') return undefined
    const drawn = this.#drawn(mesh, { zone, page: lightPage, brightness })
    // A window to the sky hides what is behind it, and shows the sky that was drawn before.
    if (kind === 'backdrop' && drawn !== undefined) {
      drawn.material = this.#depthOnly
      drawn.renderOrder = -1
    }
    return drawn
  }

  /** What actors need of each other. */
  prepare(actors: readonly LevelActor[], meshes: readonly LevelMesh[], zones: readonly LevelZone[]): void {
    this.#meshes = meshes
    this.#lamps = actors.filter(({ light }) => light !== undefined)
    this.#zones = zones
  }

  /** What is seen of an actor, its parts with places of their own apart; nothing for most. */
  actor(actor: LevelActor): Group[] {
    if (actor.isHidden || actor.kind === 'volume' || actor.kind === 'brush') return []
    const group = new Group()
    place(group, actor)
    const all = [group]
    const use = this.#useOf(actor)
    this.#fill(group, actor, use, [1, 1, 1])
    if (actor.kind === 'sprite' && actor.sprite !== undefined)
      group.add(this.#sprite(slotKey(actor.sprite), actor.scale))
    for (const component of actor.components ?? []) {
      if (component.isHidden) continue
      const inner = new Group()
      place(inner, component)
      this.#fill(inner, component, { ...use, ...lightUse(component.light) }, actor.scale)
      if (inner.children.length === 0) continue
      if (component.isInWorld === true) all.push(inner)
      else group.add(inner)
    }
    for (const one of all) one.userData = { actor }
    return all.filter(({ children }) => children.length > 0)
  }

  /** Sprites get their pictures once those are known. */
  dressSprites(): void {
    for (const { key, sprite, scale } of this.#sprites) {
      const { material, texture } = this.#surfaces.materialOf(key) ?? {}
      if (texture === undefined || sprite.material.map !== null) continue
      const { width, height } = texture.image
      sprite.scale.set(width * scale, height * scale, 1)
      sprite.material.map = texture
      Object.assign(sprite.material, blendOf(material?.alpha ?? 'opaque'))
      sprite.material.alphaTest = material?.alpha === 'mask' ? 0.5 : 0
      sprite.material.needsUpdate = true
      sprite.visible = true
    }
  }

  /** Gives back what it holds on the card. */
  dispose(): void {
    for (const geometry of this.#geometries.values()) geometry.dispose()
    for (const { sprite } of this.#sprites) sprite.material.dispose()
    for (const one of [this.#depthOnly, this.#box, this.#edge, this.#edges]) one.dispose()
  }

  /** The light on what has none of its own. */
  #useOf({ location, zone, kind, components }: LevelActor): Use {
    const use = { zone, ...(kind === 'terrain' ? { isLayer: true } : {}) }
    if (components !== undefined || kind === 'terrain') return use
    const lamps = lightAt(this.#lamps, this.#zones[zone ?? 0], location)
    if (this.#lamps.length === 0) return use
    // Coarse steps: actors side by side share their look.
    const step = (value: number) => Math.max(0.15, Math.min(1.2, Math.round(value * 1.15 * 8) / 8))
    return { ...use, lamps: [step(lamps[0]), step(lamps[1]), step(lamps[2])] }
  }

  #fill(
    group: Group,
    shown: Pick<LevelComponent, 'mesh' | 'shape' | 'missing' | 'instances'>,
    use: Use,
    scale: LevelActor['scale'],
  ): void {
    const mesh = shown.shape ?? this.#meshes[shown.mesh ?? -1]?.mesh
    if (mesh !== undefined) {
      const placed = this.#placed(mesh, use, shown.instances)
      if (placed !== undefined) group.add(placed)
    } else if (shown.missing !== undefined) {
      const geometry = this.#geometry(MISSING_BOX, 1)
      const box = new ThreeMesh(geometry, this.#box)
      box.add(new LineSegments(this.#edges, this.#edge))
      // A box has its own size: what it stands for may be a sky.
      const size = (i: 0 | 1 | 2) => 1 / (group.scale.getComponent(i) * scale[i] || 1)
      box.scale.set(size(0), size(1), size(2))
      box.userData = { missing: shown.missing }
      group.add(box)
    }
  }

  /** A mesh where the engine puts it before the actor's own place. */
  #placed(mesh: Mesh, use: Use, instances: Float32Array | undefined): Group | undefined {
    const drawn = this.#drawn(mesh, use, instances)
    if (drawn === undefined) return undefined
    if (instances !== undefined) {
      const turned = new Group()
      turned.add(drawn)
      return turned
    }
    const { origin, scale, rotation } = mesh.placement
    drawn.scale.fromArray(scale)
    drawn.position.set(-origin[0] * scale[0], -origin[1] * scale[1], -origin[2] * scale[2])
    const turned = new Group()
    turned.quaternion.fromArray(quaternionOf(rotation))
    turned.add(drawn)
    return turned
  }

  #drawn(mesh: Mesh, { isLayer, uvSet = 1, lamps, ...rest }: Use, instances?: Float32Array): ThreeMesh | undefined {
    const [lod] = mesh.lods
    if (lod === undefined || lod.indices.length === 0) return undefined
    const hasColor = lod.colors !== undefined && lod.areColorsDrawn !== false
    // What has its own light in its vertices needs no other.
    const lit = hasColor || lamps === undefined ? rest : { ...rest, lamps }
    const geometry = this.#geometry(mesh, uvSet)
    const slots = mesh.materials.length === 0 ? [{ polyFlags: 0 }] : mesh.materials
    const materials = slots.map((slot, i) =>
      this.#surfaces.of({ ...lit, key: slotKey(slot), hasColor, ...(isLayer === true && i > 0 ? { isLayer } : {}) }),
    )
    if (instances === undefined) return new ThreeMesh(geometry, materials)
    const places = instancesIn(instances)
    const copies = new InstancedMesh(geometry, materials, places.length)
    const matrix = new Matrix4()
    for (const [i, { location, rotation, scale }] of places.entries()) {
      const turn = new Quaternion().fromArray(quaternionOf(rotation))
      copies.setMatrixAt(i, matrix.compose(new Vector3(...location), turn, new Vector3(...scale)))
    }
    return copies
  }

  #geometry(mesh: Mesh, lightSet: number): BufferGeometry {
    let number = this.#numbers.get(mesh)
    if (number === undefined) {
      number = this.#numbers.size
      this.#numbers.set(mesh, number)
    }
    const name = `${number}/${lightSet}`
    const known = this.#geometries.get(name)
    if (known !== undefined) return known
    const geometry = new BufferGeometry()
    const [lod] = mesh.lods
    if (lod !== undefined) {
      geometry.setAttribute('position', new BufferAttribute(lod.positions, 3))
      const [uv] = lod.uvs
      const second = lod.uvs[lightSet]
      if (uv !== undefined) geometry.setAttribute('uv', new BufferAttribute(uv, 2))
      if (second !== undefined) geometry.setAttribute('uv1', new BufferAttribute(second, 2))
      if (lod.colors !== undefined) geometry.setAttribute('color', new BufferAttribute(lod.colors, 4, true))
      geometry.setIndex(new BufferAttribute(lod.indices, 1))
      for (const { first, count, slot } of lod.sections) geometry.addGroup(first, count, slot)
    }
    this.#geometries.set(name, geometry)
    return geometry
  }

  #sprite(key: string, [scale]: LevelActor['scale']): Sprite {
    const sprite = new Sprite(new SpriteMaterial())
    sprite.visible = false
    this.#sprites.push({ key, sprite, scale })
    return sprite
  }
}

function lightUse(light: LightOnMesh | undefined): Partial<Use> {
  if (light === undefined) return {}
  const { page, uvSet, brightness, scale, offset } = light
  return { page, uvSet, brightness, lightPlacing: [...scale, ...offset] }
}

/** Puts something where the engine says. */
export function place(
  group: Object3D,
  { location, rotation, scale }: Pick<LevelActor, 'location' | 'rotation' | 'scale'>,
): void {
  group.position.fromArray(location)
  group.quaternion.fromArray(quaternionOf(rotation))
  group.scale.fromArray(scale)
}

/** Amber, as everything that wants to be looked at. */
export const AMBER = 0xe8a84c
