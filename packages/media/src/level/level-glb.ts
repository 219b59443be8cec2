import { type Deflate, encodePng } from '@ukit/codecs/images'
import { type Glb, GlbScene, type SceneMesh, type SceneNode } from '../gltf/glb-scene.js'
import type { TextureFile } from '../gltf/materials.js'
import { UNITS } from '../gltf/units.js'
import type { Material } from '../material/material.js'
import type { MaterialSlot, Mesh } from '../mesh/model/mesh.js'
import { type NumberMemory, OWN_MEMORY } from '../number-memory.js'
import type { Level, LevelActor, LevelPart, LightPage } from './level.js'
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
  readonly extras?: Readonly<Record<string, unknown>>
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
  return { bytes, notes: [...level.notes, ...notes] }
}

class LevelWriter {
  readonly #scene: GlbScene
  readonly #level: Level
  readonly #options: LevelGlbOptions

  constructor(scene: GlbScene, level: Level, options: LevelGlbOptions) {
    this.#scene = scene
    this.#level = level
    this.#options = options
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
      const parent =
        part.kind === 'world'
          ? top(zone?.isSky === true ? 'Sky' : 'World')
          : top(part.kind === 'backdrop' ? 'Backdrop' : 'Invisible', HIDDEN)
      const label = zone?.name === undefined ? `Zone${part.zone}` : `Zone${part.zone} ${zone.name}`
      const written = this.#scene.mesh(part.mesh, { name: label, materials: await this.#lit(part) })
      this.#scene.place(written, { name: label, parent })
    }
  }

  async #lit({ mesh, lightPage }: LevelPart): Promise<(Material | undefined)[]> {
    const materials = await this.#materials(mesh)
    if (lightPage === undefined) return materials
    const intensity = (this.#level.lightPages[lightPage]?.brightness ?? 1) ** GAMMA
    const light = { key: lightKey(lightPage), uvSet: 1, intensity }
    return materials.map((material) => (material === undefined ? undefined : { ...material, light }))
  }

  #materials(mesh: Mesh): Promise<(Material | undefined)[]> {
    return Promise.all(mesh.materials.map((slot) => this.#options.materialOf(slot)))
  }

  /** Everything that was placed. */
  async actors(): Promise<void> {
    const meshes: SceneMesh[] = []
    for (const { mesh, object } of this.#level.meshes) {
      const name = object.path.slice(object.path.lastIndexOf('.') + 1)
      meshes.push(this.#scene.mesh(mesh, { name, materials: await this.#materials(mesh) }))
    }
    const box = this.#level.actors.some(({ missing }) => missing !== undefined)
      ? this.#scene.mesh(MISSING_BOX, { name: 'Missing' })
      : undefined
    const groups = {
      shown: this.#scene.group({ name: 'Actors' }),
      hidden: this.#scene.group({ name: 'Actors', scene: HIDDEN }),
    }
    for (const actor of this.#level.actors) {
      // The builder's brushes are in the world already, and what is hidden is for those who look for it.
      const parent = actor.isHidden ? groups.hidden : groups.shown
      const at = { ...placeOf(actor), parent }
      const node = await this.#shown(actor, meshes, box, at)
      this.#move(actor, node)
      this.#light(actor)
    }
  }

  async #shown(
    actor: LevelActor,
    meshes: readonly SceneMesh[],
    box: SceneMesh | undefined,
    at: ReturnType<typeof placeOf> & { readonly parent: SceneNode },
  ): Promise<SceneNode> {
    const { mesh, shape, missing, kind, name } = actor
    const shown = mesh === undefined ? undefined : meshes[mesh]
    if (shown !== undefined) return this.#scene.place(shown, at)
    if (missing !== undefined && box !== undefined) return this.#scene.place(box, at)
    if (shape === undefined || shape.lods[0]?.indices.length === 0) return this.#scene.group(at)
    const materials = await this.#materials(shape)
    const layers = kind === 'terrain' ? materials.map(asLayer) : materials
    return this.#scene.place(this.#scene.mesh(shape, { name, materials: layers }), at)
  }

  #move({ name, motion }: LevelActor, node: SceneNode): void {
    if (motion === undefined || motion.keys.length < 2) return
    const { keys, moveTime } = motion
    this.#scene.move(node, {
      name,
      times: keys.map((_, i) => i * Math.max(0.01, moveTime)),
      positions: keys.map(({ location }) => location),
      rotations: keys.map(({ rotation }) => rotation),
    })
  }

  #light({ name, light, location, rotation }: LevelActor): void {
    if (light === undefined) return
    const { color, radius, spot } = light
    const strongest = Math.max(...color, 1e-6)
    this.#scene.light(
      {
        name,
        kind: spot === undefined ? 'point' : 'spot',
        color: [linear(color[0] / strongest), linear(color[1] / strongest), linear(color[2] / strongest)],
        // As bright as the engine's at half its radius.
        intensity:
          linear(strongest) * (radius * (this.#options.unit ?? UNITS[this.#level.engine]) * 0.5) ** 2 * Math.PI,
        radius,
        ...(spot === undefined ? {} : { angle: Math.min(spot, Math.PI / 2) }),
      },
      { name, position: location, rotation, scene: LIGHTS },
    )
  }
}

/** A value of the engine's as a linear one. */
function linear(value: number): number {
  return value ** GAMMA
}

function placeOf({ name, class: className, location, rotation, scale, properties, missing }: LevelActor) {
  return {
    name,
    position: location,
    ...(rotation.some((turn) => turn !== 0) ? { rotation } : {}),
    ...(scale.some((factor) => factor !== 1) ? { scale } : {}),
    extras: { class: className, properties, ...(missing === undefined ? {} : { missing }) },
  }
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
