import { ExportObject, ObjectReader, PackageSet } from '@ukit/core'
import { describeValue } from '@ukit/inspect'
import {
  type KismetNode,
  type KismetSequence,
  kismetOf,
  type Level,
  type LevelActor,
  levelIn,
  levelOf,
  levelPlan,
} from '@ukit/media/level'
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

  it('Kismet has all wires, and each ends in a box of the level', async () => {
    let wires = 0
    for (const { path, reader, level } of all) {
      if (level.kismet === undefined) continue
      const boxes = level.kismet.flatMap(nodesIn)
      const ends = boxes.flatMap(({ outputs }) => outputs.flatMap(({ to }) => to ?? []))
      let stored = 0
      for (const { path: box } of boxes) {
        const { object } = (await reader.get(box)) ?? {}
        // As text: wires are whatever has an operation that it leads to.
        const text = JSON.stringify(describeValue(object?.properties.get('OutputLinks') ?? null))
        stored += text.match(/"Links":\[\{.*?\}\]/g)?.flatMap((links) => links.match(/"LinkedOp":"/g) ?? []).length ?? 0
      }
      expect([path, ends.length]).toEqual([path, stored])
      expect([path, ends.filter((to) => reader.package.find(to) === undefined)]).toEqual([path, []])
      expect(await kismetOf(reader)).toEqual(level.kismet)
      wires += ends.length
    }
    expect(wires).toBeGreaterThan(100)
  })

  it('what Matinee moves begins where it stands, and platforms come back there', () => {
    const moved = all.flatMap(({ level }) => level.actors).filter(({ motion }) => motion !== undefined)
    expect(moved.length).toBeGreaterThan(6)
    for (const { name, location, motion } of moved) {
      const { keys = [], times = [], key = -1 } = motion ?? {}
      expect([name, keys.length, key]).toEqual([name, times.length, 0])
      expect(distance(keys[0]?.location ?? [0, 0, 0], location)).toBeLessThan(0.1)
      expect(distance(keys.at(-1)?.location ?? [0, 0, 0], location)).toBeLessThan(0.1)
      expect(times).toEqual([...times].sort((a, b) => a - b))
    }
  })

  it('lights of a collection, and light on copies of a mesh, are said to be left out', async () => {
    const path = (name: string) => PACKAGES.find((one) => one.path.endsWith(name))?.path ?? ''
    // Its only collection has four lights, as ukit ls shows.
    const labs = await levelOf(await ObjectReader.open(await openCorpus(path('Labs_Utopia_P.upk'))))
    expect(labs.notes).toContain('lights of collections, of which only the first of each is shown: 3')
    const reader = await ObjectReader.open(await openCorpus(path('WLD_Highway_Str_16x16_06.umap')))
    const copies = 'components with copies of a mesh, whose light is not shown'
    expect((await levelOf(reader)).notes.filter((note) => note.includes('copies'))).toEqual([])
    // None of the known maps has such light: two components are given some.
    const read = reader.read.bind(reader)
    let left = 2
    const given = new Set<unknown>()
    reader.read = async (object) => {
      const found = await read(object)
      if (!(found.object instanceof ue3.InstancedStaticMeshComponent) || given.has(object)) return found
      if (left-- <= 0) return found
      given.add(object)
      const lod = new ue3.StaticMeshComponentLod()
      lod.lightMap.type = ue3.LightMapType.Textures
      found.object.lodData = [lod]
      return found
    }
    expect((await levelOf(reader)).notes).toContain(`${copies}: 2`)
  })

  it('levels that it loads are part of the scene if they are asked for, each once', async () => {
    const named = (name: string) => PACKAGES.find(({ path }) => path.endsWith(name))?.path ?? ''
    const [street, plaza] = [named('SLM_Street_Crn_08x08_03_Doc.umap'), named('CTY_Plaza_Crn_08x08_04_Doc.umap')]
    const asked: string[] = []
    const packages = new PackageSet(async (name) => {
      asked.push(name)
      if (/^pcp_check$/i.test(name)) return openCorpus(street)
      return /^wind$/i.test(name) ? openCorpus(plaza) : undefined
    })
    const reader = await ObjectReader.open(await openCorpus(street), { packages })
    const alone = await levelOf(reader)
    expect(alone.sublevels?.map(({ package: name, isLoaded }) => [name, isLoaded])).toEqual([
      ['pcp_check', false],
      ['Wind', false],
      ['envlighting_day', false],
      ['EnvLighting_UrbanNight', false],
    ])
    expect(alone.notes).toContain(
      'not shown are levels that it loads while it is played: pcp_check, Wind, envlighting_day, EnvLighting_UrbanNight',
    )
    const whole = await levelOf(reader, undefined, { sublevels: 'all' })
    const other = all.find(({ path }) => path === plaza)?.level
    const of = (sublevel: number | undefined) =>
      whole.actors.filter((one) => one.sublevel === sublevel).map(({ name }) => name)
    expect(of(undefined)).toEqual(alone.actors.map(({ name }) => name))
    expect(of(0)).toEqual(of(undefined))
    expect(of(1)).toEqual(other?.actors.map(({ name }) => name))
    expect(whole.notes.filter((note) => /which it loads/.test(note))).toEqual([
      'the level envlighting_day, which it loads, was not found',
      'the level EnvLighting_UrbanNight, which it loads, was not found',
    ])
    const one = await levelOf(reader, undefined, { sublevels: ['WIND', 'Nowhere'] })
    expect(one.actors.length).toBe(alone.actors.length + (other?.actors.length ?? 0))
    expect(one.notes).toContain('it does not load a level Nowhere')
    expect(asked.filter((name) => /^wind$/i.test(name)).length).toBe(1)
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

function nodesIn({ nodes, sequences }: KismetSequence): KismetNode[] {
  return [...nodes, ...sequences.flatMap(nodesIn)]
}

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
