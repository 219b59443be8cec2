// Pictures into packages: textures of 512 × 512 with all their levels to DXT1, by kind of picture, on one core.
import { library } from './library.js'
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { runTask } from './process.js'
import { range } from './stats.js'

const KINDS = ['photograph', 'noise', 'gradient', 'user interface']
/** So many that starting and compiling are a small part of it. */
const TEXTURES = 600

export async function benchImport({ options }) {
  const results = KINDS.map((kind) => ({ kind, megapixels: [], decibels: 0, peakBytes: 0 }))
  for (let run = 0; run < Math.min(options.runs, 3); run++) {
    for (const result of results) {
      const task = { task: 'imports', root: ROOT, kind: result.kind, textures: TEXTURES }
      const { megapixels, decibels, maxRss } = await runTask(task)
      result.megapixels.push(megapixels)
      Object.assign(result, { decibels, peakBytes: Math.max(result.peakBytes, maxRss) })
    }
  }
  printTable(
    [`${TEXTURES} textures to DXT1`, 'Mpixel/s', 'PSNR dB', 'peak MB'],
    results.map(({ kind, megapixels, decibels, peakBytes }) => [
      kind,
      spread(range(megapixels)),
      decibels.toFixed(2),
      digits(peakBytes / 1e6),
    ]),
  )
  console.log('  pixels of all levels for each second of CPU, with all that an import does beside compressing')
  return results.map(({ megapixels, ...rest }) => ({ ...rest, megapixelsPerSecond: range(megapixels) }))
}

/** The task of a process: the textures of a kind of picture, 50 a package, and how like the first level is. */
export async function importTextures({ root, kind, textures }) {
  const { createPackage, Guid } = await library(root)
  const load = (path) => import(new URL(`packages/${path}`, `file://${root.endsWith('/') ? root : `${root}/`}`).href)
  const { importTexture } = await load('media/dist/import.js')
  const { decodeBlocks, encodeBlocks } = await load('codecs/dist/images.js')
  const data = pictureOf(kind)
  const picture = { format: 'rgba', width: SIDE, height: SIDE, data }
  const before = process.cpuUsage()
  for (let done = 0; done < textures; ) {
    const edit = await createPackage({ name: 'Made', version: 128, licensee: 29, guid: new Guid(1, 2, 3, 4) })
    for (let i = 0; i < 50 && done < textures; i++, done++)
      await importTexture(edit, `Walls.Wall${i}`, picture, { format: 'bc1' })
  }
  const { user, system } = process.cpuUsage(before)
  let pixels = 0
  for (let side = SIDE; side >= 1; side >>= 1) pixels += side * side
  const back = decodeBlocks('bc1', encodeBlocks('bc1', data, SIDE, SIDE), SIDE, SIDE)
  return { megapixels: (pixels * textures) / (user + system), decibels: likeness(data, back) }
}

const SIDE = 512

/** Of the same kinds as those that the tests compare with other encoders, the same on every machine. */
function pictureOf(kind) {
  const next = random(1)
  const [a, b, c, light] = Array.from({ length: 4 }, () => roughness(next))
  const shades = {
    photograph: (u, v) => {
      const l = light(u, v)
      return [l * 255 + 40 * (a(u, v) - 0.5), l * 230 + 60 * (b(u, v) - 0.5), l * 180 + 60 * (c(u, v) - 0.5)]
    },
    noise: (u, v) => [a(u, v) * 255, b(u, v) * 255, c(u, v) * 255],
    gradient: (u, v) => [u * 255, v * 255, (1 - u) * 255],
    'user interface': (u, v, x, y) => {
      if (((x >> 4) + (y >> 4)) % 3 === 0) return [200, 30, 30]
      return Math.hypot(u - 0.5, v - 0.5) < 0.3 ? [240, 240, 250] : [20, 40, (x % 16) * 12]
    },
  }
  const data = new Uint8Array(SIDE * SIDE * 4).fill(255)
  for (let y = 0, at = 0; y < SIDE; y++) {
    for (let x = 0; x < SIDE; x++, at += 4) {
      const color = shades[kind](x / SIDE, y / SIDE, x, y)
      for (let channel = 0; channel < 3; channel++)
        data[at + channel] = Math.max(0, Math.min(255, Math.round(color[channel])))
    }
  }
  return data
}

/** Noise of seven sizes, each finer one weaker: what surfaces in photographs are like. */
function roughness(next) {
  const layers = [4, 8, 16, 32, 64, 128, 256].map((n) => {
    const values = Array.from({ length: (n + 1) * (n + 1) }, next)
    const at = (i, j) => values[Math.min(j, n) * (n + 1) + Math.min(i, n)]
    return (u, v) => {
      const [i, j] = [Math.floor(u * n), Math.floor(v * n)]
      const [s, t] = [u * n - i, v * n - j]
      return (at(i, j) * (1 - s) + at(i + 1, j) * s) * (1 - t) + (at(i, j + 1) * (1 - s) + at(i + 1, j + 1) * s) * t
    }
  })
  return (u, v) => layers.reduce((sum, layer, i) => sum + (layer(u, v) - 0.5) * 0.7 ** i, 0.5)
}

function random(seed) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

function likeness(one, other) {
  let sum = 0
  for (let i = 0; i < one.length; i++) if ((i & 3) !== 3) sum += (one[i] - other[i]) ** 2
  return 10 * Math.log10((255 * 255 * one.length * 0.75) / sum)
}
