import { ExportObject, ObjectReader } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { extractSteps } from '@ukit/media'
import { brushPlace, placedInBrush } from '@ukit/media/internal'
import { type Level, levelIn, levelOf } from '@ukit/media/level'
import { ue1 } from '@ukit/objects'
import { beforeAll, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { complaints } from '../gltf/validate.js'
import { extractAll } from '../support.js'

/** Every map of UE1 in the corpora. */
async function maps(): Promise<{ path: string; reader: ObjectReader; model: ue1.Model }[]> {
  const found: { path: string; reader: ObjectReader; model: ue1.Model }[] = []
  for (const { path, version = 0 } of PACKAGES) {
    if (version >= 100 || !/\.(?:unr|dx|run|un2|nrf|fun)$/i.test(path)) continue
    const reader = await ObjectReader.open(await openCorpus(path))
    const level = await reader.read(levelIn(reader))
    if (!(level.object instanceof ue1.Level) || !(level.object.model instanceof ExportObject)) continue
    const { object: model } = await reader.read(level.object.model)
    if (model instanceof ue1.Model) found.push({ path, reader, model })
  }
  return found
}

describeCorpus('levels of UE1', () => {
  let all: Awaited<ReturnType<typeof maps>> = []
  beforeAll(async () => {
    all = await maps()
  })

  it('loads no other levels, and says so of those that are asked for', async () => {
    const { reader } = all.find(({ path }) => path.endsWith('DM-DuckingZone.unr')) ?? all[0] ?? {}
    if (reader === undefined) throw new Error('there are no maps of UE1')
    const { notes } = await levelOf(reader, undefined, { sublevels: ['Other'], withoutLight: true })
    expect(notes).toContain('it does not load a level Other')
    expect((await levelOf(reader, undefined, { sublevels: 'all', withoutLight: true })).notes).toEqual(
      notes.filter((note) => !note.includes('Other')),
    )
  })

  it('sides of brushes lie in the planes of the surfaces that the editor made of them', async () => {
    let near = 0
    let far = 0
    for (const { reader, model } of all) {
      const sides = new Map<unknown, { points: (readonly number[])[] }[]>()
      for (const surf of model.surfs) {
        if (!(surf.actor instanceof ExportObject) || surf.brushPoly < 0) continue
        const known = sides.get(surf.actor) ?? (await sidesOf(reader, surf.actor))
        sides.set(surf.actor, known)
        const side = known[surf.brushPoly]
        if (side === undefined) continue
        const normal = [0, 1, 2].map((i) => model.vectors[3 * surf.normal + i] ?? 0)
        const base = [0, 1, 2].map((i) => model.points[3 * surf.base + i] ?? 0)
        const distances = side.points.map((point) =>
          Math.abs(point.reduce((sum, value, i) => sum + (value - (base[i] ?? 0)) * (normal[i] ?? 0), 0)),
        )
        if (Math.max(...distances) < 1) near++
        else far++
      }
    }
    expect(near).toBeGreaterThan(5000)
    // Brushes that were moved after the level was built: 9 of 30,075 in the maps of the facts.
    expect(far / (near + far)).toBeLessThan(0.002)
  })

  it('every corner of a lit polygon is on its own light map, and has the place and normal of the model', async () => {
    let corners = 0
    let right = 0
    let turned = 0
    for (const { path, reader, model } of all) {
      const level = await levelOf(reader)
      expect(level.notes.filter((note) => !/^the texture /.test(note))).toEqual([])
      let triangles = 0
      for (const part of level.parts) {
        const [lod] = part.mesh.lods
        if (lod === undefined) continue
        triangles += lod.indices.length / 3
        // (b − a) × (c − a) is the normal that the node's plane has.
        for (let i = 0; i < lod.indices.length; i += 3) {
          const area = facing(lod, i)
          if (area < 0) turned -= area
          else right += area
        }
        corners += outside(level, part, path)
      }
      // All polygons of all nodes, as fans.
      const fans = model.nodes.reduce((sum, { numVertices }) => sum + Math.max(0, numVertices - 2), 0)
      expect([path, triangles]).toEqual([path, fans])
    }
    expect(corners).toBeGreaterThan(100_000)
    // Corners that are nearly in one line may be a hair off it.
    expect(turned / right).toBeLessThan(1e-4)
  })

  it('extracting a scene stops when it is told to while the level is read', async () => {
    const [first] = all
    if (first === undefined) throw new Error('no map')
    const controller = new AbortController()
    const { signal } = controller
    const options = { codecs: nodeCodecs, only: ['Level'], scene: true, signal }
    const [work] = await extractSteps(first.reader.package, options)
    controller.abort(new Error('enough'))
    await expect(work).rejects.toThrow('enough')
  })

  it('a scene is a valid glTF file, with a node for each actor', async () => {
    for (const { path, reader } of all) {
      const level = await levelOf(reader)
      const extracted = await extractAll(reader.package, { only: ['Level'], scene: true })
      const [file] = extracted.flatMap(({ files }) => files).filter((one) => one.path.endsWith('.glb'))
      expect([path, file?.path]).toEqual([path, `${reader.package.name}/${reader.package.name}.glb`])
      if (file === undefined) continue
      expect([path, await complaints(file.bytes, new Map())]).toEqual([path, []])
      const { nodes } = glbJson(file.bytes)
      const names = new Set(nodes.map(({ name }) => name))
      expect(level.actors.filter(({ name }) => !names.has(name)).map(({ name }) => name)).toEqual([])
    }
  }, 300_000)
})

/** The sides of a brush, in the world. */
async function sidesOf(reader: ObjectReader, actor: ExportObject): Promise<{ points: (readonly number[])[] }[]> {
  const view = await reader.view(actor)
  const brush = view.object('Brush')
  const model = brush instanceof ExportObject ? (await reader.read(brush)).object : undefined
  const polys =
    model instanceof ue1.Model && model.polys instanceof ExportObject
      ? (await reader.read(model.polys)).object
      : undefined
  if (!(polys instanceof ue1.Polys)) return []
  const place = brushPlace(view)
  const location = view.vector('Location')
  return polys.polys.map(({ vertices }) => ({
    points: Array.from({ length: vertices.length / 3 }, (_, i) => {
      const corner = [vertices[3 * i] ?? 0, vertices[3 * i + 1] ?? 0, vertices[3 * i + 2] ?? 0] as const
      return placedInBrush(place, corner).map((value, axis) => value + (location[axis] ?? 0))
    }),
  }))
}

type Part = Level['parts'][number]

/** Expects all corners of a part to be on their light maps; gives their number. */
function outside({ lightPages }: Level, { mesh, lightPage, surfaces }: Part, path: string): number {
  const [lod] = mesh.lods
  const page = lightPage === undefined ? undefined : lightPages[lightPage]
  const uvs = lod?.uvs[1]
  if (lod === undefined || page === undefined || uvs === undefined) return 0
  const places = new Map<number, Uint32Array>()
  for (let i = 0; i < page.rectangles.length; i += 5)
    places.set(page.rectangles[i] ?? -1, page.rectangles.subarray(i + 1, i + 5))
  const off: string[] = []
  for (const [k, vertex] of lod.indices.entries()) {
    const [left = 0, top = 0, width = 0, height = 0] = places.get(surfaces[Math.floor(k / 3)] ?? -1) ?? []
    const x = (uvs[2 * vertex] ?? 0) * page.width - left
    const y = (uvs[2 * vertex + 1] ?? 0) * page.height - top
    // Half a pixel for what the editor rounds.
    if (x < 0 || y < 0 || x > width || y > height) off.push(`${path} ${x} ${y} of ${width} × ${height}`)
  }
  expect(off).toEqual([])
  return lod.indices.length
}

/** The area of a triangle, negative if it faces against its normal. */
function facing({ positions, normals, indices }: NonNullable<Part['mesh']['lods'][0]>, first: number): number {
  const at = (k: number) => {
    const vertex = indices[first + k] ?? 0
    return [positions[3 * vertex] ?? 0, positions[3 * vertex + 1] ?? 0, positions[3 * vertex + 2] ?? 0] as const
  }
  const [a, b, c] = [at(0), at(1), at(2)]
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]]
  const cross = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const vertex = 3 * (indices[first] ?? 0)
  const dot = cross.reduce((sum, value, i) => sum + value * (normals?.[vertex + i] ?? 0), 0)
  return dot / 2
}

function glbJson(bytes: Uint8Array): { nodes: { name: string }[] } {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true)
  return JSON.parse(new TextDecoder().decode(bytes.subarray(20, 20 + length)))
}
