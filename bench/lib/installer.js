// Listing, checking, building and extracting a large installer, compared with `cp` of the same bytes: as
// entire processes, alternating.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'
import { measureCommand, timeCommand } from './process.js'
import { cli } from './startup.js'
import { median, ratios } from './stats.js'

/** Size in bytes of each of the installer's files, and with `--short`. */
const FILE_BYTES = [64 << 20, 1 << 20]
const FILES = 6

export async function benchInstaller({ options, folder }) {
  const fileBytes = options.size(...FILE_BYTES)
  const source = join(folder, 'mod')
  const installer = join(folder, 'mod.umod')
  const out = join(folder, 'out')
  await mkdir(join(source, 'Textures'), { recursive: true })
  const noise = randomBytes(1 << 20)
  for (let i = 0; i < FILES; i++) {
    const file = await open(join(source, 'Textures', `Part${i}.utx`), 'w')
    for (let done = 0; done < fileBytes; done += noise.length) await file.write(noise)
    await file.close()
  }
  await timeCommand([
    ...cli(ROOT, 'umod'),
    'create',
    source,
    installer,
    '--product',
    'Bench',
    '--product-version',
    '1',
    '--force',
  ])
  if (!existsSync(installer)) throw new Error('the installer for the bench could not be made')
  const made = join(folder, 'made.umod')
  const copied = join(folder, 'copied')
  const ours = (root, label) => {
    const words = cli(root, 'umod')
    return [
      { name: `${label}umod ls`, command: [...words, 'ls', installer] },
      { name: `${label}umod verify`, command: [...words, 'verify', installer], reads: true },
      {
        name: `${label}umod create`,
        command: [...words, 'create', source, made, '--product', 'Bench', '--product-version', '1', '--force'],
        reads: true,
      },
      { name: `${label}umod extract`, command: [...words, 'extract', installer, '-o', out], reads: true },
    ]
  }
  const variants = [
    { name: 'cp', command: ['cp', '-r', source, copied], reads: true },
    { name: 'cp and sync', command: ['sh', '-c', `cp -r '${source}' '${copied}' && sync`], reads: true },
    ...ours(ROOT, ''),
    ...(options.against === undefined ? [] : ours(options.against, 'against: ')),
  ]
  const runs = variants.map(() => [])
  for (let run = 0; run < Math.min(options.runs, 3); run++) {
    for (const [i, { command }] of variants.entries()) {
      for (const path of [out, made, copied]) await rm(path, { recursive: true, force: true })
      runs[i].push(await measureCommand(command, folder))
    }
  }
  const megabytes = (fileBytes * FILES) / 1e6
  const times = runs.map((all) => all.map(({ ms }) => ms))
  const results = variants.map(({ name }, i) => ({
    name,
    megabytes,
    ms: median(times[i]),
    cpuMs: median(runs[i].map(({ cpuMs }) => cpuMs)),
    peakBytes: Math.max(...runs[i].map(({ peak }) => peak)),
    timesCp: ratios(times[i], times[0]),
  }))
  printTable(
    ['', 'ms', 'CPU ms', 'MB/s', '÷ cp', 'peak MB'],
    results.map(({ name, ms, cpuMs, timesCp, peakBytes }, i) => [
      name,
      digits(ms),
      digits(cpuMs),
      variants[i].reads ? digits((megabytes / ms) * 1000) : '',
      variants[i].reads ? digits(timesCp.median) : '',
      digits(peakBytes / 1e6),
    ]),
  )
  return results
}
