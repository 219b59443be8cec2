import { type Deflate, encodePng } from '@ukit/codecs/images'
import { addTo } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import { type Glb, GlbScene, type SceneMesh, type SceneNode } from '../gltf/glb-scene.js'
import type { TextureFile } from '../gltf/materials.js'
import { UNITS } from '../gltf/units.js'
import type { Material, MaterialLight } from '../material/material.js'
import type { MaterialSlot, Mesh, Vector } from '../mesh/model/mesh.js'
import { type NumberMemory, OWN_MEMORY } from '../number-memory.js'
import { instancesIn } from './instances.js'
import type { Level, LevelActor, LevelComponent, LevelPart, LightOnMesh, LightPage } from './level.js'
import { MISSING_BOX } from './missing-box.js'

/** Options for a level's glTF file. */
export interface LevelGlbOptions {
  /** Its name; by default that of the package. */
  readonly name?: string | undefined
  /** Metres per Unreal unit; by default the convention of the engine. */
  readonly unit?: number | undefined
  /** What a slot looks like; `undefined` if it is not known. */
  readonly materialOf: (slot: MaterialSlot) => Promise<Material | undefined>
  /** The picture of each texture, by `pictureKey`. */
  readonly textures: ReadonlyMap<string, TextureFile>
  /** Makes a zlib stream, for the PNG files of light. */
  readonly deflate: Deflate
  /** Facts for `asset.extras`. */
  readonly extras?: Readonly<Record<string, unknown>> | undefined
  /**
   * Actors with the same mesh as one node of copies (`EXT_mesh_gpu_instancing`), whose `extras.instances` has
   * their names and properties in the same order.
   */
  readonly instances?: boolean | undefined
  /** Memory for the file. */
  readonly memory?: NumberMemory | undefined
}

/** Where what is not seen in the game is in the file: a scene that programs do not show. */
const HIDDEN = 'Hidden'
/** Lights that viewers would add to the light maps. */
const LIGHTS = 'Lights'

/**
 * Light pictures are multiplied in the engine's own values, those of textures; glTF multiplies linear ones.
 * A product of values is the product of their powers.
 */
const GAMMA = 2.2

/**
 * *A level as one glTF file*: `World` with a node for each zone, `Sky`, and every actor as a named node with
 * its properties in `extras`; movers are animated.
 *
 * Light maps are `MOZ_lightmap`, pictures in the file with `TEXCOORD_1`. In scenes of their own are what is
 * not seen in the game (`Hidden`: backdrops, invisible walls) and lights as `KHR_lights_punctual` (`Lights`).
 */
export async function levelGlb(level: Level, options: LevelGlbOptions): Promise<Glb> {
  const { name = level.package, memory = OWN_MEMORY } = options
  const textures = new Map(options.textures)
  for (const [i, page] of level.lightPages.entries()) textures.set(lightKey(i), { png: pngOf(page, options.deflate) })
  const scene = new GlbScene(
    {
      name,
      unit: options.unit ?? UNITS[level.engine],
      textures,
      extras: { engine: level.engine, package: level.package, ...options.extras },
    },
    memory,
  )
  const writer = new LevelWriter(scene, level, options)
  await writer.world()
  await writer.actors()
  const { bytes, notes } = scene.build()
  return { bytes, notes: [...level.notes, ...writer.notes, ...notes] }
}

/** Actors with one mesh that become copies of one node. */
const LEAST_INSTANCES = 4

/** Copies of meshes that are written as nodes, in the whole file. */
const MOST_COPIES = 100_000

class LevelWriter {
  readonly #scene: GlbScene
  readonly #level: Level
  readonly #options: LevelGlbOptions
  readonly #meshes: SceneMesh[] = []
  readonly #missing: SceneMesh | undefined
  /** Meshes in another light, by mesh and light. */
  readonly #lit = new Map<string, SceneMesh>()
  /** What was left out. */
  readonly notes: string[] = []
  #copies = 0

  constructor(scene: GlbScene, level: Level, options: LevelGlbOptions) {
    this.#scene = scene
    this.#level = level
    this.#options = options
    const isMissing = ({ missing }: { readonly missing?: string }) => missing !== undefined
    this.#missing = level.actors.some((actor) => isMissing(actor) || actor.components?.some(isMissing))
      ? scene.mesh(MISSING_BOX, { name: 'Missing' })
      : undefined
  }

  /** The built geometry. */
  async world(): Promise<void> {
    const tops = new Map<string, SceneNode>()
    const top = (name: string, scene?: string) => {
      const known = tops.get(name) ?? this.#scene.group({ name, ...(scene === undefined ? {} : { scene }) })
      tops.set(name, known)
      return known
    }
    for (const part of this.#level.parts) {
      const zone = this.#level.zones[part.zone]
      const of = this.#suffix(part)
      const parent =
        part.kind === 'world'
          ? top(`${zone?.isSky === true ? 'Sky' : 'World'}${of}`)
          : top(`${part.kind === 'backdrop' ? 'Backdrop' : 'Invisible'}${of}`, HIDDEN)
      const label = zone?.name === undefined ? `Zone${part.zone}` : `Zone${part.zone} ${zone.name}`
      const written = this.#scene.mesh(part.mesh, { name: label, materials: await this.#litPart(part) })
      this.#scene.place(written, { name: label, parent, ...(zone === undefined ? {} : { extras: { zone } }) })
    }
  }

  /** What the names of groups of a sublevel end in. */
  #suffix({ sublevel }: { readonly sublevel?: number }): string {
    const loaded = this.#level.sublevels?.[sublevel ?? -1]
    return loaded === undefined ? '' : ` ${loaded.package}`
  }

  async #litPart({ mesh, lightPage, brightness }: LevelPart): Promise<(Material | undefined)[]> {
    const materials = await this.#materials(mesh)
    if (lightPage === undefined) return materials
    const own = this.#level.lightPages[lightPage]?.brightness ?? 1
    return materials.map(inLight(lightPage, 1, brightness ?? [own, own, own]))
  }

  #materials(mesh: Mesh): Promise<(Material | undefined)[]> {
    return Promise.all(mesh.materials.map((slot) => this.#options.materialOf(slot)))
  }

  /** Everything that was placed. */
  async actors(): Promise<void> {
    for (const { mesh, object } of this.#level.meshes) {
      const name = object.path.slice(object.path.lastIndexOf('.') + 1)
      this.#meshes.push(this.#scene.mesh(mesh, { name, materials: await this.#materials(mesh) }))
    }
    const groups = new Map<string, SceneNode>()
    const group = (name: string, scene?: string) => {
      const key = `${scene ?? ''}/${name}`
      const known = groups.get(key) ?? this.#scene.group({ name, ...(scene === undefined ? {} : { scene }) })
      groups.set(key, known)
      return known
    }
    group('Actors')
    group('Actors', HIDDEN)
    const together = this.#options.instances === true ? this.#instances(group) : new Set<LevelActor>()
    for (const actor of this.#level.actors) {
      if (together.has(actor)) continue
      // The builder's brushes are in the world already, and what is hidden is for those who look for it.
      const { kind, isHidden } = actor
      const top = isHidden && kind === 'brush' ? 'Brushes' : isHidden && kind === 'volume' ? 'Volumes' : 'Actors'
      const parent = group(`${top}${this.#suffix(actor)}`, isHidden ? HIDDEN : undefined)
      const at = { ...placeOf(actor), parent }
      const node = await this.#shown(actor, at)
      let hidden: SceneNode | undefined
      for (const component of actor.components ?? []) {
        if (!component.isHidden || isHidden) await this.#component(component, actor, node, parent)
        else {
          const aside = group(`Actors${this.#suffix(actor)}`, HIDDEN)
          hidden ??= this.#scene.group({ name: actor.name, ...trsOf(actor), parent: aside })
          await this.#component(component, actor, hidden, aside)
        }
      }
      this.#move(actor, node)
      this.#light(actor)
    }
    if (this.#copies > MOST_COPIES)
      this.notes.push(`${plural(this.#copies - MOST_COPIES, 'copy', 'copies')} of meshes beyond ${MOST_COPIES}`)
  }

  /** Writes actors with the same mesh as copies of one node, which has their names in its `extras`. */
  #instances(group: (name: string) => SceneNode): ReadonlySet<LevelActor> {
    const sets = new Map<string, LevelActor[]>()
    for (const actor of this.#level.actors) {
      const { mesh = -1, isHidden, motion, light, shape, components, scale, sublevel } = actor
      const isPlain = !isHidden && motion === undefined && light === undefined && shape === undefined
      if (!isPlain || components !== undefined || isMirrored(scale) || !isStill(this.#meshes[mesh])) continue
      addTo(sets, `${mesh}/${sublevel ?? ''}`, actor)
    }
    const written = new Set<LevelActor>()
    for (const actors of sets.values()) {
      const [first] = actors
      const mesh = this.#meshes[first?.mesh ?? -1]
      if (first === undefined || mesh === undefined || actors.length < LEAST_INSTANCES) continue
      for (const actor of actors) written.add(actor)
      const facts = actors.map((actor) => ({ name: actor.name, ...placeOf(actor).extras }))
      const parent = group(`Actors${this.#suffix(first)}`)
      this.#scene.instances(mesh, actors, { name: mesh.options.name, parent, extras: { instances: facts } })
    }
    return written
  }

  async #shown(actor: LevelActor, at: Parameters<GlbScene['place']>[1] & object): Promise<SceneNode> {
    const { mesh, shape, missing, kind, name } = actor
    const shown = this.#meshes[mesh ?? -1] ?? (missing === undefined ? undefined : this.#missing)
    if (shown !== undefined) return this.#scene.place(shown, at)
    if (shape === undefined || shape.lods[0]?.indices.length === 0) return this.#scene.group(at)
    const materials = await this.#materials(shape)
    return this.#scene.place(this.#scene.mesh(shape, { name, materials: looks(kind, materials) }), at)
  }

  async #component(component: LevelComponent, of: LevelActor, actor: SceneNode, group: SceneNode): Promise<void> {
    const { name, class: className, isInWorld, instances, missing } = component
    const written = await this.#written(component, of.kind)
    if (written === undefined) return
    const at = {
      ...trsOf(missing === undefined ? component : boxPlace(component, of)),
      name,
      parent: isInWorld === true ? group : actor,
      extras: { class: className, ...(missing === undefined ? {} : { missing }) },
    }
    if (instances === undefined) {
      this.#scene.place(written, at)
      return
    }
    const parent = this.#scene.group(at)
    const copies = instancesIn(instances)
    const together = isStill(written) ? copies.filter(({ scale }) => !isMirrored(scale)) : []
    if (together.length > 0) this.#scene.instances(written, together, { name, parent })
    for (const [i, instance] of copies.entries()) {
      if (isStill(written) && !isMirrored(instance.scale)) continue
      if (++this.#copies > MOST_COPIES) continue
      this.#scene.place(written, { ...trsOf(instance), name: `${name}_${i}`, parent })
    }
  }

  /** What a component shows, in its light. */
  async #written(
    { name, mesh, missing, shape, light }: LevelComponent,
    kind: LevelActor['kind'],
  ): Promise<SceneMesh | undefined> {
    if (shape !== undefined) {
      if (shape.lods[0]?.indices.length === 0) return undefined
      const materials = (await this.#materials(shape)).map(lightOn(light))
      return this.#scene.mesh(shape, { name, materials: looks(kind, materials) })
    }
    const plain = this.#meshes[mesh ?? -1]
    if (plain === undefined) return missing === undefined ? undefined : this.#missing
    if (light === undefined) return plain
    const key = JSON.stringify([mesh, light])
    let lit = this.#lit.get(key)
    if (lit === undefined) {
      lit = this.#scene.variant(plain, (await this.#materials(plain.mesh)).map(lightOn(light)))
      this.#lit.set(key, lit)
    }
    return lit
  }

  #move({ name, motion }: LevelActor, node: SceneNode): void {
    if (motion === undefined || motion.keys.length < 2) return
    const { keys, moveTime, times } = motion
    this.#scene.move(node, {
      name,
      times: times ?? keys.map((_, i) => i * Math.max(0.01, moveTime)),
      positions: keys.map(({ location }) => location),
      rotations: keys.map(({ rotation }) => rotation),
    })
  }

  get #unit(): number {
    return this.#options.unit ?? UNITS[this.#level.engine]
  }

  #light({ name, light, location, rotation }: LevelActor): void {
    if (light === undefined) return
    const { color, radius, spot, kind } = light
    // glTF has no light from the sky.
    if (kind === 'sky') return
    const strongest = Math.max(...color, 1e-6)
    this.#scene.light(
      {
        name,
        kind: kind ?? (spot === undefined ? 'point' : 'spot'),
        color: [linear(color[0] / strongest), linear(color[1] / strongest), linear(color[2] / strongest)],
        // As bright as the engine's at half its radius.
        intensity: linear(strongest) * Math.PI * (kind === undefined ? (radius * this.#unit * 0.5) ** 2 : 1),
        ...(kind === undefined ? { radius } : {}),
        ...(spot === undefined ? {} : { angle: Math.min(spot, Math.PI / 2) }),
      },
      { name, position: location, rotation, scene: LIGHTS },
    )
  }
}

/** Whether copies of a mesh can be one node. */
function isStill(written: SceneMesh | undefined): boolean {
  return (
    written !== undefined &&
    written.lods.length > 0 &&
    written.mesh.skeleton === undefined &&
    written.mesh.frames === undefined
  )
}

function isMirrored([x, y, z]: Vector): boolean {
  return x * y * z < 0
}

/** A value of the engine's as a linear one. */
function linear(value: number): number {
  return value ** GAMMA
}

/** A material in the light of a page. */
function inLight(page: number, uvSet: number, brightness: Vector, transform?: MaterialLight['transform']) {
  const strongest = Math.max(...brightness, 1e-6)
  const part = (factor: number) => linear(Math.max(0, factor) / strongest)
  const [r, g, b] = [part(brightness[0]), part(brightness[1]), part(brightness[2])]
  return (material: Material | undefined): Material | undefined => {
    if (material === undefined) return undefined
    const light = {
      key: lightKey(page),
      uvSet,
      intensity: linear(strongest),
      ...(transform === undefined ? {} : { transform }),
    }
    if (r === 1 && g === 1 && b === 1) return { ...material, light }
    // The extension has one factor for all colours: the rest is the material's.
    const [red, green, blue, alpha] = material.color ?? [1, 1, 1, 1]
    return { ...material, light, color: [red * r, green * g, blue * b, alpha] }
  }
}

/** A material in the light of a component. */
function lightOn(light: LightOnMesh | undefined): (material: Material | undefined) => Material | undefined {
  if (light === undefined) return (material) => material
  const { page, uvSet, brightness, scale, offset } = light
  return inLight(page, uvSet, brightness, { scale, offset })
}

/**
 * A box has its own size wherever it is: what it stands for may be a sky, whose scale would make it larger
 * than all the rest.
 */
function boxPlace({ location, isInWorld }: LevelComponent, actor: LevelActor): Parameters<typeof trsOf>[0] {
  const inverse = (factor: number) => 1 / (factor || 1)
  const [x, y, z] = actor.scale
  const scale: Vector = isInWorld === true ? [1, 1, 1] : [inverse(x), inverse(y), inverse(z)]
  return { location, rotation: [0, 0, 0], scale }
}

function trsOf({ location, rotation, scale }: Pick<LevelActor, 'location' | 'rotation' | 'scale'>) {
  return {
    position: location,
    ...(rotation.some((turn) => turn !== 0) ? { rotation } : {}),
    ...(scale.some((factor) => factor !== 1) ? { scale } : {}),
  }
}

function placeOf(actor: LevelActor) {
  const { name, class: className, kind, properties, missing, sprite, sprites = [], projector } = actor
  const paths = sprites.flatMap(({ path }) => (path === undefined ? [] : [path]))
  return {
    name,
    ...trsOf(actor),
    extras: {
      class: className,
      kind,
      properties,
      ...(missing === undefined ? {} : { missing }),
      ...(sprite?.path === undefined ? {} : { sprite: sprite.path }),
      ...(paths.length === 0 ? {} : { sprites: paths }),
      ...(projector === undefined ? {} : { projector: { ...projector, texture: projector.texture?.path } }),
    },
  }
}

/** The look of volumes, which the game does not show: one sees what is in them. */
const VOLUME: Material = {
  path: 'Volume',
  color: [0.9, 0.3, 0.5, 0.25],
  alpha: 'blend',
  isTwoSided: true,
  isUnlit: true,
  isInvisible: false,
  extras: {},
  notes: [],
}

/** The look of a shape of an actor of a kind. */
function looks(kind: LevelActor['kind'], materials: (Material | undefined)[]): (Material | undefined)[] {
  if (kind === 'volume') return materials.map(() => VOLUME)
  return kind === 'terrain' ? materials.map(asLayer) : materials
}

/** The look of a layer of a terrain: those after the first lie on it. */
function asLayer(material: Material | undefined, slot: number): Material | undefined {
  return material === undefined || slot === 0 ? material : { ...material, alpha: 'blend' }
}

function lightKey(page: number): string {
  return `#light${page}`
}

/** A picture of light as a PNG file, without its alpha. */
function pngOf({ width, height, rgba }: LightPage, deflate: Deflate): Uint8Array {
  const data = new Uint8Array(width * height * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4) {
    data[to++] = rgba[from] ?? 0
    data[to++] = rgba[from + 1] ?? 0
    data[to++] = rgba[from + 2] ?? 0
  }
  return encodePng({ format: 'rgb', width, height, data }, deflate)
}
