// `ukit extract` of pictures, sounds and meshes beside UE Viewer ($UKIT_UMODEL), both as whole processes: CPU and
// bytes of what they wrote; and how fast DXT1 and P8 are decoded in memory.
import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { ROOT } from './options.js'
import { digits, printTable, spread } from './print.js'
import { measureCommand, runTask } from './process.js'
import { cli } from './startup.js'
import { range, ratios } from './stats.js'

/** What is extracted, and the names that packages of it end in. */
const KINDS = [
  { kind: 'pictures', extensions: ['.utx'], theirs: ['-png', '-nomesh', '-noanim', '-nostat', '-novert'] },
  { kind: 'sounds', extensions: ['.uax'], theirs: ['-sounds'] },
  { kind: 'meshes', extensions: ['.ukx', '.usx'], theirs: ['-gltf'] },
]
/** Packages of a kind: a few are enough, the largest. */
const FILES = 6

export async function benchExtract({ options, files, folder }) {
  const umodel = process.env.UKIT_UMODEL
  if (umodel === undefined || !existsSync(umodel)) console.log('  there is no UE Viewer to compare with ($UKIT_UMODEL)')
  const rows = []
  for (const { kind, extensions, theirs } of KINDS) {
    const chosen = files.real
      .filter(({ path }) => extensions.includes(extname(path).toLowerCase()))
      .sort((a, b) => b.bytes - a.bytes)
      .slice(0, FILES)
    for (const { path } of chosen) rows.push({ kind, ...(await compare(path, theirs, umodel, options, folder)) })
  }
  printTable(
    ['', 'CPU ms', 'peak MB', 'CPU ÷ UE Viewer', 'PNG kB', 'its PNG kB'],
    rows.map((row) => [
      `${row.kind}, ${row.file}`,
      digits(row.cpuMs.median),
      digits(row.peakBytes / 1e6),
      row.timesTheirs ? spread(row.timesTheirs) : '–',
      digits(row.pngBytes / 1000),
      digits(row.theirPngBytes / 1000),
    ]),
  )
  const { decode } = await runTask({ task: 'pixels', root: ROOT, seconds: options.seconds })
  for (const { format, megapixels } of decode) console.log(`  ${format}: ${digits(megapixels)} Mpixel/s`)
  return { rows, decode }
}

/** One package by both, in turn; only ours where there is no other or GNU time is missing. */
async function compare(path, flags, umodel, { runs }, folder) {
  const [ours, theirs] = [join(folder, 'extract-ours'), join(folder, 'extract-theirs')]
  const commands = [cli(ROOT, 'extract', path, '--jobs', '1', '-o', ours)]
  if (umodel !== undefined && existsSync(umodel))
    commands.push([umodel, '-export', ...flags, `-out=${theirs}`, `-path=${dirname(path)}`, basename(path)])
  const cpu = commands.map(() => [])
  let peakBytes = 0
  let sizes = []
  for (let run = 0; run < runs; run++) {
    sizes = []
    for (const [i, command] of commands.entries()) {
      const out = i === 0 ? ours : theirs
      await rm(out, { recursive: true, force: true })
      const measured = await measureCommand(command, folder)
      // GNU time counts in hundredths of a second.
      cpu[i].push(Math.max(10, measured.cpuMs))
      if (i === 0) peakBytes = Math.max(peakBytes, measured.peak)
      sizes.push(await pngBytes(out))
    }
  }
  const [own, other] = cpu
  return {
    file: basename(path),
    cpuMs: range(own),
    peakBytes,
    pngBytes: sizes[0],
    theirPngBytes: sizes[1],
    ...(other === undefined ? {} : { theirCpuMs: range(other), timesTheirs: ratios(own, other) }),
  }
}

async function pngBytes(folder) {
  if (!existsSync(folder)) return 0
  const found = await readdir(folder, { withFileTypes: true, recursive: true })
  const pictures = found.filter((entry) => entry.isFile() && entry.name.endsWith('.png'))
  const sizes = await Promise.all(pictures.map((entry) => stat(join(entry.parentPath ?? entry.path, entry.name))))
  return sizes.reduce((total, { size }) => total + size, 0)
}
