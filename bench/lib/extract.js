// `ukit extract` of pictures, sounds and meshes compared with UE Viewer ($UKIT_UMODEL), both as entire
// processes: CPU, peak memory and bytes of the PNGs that they write, for real packages and for large ones
// made for this purpose; what a package of 600 textures takes on all cores; and how fast DXT1 and P8 are
// decoded in memory.
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { library } from './library.js'
import { makeMeshes, makeSounds, makeTextures } from './made-media.js'
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { measureCommand, runTask } from './process.js'
import { cli } from './startup.js'
import { range, ratios } from './stats.js'

/**
 * What is extracted, the extensions of packages with it, and the options with which UE Viewer extracts
 * nothing else.
 */
const KINDS = [
  { kind: 'pictures', extensions: ['.utx'], theirs: ['-png', '-nomesh', '-noanim', '-nostat', '-novert'] },
  { kind: 'sounds', extensions: ['.uax'], theirs: ['-sounds'] },
  { kind: 'meshes', extensions: ['.ukx', '.usx'], theirs: ['-gltf'] },
]
/** Number of real packages of each kind: a few of the largest are enough. */
const FILES = 4
/**
 * Number of textures of 512 × 512: few enough for a run of seconds, and so many that the start is a small
 * part of it.
 */
const TEXTURES = 120
/** Number of textures that have to fit into memory with any number of cores. */
const MANY_TEXTURES = 600

export async function benchExtract({ options, files, folder }) {
  const umodel = process.env.UKIT_UMODEL
  const hasOther = umodel !== undefined && existsSync(umodel)
  if (!hasOther) console.log('  there is no UE Viewer to compare with ($UKIT_UMODEL)')
  const core = await library(ROOT)
  const made = {
    pictures: [
      await makeTextures(core, ROOT, join(folder, `${TEXTURES}-P8.utx`), 'P8', TEXTURES),
      await makeTextures(core, ROOT, join(folder, `${TEXTURES}-DXT1.utx`), 'DXT1', TEXTURES),
    ],
    sounds: [await makeSounds(core, join(folder, '1800-sounds.uax'), 1800)],
    meshes: [await makeMeshes(core, join(folder, '600-hills.usx'), 600)],
  }
  const rows = []
  for (const { kind, extensions, theirs } of KINDS) {
    const real = files.real
      .filter(({ path }) => extensions.includes(extname(path).toLowerCase()))
      .sort((a, b) => b.bytes - a.bytes)
      .slice(0, FILES)
      .map(({ path }) => path)
    for (const path of [...real, ...made[kind]])
      rows.push({ kind, ...(await compare(path, theirs, hasOther ? umodel : undefined, options, folder)) })
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
  const many = await measureMany(core, folder)
  for (const { format, peakBytes, cpuMs, ms } of many)
    console.log(
      `  ${MANY_TEXTURES} textures of 512 × 512 in ${format}, all cores: peak ${digits(peakBytes / 1e6)} MB, ` +
        `${digits(cpuMs)} ms of CPU in ${digits(ms)} ms`,
    )
  const { decode } = await runTask({ task: 'pixels', root: ROOT, seconds: options.seconds })
  for (const { format, megapixels } of decode) console.log(`  ${format}: ${digits(megapixels)} Mpixel/s`)
  return { rows, many, decode }
}

/** Packages of many large textures, extracted with ukit's default number of threads. */
async function measureMany(core, folder) {
  const rows = []
  for (const format of ['P8', 'DXT1']) {
    const path = await makeTextures(core, ROOT, join(folder, 'many.utx'), format, MANY_TEXTURES)
    const out = join(folder, 'extract-many')
    const { cpuMs, peak, ms, status } = await measureCommand(cli(ROOT, 'extract', path, '-o', out), folder)
    if (status !== 0) throw new Error(`ukit extract of ${MANY_TEXTURES} textures ended with status ${status}`)
    rows.push({ format, peakBytes: peak, cpuMs, ms })
    await Promise.all([rm(path), rm(out, { recursive: true })])
  }
  return rows
}

/** One package by both, in turn; only by ukit if UE Viewer or GNU time is missing. */
async function compare(path, flags, umodel, { runs }, folder) {
  const [ours, theirs] = [join(folder, 'extract-ours'), join(folder, 'extract-theirs')]
  const commands = [cli(ROOT, 'extract', path, '--jobs', '1', '-o', ours)]
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
