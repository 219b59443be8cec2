// Levels: what light costs for each texel and light (UE1), and light in textures (`--bake`) for each surface
// and pixel, on made levels of growing size in one process: each column is to stay as it is.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deflateSync } from 'node:zlib'
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'

/** Numbers of surfaces, and with `--short`. */
const SURFACES = [[500, 2000, 8000], [50]]
/** Lights that reach each surface. */
const LIGHTS = [4, 16]
/** Texels of a light map along a side, and Unreal units of a surface. */
const SIDE = 16
const UNITS = 128

export async function benchLevels({ options }) {
  const built = join(ROOT, 'packages/media/build/level')
  if (!existsSync(join(built, 'bake/bake-level.js'))) return undefined
  const { bakeLight } = await import(pathToFileURL(join(built, 'ue1/bake-light.js')).href)
  const { bakeLevel } = await import(pathToFileURL(join(built, 'bake/bake-level.js')).href)
  const rows = []
  for (const surfaces of options.size(...SURFACES)) {
    const row = { surfaces }
    for (const lights of LIGHTS) {
      const { ms } = await measured(() => bakeLight(litSurfaces(surfaces, lights), () => Promise.resolve()))
      row[`light${lights}`] = (ms * 1e6) / (surfaces * lights * SIDE * SIDE)
    }
    const { ms, result } = await measured(() => bakeLevel(levelOf(surfaces), BAKING))
    const pixels = surfaces * (UNITS * 0.25 + 5) ** 2
    rows.push({ ...row, baked: (ms * 1e6) / pixels, pages: result.pictures.size })
  }
  printTable(
    ['surfaces', ...LIGHTS.map((lights) => `ns/texel/light, ${lights} lights`), 'baked: ns/pixel', 'pages'],
    rows.map(({ surfaces, baked, pages, ...light }) => [
      surfaces.toLocaleString('en'),
      ...LIGHTS.map((lights) => digits(light[`light${lights}`])),
      digits(baked),
      pages,
    ]),
  )
  return rows
}

async function measured(work) {
  // The first run is that of a program that was just started.
  await work()
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return { ms: (user + system) / 1000, result }
}

/** The surfaces of a model of UE1, each with a light map of its own. */
function litSurfaces(surfaces, lights) {
  const references = Array.from({ length: lights }, (_, i) => ({ i }))
  const bytes = (SIDE / 8) * SIDE * lights
  const map = { pan: [0, 0, 0], scale: [8, 8], width: SIDE, height: SIDE, lights: 0 }
  const pages = [{ width: 1024, height: Math.ceil(surfaces / 56) * 18 }]
  const light = {
    location: [64, 64, 100],
    color: [0.1, 0.1, 0.1],
    radius: 900,
    effect: 0,
    direction: [1, 0, 0],
    cone: 1,
  }
  const world = {
    parts: [],
    notes: [],
    pages,
    light: Array.from({ length: surfaces }, (_, i) => ({
      surface: 0,
      zone: 0,
      map: { ...map, dataOffset: 0 },
      place: { page: 0, x: 1 + (i % 56) * 18, y: 1 + Math.floor(i / 56) * 18 },
    })),
  }
  return {
    model: { lights: [...references, null], lightBits: new Uint8Array(bytes).fill(255) },
    arrays: {
      vectors: Float32Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
      points: Float32Array.of(0, 0, 0),
      surfs: [{ textureU: 0, textureV: 1, normal: 2, base: 0 }],
    },
    world,
    zones: [],
    lights: new Map(references.map((reference) => [reference, light])),
  }
}

const BAKING = {
  texels: 0.25,
  materialOf: async () => undefined,
  pictureOf: async () => undefined,
  deflate: Object.assign((data) => deflateSync(data, { level: 1 }), {}),
}

/** A level of squares side by side, all in one light. */
function levelOf(surfaces) {
  const positions = []
  const uvs = []
  const indices = []
  for (let i = 0; i < surfaces; i++) {
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 1],
    ]) {
      positions.push((i + x) * UNITS, y * UNITS, 0)
      uvs.push(x, y)
    }
    indices.push(...[0, 1, 2, 0, 2, 3].map((corner) => 4 * i + corner))
  }
  const set = Float32Array.from(uvs)
  const lod = {
    positions: Float32Array.from(positions),
    uvs: [set, set],
    points: Uint32Array.from({ length: 4 * surfaces }, (_, i) => i),
    indices: Uint32Array.from(indices),
    sections: [{ slot: 0, first: 0, count: indices.length }],
  }
  const mesh = { kind: 'static', lods: [lod], materials: [{ polyFlags: 0 }], sockets: [], notes: [] }
  const page = { width: 16, height: 16, rgba: new Uint8Array(1024).fill(128), brightness: 2 }
  return {
    parts: [
      {
        kind: 'world',
        zone: 0,
        mesh,
        lightPage: 0,
        surfaces: Uint32Array.from({ length: 2 * surfaces }, (_, i) => i >> 1),
      },
    ],
    lightPages: [page],
    meshes: [],
    actors: [],
    zones: [],
    notes: [],
  }
}
