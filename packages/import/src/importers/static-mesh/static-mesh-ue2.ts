import { crc32 } from '@ukit/codecs'
import { Feature, Version } from '@ukit/container'
import { type EditObject, type PackageEdit, setProperty } from '@ukit/edit'
import { MediaError, type Mesh } from '@ukit/media'
import { elementsOf, memberOf } from '@ukit/media/internal'
import { ue2 } from '@ukit/objects'
import { plural } from '@ukit/text/internal'
import type { Imported } from '../importer.js'
import { importTarget, putObject, RESOURCE_FLAGS } from '../put-object.js'
import { entryOf, findMaterials } from '../slot-materials.js'
import { boundsUE2 } from './bounds.js'
import { boxTree } from './box-tree.js'
import { type CheckedLod, checkedLod } from './checked-mesh.js'
import { type KDopTriangle, kdopTree } from './kdop-tree.js'
import type { ImportStaticMeshOptions } from './options.js'
import { rawTrianglesUE2 } from './raw-triangles.js'
import { wireframeOf } from './wireframe.js'

/** Maximum of the numbers in a section. */
const MAX_NUMBER = 65_535

/**
 * *Imports a static mesh of UE2*: a section for each material, everything else made from the triangles as the
 * editor makes it. Of 35 real meshes, box and sections come out the same to the last byte in all, the
 * wireframe in 34, sphere and vertices in 33.
 *
 * @throws see `importStaticMesh`.
 */
export async function importStaticMeshUE2(
  edit: PackageEdit,
  path: string,
  mesh: Mesh,
  options: ImportStaticMeshOptions,
): Promise<Imported> {
  const target = await importTarget(edit, path, 'StaticMesh', [ue2.StaticMesh])
  const { context } = edit.package
  if (context.hasLicenseeVersion && !context.since(Feature.PlainStaticMesh) && target.replaced === undefined)
    throw new MediaError(
      'unsupported',
      'static meshes of this game have fields that ukit does not know: replace one of its own',
    )
  const notes: string[] = []
  const [finest] = mesh.lods
  if (finest === undefined) throw new MediaError('no-data', 'expected a mesh with triangles, found none')
  if (mesh.lods.length > 1) notes.push('only the most detailed level was taken: the engine has no others')
  const lod = checkedLod(mesh, finest, 0, notes, { merged: true })
  checkSections(lod)
  const present = elementsOf(target.object.properties.get('Materials'))
  const materials = findMaterials(
    edit,
    mesh.materials,
    options.materials ?? {},
    present.map((element) => entryOf(edit, memberOf(element, 'Material'))),
    notes,
  )
  // A slot without triangles does not have a section; sections and materials have the same numbers.
  const slots = lod.sections.map(({ slot }) => slot)
  const collides = slots.map((slot) => {
    const kept = present[slot]
    return options.collision === 'none' ? false : kept === undefined ? true : memberOf(kept, 'EnableCollision') === true
  })
  const isNew = target.replaced === undefined
  if (mesh.collision !== undefined && (isNew || options.collision === 'mesh'))
    notes.push('its simpler collision shape was left out: traces hit what is drawn')
  const stored = storedMesh(lod, collides, context.since(Feature.KDopCollision), notes)
  if (!context.since(Version.CollisionTree) && collides.includes(true))
    notes.push('nothing hits it: the collision planes of this version are not made')
  const entry = await putObject(edit, target, RESOURCE_FLAGS, (object) => {
    fill(object, lod, stored)
    if (!isNew) return
    object.internalVersion = context.since(Feature.KDopCollision) ? 11 : context.since(Version.CollisionTree) ? 9 : 10
  })
  const list = slots.map(
    (slot, section): Readonly<Record<string, boolean | EditObject | null>> => ({
      'EnableCollision:bool': collides[section] ?? true,
      'Material:object': materials[slot]?.() ?? null,
    }),
  )
  await setProperty(edit, entry, 'Materials:array(struct(StaticMeshMaterial))', list)
  if (finest.colors !== undefined && finest.areColorsDrawn !== false && isNew)
    await setProperty(edit, entry, 'UseVertexColor:bool', true)
  return { path: entry.path, className: entry.className, objects: [entry.path], notes }
}

/** Start and length of a section are 16-bit numbers. */
function checkSections({ sections, indices }: CheckedLod): void {
  for (const { first } of sections) {
    if (first > MAX_NUMBER) {
      const found = `found one that starts after ${first / 3} of ${plural(indices.length / 3, 'triangle')}`
      throw new MediaError(
        'unsupported',
        `expected sections to start below index ${MAX_NUMBER}, ${found}: split the mesh`,
      )
    }
  }
  if (indices.length / 3 > MAX_NUMBER)
    throw new MediaError(
      'unsupported',
      `expected at most ${MAX_NUMBER} triangles, found ${indices.length / 3}: split the mesh`,
    )
}

/** Everything that is computed before anything is changed. */
interface Stored {
  readonly wireframe: Uint16Array
  readonly kdop: ReturnType<typeof kdopTree> | undefined
  readonly boxes: ReturnType<typeof boxTree>
  readonly raw: Uint8Array
}

function storedMesh(lod: CheckedLod, collides: readonly boolean[], hasKDop: boolean, notes: string[]): Stored {
  const hit: KDopTriangle[] = lod.sections.flatMap(({ first, count }, section) =>
    collides[section] === true
      ? Array.from({ length: count / 3 }, (_, i): KDopTriangle => {
          const [a = 0, b = 0, c = 0] = lod.indices.subarray(first + 3 * i, first + 3 * i + 3)
          return [a, b, c, section]
        })
      : [],
  )
  const boxes = hasKDop ? undefined : boxTree(hit, lod.positions)
  if (!hasKDop && boxes === undefined)
    notes.push('its triangles are too many for the tree of collision: nothing hits it')
  return {
    wireframe: wireframeOf(lod.indices, (vertex) => vertex),
    kdop: hasKDop ? kdopTree(hit, lod.positions) : undefined,
    boxes,
    raw: rawTrianglesUE2(lod, (section) => section),
  }
}

function fill(object: ue2.StaticMesh, lod: CheckedLod, { wireframe, kdop, boxes, raw }: Stored): void {
  const { corners, centre, extent, radius } = boundsUE2(lod.positions)
  object.box.corners = corners
  object.box.isValid = 1
  object.sphere.numbers = Float32Array.of(...centre, radius * RADIUS)
  object.bounds = Float32Array.of(...centre, ...extent, radius)
  object.meshBox.corners = corners.slice()
  object.meshBox.isValid = 1
  object.sections = lod.sections.map(({ first, count }) => {
    const section = new ue2.StaticMeshSection()
    const own = lod.indices.subarray(first, first + count)
    const [least, greatest] = own.reduce(([low, high], vertex) => [Math.min(low, vertex), Math.max(high, vertex)], [
      MAX_NUMBER,
      0,
    ] as [number, number])
    section.numbers = Uint16Array.of(first, least, greatest, count / 3, count / 3)
    return section
  })
  const { vertices, colors, alphas, indices } = object
  vertices.vertices = interleaved(lod)
  vertices.tangents = new Float32Array(0)
  colors.colors = lod.colors ?? new Uint8Array(4 * lod.count).fill(255)
  alphas.colors = colors.colors.map((byte, i) => (i % 4 === 3 ? byte : 255))
  object.uvStreams = lod.uvs.map((coordinates, i) => {
    const stream = new ue2.UvStream()
    stream.coordinates = coordinates
    stream.coordinateIndex = i
    stream.revision = 1
    return stream
  })
  indices.indices = lod.indices
  object.wireframe.indices = wireframe
  // Renderer caches detect changes by these.
  for (const part of [vertices, colors, alphas, indices, object.wireframe]) part.revision++
  const { collision } = object
  collision.planeTriangles = []
  collision.planeNodes = []
  collision.kdopNodes = kdop?.nodes ?? new Uint8Array(0)
  collision.kdopTriangles = Uint16Array.from(kdop?.triangles.flat() ?? [])
  collision.boxTriangles = boxes?.triangles ?? new Uint8Array(0)
  collision.boxNodes = boxes?.nodes ?? new Int16Array(0)
  collision.boxScale = boxes?.scale ?? new Float32Array(3)
  object.rawTriangles.count = lod.indices.length / 3
  object.rawTriangles.block = raw
  object.authenticationKey = crc32(new Uint8Array(vertices.vertices.buffer))
}

/** Spheres are a thousandth larger than needed, in all 35 meshes. */
const RADIUS = Math.fround(1.001)

/** Position and normal of each vertex. */
function interleaved({ positions, normals, count }: CheckedLod): Float32Array {
  const numbers = new Float32Array(6 * count)
  for (let i = 0; i < count; i++) {
    numbers.set(positions.subarray(3 * i, 3 * i + 3), 6 * i)
    numbers.set(normals.subarray(3 * i, 3 * i + 3), 6 * i + 3)
  }
  return numbers
}
