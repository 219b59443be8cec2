// Pictures into packages: textures of 512 × 512 with all their levels to DXT1, by kind of picture, on one
// core.
import { deflateSync } from 'node:zlib'
import { library } from './library.js'
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { runTask } from './process.js'
import { range } from './stats.js'

const KINDS = ['photograph', 'noise', 'gradient', 'user interface']
/** The number of textures, and with `--short`. */
const TEXTURES = [24, 1]
/**
 * The number of textures until all code is compiled. In practice, people import hundreds, so this is a small
 * part.
 */
const WARM_UP = [8, 0]

export async function benchImport({ options }) {
  const textures = options.size(...TEXTURES)
  const warmUp = options.size(...WARM_UP)
  const jobs = [
    ...KINDS.map((kind) => ({ kind, from: 'pixels' })),
    { kind: 'photograph', from: 'TGA' },
    { kind: 'photograph', from: 'PNG' },
  ]
  const results = options
    .size(jobs, jobs.slice(-1))
    .map((job) => ({ ...job, megapixels: [], encoder: [], decibels: 0, peakBytes: 0 }))
  for (let run = 0; run < Math.min(options.runs, 3); run++) {
    for (const result of results) {
      const { kind, from } = result
      const task = { task: 'imports', root: ROOT, kind, from, textures, warmUp }
      const { megapixels, encoder, decibels, maxRss } = await runTask(task)
      result.megapixels.push(megapixels)
      result.encoder.push(encoder)
      Object.assign(result, { decibels, peakBytes: Math.max(result.peakBytes, maxRss) })
    }
  }
  printTable(
    [`${textures} textures of 512² to DXT1`, 'from', 'Mpixel/s', 'encoder alone', 'PSNR dB', 'peak MB'],
    results.map(({ kind, from, megapixels, encoder, decibels, peakBytes }) => [
      kind,
      from,
      spread(range(megapixels)),
      spread(range(encoder)),
      decibels.toFixed(2),
      digits(peakBytes / 1e6),
    ]),
  )
  console.log('  pixels of all levels for each second of CPU, with all that an import does beside compressing')
  return results.map(({ megapixels, encoder, ...rest }) => ({
    ...rest,
    megapixelsPerSecond: range(megapixels),
    encoderMegapixelsPerSecond: range(encoder),
  }))
}

/**
 * The task of a process: the textures of a kind of picture, and how similar the first level is. In turn with
 * these, the encoder alone compresses the same levels, so that a busy machine affects both equally.
 */
export async function importTextures({ root, kind, from, textures, warmUp }) {
  const { createPackage, Guid, nodeCodecs } = await library(root)
  const load = (path) => import(new URL(`packages/${path}`, `file://${root.endsWith('/') ? root : `${root}/`}`).href)
  const { importTexture, readPictureFile } = await load('import/build/index.js')
  const { decodeBlocks, encodeBlocks, encodePng, encodeTga } = await load('codecs/build/images.js')
  const data = pictureOf(kind)
  const picture = { format: 'rgba', width: SIDE, height: SIDE, data }
  const file = {
    TGA: () => encodeTga(withoutAlpha(picture)),
    PNG: () => encodePng(withoutAlpha(picture), deflateSync),
  }[from]?.()
  const taken = async () => (file === undefined ? picture : await readPictureFile(file, { codecs: nodeCodecs }))
  const edit = await createPackage({ name: 'Made', version: 128, licensee: 29, guid: new Guid(1, 2, 3, 4) })
  const levels = levelsOf(data)
  const spent = { importing: 0, encoding: 0 }
  for (let i = 0; i < warmUp + textures; i++) {
    const importing = await cpuTime(async () => importTexture(edit, `Walls.Wall${i}`, await taken(), { format: 'bc1' }))
    const encoding = await cpuTime(async () => {
      for (const level of levels) encodeBlocks('bc1', level.data, level.side, level.side)
    })
    if (i < warmUp) continue
    spent.importing += importing
    spent.encoding += encoding
  }
  const pixels = textures * levels.reduce((sum, { side }) => sum + side * side, 0)
  const back = decodeBlocks('bc1', encodeBlocks('bc1', data, SIDE, SIDE), SIDE, SIDE)
  return {
    megapixels: pixels / spent.importing,
    encoder: pixels / spent.encoding,
    decibels: likeness(data, back),
  }
}

/** Microseconds of CPU. */
async function cpuTime(work) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function withoutAlpha({ width, height, data }) {
  return { format: 'rgb', width, height, data: data.filter((_, i) => (i & 3) !== 3) }
}

/** All levels, with each pixel the average of four. */
function levelsOf(first) {
  const levels = [{ data: first, side: SIDE }]
  for (let side = SIDE / 2; side >= 1; side /= 2) {
    const above = levels.at(-1).data
    const data = new Uint8Array(side * side * 4)
    for (let i = 0; i < data.length; i++) {
      const [x, y] = [(i >> 2) % side, Math.floor((i >> 2) / side)]
      const at = y * 2 * side * 8 + x * 8 + (i & 3)
      data[i] = (above[at] + above[at + 4] + above[at + side * 8] + above[at + side * 8 + 4] + 2) >> 2
    }
    levels.push({ data, side })
  }
  return levels
}

const SIDE = 512

/**
 * Pictures of the same kinds as those that the tests compare with other encoders, the same on every machine.
 */
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

/** Noise of seven sizes, each finer one weaker: similar to surfaces in photographs. */
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
