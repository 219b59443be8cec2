import { readPng } from '@ukit/codecs/images'
import { ObjectReader } from '@ukit/core'
import { nodeCodecs } from '@ukit/core/node'
import { bakeLevel, brightLevel, type Level, levelOf } from '@ukit/media/level'
import { expect, it } from 'vitest'
import { CORPUS, describeCorpus, openCorpus } from '../../../../testing/corpus.js'

/** A texture of one colour, for every slot. */
const COLOR = [200, 100, 50] as const

async function levelIn(name: RegExp): Promise<Level> {
  const found = CORPUS.find(({ path }) => name.test(path))
  if (found === undefined) throw new Error(`${name} is not in the corpus`)
  return levelOf(await ObjectReader.open(await openCorpus(found.path)))
}

async function baked(level: Level, texels?: number, gamma?: number) {
  const zlib = await nodeCodecs.zlib()
  const deflate = Object.assign((data: Uint8Array) => zlib.compress?.(data) ?? data, { crc32: zlib.crc32 })
  const result = await bakeLevel(level, {
    texels,
    gamma,
    deflate,
    materialOf: async ({ path = 'None' }) => ({
      path,
      base: { path, uvSet: 0 },
      alpha: 'opaque',
      isTwoSided: false,
      isUnlit: false,
      isInvisible: false,
      extras: {},
      notes: [],
    }),
    pictureOf: async () => ({ width: 1, height: 1, rgba: Uint8Array.of(...COLOR, 255) }),
  })
  const pictures = new Map([...result.pictures].map(([key, png]) => [key, readPng(png, inflateOf(zlib))] as const))
  return { ...result, pictures }
}

function inflateOf(zlib: Awaited<ReturnType<typeof nodeCodecs.zlib>>) {
  return (bytes: Uint8Array, size: number) => zlib.decompress(bytes, size)
}

type Part = Level['parts'][number]

/** Centres of the triangles of a level: surface and place, and where they are on a picture. */
function* centres(parts: readonly Part[], set: number) {
  for (const part of parts) {
    const [lod] = part.mesh.lods
    const uvs = lod?.uvs[set]
    if (lod === undefined || uvs === undefined) continue
    for (const { slot, first, count } of lod.sections)
      for (let i = first; i < first + count; i += 3) {
        const corners = [...lod.indices.subarray(i, i + 3)]
        const mean = (values: Float32Array, width: number, k: number) =>
          corners.reduce((sum, corner) => sum + (values[width * corner + k] ?? 0) / 3, 0)
        const place = [0, 1, 2].map((k) => mean(lod.positions, 3, k))
        const key = `${part.surfaces[i / 3]}: ${place.map((one) => one.toFixed(2)).join(' ')}`
        yield { key, part, slot: part.mesh.materials[slot]?.path ?? '', u: mean(uvs, 2, 0), v: mean(uvs, 2, 1) }
      }
  }
}

describeCorpus('light in textures', () => {
  it.each([
    ['UE1', /DM-Stalwart\.unr$/],
    ['UE2', /UWRM-Torpedo\.ut2$/],
  ])('a pixel is the texture times twice the light of its place: %s', async (_, name) => {
    const level = await levelIn(name)
    const { level: made, pictures, materials } = await baked(level, 0.25)
    const lit = new Map([...centres(level.parts, 1)].map((one) => [one.key, one]))
    const off: number[] = []
    for (const { key, slot, u, v } of centres(made.parts, 0)) {
      const picture = pictures.get(materials.get(slot)?.base?.path ?? '')
      const from = lit.get(key)
      const page = level.lightPages[from?.part.lightPage ?? -1]
      if (picture === undefined || from === undefined || page === undefined) continue
      const x = Math.floor(u * picture.width)
      const y = Math.floor(v * picture.height)
      const [lx, ly] = [Math.floor(from.u * page.width), Math.floor(from.v * page.height)]
      for (const [k, color] of COLOR.entries()) {
        const light = page.rgba[4 * (ly * page.width + lx) + k] ?? 0
        const pixel = picture.data[(picture.data.length / picture.width / picture.height) * (y * picture.width + x) + k]
        off.push(Math.abs((pixel ?? -999) - Math.min(255, (color * light * 2) / 255)))
      }
    }
    expect(off.length).toBeGreaterThan(1000)
    // Places between pixels are mixed here, and not in the numbers that they are compared with.
    off.sort((a, b) => a - b)
    expect(off[Math.floor(off.length / 2)]).toBeLessThan(2)
    expect(off[Math.floor(off.length * 0.95)]).toBeLessThan(24)
  })

  it('all polygons are there, once', async () => {
    const level = await levelIn(/DM-Stalwart\.unr$/)
    const { level: made } = await baked(level, 0.05)
    const areas = (parts: readonly Part[]) => {
      let area = 0
      for (const { mesh, kind } of parts)
        for (const { positions, indices } of mesh.lods)
          for (let i = 0; kind === 'world' && i < indices.length; i += 3) {
            const [a = 0, b = 0, c = 0] = indices.subarray(i, i + 3)
            const to = (p: number) => [0, 1, 2].map((k) => (positions[3 * p + k] ?? 0) - (positions[3 * a + k] ?? 0))
            const [[ux = 0, uy = 0, uz = 0], [vx = 0, vy = 0, vz = 0]] = [to(b), to(c)]
            area += Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2
          }
      return area
    }
    expect(areas(made.parts) / areas(level.parts)).toBeCloseTo(1, 5)
  })

  it('more pixels than fit on eight pages are fewer a unit, which is said', async () => {
    const { level, pictures } = await baked(await levelIn(/CTF-HallOfGiants\.unr$/), 4)
    expect(level.notes.filter((note) => /^baked with 0?\.?\d+.* pixels a unit/.test(note))).toHaveLength(1)
    const pixels = [...pictures.values()].reduce((sum, { width, height }) => sum + width * height, 0)
    expect(pixels).toBeLessThanOrEqual(9 * 2048 * 2048)
  }, 120_000)

  it('gamma brightens light: 0.25 of white is 0.5 at 2', async () => {
    const level = await levelIn(/DM-DuckingZone\.unr$/)
    const page = {
      width: 1,
      height: 1,
      rgba: Uint8Array.of(32, 64, 0, 255),
      brightness: 2,
      rectangles: new Uint32Array(0),
    }
    const [bright] = brightLevel({ ...level, lightPages: [page] }, 2).lightPages
    // 32 × 2 / 255 is 0.25: shown as 0.5, which is 64 × 2.
    expect([...(bright?.rgba ?? [])]).toEqual([64, 90, 0, 255])
  })
})
