import { ObjectReader } from '@ukit/core'
import { type Level, levelObj, levelOf } from '@ukit/media/level'
import { expect, it } from 'vitest'
import { CORPUS, describeCorpus, openCorpus } from '../../../../testing/corpus.js'

async function levelIn(name: RegExp): Promise<Level> {
  const found = CORPUS.find(({ path }) => name.test(path))
  if (found === undefined) throw new Error(`${name} is not in the corpus`)
  return levelOf(await ObjectReader.open(await openCorpus(found.path)))
}

/** An OBJ file as a program reads it. */
async function objOf(level: Level) {
  const text = levelObj(level, {
    materialFile: 'A.mtl',
    unit: 1,
    materialOf: async () => undefined,
    textures: new Map(),
  })
  let all = ''
  for (;;) {
    const next = await text.next()
    if (next.done === true) return { ...next.value, ...parsed(all) }
    all += next.value
  }
}

function parsed(text: string) {
  const points: number[][] = []
  const normals: number[][] = []
  const faces: number[][][] = []
  const objects: string[] = []
  const used = new Set<string>()
  for (const line of text.split('\n')) {
    const [word, ...rest] = line.split(' ')
    if (word === 'v') points.push(rest.map(Number))
    else if (word === 'vn') normals.push(rest.map(Number))
    else if (word === 'f') faces.push(rest.map((corner) => corner.split('/').map((one) => Number(one) - 1)))
    else if (word === 'o') objects.push(rest.join(' '))
    else if (word === 'usemtl') used.add(rest.join(' '))
  }
  return { points, normals, faces, objects, used }
}

describeCorpus('levels as OBJ', () => {
  it.each([
    ['UE1', /DM-Stalwart\.unr$/],
    ['UE2, with meshes that are scaled', /UWRM-Torpedo\.ut2$/],
  ])('every triangle is there and faces as its normals do: %s', async (_, name) => {
    const level = await levelIn(name)
    const { points, normals, faces, used, materials, objects } = await objOf(level)
    const shown = [
      ...level.parts.flatMap(({ kind, mesh }) => (kind === 'world' ? [mesh] : [])),
      ...level.actors.flatMap(({ isHidden, shape, mesh }) => {
        const one = shape ?? level.meshes[mesh ?? -1]?.mesh
        return isHidden || one === undefined ? [] : [one]
      }),
    ]
    expect(faces.length).toBe(shown.reduce((sum, { lods: [lod] }) => sum + (lod?.indices.length ?? 0) / 3, 0))
    let right = 0
    let wrong = 0
    for (const face of faces) {
      const [a = [], b = [], c = []] = face.map(([point = 0]) => points[point] ?? [])
      const [u, v] = [b, c].map((one) => one.map((value, k) => value - (a[k] ?? 0)))
      const [ux = 0, uy = 0, uz = 0] = u ?? []
      const [vx = 0, vy = 0, vz = 0] = v ?? []
      const area = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
      const normal = normals[face[0]?.[2] ?? -1] ?? []
      const faced = area.reduce((sum, value, k) => sum + value * (normal[k] ?? 0), 0)
      if (faced < 0) wrong -= faced
      else right += faced
    }
    expect(right).toBeGreaterThan(1e6)
    expect(wrong / right).toBeLessThan(0.001)
    const made = new Set([...materials.matchAll(/^newmtl (.+)$/gm)].map(([, material]) => material))
    expect([...used].filter((material) => !made.has(material))).toEqual([])
    expect(objects.length).toBeGreaterThan(3)
  })

  it('places are those of the engine with Y up, and notes say what OBJ has not', async () => {
    const level = await levelIn(/DM-DuckingZone\.unr$/)
    const { points, notes } = await objOf(level)
    const [x, y, z] = level.parts.find(({ kind }) => kind === 'world')?.mesh.lods[0]?.positions ?? []
    expect(points[0]).toEqual([x, z, y])
    expect(notes).toEqual(['OBJ has no light maps: --bake puts the light into the textures'])
  })
})
