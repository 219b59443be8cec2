// Listing and extracting a large installer, beside `cp` of the same bytes: as whole processes, alternating.
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './options.js'
import { digits, printTable } from './print.js'
import { timeCommand } from './process.js'
import { median, ratios } from './stats.js'

/** Bytes of each of the installer's files, and how many there are. */
const FILE_BYTES = 64 << 20
const FILES = 6

export async function benchInstaller({ options, folder }) {
  const ukit = [process.execPath, join(ROOT, 'packages/cli/bin/ukit.js'), 'umod']
  const source = join(folder, 'mod')
  const installer = join(folder, 'mod.umod')
  const out = join(folder, 'out')
  await mkdir(join(source, 'Textures'), { recursive: true })
  const noise = randomBytes(1 << 20)
  for (let i = 0; i < FILES; i++) {
    const file = await open(join(source, 'Textures', `Part${i}.utx`), 'w')
    for (let done = 0; done < FILE_BYTES; done += noise.length) await file.write(noise)
    await file.close()
  }
  await timeCommand([...ukit, 'create', source, installer, '--product', 'Bench', '--product-version', '1', '--force'])
  if (!existsSync(installer)) throw new Error('the installer for the bench could not be made')
  const variants = [
    { name: 'ukit umod ls', command: [...ukit, 'ls', installer] },
    { name: 'ukit umod extract', command: [...ukit, 'extract', installer, '-o', out] },
    { name: 'cp and sync', command: ['sh', '-c', `cp -r '${source}' '${out}' && sync`] },
    { name: 'cp', command: ['cp', '-r', source, out] },
  ]
  const times = variants.map(() => [])
  for (let run = 0; run < Math.min(options.runs, 3); run++) {
    for (const [i, { command }] of variants.entries()) {
      await rm(out, { recursive: true, force: true })
      times[i].push((await timeCommand(command)).ms)
    }
  }
  const megabytes = (FILE_BYTES * FILES) / 1e6
  const extract = times[1]
  printTable(
    ['', 'ms', 'MB/s', 'extract takes'],
    variants.map(({ name }, i) => {
      const ms = median(times[i])
      const ratio = i < 2 ? '' : `${digits(ratios(extract, times[i]).median)} ×`
      return [name, digits(ms), i === 0 ? '' : digits((megabytes / ms) * 1000), ratio]
    }),
  )
  return variants.map(({ name }, i) => ({ name, megabytes, ms: median(times[i]) }))
}
