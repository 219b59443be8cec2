import type { Material } from '../material/material.js'
import type { Mesh, Vector } from '../mesh/model/mesh.js'
import { NO_PLACEMENT, placedPoints } from '../mesh/model/placement.js'
import { product, type Quaternion, quaternionOf } from '../mesh/model/quaternion.js'
import type { SkeletalAnimation } from '../mesh/model/skeleton.js'
import { smoothTangents } from '../mesh/model/tangents.js'
import { type NumberMemory, OWN_MEMORY } from '../number-memory.js'
import { pointsInGltf, quaternionInGltf, turnedTriangles, vectorInGltf } from './axes.js'
import { type WrittenBones, writeAnimation, writeBones } from './bones.js'
import { type Space, writeGeometry } from './geometry.js'
import { GlbBuilder } from './glb-builder.js'
import type { GltfLight, GltfNode } from './gltf.js'
import { MaterialWriter, type TextureFile } from './materials.js'
import { writeMorphs } from './morphs.js'

/** Options for a scene. */
export interface GlbSceneOptions {
  /** Its name. */
  readonly name: string
  /** Metres per Unreal unit; `UNITS` has the usual value for each engine. */
  readonly unit: number
  /** Where the pictures of textures are, by `pictureKey`, which is nearly always the texture's path. */
  readonly textures?: ReadonlyMap<string, TextureFile> | undefined
  /** Facts for `asset.extras`, in addition to the unit and the notes: the package, the engine. */
  readonly extras?: Readonly<Record<string, unknown>> | undefined
}

/** The defaults of scenes and of `glbOf`. */
export const GLB_DEFAULTS = { morphNormals: true } as const

/** How a mesh is written. */
export interface SceneMeshOptions {
  /** Its name, which its nodes get. */
  readonly name: string
  /** The material of each of its slots; `undefined` if it is not known. */
  readonly materials?: readonly (Material | undefined)[] | undefined
  /** Animations of its bones; they move the first placement. */
  readonly animations?: readonly SkeletalAnimation[] | undefined
  /** Normals for each frame of a vertex mesh; `GLB_DEFAULTS` has the default. */
  readonly morphNormals?: boolean | undefined
}

/** Where something is in a scene, in the engine's axes and Unreal units. */
export interface ScenePlace {
  /** Name of its node. */
  readonly name?: string
  /** Unreal units. */
  readonly position?: Vector
  /** Pitch, yaw, roll; 65,536 for a full turn. */
  readonly rotation?: readonly [pitch: number, yaw: number, roll: number]
  /** Factors for X, Y and Z. */
  readonly scale?: Vector
  /** The node that it is in; none for the scene itself. */
  readonly parent?: SceneNode
  /** What glTF has no field for. */
  readonly extras?: Readonly<Record<string, unknown>>
  /** The scene of the file that it is in, if not the one that programs show: `Hidden`. */
  readonly scene?: string
}

/** Where one of many copies is, in the engine's axes and Unreal units. */
export interface SceneCopy {
  readonly location: Vector
  /** Pitch, yaw, roll; 65,536 for a full turn. */
  readonly rotation: Vector
  /** Factors for X, Y and Z. */
  readonly scale: Vector
}

/** How something moves, in the engine's axes and Unreal units. */
export interface SceneMotion {
  readonly name: string
  /** Seconds, rising. */
  readonly times: readonly number[]
  /** Where it is at each time, in the node that it is in. */
  readonly positions: readonly Vector[]
  /** Pitch, yaw, roll at each time; 65,536 for a full turn. */
  readonly rotations: readonly Vector[]
}

/** A light of a scene. */
export interface SceneLight {
  /** Its name. */
  readonly name: string
  /** Which way it shines: all around, as a cone along X, or from far away along X. */
  readonly kind: 'point' | 'spot' | 'directional'
  /** Red, green, blue, linear, 0 to 1. */
  readonly color: Vector
  /** Candela (of a directional light: lux). */
  readonly intensity: number
  /** Unreal units at which it ends; none for a light that reaches everywhere. */
  readonly radius?: number
  /** Half angle of a cone, in radians. */
  readonly angle?: number
}

/** A node of a scene: something that was placed, or a group. */
export interface SceneNode {
  /** Its number in the file. */
  readonly node: number
}

/** A mesh that was written into a scene, and can be placed in it. */
export interface SceneMesh {
  readonly mesh: Mesh
  readonly options: SceneMeshOptions
  /** Number of the mesh of each level of detail in the file, the most detailed first. */
  readonly lods: readonly { readonly name: string; readonly index: number }[]
}

/** A scene as a file. */
export interface Glb {
  /** The content of the file. */
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Notes on the meshes and their animations, and on what could not be written; also in `asset.extras`. */
  readonly notes: readonly string[]
}

/**
 * *Many meshes as one glTF 2.0 file, binary (.glb)*: each is written once and placed any number of times,
 * with groups, lights and animations; the same calls always give the same bytes.
 *
 * ```ts
 * const scene = new GlbScene({ name: 'DM-Mill', unit: UNITS[1] })
 * const lamp = scene.mesh(await meshOf(reader, read), { name: 'Lamp' })
 * for (const actor of lamps) scene.place(lamp, { position: actor.vector('Location') })
 * await writeFile('mill.glb', scene.build().bytes)
 * ```
 *
 * - Levels of detail: nodes outside the scene, named by the extension `MSFT_lod` of the first one, so that
 *   programs without that extension show one level, not all on top of each other.
 * - Frames: morph targets and one animation for each sequence. Bones: a skin, one animation for each
 *   sequence. Animations move the first placement; further ones stand still.
 * - Sockets: nodes without a mesh. Collision: the node `UCX_` + name, in a scene of its own, `Collision`.
 * - Lights: `KHR_lights_punctual`.
 * - Axes `(x, z, y) · unit`; the engine's placement is part of the vertices, or of the node above the bones.
 */
export class GlbScene {
  readonly #builder: GlbBuilder
  readonly #unit: number
  readonly #name: string
  readonly #materials: MaterialWriter
  readonly #notes: string[] = []
  readonly #roots: number[] = []
  /** Roots of further scenes, by their names. */
  readonly #others = new Map<string, number[]>()
  readonly #placed = new Set<SceneMesh>()

  /** @param memory for the numbers of the file; new memory by default. */
  constructor({ name, unit, textures = new Map(), extras }: GlbSceneOptions, memory: NumberMemory = OWN_MEMORY) {
    this.#name = name
    this.#unit = unit
    this.#builder = new GlbBuilder({ unit, axes: 'x z y', ...extras }, memory)
    this.#materials = new MaterialWriter(this.#builder, textures)
  }

  /**
   * Writes a mesh; it is not in the scene until it is placed.
   *
   * @throws {MediaError} `unsupported` when the file would be larger than programs can open.
   */
  mesh(mesh: Mesh, options: SceneMeshOptions): SceneMesh {
    const { json } = this.#builder
    this.#notes.push(...mesh.notes)
    for (const animation of options.animations ?? []) this.#notes.push(...animation.notes)
    const slots = this.#slots(mesh, options)
    // A normal map needs tangents; without them, each program may calculate its own.
    const isMapped = slots.some((slot) => json.materials[slot]?.normalTexture !== undefined)
    const lods: { readonly name: string; readonly index: number }[] = []
    for (const [i, lod] of mesh.lods.entries()) {
      const name = i === 0 ? options.name : `${options.name}_LOD${i}`
      const full = isMapped && lod.tangents === undefined ? { ...lod, tangents: smoothTangents(lod) } : lod
      const written = writeGeometry(this.#builder, name, full, slots, this.#spaceOf(mesh))
      if (written.primitives.length > 0) lods.push({ name, index: json.meshes.push(written) - 1 })
    }
    return { mesh, options, lods }
  }

  /** A mesh that was written, once more with other materials: the file has its vertices once. */
  variant({ mesh, options, lods }: SceneMesh, materials: SceneMeshOptions['materials']): SceneMesh {
    const { json } = this.#builder
    const made = { ...options, materials }
    const slots = this.#slots(mesh, made)
    const drawn = mesh.lods
      .map(({ sections }) => sections.filter(({ count }) => count > 0))
      .filter(({ length }) => length > 0)
    const varied = lods.map(({ name, index }, i) => {
      const primitives = (json.meshes[index]?.primitives ?? []).map((primitive, k) => {
        const slot = drawn[i]?.[k]?.slot ?? 0
        return { ...primitive, material: slots[slot] ?? slot }
      })
      return { name, index: json.meshes.push({ name, primitives }) - 1 }
    })
    return { mesh, options: made, lods: varied }
  }

  #slots(mesh: Mesh, { materials = [] }: SceneMeshOptions): readonly number[] {
    let uvSets = 0
    for (const { uvs } of mesh.lods) uvSets = Math.max(uvSets, uvs.length)
    return this.#materials.write(mesh.materials, materials, uvSets)
  }

  /**
   * Puts a mesh into the scene; gives the node that was placed.
   *
   * @throws {MediaError} `unsupported` as `mesh` does, and when its frames would take more than 512 MB.
   */
  place(written: SceneMesh, at: ScenePlace = {}): SceneNode {
    const { mesh, options } = written
    const { name } = options
    const { json } = this.#builder
    const isFirst = !this.#placed.has(written)
    this.#placed.add(written)
    const shown = this.#placeLods(written)
    let tops = [shown]
    let bones: WrittenBones | undefined
    const { skeleton } = mesh
    if (skeleton !== undefined && skeleton.bones.length > 0) {
      bones = writeBones(this.#builder, name, mesh, skeleton, this.#unit)
      // The bones place a skinned mesh, wherever its own node is: programs expect that at the top.
      this.#roots.push(shown)
      tops = [bones.root]
      for (let i = 0; i < written.lods.length; i++) {
        const node = json.nodes[shown + i]
        if (node !== undefined) node.skin = bones.skin
      }
      for (const animation of isFirst ? (options.animations ?? []) : [])
        this.#notes.push(...writeAnimation(this.#builder, skeleton, bones, animation, this.#unit))
    }
    if (isFirst) this.#writeFrames(written, shown)
    this.#writeSockets(mesh, bones, shown)
    return this.#put(tops, at, name)
  }

  /**
   * Puts many copies of a mesh without bones and frames into the scene as one node, by
   * `EXT_mesh_gpu_instancing`; gives that node. Programs mirror all copies or none: place those whose scale
   * mirrors them.
   *
   * @param copies their places in the node.
   */
  instances(written: SceneMesh, copies: readonly SceneCopy[], at: ScenePlace = {}): SceneNode {
    const { json } = this.#builder
    this.#placed.add(written)
    const shown = this.#placeLods(written)
    const [places, scales] = [new Float32Array(3 * copies.length), new Float32Array(3 * copies.length)]
    const turns = new Float32Array(4 * copies.length)
    for (const [i, { location, rotation, scale }] of copies.entries()) {
      places.set(vectorInGltf(location, this.#unit), 3 * i)
      turns.set(quaternionInGltf(quaternionOf(rotation)), 4 * i)
      scales.set(vectorInGltf(scale), 3 * i)
    }
    const attributes = {
      TRANSLATION: this.#builder.accessor(places, 'VEC3', 'animation'),
      ROTATION: this.#builder.accessor(turns, 'VEC4', 'animation'),
      SCALE: this.#builder.accessor(scales, 'VEC3', 'animation'),
    }
    const extension = this.#builder.extension('EXT_mesh_gpu_instancing')
    for (let i = 0; i < Math.max(1, written.lods.length); i++) {
      const node = json.nodes[shown + i]
      if (node !== undefined && node.mesh !== undefined)
        node.extensions = { ...node.extensions, [extension]: { attributes } }
    }
    return this.#put([shown], at, written.options.name)
  }

  /** A node without a mesh, to place others in. */
  group(at: ScenePlace): SceneNode {
    return this.#put([], at, '')
  }

  /** Moves a node that was placed with a position. */
  move(placed: SceneNode, { name, times, positions, rotations }: SceneMotion): void {
    const { json } = this.#builder
    const input = this.#builder.accessor(Float32Array.from(times), 'SCALAR', 'animation', { bounds: true })
    const places = Float32Array.from(positions.flatMap((one) => [...vectorInGltf(one, this.#unit)]))
    const turns = Float32Array.from(
      shortest(rotations.map((one) => quaternionOf(one))).flatMap((one) => [...quaternionInGltf(one)]),
    )
    const target = { node: placed.node }
    json.animations.push({
      name,
      channels: [
        { sampler: 0, target: { ...target, path: 'translation' } },
        { sampler: 1, target: { ...target, path: 'rotation' } },
      ],
      samplers: [
        { input, output: this.#builder.accessor(places, 'VEC3', 'animation'), interpolation: 'LINEAR' },
        { input, output: this.#builder.accessor(turns, 'VEC4', 'animation'), interpolation: 'LINEAR' },
      ],
    })
  }

  /** Puts a light into the scene. */
  light(light: SceneLight, at: ScenePlace = {}): SceneNode {
    const { json } = this.#builder
    const { name, kind, color, intensity, radius, angle } = light
    const written: GltfLight = {
      name,
      type: kind,
      color: [...color],
      intensity,
      ...(radius === undefined ? {} : { range: radius * this.#unit }),
      ...(kind === 'spot' ? { spot: { outerConeAngle: angle ?? Math.PI / 4 } } : {}),
    }
    const extension = this.#builder.extension('KHR_lights_punctual')
    json.extensions ??= { KHR_lights_punctual: { lights: [] } }
    const index = json.extensions.KHR_lights_punctual.lights.push(written) - 1
    // Lights of glTF shine along −Z, those of the engine along X, which is X here too.
    const inner = json.nodes.push({
      name,
      ...(kind === 'point' ? {} : { rotation: [0, -Math.SQRT1_2, 0, Math.SQRT1_2] }),
      extensions: { [extension]: { light: index } },
    })
    return this.#put([inner - 1], at, name)
  }

  /**
   * The file.
   *
   * @throws {MediaError} `unsupported` as `mesh` does.
   */
  build(): Glb {
    const { json } = this.#builder
    // A mesh that was written in several looks says the same each time.
    const notes = [...new Set(this.#notes)]
    json.scenes.push({ name: this.#name, nodes: this.#roots })
    for (const [name, nodes] of this.#others) json.scenes.push({ name, nodes })
    // A mesh that was written with several sets of materials collides as one.
    const solid = new Map([...this.#placed].map((written) => [written.mesh, written]))
    const shapes = [...solid.values()].flatMap((written) => this.#collisionOf(written))
    if (shapes.length > 0) json.scenes.push({ name: 'Collision', nodes: shapes })
    if (notes.length > 0) json.asset.extras = { ...json.asset.extras, notes }
    return { bytes: this.#builder.build(), notes }
  }

  #spaceOf({ skeleton, placement }: Mesh): Space {
    return { unit: this.#unit, placement: skeleton === undefined ? placement : NO_PLACEMENT }
  }

  /** @returns the node of the most detailed level; those of the others follow it. */
  #placeLods({ lods, options }: SceneMesh): number {
    const { json } = this.#builder
    // A mesh without triangles has a place as well: bones and sockets are below it.
    if (lods.length === 0) return json.nodes.push({ name: options.name }) - 1
    const [shown = 0, ...others] = lods.map(({ name, index }) => json.nodes.push({ name, mesh: index }) - 1)
    const node = json.nodes[shown]
    if (node !== undefined && others.length > 0)
      node.extensions = { [this.#builder.extension('MSFT_lod')]: { ids: others } }
    return shown
  }

  #writeFrames({ mesh, options, lods }: SceneMesh, shown: number): void {
    const [lod] = mesh.lods
    const first = this.#builder.json.meshes[lods[0]?.index ?? -1]
    if (mesh.frames === undefined || lod === undefined || first === undefined) return
    const normals = options.morphNormals ?? GLB_DEFAULTS.morphNormals
    writeMorphs(this.#builder, shown, first, lod, mesh.frames, this.#spaceOf(mesh), { normals })
  }

  #writeSockets(mesh: Mesh, bones: WrittenBones | undefined, shown: number): void {
    const { json } = this.#builder
    const { placement } = this.#spaceOf(mesh)
    for (const { name, bone, position, rotation, scale } of mesh.sockets) {
      const carrier = bone === undefined ? undefined : bones?.joints[bone]
      // A node with a skin does not place its mesh, but the root of the bones does.
      const under = json.nodes[carrier ?? bones?.root ?? shown]
      const isPlaced = bones === undefined
      const [x = 0, y = 0, z = 0] = isPlaced ? placedPoints(Float32Array.from(position), placement) : position
      const turn = isPlaced ? product(quaternionOf(placement.rotation), rotation) : rotation
      const node = json.nodes.push({
        name,
        translation: vectorInGltf([x, y, z], this.#unit),
        rotation: quaternionInGltf(turn),
        ...(scale.every((value) => value === 1) ? {} : { scale: vectorInGltf(scale) }),
        extras: { isSocket: true },
      })
      if (under !== undefined) under.children = [...(under.children ?? []), node - 1]
    }
  }

  /** Puts nodes where they are to be: themselves into the scene, or below a node that places them. */
  #put(tops: readonly number[], at: ScenePlace, name: string): SceneNode {
    const { json } = this.#builder
    const { parent, position, rotation, scale, extras } = at
    const isPlain = position === undefined && rotation === undefined && scale === undefined && extras === undefined
    let nodes = tops
    if (!isPlain || tops.length === 0 || at.name !== undefined) {
      const node: GltfNode = { name: at.name ?? name, ...(tops.length === 0 ? {} : { children: [...tops] }) }
      if (position !== undefined) node.translation = vectorInGltf(position, this.#unit)
      if (rotation !== undefined) node.rotation = quaternionInGltf(quaternionOf(rotation))
      if (scale !== undefined) node.scale = vectorInGltf(scale)
      if (extras !== undefined) node.extras = extras
      nodes = [json.nodes.push(node) - 1]
    }
    const under = parent === undefined ? undefined : json.nodes[parent.node]
    if (under === undefined) this.#rootsOf(at.scene).push(...nodes)
    else under.children = [...(under.children ?? []), ...nodes]
    return { node: nodes[0] ?? 0 }
  }

  #rootsOf(scene: string | undefined): number[] {
    if (scene === undefined) return this.#roots
    const roots = this.#others.get(scene) ?? []
    this.#others.set(scene, roots)
    return roots
  }

  #collisionOf({ mesh, options }: SceneMesh): number[] {
    const { collision } = mesh
    if (collision === undefined || collision.indices.length === 0) return []
    const { json } = this.#builder
    const positions = pointsInGltf(placedPoints(collision.positions, this.#spaceOf(mesh).placement), this.#unit)
    const name = `UCX_${options.name}`
    const index = json.meshes.push({
      name,
      primitives: [
        {
          attributes: { POSITION: this.#builder.accessor(positions, 'VEC3', 'vertex', { bounds: true }) },
          indices: this.#builder.accessor(turnedTriangles(collision.indices), 'SCALAR', 'index'),
        },
      ],
    })
    return [json.nodes.push({ name, mesh: index - 1 }) - 1]
  }
}

/** Quaternions of which each is turned to the side of the one before: programs mix them as they are. */
function shortest(turns: readonly Quaternion[]): Quaternion[] {
  let last: Quaternion | undefined
  return turns.map((turn) => {
    const isFar = last !== undefined && turn.reduce((sum, value, i) => sum + value * (last?.[i] ?? 0), 0) < 0
    last = isFar ? [-turn[0], -turn[1], -turn[2], -turn[3]] : turn
    return last
  })
}
