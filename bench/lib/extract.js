// `ukit extract` of pictures, sounds and meshes compared with UE Viewer ($UKIT_UMODEL), both as entire
// processes: CPU, peak memory and bytes of the PNGs that they write, for real packages, large and small ones,
// and for large ones made for this purpose; what a package of 600 textures takes on all cores; and how fast
// DXT1 and P8 are decoded in memory.
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { library } from './library.js'
import { makeMeshes, makeSounds, makeTextures } from './made-media.js'
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { measureCommand, runTask } from './process.js'
import { cli } from './startup.js'
import { range, ratios, sum } from './stats.js'

const PICTURES = ['Texture', 'Texture2D']
const SOUNDS = ['Sound', 'SoundNodeWave']
const SKELETAL = ['SkeletalMesh', 'MeshAnimation', 'AnimSequence', 'AnimSet']
/**
 * What is extracted, by classes, and the options with which UE Viewer extracts nothing else.
 */
const KINDS = [
  { kind: 'pictures', classes: PICTURES, theirs: ['-png', '-nomesh', '-noanim', '-nostat', '-novert'] },
  { kind: 'sounds', classes: SOUNDS, theirs: ['-sounds', '-nomesh', '-noanim', '-nostat', '-novert', '-notex'] },
  { kind: 'static meshes', classes: ['StaticMesh'], theirs: ['-gltf', '-notex'] },
  { kind: 'skeletal meshes', classes: SKELETAL, theirs: ['-gltf', '-notex'] },
]
/** A package is of a kind if its objects have this share of all bytes. */
const SHARE = 0.5
/** Number of the largest and of the smallest real packages of each kind, and with `--short`. */
const FILES = [4, 1]
/**
 * Number of textures of 512 × 512: few enough for a run of seconds, and so many that the start is a small
 * part of it. This number and those below: and with `--short`.
 */
const TEXTURES = [120, 2]
/** Number of textures that have to fit into memory with any number of cores. */
const MANY_TEXTURES = [600, 4]
const SOUND_COUNT = [1800, 20]
const MESHES = [600, 2]

export async function benchExtract({ options, files, folder }) {
  const umodel = process.env.UKIT_UMODEL
  const hasOther = umodel !== undefined && existsSync(umodel)
  if (!hasOther) console.log('  there is no UE Viewer to compare with ($UKIT_UMODEL)')
  const core = await library(ROOT)
  const [textures, sounds, meshes] = [TEXTURES, SOUND_COUNT, MESHES].map((count) => options.size(...count))
  const made = {
    pictures: [
      await makeTextures(core, ROOT, join(folder, `${textures}-P8.utx`), 'P8', textures),
      await makeTextures(core, ROOT, join(folder, `${textures}-DXT1.utx`), 'DXT1', textures),
    ],
    sounds: [await makeSounds(core, join(folder, `${sounds}-sounds.uax`), sounds)],
    'static meshes': [await makeMeshes(core, join(folder, `${meshes}-hills.usx`), meshes)],
  }
  const rows = []
  for (const kind of KINDS) {
    for (const path of [...realOf(kind, files, options), ...(made[kind.kind] ?? [])]) {
      const compared = await compare(path, kind, hasOther ? umodel : undefined, options, folder)
      rows.push({ kind: kind.kind, ...compared })
    }
  }
  printTable(
    ['', 'CPU ms', 'peak MB', 'its CPU ms', 'CPU ÷ UE Viewer', 'PNG kB', 'its PNG kB'],
    rows.map((row) => [
      `${row.kind}, ${row.file}`,
      digits(row.cpuMs?.median),
      digits(row.peakBytes / 1e6),
      digits(row.theirCpuMs?.median),
      row.timesTheirs ? spread(row.timesTheirs) : '–',
      digits(row.pngBytes / 1000),
      row.theirPngBytes === undefined ? '–' : digits(row.theirPngBytes / 1000),
    ]),
  )
  const many = await measureMany(core, folder, options.size(...MANY_TEXTURES))
  for (const { format, peakBytes, cpuMs, ms } of many)
    console.log(
      `  ${options.size(...MANY_TEXTURES)} textures of 512 × 512 in ${format}, all cores: peak ${digits(peakBytes / 1e6)} MB, ` +
        `${digits(cpuMs)} ms of CPU in ${digits(ms)} ms`,
    )
  const { decode } = await runTask({ task: 'pixels', root: ROOT, seconds: options.seconds })
  for (const { format, megapixels } of decode) console.log(`  ${format}: ${digits(megapixels)} Mpixel/s`)
  return { rows, many, decode }
}

/** Packages of many large textures, extracted with ukit's default number of threads. */
async function measureMany(core, folder, count) {
  const rows = []
  for (const format of ['P8', 'DXT1']) {
    const path = await makeTextures(core, ROOT, join(folder, 'many.utx'), format, count)
    const out = join(folder, 'extract-many')
    const { cpuMs, peak, ms, status } = await measureCommand(cli(ROOT, 'extract', path, '-o', out), folder)
    if (status !== 0) throw new Error(`ukit extract of ${count} textures ended with status ${status}`)
    rows.push({ format, peakBytes: peak, cpuMs, ms })
    await Promise.all([rm(path), rm(out, { recursive: true })])
  }
  return rows
}

/** The largest and the smallest real packages that mostly consist of a kind of objects. */
function realOf({ classes }, { allReal }, options) {
  const found = allReal
    .filter(({ classBytes, bytes }) => sum(classes.map((name) => classBytes[name] ?? 0)) > SHARE * bytes)
    .sort((a, b) => b.bytes - a.bytes)
    .map(({ path }) => path)
  const count = options.size(...FILES)
  return [...new Set([...found.slice(0, count), ...found.slice(-count)])]
}

/** One package by both, in turn; only by ukit if UE Viewer or GNU time is missing. */
async function compare(path, { classes, theirs: flags }, umodel, { runs }, folder) {
  const [ours, theirs] = [join(folder, 'extract-ours'), join(folder, 'extract-theirs')]
  const commands = [
    cli(ROOT, 'extract', path, '--jobs', '1', '-o', ours, ...classes.flatMap((name) => ['--class', name])),
  ]
  if (umodel !== undefined)
    commands.push([umodel, '-export', ...flags, `-out=${theirs}`, `-path=${dirname(path)}`, basename(path)])
  const cpu = commands.map(() => [])
  let peakBytes = 0
  let sizes = []
  let isWhole = true
  for (let run = 0; run < runs; run++) {
    sizes = []
    for (const [i, command] of commands.entries()) {
      const out = i === 0 ? ours : theirs
      await rm(out, { recursive: true, force: true })
      const measured = await measureCommand(command, folder)
      // GNU time reports hundredths of a second.
      cpu[i].push(Math.max(10, measured.cpuMs))
      if (i === 0) peakBytes = Math.max(peakBytes, measured.peak)
      // The measurement of a program that fails is incomplete.
      else isWhole &&= measured.status === 0
      sizes.push(await pngBytes(out))
    }
  }
  await Promise.all([ours, theirs].map((out) => rm(out, { recursive: true, force: true })))
  const [own, other] = cpu
  return {
    file: basename(path),
    cpuMs: range(own),
    peakBytes,
    pngBytes: sizes[0],
    ...(other === undefined || !isWhole
      ? {}
      : { theirPngBytes: sizes[1], theirCpuMs: range(other), timesTheirs: ratios(own, other) }),
  }
}

async function pngBytes(folder) {
  if (!existsSync(folder)) return 0
  const found = await readdir(folder, { withFileTypes: true, recursive: true })
  const pictures = found.filter((entry) => entry.isFile() && entry.name.endsWith('.png'))
  const sizes = await Promise.all(pictures.map((entry) => stat(join(entry.parentPath ?? entry.path, entry.name))))
  return sizes.reduce((total, { size }) => total + size, 0)
}
