import {
  type MaterialSlot,
  MediaError,
  type Mesh,
  type MeshLod,
  type MeshSection,
  type MeshSkin,
  mended,
  type SkeletalAnimation,
  type Socket,
} from '@ukit/media'
import { IDENTITY, ShapeBuilder } from '@ukit/media/internal'
import { COLLISION_NAME } from '../mesh-builder.js'
import { Accessors } from './accessors.js'
import { Bones } from './bones.js'
import { movementsOf } from './channels.js'
import { openGltf, type ReadBeside } from './gltf-file.js'
import type { Json } from './json.js'
import { columnOf, combined, inverse, scaleOf, turnOf, UNCHANGED } from './matrix.js'
import { framesOf } from './morph-frames.js'
import { pointsOf } from './morph-points.js'
import { type GltfPlace, Nodes } from './nodes.js'
import { normalsOf, type Part, PartReader, type VertexSet } from './parts.js'
import { animationOf } from './sequences.js'
import { directionInUnreal, quaternionInUnreal } from './space.js'
import { isVertexMesh, storedUnit } from './stored-frames.js'

/** How a glTF file is read. */
export interface GltfOptions {
  /** Metres per Unreal unit, for files that do not contain it. Files written by ukit do. */
  readonly unit?: number | undefined
  /** Returns the files that this one refers to: buffers beside a .gltf file. */
  readonly beside?: ReadBeside | undefined
  /** Whether only the first frame of a mesh that morphs is wanted: the others are not calculated. */
  readonly isStill?: boolean | undefined
}

/** The defaults of `readGltf`: 50 Unreal units are a metre. */
export const GLTF_DEFAULTS = { unit: 0.02 } as const

/** The content of a glTF file. */
export interface GltfModel {
  /** Name of the object that the file was made from, or of its first mesh. */
  readonly name: string
  /** The mesh, including its bones. */
  readonly mesh: Mesh
  /** One animation with all sequences of bones; empty when nothing moves bones. */
  readonly animations: readonly SkeletalAnimation[]
  /** Metres per Unreal unit, as used. */
  readonly unit: number
}

/**
 * *Reads a glTF 2.0 file* (.glb or .gltf) as one mesh with its animations, as written by `glbOf`: a mesh that
 * ukit extracted is read back unchanged, including its placement. In files of other programs:
 *
 * - all meshes of the scene are one, placed as the scene shows them at rest, with a slot for each material;
 * - joints of skins are bones; morph targets are frames, with a sequence for each animation of their weights
 *   (see `playOf`);
 * - levels of detail are those of the extension `MSFT_lod`, or nodes whose names end in `_LOD0`, `_LOD1` …;
 * - nodes whose names start with `UCX_`, `UBX_`, `USP_`, `UCP_`, `MCDCX_`, `MCDBX_` or `MCDSP_`, and those of
 *   a scene `Collision`, are the collision shape; empty nodes named `SOCKET_…` are sockets;
 * - the texture transform of a material's base colour is applied to the coordinates.
 *
 * @throws {MediaError} `broken` when the file does not follow the format (the error names the place in its
 *   JSON), `no-data` without triangles, `unsupported` for extensions that compress and for more than 8
 *   million points in all frames together, `elsewhere` for files that `beside` cannot return.
 */
export async function readGltf(bytes: Uint8Array, options: GltfOptions = {}): Promise<GltfModel> {
  const file = await openGltf(bytes, options.beside)
  const { json } = file
  const extras = json.get('asset').get('extras')
  const isOurs = json.get('asset').get('generator').text('') === 'ukit'
  const meshes = json.get('meshes').list()
  const unit = extras
    .get('unit')
    .number({ min: 1e-9, max: 1e9 }, storedUnit(meshes) ?? options.unit ?? GLTF_DEFAULTS.unit)
  const accessors = new Accessors(file)
  const nodes = new Nodes(json)
  const shown = nodes.shown.filter((node) => !isCollision(node))
  const bones = new Bones(json, accessors, nodes, shown, unit, isOurs)
  const reader = new PartReader(json, accessors, {
    unit,
    applyTextureTransforms: !isOurs,
    jointMatrices: (node) => bones.matrices(node),
  })
  const levels = levelsOf(nodes, shown).map((level) => level.map((node) => reader.read(node)))
  const slots = new Slots(json.get('materials').list(), isOurs)
  const movements = movementsOf(json, accessors, nodes)
  const isMerged =
    bones.skeleton !== undefined ||
    meshes.some(isVertexMesh) ||
    levels.flat(2).some(({ vertices }) => vertices.targets.length > 0)
  const lods = levels.flatMap((level) => {
    const lod = lodOf(level, slots, bones, isMerged)
    return lod === undefined ? [] : [lod]
  })
  const [finest] = lods
  if (finest === undefined) throw new MediaError('no-data', 'the glTF file shows no triangles')
  const { skeleton } = bones
  const shownMesh = meshes[finest.sets[0]?.node.json.get('mesh').index(meshes.length) ?? -1]
  const frames =
    skeleton === undefined
      ? framesOf({ ...finest.lod, sets: finest.sets }, movements, shownMesh, {
          isOurs,
          isStill: options.isStill === true,
          notes: reader.notes,
        })
      : undefined
  const collision = collisionOf(nodes, reader)
  const engine = extras.get('engine').value
  const animation =
    skeleton === undefined
      ? undefined
      : animationOf(bones, skeleton, movements, unit, typeof engine === 'number' ? engine : undefined)
  const mesh = mended({
    kind: skeleton !== undefined ? 'skeletal' : frames !== undefined ? 'vertex' : 'static',
    placement: bones.placement,
    lods: lods.map(({ lod }) => lod),
    materials: slots.all,
    ...(skeleton === undefined ? {} : { skeleton }),
    ...(frames === undefined ? {} : { frames }),
    sockets: socketsOf(shown, bones, unit),
    ...(collision === undefined ? {} : { collision }),
    notes: [...reader.notes],
  })
  return { name: nameOf(extras, finest.sets), mesh, animations: animation === undefined ? [] : [animation], unit }
}

function isCollision(node: GltfPlace): boolean {
  return COLLISION_NAME.test(node.name)
}

function nameOf(extras: Json, sets: readonly VertexSet[]): string {
  const path = extras.get('object').text('')
  return path === '' ? (sets[0]?.node.name ?? '') : path.slice(path.lastIndexOf('.') + 1)
}

/** Nodes with meshes by level of detail, the finest first. */
function levelsOf(nodes: Nodes, shown: readonly GltfPlace[]): GltfPlace[][] {
  const levels: GltfPlace[][] = []
  const add = (level: number, node: GltfPlace) => {
    while (levels.length <= level) levels.push([])
    levels[level]?.push(node)
  }
  for (const node of shown) {
    if (!node.json.get('mesh').exists) continue
    const named = /_LOD(\d)$/i.exec(node.name)?.[1]
    add(named === undefined ? 0 : Number(named), node)
    const others = node.json.get('extensions').get('MSFT_lod').get('ids').list().slice(0, MAX_LODS)
    for (const [i, place] of others.entries()) {
      const other = nodes.at(place)
      for (const below of other === undefined ? [] : nodes.below(other)) add(i + 1, below)
    }
  }
  return levels.filter((level) => level.length > 0)
}

const MAX_LODS = 16

/**
 * The materials of a file as slots: all materials in files written by ukit, otherwise only those that are
 * used.
 */
class Slots {
  readonly all: MaterialSlot[]
  readonly #materials: readonly Json[]
  readonly #isOurs: boolean
  readonly #numbers = new Map<number | undefined, number>()

  constructor(materials: readonly Json[], isOurs: boolean) {
    this.#materials = materials
    this.#isOurs = isOurs
    this.all = isOurs ? materials.map((material) => this.#slot(material)) : []
    for (const i of this.all.keys()) this.#numbers.set(i, i)
  }

  numberOf(material: number | undefined): number {
    let number = this.#numbers.get(material)
    if (number === undefined) {
      const own = material === undefined ? undefined : this.#materials[material]
      number = this.all.push(own === undefined ? { polyFlags: 0 } : this.#slot(own)) - 1
      this.#numbers.set(material, number)
    }
    return number
  }

  #slot(material: Json): MaterialSlot {
    const extras = material.get('extras')
    const path = extras.get('path').text(this.#isOurs ? '' : material.get('name').text(''))
    const texture = extras.get('texture')
    const polyFlags = extras.get('polyFlags')
    const isKnown = this.#isOurs || polyFlags.exists || extras.get('path').exists
    return {
      ...(path === '' ? {} : { path }),
      polyFlags: isKnown
        ? polyFlags.number({ min: 0, max: 0xffff_ffff, isInteger: true }, 0)
        : polyFlagsOfMaterial(material),
      ...(texture.exists ? { texture: texture.number({ min: 0, max: 0xffff, isInteger: true }) } : {}),
    }
  }
}

/**
 * Poly flags that draw a surface of UE1 as glTF describes it; the engine draws both sides of all but plain
 * ones.
 */
function polyFlagsOfMaterial(material: Json): number {
  const mode = material.get('alphaMode').text('OPAQUE')
  const isTwoSided = material.get('doubleSided').value === true
  return (
    (mode === 'MASK' ? POLY_FLAGS.masked : mode === 'BLEND' ? POLY_FLAGS.translucent : 0) |
    (isTwoSided || mode !== 'OPAQUE' ? POLY_FLAGS.twoSided : 0) |
    (material.get('extensions').get('KHR_materials_unlit').exists ? POLY_FLAGS.unlit : 0)
  )
}

const POLY_FLAGS = { masked: 2, translucent: 4, twoSided: 0x100, unlit: 0x40_0000 } as const

/** A level of detail, and the vertex sets that it was made from. */
interface ReadLod {
  readonly lod: MeshLod
  readonly sets: readonly VertexSet[]
}

function lodOf(
  level: readonly (readonly Part[])[],
  slots: Slots,
  bones: Bones,
  isMerged: boolean,
): ReadLod | undefined {
  const parts = level.flat().filter(({ indices }) => indices.length > 0)
  if (parts.length === 0) return undefined
  const sets = [...new Set(parts.map(({ vertices }) => vertices))]
  const starts = new Map<VertexSet, number>()
  let count = 0
  for (const set of sets) {
    starts.set(set, count)
    count += set.count
  }
  const positions = joined(sets, 3, (set) => set.positions)
  const { indices, sections } = sectionsOf(parts, starts, slots)
  const uvSets = Math.max(1, ...sets.map(({ uvs }) => uvs.length))
  const hasColors = sets.some(({ colors }) => colors !== undefined)
  const hasTangents = sets.every(({ tangents }) => tangents !== undefined)
  const skin = bones.skeleton === undefined ? undefined : skinOf(sets, bones, count)
  const lod: MeshLod = {
    positions,
    normals: joined(sets, 3, (set) => normalsOf(set, parts)),
    ...(hasTangents ? { tangents: joined(sets, 4, (set) => set.tangents) } : {}),
    uvs: Array.from({ length: uvSets }, (_, i) => joined(sets, 2, (set) => set.uvs[i])),
    ...(hasColors ? { colors: colorsOf(sets, count), areColorsDrawn: sets.some((set) => set.areColorsDrawn) } : {}),
    points: pointsOf(sets, positions, isMerged),
    indices,
    sections,
    ...(skin === undefined ? {} : { skin }),
  }
  return { lod, sets }
}

/** The numbers of all sets in order; zeros for sets without any. */
function joined(
  sets: readonly VertexSet[],
  width: number,
  of: (set: VertexSet) => Float32Array | undefined,
): Float32Array {
  const all = new Float32Array(width * sets.reduce((sum, { count }) => sum + count, 0))
  let at = 0
  for (const set of sets) {
    all.set(of(set) ?? new Float32Array(0), at)
    at += width * set.count
  }
  return all
}

function colorsOf(sets: readonly VertexSet[], count: number): Uint8Array {
  const all = new Uint8Array(4 * count).fill(255)
  let at = 0
  for (const { colors, count: own } of sets) {
    if (colors !== undefined) all.set(colors, at)
    at += 4 * own
  }
  return all
}

/** Runs of one material: unchanged if all parts are in one node, otherwise merged by material. */
function sectionsOf(
  parts: readonly Part[],
  starts: ReadonlyMap<VertexSet, number>,
  slots: Slots,
): { indices: Uint32Array; sections: MeshSection[] } {
  const runs = parts.map((part) => ({ part, slot: slots.numberOf(part.material) }))
  if (new Set(parts.map(({ vertices }) => vertices.node)).size > 1) runs.sort((a, b) => a.slot - b.slot)
  const indices = new Uint32Array(parts.reduce((sum, part) => sum + part.indices.length, 0))
  const sections: MeshSection[] = []
  let at = 0
  let node: GltfPlace | undefined
  for (const { part, slot } of runs) {
    const start = starts.get(part.vertices) ?? 0
    const { length } = part.indices
    const last = sections.at(-1)
    if (last?.slot === slot && node !== part.vertices.node) {
      sections[sections.length - 1] = { ...last, count: last.count + length }
    } else sections.push({ slot, first: at, count: length })
    node = part.vertices.node
    for (const vertex of part.indices) indices[at++] = start + vertex
  }
  return { indices, sections }
}

function skinOf(sets: readonly VertexSet[], bones: Bones, count: number): MeshSkin {
  const width = sets.some(({ skin }) => skin?.width === 8) ? 8 : 4
  const skin: MeshSkin = { width, bones: new Uint16Array(width * count), weights: new Float32Array(width * count) }
  let at = 0
  for (const set of sets) {
    const numbers = bones.numbers(set.node)
    // Vertices without a skin follow the bone above their node.
    const carrier = bones.boneAt(set.node) ?? 0
    for (let i = 0; i < set.count; i++, at += width) {
      if (set.skin === undefined) {
        skin.bones[at] = carrier
        skin.weights[at] = 1
        continue
      }
      for (let k = 0; k < set.skin.width; k++) {
        skin.bones[at + k] = numbers[set.skin.joints[i * set.skin.width + k] ?? 0] ?? 0
        skin.weights[at + k] = set.skin.weights[i * set.skin.width + k] ?? 0
      }
    }
  }
  return skin
}

function collisionOf(nodes: Nodes, reader: PartReader): Mesh['collision'] {
  const shapes = new ShapeBuilder()
  const all = nodes.all.length === 0 ? [] : [...nodes.inScenes()]
  const found = all.length === 0 ? nodes.shown.map((node) => [node, ''] as const) : all
  for (const [node, scene] of found) {
    if (!isCollision(node) && scene !== 'Collision') continue
    for (const { vertices, indices } of reader.read(node)) shapes.triangles(vertices.positions, indices)
  }
  return shapes.shape
}

/** Empty nodes that ukit marked, or that are named as other programs do. */
function socketsOf(shown: readonly GltfPlace[], bones: Bones, unit: number): Socket[] {
  return shown.flatMap((node) => {
    const isMarked = node.json.get('extras').get('isSocket').value === true
    const named = /^SOCKET_(.+)$/i.exec(node.name)?.[1]
    if ((!isMarked && named === undefined) || node.json.get('mesh').exists) return []
    const bone = bones.boneAt(node.parent)
    const carrier = carrierOf(node, bones, bone)
    const place = carrier === undefined ? node.world : combined(inverse(carrier.world) ?? UNCHANGED, node.world)
    const isDirect = carrier !== undefined && carrier === node.parent
    const local = isDirect ? node.local : place
    const [x, y, z] = directionInUnreal(columnOf(local, 3))
    const own = isDirect ? node.json.get('rotation').numbers(4) : undefined
    const [a = 0, b = 0, c = 0, d = 1] = own ?? turnOf(local) ?? IDENTITY
    const size = isDirect ? node.json.get('scale').numbers(3) : undefined
    const [sx = 1, sy = 1, sz = 1] = size ?? (isDirect ? [1, 1, 1] : scaleOf(local))
    return {
      name: isMarked ? node.name : (named ?? node.name),
      ...(bone === undefined ? {} : { bone }),
      position: [Math.fround(x / unit), Math.fround(y / unit), Math.fround(z / unit)],
      rotation: quaternionInUnreal([a, b, c, d]),
      scale: directionInUnreal([sx, sy, sz]),
    }
  })
}

/**
 * The node that the socket's position is relative to: its bone, or, in files written by ukit, the node that
 * places all bones.
 */
function carrierOf(node: GltfPlace, bones: Bones, bone: number | undefined): GltfPlace | undefined {
  const { parent } = node
  if (parent === undefined) return undefined
  if (bone === undefined) return bones.skeleton === undefined ? undefined : parent
  for (let at: GltfPlace | undefined = parent; at !== undefined; at = at.parent)
    if (bones.boneAt(at) === bone && bones.boneAt(at.parent) !== bone) return at
  return parent
}
