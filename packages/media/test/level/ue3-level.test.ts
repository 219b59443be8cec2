import { ExportObject, ObjectReader } from '@ukit/core'
import { type Level, type LevelActor, levelIn, levelOf, levelPlan } from '@ukit/media/level'
import { ue3 } from '@ukit/objects'
import { beforeAll, expect, it } from 'vitest'
import { describeCorpus, openCorpus, PACKAGES } from '../../../../testing/corpus.js'
import { complaints } from '../gltf/validate.js'
import { extractAll } from '../support.js'

interface MapOfUE3 {
  readonly path: string
  readonly reader: ObjectReader
  readonly stored: ue3.Level
  readonly level: Level
}

/** Every package of UE3 in the corpora that has a level. */
async function maps(): Promise<MapOfUE3[]> {
  const found: MapOfUE3[] = []
  for (const { path, version = 0 } of PACKAGES) {
    if (version < 300 || !/\.(?:udk|umap|upk|xxx|sfm|pcc)$/i.test(path)) continue
    const pkg = await openCorpus(path).catch(() => undefined)
    if (pkg === undefined || !pkg.exports.some(({ className }) => className === 'Level')) continue
    const reader = await ObjectReader.open(pkg)
    const { object } = await reader.read(levelIn(reader))
    if (object instanceof ue3.Level) found.push({ path, reader, stored: object, level: await levelOf(reader) })
  }
  return found
}

describeCorpus('levels of UE3', () => {
  let all: MapOfUE3[] = []
  beforeAll(async () => {
    all = await maps()
    expect(all.length).toBeGreaterThan(15)
  }, 120_000)

  it('triangles of the built geometry lie in the planes of their surfaces, and face as these do', async () => {
    let corners = 0
    for (const { path, reader, stored, level } of all) {
      if (!(stored.model instanceof ExportObject)) continue
      const { object: model } = await reader.read(stored.model)
      if (!(model instanceof ue3.Model)) continue
      for (const { mesh, surfaces } of level.parts) {
        const [lod] = mesh.lods
        for (const [k, surface] of surfaces.entries()) {
          const [nx = 0, ny = 0, nz = 0, d = 0] = model.surfs[surface]?.plane ?? []
          const triangle = [0, 1, 2].map((i) => point(lod?.positions, lod?.indices[3 * k + i] ?? 0))
          const off = triangle.filter(([x, y, z]) => Math.abs(x * nx + y * ny + z * nz - d) > 0.6)
          expect([path, off]).toEqual([path, []])
          const [a, b, c] = triangle as [Vector, Vector, Vector]
          const [x, y, z] = cross(minus(b, a), minus(c, a))
          // Corners may lie in nearly one line.
          if (Math.hypot(x, y, z) > 16) expect(x * nx + y * ny + z * nz).toBeGreaterThan(0)
          corners += 3
        }
      }
    }
    expect(corners).toBeGreaterThan(5000)
  })

  it('light of the built geometry is inside its pictures', () => {
    let corners = 0
    for (const { path, level } of all)
      for (const { mesh, lightPage } of level.parts) {
        if (lightPage === undefined) continue
        const out = [...(mesh.lods[0]?.uvs[1] ?? [])].filter((value) => value < 0 || value > 1)
        expect([path, out]).toEqual([path, []])
        corners += mesh.lods[0]?.uvs[1]?.length ?? 0
      }
    expect(corners).toBeGreaterThan(500)
  })

  it('vertices of terrains are those that things collide with', async () => {
    let vertices = 0
    for (const { path, reader, level } of all)
      for (const actor of level.actors) {
        if (actor.kind !== 'terrain') continue
        for await (const { export: piece, object } of reader.objects(ue3.TerrainComponent)) {
          const { shape } = actor.components?.find(({ name }) => name === piece.name) ?? {}
          const far: unknown[] = []
          for (let i = 0; i < object.collisionVertices.length / 3; i++) {
            const own = point(shape?.lods[0]?.positions, i)
            const stored = point(object.collisionVertices, i)
            // In 491 they are in the terrain's own space.
            if (Math.min(distance(inWorld(actor, own), stored), distance(own, stored)) > 0.1) far.push([own, stored])
            vertices++
          }
          expect([path, piece.name, far.slice(0, 3)]).toEqual([path, piece.name, []])
        }
      }
    expect(vertices).toBeGreaterThan(70_000)
  })

  it('static meshes lie in the spheres that the level has for their textures', async () => {
    let inside = 0
    let count = 0
    for (const { stored, level } of all) {
      const spheres = stored.streamableTextures.flatMap(({ instances }) =>
        Array.from({ length: instances.length / 5 }, (_, i) => [...instances.subarray(5 * i, 5 * i + 4)]),
      )
      if (spheres.length === 0) continue
      for (const actor of level.actors)
        for (const component of actor.components ?? []) {
          const lod = level.meshes[component.mesh ?? -1]?.mesh.lods[0]
          if (lod === undefined || actor.class === 'InterpActor' || component.instances !== undefined) continue
          const own = center(lod.positions)
          const inActor = inWorld(component, own)
          const place = component.isInWorld === true ? inActor : inWorld(actor, inActor)
          count++
          if (spheres.some(([x = 0, y = 0, z = 0]) => distance(place, [x, y, z]) < 1)) inside++
        }
    }
    expect(count).toBeGreaterThan(50)
    expect(inside / count).toBeGreaterThan(0.9)
  })

  it('a scene is a valid glTF file, and a plan has no broken numbers', async () => {
    for (const { path, reader, level } of all) {
      const extracted = await extractAll(reader.package, { only: ['Level'], scene: true, embed: true })
      const scene = extracted.flatMap(({ files }) => files).find((file) => file.path.endsWith('.glb'))
      expect([path, scene === undefined ? 'no file' : await complaints(scene.bytes)]).toEqual([path, []])
      expect([path, /NaN|Infinity/.exec(levelPlan(level))]).toEqual([path, null])
    }
  }, 240_000)
})

type Vector = readonly [number, number, number]

function point(numbers: ArrayLike<number> | undefined, i: number): Vector {
  return [numbers?.[3 * i] ?? 0, numbers?.[3 * i + 1] ?? 0, numbers?.[3 * i + 2] ?? 0]
}

function minus(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function distance(a: Vector, b: Vector): number {
  return Math.hypot(...minus(a, b))
}

function center(positions: Float32Array): Vector {
  const low = [Infinity, Infinity, Infinity]
  const high = [-Infinity, -Infinity, -Infinity]
  for (const [i, value] of positions.entries()) {
    low[i % 3] = Math.min(low[i % 3] ?? 0, value)
    high[i % 3] = Math.max(high[i % 3] ?? 0, value)
  }
  return [0, 1, 2].map((axis) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2) as unknown as Vector
}

/** A place by the engine's matrix (media facts, 1.3), which the code does not use. */
function inWorld(
  { location, rotation, scale }: Pick<LevelActor, 'location' | 'rotation' | 'scale'>,
  p: Vector,
): Vector {
  const [sp, sy, sr] = rotation.map((turn) => Math.sin((turn * Math.PI) / 32_768)) as unknown as Vector
  const [cp, cy, cr] = rotation.map((turn) => Math.cos((turn * Math.PI) / 32_768)) as unknown as Vector
  const axes = [
    [cp * cy, cp * sy, sp],
    [sr * sp * cy - cr * sy, sr * sp * sy + cr * cy, -sr * cp],
    [-(cr * sp * cy + sr * sy), cy * sr - cr * sp * sy, cr * cp],
  ]
  return [0, 1, 2].map((k) =>
    axes.reduce((sum, axis, i) => sum + (axis[k] ?? 0) * (p[i] ?? 0) * (scale[i] ?? 1), location[k] ?? 0),
  ) as unknown as Vector
}
