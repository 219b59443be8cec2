import { posix } from 'node:path'
import { ExportObject, ObjectReader } from '@ukit/core'
import { type Level, levelIn, levelOf } from '@ukit/media/level'
import { ue2 } from '@ukit/objects'
import { beforeAll, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { complaints } from '../gltf/validate.js'
import { extractAll } from '../support.js'

interface MapOfUE2 {
  readonly path: string
  readonly reader: ObjectReader
  readonly model: ue2.Model
  readonly level: Level
}

/** Every map of UE2 in the corpora that has built geometry. */
async function maps(): Promise<MapOfUE2[]> {
  const found: MapOfUE2[] = []
  for (const { path, version = 0 } of PACKAGES) {
    if (version < 100 || version > 200 || !/\.(?:ut2|unr|s4m|rom|rsm|un2)$/i.test(path)) continue
    const reader = await ObjectReader.open(await openCorpus(path))
    const read = await reader.read(levelIn(reader))
    if (!(read.object instanceof ue2.Level) || !(read.object.model instanceof ExportObject)) continue
    const { object: model } = await reader.read(read.object.model)
    if (model instanceof ue2.Model) found.push({ path, reader, model, level: await levelOf(reader, read) })
  }
  return found
}

type Part = Level['parts'][number]

describeCorpus('levels of UE2', () => {
  let all: MapOfUE2[] = []
  beforeAll(async () => {
    all = await maps()
  }, 120_000)

  it('have the polygons that the nodes of the model have, by its points', () => {
    expect(all.length).toBeGreaterThan(3)
    for (const { path, model, level } of all) {
      let stated = 0
      for (const { numVertices, vertPool } of model.nodes) {
        const corner = (i: number) => 3 * (model.verts[2 * (vertPool + i)] ?? 0)
        for (let i = 2; i < numVertices; i++) stated += area(model.points, corner(0), corner(i - 1), corner(i))
      }
      let shown = 0
      for (const { mesh } of level.parts)
        for (const { positions, indices } of mesh.lods)
          for (let i = 0; i < indices.length; i += 3) {
            const [a = 0, b = 0, c = 0] = indices.subarray(i, i + 3)
            shown += area(positions, 3 * a, 3 * b, 3 * c)
          }
      expect([path, Math.abs(shown - stated) / Math.max(1, stated) < 1e-4]).toEqual([path, true])
    }
  })

  it('every corner of a lit polygon is on a light map of its surface', () => {
    let corners = 0
    let off = 0
    for (const { level } of all)
      for (const part of level.parts) {
        const [inside, outside] = onLightMaps(level, part)
        corners += inside
        off += outside
      }
    expect(corners).toBeGreaterThan(5000)
    expect(off).toBe(0)
  })

  it('the triangles of terrains have the normals that the package has for them', async () => {
    let triangles = 0
    for (const { path, reader, level } of all)
      for (const { name, kind, shape } of level.actors) {
        if (kind !== 'terrain') continue
        const { object } = (await reader.get(name)) ?? (await reader.get(`myLevel.${name}`)) ?? {}
        if (!(object instanceof ue2.TerrainInfo) || shape === undefined) throw new Error(`${path}: ${name}`)
        triangles += sameNormals(object, shape)
      }
    expect(triangles).toBeGreaterThan(10_000)
  })

  it('a scene is a valid glTF file', async () => {
    for (const { path, reader } of all) {
      const extracted = await extractAll(reader.package, { only: ['Level'], scene: true })
      const files = extracted.flatMap((one) => one.files)
      const scene = files.find((one) => one.path.endsWith('.glb'))
      // Textures are named from the folder of the package.
      const pictures = new Map(files.map((file) => [posix.relative(reader.package.name, file.path), file.bytes]))
      expect([path, scene === undefined ? 'no file' : await complaints(scene.bytes, pictures)]).toEqual([path, []])
    }
  }, 120_000)
})

/** How many corners of a part are on a light map of their surface, and how many are not. */
function onLightMaps({ lightPages }: Level, { mesh, lightPage, surfaces }: Part): [number, number] {
  const [lod] = mesh.lods
  const page = lightPage === undefined ? undefined : lightPages[lightPage]
  const uvs = lod?.uvs[1]
  if (lod === undefined || page === undefined || uvs === undefined) return [0, 0]
  const places = new Map<number, (readonly number[])[]>()
  for (let i = 0; i < page.rectangles.length; i += 5) {
    const [surface = -1, ...place] = page.rectangles.subarray(i, i + 5)
    places.set(surface, [...(places.get(surface) ?? []), place])
  }
  let on = 0
  for (const [k, vertex] of lod.indices.entries()) {
    const x = (uvs[2 * vertex] ?? 0) * page.width
    const y = (uvs[2 * vertex + 1] ?? 0) * page.height
    const isOn = (places.get(surfaces[Math.floor(k / 3)] ?? -1) ?? []).some(
      ([left = 0, top = 0, width = 0, height = 0]) =>
        x >= left - 0.5 && y >= top - 0.5 && x <= left + width + 0.5 && y <= top + height + 0.5,
    )
    if (isOn) on++
  }
  return [on, lod.indices.length - on]
}

function area(points: Float32Array, a: number, b: number, c: number): number {
  const [x = 0, y = 0, z = 0] = cross(points, a, b, c)
  return Math.hypot(x, y, z) / 2
}

function cross(points: Float32Array, a: number, b: number, c: number): number[] {
  const at = (from: number, axis: number) => (points[from + axis] ?? 0) - (points[a + axis] ?? 0)
  const [ux, uy, uz] = [at(b, 0), at(b, 1), at(b, 2)]
  const [vx, vy, vz] = [at(c, 0), at(c, 1), at(c, 2)]
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
}

/** Expects the triangles of the first layer to have the stored normals of their quads; gives their number. */
function sameNormals(terrain: ue2.TerrainInfo, shape: Part['mesh']): number {
  const [lod] = shape.lods
  const [first] = lod?.sections ?? []
  if (lod === undefined || first === undefined) return 0
  const wrong: string[] = []
  for (let i = first.first; i < first.first + first.count; i += 3) {
    const [a = 0, b = 0, c = 0] = lod.indices.subarray(i, i + 3)
    const normal = cross(lod.positions, 3 * a, 3 * b, 3 * c)
    const length = Math.hypot(...normal)
    // The quad is that of its corner with the least coordinates.
    const { heightmapX: width } = terrain
    const x = Math.min(a % width, b % width, c % width)
    const y = Math.min(Math.floor(a / width), Math.floor(b / width), Math.floor(c / width))
    const stored = terrain.faceNormals.subarray(6 * (x + y * width), 6 * (x + y * width) + 6)
    const nearest = Math.max(
      ...[0, 3].map((at) => normal.reduce((sum, value, axis) => sum + (value / length) * (stored[at + axis] ?? 0), 0)),
    )
    if (!(nearest > 0.9999)) wrong.push(`${x}, ${y}: ${nearest}`)
  }
  expect(wrong.slice(0, 5)).toEqual([])
  return first.count / 3
}
